//! Messages of the schema as JSON, in the schema's names, and back.

use crate::fields::{FieldError, Fields};
use bmq_codec::schema::{ClusterMessage, ControlKind, Schema, Style};
use bmq_codec::{DecodeError, EncodingType, EventType, SchemaMessage};
use serde_json::{Map, Value};

/// The style in which messages are shown.
pub(super) const fn style(show_secrets: bool) -> Style {
    if show_secrets { Style::ShownWithSecrets } else { Style::Shown }
}

fn value(json: &[u8]) -> Value {
    // The writer gives JSON; were it not, the text would still show what it gave.
    serde_json::from_slice(json).unwrap_or_else(|_| String::from_utf8_lossy(json).into())
}

/// A message as JSON.
pub(super) fn json(message: &SchemaMessage<'_>, show_secrets: bool) -> Value {
    value(&message.to_json_styled(style(show_secrets)))
}

/// A message between brokers as JSON.
pub(super) fn cluster_json(message: &ClusterMessage<'_>) -> Value {
    value(&message.to_json_styled(Style::ShownWithSecrets))
}

/// True when credentials were left out.
pub(super) fn is_redacted(message: &Map<String, Value>) -> bool {
    let data = || message.get("control")?.get("authenticationRequest")?.get("data");
    data().is_some_and(Value::is_object)
}

/// The event of a message that a line has under `control`.
pub(super) fn build(out: &mut Vec<u8>, event_type: EventType, message: Fields<'_>) -> Result<(), FieldError> {
    let name = message.text("encoding")?;
    let encoding = EncodingType::from_name(name)
        .ok_or_else(|| FieldError::new("encoding", format!("{name:?} is not known")))?;
    if is_redacted(message.0) {
        let text = "is redacted; decode with --show-secrets to be able to encode it";
        return Err(FieldError::new("control.authenticationRequest.data", text));
    }
    let text = message.required("control")?.to_string();
    let text = text.as_bytes();
    let read = match event_type {
        EventType::AUTHENTICATION => read(text).map(SchemaMessage::Authentication),
        EventType::ELECTOR => read(text).map(SchemaMessage::Elector),
        _ => match ControlKind::detect(EncodingType::JSON, text) {
            ControlKind::Negotiation => read(text).map(SchemaMessage::Negotiation),
            ControlKind::Control => read(text).map(SchemaMessage::Control),
        },
    };
    Ok(read?.build(out, encoding)?)
}

/// A message between brokers that a line has under `control`.
pub(super) fn read_cluster(text: &str) -> Result<ClusterMessage<'_>, FieldError> {
    read(text.as_bytes())
}

fn read<'t, M: Schema<'t>>(text: &'t [u8]) -> Result<M, FieldError> {
    let failed = |error: DecodeError| FieldError::new("control", error.to_string());
    M::from_json_styled(text, Style::ShownWithSecrets).map_err(failed)
}
