//! Messages and envelopes as JSON: `docs/mapping.md`.

pub(super) mod amqp;
pub(super) mod bmq;
pub(super) mod envelope;
pub(super) mod fila;
pub(super) mod mqtt;
pub(super) mod mx;
pub(super) mod sqs;
mod typed;

use crate::fields::{FieldError, Fields, bytes};
use bridge_codec::{Failure, Poison, Timestamp};
use serde_json::{Value, json};

/// A time: RFC 3339, three fractional digits.
pub(super) fn time(value: &Value) -> Result<Timestamp, FieldError> {
    Timestamp::from_rfc3339(expect_text(value)?)
        .ok_or_else(|| FieldError::new("", "must be a time as in RFC 3339"))
}

pub(super) fn show_time(time: Timestamp) -> Value {
    format!("{time:.3}").into()
}

/// An error that a message meets.
pub(super) fn error(failure: Failure) -> Value {
    json!({ "code": failure.code.name(), "kind": failure.kind.name(), "retry": failure.kind.retry() })
}

pub(super) fn poison(poison: Poison) -> Value {
    json!({ "class": poison.class.name(), "settle": poison.settle.name() })
}

pub(super) fn expect_text(value: &Value) -> Result<&str, FieldError> {
    value.as_str().ok_or_else(|| FieldError::new("", "must be text"))
}

/// A member that may be absent or null, read by `read`.
fn maybe<T>(
    fields: Fields<'_>,
    name: &str,
    read: impl FnOnce(&Value) -> Result<T, FieldError>,
) -> Result<Option<T>, FieldError> {
    fields.optional(name).map(|value| read(value).map_err(|error| error.within(name))).transpose()
}

fn maybe_text(fields: Fields<'_>, name: &str) -> Result<Option<String>, FieldError> {
    maybe(fields, name, |value| Ok(expect_text(value)?.to_owned()))
}

fn maybe_bytes(fields: Fields<'_>, name: &str) -> Result<Option<Vec<u8>>, FieldError> {
    maybe(fields, name, bytes)
}

fn boolean(value: &Value) -> Result<bool, FieldError> {
    value.as_bool().ok_or_else(|| FieldError::new("", "must be true or false"))
}

/// `[name, value]`.
fn pair<'j, T>(
    value: &'j Value,
    read: impl FnOnce(&'j Value) -> Result<T, FieldError>,
) -> Result<(String, T), FieldError> {
    match value.as_array().map(Vec::as_slice) {
        Some([name, value]) => {
            let name = expect_text(name).map_err(|error| error.within("[0]"))?;
            Ok((name.to_owned(), read(value).map_err(|error| error.within("[1]"))?))
        }
        _ => Err(FieldError::new("", "must be a list of a name and a value")),
    }
}

/// The one member of an object: its name and value.
fn only(value: &Value) -> Result<(&str, &Value), FieldError> {
    let members = Fields::of(value)?.0;
    match (members.len(), members.iter().next()) {
        (1, Some((name, value))) => Ok((name, value)),
        _ => Err(FieldError::new("", "must have one member, named after its type")),
    }
}

/// Refuses members that the shape does not have.
fn known(fields: Fields<'_>, names: &[&str]) -> Result<(), FieldError> {
    match fields.0.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(FieldError::new(name, "there is no such member")),
        None => Ok(()),
    }
}

/// A float: a number, or the name of one that JSON does not have.
fn float(value: &Value) -> Result<f64, FieldError> {
    match value {
        Value::Number(number) => number.as_f64().ok_or_else(|| FieldError::new("", "must be a number")),
        Value::String(name) if name == "NaN" => Ok(f64::NAN),
        Value::String(name) if name == "+Inf" => Ok(f64::INFINITY),
        Value::String(name) if name == "-Inf" => Ok(f64::NEG_INFINITY),
        _ => Err(FieldError::new("", "must be a number, NaN, +Inf or -Inf")),
    }
}

fn show_float(number: f64) -> Value {
    match serde_json::Number::from_f64(number) {
        Some(number) => number.into(),
        None if number.is_nan() => "NaN".into(),
        None if number > 0.0 => "+Inf".into(),
        None => "-Inf".into(),
    }
}
