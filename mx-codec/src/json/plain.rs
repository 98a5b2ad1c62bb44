//! Where a run of plain text ends: the inner loop of every string.

/// Strings up to this length are searched by words alone; most of an envelope's are shorter.
const SHORT: usize = 32;

/// Bytes of a block in the search of long strings.
const BLOCK: usize = 64;

/// Bytes before the first that a JSON string cannot have as it is: `"`, `\` and the control characters below 0x20.
#[inline]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let (head, _) = bytes.split_at_checked(SHORT).unwrap_or((bytes, &[]));
    match by_words(head) {
        SHORT => in_blocks(bytes),
        len => len,
    }
}

/// [`plain_len`] for any length.
#[inline(never)]
fn in_blocks(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let plain = blocks.iter().take_while(|block| !has_special(block)).count().saturating_mul(BLOCK);
    plain.saturating_add(by_words(bytes.get(plain..).unwrap_or_default()))
}

/// [`plain_len`], eight bytes at a time.
#[inline]
fn by_words(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, tail)) = rest.split_first_chunk::<8>() {
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            let within = usize::try_from(found.trailing_zeros() / 8).unwrap_or_default();
            return bytes.len().wrapping_sub(rest.len()).wrapping_add(within);
        }
        rest = tail;
    }
    let within = rest.iter().take_while(|byte| !is_special(**byte)).count();
    bytes.len().wrapping_sub(rest.len()).wrapping_add(within)
}

/// Whether a string cannot have this byte as it is.
#[inline]
pub(crate) const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The high bit of each special byte, the first byte lowest; above the first that is found, bits mean nothing.
#[inline]
const fn special(word: u64) -> u64 {
    const fn repeat(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    /// The borrow of a byte that is less than `N` lands in its high bit, unless that was set before.
    const fn below(word: u64, bound: u8) -> u64 {
        word.wrapping_sub(repeat(bound)) & !word
    }
    let quote = below(word ^ repeat(b'"'), 1);
    let backslash = below(word ^ repeat(b'\\'), 1);
    (quote | backslash | below(word, 0x20)) & repeat(0x80)
}

/// Whether any byte is special; written so that it becomes vector instructions.
#[inline]
fn has_special(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(0, |any, byte| any | u8::from(is_special(*byte))) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};
    use proptest::prelude::*;

    fn slow(bytes: &[u8]) -> usize {
        bytes.iter().position(|byte| is_special(*byte)).unwrap_or(bytes.len())
    }

    #[test]
    fn every_byte_at_every_place() {
        for len in 0..200 {
            let mut bytes = vec![b'a'; len];
            assert_eq!(plain_len(&bytes), len);
            for at in 0..len {
                for byte in [0, 0x1f, 0x20, b'!', b'"', b'#', b'[', b'\\', b']', 0x7f, 0x80, 0xa2, 0xdc, 0xff]
                {
                    bytes[at] = byte;
                    assert_eq!(plain_len(&bytes), slow(&bytes));
                }
                bytes[at] = b'a';
            }
        }
        for byte in 0..=u8::MAX {
            assert_eq!(special(u64::from_ne_bytes([byte; 8])) != 0, is_special(byte));
        }
    }

    proptest! {
        #[test]
        fn random_bytes(bytes: Vec<u8>) {
            prop_assert_eq!(plain_len(&bytes), slow(&bytes));
        }
    }
}
