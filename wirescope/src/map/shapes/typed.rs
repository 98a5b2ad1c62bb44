//! Values of AMQP 1.0: one member, named after the type.

use super::{boolean, expect_text, float, known, only, show_float, show_time, time};
use crate::fields::{FieldError, Fields, bytes, number};
use crate::hex;
use bridge_codec::{AmqpArray, AmqpId, AmqpValue};
use serde_json::{Value, json};

pub(super) fn read(value: &Value) -> Result<AmqpValue, FieldError> {
    let (kind, value) = only(value)?;
    of_kind(kind, value).map_err(|error| error.within(kind))
}

fn of_kind(kind: &str, value: &Value) -> Result<AmqpValue, FieldError> {
    Ok(match kind {
        "null" => AmqpValue::Null,
        "boolean" => AmqpValue::Boolean(boolean(value)?),
        "ubyte" => AmqpValue::Ubyte(number(value)?),
        "ushort" => AmqpValue::Ushort(number(value)?),
        "uint" => AmqpValue::Uint(number(value)?),
        "ulong" => AmqpValue::Ulong(number(value)?),
        "byte" => AmqpValue::Byte(signed(value)?),
        "short" => AmqpValue::Short(signed(value)?),
        "int" => AmqpValue::Int(signed(value)?),
        "long" => AmqpValue::Long(signed(value)?),
        "float" => AmqpValue::Float(float(value)? as f32),
        "double" => AmqpValue::Double(float(value)?),
        "decimal32" => AmqpValue::Decimal32(exactly(value)?),
        "decimal64" => AmqpValue::Decimal64(exactly(value)?),
        "decimal128" => AmqpValue::Decimal128(exactly(value)?),
        "char" => AmqpValue::Char(character(value)?),
        "timestamp" => AmqpValue::Timestamp(time(value)?),
        "uuid" => AmqpValue::Uuid(uuid(value)?),
        "binary" => AmqpValue::Binary(bytes(value)?.into()),
        "string" => AmqpValue::String(expect_text(value)?.to_owned()),
        "symbol" => AmqpValue::Symbol(expect_text(value)?.to_owned()),
        "list" => AmqpValue::List(items(value)?.iter().map(read).collect::<Result<_, _>>()?),
        "map" => AmqpValue::Map(items(value)?.iter().map(entry).collect::<Result<_, _>>()?),
        "array" => AmqpValue::Array(Box::new(array(value)?)),
        "described" => AmqpValue::Described(Box::new(entry(value)?)),
        _ => return Err(FieldError::new("", "there is no such type")),
    })
}

pub(super) fn items(value: &Value) -> Result<&[Value], FieldError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| FieldError::new("", "must be a list"))
}

fn exactly<const N: usize>(value: &Value) -> Result<[u8; N], FieldError> {
    let bytes = bytes(value)?;
    bytes.try_into().map_err(|_| FieldError::new("", format!("must be {N} bytes")))
}

fn character(value: &Value) -> Result<char, FieldError> {
    let mut characters = expect_text(value)?.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(FieldError::new("", "must be one character")),
    }
}

/// The items, or an object with the descriptors that all of them share.
fn array(value: &Value) -> Result<AmqpArray, FieldError> {
    if value.is_array() {
        let items = items(value)?.iter().map(read).collect::<Result<_, _>>()?;
        return Ok(AmqpArray { items, ..AmqpArray::default() });
    }
    let fields = Fields::of(value)?;
    known(fields, &["descriptors", "items"])?;
    Ok(AmqpArray { descriptors: fields.each("descriptors", read)?, items: fields.each("items", read)? })
}

/// `[key, value]`
fn entry(value: &Value) -> Result<(AmqpValue, AmqpValue), FieldError> {
    match items(value)? {
        [key, value] => Ok((read(key)?, read(value)?)),
        _ => Err(FieldError::new("", "must be a list of a key and a value")),
    }
}

pub(super) fn signed<T: TryFrom<i64>>(value: &Value) -> Result<T, FieldError> {
    let number = value.as_i64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| FieldError::new("", "must be an integer that fits"))
}

