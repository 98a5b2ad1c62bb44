//! The vectors: reading them, and expanding their compact forms.

use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

/// The lines of a file of `testdata/fila`.
///
/// # Panics
/// When the file is not there or a line is not JSON.
#[must_use]
pub fn lines(file: &str) -> Vec<Value> {
    text(file).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// A file of `testdata/fila`.
///
/// # Panics
/// When it is not there.
#[must_use]
pub fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/fila").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bytes of a hex string.
///
/// # Panics
/// When it is none.
#[must_use]
pub fn hex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hex digit") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// The hex of bytes.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    codec_common::json::Hex(bytes).to_string()
}

/// An opcode as the vectors write it, `"0x10"`.
///
/// # Panics
/// When it is none.
#[must_use]
pub fn opcode(value: &Value) -> u8 {
    let text = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("an opcode");
    u8::from_str_radix(text, 16).expect("an opcode")
}

/// A value with its compact forms expanded.
#[must_use]
pub fn expand(value: &Value) -> Value {
    expand_at(value, 0)
}

fn expand_at(value: &Value, index: u64) -> Value {
    match value {
        Value::Object(object) if object.keys().any(|key| key.starts_with('$')) => compact(object, index),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(key, value)| (key.clone(), expand_at(value, index))).collect())
        }
        Value::Array(items) => items.iter().map(|item| expand_at(item, index)).collect(),
        other => other.clone(),
    }
}

fn compact(form: &Map<String, Value>, index: u64) -> Value {
    let text = |key: &str| form.get(key).and_then(Value::as_str);
    let times = form.get("times").and_then(Value::as_u64).unwrap_or_default() as usize;
    if let Some(count) = form.get("$repeat").and_then(Value::as_u64) {
        return (0..count).map(|index| expand_at(&form["item"], index)).collect();
    }
    if let Some(repeated) = text("$str").or(text("$hex")) {
        return repeated.repeat(times).into();
    }
    if let Some(prefix) = text("$index_str") {
        return format!("{prefix}{index}").into();
    }
    let uuid = text("$index_uuid").and_then(|text| codec_common::Uuid::try_parse(text).ok());
    let uuid = uuid.unwrap_or_else(|| panic!("an unknown compact form: {form:?}"));
    codec_common::Uuid::from_u128(uuid.as_u128() + u128::from(index)).to_string().into()
}
