//! Lines into frames.

use crate::fields::{FieldError, Fields};
use codec_common::frame::PREFIX;
use mx_codec::json::{RawBuf, Text};
use mx_codec::{
    Command, Encode, Event, Failure, LIMITS, MAX_TEXT, Message, MessageType, Outcome, Response, VERSION,
};
use serde_json::{Map, Value};

/// Builds the frame of a line: the members of the page in its order, then the others, compact.
pub(crate) fn build(line: &Map<String, Value>) -> Result<Vec<u8>, FieldError> {
    let line = Fields(line);
    let kind = line.text("type")?;
    let kind = MessageType::ALL.into_iter().find(|known| known.name() == kind);
    let kind = kind.ok_or_else(|| FieldError::new("type", "must be COMMAND, RESPONSE or EVENT"))?;
    let within = |error: FieldError| error.within("message");
    let fields = line.object("message")?;
    let mut frame = message(kind, fields).map_err(within)?;
    let others = fields.each("members", other).map_err(within)?.concat();
    if !others.is_empty() {
        // In front of the closing brace.
        frame.pop();
        frame.extend_from_slice(others.as_bytes());
        frame.push(b'}');
        set_length(&mut frame)?;
    }
    Ok(frame)
}

fn message(kind: MessageType, fields: Fields<'_>) -> Result<Vec<u8>, FieldError> {
    let version: u32 = fields.number("version")?;
    if version != VERSION {
        return Err(FieldError::new("version", "must be 1"));
    }
    let payload = raw(fields, "payload")?;
    let as_raw = payload.as_ref().map(RawBuf::as_raw);
    let text = |name| fields.text(name).map(Text::new);
    let message = match kind {
        MessageType::Command => {
            let object = payload.as_ref().and_then(RawBuf::as_object);
            Message::Command(Command {
                command: text("command")?,
                request_id: text("requestId")?,
                payload: object.ok_or_else(|| FieldError::new("payload", "must be an object"))?,
            })
        }
        MessageType::Response => {
            let success = fields.required("success")?.as_bool();
            let outcome = match success.ok_or_else(|| FieldError::new("success", "must be true or false"))? {
                true => Outcome::Success { payload: as_raw },
                false => {
                    let error = fields.object("error")?;
                    let text = |name| error.text(name).map(Text::new).map_err(|error| error.within("error"));
                    Outcome::Failure(Failure { code: text("code")?, message: text("message")? })
                }
            };
            Message::Response(Response { request_id: text("requestId")?, outcome })
        }
        MessageType::Event => Message::Event(Event { event: text("event")?, payload: as_raw }),
    };
    let mut frame = Vec::new();
    message.encode_to_vec(&mut frame, &LIMITS)?;
    Ok(frame)
}

/// A member that is not part of its type, as it stands behind another member.
fn other(value: &Value) -> Result<String, FieldError> {
    let fields = Fields::of(value)?;
    let name = serde_json::to_string(fields.text("name")?)
        .map_err(|error| FieldError::new("name", error.to_string()))?;
    let value = raw(fields, "value")?.ok_or_else(|| FieldError::new("value", "is missing"))?;
    Ok(format!(",{name}:{}", value.as_raw()))
}

/// The JSON of `<name>`, or that of `<name>Text`, which is JSON as text.
fn raw(fields: Fields<'_>, name: &str) -> Result<Option<RawBuf>, FieldError> {
    let text_name = format!("{name}Text");
    let (name, text) = match (fields.0.get(name), fields.0.get(&text_name)) {
        (Some(value), _) => (name, value.to_string()),
        (None, Some(_)) => (text_name.as_str(), fields.text(&text_name)?.to_owned()),
        (None, None) => return Ok(None),
    };
    RawBuf::new(text).map(Some).map_err(|error| FieldError::new(name, error.to_string()))
}

/// Puts the length in front of the text right.
fn set_length(frame: &mut [u8]) -> Result<(), FieldError> {
    let text = frame.len() - PREFIX;
    if text > MAX_TEXT {
        return Err(FieldError::new("message", format!("{text} bytes, at most {MAX_TEXT} can be written")));
    }
    let length = u32::try_from(text).unwrap_or(u32::MAX).to_be_bytes();
    frame.iter_mut().zip(length).for_each(|(byte, right)| *byte = right);
    Ok(())
}
