//! Messages of BlazingMQ.

use super::{boolean, known, maybe_bytes, maybe_text, only, typed};
use crate::fields::{FieldError, Fields, bytes, from_text_or_hex, number, text_or_hex};
use crate::hex;
use bridge_codec::{BmqMessage, BmqValue, MqttText};
use serde_json::{Value, json};

pub(in super::super) fn read(value: &Value) -> Result<BmqMessage, FieldError> {
    let fields = Fields::of(value)?;
    known(fields, &["queue", "guid", "properties", "payload"])?;
    let guid = maybe_bytes(fields, "guid")?.map(<[u8; 16]>::try_from).transpose();
    Ok(BmqMessage {
        queue: maybe_text(fields, "queue")?,
        guid: guid.map_err(|_| FieldError::new("guid", "must be 16 bytes"))?,
        properties: fields.each("properties", property)?,
        payload: fields.bytes("payload")?.into(),
    })
}

fn property(item: &Value) -> Result<(MqttText, BmqValue), FieldError> {
    match item.as_array().map(Vec::as_slice) {
        Some([name, value]) => Ok((from_text_or_hex(name)?.into(), typed_value(value)?)),
        _ => Err(FieldError::new("", "must be a list of a name and a value")),
    }
}

fn typed_value(value: &Value) -> Result<BmqValue, FieldError> {
    let (kind, value) = only(value)?;
    let read = || {
        Ok(match kind {
            "BOOL" => BmqValue::Bool(boolean(value)?),
            "CHAR" => BmqValue::Char(number(value)?),
            "SHORT" => BmqValue::Short(typed::signed(value)?),
            "INT32" => BmqValue::Int32(typed::signed(value)?),
            "INT64" => BmqValue::Int64(typed::signed(value)?),
            "STRING" => BmqValue::String(from_text_or_hex(value)?.into()),
            "BINARY" => BmqValue::Binary(bytes(value)?.into()),
            _ => return Err(FieldError::new("", "there is no such type")),
        })
    };
    read().map_err(|error: FieldError| error.within(kind))
}

pub(in super::super) fn show(message: &BmqMessage) -> Value {
    let properties = message
        .properties
        .iter()
        .map(|(name, value)| json!([text_or_hex(name.as_bytes()), show_value(value)]));
    json!({
        "queue": message.queue,
        "guid": message.guid.map(|guid| hex::encode(&guid)),
        "properties": properties.collect::<Vec<_>>(),
        "payload": hex::encode(&message.payload),
    })
}

fn show_value(value: &BmqValue) -> Value {
    match value {
        BmqValue::Bool(value) => json!({ "BOOL": value }),
        BmqValue::Char(number) => json!({ "CHAR": number }),
        BmqValue::Short(number) => json!({ "SHORT": number }),
        BmqValue::Int32(number) => json!({ "INT32": number }),
        BmqValue::Int64(number) => json!({ "INT64": number }),
        BmqValue::String(text) => json!({ "STRING": text_or_hex(text.as_bytes()) }),
        BmqValue::Binary(bytes) => json!({ "BINARY": hex::encode(bytes) }),
    }
}
