//! Messages of Fila.

use super::{expect_text, known, maybe, maybe_text, pair, time, typed};
use crate::fields::{FieldError, Fields, number};
use crate::hex;
use bridge_codec::{FilaDelivery, FilaEnqueue};
use serde_json::{Value, json};

pub(in super::super) fn read(value: &Value) -> Result<FilaDelivery, FieldError> {
    let fields = Fields::of(value)?;
    known(
        fields,
        &[
            "message_id",
            "queue",
            "headers",
            "payload",
            "fairness_key",
            "weight",
            "attempt_count",
            "redrive_count",
            "enqueued_at",
        ],
    )?;
    Ok(FilaDelivery {
        message_id: typed::uuid(fields.required("message_id")?)
            .map_err(|error| error.within("message_id"))?,
        queue: fields.text("queue")?.to_owned(),
        headers: fields.each("headers", |item| pair(item, |text| Ok(expect_text(text)?.to_owned())))?,
        payload: fields.bytes("payload")?.into(),
        fairness_key: maybe_text(fields, "fairness_key")?.unwrap_or_default(),
        weight: maybe(fields, "weight", number)?.unwrap_or(1),
        attempt_count: maybe(fields, "attempt_count", number)?.unwrap_or(1),
        redrive_count: maybe(fields, "redrive_count", number)?.unwrap_or(0),
        enqueued_at: time(fields.required("enqueued_at")?).map_err(|error| error.within("enqueued_at"))?,
    })
}

pub(in super::super) fn show(message: &FilaEnqueue) -> Value {
    json!({
        "queue": message.queue,
        "headers": message.headers.iter().map(|(name, text)| json!([name, text])).collect::<Vec<_>>(),
        "payload": hex::encode(&message.payload),
        "fairness_key": message.fairness_key,
        "weight": message.weight,
        "delay_ms": message.delay_ms,
        "idempotency_key": message.idempotency_key,
    })
}
