//! Borrowed text and bytes behind a length prefix.

use crate::wire::{Prefix, U16, U32};
use crate::{At, DecodeError, Fault, Reader, Reason, Sink, Wire, utf8};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// UTF-8 text of a frame, borrowed, behind a length prefix of type `L` (default: two bytes).
///
/// The bytes were checked to be UTF-8 once, when they were decoded. Comparing, hashing, ordering and looking up
/// work on the bytes and cost nothing more; [`as_str`](Self::as_str) checks again (some 10 ns for a short text),
/// because safe Rust has no free way from checked bytes to `&str`.
///
/// ```text
/// +------------------+------------------------+
/// | length: L        | UTF-8: length bytes    |
/// +------------------+------------------------+
/// ```
pub struct Str<'a, L = U16> {
    bytes: &'a [u8],
    prefix: PhantomData<L>,
}

/// Text with a four-byte length.
pub type Text<'a> = Str<'a, U32>;

/// Bytes of a frame, borrowed, behind a length prefix of type `L` (default: four bytes).
///
/// `Debug` shows the length only.
///
/// ```text
/// +------------------+------------------------+
/// | length: L        | length bytes           |
/// +------------------+------------------------+
/// ```
pub struct Blob<'a, L = U32> {
    bytes: &'a [u8],
    prefix: PhantomData<L>,
}

impl<'a, L> Str<'a, L> {
    /// The text of `text`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), prefix: PhantomData }
    }

    /// The text as `&str`; checks the bytes again and never panics (bytes that are not UTF-8 cannot be in a `Str`;
    /// if they were, the part before them would come out).
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        match core::str::from_utf8(self.bytes) {
            Ok(text) => text,
            Err(error) => self
                .bytes
                .get(..error.valid_up_to())
                .and_then(|head| core::str::from_utf8(head).ok())
                .unwrap_or_default(),
        }
    }
}

impl<'a, L> Blob<'a, L> {
    /// The bytes of `bytes`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, prefix: PhantomData }
    }
}

macro_rules! borrowed {
    ($($name:ident)*) => {$(
        impl<'a, L> $name<'a, L> {
            /// The bytes.
            #[cfg_attr(not(feature = "small"), inline(always))]
            #[must_use]
            pub const fn as_bytes(&self) -> &'a [u8] {
                self.bytes
            }

            /// Length in bytes.
            #[cfg_attr(not(feature = "small"), inline(always))]
            #[must_use]
            pub const fn len(&self) -> usize {
                self.bytes.len()
            }

            /// True when there are no bytes.
            #[cfg_attr(not(feature = "small"), inline(always))]
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.bytes.is_empty()
            }
        }

        impl<L> Clone for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<L> Copy for $name<'_, L> {}

        impl<L> Default for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn default() -> Self {
                Self { bytes: &[], prefix: PhantomData }
            }
        }

        impl<L, M> PartialEq<$name<'_, M>> for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn eq(&self, other: &$name<'_, M>) -> bool {
                self.bytes == other.bytes
            }
        }

        impl<L> Eq for $name<'_, L> {}

        impl<L> Hash for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.bytes.hash(state);
            }
        }

        impl<L> PartialOrd for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<L> Ord for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn cmp(&self, other: &Self) -> Ordering {
                self.bytes.cmp(other.bytes)
            }
        }

        impl<L> AsRef<[u8]> for $name<'_, L> {
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn as_ref(&self) -> &[u8] {
                self.bytes
            }
        }
    )*};
}

borrowed! { Str Blob }

impl<L> PartialEq<str> for Str<'_, L> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn eq(&self, other: &str) -> bool {
        self.bytes == other.as_bytes()
    }
}

impl<L> PartialEq<&str> for Str<'_, L> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn eq(&self, other: &&str) -> bool {
        self.bytes == other.as_bytes()
    }
}

impl<'a, L> From<&'a str> for Str<'a, L> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

impl<'a, L> From<&'a [u8]> for Blob<'a, L> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn from(bytes: &'a [u8]) -> Self {
        Self::new(bytes)
    }
}

impl<L> fmt::Debug for Str<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<L> fmt::Display for Str<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl<L> fmt::Debug for Blob<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} bytes>", self.bytes.len())
    }
}

