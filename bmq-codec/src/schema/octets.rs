//! Octets in the form in which they were read: as they are, escaped, or as text of digits.
//!
//! So a view of JSON borrows as a view of BER does, and what is escaped is unescaped when it is asked for.

/// How the octets stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// As wide as a length: bytes of padding behind it would be copied one by one.
#[repr(usize)]
pub(crate) enum Form {
    /// As they are.
    Raw,
    /// Inside a JSON string with escapes, which were checked.
    Json,
    /// As base64 inside a JSON string, which was checked.
    Base64,
    /// As hexadecimal digits inside a JSON string, which were checked; inspectors write these.
    Hex,
}

/// Octets and their form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octets<'a> {
    bytes: &'a [u8],
    form: Form,
}

/// A run of octets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<'a> {
    /// Borrowed ones.
    Run(&'a [u8]),
    /// A few that were decoded.
    Few(Few),
}

/// Up to four octets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Few {
    bytes: [u8; 4],
    len: u8,
}

impl Few {
    const fn one(byte: u8) -> Self {
        Self { bytes: [byte, 0, 0, 0], len: 1 }
    }

    fn of_char(code: u32) -> Self {
        let mut few = Self::default();
        let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        few.len = u8::try_from(char.encode_utf8(&mut few.bytes).len()).unwrap_or(0);
        few
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl Piece<'_> {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Run(bytes) => bytes,
            Self::Few(few) => few.as_bytes(),
        }
    }
}

impl<'a> Octets<'a> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn raw(bytes: &'a [u8]) -> Self {
        Self { bytes, form: Form::Raw }
    }

    /// The inside of a checked JSON string.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn json(bytes: &'a [u8], escaped: bool) -> Self {
        Self { bytes, form: if escaped { Form::Json } else { Form::Raw } }
    }

    /// The inside of a checked JSON string that holds checked digits.
    pub(crate) const fn digits(bytes: &'a [u8], form: Form) -> Self {
        Self { bytes, form }
    }

    /// The octets, where they stand as they are.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn as_raw(&self) -> Option<&'a [u8]> {
        match self.form {
            Form::Raw => Some(self.bytes),
            _ => None,
        }
    }

    pub(crate) const fn pieces(&self) -> Pieces<'a> {
        Pieces { rest: self.bytes, form: self.form }
    }

    pub(crate) const fn iter(&self) -> Iter<'a> {
        Iter { pieces: self.pieces(), piece: Piece::Run(&[]), at: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self.form {
            Form::Raw => self.bytes.len(),
            _ => self.pieces().fold(0, |len, piece| len.saturating_add(piece.as_bytes().len())),
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        // No form writes anything for nothing, and none writes nothing for anything.
        self.bytes.is_empty()
    }

    /// Copies the octets to the start of `out`; `None` where it is too short.
    pub(crate) fn copy_to<'o>(&self, out: &'o mut [u8]) -> Option<&'o [u8]> {
        let len = self.len();
        let slot = out.get_mut(..len)?;
        slot.iter_mut().zip(self.iter()).for_each(|(slot, byte)| *slot = byte);
        Some(slot)
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn to_cow(self) -> alloc::borrow::Cow<'a, [u8]> {
        match self.as_raw() {
            Some(bytes) => alloc::borrow::Cow::Borrowed(bytes),
            None => {
                // An escape is never shorter than what it stands for.
                let mut bytes = alloc::vec::Vec::with_capacity(self.bytes.len());
                self.pieces().for_each(|piece| bytes.extend_from_slice(piece.as_bytes()));
                alloc::borrow::Cow::Owned(bytes)
            }
        }
    }
}

impl PartialEq for Octets<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self.as_raw(), other.as_raw()) {
            (Some(one), Some(other)) => one == other,
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Octets<'_> {}

/// The octets in runs.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    rest: &'a [u8],
    form: Form,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        match self.form {
            Form::Raw => Some(Piece::Run(core::mem::take(&mut self.rest))),
            Form::Json => self.unescape(),
            Form::Base64 => self.base64().map(Piece::Few),
            Form::Hex => {
                let (high, low) = (hex_digit(self.byte()?)?, hex_digit(self.byte()?)?);
                Some(Piece::Few(Few::one(high << 4 | low)))
            }
        }
    }
}

impl<'a> Pieces<'a> {
    /// A run up to the next escape, or the escape.
    fn unescape(&mut self) -> Option<Piece<'a>> {
        let run = self.rest.iter().position(|byte| *byte == b'\\').unwrap_or(self.rest.len());
        if run > 0 {
            let (run, rest) = self.rest.split_at_checked(run)?;
            self.rest = rest;
            return Some(Piece::Run(run));
        }
        let (code, rest) = escape(self.rest).ok()?;
        self.rest = rest;
        Some(Piece::Few(Few::of_char(code)))
    }

    /// One character of digits, which may be escaped.
    fn byte(&mut self) -> Option<u8> {
        match self.rest {
            [b'\\', ..] => {
                let (code, rest) = escape(self.rest).ok()?;
                self.rest = rest;
                u8::try_from(code).ok()
            }
            [byte, rest @ ..] => {
                self.rest = rest;
                Some(*byte)
            }
            [] => None,
        }
    }

    fn base64(&mut self) -> Option<Few> {
        let chars = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
        let (bytes, len) = super::base64::decode(chars)?;
        let [a, b, c] = bytes;
        Some(Few { bytes: [a, b, c, 0], len })
    }
}

