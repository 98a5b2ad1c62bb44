//! Building the events between brokers.

use super::event::patch_length;
use crate::event::{EventHeader, EventType, limits};
use crate::interbroker::{NewClusterStateRecord, NewRecovery, NewStorage, ReplicationReceipt};
use crate::names::{cluster_state, receipt, recovery, storage};
use crate::schema::Schema;
use crate::{EncodingType, interbroker};
use codec_common::padding::{padding_len, word_padding};
use codec_common::{At, Buffer, EncodeError, Rule, crc};
use core::fmt;
use core::marker::PhantomData;

static WORDS: Rule = Rule("the length must be whole words");
static FLAGS: Rule = Rule("flags have 5 bits");
static NIBBLE: Rule = Rule("a type has 4 bits");

/// A kind of message that [`RecordsBuilder`] packs.
pub trait RecordKind {
    /// The message to be built.
    type New<'n>: NewRecord;
    /// The type of event that it usually goes into.
    #[doc(hidden)]
    const EVENT: EventType;
}

/// Storage messages.
#[derive(Clone, Copy, Debug)]
pub enum Storage {}

impl RecordKind for Storage {
    type New<'n> = NewStorage<'n>;
    const EVENT: EventType = EventType::STORAGE;
}

/// Chunks of files.
#[derive(Clone, Copy, Debug)]
pub enum Recovery {}

impl RecordKind for Recovery {
    type New<'n> = NewRecovery<'n>;
    const EVENT: EventType = EventType::RECOVERY;
}

/// A message that [`RecordsBuilder`] can add.
pub trait NewRecord {
    /// The names of payload and event.
    #[doc(hidden)]
    const NAMES: [At; 2];
    /// The soft maximum of the payload, and the words of the header.
    #[doc(hidden)]
    const BOUNDS: (usize, u8);
    /// The payload.
    #[doc(hidden)]
    fn payload(&self) -> &[u8];
    /// Refuses fields that do not fit.
    #[doc(hidden)]
    fn check(&self) -> Result<(), EncodeError>;
    /// Writes the header of a message of `words`.
    #[doc(hidden)]
    fn put_header(&self, words: u32, buffer: &mut impl Buffer);
}

impl NewRecord for NewStorage<'_> {
    const NAMES: [At; 2] = [&storage::PAYLOAD, &storage::EVENT];
    const BOUNDS: (usize, u8) = (interbroker::STORAGE_PAYLOAD_SOFT_MAX, interbroker::STORAGE_HEADER_WORDS);

    fn payload(&self) -> &[u8] {
        self.payload
    }

    fn check(&self) -> Result<(), EncodeError> {
        let flags = self.flags.0;
        if flags > 0x1F { Err(EncodeError::bad_value(flags.into(), &FLAGS, &storage::FLAGS)) } else { Ok(()) }
    }

    fn put_header(&self, words: u32, buffer: &mut impl Buffer) {
        let versions = interbroker::STORAGE_PROTOCOL_VERSION << 4 | interbroker::STORAGE_HEADER_WORDS;
        let [high, low] = self.partition_id.to_be_bytes();
        buffer.put_array((u32::from(self.flags.0) << 27 | words).to_be_bytes());
        buffer.put_array([versions, self.message_type.0, high, low]);
        buffer.put_array(self.journal_offset_words.to_be_bytes());
    }
}

