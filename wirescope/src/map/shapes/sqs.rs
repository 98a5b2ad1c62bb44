//! SQS messages.

use super::{expect_text, known, maybe_text, pair};
use crate::fields::{FieldError, Fields, bytes};
use crate::hex;
use bridge_codec::{SqsAttribute, SqsMessage, SqsValue};
use serde_json::{Map, Value, json};

pub(in super::super) fn read(value: &Value) -> Result<SqsMessage, FieldError> {
    let fields = Fields::of(value)?;
    known(
        fields,
        &[
            "message_id",
            "body",
            "attributes",
            "system_attributes",
            "message_group_id",
            "message_deduplication_id",
        ],
    )?;
    let none = Map::new();
    let system = fields.optional("system_attributes").map_or(Ok(Fields(&none)), Fields::of);
    let system = system.map_err(|error| error.within("system_attributes"))?.0.iter().map(|(name, value)| {
        let text = expect_text(value).map_err(|error| error.within(name).within("system_attributes"))?;
        Ok((name.clone(), text.to_owned()))
    });
    Ok(SqsMessage {
        message_id: maybe_text(fields, "message_id")?,
        body: fields.text("body")?.to_owned(),
        attributes: fields.each("attributes", |item| pair(item, attribute))?,
        system_attributes: system.collect::<Result<_, FieldError>>()?,
        message_group_id: maybe_text(fields, "message_group_id")?,
        message_deduplication_id: maybe_text(fields, "message_deduplication_id")?,
    })
}

fn attribute(value: &Value) -> Result<SqsAttribute, FieldError> {
    let fields = Fields::of(value)?;
    known(fields, &["type", "value"])?;
    let data_type = fields.text("type")?;
    let value = fields.required("value")?;
    let value = match data_type.split('.').next() {
        Some("Binary") => SqsValue::Binary(bytes(value).map_err(|error| error.within("value"))?.into()),
        Some("String" | "Number") => SqsValue::Text(fields.text("value")?.to_owned()),
        _ => {
            return Err(FieldError::new("type", "must be String, Number or Binary, with or without a label"));
        }
    };
    Ok(SqsAttribute { data_type: data_type.to_owned(), value })
}

pub(in super::super) fn show(message: &SqsMessage) -> Value {
    let attributes = message.attributes.iter().map(|(name, attribute)| {
        let value = match &attribute.value {
            SqsValue::Text(text) => text.clone(),
            SqsValue::Binary(bytes) => hex::encode(bytes),
        };
        json!([name, { "type": attribute.data_type, "value": value }])
    });
    let system: Map<_, _> =
        message.system_attributes.iter().map(|(name, text)| (name.clone(), text.as_str().into())).collect();
    json!({
        "message_id": message.message_id,
        "body": message.body,
        "attributes": attributes.collect::<Vec<_>>(),
        "system_attributes": system,
        "message_group_id": message.message_group_id,
        "message_deduplication_id": message.message_deduplication_id,
    })
}
