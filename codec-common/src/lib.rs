//! What the broker codecs share: a reader and a writer that cannot panic, wire traits, message tables, framing,
//! errors, limits and checksums. No I/O, no clock, no allocation unless asked for.
//!
//! | module | what it holds |
//! |---|---|
//! | [`frame`] | where frames end in a stream: [`split_frame`](frame::split_frame) and `FrameDecoder` |
//! | [`limits`] | how much a decoder takes |
//! | [`reader`], [`writer`] | cursors over slices; scatter/gather |
//! | [`buffer`] | slices and growing buffers that builders append to |
//! | [`wire`], [`text`], [`list`] | the [`Wire`] trait, integers, text, bytes, options, lists and maps |
//! | [`table`], [`open`] | [`record!`], [`messages!`], [`protocol!`], [`open_enum!`], [`open_flags!`] |
//! | [`inspect`] | which bytes belong to which field |
//! | [`shape`] | the layouts of the tables as data |
//! | [`owned`] | `Owned`: a message with its bytes |
//! | `json`, `generate` | features `serde` and `arbitrary`: JSON in both directions; random valid messages |
//! | [`error`] | errors of the message layer |
//! | [`crc`], [`padding`], [`utf8`] | CRC32-C, word and dword padding, the fast check of short texts |
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | CRC32-C with the processor's instructions; everything of `alloc` |
//! | `alloc` | stream decoders, owned messages, encoding into growing buffers, scatter/gather |
//! | `serde` | `Serialize` for every wire type, `Deserialize` for owned messages |
//! | `arbitrary` | generation of valid messages for fuzzing and property tests |
//! | `crc32c` | the `crc32c` crate as the CRC32-C backend |
//! | `tokio-util` | `tokio_util::codec::{Decoder, Encoder}` for the frame layer |
//!
//! # Example
//!
//! ```
//! use codec_common::{DecodeError, Str, Wire, record, wire::decode_exact};
//! const PROTOCOL: &str = "demo";
//!
//! record! {
//!     /// Who is there.
//!     Greeting<'a> { version: u16, name: Str<'a> }
//! }
//!
//! let greeting = decode_exact::<Greeting<'_>>(b"\0\x01\0\x03Ada", Greeting::AT)?;
//! assert_eq!(greeting.name, "Ada");
//! let mut out = [0; 16];
//! assert_eq!(greeting.encode_to_slice(&mut out, Greeting::AT).unwrap(), b"\0\x01\0\x03Ada");
//! # Ok::<(), DecodeError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(
        clippy::arithmetic_side_effects,
        clippy::as_conversions,
        clippy::indexing_slicing,
        unreachable_pub,
        dead_code
    )
)]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod buffer;
pub mod crc;
pub mod error;
pub mod frame;
pub mod inspect;
pub mod limits;
pub mod list;
pub mod open;
pub mod owned;
pub mod padding;
pub mod reader;
pub mod shape;
pub mod table;
pub mod text;
pub mod utf8;
pub mod wire;
pub mod writer;

#[cfg(feature = "arbitrary")]
pub mod generate;
#[cfg(feature = "serde")]
pub mod json;

mod hooks;

/// For the expansions of the macros.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod __private {
    pub use alloc::vec::Vec;
}

pub use buffer::{Buffer, SliceBuffer};
pub use error::{At, DecodeError, EncodeError, EncodeReason, Field, Reason, Rule};
pub use inspect::Inspect;
pub use limits::Limits;
pub use list::{List, Map};
#[cfg(feature = "alloc")]
pub use owned::Owned;
pub use reader::Reader;
pub use text::{Blob, Secret, Str, Text};
pub use uuid::Uuid;
pub use wire::Wire;
pub use writer::{Fault, Sink, Writer};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
