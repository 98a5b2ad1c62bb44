//! The items of ACK, CONFIRM and REJECT, as JSON and back.

use crate::fields::{FieldError, Fields, number};
use bmq_codec::{AckMessage, AckStatus, ConfirmMessage, CorrelationId, MessageGuid, RejectMessage};
use serde_json::{Value, json};

pub(super) fn list(items: impl Iterator<Item = Value>) -> Value {
    json!({ "messages": items.collect::<Vec<_>>() })
}

pub(super) fn ack(message: AckMessage) -> Value {
    let status = message.status.name().map_or_else(|| message.status.0.into(), Value::from);
    let mut json = json!({
        "status": status,
        "correlationId": message.correlation_id.0,
        "guid": message.guid.to_string(),
        "queueId": message.queue_id,
    });
    if message.reserved != 0 {
        json["reserved"] = message.reserved.into();
    }
    json
}

pub(super) fn confirm(message: ConfirmMessage) -> Value {
    json!({
        "queueId": message.queue_id,
        "guid": message.guid.to_string(),
        "subQueueId": message.sub_queue_id,
    })
}

pub(super) fn reject(message: RejectMessage) -> Value {
    confirm(ConfirmMessage {
        queue_id: message.queue_id,
        guid: message.guid,
        sub_queue_id: message.sub_queue_id,
    })
}

pub(super) fn guid(fields: Fields<'_>, name: &str) -> Result<MessageGuid, FieldError> {
    fields.text(name)?.parse().map_err(|error: bmq_codec::GuidError| FieldError::new(name, error.to_string()))
}

pub(super) fn to_ack(value: &Value) -> Result<AckMessage, FieldError> {
    let fields = Fields::of(value)?;
    let status = match fields.required("status")? {
        Value::String(name) => AckStatus::from_name(name)
            .ok_or_else(|| FieldError::new("status", format!("{name:?} is not known")))?,
        value => AckStatus(nibble(value).map_err(|error| error.within("status"))?),
    };
    let reserved = match fields.optional("reserved") {
        Some(value) => nibble(value).map_err(|error| error.within("reserved"))?,
        None => 0,
    };
    Ok(AckMessage {
        reserved,
        status,
        correlation_id: CorrelationId(fields.number_or("correlationId", 0)?),
        guid: guid(fields, "guid")?,
        queue_id: fields.number("queueId")?,
    })
}

/// Four bits.
pub(super) fn nibble(value: &Value) -> Result<u8, FieldError> {
    match number(value)? {
        number @ 0..=15u8 => Ok(number),
        number => Err(FieldError::new("", format!("{number} does not fit 4 bits"))),
    }
}

pub(super) fn to_confirm(value: &Value) -> Result<ConfirmMessage, FieldError> {
    let fields = Fields::of(value)?;
    Ok(ConfirmMessage {
        queue_id: fields.number("queueId")?,
        guid: guid(fields, "guid")?,
        sub_queue_id: fields.number_or("subQueueId", 0)?,
    })
}

pub(super) fn to_reject(value: &Value) -> Result<RejectMessage, FieldError> {
    let ConfirmMessage { queue_id, guid, sub_queue_id } = to_confirm(value)?;
    Ok(RejectMessage { queue_id, guid, sub_queue_id })
}
