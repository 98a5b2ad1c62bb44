//! The vectors: reading them, and expanding their compact forms.

use crate::fixtures::read_testdata;
use serde_json::{Map, Value};

pub use crate::fixtures::{hex, to_hex};

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
    String::from_utf8(read_testdata(&format!("fila/{file}"))).expect("is text")
}

/// The name and the bytes of every vector that has them: frames, and streams, bad ones too.
#[must_use]
pub fn all_bytes() -> Vec<(String, Vec<u8>)> {
    let files = [("good.jsonl", "frame"), ("bad.jsonl", "bytes"), ("stream.jsonl", "bytes")];
    let each = |(file, member): (&str, &str)| -> Vec<(String, Vec<u8>)> {
        let bytes = |vector: &Value| vector[member].as_str().map(hex);
        let name = |vector: &Value| vector["name"].as_str().unwrap_or_default().to_owned();
        lines(file).iter().filter_map(|vector| Some((name(vector), bytes(vector)?))).collect()
    };
    files.into_iter().flat_map(each).collect()
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
