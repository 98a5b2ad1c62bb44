//! Reading one message, and what its framing may break.

use super::{Kind, Message, words};
use crate::Strictness;
use codec_common::{DecodeError, Reason, Rule};
use core::marker::PhantomData;

static HEADER_SHORT: Rule = Rule("a header has at least 2 words");
static HEADER_LONG: Rule = Rule("the header must end inside the message");
static NO_WORDS: Rule = Rule("a message has at least 1 word");
static MESSAGE_LONG: Rule = Rule("the message must end inside the event");
static OPTIONS_LONG: Rule = Rule("the options must end inside the message");
static APP_DATA_EMPTY: Rule = Rule("application data must not be empty");
static SCHEMA_ALONE: Rule = Rule("a schema id needs the properties flag");
static UNKNOWN_CAT: Rule = Rule("compression is 0 (none) or 1 (zlib)");

impl<'a, K: Kind> Message<'a, K> {
    /// The shortest header: flags, lengths, compression.
    const MIN_HEADER: usize = 8;

    /// Reads the message at the front of `rest`, whose offset in the event is `offset`.
    ///
    /// The checks are those of the official iterators, in their order (reference 2.5), and those that it lacks:
    /// header, options and application data must follow each other inside the message.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(super) fn decode(rest: &'a [u8], offset: usize, strictness: Strictness) -> Result<Self, DecodeError> {
        let at = K::names();
        let Some(&[a, b, c, d, e, f, g, h]) = rest.first_chunk::<8>() else {
            return Err(DecodeError::truncated(Self::MIN_HEADER, rest.len(), offset, at.whole));
        };
        let first = u32::from_be_bytes([a, b, c, d]);
        let second = u32::from_be_bytes([e, f, g, h]);
        let message_len = words(first & 0x0FFF_FFFF);
        let header_len = words(second & 0x1F);
        let app_start = header_len.wrapping_add(words(second >> 8));
        // One branch for all that is right nearly always; the cold path says what is wrong.
        let Some(bytes) = rest.get(..message_len) else {
            return Err(Self::refuse(rest, first, second, offset));
        };
        if header_len < Self::MIN_HEADER || app_start > message_len || message_len == 0 {
            return Err(Self::refuse(rest, first, second, offset));
        }
        let mut message = Self { bytes, offset, first, second, padding: 0, strictness, kind: PhantomData };
        let last = bytes.last().copied().unwrap_or_default();
        let app_end = message_len.wrapping_sub(usize::from(last));
        let plain = second & 0xC0 == 0 && (first & K::PROPERTIES != 0 || message.schema_id().0 == 0);
        message.padding = if (1..=4).contains(&last) && app_end > app_start && plain && !K::is_implicit(first)
        {
            last
        } else {
            // By value, as all that goes to cold code: a reference would keep the message in memory.
            message.odd_padding()?
        };
        Ok(message)
    }

    /// What the straight path does not take: implicit payloads, and what lenient reading lets pass. Gives the length
    /// of the padding.
    #[cold]
    #[inline(never)]
    fn odd_padding(self) -> Result<u8, DecodeError> {
        let lenient = self.strictness == Strictness::Lenient;
        if self.schema_alone() && !lenient {
            return Err(self.schema_alone_fault());
        }
        if self.is_implicit() {
            // No application data: how it is compressed says nothing, and whatever follows the options is padding
            // that must not be read.
            return Ok(0);
        }
        let area = self.app_area_len();
        let last = self.bytes.last().copied().unwrap_or_default();
        let padding = if (1..=4).contains(&last) && usize::from(last) <= area {
            last
        } else if lenient {
            0
        } else {
            return Err(self.padding_fault());
        };
        if usize::from(padding) == area && !lenient {
            return Err(self.empty_fault());
        }
        if self.compression().name().is_none() {
            let offset = self.offset.saturating_add(7);
            return Err(DecodeError::bad_value(
                self.compression().0.into(),
                &UNKNOWN_CAT,
                offset,
                K::names().cat,
            ));
        }
        Ok(padding)
    }

    #[cold]
    #[inline(never)]
    fn refuse(rest: &[u8], first: u32, second: u32, offset: usize) -> DecodeError {
        let at = K::names();
        let message_len = words(first & 0x0FFF_FFFF);
        let header_len = words(second & 0x1F);
        if header_len < Self::MIN_HEADER {
            return DecodeError::bad_length(
                header_len,
                &HEADER_SHORT,
                offset.saturating_add(7),
                at.header_words,
            );
        }
        if message_len == 0 {
            return DecodeError::bad_length(0, &NO_WORDS, offset, at.message_words);
        }
        if message_len > rest.len() {
            return DecodeError::bad_length(message_len, &MESSAGE_LONG, offset, at.message_words);
        }
        if header_len > message_len {
            return DecodeError::bad_length(
                header_len,
                &HEADER_LONG,
                offset.saturating_add(7),
                at.header_words,
            );
        }
        DecodeError::bad_length(words(second >> 8), &OPTIONS_LONG, offset.saturating_add(4), at.options_words)
    }

    pub(super) fn app_area_len(&self) -> usize {
        self.bytes.len().saturating_sub(self.app_start())
    }

    pub(super) fn schema_alone(&self) -> bool {
        !self.has_properties() && self.schema_id().0 != 0
    }

    pub(super) fn schema_alone_fault(&self) -> DecodeError {
        let offset = self.offset.saturating_add(K::SCHEMA_OFFSET);
        DecodeError::bad_value(self.schema_id().0.into(), &SCHEMA_ALONE, offset, K::names().schema_id)
    }

    pub(super) fn padding_fault(&self) -> DecodeError {
        let value = match self.app_area_len() {
            0 => 0,
            _ => self.bytes.last().copied().unwrap_or_default(),
        };
        let end = self.offset.saturating_add(self.bytes.len());
        DecodeError::new(Reason::Padding { value }, end.saturating_sub(1), K::names().app_data)
    }

    pub(super) fn empty_fault(&self) -> DecodeError {
        let offset = self.offset.saturating_add(self.app_start());
        DecodeError::bad_length(0, &APP_DATA_EMPTY, offset, K::names().app_data)
    }
}