impl<'a, L: Prefix> Wire<'a> for Str<'a, L> {
    const MIN_LEN: usize = L::LEN;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let len = L::decode(reader, at)?;
        let buffer = reader.rest();
        let offset = reader.offset();
        let bytes = reader.take(len, at)?;
        // The check may load beyond the text's end, so it is given all that is left.
        if !utf8::prefix_is_utf8(buffer, len) {
            return Err(not_utf8(bytes, offset, at));
        }
        Ok(Self { bytes, prefix: PhantomData })
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_again(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let len = L::decode(reader, at)?;
        Ok(Self { bytes: reader.take(len, at)?, prefix: PhantomData })
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        fault.check_len(self.bytes.len(), L::MAX, at);
        self.bytes.len().saturating_add(L::LEN)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        L::encode_with(self.bytes, sink);
    }
}

#[cold]
#[inline(never)]
fn not_utf8(bytes: &[u8], offset: usize, at: At) -> DecodeError {
    let good = utf8::check(bytes).err().unwrap_or_default();
    DecodeError::new(Reason::Utf8, offset.saturating_add(good), at)
}

impl<'a, L: Prefix> Wire<'a> for Blob<'a, L> {
    const MIN_LEN: usize = L::LEN;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let len = L::decode(reader, at)?;
        reader.take(len, at).map(Self::new)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        fault.check_len(self.bytes.len(), L::MAX, at);
        self.bytes.len().saturating_add(L::LEN)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        L::encode_with(self.bytes, sink);
    }
}

/// A value that `Debug` must not show, such as an API key.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Secret<T>(pub T);

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

impl<'a, T: Wire<'a>> Wire<'a> for Secret<T> {
    const MIN_LEN: usize = T::MIN_LEN;
    const FIXED: bool = T::FIXED;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        T::decode(reader, at).map(Self)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_again(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        T::decode_again(reader, at).map(Self)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        self.0.measure(fault, at)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        self.0.encode(sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EncodeReason, Field, wire::decode_exact};
    use alloc::{format, string::String, vec};

    static FIELD: Field = Field::new("test", "Thing", "name");

    #[test]
    fn text_is_checked_once_and_compares_by_bytes() {
        let text = decode_exact::<Str<'_>>(b"\0\x05caf\xC3\xA9", &FIELD).unwrap();
        assert_eq!(text, "café");
        assert_eq!(text.as_str(), "café");
        assert_eq!(format!("{text:?} {text}"), "\"café\" café");
        let error = decode_exact::<Str<'_>>(b"\0\x03ab\xFF", &FIELD).unwrap_err();
        assert_eq!((error.reason(), error.offset()), (Reason::Utf8, 4));
    }

    #[test]
    fn a_length_beyond_the_end_is_truncated() {
        let error = decode_exact::<Str<'_>>(b"\0\x05abc", &FIELD).unwrap_err();
        assert_eq!((error.reason(), error.offset()), (Reason::Truncated { needed: 5, left: 3 }, 2));
        let error = decode_exact::<Blob<'_>>(&[0xFF, 0xFF, 0xFF, 0xFF, 1], &FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::Truncated { needed: u32::MAX, left: 1 });
    }

    #[test]
    fn text_too_long_for_its_prefix_is_an_error_that_names_the_field() {
        let long = String::from_utf8(vec![b'x'; 65_536]).unwrap();
        let error = Str::<'_, U16>::new(&long).encoded_len(&FIELD).unwrap_err();
        assert_eq!(error.reason(), EncodeReason::TooLong { length: 65_536, maximum: 65_535 });
        assert_eq!(error.field(), "name");
        assert_eq!(Str::<'_, U16>::new(&long[1..]).encoded_len(&FIELD), Ok(65_537));
    }

    #[test]
    fn debug_shows_no_payload_and_no_secret() {
        let blob: Blob<'_> = Blob::new(b"hello");
        assert_eq!(format!("{blob:?}"), "<5 bytes>");
        assert_eq!(format!("{:?}", Secret(Str::<'_, U16>::new("key"))), "<redacted>");
    }
}
