//! Hexadecimal text.

use std::fmt::Write;

/// Lowercase hexadecimal of `bytes`.
///
/// ```
/// assert_eq!(wirescope::hex::encode(&[0, 0xAB]), "00ab");
/// ```
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 0x0F)]));
    }
    text
}

/// The bytes of hexadecimal text, in either case; `None` for any other character or an odd number of digits.
///
/// ```
/// assert_eq!(wirescope::hex::decode("00aB"), Some(vec![0, 0xAB]));
/// assert_eq!(wirescope::hex::decode("0"), None);
/// ```
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    if !text.len().is_multiple_of(2) {
        return None;
    }
    text.as_bytes().chunks_exact(2).map(|pair| Some((digit(pair[0])? << 4) | digit(pair[1])?)).collect()
}

/// A dump of `bytes`: offset, sixteen bytes, and what they are as text, a line each.
#[must_use]
pub fn dump(bytes: &[u8], offset: u64) -> String {
    let mut out = String::new();
    for (index, row) in bytes.chunks(16).enumerate() {
        let _ = write!(out, "{:08x} ", offset + 16 * index as u64);
        for column in 0..16 {
            if column % 4 == 0 {
                out.push(' ');
            }
            match row.get(column) {
                Some(byte) => {
                    let _ = write!(out, "{byte:02x} ");
                }
                None => out.push_str("   "),
            }
        }
        out.push(' ');
        out.extend(row.iter().map(|byte| printable(*byte)));
        out.push('\n');
    }
    out
}

/// The character of a printable ASCII byte, a dot for any other.
#[must_use]
pub fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_shows_offset_bytes_and_text() {
        let dump = dump(b"\x00hello, broker\xFF\x01x", 0x20);
        let rows: Vec<_> = dump.lines().collect();
        assert_eq!(rows[0], "00000020  00 68 65 6c  6c 6f 2c 20  62 72 6f 6b  65 72 ff 01  .hello, broker..");
        assert_eq!(rows[1].trim_end(), "00000030  78                                                  x");
    }

    #[test]
    fn what_is_no_hexadecimal_is_refused() {
        for text in ["0g", "+1", " 1", "1", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
        assert_eq!(decode(""), Some(vec![]));
    }
}
