//! Events: what a stream consists of.

mod frame;
mod header;
mod schema;

#[cfg(feature = "alloc")]
pub use frame::FrameDecoder;
pub use frame::{EventFraming, RawEvent, limits, split_frame};
pub use header::{EncodingType, EventHeader, EventType};
pub use schema::{SchemaEvent, SchemaMessage};

use crate::Strictness;
use crate::ack::Acks;
use crate::confirm::{Confirms, Rejects};
use crate::interbroker::{ClusterStateRecord, RecoveryMessages, ReplicationReceipt, StorageMessages};
use crate::message::{Messages, Push, Put};
use codec_common::DecodeError;
use core::fmt;

/// One event: its header and its bytes.
///
/// ```
/// use bmq_codec::{Body, Event};
/// let event = Event::decode(&[0, 0, 0, 8, 0x4B, 2, 0, 0])?;
/// assert!(matches!(event.body()?, Body::HeartbeatReq));
/// # Ok::<(), bmq_codec::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Event<'a> {
    bytes: &'a [u8],
    header: EventHeader,
}

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("header", &self.header).finish_non_exhaustive()
    }
}

impl<'a> Event<'a> {
    /// Reads the header of one whole event.
    ///
    /// # Errors
    /// `truncated` for fewer than 8 bytes; `bad_length` when `length` is not that of `bytes` or the header is
    /// shorter than 2 words or longer than the event; `bad_value` for the fragment bit or type 0.
    #[inline]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let header = EventHeader::of_event(bytes)?;
        Ok(Self { bytes, header })
    }

    /// All bytes of the event: what encodes it again.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The header.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn header(&self) -> &EventHeader {
        &self.header
    }

    /// What the event holds.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn event_type(&self) -> EventType {
        self.header.event_type
    }

    /// Offset of the body: the header's length.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn body_offset(&self) -> usize {
        self.header.header_len()
    }

    /// The bytes behind the header.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn body_bytes(&self) -> &'a [u8] {
        self.bytes.get(self.body_offset()..).unwrap_or_default()
    }

    /// The body by type, read as strictly as the official library reads it.
    ///
    /// # Errors
    /// What is wrong in front of the messages; a bad message comes from the iterator that holds it.
    #[inline]
    pub fn body(&self) -> Result<Body<'a>, DecodeError> {
        self.body_with(Strictness::Official)
    }

    /// The body by type.
    ///
    /// # Errors
    /// What is wrong in front of the messages; a bad message comes from the iterator that holds it.
    pub fn body_with(&self, strictness: Strictness) -> Result<Body<'a>, DecodeError> {
        let (bytes, offset) = (self.body_bytes(), self.body_offset());
        Ok(match self.header.event_type {
            EventType::CONTROL => Body::Control(SchemaEvent::decode(self, self.header.encoding())?),
            EventType::PUT => Body::Put(Messages::new(bytes, offset, strictness)),
            EventType::CONFIRM => Body::Confirm(Confirms::decode(bytes, offset)?),
            EventType::PUSH => Body::Push(Messages::new(bytes, offset, strictness)),
            EventType::ACK => Body::Ack(Acks::decode(bytes, offset)?),
            EventType::CLUSTER_STATE => Body::ClusterState(ClusterStateRecord::decode(bytes, offset)?),
            EventType::ELECTOR => Body::Elector(SchemaEvent::decode(self, EncodingType::BER)?),
            EventType::STORAGE => Body::Storage(StorageMessages::new(bytes, offset, strictness)),
            EventType::RECOVERY => Body::Recovery(RecoveryMessages::new(bytes, offset, strictness)),
            EventType::PARTITION_SYNC => Body::PartitionSync(StorageMessages::new(bytes, offset, strictness)),
            EventType::HEARTBEAT_REQ => Body::HeartbeatReq,
            EventType::HEARTBEAT_RSP => Body::HeartbeatRsp,
            EventType::REJECT => Body::Reject(Rejects::decode(bytes, offset)?),
            EventType::REPLICATION_RECEIPT => {
                Body::ReplicationReceipt(ReplicationReceipt::decode(bytes, offset)?)
            }
            EventType::AUTHENTICATION => {
                Body::Authentication(SchemaEvent::decode(self, self.header.encoding())?)
            }
            _ => Body::Unknown(bytes),
        })
    }
}

/// What an event holds, by type.
#[derive(Clone)]
#[non_exhaustive]
pub enum Body<'a> {
    /// A negotiation or control message.
    Control(SchemaEvent<'a>),
    /// Messages to be queued.
    Put(Messages<'a, Put>),
    /// Confirmations.
    Confirm(Confirms<'a>),
    /// Messages delivered.
    Push(Messages<'a, Push>),
    /// Acknowledgements.
    Ack(Acks<'a>),
    /// A ledger record.
    ClusterState(ClusterStateRecord<'a>),
    /// An election message.
    Elector(SchemaEvent<'a>),
    /// Storage messages.
    Storage(StorageMessages<'a>),
    /// Recovery messages.
    Recovery(RecoveryMessages<'a>),
    /// Storage messages of a synchronisation.
    PartitionSync(StorageMessages<'a>),
    /// A heartbeat request.
    HeartbeatReq,
    /// The answer to one.
    HeartbeatRsp,
    /// Rejections.
    Reject(Rejects<'a>),
    /// A replication receipt.
    ReplicationReceipt(ReplicationReceipt),
    /// An authentication message.
    Authentication(SchemaEvent<'a>),
    /// An event of a type that is not assigned, as it came.
    Unknown(&'a [u8]),
}
