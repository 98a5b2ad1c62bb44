//! "MessageX into the envelope".

use alloc::string::{String, ToString};
use base64::{Engine, engine::general_purpose::STANDARD};
use mx_codec::json::{Object, Raw};

use super::PREFIX;
use crate::names::GENERATED_ID;
use crate::own::Incoming;
use crate::{Envelope, HeaderValue, Identity, Mapped, Payload, Report, Timestamp, Why};

/// MessageX into the envelope: the payload of an event `MESSAGE_DELIVERED`.
///
/// | payload | envelope |
/// |---|---|
/// | `messageId`, not empty | identity, and header `mx.message-id` |
/// | none | `new_id`, with `x-bridge.generated-id` |
/// | `payload` that is text | payload: its UTF-8, or with `"payloadEncoding": "base64"` the bytes |
/// | `payload` that is another JSON value | payload: its text as it stands there |
/// | `subject` | subject |
/// | `headers` | headers of the same name: text, true/false, numbers, null; lists and objects are their JSON text; names beginning with `x-bridge.` or `mx.` are dropped |
/// | `queueName`, `deliveryTag` | headers `mx.queue`, `mx.delivery-tag`; the queue is not the subject |
/// | `createdAt` (RFC 3339) | creation time; else the receive time |
/// | `expiresAt` (RFC 3339) | expiry |
#[must_use]
pub fn mx_to_envelope(
    delivered: Object<'_>,
    now: Timestamp,
    new_id: impl FnOnce() -> Identity,
) -> Mapped<Envelope> {
    let mut report = Report::default();
    let mut incoming = Incoming::default();
    if let Some(headers) = delivered.get("headers").and_then(|headers| headers.as_object()) {
        for member in headers.members() {
            incoming.take(&member.name.to_cow(), header(member.value), PREFIX, &mut report);
        }
    }
    let Incoming { mut headers, id, subject } = incoming;
    for (member, name) in
        [("messageId", "mx.message-id"), ("queueName", "mx.queue"), ("deliveryTag", "mx.delivery-tag")]
    {
        if let Some(text) = text(&delivered, member).filter(|text| !text.is_empty()) {
            headers.insert(name, text);
        }
    }
    let given = headers.text("mx.message-id").and_then(Identity::new);
    let id = given.or(id).unwrap_or_else(|| {
        headers.insert(GENERATED_ID, "true");
        new_id()
    });
    let created_at = time(&delivered, "createdAt", &mut report).unwrap_or(now);
    let mut envelope = Envelope::new(id, payload(&delivered, &mut report), created_at);
    envelope.set_subject(text(&delivered, "subject").unwrap_or(subject));
    envelope.expires_at = time(&delivered, "expiresAt", &mut report);
    envelope.headers = headers;
    Mapped { value: envelope, report }
}

fn text(object: &Object<'_>, member: &str) -> Option<String> {
    Some(object.get(member)?.as_text()?.to_cow().into_owned())
}

fn time(object: &Object<'_>, member: &str, report: &mut Report) -> Option<Timestamp> {
    let time = Timestamp::from_rfc3339(&text(object, member)?);
    if time.is_none() {
        report.leave_out(member, Why::Undecodable);
    }
    time
}

/// What cannot be decoded stays the text that it is.
fn payload(object: &Object<'_>, report: &mut Report) -> Payload {
    let Some(value) = object.get("payload") else { return Payload::default() };
    let Some(text) = value.as_text() else { return value.as_str().to_string().into() };
    let text = text.to_cow();
    if object
        .get("payloadEncoding")
        .and_then(|encoding| encoding.as_text())
        .is_some_and(|name| name == "base64")
    {
        match STANDARD.decode(text.as_bytes()) {
            Ok(bytes) => return bytes.into(),
            Err(_) => report.leave_out("payloadEncoding", Why::Undecodable),
        }
    }
    text.into_owned().into()
}

fn header(value: Raw<'_>) -> HeaderValue {
    if value.is_null() {
        return HeaderValue::Null;
    }
    if let Some(text) = value.as_text() {
        return HeaderValue::Text(text.to_cow().into_owned());
    }
    if let Some(value) = value.as_bool() {
        return HeaderValue::Bool(value);
    }
    let text = value.as_str();
    if let Ok(number) = text.parse() {
        return HeaderValue::Int(number);
    }
    if let Ok(number) = text.parse() {
        return HeaderValue::Uint(number);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => HeaderValue::Float(number),
        _ => HeaderValue::Text(text.to_string()),
    }
}
