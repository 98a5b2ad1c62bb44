//! Building events: the one form that the official library writes, refusing what it would refuse.
//!
//! Builders append to a [`Buffer`]: a slice ([`SliceBuffer`]), a `Vec<u8>` or a `BytesMut`. A message that is
//! refused leaves the buffer as it was.

mod event;
mod items;
mod message;
mod options;

pub use codec_common::{Buffer, SliceBuffer};
pub use event::{HEARTBEAT_REQ, HEARTBEAT_RSP, schema_event};
pub use items::ItemsBuilder;
pub use message::{EventBuilder, NewPush, NewPut};