impl NewRecord for NewRecovery<'_> {
    const NAMES: [At; 2] = [&recovery::CHUNK, &recovery::EVENT];
    const BOUNDS: (usize, u8) = (interbroker::RECOVERY_CHUNK_SOFT_MAX, interbroker::RECOVERY_HEADER_WORDS);

    fn payload(&self) -> &[u8] {
        self.chunk
    }

    fn check(&self) -> Result<(), EncodeError> {
        let kind = self.chunk_type.0;
        if kind > 0x0F {
            Err(EncodeError::bad_value(kind.into(), &NIBBLE, &recovery::CHUNK_TYPE))
        } else {
            Ok(())
        }
    }

    fn put_header(&self, words: u32, buffer: &mut impl Buffer) {
        let [high, low] = self.partition_id.to_be_bytes();
        let kind = interbroker::RECOVERY_HEADER_WORDS << 4 | self.chunk_type.0;
        buffer.put_array((u32::from(self.is_final_chunk) << 31 | words).to_be_bytes());
        buffer.put_array([0, kind, high, low]);
        buffer.put_array(self.chunk_sequence_number.to_be_bytes());
        buffer.put_array(self.md5.unwrap_or_default());
    }
}

/// Packs storage or recovery messages into one event. An event without messages is not written at all.
///
/// ```
/// use bmq_codec::build::{SliceBuffer, StorageBuilder};
/// use bmq_codec::interbroker::{NewStorage, StorageMessageType};
/// let mut space = [0; 64];
/// let mut event = StorageBuilder::new(SliceBuffer::new(&mut space));
/// event.push(&NewStorage { message_type: StorageMessageType::CONFIRM, payload: &[7; 8], ..Default::default() })?;
/// assert_eq!(event.finish()[..16], [0, 0, 0, 28, 0x48, 2, 0, 0, 0, 0, 0, 5, 0x13, 3, 0, 0]);
/// # Ok::<(), bmq_codec::EncodeError>(())
/// ```
pub struct RecordsBuilder<B, K> {
    buffer: B,
    start: usize,
    event_type: EventType,
    kind: PhantomData<fn(K)>,
}

/// Packs storage messages into one STORAGE or PARTITION_SYNC event.
pub type StorageBuilder<B> = RecordsBuilder<B, Storage>;
/// Packs chunks of files into one RECOVERY event.
pub type RecoveryBuilder<B> = RecordsBuilder<B, Recovery>;

impl<B, K> fmt::Debug for RecordsBuilder<B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordsBuilder").field("event_type", &self.event_type).finish_non_exhaustive()
    }
}

impl<B: Buffer> StorageBuilder<B> {
    /// Appends a PARTITION_SYNC event to `buffer`.
    #[must_use]
    pub fn partition_sync(buffer: B) -> Self {
        Self::of(buffer, EventType::PARTITION_SYNC)
    }
}

impl<B: Buffer, K: RecordKind> RecordsBuilder<B, K> {
    /// Appends a STORAGE or RECOVERY event to `buffer`.
    #[must_use]
    pub fn new(buffer: B) -> Self {
        Self::of(buffer, K::EVENT)
    }

    fn of(buffer: B, event_type: EventType) -> Self {
        let start = buffer.written().len();
        Self { buffer, start, event_type, kind: PhantomData }
    }

    /// Adds a message.
    ///
    /// # Errors
    /// `bad_value` for a payload that is not whole words or a field that does not fit; `too_long` for a payload or
    /// an event beyond its soft maximum; `buffer_too_small`. The event is then as it was.
    pub fn push(&mut self, record: &K::New<'_>) -> Result<(), EncodeError> {
        self.push_record(record)
    }

    fn push_record<R: NewRecord>(&mut self, record: &R) -> Result<(), EncodeError> {
        let [payload_at, event_at] = R::NAMES;
        let (maximum, header_words) = R::BOUNDS;
        let payload = record.payload();
        record.check()?;
        if payload.len() & 3 != 0 {
            let len = u32::try_from(payload.len()).unwrap_or(u32::MAX);
            return Err(EncodeError::bad_value(len, &WORDS, payload_at));
        }
        if payload.len() > maximum {
            return Err(EncodeError::too_long(payload.len(), maximum, payload_at));
        }
        let len = payload.len().saturating_add(usize::from(header_words) << 2);
        let written = self.buffer.written().len().saturating_sub(self.start);
        let head = if written == 0 { EventHeader::LEN } else { 0 };
        let event_len = written.saturating_add(head).saturating_add(len);
        if event_len > limits::EVENT_SOFT_MAX {
            return Err(EncodeError::too_long(event_len, limits::EVENT_SOFT_MAX, event_at));
        }
        let needed = len.saturating_add(head);
        self.buffer.reserve(needed).map_err(|room| EncodeError::buffer_too_small(needed, room, event_at))?;
        if head > 0 {
            self.buffer.put_array(EventHeader::new(self.event_type, 0).to_bytes());
        }
        record.put_header(u32::try_from(len >> 2).unwrap_or(u32::MAX), &mut self.buffer);
        self.buffer.put(payload);
        Ok(())
    }

