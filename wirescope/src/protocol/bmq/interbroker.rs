//! Events between brokers as JSON, and back.

use super::control;
use super::item::list;
use crate::fields::{FieldError, Fields, number};
use crate::hex;
use bmq_codec::DecodeError;
use bmq_codec::build::{RecoveryBuilder, StorageBuilder, cluster_state_event, replication_receipt_event};
use bmq_codec::interbroker::{
    ClusterStateRecord, ClusterStateRecordType, NewClusterStateRecord, NewRecovery, NewStorage,
    RecoveryFileChunkType, RecoveryMessage, ReplicationReceipt, StorageFlags, StorageMessage,
    StorageMessageType,
};
use serde_json::{Value, json};

/// A name, or the number that has none.
fn named(name: Option<&'static str>, number: u8) -> Value {
    name.map_or_else(|| number.into(), Value::from)
}

/// A name that `known` knows, or a number.
fn from_name(fields: Fields<'_>, field: &str, known: impl Fn(&str) -> Option<u8>) -> Result<u8, FieldError> {
    match fields.required(field)? {
        Value::String(name) => {
            known(name).ok_or_else(|| FieldError::new(field, format!("{name:?} is not known")))
        }
        value => number(value).map_err(|error| error.within(field)),
    }
}

pub(super) fn storage(message: &StorageMessage<'_>) -> Value {
    let flags = message.flags();
    let names = flags.names().map(Value::from);
    let unknown = (flags.unknown() != 0).then(|| flags.unknown().into());
    json!({
        "flags": names.chain(unknown).collect::<Vec<_>>(),
        "messageType": named(message.message_type().name(), message.message_type().0),
        "partitionId": message.partition_id(),
        "journalOffsetWords": message.journal_offset_words(),
        "payload": hex::encode(message.payload()),
    })
}

pub(super) fn recovery(message: &RecoveryMessage<'_>) -> Value {
    let mut json = json!({
        "isFinalChunk": message.is_final_chunk(),
        "chunkType": named(message.chunk_type().name(), message.chunk_type().0),
        "partitionId": message.partition_id(),
        "chunkSequenceNumber": message.chunk_sequence_number(),
    });
    if let Some(digest) = message.md5() {
        json["md5"] = hex::encode(digest).into();
    }
    json["chunk"] = hex::encode(message.chunk()).into();
    json
}

pub(super) fn receipt(receipt: &ReplicationReceipt) -> Value {
    json!({
        "partitionId": receipt.partition_id,
        "sequenceNumber": receipt.sequence_number,
        "primaryLeaseId": receipt.primary_lease_id,
    })
}

pub(super) fn cluster_state(
    record: &ClusterStateRecord<'_>,
    found: &mut dyn FnMut(DecodeError),
) -> Result<Value, DecodeError> {
    let message = record.message_with_findings(found)?;
    let scope = if record.crc_fault().is_none() { "record" } else { "mismatch" };
    Ok(json!({
        "recordType": named(record.record_type().name(), record.record_type().0),
        "electorTerm": record.elector_term(),
        "sequenceNumber": record.sequence_number(),
        "timestamp": record.timestamp(),
        "crc32c": { "value": record.crc32c(), "scope": scope },
        "encoding": "BER",
        "control": control::cluster_json(&message),
    }))
}

pub(super) fn messages<T>(
    messages: impl Iterator<Item = Result<T, DecodeError>>,
    json: impl Fn(&T) -> Value,
    mut broken: impl FnMut(DecodeError) -> Value,
) -> Value {
    list(messages.map(|message| match message {
        Ok(message) => json(&message),
        Err(error) => broken(error),
    }))
}

pub(super) fn build_storage(
    message: Fields<'_>,
    mut event: StorageBuilder<&mut Vec<u8>>,
) -> Result<(), FieldError> {
    for item in message.list("messages")? {
        let fields = Fields::of(item)?;
        let flag = |value: &Value| match value {
            Value::String(name) => StorageFlags::from_name(name)
                .map(|flag| flag.0)
                .ok_or_else(|| FieldError::new("", format!("{name:?} is not known"))),
            value => number(value),
        };
        let payload = fields.bytes("payload")?;
        let kind = |name: &str| StorageMessageType::from_name(name).map(|kind| kind.0);
        let new = NewStorage {
            flags: StorageFlags(fields.each("flags", flag)?.into_iter().fold(0, |all, flag| all | flag)),
            message_type: StorageMessageType(from_name(fields, "messageType", kind)?),
            partition_id: fields.number("partitionId")?,
            journal_offset_words: fields.number_or("journalOffsetWords", 0)?,
            payload: &payload,
        };
        event.push(&new)?;
    }
    event.finish();
    Ok(())
}

pub(super) fn build_recovery(out: &mut Vec<u8>, message: Fields<'_>) -> Result<(), FieldError> {
    let mut event = RecoveryBuilder::new(out);
    for item in message.list("messages")? {
        let fields = Fields::of(item)?;
        let chunk = fields.bytes("chunk")?;
        let kind = |name: &str| RecoveryFileChunkType::from_name(name).map(|kind| kind.0);
        let md5 = match fields.optional("md5") {
            None => None,
            Some(_) => Some(
                <[u8; 16]>::try_from(&fields.bytes("md5")?[..])
                    .map_err(|_| FieldError::new("md5", "must be 16 bytes"))?,
            ),
        };
        event.push(&NewRecovery {
            is_final_chunk: fields.optional("isFinalChunk").and_then(Value::as_bool).unwrap_or(false),
            chunk_type: RecoveryFileChunkType(from_name(fields, "chunkType", kind)?),
            partition_id: fields.number("partitionId")?,
            chunk_sequence_number: fields.number("chunkSequenceNumber")?,
            md5,
            chunk: &chunk,
        })?;
    }
    event.finish();
    Ok(())
}

pub(super) fn build_receipt(out: &mut Vec<u8>, message: Fields<'_>) -> Result<(), FieldError> {
    let receipt = ReplicationReceipt {
        partition_id: message.number("partitionId")?,
        sequence_number: message.number("sequenceNumber")?,
        primary_lease_id: message.number("primaryLeaseId")?,
    };
    Ok(replication_receipt_event(out, &receipt)?)
}

/// A record; its CRC is computed, unless it was given as a number.
pub(super) fn build_cluster_state(out: &mut Vec<u8>, message: Fields<'_>) -> Result<(), FieldError> {
    let kind = |name: &str| ClusterStateRecordType::from_name(name).map(|kind| kind.0);
    let text = message.required("control")?.to_string();
    let record = NewClusterStateRecord {
        record_type: ClusterStateRecordType(from_name(message, "recordType", kind)?),
        elector_term: message.number("electorTerm")?,
        sequence_number: message.number("sequenceNumber")?,
        timestamp: message.number("timestamp")?,
        message: control::read_cluster(&text)?,
    };
    cluster_state_event(out, &record)?;
    if let Some(value @ Value::Number(_)) = message.optional("crc32c") {
        let crc: u32 = number(value).map_err(|error| error.within("crc32c"))?;
        if let Some(slot) = out.last_chunk_mut::<4>() {
            *slot = crc.to_be_bytes();
        }
    }
    Ok(())
}
