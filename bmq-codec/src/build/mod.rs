//! Building events: the one form that the official library writes, refusing what it would refuse.
//!
//! Builders append to a [`Buffer`]: a slice ([`SliceBuffer`]), a `Vec<u8>` or a `BytesMut`. A message that is
//! refused leaves the buffer as it was.

mod event;
mod interbroker;
mod items;
mod message;
mod options;

pub use codec_common::{Buffer, SliceBuffer};
pub use event::{
    HEARTBEAT_REQ, HEARTBEAT_RSP, authentication_event, control_event, elector_event, message_event,
    negotiation_event, schema_event,
};
pub use interbroker::{
    NewRecord, RecordKind, RecordsBuilder, Recovery, RecoveryBuilder, Storage, StorageBuilder,
    cluster_state_event, replication_receipt_event,
};
pub use items::ItemsBuilder;
pub use message::{EventBuilder, NewPush, NewPut};
