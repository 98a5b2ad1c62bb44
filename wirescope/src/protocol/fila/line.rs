//! Frames as lines.

use super::{PROTOCOL, has_secret, whole};
use crate::{Line, hex};
use codec_common::json::{Shown, Style};
use fila_codec::frame::OVERHEAD;
use fila_codec::{FrameFlags, Header, Message, Operation, Reassembler, ReassemblyError, Validate};
use serde_json::{Map, Value, json};

/// The line of one frame.
pub(super) fn read(frame: &[u8], offset: u64, reassembler: &mut Reassembler, style: Style) -> Line {
    let mut json = Line::head(offset, Some(frame.len()), PROTOCOL);
    // The framing gives whole frames only.
    let Some(parsed) = whole(frame) else {
        return Line { json, bytes: frame.to_vec(), is_error: true, findings: 0 };
    };
    let header = parsed.header();
    head(header, &mut json);
    let error = if header.flags.unknown() != 0 {
        let failed = reassembler.refuse(header).err();
        Some(failed.map_or_else(|| reserved_flags(header, offset), |error| broken(&error, offset)))
    } else {
        match reassembler.push(parsed) {
            Err(error) => Some(broken(&error, offset)),
            Ok(None) => {
                json.insert("body".into(), part(header, parsed.body(), style));
                None
            }
            Ok(Some(operation)) => {
                if operation.frames() > 1 {
                    json.insert("body".into(), part(header, parsed.body(), style));
                    json.insert("frames".into(), operation.frames().into());
                }
                show(&operation, &mut json, style).err()
            }
        }
    };
    line(frame, header, json, error, style)
}

fn line(
    frame: &[u8],
    header: Header,
    mut json: Map<String, Value>,
    error: Option<Value>,
    style: Style,
) -> Line {
    let is_error = error.is_some();
    let findings = json.get("findings").and_then(Value::as_array).map_or(0, Vec::len);
    if let Some(error) = error {
        json.remove("body");
        json.insert("error".into(), error);
        json.insert("bytes".into(), part(header, frame, style));
    }
    Line { json, bytes: frame.to_vec(), is_error, findings }
}

/// The line of a frame whose operation cannot be put together: its part alone.
pub(super) fn part_only(frame: &[u8], offset: u64, style: Style) -> Line {
    let mut json = Line::head(offset, Some(frame.len()), PROTOCOL);
    let Some(parsed) = whole(frame) else {
        return Line { json, bytes: frame.to_vec(), is_error: true, findings: 0 };
    };
    let header = parsed.header();
    head(header, &mut json);
    json.insert("body".into(), part(header, parsed.body(), style));
    let error = (header.flags.unknown() != 0).then(|| reserved_flags(header, offset));
    line(frame, header, json, error, style)
}

fn head(header: Header, json: &mut Map<String, Value>) {
    let opcode = header.opcode;
    json.insert("type".into(), opcode.name().map_or_else(|| opcode.0.into(), Value::from));
    json.insert("opcode".into(), format!("{:#04x}", opcode.0).into());
    json.insert("flags".into(), header.flags.0.into());
    json.insert("request_id".into(), header.request_id.0.into());
}

/// The fields of an operation, and what follows its layout.
fn show(operation: &Operation<'_>, json: &mut Map<String, Value>, style: Style) -> Result<(), Value> {
    if operation.is_drained() {
        return Ok(());
    }
    let (message, trailing) = operation.decode().map_err(|error| Line::error(&error))?;
    json.insert("message".into(), fields(message, style));
    if !trailing.is_empty() {
        json.insert("trailing".into(), hex::encode(trailing).into());
    }
    let mut findings = Vec::new();
    let name = operation.opcode().name().unwrap_or("frame");
    message.problems(&mut |problem| {
        findings.push(json!({
            "reason": "bad_value",
            "offset": OVERHEAD,
            "text": format!("{PROTOCOL} {name}: {problem}"),
        }));
    });
    if !findings.is_empty() {
        json.insert("findings".into(), findings.into());
    }
    Ok(())
}

/// The fields of a message as JSON; of an unknown opcode, its body.
pub(super) fn fields(message: Message<'_>, style: Style) -> Value {
    let fields = serde_json::to_value(Shown(message, style)).unwrap_or_default();
    match message {
        Message::Unknown { .. } => json!({ "body": fields }),
        _ => fields,
    }
}

/// Bytes that may have a secret in them.
fn part(header: Header, bytes: &[u8], style: Style) -> Value {
    if has_secret(header.opcode) && !style.has_secrets() {
        json!({ "redacted": bytes.len() })
    } else {
        hex::encode(bytes).into()
    }
}

fn reserved_flags(header: Header, offset: u64) -> Value {
    let known = FrameFlags::CONTINUATION.0;
    json!({
        "layer": "frame",
        "reason": "reserved_flags",
        "fatal": false,
        "offset": offset,
        "message": "frame",
        "field": "flags",
        "text": format!("fila frame: reserved flags {:#04x} are set", header.flags.0 & !known),
    })
}

fn broken(error: &ReassemblyError, offset: u64) -> Value {
    json!({
        "layer": "reassembly",
        "reason": error.name(),
        "fatal": error.is_fatal(),
        "offset": offset,
        "message": error.header().opcode.name().unwrap_or("frame"),
        "field": "",
        "text": error.to_string(),
    })
}

/// The line about operations that the end of the input, at `offset`, left unfinished; it stands for no bytes.
pub(super) fn unfinished(error: &ReassemblyError, offset: u64) -> Line {
    let mut json = Line::head(offset, None, PROTOCOL);
    json.insert("error".into(), broken(error, offset));
    json.insert("bytes".into(), "".into());
    Line { json, bytes: Vec::new(), is_error: true, findings: 0 }
}
