//! The eight bytes in front of every event.

use crate::names::event_header as at;
use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError, Fault, Field, Inspect, Reader, Rule, Sink, Wire, open_enum};

open_enum! {
    /// Type of an event; six bits, so 63 at most. 16 to 63 are unassigned.
    EventType: u8 {
        /// Negotiation and control messages, in either direction: one schema message.
        CONTROL = 1,
        /// Messages to be queued, from client to broker.
        PUT = 2,
        /// Confirmations of messages received, from client to broker.
        CONFIRM = 3,
        /// Messages delivered, from broker to client.
        PUSH = 4,
        /// Acknowledgements of PUT messages, from broker to client.
        ACK = 5,
        /// A cluster state ledger record, between brokers.
        CLUSTER_STATE = 6,
        /// Leader election, between brokers: one schema message, always in BER.
        ELECTOR = 7,
        /// Storage messages, between brokers.
        STORAGE = 8,
        /// Recovery messages, between brokers.
        RECOVERY = 9,
        /// Storage messages of a partition's synchronisation, between brokers; laid out as STORAGE.
        PARTITION_SYNC = 10,
        /// "Are you there?", from either side; no body.
        HEARTBEAT_REQ = 11,
        /// "I am", in answer; no body.
        HEARTBEAT_RSP = 12,
        /// Rejections of messages received, from client to broker; laid out as CONFIRM.
        REJECT = 13,
        /// A replication receipt, from replica to primary.
        REPLICATION_RECEIPT = 14,
        /// Authentication: one schema message.
        AUTHENTICATION = 15,
    }
}

open_enum! {
    /// Encoding of a schema message: the upper three bits of `typeSpecific` of CONTROL and AUTHENTICATION events.
    EncodingType: u8 {
        /// Basic encoding rules, as the official library writes them.
        BER = 0,
        /// JSON, as the official library writes it.
        JSON = 1,
    }
}

/// EventHeader (reference 1.1).
///
/// ```text
///        0               1               2               3
/// +-+-------------+---------------+---------------+---------------+
/// |F|                          length (31)                        |  0
/// +-+-+-----------+---------------+---------------+---------------+
/// | PV| type (6)  |  headerWords  | typeSpecific  |   reserved    |  4
/// +---+-----------+---------------+---------------+---------------+
/// ```
///
/// `length` counts the whole event in bytes. F is the fragment bit and must be 0. A receiver skips the bytes by
/// which a header is longer than the 8 that it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventHeader {
    /// Bytes of the whole event, this header included: 8 to 2^31 - 1.
    pub length: u32,
    /// Protocol version, two bits: 1.
    pub protocol_version: u8,
    /// What the event holds.
    pub event_type: EventType,
    /// Length of this header in words of 4 bytes: 2.
    pub header_words: u8,
    /// For CONTROL and AUTHENTICATION the encoding in the upper three bits; 0 elsewhere.
    pub type_specific: u8,
    /// 0; ignored by receivers.
    pub reserved: u8,
}

impl EventHeader {
    /// Bytes of the header that current peers write.
    pub const LEN: usize = 8;
    /// The protocol version of current peers.
    pub const PROTOCOL_VERSION: u8 = 1;
    /// `headerWords` of current peers.
    pub const HEADER_WORDS: u8 = 2;
    /// The longest event that `length` can say: 2^31 - 1 bytes.
    pub const MAX_LENGTH: u32 = 0x7FFF_FFFF;

    /// The canonical header of an event of `length` bytes.
    #[inline]
    #[must_use]
    pub const fn new(event_type: EventType, length: u32) -> Self {
        Self {
            length,
            protocol_version: Self::PROTOCOL_VERSION,
            event_type,
            header_words: Self::HEADER_WORDS,
            type_specific: 0,
            reserved: 0,
        }
    }

    /// Reads the fields from their bytes, without any check.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 8]) -> Self {
        let [a, b, c, d, kind, header_words, type_specific, reserved] = bytes;
        Self {
            length: u32::from_be_bytes([a, b, c, d]) & Self::MAX_LENGTH,
            protocol_version: kind >> 6,
            event_type: EventType(kind & 0x3F),
            header_words,
            type_specific,
            reserved,
        }
    }

    /// The eight bytes; bits that do not fit their field are dropped, the fragment bit is 0.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 8] {
        let [a, b, c, d] = (self.length & Self::MAX_LENGTH).to_be_bytes();
        let kind = (self.protocol_version << 6) | (self.event_type.0 & 0x3F);
        [a, b, c, d, kind, self.header_words, self.type_specific, self.reserved]
    }

    /// Length of the header in bytes.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn header_len(&self) -> usize {
        usize::from(self.header_words) << 2
    }

    /// The encoding that `typeSpecific` says; it means something for CONTROL and AUTHENTICATION only.
    #[inline]
    #[must_use]
    pub const fn encoding(&self) -> EncodingType {
        EncodingType(self.type_specific >> 5)
    }

    /// The same header with that encoding, of which the low three bits are kept; builders refuse one without a name.
    #[inline]
    #[must_use]
    pub const fn with_encoding(mut self, encoding: EncodingType) -> Self {
        self.type_specific = encoding.0 << 5;
        self
    }
}

static FRAGMENT: Rule = Rule("the fragment bit must be 0");
static UNDEFINED: Rule = Rule("type 0 is no event");
static SHORT_HEADER: Rule = Rule("a header has at least 2 words");
static LONG_HEADER: Rule = Rule("the header must end inside the event");
static NOT_THE_FRAME: Rule = Rule("must be the length of the event's bytes");

