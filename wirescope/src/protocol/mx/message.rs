//! The message of a line.

use mx_codec::json::Raw;
use mx_codec::{Envelope, LIMITS, Message, Outcome, VERSION};
use serde_json::{Map, Value, json};

/// All that a line shows of a message.
pub(super) fn json(envelope: &Envelope<'_>) -> Value {
    let mut json = Map::new();
    let mut put = |name: &str, value: Value| drop(json.insert(name.into(), value));
    put("version", VERSION.into());
    let beside = match envelope.message() {
        Message::Command(command) => {
            put("command", command.command.to_cow().into());
            put("requestId", command.request_id.to_cow().into());
            raw("payload", command.payload.raw(), &mut put);
            None
        }
        Message::Response(response) => {
            put("requestId", response.request_id.to_cow().into());
            put("success", response.is_success().into());
            match response.outcome {
                Outcome::Success { payload } => {
                    payload.into_iter().for_each(|payload| raw("payload", payload, &mut put));
                    Some("error")
                }
                Outcome::Failure(failure) => {
                    let (code, message) = (failure.code.to_cow(), failure.message.to_cow());
                    put("error", json!({ "code": code, "message": message }));
                    Some("payload")
                }
            }
        }
        Message::Event(event) => {
            put("event", event.event.to_cow().into());
            event.payload.into_iter().for_each(|payload| raw("payload", payload, &mut put));
            None
        }
    };
    let known = envelope.message().kind().members();
    let others: Vec<_> = envelope
        .object()
        .members()
        .filter(|member| known.iter().all(|name| member.name != *name || beside == Some(*name)))
        .map(|member| {
            let mut other = Map::new();
            other.insert("name".into(), member.name.to_cow().into());
            raw("value", member.value, &mut |name, value| drop(other.insert(name.into(), value)));
            Value::Object(other)
        })
        .collect();
    if !others.is_empty() {
        put("members", others.into());
    }
    Value::Object(json)
}

/// Deepest nesting of a value within a line: the line is around it, and parsers have limits.
const MAX_DEPTH: usize = 100;

/// A JSON value, as a value when a strict parser gives it back unchanged, else as text under `<name>Text`.
fn raw(name: &str, raw: Raw<'_>, put: &mut impl FnMut(&str, Value)) {
    let text = raw.as_str();
    let shallow = Raw::new_within(text, &LIMITS.with_max_depth(MAX_DEPTH)).is_ok();
    let value = serde_json::from_str::<Value>(text).ok().filter(|value| {
        let again = value.to_string();
        shallow && again == text
    });
    match value {
        Some(value) => put(name, value),
        None => put(&format!("{name}Text"), text.into()),
    }
}
