//! Base64: the standard alphabet with padding and without line breaks (reference 7.7).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The length of `len` octets as base64.
pub(crate) const fn encoded_len(len: usize) -> usize {
    len.div_ceil(3).saturating_mul(4)
}

/// One to three octets as four characters.
pub(crate) fn encode(octets: &[u8]) -> [u8; 4] {
    let at = |index: usize| octets.get(index).copied().unwrap_or(0);
    let bits = u32::from_be_bytes([0, at(0), at(1), at(2)]);
    let char = |index: usize, shift: u32| {
        if index > octets.len() {
            return b'=';
        }
        let sextet = usize::try_from(bits >> shift & 0x3F).unwrap_or(0);
        ALPHABET.get(sextet).copied().unwrap_or(b'=')
    };
    [char(0, 18), char(1, 12), char(2, 6), char(3, 0)]
}

fn sextet(char: u8) -> Option<u32> {
    let value = match char {
        b'A'..=b'Z' => char.wrapping_sub(b'A'),
        b'a'..=b'z' => char.wrapping_sub(b'a').wrapping_add(26),
        b'0'..=b'9' => char.wrapping_sub(b'0').wrapping_add(52),
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

/// Four characters as one to three octets; `None` where they are not base64.
pub(crate) fn decode(chars: [u8; 4]) -> Option<([u8; 3], u8)> {
    let [a, b, c, d] = chars;
    let len = match (c, d) {
        (b'=', b'=') => 1,
        (_, b'=') => 2,
        _ => 3,
    };
    let filler = |char: u8, used: bool| if used { sextet(char) } else { Some(0) };
    let bits = sextet(a)? << 18 | sextet(b)? << 12 | filler(c, len > 1)? << 6 | filler(d, len > 2)?;
    let [_, x, y, z] = bits.to_be_bytes();
    Some(([x, y, z], len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tail_encodes_and_decodes() {
        for (octets, chars) in [
            (&b"f"[..], b"Zg=="),
            (b"fo", b"Zm8="),
            (b"foo", b"Zm9v"),
            (&[0xFF, 0xEF, 0xFF], b"/+//"),
            (&[0, 0, 0], b"AAAA"),
        ] {
            assert_eq!(&encode(octets), chars);
            assert_eq!(encoded_len(octets.len()), 4);
            let (bytes, len) = decode(*chars).unwrap();
            assert_eq!(&bytes[..usize::from(len)], octets);
        }
        assert_eq!(encoded_len(0), 0);
        assert_eq!(encoded_len(4), 8);
    }

    #[test]
    fn what_is_not_base64_is_refused() {
        for chars in [b"Z===", b"=AAA", b"A=AA", b"AA=A", b"AA A", b"AA-_", b"===="] {
            assert_eq!(decode(*chars), None, "{chars:?}");
        }
    }
}
