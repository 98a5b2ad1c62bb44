//! The fields of events between brokers.

use super::{Furthest, bytes, filler, rest};
use crate::interbroker::{
    ClusterStateRecord, RecoveryMessage, RecoveryMessages, ReplicationReceipt, StorageMessage,
    StorageMessages,
};
use crate::schema::ClusterMessage;
use crate::schema::trace::Listener;
use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError, Field, Limits};

fields! {
    STORAGE = "StorageMessage" "",
    FLAGS = "StorageHeader" "flags",
    MESSAGE_WORDS = "Header" "messageWords",
    VERSION = "StorageHeader" "storageProtocolVersion",
    HEADER_WORDS = "Header" "headerWords",
    MESSAGE_TYPE = "StorageHeader" "messageType",
    PARTITION_ID = "Header" "partitionId",
    JOURNAL_OFFSET = "StorageHeader" "journalOffsetWords",
    PAYLOAD = "StorageMessage" "payload",
    EXTRA = "Header" "unknown",
    RECOVERY = "RecoveryMessage" "",
    FINAL = "RecoveryHeader" "isFinalChunk",
    CHUNK_TYPE = "RecoveryHeader" "chunkType",
    CHUNK_NUMBER = "RecoveryHeader" "chunkSequenceNumber",
    MD5 = "RecoveryHeader" "md5",
    CHUNK = "RecoveryMessage" "chunk",
    RECEIPT = "ReplicationReceipt" "",
    SEQUENCE_NUMBER = "ReplicationReceipt" "sequenceNumber",
    LEASE = "ReplicationReceipt" "primaryLeaseId",
    RECORD = "ClusterStateRecord" "",
    RECORD_TYPE = "ClusterStateRecordHeader" "recordType",
    ADVISORY_WORDS = "ClusterStateRecordHeader" "leaderAdvisoryWords",
    TERM = "ClusterStateRecordHeader" "electorTerm",
    RECORD_NUMBER = "ClusterStateRecordHeader" "sequenceNumber",
    TIMESTAMP = "ClusterStateRecordHeader" "timestamp",
    PADDING = "ClusterStateRecord" "padding",
    CRC = "ClusterStateRecord" "crc32c",
}

/// Tells of fields of a header of `len` bytes that begins at `start`; of those that are there.
struct Header<'v> {
    visitor: &'v mut dyn Visitor,
    start: usize,
    len: usize,
}

impl Header<'_> {
    fn field(&mut self, at: At, from: usize, to: usize, value: Value<'_>) {
        if to <= self.len {
            let span = self.start.saturating_add(from)..self.start.saturating_add(to);
            self.visitor.value(at, span, value);
        }
    }
}

fn words(len: usize) -> Value<'static> {
    Value::Unsigned(u64::try_from(len >> 2).unwrap_or(u64::MAX))
}

fn named(value: u8, name: Option<&'static str>) -> Value<'static> {
    Value::Named(value.into(), name)
}

pub(super) fn storage(messages: StorageMessages<'_>, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    messages.into_iter().try_for_each(|message| {
        storage_message(&message?, visitor);
        Ok(())
    })
}

fn storage_message(message: &StorageMessage<'_>, visitor: &mut dyn Visitor) {
    let (start, len) = (message.offset(), message.header_len());
    visitor.enter(&STORAGE, start, "StorageMessage", None);
    let mut header = Header { visitor, start, len };
    header.field(&FLAGS, 0, 1, Value::Unsigned(message.flags().0.into()));
    header.field(&MESSAGE_WORDS, 0, 4, words(message.bytes().len()));
    header.field(&VERSION, 4, 5, Value::Unsigned(message.storage_protocol_version().into()));
    header.field(&HEADER_WORDS, 4, 5, words(len));
    let kind = message.message_type();
    header.field(&MESSAGE_TYPE, 5, 6, named(kind.0, kind.name()));
    header.field(&PARTITION_ID, 6, 8, Value::Unsigned(message.partition_id().into()));
    header.field(&JOURNAL_OFFSET, 8, 12, Value::Unsigned(message.journal_offset_words().into()));
    filler(visitor, &EXTRA, start.saturating_add(12), message.bytes().get(12..len));
    bytes(visitor, &PAYLOAD, start.saturating_add(len), message.payload());
    visitor.leave(start.saturating_add(message.bytes().len()));
}

