//! Bodies of events between brokers.

use crate::build::{RecoveryBuilder, StorageBuilder, cluster_state_event, replication_receipt_event};
use crate::interbroker::{
    ClusterStateRecordType, NewClusterStateRecord, NewRecovery, NewStorage, RecoveryFileChunkType,
    ReplicationReceipt, StorageFlags, StorageMessageType,
};
use crate::schema::shape::Described as _;
use crate::schema::{ClusterMessage, Schema as _, generate};
use crate::{EncodeError, EventHeader, EventType};
use alloc::vec;
use alloc::vec::Vec;
use arbitrary::{Error, Result, Unstructured};

/// Most words of a payload.
const MAX_WORDS: u8 = 24;

/// Most messages of an event.
const MAX_MESSAGES: u8 = 4;

/// The body of an event of that type; of CLUSTER_STATE, `path` selects the message.
pub(super) fn body(event_type: EventType, path: &[&str], u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut event = match event_type {
        EventType::STORAGE | EventType::PARTITION_SYNC => storage(u)?,
        EventType::RECOVERY => recovery(u)?,
        EventType::CLUSTER_STATE => cluster_state(path, u)?,
        EventType::REPLICATION_RECEIPT => receipt(u)?,
        _ => return u.arbitrary(),
    };
    Ok(event.split_off(EventHeader::LEN))
}

/// What is drawn fits: the builders refuse nothing of it.
fn built<T>(result: core::result::Result<T, EncodeError>) -> Result<T> {
    result.map_err(|_| Error::IncorrectFormat)
}

/// Whole words, at least one.
fn words(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let count = usize::from(u.int_in_range(1..=MAX_WORDS)?);
    let mut bytes = vec![0; count.saturating_mul(4)];
    u.fill_buffer(&mut bytes)?;
    Ok(bytes)
}

fn storage(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut event = StorageBuilder::new(Vec::new());
    for _ in 0..u.int_in_range(1..=MAX_MESSAGES)? {
        let payload = words(u)?;
        built(event.push(&NewStorage {
            flags: StorageFlags(u.int_in_range(0..=1)?),
            message_type: *u.choose(StorageMessageType::ALL)?,
            partition_id: u.arbitrary()?,
            journal_offset_words: u.arbitrary()?,
            payload: &payload,
        }))?;
    }
    Ok(event.into_buffer())
}

fn recovery(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut event = RecoveryBuilder::new(Vec::new());
    for _ in 0..u.int_in_range(1..=MAX_MESSAGES)? {
        let chunk = words(u)?;
        built(event.push(&NewRecovery {
            is_final_chunk: u.arbitrary()?,
            chunk_type: *u.choose(RecoveryFileChunkType::ALL)?,
            partition_id: u.arbitrary()?,
            chunk_sequence_number: u.arbitrary()?,
            md5: Some(u.arbitrary()?),
            chunk: &chunk,
        }))?;
    }
    Ok(event.into_buffer())
}

fn cluster_state(path: &[&str], u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut ber = Vec::new();
    generate::message(ClusterMessage::SHAPE, path, u, &mut ber)?;
    let record = NewClusterStateRecord {
        record_type: *u.choose(ClusterStateRecordType::ALL)?,
        elector_term: u.arbitrary()?,
        sequence_number: u.arbitrary()?,
        timestamp: u.arbitrary()?,
        message: ClusterMessage::from_ber(&ber).map_err(|_| Error::IncorrectFormat)?,
    };
    let mut event = Vec::new();
    built(cluster_state_event(&mut event, &record))?;
    Ok(event)
}

fn receipt(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let receipt = ReplicationReceipt {
        partition_id: u.arbitrary()?,
        sequence_number: u.arbitrary()?,
        primary_lease_id: u.arbitrary()?,
    };
    let mut event = Vec::new();
    built(replication_receipt_event(&mut event, &receipt))?;
    Ok(event)
}
