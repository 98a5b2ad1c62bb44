//! Any JSON value, as its text.

use core::fmt;

use codec_common::{DecodeError, Limits};

use super::{Object, Scanner, Text};
use crate::{fields, limits::LIMITS};

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, of any size and precision.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A JSON value as the text that it was written as, borrowed and checked.
///
/// There is no white space around it; all inside is untouched: digits of numbers, order and repetition of names,
/// escapes, white space. Two of these are equal when their texts are.
///
/// `Debug` shows kind and length only.
///
/// ```
/// use mx_codec::json::{Kind, Raw};
/// let raw = Raw::new(r#" {"id": 9007199254740993} "#)?;
/// assert_eq!((raw.kind(), raw.as_str()), (Kind::Object, r#"{"id": 9007199254740993}"#));
/// assert_eq!(raw.as_object().unwrap().get("id").unwrap().as_str(), "9007199254740993");
/// assert_eq!(Raw::new("[1,]").unwrap_err().to_string(), "mx value at byte 3: not JSON: a value must follow");
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Raw<'a> {
    text: &'a str,
    kind: Kind,
    /// Of a string: whether anything is escaped in it.
    escaped: bool,
}

impl<'a> Raw<'a> {
    /// The value `null`.
    pub const NULL: Raw<'static> = Raw { text: "null", kind: Kind::Null, escaped: false };

    /// Checks that `text` is one JSON value, with nothing but white space around it.
    ///
    /// It may be nested as deep as a payload may be under the default limits: 126, the envelope being one more.
    ///
    /// # Errors
    /// `invalid_json` or `too_deep`, with the offset in `text`.
    pub fn new(text: &'a str) -> Result<Self, DecodeError> {
        Self::new_within(text, &LIMITS)
    }

    /// [`new`](Self::new) with other limits: [`max_depth`](Limits::max_depth) counts the envelope around the
    /// value too.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn new_within(text: &'a str, limits: &Limits) -> Result<Self, DecodeError> {
        let mut scanner = Scanner::new(text, limits.max_depth(), 0, &fields::VALUE);
        scanner.space();
        let raw = scanner.value_out_of_line(1)?;
        scanner.finish()?;
        Ok(raw)
    }

    /// A value that the scanner has read; not a string.
    #[inline]
    pub(crate) const fn of(text: &'a str, kind: Kind) -> Self {
        Self { text, kind, escaped: false }
    }

    /// A string that the scanner has read, quotes included.
    #[inline]
    pub(crate) const fn of_string(text: &'a str, escaped: bool) -> Self {
        Self { text, kind: Kind::String, escaped }
    }

    /// All but the text.
    #[cfg(feature = "alloc")]
    pub(crate) const fn shape(&self) -> Raw<'static> {
        Raw { text: "", kind: self.kind, escaped: self.escaped }
    }

    /// The value of this shape whose text is `text`.
    #[cfg(feature = "alloc")]
    pub(crate) const fn with_text<'t>(&self, text: &'t str) -> Raw<'t> {
        Raw { text, kind: self.kind, escaped: self.escaped }
    }

    /// The text.
    #[inline]
    #[must_use]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// What the value is.
    #[inline]
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// True for `null`.
    #[inline]
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }

    /// The value of `true` or `false`.
    #[inline]
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self.kind {
            Kind::Bool => Some(self.text.len() == 4),
            _ => None,
        }
    }

    /// The text of a string.
    #[inline]
    #[must_use]
    pub fn as_text(&self) -> Option<Text<'a>> {
        match self.kind {
            Kind::String => {
                let inner = self.text.get(1..self.text.len().saturating_sub(1)).unwrap_or_default();
                Some(Text::scanned(inner, self.escaped))
            }
            _ => None,
        }
    }

    /// The object, when it is one.
    #[inline]
    #[must_use]
    pub const fn as_object(&self) -> Option<Object<'a>> {
        match self.kind {
            Kind::Object => Some(Object::of(*self)),
            _ => None,
        }
    }
}

// The text may be a payload.
impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{:?} of {} bytes>", self.kind, self.text.len())
    }
}

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}
