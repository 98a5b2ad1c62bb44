//! Text and octets of schema messages.

use super::octets::{Octets, Piece};
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

/// Text of a schema message, borrowed in the form in which it was read.
///
/// BER has the bytes as they are; JSON has them between quotes, possibly escaped (the official writer escapes
/// every `/`). Either way nothing is copied or allocated: comparing, hashing and showing unescape as they go, and
/// [`to_str`](Self::to_str) or [`copy_to`](Self::copy_to) give the text in one piece.
///
/// The wire does not promise UTF-8 (reference 7.7, 7.8): BER carries any bytes. `Debug` and `Display` escape what
/// is no printable text, so that a peer's text cannot play tricks with a log.
///
/// ```
/// use bmq_codec::schema::{OpenQueue, Schema};
/// let json = br#"{"handleParameters":{"uri":"bmq:\/\/d\/q","qId":1,"flags":4}}"#;
/// let open = OpenQueue::from_json(json)?;
/// let uri = open.handle_parameters.uri;
/// assert_eq!(uri, "bmq://d/q");
/// assert_eq!(uri.as_str(), None); // escaped
/// # #[cfg(feature = "alloc")]
/// assert_eq!(uri.to_str(), Ok("bmq://d/q".into()));
/// # Ok::<(), bmq_codec::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Text<'a>(pub(crate) Octets<'a>);

/// Octets of a schema message, borrowed in the form in which they were read: base64 in JSON, as they are in BER.
///
/// `Debug` shows the length only.
#[derive(Clone, Copy)]
pub struct Binary<'a>(pub(crate) Octets<'a>);

impl<'a> Text<'a> {
    /// The text of `text`.
    #[inline]
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self(Octets::raw(text.as_bytes()))
    }

    /// The text as `&str`; `None` where it is escaped or is not UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        self.0.as_raw().and_then(|bytes| core::str::from_utf8(bytes).ok())
    }

    /// The text as UTF-8, unescaped.
    ///
    /// # Errors
    /// The bytes, where they are not UTF-8.
    #[cfg(feature = "alloc")]
    pub fn to_str(&self) -> Result<alloc::borrow::Cow<'a, str>, alloc::borrow::Cow<'a, [u8]>> {
        use alloc::borrow::Cow;
        match self.0.to_cow() {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| bytes.into()),
            Cow::Owned(bytes) => alloc::string::String::from_utf8(bytes)
                .map(Cow::Owned)
                .map_err(|error| Cow::Owned(error.into_bytes())),
        }
    }

    /// True when all is printable ASCII, as the official broker wants it of identities.
    #[must_use]
    pub fn is_printable(&self) -> bool {
        self.0.iter().all(|byte| matches!(byte, b' '..=b'~'))
    }
}

impl<'a> Binary<'a> {
    /// The octets of `octets`.
    #[inline]
    #[must_use]
    pub const fn new(octets: &'a [u8]) -> Self {
        Self(Octets::raw(octets))
    }
}

macro_rules! octets {
    ($($name:ident)*) => {$(
        impl<'a> $name<'a> {
            /// The bytes that `bytes` are.
            #[inline]
            #[must_use]
            pub const fn from_bytes(bytes: &'a [u8]) -> Self {
                Self(Octets::raw(bytes))
            }

            /// The bytes; `None` where they stand in another form.
            #[inline]
            #[must_use]
            pub const fn as_bytes(&self) -> Option<&'a [u8]> {
                self.0.as_raw()
            }

            /// The bytes, decoded where they stand in another form.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn to_bytes(&self) -> alloc::borrow::Cow<'a, [u8]> {
                self.0.to_cow()
            }

            /// Copies the bytes to the start of `out` and gives the part that was written; `None` where `out` is
            /// too short.
            #[must_use]
            pub fn copy_to<'o>(&self, out: &'o mut [u8]) -> Option<&'o [u8]> {
                self.0.copy_to(out)
            }

            /// Byte by byte.
            pub fn bytes(&self) -> impl Iterator<Item = u8> + Clone + 'a {
                self.0.iter()
            }

            /// Length in bytes.
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.0.len()
            }

            /// True when there are no bytes.
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }
        }

        impl Default for $name<'_> {
            #[inline]
            fn default() -> Self {
                Self(Octets::raw(&[]))
            }
        }

        impl<'b> PartialEq<$name<'b>> for $name<'_> {
            #[inline]
            fn eq(&self, other: &$name<'b>) -> bool {
                self.0 == other.0
            }
        }

        impl Eq for $name<'_> {}

        impl PartialEq<[u8]> for $name<'_> {
            fn eq(&self, other: &[u8]) -> bool {
                self.0 == Octets::raw(other)
            }
        }

        impl Hash for $name<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.iter().for_each(|byte| state.write_u8(byte));
                state.write_u8(0xFF);
            }
        }
    )*};
}

octets! { Text Binary }

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == Octets::raw(other.as_bytes())
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl<'a> From<&'a str> for Text<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

impl<'a> From<&'a [u8]> for Binary<'a> {
    #[inline]
    fn from(octets: &'a [u8]) -> Self {
        Self::new(octets)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.pieces().try_for_each(|piece| show(&piece, f))
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// Printable characters as they are, all else escaped.
fn show(piece: &Piece<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for chunk in piece.as_bytes().utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\'' => f.write_char(char)?,
                char => write!(f, "{}", char.escape_debug())?,
            }
        }
        for byte in chunk.invalid() {
            write!(f, "\\x{byte:02x}")?;
        }
    }
    Ok(())
}

impl fmt::Debug for Binary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} bytes>", self.len())
    }
}

// What is written is collected in a `Vec`.
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn what_is_shown_plays_no_tricks() {
        let text = Text::from_bytes(b"a\x1b[2J\r\n\0\x7f\xFF\xC3\xA9'\"");
        assert_eq!(format!("{text}"), r#"a\u{1b}[2J\r\n\0\u{7f}\xffé'\""#);
        assert!(!text.is_printable());
        assert!(Text::new("bmq v1.0 (x/y)").is_printable());
        assert_eq!(format!("{:?}", Binary::new(b"user:pw")), "<7 bytes>");
    }

    #[test]
    fn text_that_is_not_utf8_comes_out_as_bytes() {
        let text = Text::from_bytes(b"a\xFF");
        assert_eq!(text.as_str(), None);
        assert_eq!(text.to_str(), Err(b"a\xFF"[..].into()));
        assert_eq!(text.to_bytes(), &b"a\xFF"[..]);
        let escaped = Text(Octets::json(br"a\/\u003d", true));
        assert_eq!(escaped.to_str(), Ok("a/=".into()));
        assert_eq!(escaped, "a/=");
        assert_eq!(escaped.bytes().count(), 3);
    }
}
