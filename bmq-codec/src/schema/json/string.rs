//! Where the plain part of a string ends, eight bytes at a time.

const fn fill(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Not zero when one of the eight bytes is zero.
#[cfg_attr(not(feature = "small"), inline(always))]
const fn has_zero(word: u64) -> u64 {
    word.wrapping_sub(fill(0x01)) & !word & fill(0x80)
}

/// How many bytes stand in front of the first quote or backslash; all, where there is none.
/// Out of line: it is called for every text, and its result comes in a register.
#[inline(never)]
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

/// The high bit of each of the eight bytes that is zero, and of no other.
#[cfg_attr(not(feature = "small"), inline(always))]
const fn zeros(word: u64) -> u64 {
    !((word & fill(0x7F)).wrapping_add(fill(0x7F)) | word | fill(0x7F))
}

/// The high bit of each of the eight bytes that is written behind a backslash as it is.
#[cfg_attr(not(feature = "small"), inline(always))]
const fn escaped_by_itself(word: u64) -> u64 {
    zeros(word ^ fill(b'"')) | zeros(word ^ fill(b'\\')) | zeros(word ^ fill(b'/'))
}

/// The high bit of each of the eight bytes that is below 0x20.
#[cfg_attr(not(feature = "small"), inline(always))]
const fn controls(word: u64) -> u64 {
    zeros(word & fill(0xE0))
}

/// Not zero when one of the eight bytes cannot be written as it is.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) const fn escaped(word: [u8; 8]) -> bool {
    let word = u64::from_le_bytes(word);
    escaped_by_itself(word) | controls(word) != 0
}

/// What has to be known of a text before it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scan {
    /// Quotes, backslashes and slashes: one byte more each.
    pub(crate) escapes: usize,
    /// There are bytes below 0x20, whose escapes are longer.
    pub(crate) control: bool,
    /// There are bytes from 0x80 on.
    pub(crate) high: bool,
}

/// Looks through `bytes` once, eight at a time.
#[inline]
pub(crate) fn scan(bytes: &[u8]) -> Scan {
    let (words, tail) = bytes.as_chunks::<8>();
    // Ones stand for themselves everywhere.
    let mut last = [b'1'; 8];
    last.iter_mut().zip(tail).for_each(|(to, from)| *to = *from);
    let (mut escapes, mut control, mut high) = (0u32, 0, 0);
    for word in words.iter().chain([&last]) {
        let word = u64::from_le_bytes(*word);
        escapes = escapes.wrapping_add(escaped_by_itself(word).count_ones());
        control |= controls(word);
        high |= word & fill(0x80);
    }
    Scan { escapes: usize::try_from(escapes).unwrap_or(usize::MAX), control: control != 0, high: high != 0 }
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
        }

        #[test]
        fn a_scan_counts_what_is_escaped(bytes in proptest::collection::vec(
            prop_oneof![Just(b'"'), Just(b'\\'), Just(b'/'), Just(0x1F), Just(0x20), any::<u8>()], 0..40,
        )) {
            let itself = |byte: &&u8| matches!(byte, b'"' | b'\\' | b'/');
            prop_assert_eq!(scan(&bytes), Scan {
                escapes: bytes.iter().filter(itself).count(),
                control: bytes.iter().any(|byte| *byte < 0x20),
                high: !bytes.is_ascii(),
            });
            for word in bytes.as_chunks::<8>().0 {
                let slow = word.iter().any(|byte| matches!(byte, b'"' | b'\\' | b'/' | 0..=0x1F));
                prop_assert_eq!(escaped(*word), slow);
            }
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