/// Octet by octet.
#[derive(Clone, Debug)]
pub(crate) struct Iter<'a> {
    pieces: Pieces<'a>,
    piece: Piece<'a>,
    at: usize,
}

impl Iterator for Iter<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.piece.as_bytes().get(self.at) {
                self.at = self.at.saturating_add(1);
                return Some(*byte);
            }
            self.piece = self.pieces.next()?;
            self.at = 0;
        }
    }
}

pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte.wrapping_sub(b'0')),
        b'a'..=b'f' => Some(byte.wrapping_sub(b'a').wrapping_add(10)),
        b'A'..=b'F' => Some(byte.wrapping_sub(b'A').wrapping_add(10)),
        _ => None,
    }
}

/// What is wrong with an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadEscape {
    /// None that JSON has.
    Unknown,
    /// Half a surrogate pair.
    LoneSurrogate,
}

/// The character that the escape at the start of `bytes` stands for, and what follows it.
pub(crate) fn escape(bytes: &[u8]) -> Result<(u32, &[u8]), BadEscape> {
    let [b'\\', kind, rest @ ..] = bytes else { return Err(BadEscape::Unknown) };
    let char = match kind {
        b'"' | b'\\' | b'/' => *kind,
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'u' => return unicode(rest),
        _ => return Err(BadEscape::Unknown),
    };
    Ok((char.into(), rest))
}

/// The four digits behind `\u`, and those of the other half of a pair.
fn unicode(rest: &[u8]) -> Result<(u32, &[u8]), BadEscape> {
    let (first, rest) = four_digits(rest)?;
    match first {
        0xD800..=0xDBFF => {
            let [b'\\', b'u', rest @ ..] = rest else { return Err(BadEscape::LoneSurrogate) };
            match four_digits(rest)? {
                (second @ 0xDC00..=0xDFFF, rest) => {
                    let code = ((first & 0x3FF) << 10 | (second & 0x3FF)).saturating_add(0x1_0000);
                    Ok((code, rest))
                }
                _ => Err(BadEscape::LoneSurrogate),
            }
        }
        0xDC00..=0xDFFF => Err(BadEscape::LoneSurrogate),
        code => Ok((code, rest)),
    }
}

fn four_digits(bytes: &[u8]) -> Result<(u32, &[u8]), BadEscape> {
    let (digits, rest) = bytes.split_first_chunk::<4>().ok_or(BadEscape::Unknown)?;
    let mut code = 0;
    for digit in digits {
        code = code << 4 | u32::from(hex_digit(*digit).ok_or(BadEscape::Unknown)?);
    }
    Ok((code, rest))
}

// What is written is collected in a `Vec`.
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn all(octets: Octets<'_>) -> Vec<u8> {
        let bytes: Vec<u8> = octets.iter().collect();
        assert_eq!(octets.len(), bytes.len());
        let mut space = [0; 64];
        assert_eq!(octets.copy_to(&mut space), Some(&bytes[..]));
        assert_eq!(octets.to_cow(), bytes);
        bytes
    }

    #[test]
    fn every_form_gives_its_octets() {
        assert_eq!(all(Octets::raw(b"a\\n")), b"a\\n");
        let escaped = br#"a\/\u003d\u00e9\ud83d\ude00\n\"z"#;
        assert_eq!(all(Octets::json(escaped, true)), "a/=é😀\n\"z".as_bytes());
        assert_eq!(all(Octets::digits(b"oKGio6Q=", Form::Base64)), [0xA0, 0xA1, 0xA2, 0xA3, 0xA4]);
        assert_eq!(all(Octets::digits(br"\/\/8=", Form::Base64)), [0xFF, 0xFF]);
        assert_eq!(all(Octets::digits(b"00fF", Form::Hex)), [0, 0xFF]);
    }

    #[test]
    fn octets_are_equal_whatever_their_form() {
        assert_eq!(Octets::raw(b"a/b"), Octets::json(br"a\/b", true));
        assert_ne!(Octets::raw(b"a/"), Octets::json(br"a\/b", true));
    }

    #[test]
    fn bad_escapes_are_told_apart() {
        for bad in [&b"\\"[..], b"\\x", b"\\u12", b"\\u12g4", b"\\ud83d\\u12"] {
            assert_eq!(escape(bad), Err(BadEscape::Unknown), "{bad:?}");
        }
        for lone in [&b"\\ud83d"[..], b"\\ude00", b"\\ud83d\\u0041", b"\\ud83dx"] {
            assert_eq!(escape(lone), Err(BadEscape::LoneSurrogate), "{lone:?}");
        }
    }
}
