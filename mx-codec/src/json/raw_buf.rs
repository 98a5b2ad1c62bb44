//! A JSON value that owns its text.

use alloc::string::String;
use core::fmt;

use codec_common::DecodeError;

use super::{Object, Raw};

/// A [`Raw`] that owns its text.
///
/// ```
/// use mx_codec::json::{Raw, RawBuf};
/// let owned = RawBuf::new(r#"{"name":"orders"}"#.to_string())?;
/// assert_eq!(owned.as_object().unwrap().get("name"), Some(Raw::new(r#""orders""#)?));
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RawBuf {
    text: String,
    /// The value, with a text of no account.
    shape: Raw<'static>,
}

impl RawBuf {
    /// Checks and keeps `text`. See [`Raw::new`]; white space around the value is cut off.
    ///
    /// # Errors
    /// `invalid_json` or `too_deep`, with the offset in `text`.
    pub fn new(text: String) -> Result<Self, DecodeError> {
        let raw = Raw::new(&text)?;
        if raw.as_str().len() < text.len() {
            return Ok(raw.into());
        }
        let shape = raw.shape();
        Ok(Self { text, shape })
    }

    /// The value.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> Raw<'_> {
        self.shape.with_text(&self.text)
    }

    /// The object, when it is one.
    #[inline]
    #[must_use]
    pub fn as_object(&self) -> Option<Object<'_>> {
        self.as_raw().as_object()
    }

    /// The text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }
}

impl From<Raw<'_>> for RawBuf {
    /// Copies the text.
    fn from(raw: Raw<'_>) -> Self {
        Self { text: raw.as_str().into(), shape: raw.shape() }
    }
}

impl fmt::Debug for RawBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_raw().fmt(f)
    }
}
