//! Lines of a stream, fields of a frame, and frames of lines.

use crate::Failure;
use crate::options::{self, protocol};
use serde_json::{Value, json};
use std::fmt::{Display, Write};
use wirescope::protocol::Protocol;
use wirescope::spans::Span;
use wirescope::{Line, Stream};

/// Turns one direction of a connection into lines as its bytes come.
#[derive(Debug)]
pub struct Decoder(Stream);

impl Decoder {
    /// A decoder at the start of a stream. `options` is JSON text, the TypeScript type `Options`; may be empty.
    ///
    /// # Errors
    /// A protocol or an option that is not known.
    pub fn new(name: &str, options: &str) -> Result<Self, Failure> {
        Ok(Self(Stream::new(protocol(name)?, &options::parse(options)?)))
    }

    /// Takes the next bytes; gives the lines of the frames that end in them, each with a line feed behind it.
    pub fn feed(&mut self, chunk: &[u8]) -> String {
        let mut text = String::new();
        self.0.feed(chunk, &mut |line| push_line(&line, &mut text));
        text
    }

    /// Ends the stream: the line about what is left over, if anything is.
    pub fn finish(&mut self) -> String {
        let mut text = String::new();
        self.0.finish(&mut |line| push_line(&line, &mut text));
        text
    }

    /// True when the stream broke: no frame will be found any more.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.0.is_broken()
    }
}

fn push_line(line: &Line, text: &mut String) {
    text.push_str(&text_of(line));
    text.push('\n');
}

/// A line as JSON text.
pub(crate) fn text_of(line: &Line) -> String {
    serde_json::to_string(&line.json).unwrap_or_default()
}

/// Turns lines, each the JSON text of an object, into the bytes of their frames. Those of one stream go through one
/// encoder, in order.
#[derive(Debug, Default)]
pub struct Encoder(wirescope::Encoder);

impl Encoder {
    /// The bytes of a line's frame.
    ///
    /// # Errors
    /// The place in the line, and what is wrong there.
    pub fn encode(&mut self, line: &str) -> Result<Vec<u8>, Failure> {
        let line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        self.0.encode(&line).map_err(|error| error.to_string())
    }
}

/// Which protocol a stream has, by its first bytes: `{"protocol","reason"}`, or nothing.
#[must_use]
pub fn detect(head: &[u8]) -> Option<String> {
    let (protocol, reason) = Protocol::detect(head)?;
    Some(json!({ "protocol": protocol.name(), "reason": reason }).to_string())
}

/// The fields of one frame with their bytes: `{"fields": [{"depth", "name", "start", "end", "value"}], "error"}`. Groups,
/// which have no `value`, stand in front of what they hold.
///
/// # Errors
/// A protocol or an option that is not known.
pub fn explain(name: &str, frame: &[u8], options: &str) -> Result<String, Failure> {
    Ok(explained(wirescope::spans::explain(protocol(name)?, frame, &options::parse(options)?)))
}

/// What [`explain`] gives. Written piece by piece: an object for each field would take more code.
pub(crate) fn explained((spans, error): (Vec<Span>, Option<impl Display>)) -> String {
    let mut text = String::from("{\"fields\":[");
    for (index, span) in spans.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        push_field(span, &mut text);
    }
    text.push(']');
    if let Some(error) = error {
        push_member("error", &error.to_string(), &mut text);
    }
    text.push('}');
    text
}

fn push_field(span: &Span, text: &mut String) {
    let Span { depth, range, .. } = span;
    let _ = write!(text, "{{\"depth\":{depth},\"start\":{},\"end\":{}", range.start, range.end);
    push_member("name", &span.name, text);
    if !span.field.is_empty() && span.field != span.name {
        push_member("field", span.field, text);
    }
    if !span.value.is_empty() {
        push_member("value", &span.value, text);
    }
    text.push('}');
}

/// A member that is text, with a comma in front.
fn push_member(name: &str, value: &str, text: &mut String) {
    let _ = write!(text, ",\"{name}\":{}", Value::from(value));
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEARTBEAT: [u8; 8] = [0, 0, 0, 8, 0x4B, 2, 0, 0];

    #[test]
    fn a_stream_in_pieces_gives_lines_that_encode_to_it() {
        let mut decoder = Decoder::new("bmq", "").unwrap();
        assert_eq!(decoder.feed(&HEARTBEAT[..5]), "");
        let text = decoder.feed(&HEARTBEAT[5..]);
        let head = r#"{"offset":0,"length":8,"protocol":"bmq","type":"HEARTBEAT_REQ","message":{}}"#;
        assert_eq!(text, format!("{head}\n"));
        assert_eq!(decoder.finish(), "");
        assert_eq!(Encoder::default().encode(head).unwrap(), HEARTBEAT);
    }

    #[test]
    fn a_stream_that_breaks_says_so() {
        let mut decoder = Decoder::new("bmq", "").unwrap();
        assert_eq!(decoder.feed(&[0, 0, 0, 1, 0x4B, 2, 0, 0]), "");
        assert!(decoder.is_broken());
        assert!(decoder.finish().contains(r#""reason":"length_too_small""#));
    }

    #[test]
    fn fields_have_bytes() {
        let explained: Value = serde_json::from_str(&explain("bmq", &HEARTBEAT, "").unwrap()).unwrap();
        let fields = explained["fields"].as_array().unwrap();
        let kind = fields.iter().find(|field| field["name"] == "type").unwrap();
        assert_eq!(
            *kind,
            json!({"depth": 2, "name": "type", "start": 4, "end": 5, "value": "HEARTBEAT_REQ (11)"})
        );
        let cut = explain("bmq", &HEARTBEAT[..6], "").unwrap();
        assert!(cut.contains("\"error\":\"bmq "), "{cut}");
    }

    #[test]
    fn the_protocol_is_found_out() {
        assert!(detect(&HEARTBEAT).unwrap().starts_with(r#"{"protocol":"bmq","reason":"begins with"#));
        assert_eq!(detect(b"GET /"), None);
    }

    #[test]
    fn what_cannot_be_encoded_says_why() {
        let mut encoder = Encoder::default();
        assert_eq!(encoder.encode(r#"{"protocol":"bmq","type":"PUT"}"#), Err("message: is missing".into()));
        assert!(encoder.encode("[]").is_err());
    }
}
