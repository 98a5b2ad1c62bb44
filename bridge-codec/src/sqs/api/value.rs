//! Members of JSON objects, taken out without a copy.

use alloc::{string::String, vec::Vec};
use serde_json::{Map, Value};

use super::SqsResponseError;

/// An object of a response.
#[derive(Debug)]
pub(super) struct Members(Map<String, Value>);

impl Members {
    /// A response: an object, and nothing behind it.
    pub(super) fn parse(response: &[u8]) -> Result<Self, SqsResponseError> {
        match serde_json::from_slice(response) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(_) => Err(SqsResponseError::new("", "is no object")),
            Err(_) => Err(SqsResponseError::new("", "is no JSON")),
        }
    }

    pub(super) fn of(value: Value) -> Option<Self> {
        match value {
            Value::Object(members) => Some(Self(members)),
            _ => None,
        }
    }

    pub(super) fn into_iter(self) -> impl Iterator<Item = (String, Value)> {
        self.0.into_iter()
    }

    /// A text that may be missing or null.
    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, SqsResponseError> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(SqsResponseError::new(name, "must be text")),
        }
    }

    /// A text that must be there.
    pub(super) fn needed(&mut self, name: &'static str) -> Result<String, SqsResponseError> {
        self.text(name)?.ok_or(SqsResponseError::new(name, "is missing"))
    }

    pub(super) fn boolean(&mut self, name: &'static str) -> bool {
        matches!(self.0.remove(name), Some(Value::Bool(true)))
    }

    /// An object that may be missing.
    pub(super) fn object(&mut self, name: &'static str) -> Result<Option<Self>, SqsResponseError> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(members)) => Ok(Some(Self(members))),
            Some(_) => Err(SqsResponseError::new(name, "must be an object")),
        }
    }

    /// A list; none where it is missing.
    pub(super) fn list(&mut self, name: &'static str) -> Result<Vec<Value>, SqsResponseError> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(SqsResponseError::new(name, "must be a list")),
        }
    }
}