pub(super) fn recovery(messages: RecoveryMessages<'_>, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    messages.into_iter().try_for_each(|message| {
        recovery_message(&message?, visitor);
        Ok(())
    })
}

fn recovery_message(message: &RecoveryMessage<'_>, visitor: &mut dyn Visitor) {
    let (start, len) = (message.offset(), message.header_len());
    visitor.enter(&RECOVERY, start, "RecoveryMessage", None);
    let mut header = Header { visitor, start, len };
    header.field(&FINAL, 0, 1, Value::Bool(message.is_final_chunk()));
    header.field(&MESSAGE_WORDS, 0, 4, words(message.bytes().len()));
    header.field(&HEADER_WORDS, 5, 6, words(len));
    let kind = message.chunk_type();
    header.field(&CHUNK_TYPE, 5, 6, named(kind.0, kind.name()));
    header.field(&PARTITION_ID, 6, 8, Value::Unsigned(message.partition_id().into()));
    header.field(&CHUNK_NUMBER, 8, 12, Value::Unsigned(message.chunk_sequence_number().into()));
    header.field(&MD5, 12, 28, message.md5().map_or(Value::Absent, |digest| Value::Bytes(digest)));
    filler(visitor, &EXTRA, start.saturating_add(28), message.bytes().get(28..len));
    bytes(visitor, &CHUNK, start.saturating_add(len), message.chunk());
    visitor.leave(start.saturating_add(message.bytes().len()));
}

pub(super) fn receipt(receipt: &ReplicationReceipt, start: usize, visitor: &mut dyn Visitor) {
    visitor.enter(&RECEIPT, start, "ReplicationReceipt", None);
    let mut body = Header { visitor, start, len: ReplicationReceipt::LEN };
    body.field(&PARTITION_ID, 0, 4, Value::Unsigned(receipt.partition_id.into()));
    body.field(&SEQUENCE_NUMBER, 4, 12, Value::Unsigned(receipt.sequence_number));
    body.field(&LEASE, 12, 16, Value::Unsigned(receipt.primary_lease_id.into()));
    visitor.leave(start.saturating_add(ReplicationReceipt::LEN));
}

pub(super) fn cluster_state(
    record: &ClusterStateRecord<'_>,
    visitor: &mut dyn Visitor,
) -> Result<(), DecodeError> {
    let (start, len) = (record.offset(), record.header_len());
    visitor.enter(&RECORD, start, "ClusterStateRecord", None);
    let mut header = Header { visitor, start, len };
    header.field(&HEADER_WORDS, 0, 1, words(len));
    let kind = record.record_type();
    header.field(&RECORD_TYPE, 0, 1, named(kind.0, kind.name()));
    header.field(&ADVISORY_WORDS, 4, 8, words(record.bytes().len().saturating_sub(len)));
    header.field(&TERM, 8, 16, Value::Unsigned(record.elector_term()));
    header.field(&RECORD_NUMBER, 16, 24, Value::Unsigned(record.sequence_number()));
    header.field(&TIMESTAMP, 24, 32, Value::Unsigned(record.timestamp()));
    filler(visitor, &EXTRA, start.saturating_add(32), record.bytes().get(32..len));
    let body_at = start.saturating_add(len);
    let mut seen = Furthest { visitor, end: 0 };
    let trace = Listener::Visit { visitor: &mut seen, secret: false, place: record.place() };
    let limits = Limits::default();
    crate::schema::decode_ber::<ClusterMessage<'_>, _>(record.padded_body(), body_at, &limits, trace)?;
    let seen = seen.end;
    let padding_at = body_at.saturating_add(record.body().len());
    rest(visitor, &PADDING, padding_at, seen, record.padding());
    let end = start.saturating_add(record.bytes().len());
    visitor.value(&CRC, end.saturating_sub(4)..end, Value::Unsigned(record.crc32c().into()));
    visitor.leave(end);
    Ok(())
}
