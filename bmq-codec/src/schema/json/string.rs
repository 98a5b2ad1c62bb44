//! Where the plain part of a string ends, eight bytes at a time.

const fn fill(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Not zero when one of the eight bytes is zero.
#[inline(always)]
const fn has_zero(word: u64) -> u64 {
    word.wrapping_sub(fill(0x01)) & !word & fill(0x80)
}

/// How many bytes stand in front of the first quote or backslash; all, where there is none.
#[inline(always)]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    let mut len = 0usize;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let marks = has_zero(word ^ fill(b'"')) | has_zero(word ^ fill(b'\\'));
        if marks != 0 {
            // The lowest mark is a true one; those above it may be carries.
            let offset = usize::try_from(marks.trailing_zeros() >> 3).unwrap_or(0);
            return len.wrapping_add(offset);
        }
        len = len.wrapping_add(8);
    }
    let rest = tail.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(tail.len());
    len.wrapping_add(rest)
}

/// Not zero when one of the eight bytes is below 0x20.
#[inline(always)]
const fn has_control(word: u64) -> u64 {
    word.wrapping_sub(fill(0x20)) & !word & fill(0x80)
}

/// How many bytes stand in front of the first one that is written with a backslash; all, where there is none.
#[inline(always)]
pub(crate) fn unescaped_len(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    let mut len = 0usize;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let marks = has_zero(word ^ fill(b'"'))
            | has_zero(word ^ fill(b'\\'))
            | has_zero(word ^ fill(b'/'))
            | has_control(word);
        if marks != 0 {
            let offset = usize::try_from(marks.trailing_zeros() >> 3).unwrap_or(0);
            return len.wrapping_add(offset);
        }
        len = len.wrapping_add(8);
    }
    let escaped = |byte: &u8| matches!(byte, b'"' | b'\\' | b'/' | 0..=0x1F);
    len.wrapping_add(tail.iter().position(escaped).unwrap_or(tail.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_quote_or_backslash_is_found(bytes in proptest::collection::vec(
            prop_oneof![Just(b'"'), Just(b'\\'), Just(b'#'), Just(b'!'), Just(b']'), any::<u8>()], 0..40,
        )) {
            let slow = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(bytes.len());
            prop_assert_eq!(plain_len(&bytes), slow);
            let slow = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'/' | 0..=0x1F));
            prop_assert_eq!(unescaped_len(&bytes), slow.unwrap_or(bytes.len()));
        }
    }

    #[test]
    fn every_place_is_found() {
        for len in 0..20 {
            let mut bytes = vec![b'!'; 20];
            bytes[len] = b'"';
            assert_eq!(plain_len(&bytes), len);
        }
    }
}