    /// Writes the event's length and gives its bytes; none when there is no message.
    pub fn finish(&mut self) -> &[u8] {
        if self.buffer.written().len() > self.start {
            patch_length(&mut self.buffer, self.start);
        }
        self.buffer.written().get(self.start..).unwrap_or_default()
    }

    /// Writes the event's length and gives the buffer back.
    pub fn into_buffer(mut self) -> B {
        self.finish();
        self.buffer
    }
}

/// Appends a REPLICATION_RECEIPT event: 24 bytes.
///
/// # Errors
/// `buffer_too_small`; the buffer is then as it was.
pub fn replication_receipt_event(
    buffer: &mut impl Buffer,
    receipt: &ReplicationReceipt,
) -> Result<(), EncodeError> {
    const LEN: u32 = 24;
    let len = EventHeader::LEN.saturating_add(ReplicationReceipt::LEN);
    buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, &receipt::WHOLE))?;
    buffer.put_array(EventHeader::new(EventType::REPLICATION_RECEIPT, LEN).to_bytes());
    receipt.put(buffer);
    Ok(())
}

/// Appends a CLUSTER_STATE event: one record of the ledger, with padding and CRC.
///
/// # Errors
/// `bad_value` for a record type that does not fit, what of the message cannot be written, `too_long`,
/// `buffer_too_small`. The buffer is then as it was.
pub fn cluster_state_event(
    buffer: &mut impl Buffer,
    record: &NewClusterStateRecord<'_>,
) -> Result<(), EncodeError> {
    let kind = record.record_type.0;
    if kind > 0x0F {
        return Err(EncodeError::bad_value(kind.into(), &NIBBLE, &cluster_state::TYPE));
    }
    let ber_len = record.message.encoded_len(EncodingType::BER)?;
    let body_len = ber_len.saturating_add(padding_len::<4>(ber_len)).saturating_add(4);
    let head = EventHeader::LEN.saturating_add(interbroker::CLUSTER_STATE_HEADER_LEN);
    let len = body_len.saturating_add(head);
    if len > limits::EVENT_SOFT_MAX {
        return Err(EncodeError::too_long(len, limits::EVENT_SOFT_MAX, &cluster_state::WHOLE));
    }
    buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, &cluster_state::WHOLE))?;
    let length = u32::try_from(len).unwrap_or(u32::MAX);
    buffer.put_array(EventHeader::new(EventType::CLUSTER_STATE, length).to_bytes());
    let start = buffer.written().len();
    buffer.put_array([interbroker::CLUSTER_STATE_HEADER_WORDS << 4 | kind, 0, 0, 0]);
    buffer.put_array(u32::try_from(body_len >> 2).unwrap_or(u32::MAX).to_be_bytes());
    buffer.put_array(record.elector_term.to_be_bytes());
    buffer.put_array(record.sequence_number.to_be_bytes());
    buffer.put_array(record.timestamp.to_be_bytes());
    record.message.put(EncodingType::BER, buffer);
    buffer.put(word_padding(ber_len));
    let crc = crc::crc32c(buffer.written().get(start..).unwrap_or_default());
    buffer.put_array(crc.to_be_bytes());
    Ok(())
}
