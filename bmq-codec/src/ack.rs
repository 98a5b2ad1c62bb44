//! ACK events (reference 4.1, 4.2).

use crate::event::EventType;
use crate::guid::MessageGuid;
use crate::items::{Item, ItemNames, Items};
use crate::message::CorrelationId;
use crate::names::{ack, ack_message as at};
use crate::status::AckStatus;
use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError, EncodeError, Fault, Inspect, Reader, Rule, Sink, Wire};

/// The acknowledgements of an ACK event.
pub type Acks<'a> = Items<'a, AckMessage>;

/// One acknowledgement: 24 bytes.
///
/// ```text
///        0               1               2               3
/// +-------+-------+---------------+---------------+---------------+
/// |   0   | status|              correlation id (24)              |  0
/// +-------+-------+-----------------------------------------------+
/// |                        GUID (16 bytes)                        |  4
/// +---------------------------------------------------------------+
/// |                            queueId                            |  20
/// +---------------------------------------------------------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AckMessage {
    /// Four bits that are 0; kept.
    pub reserved: u8,
    /// How it went: four bits.
    pub status: AckStatus,
    /// The correlation id of the PUT, 24 bits; 0 for clients that make GUIDs.
    pub correlation_id: CorrelationId,
    /// The GUID of the message; zero in some refusals to clients without GUIDs.
    pub guid: MessageGuid,
    /// The queue, as numbered in `openQueue`.
    pub queue_id: u32,
}

impl AckMessage {
    /// An acknowledgement.
    #[must_use]
    pub const fn new(
        status: AckStatus,
        correlation_id: CorrelationId,
        guid: MessageGuid,
        queue_id: u32,
    ) -> Self {
        Self { reserved: 0, status, correlation_id, guid, queue_id }
    }

    /// The 24 bytes; bits that do not fit their field are dropped, which builders refuse.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 24] {
        let [_, c0, c1, c2] = self.correlation_id.0.to_be_bytes();
        let [g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf] = self.guid.0;
        let [q0, q1, q2, q3] = self.queue_id.to_be_bytes();
        let first = (self.reserved << 4) | (self.status.0 & 0x0F);
        [first, c0, c1, c2, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf, q0, q1, q2, q3]
    }
}

impl Item for AckMessage {
    const NAMES: ItemNames = ItemNames {
        event: EventType::ACK,
        header_words: &ack::HEADER_WORDS,
        per_message_words: &ack::PER_MESSAGE_WORDS,
        message: &ack::MESSAGE,
        whole: &ack::EVENT,
    };

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn from_bytes(bytes: &[u8; 24]) -> Self {
        let &[
            first,
            c0,
            c1,
            c2,
            g0,
            g1,
            g2,
            g3,
            g4,
            g5,
            g6,
            g7,
            g8,
            g9,
            ga,
            gb,
            gc,
            gd,
            ge,
            gf,
            q0,
            q1,
            q2,
            q3,
        ] = bytes;
        Self {
            reserved: first >> 4,
            status: AckStatus(first & 0x0F),
            correlation_id: CorrelationId(u32::from_be_bytes([0, c0, c1, c2])),
            guid: MessageGuid([g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf]),
            queue_id: u32::from_be_bytes([q0, q1, q2, q3]),
        }
    }
}

impl<'a> Wire<'a> for AckMessage {
    const MIN_LEN: usize = 24;
    const FIXED: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        reader.array::<24>(at).map(Self::from_bytes)
    }

    /// Reports a status or reserved bits of more than 4 bits, and a correlation id of more than 24.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, _: At) -> usize {
        if self.status.0 | self.reserved > NIBBLE || self.correlation_id > CorrelationId::MAX {
            wide(self.reserved, self.status, self.correlation_id, fault);
        }
        24
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array(self.to_bytes());
    }
}

/// The most that four bits hold.
const NIBBLE: u8 = 0x0F;

static FOUR_BITS: Rule = Rule("has 4 bits");
static WIDE_ID: Rule = Rule("a correlation id has 24 bits");

/// Reports the first field that does not fit. Of values: a reference would keep the message in memory.
#[cold]
#[inline(never)]
fn wide(reserved: u8, status: AckStatus, id: CorrelationId, fault: &mut Fault) {
    let error = if reserved > NIBBLE {
        EncodeError::bad_value(reserved.into(), &FOUR_BITS, &at::RESERVED)
    } else if status.0 > NIBBLE {
        EncodeError::bad_value(status.0.into(), &FOUR_BITS, &at::STATUS)
    } else {
        EncodeError::bad_value(id.0, &WIDE_ID, &at::CORRELATION_ID)
    };
    fault.report(error);
}

impl<'a> Inspect<'a> for AckMessage {
    fn inspect(reader: &mut Reader<'a>, place: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let start = reader.offset();
        let message = Self::decode(reader, place)?;
        let [one, four, twenty] = [1, 4, 20].map(|n: usize| start.saturating_add(n));
        visitor.enter(place, start, "AckMessage", None);
        visitor.value(&at::STATUS, start..one, Value::Named(message.status.0.into(), message.status.name()));
        visitor.value(&at::CORRELATION_ID, one..four, Value::Unsigned(message.correlation_id.0.into()));
        visitor.value(&at::GUID, four..twenty, Value::Bytes(&message.guid.0));
        visitor.value(&at::QUEUE_ID, twenty..reader.offset(), Value::Unsigned(message.queue_id.into()));
        visitor.leave(reader.offset());
        Ok(())
    }
}
