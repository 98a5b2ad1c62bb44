//! The check that text is UTF-8, made fast for the short and mostly ASCII names of message headers.
//!
//! ASCII is recognised by its high bits, 16 bytes at a time; only other text goes through
//! [`core::str::from_utf8`], out of line. The answers are always that function's.
//!
//! Short texts of unpredictable lengths cost most in mispredicted branches over the length. Where the text stands
//! in a longer buffer, [`prefix_is_utf8`] avoids them: it loads 16 bytes whatever the length, and masks the rest.

/// The high bit of each of 16 bytes: zero in all of them means ASCII.
const HIGH_BITS: u128 = u128::from_ne_bytes([0x80; 16]);

/// `MASKS[len]` has the high bits of the first `len` of 16 bytes, in memory order.
static MASKS: [[u8; 16]; 17] = masks();

const fn masks() -> [[u8; 16]; 17] {
    let mut masks = [[0; 16]; 17];
    let mut rest: &mut [[u8; 16]] = &mut masks;
    let mut len = 0;
    while let [mask, tail @ ..] = rest {
        let (mut head, _) = mask.split_at_mut(len);
        while let [byte, more @ ..] = head {
            *byte = 0x80;
            head = more;
        }
        rest = tail;
        len = len.wrapping_add(1);
    }
    masks
}

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
    if let (Some(window), Some(mask)) = (buffer.first_chunk(), MASKS.get(len))
        && u128::from_ne_bytes(*window) & u128::from_ne_bytes(*mask) == 0
    {
        return true;
    }
    match buffer.get(..len) {
        Some(text) => is_utf8(text),
        None => false,
    }
}

/// True when no byte has its high bit set.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    // Two loads that overlap cover 16 to 32 bytes, and likewise below; the loop is for longer ones.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        let ends = u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last);
        ends & HIGH_BITS == 0 && (bytes.len() <= 32 || long_is_ascii(bytes))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & u64::from_ne_bytes([0x80; 8]) == 0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)) & u32::from_ne_bytes([0x80; 4]) == 0
    } else {
        bytes.iter().fold(0, |all, byte| all | byte) < 0x80
    }
}

/// [`is_ascii`] of more than 32 bytes whose last 16 were looked at already.
#[inline]
fn long_is_ascii(bytes: &[u8]) -> bool {
    let (blocks, rest) = bytes.as_chunks::<32>();
    let whole = blocks.iter().all(|block| block.iter().fold(0, |all, byte| all | byte) < 0x80);
    whole && rest.first_chunk::<16>().is_none_or(|half| u128::from_ne_bytes(*half) & HIGH_BITS == 0)
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
