//! Reading fields of a line that may have been edited.

use crate::hex;
use serde_json::{Map, Value};
use std::fmt;

/// A field of a line that cannot be encoded: where it is and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldError {
    path: String,
    text: String,
}

impl FieldError {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// The same error with `outer` in front of its path.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.path = match self.path.as_str() {
            "" => outer.to_owned(),
            path if path.starts_with('[') => format!("{outer}{path}"),
            path => format!("{outer}.{path}"),
        };
        self
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.text),
            path => write!(f, "{path}: {}", self.text),
        }
    }
}

impl From<bmq_codec::EncodeError> for FieldError {
    fn from(error: bmq_codec::EncodeError) -> Self {
        Self::new("", error.to_string())
    }
}

/// The fields of an object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'j>(pub(crate) &'j Map<String, Value>);

impl<'j> Fields<'j> {
    /// The object at `value`.
    pub(crate) fn of(value: &'j Value) -> Result<Self, FieldError> {
        value.as_object().map(Fields).ok_or_else(|| FieldError::new("", "must be an object"))
    }

    /// A member that must be there.
    pub(crate) fn required(self, name: &str) -> Result<&'j Value, FieldError> {
        self.0.get(name).ok_or_else(|| FieldError::new(name, "is missing"))
    }

    /// A member that may be absent or null.
    pub(crate) fn optional(self, name: &str) -> Option<&'j Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// An object.
    pub(crate) fn object(self, name: &str) -> Result<Self, FieldError> {
        Self::of(self.required(name)?).map_err(|error| error.within(name))
    }

    /// A list; an empty one where it is absent.
    pub(crate) fn list(self, name: &str) -> Result<&'j [Value], FieldError> {
        match self.optional(name) {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(FieldError::new(name, "must be a list")),
        }
    }

    /// Each item of a list, read by `read`.
    pub(crate) fn each<T>(
        self,
        name: &str,
        read: impl Fn(&'j Value) -> Result<T, FieldError>,
    ) -> Result<Vec<T>, FieldError> {
        let read = |(index, item)| {
            read(item).map_err(|error: FieldError| error.within(&format!("[{index}]")).within(name))
        };
        self.list(name)?.iter().enumerate().map(read).collect()
    }

    /// Text.
    pub(crate) fn text(self, name: &str) -> Result<&'j str, FieldError> {
        self.required(name)?.as_str().ok_or_else(|| FieldError::new(name, "must be text"))
    }

    /// An integer that fits `T`.
    pub(crate) fn number<T: TryFrom<u64>>(self, name: &str) -> Result<T, FieldError> {
        number(self.required(name)?).map_err(|error| error.within(name))
    }

    /// An integer that fits `T`; `default` where it is absent.
    pub(crate) fn number_or<T: TryFrom<u64>>(self, name: &str, default: T) -> Result<T, FieldError> {
        self.optional(name).map_or(Ok(default), |value| number(value).map_err(|error| error.within(name)))
    }

    /// Bytes as hexadecimal text.
    pub(crate) fn bytes(self, name: &str) -> Result<Vec<u8>, FieldError> {
        bytes(self.required(name)?).map_err(|error| error.within(name))
    }
}

/// An integer that fits `T`.
pub(crate) fn number<T: TryFrom<u64>>(value: &Value) -> Result<T, FieldError> {
    let number =
        value.as_u64().ok_or_else(|| FieldError::new("", "must be an integer that is not negative"))?;
    T::try_from(number).map_err(|_| FieldError::new("", format!("{number} does not fit")))
}

/// Bytes as hexadecimal text. What was redacted cannot be encoded.
pub(crate) fn bytes(value: &Value) -> Result<Vec<u8>, FieldError> {
    if value.get("redacted").is_some() {
        return Err(FieldError::new("", "is redacted; decode with --show-secrets to be able to encode it"));
    }
    let text = value.as_str().ok_or_else(|| FieldError::new("", "must be hexadecimal text"))?;
    hex::decode(text).ok_or_else(|| FieldError::new("", "must be hexadecimal text"))
}

/// Text as it is, and bytes that are not UTF-8 as `{"hex": …}`.
pub(crate) fn text_or_hex(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => serde_json::json!({ "hex": hex::encode(bytes) }),
    }
}

/// The bytes of [`text_or_hex`].
pub(crate) fn from_text_or_hex(value: &Value) -> Result<Vec<u8>, FieldError> {
    match value {
        Value::String(text) => Ok(text.as_bytes().to_vec()),
        Value::Object(_) => Fields::of(value)?.bytes("hex"),
        _ => Err(FieldError::new("", "must be text or {\"hex\": …}")),
    }
}