impl EventHeader {
    /// Reads and checks the header of a whole event.
    ///
    /// # Errors
    /// `truncated` for fewer than 8 bytes; `bad_length` when `length` is not that of `event` or the header is
    /// shorter than 2 words or longer than the event; `bad_value` for the fragment bit or type 0.
    #[inline]
    pub fn of_event(event: &[u8]) -> Result<Self, DecodeError> {
        let Some(bytes) = event.first_chunk::<8>() else {
            return Err(DecodeError::truncated(Self::LEN, event.len(), 0, &at::WHOLE));
        };
        let header = Self::from_bytes(*bytes);
        if usize::try_from(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])) != Ok(event.len()) {
            return Err(bad_length(*bytes));
        }
        if header.event_type.0 == 0 {
            return Err(DecodeError::bad_value(0, &UNDEFINED, 4, &at::TYPE));
        }
        if header.header_words < 2 {
            return Err(DecodeError::bad_length(header.header_len(), &SHORT_HEADER, 5, &at::HEADER_WORDS));
        }
        if header.header_len() > event.len() {
            return Err(DecodeError::bad_length(header.header_len(), &LONG_HEADER, 5, &at::HEADER_WORDS));
        }
        Ok(header)
    }
}

#[cold]
fn bad_length(bytes: [u8; 8]) -> DecodeError {
    if bytes[0] & 0x80 != 0 {
        return DecodeError::bad_value(1, &FRAGMENT, 0, &at::LENGTH);
    }
    let length = EventHeader::from_bytes(bytes).length;
    DecodeError::bad_length(usize::try_from(length).unwrap_or(usize::MAX), &NOT_THE_FRAME, 0, &at::LENGTH)
}

impl<'a> Wire<'a> for EventHeader {
    const MIN_LEN: usize = 8;
    const FIXED: bool = true;

    #[inline]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        reader.array::<8>(at).map(|&bytes| Self::from_bytes(bytes))
    }

    #[inline]
    fn measure(&self, _: &mut Fault, _: At) -> usize {
        Self::LEN
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array(self.to_bytes());
    }
}

impl<'a> Inspect<'a> for EventHeader {
    fn inspect(reader: &mut Reader<'a>, _: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let start = reader.offset();
        let header = Self::decode(reader, &at::WHOLE)?;
        let [four, five, six, seven, end] = [4, 5, 6, 7, 8].map(|n: usize| start.saturating_add(n));
        visitor.enter(&at::WHOLE, start, "EventHeader", None);
        visitor.value(&at::LENGTH, start..four, Value::Unsigned(header.length.into()));
        visitor.value(&PROTOCOL_VERSION, four..five, Value::Unsigned(header.protocol_version.into()));
        visitor.value(
            &at::TYPE,
            four..five,
            Value::Named(header.event_type.0.into(), header.event_type.name()),
        );
        visitor.value(&at::HEADER_WORDS, five..six, Value::Unsigned(header.header_words.into()));
        visitor.value(&TYPE_SPECIFIC, six..seven, Value::Unsigned(header.type_specific.into()));
        visitor.value(&RESERVED, seven..end, Value::Unsigned(header.reserved.into()));
        visitor.leave(end);
        Ok(())
    }
}

static PROTOCOL_VERSION: Field = Field::new(crate::PROTOCOL, "EventHeader", "protocolVersion");
static TYPE_SPECIFIC: Field = Field::new(crate::PROTOCOL, "EventHeader", "typeSpecific");
static RESERVED: Field = Field::new(crate::PROTOCOL, "EventHeader", "reserved");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_of_a_heartbeat_is_as_the_reference_has_it() {
        let header = EventHeader::new(EventType::HEARTBEAT_REQ, 8);
        assert_eq!(header.to_bytes(), [0, 0, 0, 8, 0x4B, 2, 0, 0]);
        assert_eq!(EventHeader::of_event(&header.to_bytes()), Ok(header));
    }

    #[test]
    fn the_encoding_is_in_the_upper_bits() {
        let json = EventHeader::new(EventType::CONTROL, 36).with_encoding(EncodingType::JSON);
        assert_eq!(json.to_bytes()[6], 0x20);
        assert_eq!(EventHeader::from_bytes(json.to_bytes()).encoding(), EncodingType::JSON);
    }

    #[test]
    fn every_bad_header_names_its_field() {
        for (bytes, field, reason) in [
            ([0, 0, 0, 9, 0x41, 2, 0, 0], "length", "bad_length"),
            ([0x80, 0, 0, 8, 0x41, 2, 0, 0], "length", "bad_value"),
            ([0, 0, 0, 8, 0x40, 2, 0, 0], "type", "bad_value"),
            ([0, 0, 0, 8, 0x41, 0, 0, 0], "headerWords", "bad_length"),
            ([0, 0, 0, 8, 0x41, 1, 0, 0], "headerWords", "bad_length"),
            ([0, 0, 0, 8, 0x41, 3, 0, 0], "headerWords", "bad_length"),
            ([0, 0, 0, 8, 0x41, 255, 0, 0], "headerWords", "bad_length"),
        ] {
            let error = EventHeader::of_event(&bytes).unwrap_err();
            assert_eq!((error.field(), error.reason().name()), (field, reason), "{error}");
        }
        assert_eq!(EventHeader::of_event(&[0, 0, 0]).unwrap_err().reason().name(), "truncated");
    }
}