pub(super) fn uuid(value: &Value) -> Result<[u8; 16], FieldError> {
    let text = expect_text(value)?;
    let hyphens = [8, 13, 18, 23].iter().all(|at| text.as_bytes().get(*at) == Some(&b'-'));
    let bytes = hex::decode(&text.replace('-', "")).filter(|_| hyphens && text.len() == 36);
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| FieldError::new("", "must be a UUID"))
}

fn show_uuid(bytes: &[u8; 16]) -> String {
    let digits = hex::encode(bytes);
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

pub(super) fn show(value: &AmqpValue) -> Value {
    match value {
        AmqpValue::Boolean(value) => json!({ "boolean": value }),
        AmqpValue::Ubyte(number) => json!({ "ubyte": number }),
        AmqpValue::Ushort(number) => json!({ "ushort": number }),
        AmqpValue::Uint(number) => json!({ "uint": number }),
        AmqpValue::Ulong(number) => json!({ "ulong": number }),
        AmqpValue::Byte(number) => json!({ "byte": number }),
        AmqpValue::Short(number) => json!({ "short": number }),
        AmqpValue::Int(number) => json!({ "int": number }),
        AmqpValue::Long(number) => json!({ "long": number }),
        AmqpValue::Float(number) => json!({ "float": show_float(f64::from(*number)) }),
        AmqpValue::Double(number) => json!({ "double": show_float(*number) }),
        AmqpValue::Char(character) => json!({ "char": character }),
        AmqpValue::Timestamp(time) => json!({ "timestamp": show_time(*time) }),
        AmqpValue::Uuid(bytes) => json!({ "uuid": show_uuid(bytes) }),
        AmqpValue::Binary(bytes) => json!({ "binary": hex::encode(bytes) }),
        AmqpValue::String(text) => json!({ "string": text }),
        AmqpValue::Symbol(text) => json!({ "symbol": text }),
        AmqpValue::List(items) => json!({ "list": items.iter().map(show).collect::<Vec<_>>() }),
        AmqpValue::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| json!([show(key), show(value)]));
            json!({ "map": entries.collect::<Vec<_>>() })
        }
        AmqpValue::Decimal32(bytes) => json!({ "decimal32": hex::encode(bytes) }),
        AmqpValue::Decimal64(bytes) => json!({ "decimal64": hex::encode(bytes) }),
        AmqpValue::Decimal128(bytes) => json!({ "decimal128": hex::encode(bytes) }),
        AmqpValue::Array(array) => {
            let list = |values: &[AmqpValue]| values.iter().map(show).collect::<Vec<_>>();
            match array.descriptors.is_empty() {
                true => json!({ "array": list(&array.items) }),
                false => {
                    json!({ "array": { "descriptors": list(&array.descriptors), "items": list(&array.items) } })
                }
            }
        }
        AmqpValue::Described(described) => json!({ "described": [show(&described.0), show(&described.1)] }),
        _ => json!({ "null": true }),
    }
}

pub(super) fn read_id(value: &Value) -> Result<AmqpId, FieldError> {
    match read(value)? {
        AmqpValue::String(text) => Ok(AmqpId::String(text)),
        AmqpValue::Uuid(bytes) => Ok(AmqpId::Uuid(bytes)),
        AmqpValue::Ulong(number) => Ok(AmqpId::Ulong(number)),
        AmqpValue::Binary(bytes) => Ok(AmqpId::Binary(bytes)),
        _ => Err(FieldError::new("", "must be a string, uuid, ulong or binary")),
    }
}

pub(super) fn show_id(id: &AmqpId) -> Value {
    match id {
        AmqpId::String(text) => json!({ "string": text }),
        AmqpId::Uuid(bytes) => json!({ "uuid": show_uuid(bytes) }),
        AmqpId::Ulong(number) => json!({ "ulong": number }),
        AmqpId::Binary(bytes) => json!({ "binary": hex::encode(bytes) }),
    }
}
