//! One frame as a JSON object.

use crate::hex;
use crate::protocol::Protocol;
use crate::session::Direction;
use crate::time::Time;
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

    /// A line about a frame that a gap of `lost` bytes cuts: `head` is what was captured in front of it, `whole` the
    /// frame's length where that was seen.
    pub(crate) fn cut(protocol: &str, offset: u64, head: &[u8], whole: Option<usize>, lost: u64) -> Self {
        let mut json = Self::head(offset, None, protocol);
        let kept = head.get(..MAX_UNREAD).unwrap_or(head);
        let text = whole.map_or_else(String::new, |whole| format!(" of {whole} bytes"));
        let at = offset + head.len() as u64;
        json.insert(
            "error".into(),
            json!({
                "layer": "capture",
                "reason": "gap",
                "fatal": false,
                "offset": at,
                "message": "frame",
                "field": "",
                "text": format!("{protocol} frame{text} at byte {offset}: {lost} bytes from {at} on were not captured"),
            }),
        );
        json.insert("bytes".into(), hex::encode(kept).into());
        let omitted = whole.map_or(lost, |whole| (whole - kept.len()) as u64).max(1);
        json.insert("omitted".into(), omitted.into());
        Self { json, bytes: kept.to_vec(), is_error: true, findings: 0 }
    }

    /// Hides the bytes of a line, which tells of an error.
    pub(crate) fn hide_bytes(&mut self) {
        self.json.insert("bytes".into(), json!({ "redacted": self.bytes.len() }));
    }

    /// Says that reading goes on behind an error that would have ended the stream.
    pub(crate) fn goes_on(&mut self) {
        if let Some(fatal) = self.json.get_mut("error").and_then(|error| error.get_mut("fatal")) {
            *fatal = false.into();
        }
    }

    /// Adds the members of a capture, behind the place in the stream.
    pub fn place(&mut self, conn: Option<u64>, dir: Option<Direction>, time: Option<Time>) {
        let mut index = if self.json.contains_key("length") { 2 } else { 1 };
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                self.json.shift_insert(index, name.to_owned(), value);
                index += 1;
            }
        };
        put("conn", conn.map(Value::from));
        put("dir", dir.map(|dir| dir.name().into()));
        put("time", time.map(|time| time.to_string().into()));
    }

    /// Offset of the frame in its stream.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.json.get("offset").and_then(Value::as_u64).unwrap_or(0)
    }

    /// The protocol that the line is of.
    #[must_use]
    pub fn protocol(&self) -> Option<Protocol> {
        self.json.get("protocol").and_then(Value::as_str).and_then(Protocol::from_name)
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
