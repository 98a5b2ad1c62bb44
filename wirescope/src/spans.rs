//! Which bytes of a frame belong to which field.

use crate::Options;
use crate::hex;
use crate::protocol::{self, Protocol, fila};
use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError};
use serde_json::{Map, Value as Json};
use std::ops::Range;

/// A field or a group of fields, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Nesting, from 0.
    pub depth: usize,
    /// Name of the field or group.
    pub name: String,
    /// What the message that holds it calls it: of a group, `name` is its type. Empty where it is not named.
    pub field: &'static str,
    /// The bytes, counted from the start of the frame.
    pub range: Range<usize>,
    /// The value as text; empty for a group.
    pub value: String,
}

/// The fields of one frame in the order of its bytes, groups in front of what they hold, and the error that ended
/// the walk, if any.
///
/// ```
/// use wirescope::{Options, protocol::Protocol, spans::explain};
/// let heartbeat = [0, 0, 0, 8, 0x4B, 2, 0, 0];
/// let (spans, error) = explain(Protocol::Bmq, &heartbeat, &Options::default());
/// assert_eq!(error, None);
/// let kind = spans.iter().find(|span| span.name == "type").unwrap();
/// assert_eq!((kind.range.clone(), kind.value.as_str()), (4..5, "HEARTBEAT_REQ (11)"));
/// ```
#[must_use]
pub fn explain(protocol: Protocol, frame: &[u8], options: &Options) -> (Vec<Span>, Option<DecodeError>) {
    collect(frame, |visitor| protocol::inspect(protocol, frame, options, visitor))
}

/// As [`explain`], of the frame of a line: that line says which of Fila's frames are parts of an operation of several
/// frames. Their bytes behind the header are `body`, since fields of the operation may begin in one and end in another.
#[must_use]
pub fn explain_line(
    protocol: Protocol,
    line: &Map<String, Json>,
    frame: &[u8],
    options: &Options,
) -> (Vec<Span>, Option<DecodeError>) {
    if protocol == Protocol::Fila && fila::is_part(line) {
        collect(frame, |visitor| fila::inspect(frame, true, visitor))
    } else {
        explain(protocol, frame, options)
    }
}

fn collect(
    frame: &[u8],
    walk: impl FnOnce(&mut dyn Visitor) -> Result<(), DecodeError>,
) -> (Vec<Span>, Option<DecodeError>) {
    let mut collect = Collect::default();
    let error = walk(&mut collect).err();
    // Groups that an error left open end where the bytes do.
    while !collect.open.is_empty() {
        collect.leave(frame.len());
    }
    (collect.spans, error)
}

#[derive(Default)]
struct Collect {
    spans: Vec<Span>,
    open: Vec<usize>,
}

impl Visitor for Collect {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        let name = if at.field.is_empty() { at.message } else { at.field };
        self.spans.push(Span {
            depth: self.open.len(),
            name: name.to_owned(),
            field: at.field,
            range: span,
            value: text(value),
        });
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str, items: Option<usize>) {
        let name = match (name, at.field) {
            ("", "") => at.message.to_owned(),
            ("", field) => field.to_owned(),
            (name, _) => name.to_owned(),
        };
        let name = items.map_or(name.clone(), |items| format!("{name} ({items})"));
        self.open.push(self.spans.len());
        let depth = self.open.len() - 1;
        let range = offset..offset;
        self.spans.push(Span { depth, name, field: at.field, range, value: String::new() });
    }

    fn leave(&mut self, offset: usize) {
        if let Some(group) = self.open.pop().and_then(|index| self.spans.get_mut(index)) {
            group.range.end = offset.max(group.range.start);
        }
    }
}

fn text(value: Value<'_>) -> String {
    match value {
        Value::Unsigned(value) => value.to_string(),
        Value::Signed(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Named(value, Some(name)) => format!("{name} ({value})"),
        Value::Named(value, None) => value.to_string(),
        Value::Text(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        Value::Bytes(bytes) => hex::encode(bytes),
        Value::Secret(len) => format!("<{len} bytes redacted>"),
        Value::Uuid(uuid) => uuid.to_string(),
        Value::Absent => "absent".to_owned(),
        Value::Filler(bytes) => hex::encode(bytes),
        _ => String::new(),
    }
}
