//! Lowercase hex.

use alloc::vec::Vec;
use core::fmt;

/// Bytes that show as lowercase hex.
///
/// ```
/// assert_eq!(codec_common::json::Hex(&[0, 0xAB]).to_string(), "00ab");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hex<'a>(pub &'a [u8]);

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Bytes that are written at a time.
const CHUNK: usize = 64;

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [[0; 2]; CHUNK];
        for chunk in self.0.chunks(CHUNK) {
            for (pair, byte) in text.iter_mut().zip(chunk) {
                *pair = [byte >> 4, byte & 0xF].map(digit);
            }
            let text = text.get(..chunk.len()).unwrap_or_default().as_flattened();
            f.write_str(core::str::from_utf8(text).unwrap_or_default())?;
        }
        Ok(())
    }
}

fn digit(nibble: u8) -> u8 {
    DIGITS.get(usize::from(nibble)).copied().unwrap_or_default()
}

/// Appends the bytes that `text` stands for; `None` when it is not hex. Either case is read.
pub(super) fn append(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    out.reserve(pairs.len());
    for [high, low] in pairs {
        out.push(value(*high)? << 4 | value(*low)?);
    }
    Some(())
}

fn value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
