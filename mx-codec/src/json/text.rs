//! JSON strings, unescaped only when asked for.

use core::fmt::{self, Write};

use super::plain::{is_plain, is_special, plain_len};
use codec_common::Sink;

/// A text: of a JSON string that was decoded, or of the caller's to be encoded.
///
/// Where nothing was escaped, [`as_plain`](Self::as_plain) is the text itself. Where something was,
/// `to_cow` (feature `alloc`) unescapes it into a string of its own; comparing with `str`, [`chars`](Self::chars)
/// and `Display` unescape on the way and need no allocator.
///
/// ```
/// use mx_codec::json::{Raw, Text};
/// let text = Raw::new(r#""a\/\u00e5""#)?.as_text().unwrap();
/// assert_eq!(text, "a/å");
/// assert_eq!((text.as_plain(), text.to_string()), (None, "a/å".to_string()));
/// assert_eq!(Text::new("a/å").as_plain(), Some("a/å"));
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Text<'a> {
    text: &'a str,
    /// Whether `text` is JSON with something escaped in it; else it is the text itself.
    escaped: bool,
}

impl<'a> Text<'a> {
    /// The text `text`, to be encoded.
    #[inline]
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, escaped: false }
    }

    /// The inside of a JSON string that was found to be well formed.
    #[inline]
    pub(crate) const fn scanned(text: &'a str, escaped: bool) -> Self {
        Self { text, escaped }
    }

    /// The text itself, where nothing is escaped in it.
    #[inline]
    #[must_use]
    pub const fn as_plain(&self) -> Option<&'a str> {
        if self.escaped { None } else { Some(self.text) }
    }

    /// The text as it stands in the JSON, where it was decoded.
    #[inline]
    pub(crate) const fn source(&self) -> &'a str {
        self.text
    }

    /// Whether it was written with anything escaped.
    #[inline]
    #[must_use]
    pub const fn is_escaped(&self) -> bool {
        self.escaped
    }

    /// The text, borrowed where nothing is escaped in it.
    #[cfg(feature = "alloc")]
    #[inline]
    #[must_use]
    pub fn to_cow(&self) -> alloc::borrow::Cow<'a, str> {
        match self.as_plain() {
            Some(text) => text.into(),
            None => self.chars().collect::<alloc::string::String>().into(),
        }
    }

    /// The characters, unescaped. A lone surrogate comes out as U+FFFD; the messages' own texts have none.
    #[inline]
    #[must_use]
    pub fn chars(&self) -> Chars<'a> {
        Chars { rest: self.text.chars(), escaped: self.escaped }
    }

    /// True when there are no characters.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether half of a surrogate pair is escaped in it, which stands for no character.
    #[must_use]
    pub fn has_lone_surrogate(&self) -> bool {
        let mut chars = self.chars();
        self.escaped && core::iter::from_fn(|| chars.step()).any(|char| char.is_err())
    }

    /// Bytes of its canonical form in JSON, without the quotes.
    #[inline]
    pub(crate) fn measure(&self) -> usize {
        match self.as_plain() {
            Some(text) if is_plain(text.as_bytes()) => text.len(),
            Some(text) => text.bytes().map(escaped_len).fold(0, usize::saturating_add),
            None => self.chars().map(char_len).fold(0, usize::saturating_add),
        }
    }

    /// Writes its canonical form in JSON, without the quotes: the shortest escapes, and none that need not be.
    #[inline]
    pub(crate) fn write<S: Sink<'a>>(&self, sink: &mut S) {
        match self.as_plain() {
            Some(text) if is_plain(text.as_bytes()) => sink.put_borrowed(text.as_bytes()),
            Some(text) => write_plain(text.as_bytes(), sink),
            None => self.chars().for_each(|char| write_char(char, sink)),
        }
    }
}

/// Bytes that a byte takes in canonical JSON.
const fn escaped_len(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | 0x08 | 0x0c | b'\n' | b'\r' | b'\t' => 2,
        0..0x20 => 6,
        _ => 1,
    }
}

fn char_len(char: char) -> usize {
    u8::try_from(char).ok().filter(u8::is_ascii).map_or(char.len_utf8(), escaped_len)
}

