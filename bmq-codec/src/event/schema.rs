//! Events that hold one schema message: CONTROL, AUTHENTICATION, ELECTOR.

use super::{EncodingType, Event, EventType};
use crate::names::schema_event as at;
use crate::padding;
use crate::schema::trace::{Listener, Place, Trace, nobody};
use crate::schema::{
    AuthenticationMessage, ControlKind, ControlMessage, ElectorMessage, NegotiationMessage, Schema, Style,
    decode_ber, decode_json,
};
use codec_common::inspect::Visitor;
use codec_common::padding::strip_word;
use codec_common::{DecodeError, Limits, Rule};
use core::fmt;

static UNKNOWN_ENCODING: Rule = Rule("the encoding is 0 (BER) or 1 (JSON)");

/// The body of an event that holds one schema message (reference 7.1): the encoded message and its word padding.
///
/// ```
/// use bmq_codec::{Body, Event, schema::{ControlChoice, ControlMessage}};
/// let bytes = b"\0\0\0\x24\x41\x02\x20\0{\"rId\":4,\"disconnect\":{}}\x03\x03\x03";
/// let Body::Control(schema) = Event::decode(bytes)?.body()? else { panic!() };
/// let message = schema.control()?;
/// assert_eq!(message.r_id, Some(4));
/// assert!(matches!(message.choice, ControlChoice::Disconnect(_)));
/// # Ok::<(), bmq_codec::DecodeError>(())
/// ```
///
/// `Debug` shows lengths only: an authentication message holds credentials.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SchemaEvent<'a> {
    event_type: EventType,
    encoding: EncodingType,
    /// Message and padding.
    bytes: &'a [u8],
    body: &'a [u8],
    padding: &'a [u8],
    offset: usize,
}

impl fmt::Debug for SchemaEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaEvent")
            .field("encoding", &self.encoding)
            .field("body_len", &self.body.len())
            .finish_non_exhaustive()
    }
}

impl<'a> SchemaEvent<'a> {
    /// Takes the padding off. The official decoder stops at the end of the encoded value and does not look at the
    /// padding, and a Java peer may leave it out: bytes whose last one is no padding are all message.
    pub(super) fn decode(event: &Event<'a>, encoding: EncodingType) -> Result<Self, DecodeError> {
        if encoding.name().is_none() {
            return Err(DecodeError::bad_value(encoding.0.into(), &UNKNOWN_ENCODING, 6, &at::ENCODING));
        }
        let (bytes, offset) = (event.body_bytes(), event.body_offset());
        if bytes.is_empty() {
            return Err(DecodeError::truncated(1, 0, offset, &at::BODY));
        }
        let (body, padding) = match strip_word(bytes) {
            Ok(stripped) => (stripped.data, stripped.padding),
            Err(_) => (bytes, &[][..]),
        };
        Ok(Self { event_type: event.event_type(), encoding, bytes, body, padding, offset })
    }

    /// The event's type: CONTROL, AUTHENTICATION or ELECTOR.
    #[inline]
    #[must_use]
    pub const fn event_type(&self) -> EventType {
        self.event_type
    }

    /// How the message is encoded; always BER in an ELECTOR event.
    #[inline]
    #[must_use]
    pub const fn encoding(&self) -> EncodingType {
        self.encoding
    }

