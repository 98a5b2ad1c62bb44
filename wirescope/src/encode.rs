//! Lines back into bytes.

use crate::fields::{FieldError, Fields};
use crate::protocol::{self, Protocol, fila};
use serde_json::{Map, Value};
use std::fmt;

/// A line that cannot be encoded; shows the place in the line and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeLineError(FieldError);

impl fmt::Display for EncodeLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for EncodeLineError {}

/// Turns lines into the bytes of their frames.
///
/// A line about an error gives its `bytes`. A line with `raw` gives those bytes while they decode to the fields
/// that the line shows; otherwise, and without `raw`, the frame is built from the fields: lengths, padding and
/// checksums are computed, unless `crc32c` is given as a number.
///
/// The lines of one stream go through one encoder, in order: it knows which belong together.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Encoder {
    fila: fila::Parts,
}

impl Encoder {
    /// An encoder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes of a line's frame.
    ///
    /// # Errors
    /// What is missing, does not fit, was redacted or left out.
    pub fn encode(&mut self, line: &Map<String, Value>) -> Result<Vec<u8>, EncodeLineError> {
        if Fields(line).optional("protocol").is_some_and(|name| name == Protocol::Fila.name()) {
            self.fila.check(line).map_err(EncodeLineError)?;
        }
        encode(line).map_err(EncodeLineError)
    }
}

fn encode(line: &Map<String, Value>) -> Result<Vec<u8>, FieldError> {
    let fields = Fields(line);
    if line.contains_key("error") {
        if let Some(omitted) = fields.optional("omitted") {
            return Err(FieldError::new(
                "omitted",
                format!("{omitted} bytes of the input are not in the line"),
            ));
        }
        return fields.bytes("bytes");
    }
    let name = fields.text("protocol")?;
    let protocol = Protocol::from_name(name)
        .ok_or_else(|| FieldError::new("protocol", format!("{name:?} is not known")))?;
    if let Some(raw) = fields.optional("raw") {
        let raw = crate::fields::bytes(raw).map_err(|error| error.within("raw"))?;
        if protocol::decodes_to(protocol, &raw, line) {
            return Ok(raw);
        }
    }
    protocol::build(protocol, line)
}
