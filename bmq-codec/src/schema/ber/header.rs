//! Identifier and length octets.

use codec_common::{At, DecodeError, Reader, Rule};

/// The length of an element's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    Definite(usize),
    Indefinite,
}

/// The identifier and length of an element.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Offset of the identifier.
    pub(crate) start: usize,
    /// The first octet: class, form, and a number below 31.
    pub(crate) identifier: u8,
    /// The tag number.
    pub(crate) number: u32,
    pub(crate) length: Length,
}

pub(crate) static LONG_TAG: Rule = Rule("a tag number has at most 4 octets");
pub(crate) static LONG_LENGTH: Rule = Rule("a length has at most 4 octets and 31 bits");

impl Header {
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn decode(reader: &mut Reader<'_>, at: At) -> Result<Self, DecodeError> {
        let start = reader.offset();
        // Nearly all elements have one octet of each.
        let [identifier, length] = *reader.array::<2>(at)?;
        if identifier & 0x1F == 0x1F || (length & 0x80 != 0 && length != 0x80) {
            return Self::long(reader, identifier, length, start, at);
        }
        let length = if length == 0x80 { Length::Indefinite } else { Length::Definite(usize::from(length)) };
        Ok(Self { start, identifier, number: u32::from(identifier & 0x1F), length })
    }

    /// The forms that no official writer writes, and lengths of 128 and more.
    #[cold]
    #[inline(never)]
    fn long(
        reader: &mut Reader<'_>,
        identifier: u8,
        second: u8,
        start: usize,
        at: At,
    ) -> Result<Self, DecodeError> {
        let mut number = u32::from(identifier & 0x1F);
        let mut length = second;
        if number == 0x1F {
            let mut octet = second;
            number = u32::from(octet & 0x7F);
            while octet & 0x80 != 0 {
                if number >> 21 != 0 || reader.offset() >= start.saturating_add(5) {
                    return Err(DecodeError::bad_value(number, &LONG_TAG, start, at));
                }
                octet = reader.u8(at)?;
                number = number << 7 | u32::from(octet & 0x7F);
            }
            length = reader.u8(at)?;
        }
        let length = match length {
            0x80 => Length::Indefinite,
            short @ 0..=0x7F => Length::Definite(usize::from(short)),
            long => Length::Definite(long_length(reader, long & 0x7F, at)?),
        };
        Ok(Self { start, identifier, number, length })
    }

    /// True for a member of a sequence or a selection of a choice.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn is_member(&self) -> bool {
        self.identifier & 0xC0 == 0x80
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn is_constructed(&self) -> bool {
        self.identifier & 0x20 != 0
    }
}

fn long_length(reader: &mut Reader<'_>, octets: u8, at: At) -> Result<usize, DecodeError> {
    let offset = reader.offset().saturating_sub(1);
    let refused = |length| Err(DecodeError::bad_length(length, &LONG_LENGTH, offset, at));
    if octets > 4 {
        return refused(usize::MAX);
    }
    let mut length = 0u32;
    for _ in 0..octets {
        length = length << 8 | u32::from(reader.u8(at)?);
    }
    match usize::try_from(length) {
        Ok(length) if length <= 0x7FFF_FFFF => Ok(length),
        _ => refused(usize::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static FIELD: codec_common::Field = codec_common::Field::new("test", "Thing", "field");

    fn header(bytes: &[u8]) -> Result<(u8, u32, Length, usize), &'static str> {
        let mut reader = Reader::new(bytes);
        Header::decode(&mut reader, &FIELD)
            .map(|header| (header.identifier, header.number, header.length, reader.remaining()))
            .map_err(|error| error.reason().name())
    }

    #[test]
    fn every_form_of_identifier_and_length_is_read() {
        use Length::{Definite, Indefinite};
        assert_eq!(header(&[0x30, 0x80]), Ok((0x30, 16, Indefinite, 0)));
        assert_eq!(header(&[0x9E, 0x7F]), Ok((0x9E, 30, Definite(127), 0)));
        assert_eq!(header(&[0x82, 0x81, 0x80]), Ok((0x82, 2, Definite(128), 0)));
        assert_eq!(header(&[0x82, 0x84, 0, 0, 1, 0, 9]), Ok((0x82, 2, Definite(256), 1)));
        assert_eq!(header(&[0x82, 0x84, 0x7F, 255, 255, 255]), Ok((0x82, 2, Definite(0x7FFF_FFFF), 0)));
        assert_eq!(header(&[0x9F, 0x7F, 0x01]), Ok((0x9F, 127, Definite(1), 0)));
        assert_eq!(header(&[0xBF, 0x81, 0x00, 0x80]), Ok((0xBF, 128, Indefinite, 0)));
        assert_eq!(
            header(&[0xBF, 0x81, 0x81, 0x81, 0, 0]),
            Ok((0xBF, 1 << 21 | 1 << 14 | 1 << 7, Definite(0), 0))
        );
    }

    #[test]
    fn what_is_too_long_or_too_short_is_refused() {
        assert_eq!(header(&[0x82, 0x84, 0x80, 0, 0, 0]), Err("bad_length"));
        assert_eq!(header(&[0x82, 0x84, 255, 255, 255, 255]), Err("bad_length"));
        assert_eq!(header(&[0x82, 0x85, 0, 0, 0, 0, 1]), Err("bad_length"));
        assert_eq!(header(&[0x82, 0xFF]), Err("bad_length"));
        assert_eq!(header(&[0x9F, 0x81, 0x81, 0x81, 0x81, 0]), Err("bad_value"));
        for bytes in [&[][..], &[0x30], &[0x9F, 0x81], &[0x9F, 0x01], &[0x82, 0x82, 1]] {
            assert_eq!(header(bytes), Err("truncated"), "{bytes:?}");
        }
    }
}