    /// The encoded message.
    #[inline]
    #[must_use]
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }

    /// Offset of the message in the event.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The padding: 1 to 4 bytes; none where the last byte is no padding.
    #[inline]
    #[must_use]
    pub const fn padding(&self) -> &'a [u8] {
        self.padding
    }

    /// The padding that a canonical event would not have, as a finding.
    #[must_use]
    pub fn padding_fault(&self) -> Option<DecodeError> {
        padding::fault(self.body, self.padding, self.offset, &at::PADDING)
    }

    /// True when such an event carries credentials.
    fn is_secret(event_type: EventType) -> bool {
        event_type == EventType::AUTHENTICATION
    }

    /// The message as an `M`, with other limits than the default ones.
    ///
    /// # Errors
    /// What the message breaks; offsets count from the start of the event.
    pub fn read<M: Schema<'a>>(&self, limits: &Limits) -> Result<M, DecodeError> {
        self.traced(limits, nobody())
    }

    /// The message of a CONTROL event behind the first one.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    #[inline]
    pub fn control(&self) -> Result<ControlMessage<'a>, DecodeError> {
        self.read(&Limits::default())
    }

    /// The message of the first CONTROL event in each direction of a connection.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    #[inline]
    pub fn negotiation(&self) -> Result<NegotiationMessage<'a>, DecodeError> {
        self.read(&Limits::default())
    }

    /// The message of an AUTHENTICATION event.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    #[inline]
    pub fn authentication(&self) -> Result<AuthenticationMessage<'a>, DecodeError> {
        self.read(&Limits::default())
    }

    /// The message of an ELECTOR event.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    #[inline]
    pub fn elector(&self) -> Result<ElectorMessage, DecodeError> {
        self.read(&Limits::default())
    }

    /// The message by the event's type, and for CONTROL by what the message begins with
    /// ([`ControlKind::detect`]). For inspectors: a peer knows which of the two it expects.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn message(&self) -> Result<SchemaMessage<'a>, DecodeError> {
        self.message_traced(&Limits::default(), nobody())
    }

    /// As [`read`](Self::read); `found` is told of what [`message_with_findings`](Self::message_with_findings) tells.
    ///
    /// ```
    /// use bmq_codec::{Body, Event, Limits, schema::ControlMessage};
    /// let bytes = b"\0\0\0\x28\x41\x02\x20\0{\"rId\":\"4\",\"disconnect\":{}}<\x04\x04\x04\x04";
    /// let Body::Control(schema) = Event::decode(bytes)?.body()? else { panic!() };
    /// let mut found = Vec::new();
    /// let limits = Limits::default().with_max_depth(4);
    /// let message: ControlMessage = schema.read_with_findings(&limits, &mut |finding| found.push(finding))?;
    /// assert_eq!(message.r_id, Some(4));
    /// assert_eq!(found[0].to_string(), "bmq ControlMessage.rId at byte 15: a number is not written in quotes");
    /// assert_eq!(found[1].to_string(), "bmq SchemaEvent.trailing at byte 35: 1 bytes left over");
    /// # Ok::<(), bmq_codec::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn read_with_findings<M: Schema<'a>>(
        &self,
        limits: &Limits,
        found: &mut dyn FnMut(DecodeError),
    ) -> Result<M, DecodeError> {
        self.traced(limits, Listener::Findings { found, place: self.place() })
    }

    /// Where the message should end.
    const fn place(&self) -> Place<'a> {
        Place { bytes: self.body, offset: self.offset, at: &at::TRAILING }
    }

    /// What is read, though no official writer writes it: unknown members, numbers that are not minimal or stand
    /// in quotes, truth values above 1, bytes between the message and its padding. Gives the message.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn message_with_findings(
        &self,
        found: &mut dyn FnMut(DecodeError),
    ) -> Result<SchemaMessage<'a>, DecodeError> {
        self.message_traced(&Limits::default(), Listener::Findings { found, place: self.place() })
    }

    /// Walks the message's members.
    ///
    /// # Errors
    /// Those of [`read`](Self::read); the members in front of it have been visited.
    pub(crate) fn inspect(&self, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let secret = Self::is_secret(self.event_type);
        let trace = Listener::Visit { visitor, secret, place: self.place() };
        self.message_traced(&Limits::default(), trace).map(|_| ())
    }

    fn message_traced<T: Trace>(&self, limits: &Limits, trace: T) -> Result<SchemaMessage<'a>, DecodeError> {
        match self.event_type {
            EventType::AUTHENTICATION => self.traced(limits, trace).map(SchemaMessage::Authentication),
            EventType::ELECTOR => self.traced(limits, trace).map(SchemaMessage::Elector),
            _ => match ControlKind::detect(self.encoding, self.bytes) {
                ControlKind::Negotiation => self.traced(limits, trace).map(SchemaMessage::Negotiation),
                ControlKind::Control => self.traced(limits, trace).map(SchemaMessage::Control),
            },
        }
    }

    /// BER ends by itself; JSON that lacks its end must not find it in the padding's place.
    fn traced<M: Schema<'a>, T: Trace>(&self, limits: &Limits, trace: T) -> Result<M, DecodeError> {
        match self.encoding {
            EncodingType::JSON => decode_json(self.body, self.offset, Style::Wire, limits, trace),
            _ => decode_ber(self.bytes, self.offset, limits, trace),
        }
    }
}

