//! STORAGE and PARTITION_SYNC events.

use super::{Raw, Record, field8, field16, field32};
use crate::debug::Hidden;
use crate::names::storage as at;
use codec_common::{At, DecodeError, open_enum, open_flags};
use core::fmt;

open_enum! {
    /// What a storage message holds.
    StorageMessageType: u8 {
        /// A message: its journal record, then its data.
        DATA = 1,
        /// A queue's record: its journal record, then its data.
        QLIST = 2,
        /// A confirmation's journal record.
        CONFIRM = 3,
        /// A deletion's journal record.
        DELETION = 4,
        /// A journal operation's record.
        JOURNAL_OP = 5,
        /// A queue operation's record.
        QUEUE_OP = 6,
    }
}

open_flags! {
    /// Flags of a storage message: five bits.
    StorageFlags: u8 {
        /// The primary wants a receipt.
        RECEIPT_REQUESTED = 1,
    }
}

/// A storage message (reference 9.1).
///
/// ```text
///        0               1               2               3
/// +---------+---------------------------------------------------+
/// |flags (5)|                 messageWords (27)                 |  0
/// +---+---+-+-----+---------------+-----------------------------+
/// |rsv|SPV|hdrWds |  messageType  |         partitionId         |  4
/// +---+---+-------+---------------+-----------------------------+
/// |                     journalOffsetWords                      |  8
/// +-------------------------------------------------------------+
/// | journal record, then for DATA and QLIST the data            |
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StorageMessage<'a>(Raw<'a>);

raw! { StorageMessage }

impl fmt::Debug for StorageMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StorageMessage")
            .field("flags", &self.flags())
            .field("message_type", &self.message_type())
            .field("partition_id", &self.partition_id())
            .field("journal_offset_words", &self.journal_offset_words())
            .field("payload_len", &self.payload().len())
            .finish()
    }
}

impl<'a> Record<'a> for StorageMessage<'a> {
    const NAMES: [At; 3] = [&at::WHOLE, &at::HEADER_WORDS, &at::MESSAGE_WORDS];
    const HEADER_WORDS_AT: usize = 4;

    fn words(bytes: &[u8], _: usize) -> Result<(u8, u32), DecodeError> {
        Ok((field8(bytes, 4) & 0x0F, field32(bytes, 0) & MAX_WORDS))
    }

    fn new(raw: Raw<'a>) -> Self {
        Self(raw)
    }
}

/// The most words of a storage message: 27 bits.
pub(crate) const MAX_WORDS: u32 = (1 << 27) - 1;
/// The soft maximum of its payload: 65 MiB (reference 1.4).
pub(crate) const PAYLOAD_SOFT_MAX: usize = 68_157_440;
/// Words of the header that current peers write.
pub(crate) const HEADER_WORDS: u8 = 3;
/// The version of the storage protocol of current peers.
pub(crate) const PROTOCOL_VERSION: u8 = 1;

impl<'a> StorageMessage<'a> {
    /// The flags.
    #[must_use]
    pub fn flags(&self) -> StorageFlags {
        StorageFlags(field8(self.0.bytes, 0) >> 3)
    }

    /// The version of the storage protocol, two bits.
    #[must_use]
    pub fn storage_protocol_version(&self) -> u8 {
        field8(self.0.bytes, 4) >> 4 & 3
    }

    /// What the message holds.
    #[must_use]
    pub fn message_type(&self) -> StorageMessageType {
        StorageMessageType(field8(self.0.header(), 5))
    }

    /// The partition.
    #[must_use]
    pub fn partition_id(&self) -> u16 {
        field16(self.0.header(), 6)
    }

    /// Where in the journal the record goes, in units of 4 bytes.
    #[must_use]
    pub fn journal_offset_words(&self) -> u32 {
        field32(self.0.header(), 8)
    }

    /// The journal record, and for DATA and QLIST the data behind it.
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        self.0.body()
    }
}

/// A storage message to be built; see [`StorageBuilder`](crate::build::StorageBuilder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct NewStorage<'a> {
    /// The flags: five bits.
    pub flags: StorageFlags,
    /// What the message holds.
    pub message_type: StorageMessageType,
    /// The partition.
    pub partition_id: u16,
    /// Where in the journal the record goes, in units of 4 bytes.
    pub journal_offset_words: u32,
    /// The journal record, and for DATA and QLIST the data behind it: whole words.
    pub payload: &'a [u8],
}

impl Default for StorageMessageType {
    fn default() -> Self {
        Self::DATA
    }
}

impl fmt::Debug for NewStorage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewStorage")
            .field("flags", &self.flags)
            .field("message_type", &self.message_type)
            .field("partition_id", &self.partition_id)
            .field("journal_offset_words", &self.journal_offset_words)
            .field("payload", &Hidden(self.payload))
            .finish()
    }
}
