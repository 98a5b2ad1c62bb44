//! Where a run of plain text ends: the inner loop of every string.

/// Words of a string that are looked at one by one before blocks are; most strings of an envelope end there.
const WORDS: usize = 4;

/// Bytes of a block in the search of long strings.
const BLOCK: usize = 64;

/// Bytes of a block in the search of very long strings.
const LARGE_BLOCK: usize = 256;

/// What is left of `bytes` from the first on that a JSON string cannot have as it is: `"`, `\` and the control
/// characters below 0x20.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn skip_plain(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    for _ in 0..WORDS {
        let Some((word, tail)) = rest.split_first_chunk::<8>() else { return by_bytes(rest) };
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            return at_lowest(rest, found);
        }
        rest = tail;
    }
    in_blocks(rest)
}

/// Whether all of `bytes` is plain text.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<8>() else {
        return !bytes.iter().fold(false, |any, byte| any | is_special(*byte));
    };
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let (words, _) = rest.as_chunks::<8>();
    let is_plain = |word: &[u8; 8]| special(u64::from_le_bytes(*word)) == 0;
    !blocks.iter().any(has_special) && words.iter().all(is_plain) && is_plain(last)
}

/// Length of the plain text that `bytes` begin with.
#[inline]
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    bytes.len().wrapping_sub(skip_plain(bytes).len())
}

/// [`skip_plain`] for long strings.
#[inline(never)]
fn in_blocks(bytes: &[u8]) -> &[u8] {
    let mut rest = skip_blocks::<BLOCK>(skip_blocks::<LARGE_BLOCK>(bytes));
    while let Some((word, tail)) = rest.split_first_chunk::<8>() {
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            return at_lowest(rest, found);
        }
        rest = tail;
    }
    by_bytes(rest)
}

/// What is left from the first block on that is not plain or not whole.
#[cfg_attr(not(feature = "small"), inline(always))]
fn skip_blocks<const N: usize>(mut bytes: &[u8]) -> &[u8] {
    while let Some((block, tail)) = bytes.split_first_chunk::<N>()
        && !has_special(block)
    {
        bytes = tail;
    }
    bytes
}

/// [`skip_plain`] for the last bytes of a text, where there is no whole word.
#[cold]
#[inline(never)]
fn by_bytes(mut bytes: &[u8]) -> &[u8] {
    while let [byte, tail @ ..] = bytes
        && !is_special(*byte)
    {
        bytes = tail;
    }
    bytes
}

/// What is left from the byte on whose high bit is the lowest in `found`.
#[cfg_attr(not(feature = "small"), inline(always))]
fn at_lowest(bytes: &[u8], found: u64) -> &[u8] {
    let index = usize::try_from(found.trailing_zeros() / 8).unwrap_or_default();
    bytes.get(index..).unwrap_or_default()
}

/// Whether a string cannot have this byte as it is.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The high bit of each special byte, the first byte lowest; above the first that is found, bits mean nothing.
#[cfg_attr(not(feature = "small"), inline(always))]
const fn special(word: u64) -> u64 {
    const fn repeat(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    /// A byte below the bound borrows from above and so gets its high bit.
    const fn below(word: u64, bound: u8) -> u64 {
        word.wrapping_sub(repeat(bound))
    }
    let quote = below(word ^ repeat(b'"'), 1);
    let backslash = below(word ^ repeat(b'\\'), 1);
    // Bytes whose high bit was set before are none of these.
    (quote | backslash | below(word, 0x20)) & !word & repeat(0x80)
}

/// Whether any byte of a block is special.
///
/// Written so that it becomes vector instructions, and few of them: with one bit turned, `"` comes next after the
/// control characters, and the space does not, so that one minimum finds both.
#[cfg_attr(not(feature = "small"), inline(always))]
fn has_special<const N: usize>(block: &[u8; N]) -> bool {
    const TURNED: u8 = b'"' ^ 0x20;
    let lowest = block.iter().fold(u8::MAX, |lowest, byte| lowest.min(byte ^ TURNED));
    let backslash = block.iter().fold(0, |any, byte| any | u8::from(*byte == b'\\'));
    lowest <= 0x20 || backslash != 0
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
        for len in (0..90).chain([127, 128, 255, 256, 257, 330]) {
            let mut bytes = vec![b'a'; len];
            assert_eq!((plain_len(&bytes), is_plain(&bytes)), (len, true));
            for at in 0..len {
                for byte in [0, 0x1f, 0x20, b'!', b'"', b'#', b'[', b'\\', b']', 0x7f, 0x80, 0xa2, 0xdc, 0xff]
                {
                    bytes[at] = byte;
                    assert_eq!(plain_len(&bytes), slow(&bytes));
                    assert_eq!(is_plain(&bytes), !is_special(byte));
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
            prop_assert_eq!(is_plain(&bytes), slow(&bytes) == bytes.len());
        }
    }
}
