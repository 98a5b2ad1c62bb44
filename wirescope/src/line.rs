//! One frame as a JSON object.

use crate::hex;
use bmq_codec::{DecodeError, FrameError};
use serde_json::{Map, Value, json};

/// One frame, or what could not be read as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The JSON object.
    pub json: Map<String, Value>,
    /// The frame's bytes.
    pub bytes: Vec<u8>,
    /// True when the line tells of an error.
    pub is_error: bool,
    /// How many findings the line has.
    pub findings: usize,
}

/// Most bytes that a line about a broken stream carries; a line that leaves some out says so and cannot be encoded.
pub const MAX_UNREAD: usize = 1 << 20;

impl Line {
    /// An object with what every line begins with.
    pub(crate) fn head(offset: u64, length: Option<usize>, protocol: &str) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("offset".into(), offset.into());
        if let Some(length) = length {
            json.insert("length".into(), length.into());
        }
        json.insert("protocol".into(), protocol.into());
        json
    }

    /// A line about a stream that ends: a length that cannot be right, or an end inside a frame. `rest` are the
    /// bytes from there on, `omitted` how many more there were.
    pub(crate) fn broken_stream(error: &FrameError, rest: &[u8], omitted: u64) -> Self {
        let mut json = Self::head(error.offset(), None, error.protocol());
        json.insert(
            "error".into(),
            json!({
                "layer": "frame",
                "reason": error.name(),
                "fatal": error.is_fatal(),
                "offset": error.offset(),
                "message": "frame",
                "field": "length",
                "text": error.to_string(),
            }),
        );
        json.insert("bytes".into(), hex::encode(rest).into());
        if omitted > 0 {
            json.insert("omitted".into(), omitted.into());
        }
        Self { json, bytes: rest.to_vec(), is_error: true, findings: 0 }
    }

    /// True when the line hides something: its bytes must not be shown either.
    #[must_use]
    pub fn is_redacted(&self) -> bool {
        fn hidden(value: &Value) -> bool {
            match value {
                Value::Object(fields) => fields.contains_key("redacted") || fields.values().any(hidden),
                Value::Array(items) => items.iter().any(hidden),
                _ => false,
            }
        }
        ["message", "body", "bytes"].into_iter().filter_map(|part| self.json.get(part)).any(hidden)
    }

    /// `error` as an object; its offset counts from the start of the frame.
    pub(crate) fn error(error: &DecodeError) -> Value {
        json!({
            "layer": "message",
            "reason": error.reason().name(),
            "fatal": false,
            "offset": error.offset(),
            "message": error.message(),
            "field": error.field(),
            "text": error.to_string(),
        })
    }

    /// `finding` as an object; its offset counts from the start of the frame.
    pub(crate) fn finding(finding: &DecodeError) -> Value {
        json!({
            "reason": finding.reason().name(),
            "offset": finding.offset(),
            "text": finding.to_string(),
        })
    }
}
