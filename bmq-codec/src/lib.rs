//! BlazingMQ's wire protocol without I/O: events, messages, options, properties, compression and checksums.
//!
//! The layouts are those of the official wire, as its C++ library and clients write it; the third-party Node SDK's
//! form is [`Dialect::NodeSdk`]. Where this documentation says "reference", the crate's README names the sources.
//!
//! # Reading
//!
//! [`split_frame`] (no state, no allocation) or [`FrameDecoder`] (streams) finds events; [`Event::decode`] reads an
//! event's header, [`Event::body`] what it holds. PUT and PUSH messages, their options and properties, and the
//! items of ACK, CONFIRM and REJECT are views of the event's bytes.
//!
//! ```
//! use bmq_codec::{Body, Split, limits, split_frame};
//! # let mut stream = Vec::new();
//! # stream.extend([0, 0, 0, 0x34, 0x42, 2, 0, 0, 0x10, 0, 0, 0x0b, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1]);
//! # stream.extend([0; 12]);
//! # stream.extend([0x9a, 0x71, 0xbb, 0x4c, 0, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', 3, 3, 3]);
//! let mut rest = &stream[..];
//! while let Split::Frame { frame, rest: behind } = split_frame(rest, &limits::broker())? {
//!     rest = behind;
//!     if let Body::Put(messages) = frame.decode()?.body()? {
//!         for message in messages {
//!             let message = message?;
//!             println!("{:?}: {} bytes", message.guid(), message.payload()?.len());
//!             assert!(message.crc_fault().is_none());
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing
//!
//! [`EventBuilder`] packs messages into an event, in a slice or a growing buffer, in the one form that the official
//! library writes.
//!
//! ```
//! use bmq_codec::{EventBuilder, NewProperty, NewPut, PropertyValue, PutFlags};
//! let mut space = [0; 256];
//! let mut event = EventBuilder::put(bmq_codec::build::SliceBuffer::new(&mut space));
//! event.push(&NewPut {
//!     queue_id: 1,
//!     id: bmq_codec::CorrelationId(42).into(),
//!     flags: PutFlags::ACK_REQUESTED,
//!     properties: &[NewProperty::new("id", PropertyValue::Int32(7))],
//!     payload: b"hello",
//!     ..NewPut::default()
//! })?;
//! let bytes = event.finish();
//! assert_eq!(bmq_codec::Event::decode(bytes).unwrap().event_type(), bmq_codec::EventType::PUT);
//! # Ok::<(), bmq_codec::EncodeError>(())
//! ```
//!
//! # Control
//!
//! CONTROL, AUTHENTICATION and ELECTOR events hold one message of the [`schema`], in BER or JSON: views of the
//! event's bytes too, whichever the encoding. [`SchemaEvent`] reads them, [`build::control_event`] and its like
//! write them; [`interbroker`] has the events between brokers.
//!
//! ```
//! use bmq_codec::schema::{ControlChoice, ControlMessage, OpenQueue, QueueFlags, QueueHandleParameters};
//! use bmq_codec::{Body, EncodingType, Event, build::{Buffer, SliceBuffer, control_event}};
//! let open = OpenQueue {
//!     handle_parameters: QueueHandleParameters {
//!         uri: "bmq://bmq.test.mem.priority/q1".into(),
//!         q_id: 1,
//!         flags: (QueueFlags::WRITE | QueueFlags::ACK).0,
//!         write_count: 1,
//!         ..QueueHandleParameters::default()
//!     },
//! };
//! let mut space = [0; 256];
//! let mut out = SliceBuffer::new(&mut space);
//! control_event(&mut out, EncodingType::BER, &ControlMessage::new(1, open))?;
//!
//! let event = Event::decode(out.written())?;
//! let Body::Control(schema) = event.body()? else { panic!() };
//! let ControlChoice::OpenQueue(open) = schema.control()?.choice else { panic!() };
//! assert_eq!(open.handle_parameters.uri, "bmq://bmq.test.mem.priority/q1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | CRC32-C with the processor's instructions, zlib-rs; everything of `alloc` |
//! | `alloc` | [`FrameDecoder`], building into `Vec` and `BytesMut`, compression (miniz_oxide) |
//! | `arbitrary` | valid events and [`schema`] messages drawn from bytes |
//! | `crc32c` | the `crc32c` crate as the CRC32-C backend |
//! | `small` | nothing: less code for less speed, for WebAssembly: nothing is inlined by force, the decoders of [`schema`] messages are there once, the CRC32-C table has 1 KiB |
//! | `tokio-util` | `tokio_util::codec` for the frame layer |
//!
//! Without features the crate needs no allocator; compressed data then comes out as it was transmitted.
//!
//! # What it does to hostile bytes
//!
//! Any bytes give a clear error with offset, message and field, after the messages in front of them. A length that
//! cannot be right ends the stream ([`FrameError`]); a bad message does not. Nothing panics, recurses, or allocates
//! by a length that was only declared.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing, clippy::panic)
)]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

/// The protocol's short name, as errors show it.
pub const PROTOCOL: &str = "bmq";

mod ack;
pub mod build;
#[cfg(feature = "alloc")]
pub mod compression;
mod confirm;
mod debug;
mod event;
mod features;
#[cfg(feature = "arbitrary")]
pub mod generate;
mod guid;
mod inspect;
pub mod interbroker;
mod items;
mod message;
mod names;
mod options;
mod padding;
pub mod properties;
mod reading;
pub mod schema;
pub mod status;
mod uri;

pub use ack::{AckMessage, Acks};
pub use build::{EventBuilder, NewPush, NewPut};
pub use codec_common::frame::{FrameError, FrameReason, Split};
pub use codec_common::{DecodeError, EncodeError, Limits};
pub use confirm::{ConfirmMessage, Confirms, RejectMessage, Rejects};
#[cfg(feature = "alloc")]
pub use event::FrameDecoder;
pub use event::{
    Body, EncodingType, Event, EventFraming, EventHeader, EventType, RawEvent, SchemaEvent, SchemaMessage,
    limits, split_frame,
};
pub use features::{Feature, Features, FeaturesError, FeaturesErrorKind};
pub use guid::{GuidError, MessageGuid};
pub use items::{Item, Items, ItemsIter};
pub use message::{
    AppData, CompressionAlgorithmType, CorrelationId, Kind, Message, Messages, Push, PushFlags, PushMessage,
    Put, PutFlags, PutMessage, SchemaId,
};
pub use options::{Infos, MessageOption, OptionType, OptionView, Options, Rda, SubQueueInfo, SubQueueInfos};
pub use properties::{NewProperty, Properties, Property, PropertyStyle, PropertyType, PropertyValue};
#[cfg(feature = "alloc")]
pub use reading::{Contents, Reading};
pub use reading::{CrcScope, Dialect, Strictness};
pub use status::AckStatus;
pub use uri::{MAX_QUEUE_NAME, QueueUri, UriError, UriErrorKind};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
