//! Two's complement of as few octets as will do.

use codec_common::{DecodeError, Rule};

/// The octets of a number, in front of which nothing is left to take away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    octets: [u8; 9],
    len: usize,
}

impl Contents {
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn new(number: i128) -> Self {
        // Nine octets hold every number of 64 bits with its sign.
        let [_, _, _, _, _, _, _, octets @ ..] = number.to_be_bytes();
        Self { octets, len: integer_len(number) }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.octets.get(9usize.wrapping_sub(self.len)..).unwrap_or_default()
    }
}

/// How many octets `number` takes: 1 to 9 for the numbers of 64 bits.
#[cfg_attr(not(feature = "small"), inline(always))]
#[expect(clippy::as_conversions, reason = "a count of bits")]
pub(crate) const fn integer_len(number: i128) -> usize {
    // The bits that differ from the sign, and the sign.
    let bits = 128u32.wrapping_sub((number ^ (number >> 127)).leading_zeros());
    (bits >> 3).wrapping_add(1) as usize
}

pub(crate) static EMPTY: Rule = Rule("a number has at least 1 octet");
pub(crate) static WIDE: Rule = Rule("more octets than the type has");

/// The number that `octets` are, of at most `max` octets of the type; an unsigned one may have a zero more.
/// Signed or not, fewer octets are extended by their first bit, as the official decoder does.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn decode(octets: &[u8], max: usize, signed: bool) -> Result<u64, &'static Rule> {
    let octets = match octets {
        [] => return Err(&EMPTY),
        [0, rest @ ..] if !signed && rest.len() == max => rest,
        octets if octets.len() > max => return Err(&WIDE),
        octets => octets,
    };
    let negative = octets.first().is_some_and(|first| first & 0x80 != 0);
    let sign = if negative { u64::MAX } else { 0 };
    Ok(octets.iter().fold(sign, |number, octet| number << 8 | u64::from(*octet)))
}

/// The error for `rule`.
#[cold]
pub(crate) fn refused(rule: &'static Rule, len: usize, offset: usize, at: codec_common::At) -> DecodeError {
    DecodeError::bad_length(len, rule, offset, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_as_few_octets_as_will_do() {
        for (number, octets) in [
            (0i128, &[0][..]),
            (-1, &[0xFF]),
            (127, &[0x7F]),
            (128, &[0, 0x80]),
            (-128, &[0x80]),
            (-129, &[0xFF, 0x7F]),
            (255, &[0, 0xFF]),
            (256, &[1, 0]),
            (i32::MAX.into(), &[0x7F, 0xFF, 0xFF, 0xFF]),
            (i32::MIN.into(), &[0x80, 0, 0, 0]),
            (u32::MAX.into(), &[0, 0xFF, 0xFF, 0xFF, 0xFF]),
            (i64::MIN.into(), &[0x80, 0, 0, 0, 0, 0, 0, 0]),
            (u64::MAX.into(), &[0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        ] {
            let contents = Contents::new(number);
            assert_eq!(contents.as_bytes(), octets, "{number}");
            let signed = number < 0;
            let bits = u64::from_be_bytes(*number.to_be_bytes().last_chunk().unwrap());
            assert_eq!(decode(octets, 8, signed), Ok(bits), "{number}");
        }
    }

    #[test]
    fn widths_are_those_of_the_official_decoder() {
        assert_eq!(decode(&[0, 5], 4, true), Ok(5));
        assert_eq!(decode(&[0, 0, 0, 0, 5], 4, true), Err(&WIDE));
        assert_eq!(decode(&[0xFF], 8, false), Ok(u64::MAX));
        let low = |number: u64| number & 0xFFFF_FFFF;
        assert_eq!(decode(&[0, 0xFF, 0xFF, 0xFF, 0xFF], 4, false).map(low), Ok(0xFFFF_FFFF));
        assert_eq!(decode(&[1, 0, 0, 0, 0], 4, false), Err(&WIDE));
        assert_eq!(decode(&[0; 9], 4, false), Err(&WIDE));
        assert_eq!(decode(&[0; 10], 8, false), Err(&WIDE));
        assert_eq!(decode(&[], 8, false), Err(&EMPTY));
    }
}
