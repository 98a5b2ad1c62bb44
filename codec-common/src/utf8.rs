//! The check that text is UTF-8, made fast for the short and mostly ASCII names of message headers.
//!
//! ASCII is recognised by its high bits, several bytes at a time; only other text goes through
//! [`core::str::from_utf8`], out of line. The answers are always that function's.
//!
//! Short texts of unpredictable lengths cost most in mispredicted branches over the length. Where the text stands
//! in a longer buffer, [`prefix_is_utf8`] avoids them: up to 32 bytes it loads 32 whatever the length, and masks
//! those that follow the text.

/// Longest text that is checked with one masked load.
const WINDOW: usize = 32;

/// 32 high bits, then 32 zero bytes: the 32 bytes from `32 - len` on are the mask for a text of `len` bytes.
static MASK: [u8; 64] = {
    let mut mask = [0; 64];
    let (mut high_bits, _) = mask.split_at_mut(WINDOW);
    while let [byte, rest @ ..] = high_bits {
        *byte = 0x80;
        high_bits = rest;
    }
    mask
};

/// True when `bytes` are UTF-8.
///
/// ```
/// use codec_common::utf8::is_utf8;
/// assert!(is_utf8(b"orders") && is_utf8("køer".as_bytes()));
/// assert!(!is_utf8(b"\xff"));
/// ```
#[inline]
#[must_use]
pub fn is_utf8(bytes: &[u8]) -> bool {
    is_ascii(bytes) || full_check(bytes)
}

/// Checks that `bytes` are UTF-8.
///
/// # Errors
/// The index of the first byte that does not belong to a whole and valid character: all before it are UTF-8.
///
/// ```
/// use codec_common::utf8::check;
/// assert_eq!(check(b"orders"), Ok(()));
/// assert_eq!(check(b"ab\xffcd"), Err(2));
/// ```
#[inline]
pub fn check(bytes: &[u8]) -> Result<(), usize> {
    if is_utf8(bytes) { Ok(()) } else { Err(valid_up_to(bytes)) }
}

/// True when the first `len` bytes of `buffer` are there and are UTF-8.
///
/// The rest of the buffer does not change the answer; it only lets a short text be checked with loads of fixed
/// width. So give all that is left of the message, not the text cut out of it.
///
/// ```
/// use codec_common::utf8::prefix_is_utf8;
/// assert!(prefix_is_utf8(b"orders\xff\xff", 6));
/// assert!(!prefix_is_utf8(b"orders\xff\xff", 7));
/// assert!(!prefix_is_utf8(b"orders", 7));
/// ```
#[inline]
#[must_use]
pub fn prefix_is_utf8(buffer: &[u8], len: usize) -> bool {
    if let Some(mask) = WINDOW.checked_sub(len).and_then(|start| MASK.get(start..)?.first_chunk::<WINDOW>())
        && let Some(window) = buffer.first_chunk::<WINDOW>()
    {
        return has_no_high_bit(window, mask) || window.get(..len).is_some_and(full_check);
    }
    buffer.get(..len).is_some_and(is_utf8)
}

/// True when no byte of `window` has its high bit set where `mask` has it.
#[inline]
fn has_no_high_bit(window: &[u8; WINDOW], mask: &[u8; WINDOW]) -> bool {
    let (window, _) = window.as_chunks::<16>();
    let (mask, _) = mask.as_chunks::<16>();
    let pairs = window.iter().zip(mask);
    pairs.fold(0, |all, (&bytes, &mask)| all | (u128::from_ne_bytes(bytes) & u128::from_ne_bytes(mask))) == 0
}

/// True when no byte has its high bit set.
// One copy for all callers: inlined into every field of every message it would be most of their code.
#[inline(never)]
fn is_ascii(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk::<64>() {
        let (blocks, _) = bytes.as_chunks::<64>();
        return blocks.iter().all(|block| high_bits(block) == 0) && high_bits(last) == 0;
    }
    // Two loads that overlap cover every length from their own width to twice that.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<32>(), bytes.last_chunk::<32>()) {
        high_bits(first) | high_bits(last) == 0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        high_bits(first) | high_bits(last) == 0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        high_bits(first) | high_bits(last) == 0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)) & u32::from_ne_bytes([0x80; 4]) == 0
    } else {
        bytes.iter().fold(0, |all, byte| all | byte) < 0x80
    }
}

/// The high bits of all bytes, 8 bytes laid over each other; `N` is a multiple of 8.
#[inline]
fn high_bits<const N: usize>(bytes: &[u8; N]) -> u64 {
    const { assert!(N.is_multiple_of(8)) };
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word)) & u64::from_ne_bytes([0x80; 8])
}

#[cold]
#[inline(never)]
fn full_check(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).is_ok()
}

#[cold]
#[inline(never)]
fn valid_up_to(bytes: &[u8]) -> usize {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::String, vec, vec::Vec};
    use proptest::prelude::*;

    /// Every entry agrees with core, whatever follows the text in the buffer.
    fn agrees(bytes: &[u8]) {
        let expected = core::str::from_utf8(bytes);
        assert_eq!(is_utf8(bytes), expected.is_ok(), "{bytes:x?}");
        assert_eq!(check(bytes), expected.map(|_| ()).map_err(|error| error.valid_up_to()), "{bytes:x?}");
        for (following, len) in [(0x00, 0), (0x61, 40), (0xff, 1), (0x80, 15), (0xff, 40)] {
            let mut buffer = bytes.to_vec();
            buffer.extend(vec![following; len]);
            assert_eq!(prefix_is_utf8(&buffer, bytes.len()), expected.is_ok(), "{bytes:x?} + {len}");
        }
    }

    #[test]
    fn every_length_and_every_place_of_a_byte_that_is_not_ascii() {
        for len in 0..=130 {
            let mut bytes = vec![b'a'; len];
            agrees(&bytes);
            for at in 0..len {
                for odd in [0x80, 0xc3, 0xff] {
                    bytes[at] = odd;
                    agrees(&bytes);
                }
                if at + 1 < len {
                    bytes[at] = 0xc3;
                    bytes[at + 1] = 0xb8;
                    agrees(&bytes);
                    bytes[at + 1] = b'a';
                }
                bytes[at] = b'a';
            }
        }
    }

    #[test]
    fn a_length_beyond_the_buffer_is_no_text() {
        for have in 0..40 {
            for len in have + 1..80 {
                assert!(!prefix_is_utf8(&vec![b'a'; have], len));
            }
            assert!(!prefix_is_utf8(&vec![b'a'; have], usize::MAX));
        }
    }

    proptest! {
        #[test]
        fn random_bytes(bytes: Vec<u8>) {
            agrees(&bytes);
        }

        #[test]
        fn all_truncations_of_text(text in "[a-zø€𝄞\u{7f}\u{80}]{0,40}") {
            let text: String = text;
            for end in 0..=text.len() {
                agrees(&text.as_bytes()[..end]);
            }
            for start in 0..=text.len() {
                agrees(&text.as_bytes()[start..]);
            }
        }
    }
}
