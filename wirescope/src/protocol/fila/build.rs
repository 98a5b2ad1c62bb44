//! Lines back into frames.

use super::{line, whole};
use crate::fields::{FieldError, Fields};
use codec_common::json::Style;
use fila_codec::{Header, Message, Opcode, RequestId};
use serde_json::{Map, Value};

/// Builds the frame of a line: its part where it is one, else its message and what follows that.
pub(crate) fn build(line: &Map<String, Value>) -> Result<Vec<u8>, FieldError> {
    let header = header(Fields(line))?;
    let mut frame = vec![0; 4];
    frame.extend_from_slice(&[header.opcode.0, header.flags.0]);
    frame.extend_from_slice(&header.request_id.0.to_be_bytes());
    if line.contains_key("body") {
        frame.extend(Fields(line).bytes("body")?);
    } else {
        message(header.opcode, Fields(line), &mut frame)?;
    }
    let length =
        u32::try_from(frame.len() - 4).map_err(|_| FieldError::new("", "is longer than a frame can be"))?;
    frame[..4].copy_from_slice(&length.to_be_bytes());
    Ok(frame)
}

fn header(line: Fields<'_>) -> Result<Header, FieldError> {
    let text = line.text("opcode")?;
    let opcode = text.strip_prefix("0x").and_then(|digits| u8::from_str_radix(digits, 16).ok());
    Ok(Header {
        opcode: Opcode(opcode.ok_or_else(|| FieldError::new("opcode", "must be like \"0x10\""))?),
        flags: fila_codec::FrameFlags(line.number_or("flags", 0)?),
        request_id: RequestId(line.number("request_id")?),
    })
}

/// Appends the body that the fields of a message make, with the bytes that follow its layout.
fn message(opcode: Opcode, line: Fields<'_>, out: &mut Vec<u8>) -> Result<(), FieldError> {
    let message = line.object("message")?;
    for name in ["api_key", "key"] {
        if message.optional(name).is_some_and(Value::is_object) {
            message.bytes(name).map_err(|error| error.within("message"))?;
        }
    }
    if opcode.is_known() {
        Message::transcode(opcode.0, &Value::Object(message.0.clone()), out)
            .map_err(|error| FieldError::new("message", error.to_string()))?;
    } else {
        out.extend(message.bytes("body").map_err(|error| error.within("message"))?);
    }
    if line.optional("trailing").is_some() {
        out.extend(line.bytes("trailing")?);
    }
    Ok(())
}

/// True when `bytes` are the frame that the line shows.
pub(crate) fn decodes_to(bytes: &[u8], line: &Map<String, Value>) -> bool {
    let (Some(frame), Ok(header)) = (whole(bytes), header(Fields(line))) else { return false };
    frame.header() == header && build(line).is_ok_and(|built| built == bytes)
}

/// The parts of operations that are continued, while their lines are encoded: an edit of the message that the last
/// line of an operation shows would not reach the parts, so it is refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// In the order of the keys.
    open: Vec<(Key, Vec<u8>)>,
}

/// The stream that a line is of, where it says so, and the request id.
type Key = (Option<u64>, bool, u32);

impl Parts {
    /// Takes a line in.
    pub(crate) fn check(&mut self, line: &Map<String, Value>) -> Result<(), FieldError> {
        let (Ok(header), Ok(part)) = (header(Fields(line)), Fields(line).bytes("body")) else {
            return Ok(());
        };
        let to_client = line.get("dir").is_some_and(|dir| dir == "s2c");
        let id = (line.get("conn").and_then(Value::as_u64), to_client, header.request_id.0);
        let place = self.open.binary_search_by(|(known, _)| known.cmp(&id));
        if header.continues() {
            match place {
                Ok(at) => self.open[at].1.extend(part),
                Err(at) => self.open.insert(at, (id, part)),
            }
            return Ok(());
        }
        let Ok(at) = place else { return Ok(()) };
        let (_, mut body) = self.open.remove(at);
        body.extend(part);
        let Some(shown) = line.get("message") else { return Ok(()) };
        let decoded = Message::decode(header.opcode.0, &body, 0);
        let styles = [Style::new().secrets(), Style::new().secrets().names()];
        let same = decoded
            .is_ok_and(|(message, _)| styles.into_iter().any(|style| line::fields(message, style) == *shown));
        if same {
            Ok(())
        } else {
            Err(FieldError::new("message", "is not what the parts say; edit the `body` of its lines"))
        }
    }
}
