//! "MessageX out of the envelope".

use alloc::string::{String, ToString};
use base64::{Engine, engine::general_purpose::STANDARD};
use mx_codec::json::RawBuf;

use super::PREFIX;
use crate::json::{Members, quoted};
use crate::own::{as_text, outgoing, queue};
use crate::{Code, Envelope, HeaderValue, MapError, Mapped, Report, Why};

/// The longest payload of a message: MessageX's largest frame without what a command has around it. Its name and its
/// request id, which are not this crate's, have 4,000 bytes.
pub const MAX_PAYLOAD_TEXT: usize = 1_048_576 - 4_096;

/// How a sender writes messages for MessageX.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MxSender {
    /// The address that was rendered for the message: its queue.
    pub address: Option<String>,
    /// The queue of messages without an address.
    pub default_queue: Option<String>,
}

/// MessageX out of the envelope: the payload of the command that publishes, whose name the page does not tell.
///
/// | envelope | payload |
/// |---|---|
/// | address, else the sender's default queue | `queueName` |
/// | identity | `messageId` |
/// | subject | `subject`, where there is one |
/// | headers | `headers`: text, true/false, null, numbers (fractions that JSON does not have as text), times as text; not `mx.*` nor the private ones; bytes are left out |
/// | creation time | `createdAt` |
/// | expiry | `expiresAt`, where there is one |
/// | payload | `payload`: text where it is UTF-8, else base64 with `"payloadEncoding": "base64"` |
///
/// # Errors
/// [`Code::InvalidTopic`]: no queue; [`Code::PayloadTooLarge`]: over 1 MiB of JSON.
pub fn envelope_to_mx(envelope: &Envelope, options: &MxSender) -> Result<Mapped<RawBuf>, MapError> {
    let mut report = Report::default();
    let mut members = Members::new();
    members.text("queueName", &queue(options.address.as_deref(), options.default_queue.as_deref())?);
    members.text("messageId", envelope.id());
    if let Some(subject) = envelope.subject() {
        members.text("subject", subject);
    }
    members.json("headers", &headers(envelope, &mut report));
    members.text("createdAt", &envelope.created_at.to_string());
    if let Some(expiry) = envelope.expires_at {
        members.text("expiresAt", &expiry.to_string());
    }
    match core::str::from_utf8(&envelope.payload) {
        Ok(text) => members.text("payload", text),
        Err(_) => {
            members.text("payload", &STANDARD.encode(&*envelope.payload));
            members.text("payloadEncoding", "base64");
        }
    }
    let text = members.finish();
    if text.len() > MAX_PAYLOAD_TEXT {
        return Err(MapError::new(Code::PayloadTooLarge, "payload", "does not fit a frame of 1 MiB"));
    }
    let value =
        RawBuf::new(text).map_err(|_| MapError::new(Code::InvalidPayload, "payload", "is no JSON"))?;
    Ok(Mapped { value, report })
}

fn headers(envelope: &Envelope, report: &mut Report) -> String {
    let mut members = Members::new();
    for (name, _) in envelope.headers.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        report.leave_out(name, Why::TransportName);
    }
    for (name, value) in outgoing(envelope, PREFIX, report) {
        match json(value) {
            Ok(value) => members.json(name, &value),
            Err(why) => report.leave_out(name, why),
        }
    }
    members.finish()
}

fn json(value: &HeaderValue) -> Result<String, Why> {
    Ok(match value {
        HeaderValue::Null => "null".to_string(),
        HeaderValue::Bool(value) => value.to_string(),
        HeaderValue::Int(number) => number.to_string(),
        HeaderValue::Uint(number) => number.to_string(),
        // With its point or exponent, so that it comes back as a fraction.
        HeaderValue::Float(number) if number.is_finite() => alloc::format!("{number:?}"),
        other => quoted(&as_text(other)?),
    })
}
