//! Events that hold one schema message: CONTROL, AUTHENTICATION, ELECTOR.

use super::{EncodingType, Event, EventType};
use crate::names::schema_event as at;
use codec_common::padding::{strip_word, word_padding};
use codec_common::{DecodeError, Reason, Rule};
use core::fmt;

static UNKNOWN_ENCODING: Rule = Rule("the encoding is 0 (BER) or 1 (JSON)");

/// The body of an event that holds one schema message (reference 7.1): the encoded message and its word padding.
///
/// `Debug` shows lengths only: an authentication message holds credentials.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SchemaEvent<'a> {
    encoding: EncodingType,
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
        Ok(Self { encoding, body, padding, offset })
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
        let end = self.offset.saturating_add(self.body.len());
        match self.padding.last() {
            // A shorter padding of like bytes would end beside a word's boundary.
            Some(_) if self.padding == word_padding(self.body.len()) => None,
            Some(last) => Some(DecodeError::new(Reason::Padding { value: *last }, end, &at::PADDING)),
            None => {
                let value = self.body.last().copied().unwrap_or_default();
                Some(DecodeError::new(Reason::Padding { value }, end, &at::PADDING))
            }
        }
    }

    /// True when such an event carries credentials.
    #[must_use]
    pub fn is_secret(event_type: EventType) -> bool {
        event_type == EventType::AUTHENTICATION
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