#[cfg(test)]
mod tests {
    use crate::{PushMessage, Strictness};

    const LENIENT: Strictness = Strictness::Lenient;
    const OFFICIAL: Strictness = Strictness::Official;

    /// A PUSH of 9 words: flags, compression, schema id and the last word.
    fn push(flags: u8, cat: u8, schema: u8, last: [u8; 4]) -> [u8; 36] {
        let mut bytes = [0; 36];
        (bytes[0], bytes[3], bytes[7], bytes[29]) = (flags << 4, 9, cat << 5 | 8, schema);
        bytes[32..].copy_from_slice(&last);
        bytes
    }

    fn read(bytes: &[u8], strictness: Strictness) -> Result<u8, &'static str> {
        let message = PushMessage::decode(bytes, 0, strictness);
        message.map(|message| message.compression().0).map_err(|error| error.field())
    }

    /// Reference 3.2: an implicit payload is neither unpadded nor inflated (checks 8 to 12 of 2.5).
    #[test]
    fn compression_of_an_implicit_payload_is_not_looked_at() {
        for strictness in [OFFICIAL, LENIENT] {
            for cat in 0..=7 {
                assert_eq!(read(&push(1, cat, 0, [0; 4]), strictness), Ok(cat));
            }
        }
        assert_eq!(read(&push(1, 2, 1, [0; 4]), OFFICIAL), Err("schemaId"));
    }

    /// Reference 2.5: 7 schema id without properties, 8 padding, 9 empty application data, 10 compression.
    #[test]
    fn the_first_check_that_fails_is_told() {
        let table = [
            (push(0, 2, 1, [0; 4]), "schemaId", 0),
            (push(0, 2, 0, [b'd', b'a', b't', 5]), "applicationData", 35),
            (push(0, 2, 0, [4; 4]), "applicationData", 32),
            (push(0, 2, 0, [b'd', b'a', b't', 1]), "compressionAlgorithmType", 7),
        ];
        for (bytes, field, offset) in table {
            let error = PushMessage::decode(&bytes, 0, OFFICIAL).unwrap_err();
            assert_eq!(error.field(), field);
            assert!(offset == 0 || error.offset() == offset, "{error}");
            // Leniently only what it is compressed with stands in the way.
            assert_eq!(read(&bytes, LENIENT), Err("compressionAlgorithmType"));
        }
    }
}
