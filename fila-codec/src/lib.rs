//! The Fila client protocol, version 1: frames, all 61 messages, continuation, credit and request ids.
//!
//! Sans-IO: bytes and values in, bytes and values out. Decoding borrows and never allocates.
//!
//! | module | what it holds | the page's sections |
//! |---|---|---|
//! | [`message`] | the message tables: [control](message), hot path, admin | "Opcode Table", all frames |
//! | [`types`] | shared records, error codes, enums, capabilities | "Encoding Primitives", "Error Codes" |
//! | [`frame`] | where frames end, headers, encoding into frames | "Frame Format", "Maximum Frame Size" |
//! | [`operation`] | a whole operation: `decode`, `collect`, `stream` | |
//! | [`continuation`] | splitting and putting together | "Continuation Frames" |
//! | [`batch`] | builders that take items one by one | |
//! | [`connection`] | handshake, roles, unknown opcodes | "Connection Lifecycle", "Handling Unknown Opcodes" |
//! | [`request_id`], [`credit`], [`metadata`] | helpers of a session | "Request ID Space", "Flow Control", "Error Frame" |
//! | [`validate`] | rules of values that decoding does not enforce | |
//!
//! # Strict on shape, open on values
//!
//! Lengths, presence bytes, bools, UTF-8 and reserved flags are checked. Opcodes, error codes, enum bytes,
//! capability bits and metadata keys are open and keep their numbers. Bytes behind a layout are tolerated and given
//! beside the message. What decodes encodes to the same bytes.
//!
//! Layouts grow at the end of a body only: an item of a batch, `throttle_summary` and `bucket_stats` cannot.
//!
//! # Example
//!
//! ```
//! use codec_common::frame::Split;
//! use fila_codec::message::{Message, Nack, NackItem};
//! use fila_codec::{FrameEncoder, Limits, MaxFrame, RequestId, cut, split_frame};
//!
//! let items = [NackItem {
//!     queue: "orders".into(),
//!     message_id: codec_common::Uuid::from_u128(7),
//!     error: cut("upstream answered 429"),
//!     retry_after_ms: Some(30_000),
//! }];
//! let mut out = [0; 128];
//! let encoder = FrameEncoder::new(MaxFrame::DEFAULT);
//! let bytes = encoder.encode_to_slice(&Nack { items: items[..].into() }, RequestId(3), &mut out)?;
//!
//! let Split::Frame { frame, rest: [] } = split_frame(bytes, &Limits::new())? else { panic!("one frame") };
//! let (message, trailing) = frame.operation().decode()?;
//! let Message::Nack(nack) = message else { panic!("{message:?}") };
//! assert_eq!(nack.items.iter().next().unwrap().error, "upstream answered 429");
//! assert!(trailing.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | everything of `alloc` |
//! | `alloc` | [`FrameDecoder`], [`Reassembler`], [`BatchBuffer`], `collect`, encoding into growing buffers, scatter/gather |
//! | `serde` | `Serialize` for every message, `Deserialize` for owned ones, with the page's field names |
//! | `arbitrary` | generation of valid messages for fuzzing and property tests |
//! | `tokio-util` | `tokio_util::codec::{Decoder, Encoder}` for frames |
//!
//! Without any feature, decoding, encoding into slices, splitting and all helpers are there.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::as_conversions))]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod batch;
pub mod connection;
pub mod continuation;
pub mod credit;
pub mod frame;
pub mod message;
pub mod metadata;
pub mod opcode;
pub mod operation;
pub mod request_id;
pub mod types;
pub mod validate;

mod text;

pub use batch::{Batch, BatchWriter};
#[cfg(feature = "alloc")]
pub use batch::{BatchBuffer, FinishedBatch};
pub use codec_common::Limits;
pub use continuation::{Chunk, Chunks, FrameSink};
#[cfg(feature = "alloc")]
pub use continuation::{Reassembler, ReassemblyError, ReassemblyReason};
pub use credit::CreditLedger;
#[cfg(feature = "tokio-util")]
pub use frame::FrameCodec;
#[cfg(feature = "alloc")]
pub use frame::FrameDecoder;
pub use frame::{
    Encodable, Fila, FrameEncoder, FrameFlags, FrameRef, Header, MaxFrame, MaxFrameTooSmall, split_frame,
};
pub use message::Message;
pub use opcode::Opcode;
pub use operation::Operation;
pub use request_id::{Originator, RequestId, RequestIds};
pub use text::cut;
pub use types::{Capabilities, ErrorCode};
pub use validate::Validate;

/// The port that servers listen on by default ("TCP Connection").
pub const DEFAULT_PORT: u16 = 5555;

/// The protocol's short name in errors.
pub const PROTOCOL: &str = "fila";

/// The examples of the README, compiled and run.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../README.md")]
struct Readme;
