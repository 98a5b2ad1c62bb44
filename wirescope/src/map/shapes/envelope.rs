//! Envelopes.

use super::{boolean, expect_text, float, known, maybe, maybe_text, only, pair, show_float, show_time, time};
use crate::fields::{FieldError, Fields, bytes};
use crate::hex;
use bridge_codec::{Envelope, HeaderValue, Headers, Identity};
use serde_json::{Value, json};

pub(in super::super) fn read(value: &Value) -> Result<Envelope, FieldError> {
    let fields = Fields::of(value)?;
    known(fields, &["id", "subject", "payload", "headers", "created_at", "expires_at"])?;
    let id = Identity::new(fields.text("id")?).ok_or_else(|| FieldError::new("id", "must not be empty"))?;
    let created_at = time(fields.required("created_at")?).map_err(|error| error.within("created_at"))?;
    let mut envelope = Envelope::new(id, fields.bytes("payload")?, created_at);
    envelope.set_subject(maybe_text(fields, "subject")?.unwrap_or_default());
    envelope.headers = headers(fields, "headers")?;
    envelope.expires_at = maybe(fields, "expires_at", time)?;
    Ok(envelope)
}

pub(in super::super) fn show(envelope: &Envelope) -> Value {
    let headers = envelope.headers.iter().map(|(name, value)| json!([name, show_header(value)]));
    json!({
        "id": envelope.id().as_str(),
        "subject": envelope.subject(),
        "payload": hex::encode(&envelope.payload),
        "headers": headers.collect::<Vec<_>>(),
        "created_at": show_time(envelope.created_at),
        "expires_at": envelope.expires_at.map(show_time),
    })
}

/// A list of names and values.
pub(in super::super) fn headers(fields: Fields<'_>, name: &str) -> Result<Headers, FieldError> {
    Ok(fields.each(name, |item| pair(item, header))?.into_iter().collect())
}

/// A list that is a value of its own.
pub(in super::super) fn header_list(value: &Value) -> Result<Headers, FieldError> {
    let items = value.as_array().ok_or_else(|| FieldError::new("", "must be a list"))?;
    items.iter().map(|item| pair(item, header)).collect()
}

fn header(value: &Value) -> Result<HeaderValue, FieldError> {
    let (kind, value) = only(value)?;
    let read = || {
        Ok(match kind {
            "text" => HeaderValue::Text(expect_text(value)?.to_owned()),
            "int" => HeaderValue::Int(value.as_i64().ok_or_else(|| FieldError::new("", "must be 64 bits"))?),
            "uint" => {
                HeaderValue::Uint(value.as_u64().ok_or_else(|| FieldError::new("", "must be 64 bits"))?)
            }
            "float" => HeaderValue::Float(float(value)?),
            "bool" => HeaderValue::Bool(boolean(value)?),
            "time" => HeaderValue::Time(time(value)?),
            "bytes" => HeaderValue::Bytes(bytes(value)?.into()),
            "null" => HeaderValue::Null,
            _ => return Err(FieldError::new("", "there is no such type")),
        })
    };
    read().map_err(|error: FieldError| error.within(kind))
}

fn show_header(value: &HeaderValue) -> Value {
    match value {
        HeaderValue::Text(text) => json!({ "text": text }),
        HeaderValue::Int(number) => json!({ "int": number }),
        HeaderValue::Uint(number) => json!({ "uint": number }),
        HeaderValue::Float(number) => json!({ "float": show_float(*number) }),
        HeaderValue::Bool(value) => json!({ "bool": value }),
        HeaderValue::Time(time) => json!({ "time": show_time(*time) }),
        HeaderValue::Bytes(bytes) => json!({ "bytes": hex::encode(bytes) }),
        _ => json!({ "null": true }),
    }
}