/// Writes runs of plain text, borrowed, and between them what must be escaped.
fn write_plain<'a, S: Sink<'a>>(mut bytes: &'a [u8], sink: &mut S) {
    while let Some((plain, rest)) = bytes.split_at_checked(plain_len(bytes)) {
        sink.put_borrowed(plain);
        let [special, rest @ ..] = rest else { return };
        write_escaped(*special, sink);
        bytes = rest;
    }
}

fn write_char<'a, S: Sink<'a>>(char: char, sink: &mut S) {
    match u8::try_from(char) {
        Ok(byte) if is_special(byte) => write_escaped(byte, sink),
        _ => sink.put(char.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Writes the shortest escape of a special byte.
fn write_escaped<'a, S: Sink<'a>>(byte: u8, sink: &mut S) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            let hex = |digit: u8| char::from_digit(u32::from(digit), 16).and_then(|c| u8::try_from(c).ok());
            let (high, low) = (hex(byte >> 4).unwrap_or(b'0'), hex(byte & 15).unwrap_or(b'0'));
            return sink.put_array([b'\\', b'u', b'0', b'0', high, low]);
        }
    };
    sink.put_array([b'\\', short]);
}

impl<'a> From<&'a str> for Text<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a alloc::string::String> for Text<'a> {
    #[inline]
    fn from(text: &'a alloc::string::String) -> Self {
        Self::new(text)
    }
}

impl Default for Text<'_> {
    #[inline]
    fn default() -> Self {
        Self::new("")
    }
}

impl PartialEq for Text<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self.as_plain(), other.as_plain()) {
            (Some(text), Some(other)) => text == other,
            _ => {
                let (mut chars, mut others) = (self.chars(), other.chars());
                core::iter::from_fn(|| chars.step()).eq(core::iter::from_fn(|| others.step()))
            }
        }
    }
}

impl Eq for Text<'_> {}

impl PartialEq<str> for Text<'_> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        *self == Text::new(other)
    }
}

impl PartialEq<&str> for Text<'_> {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        *self == Text::new(other)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_plain() {
            Some(text) => f.pad(text),
            None => self.chars().try_for_each(|char| f.write_char(char)),
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        self.chars().flat_map(char::escape_debug).try_for_each(|char| f.write_char(char))?;
        f.write_char('"')
    }
}

/// The characters of a [`Text`], unescaped.
#[derive(Clone, Debug)]
pub struct Chars<'a> {
    rest: core::str::Chars<'a>,
    escaped: bool,
}

impl Chars<'_> {
    /// The next character, or a lone surrogate as an error.
    fn step(&mut self) -> Option<Result<char, u32>> {
        let char = self.rest.next()?;
        if !self.escaped || char != '\\' {
            return Some(Ok(char));
        }
        Some(match self.rest.next()? {
            'b' => Ok('\u{8}'),
            'f' => Ok('\u{c}'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'u' => self.unicode(),
            itself => Ok(itself),
        })
    }

    /// The character of a `\u` escape, behind the `u`; the second half of a pair is read with the first.
    fn unicode(&mut self) -> Result<char, u32> {
        let unit = self.hex();
        if !(0xd800..0xdc00).contains(&unit) {
            return char::from_u32(unit).ok_or(unit);
        }
        let mut ahead = Self { rest: self.rest.clone(), escaped: true };
        let low = match (ahead.rest.next(), ahead.rest.next()) {
            (Some('\\'), Some('u')) => ahead.hex(),
            _ => 0,
        };
        if !(0xdc00..0xe000).contains(&low) {
            return Err(unit);
        }
        self.rest = ahead.rest;
        char::from_u32(((unit & 0x3ff) << 10 | (low & 0x3ff)).wrapping_add(0x1_0000)).ok_or(unit)
    }

    /// The number that four hexadecimal digits say.
    fn hex(&mut self) -> u32 {
        let digits = self.rest.by_ref().take(4).filter_map(|char| char.to_digit(16));
        digits.fold(0, |number, digit| number << 4 | digit)
    }
}

impl Iterator for Chars<'_> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        self.step().map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}
