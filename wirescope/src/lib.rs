//! The inspector's library: turns a stream of a broker protocol into lines, and lines back into bytes.
//!
//! A [`Line`] is one JSON object for one frame (`docs/lines.md` has the shapes). [`Stream`] makes them from bytes
//! as they come; [`Encoder`] turns them back. What a line shows is lossless: a frame that the canonical builder
//! would not give carries its bytes under `raw`, so not editing gives the input back, and editing a field works.
//!
//! [`map`] is another matter: what a message becomes on its way from one broker to another.
//!
//! ```
//! use wirescope::{Encoder, Options, Stream, protocol::Protocol};
//! let heartbeat = [0, 0, 0, 8, 0x4B, 2, 0, 0];
//! let mut lines = Vec::new();
//! let mut stream = Stream::new(Protocol::Bmq, &Options::default());
//! stream.feed(&heartbeat, &mut |line| lines.push(line));
//! stream.finish(&mut |line| lines.push(line));
//! assert_eq!(lines[0].json["type"], "HEARTBEAT_REQ");
//! assert_eq!(Encoder::new().encode(&lines[0].json)?, heartbeat);
//! # Ok::<(), wirescope::EncodeLineError>(())
//! ```
#![forbid(unsafe_code)]

mod capture;
#[cfg(feature = "cli")]
pub mod cli;
mod control;
#[cfg(feature = "dissector")]
pub mod dissector;
mod encode;
mod fields;
pub mod filter;
#[cfg(feature = "generate")]
pub mod generate;
pub mod hex;
mod hexdump;
mod line;
pub mod map;
mod names;
mod options;
pub mod pairing;
pub mod protocol;
mod queues;
pub mod schema;
mod search;
mod session;
pub mod spans;
#[cfg(feature = "stats")]
pub mod stats;
mod stream;
pub mod time;
#[cfg(feature = "cli")]
pub mod tree;

pub use bmq_codec::{Dialect, Strictness};
pub use encode::{EncodeLineError, Encoder};
pub use line::Line;
pub use options::Options;
pub use session::{Direction, Dissection, Format, Frame, Given, Note, NoteKind, Session, dissect};
pub use stream::Stream;
