//! RECOVERY events.

use super::{Raw, Record, field8, field16, field32};
use crate::debug::Hidden;
use crate::names::recovery as at;
use codec_common::{At, DecodeError, open_enum};
use core::fmt;

open_enum! {
    /// The file that a chunk is of: four bits.
    RecoveryFileChunkType: u8 {
        /// The data file.
        DATA = 1,
        /// The journal.
        JOURNAL = 2,
        /// The queue list.
        QLIST = 3,
    }
}

/// A chunk of a file (reference 9.2).
///
/// ```text
///        0               1               2               3
/// +-+-----+-----------------------------------------------------+
/// |F| rsv |                 messageWords (28)                   |  0
/// +-+-----+-------+-------+-------+-----------------------------+
/// |   reserved    |hdrWds | type  |         partitionId         |  4
/// +---------------+-------+-------+-----------------------------+
/// |                     chunkSequenceNumber                     |  8
/// +-------------------------------------------------------------+
/// |                     MD5 of the chunk (16)                   | 12
/// +-------------------------------------------------------------+
/// | chunk                                                       | 28
/// ```
///
/// F tells the last chunk of a file. An MD5 of zeros is not set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RecoveryMessage<'a>(Raw<'a>);

raw! { RecoveryMessage }

impl fmt::Debug for RecoveryMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecoveryMessage")
            .field("is_final_chunk", &self.is_final_chunk())
            .field("chunk_type", &self.chunk_type())
            .field("partition_id", &self.partition_id())
            .field("chunk_sequence_number", &self.chunk_sequence_number())
            .field("chunk_len", &self.chunk().len())
            .finish_non_exhaustive()
    }
}

impl<'a> Record<'a> for RecoveryMessage<'a> {
    const NAMES: [At; 3] = [&at::WHOLE, &at::HEADER_WORDS, &at::MESSAGE_WORDS];
    const HEADER_WORDS_AT: usize = 5;

    fn words(bytes: &[u8], _: usize) -> Result<(u8, u32), DecodeError> {
        Ok((field8(bytes, 5) >> 4, field32(bytes, 0) & MAX_WORDS))
    }

    fn new(raw: Raw<'a>) -> Self {
        Self(raw)
    }
}

/// The most words of a recovery message: 28 bits.
pub(crate) const MAX_WORDS: u32 = (1 << 28) - 1;
/// The soft maximum of its chunk: 64 MiB (reference 1.4).
pub(crate) const CHUNK_SOFT_MAX: usize = 67_108_864;
/// Words of the header that current peers write.
pub(crate) const HEADER_WORDS: u8 = 7;

impl<'a> RecoveryMessage<'a> {
    /// True for the last chunk of a file.
    #[must_use]
    pub fn is_final_chunk(&self) -> bool {
        field8(self.0.bytes, 0) & 0x80 != 0
    }

    /// The file that the chunk is of.
    #[must_use]
    pub fn chunk_type(&self) -> RecoveryFileChunkType {
        RecoveryFileChunkType(field8(self.0.bytes, 5) & 0x0F)
    }

    /// The partition.
    #[must_use]
    pub fn partition_id(&self) -> u16 {
        field16(self.0.header(), 6)
    }

    /// The chunk by number.
    #[must_use]
    pub fn chunk_sequence_number(&self) -> u32 {
        field32(self.0.header(), 8)
    }

    /// The MD5 of the chunk; `None` where it is not set.
    #[must_use]
    pub fn md5(&self) -> Option<&'a [u8; 16]> {
        let digest = self.0.header().get(12..).and_then(<[u8]>::first_chunk)?;
        (*digest != [0; 16]).then_some(digest)
    }

    /// The chunk; may be empty.
    #[must_use]
    pub fn chunk(&self) -> &'a [u8] {
        self.0.body()
    }
}

/// A chunk to be built; see [`RecoveryBuilder`](crate::build::RecoveryBuilder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct NewRecovery<'a> {
    /// True for the last chunk of a file.
    pub is_final_chunk: bool,
    /// The file that the chunk is of: four bits.
    pub chunk_type: RecoveryFileChunkType,
    /// The partition.
    pub partition_id: u16,
    /// The chunk by number.
    pub chunk_sequence_number: u32,
    /// The MD5 of the chunk; `None` leaves it unset.
    pub md5: Option<[u8; 16]>,
    /// The chunk: whole words, perhaps none.
    pub chunk: &'a [u8],
}

impl Default for RecoveryFileChunkType {
    fn default() -> Self {
        Self::DATA
    }
}

impl fmt::Debug for NewRecovery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewRecovery")
            .field("is_final_chunk", &self.is_final_chunk)
            .field("chunk_type", &self.chunk_type)
            .field("partition_id", &self.partition_id)
            .field("chunk_sequence_number", &self.chunk_sequence_number)
            .field("chunk", &Hidden(self.chunk))
            .finish_non_exhaustive()
    }
}