/// Any message of the schema that an event holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SchemaMessage<'a> {
    /// Of a CONTROL event, the first in its direction.
    Negotiation(NegotiationMessage<'a>),
    /// Of another CONTROL event.
    Control(ControlMessage<'a>),
    /// Of an AUTHENTICATION event.
    Authentication(AuthenticationMessage<'a>),
    /// Of an ELECTOR event.
    Elector(ElectorMessage),
}

/// Does the same with each kind of message.
macro_rules! each {
    ($self:expr, $message:ident => $do:expr) => {
        match $self {
            SchemaMessage::Negotiation($message) => $do,
            SchemaMessage::Control($message) => $do,
            SchemaMessage::Authentication($message) => $do,
            SchemaMessage::Elector($message) => $do,
        }
    };
}

impl SchemaMessage<'_> {
    /// The type of the events that hold such a message.
    #[must_use]
    pub const fn event_type(&self) -> EventType {
        match self {
            Self::Negotiation(_) | Self::Control(_) => EventType::CONTROL,
            Self::Authentication(_) => EventType::AUTHENTICATION,
            Self::Elector(_) => EventType::ELECTOR,
        }
    }

    /// Appends the event that holds it; see [`build::control_event`](crate::build::control_event).
    ///
    /// # Errors
    /// Those of [`build::message_event`](crate::build::message_event).
    pub fn build(
        &self,
        buffer: &mut impl codec_common::Buffer,
        encoding: EncodingType,
    ) -> Result<(), codec_common::EncodeError> {
        each!(self, message => crate::build::message_event(buffer, self.event_type(), encoding, message))
    }

    /// As JSON in an inspector's style.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_json_styled(&self, style: Style) -> alloc::vec::Vec<u8> {
        each!(self, message => message.to_json_styled(style))
    }

    /// What is not as the schema, or the official broker, would have it; see [`Schema::validate`].
    pub fn validate(&self, found: impl FnMut(crate::schema::Finding)) {
        each!(self, message => Schema::validate(message, found));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Body, Event};
    use std::vec::Vec;

    fn fault(body: &[u8]) -> Option<u8> {
        let mut bytes: Vec<u8> = [0, 0, 0, 8, 0x41, 2, 0x20, 0].into();
        bytes.extend(body);
        bytes[3] += u8::try_from(body.len()).unwrap();
        let Body::Control(schema) = Event::decode(&bytes).unwrap().body().unwrap() else { panic!() };
        schema.padding_fault().map(|error| {
            assert_eq!(error.reason().name(), "padding");
            schema.padding().len().try_into().unwrap()
        })
    }

    #[test]
    fn padding_that_the_writer_would_not_make_is_told() {
        assert_eq!(fault(b"{}\x02\x02"), None);
        assert_eq!(fault(b"{\"a\"}\x03\x03\x03"), None);
        assert_eq!(fault(b"{}\x07\x02"), Some(2));
        assert_eq!(fault(b"{}"), Some(0));
        // Like bytes, but not up to the word's end; found by fuzzing.
        assert_eq!(fault(b"{}\x01"), Some(1));
        assert_eq!(fault(b"{}\x01\x01"), None);
    }
}
