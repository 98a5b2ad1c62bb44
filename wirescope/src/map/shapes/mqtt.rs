//! MQTT publishes.

use super::{boolean, known, maybe, maybe_bytes, maybe_text};
use crate::fields::{FieldError, Fields, from_text_or_hex, number, text_or_hex};
use crate::hex;
use bridge_codec::{MqttPublish, MqttText};
use serde_json::{Value, json};

pub(in super::super) fn read(value: &Value) -> Result<MqttPublish, FieldError> {
    let fields = Fields::of(value)?;
    known(
        fields,
        &[
            "topic",
            "qos",
            "retain",
            "payload",
            "user_properties",
            "correlation_data",
            "content_type",
            "response_topic",
            "message_expiry_interval",
        ],
    )?;
    let qos = fields.number_or("qos", 0)?;
    if qos > 2 {
        return Err(FieldError::new("qos", "must be 0, 1 or 2"));
    }
    Ok(MqttPublish {
        topic: fields.text("topic")?.to_owned(),
        qos,
        retain: maybe(fields, "retain", boolean)?.unwrap_or_default(),
        payload: fields.bytes("payload")?.into(),
        user_properties: fields.each("user_properties", user_property)?,
        correlation_data: maybe_bytes(fields, "correlation_data")?.map(Into::into),
        content_type: maybe_text(fields, "content_type")?,
        response_topic: maybe_text(fields, "response_topic")?,
        message_expiry_interval: maybe(fields, "message_expiry_interval", number)?,
    })
}

fn user_property(value: &Value) -> Result<(MqttText, MqttText), FieldError> {
    match value.as_array().map(Vec::as_slice) {
        Some([key, value]) => Ok((from_text_or_hex(key)?.into(), from_text_or_hex(value)?.into())),
        _ => Err(FieldError::new("", "must be a list of a key and a value")),
    }
}

pub(in super::super) fn show(publish: &MqttPublish) -> Value {
    let user = publish.user_properties.iter();
    let user = user.map(|(key, value)| json!([text_or_hex(key.as_bytes()), text_or_hex(value.as_bytes())]));
    json!({
        "topic": publish.topic,
        "qos": publish.qos,
        "retain": publish.retain,
        "payload": hex::encode(&publish.payload),
        "user_properties": user.collect::<Vec<_>>(),
        "correlation_data": publish.correlation_data.as_ref().map(|data| hex::encode(data)),
        "content_type": publish.content_type,
        "response_topic": publish.response_topic,
        "message_expiry_interval": publish.message_expiry_interval,
    })
}
