//! MessageX protocol v1: frames of length-prefixed JSON and the envelope in them, without I/O.
//!
//! | layer | what it does | items |
//! |---|---|---|
//! | frames | where frames end in a stream, how large they may be | [`split_frame`], `FrameDecoder` |
//! | messages | one frame to a typed view that borrows, and back | [`Envelope`], [`Message`], [`Encode`] |
//! | JSON | payloads as text that was checked once | [`json`] |
//! | requests | which response answers which command | `Pending` |
//!
//! The specification is the page "TCP protocol and framing" of MessageX; section names in this documentation are
//! the page's. Where it is silent, see [Decisions](#decisions).
//!
//! # Example
//!
//! ```
//! use mx_codec::{Command, Encode, Envelope, LIMITS, Message, Split, json::Object, split_frame};
//!
//! let payload = Object::new(r#"{"name":"orders","durable":true}"#)?;
//! let command = Command::new("QUEUE_DECLARE", "request-uuid", payload);
//! let mut buffer = [0; 256];
//! let mut rest: &[u8] = command.encode_to_slice(&mut buffer, &LIMITS)?;
//!
//! // An error here ends the stream. `FrameDecoder` does the same for a stream that comes in chunks.
//! while let Split::Frame { frame, rest: behind } = split_frame(rest, &LIMITS)? {
//!     rest = behind;
//!     match Envelope::decode(frame.bytes(), &LIMITS) {
//!         Ok(envelope) => match envelope.message() {
//!             Message::Command(received) => assert_eq!(*received, command),
//!             other => println!("{other:?}"),
//!         },
//!         // One bad message: the stream goes on.
//!         Err(error) => eprintln!("{error}"),
//!     }
//! }
//! # assert!(rest.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Decisions
//!
//! - **Two kinds of errors.** A [`FrameError`] ends the stream. A [`DecodeError`](codec_common::DecodeError) costs
//!   one message.
//! - **Open sets.** Names of commands and events, and codes of errors, are any text. The page names `QUEUE_DECLARE`
//!   and `MESSAGE_DELIVERED`; nothing further is MessageX's. Request ids are any text, the empty one too.
//! - **Nothing is lost.** Unknown members are accepted and kept; payloads stay text: numbers beyond 2^53, repeated
//!   names and lone surrogate escapes pass through. An [`Envelope`] encodes to the bytes that it came as.
//! - **Repeated members of the envelope's own are refused**, whichever the type, and so are `code` and `message` in
//!   `error`: parsers disagree on which of them counts.
//! - **`version` is a number with the value 1**, however it is written: `1.0` is what some JSON writers make of it.
//! - **Payloads.** A COMMAND has an object. A RESPONSE or EVENT may have any value, or none: the page shows objects
//!   there but does not say that there must be one.
//! - **`success` decides.** `error` beside `success: true`, and `payload` beside `success: false`, are kept in the
//!   text and not looked at.
//! - **UTF-8 is checked, never repaired**, before anything else.
//! - **Nesting**: 127 containers open at once, the envelope's own counted, as most Rust programs could read no more;
//!   the limit can be less, and 128 at most.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | everything of `alloc` |
//! | `alloc` | stream decoder, encoding into growing buffers, `Text::to_cow`, `RawBuf`, `Pending` |
//! | `serde` | payloads from any `Serialize` and to any `Deserialize` |
//! | `arbitrary` | valid messages drawn from bytes |
//! | `tokio-util` | `tokio_util::codec` for frames |
//!
//! Without any, frames are split and messages decoded and encoded on bare metal.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::as_conversions, unreachable_pub, dead_code))]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod encode;
mod envelope;
mod fields;
mod frame;
#[cfg(feature = "arbitrary")]
pub mod generate;
pub mod json;
mod limits;
mod message;
#[cfg(feature = "alloc")]
mod pending;
#[cfg(feature = "tokio-util")]
mod tokio;

pub use codec_common::frame::{Frame, FrameError, FrameReason, Split};
pub use encode::Encode;
pub use envelope::Envelope;
#[cfg(feature = "tokio-util")]
pub use frame::FrameCodec;
#[cfg(feature = "alloc")]
pub use frame::FrameDecoder;
pub use frame::{Mx, split_frame};
pub use limits::{LIMITS, MAX_DEPTH, MAX_TEXT, VERSION};
pub use message::{Command, Event, Failure, Message, MessageType, Outcome, Response};
#[cfg(feature = "alloc")]
pub use pending::{Answer, NotInserted, Pending};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
