//! CLUSTER_STATE events.

use super::{Raw, field, field8, field32};
use crate::names::cluster_state as at;
use crate::padding;
use crate::schema::trace::{Listener, Place, nobody};
use crate::schema::{ClusterMessage, decode_ber};
use codec_common::padding::strip_word;
use codec_common::{DecodeError, Limits, Reason, Rule, crc, open_enum};
use core::fmt;

open_enum! {
    /// What a record of the ledger is: four bits.
    ClusterStateRecordType: u8 {
        /// The whole state.
        SNAPSHOT = 1,
        /// A change of it.
        UPDATE = 2,
        /// A change holds.
        COMMIT = 3,
        /// A change arrived.
        ACK = 4,
    }
}

/// A record of the cluster state ledger (reference 9.5).
///
/// ```text
///        0               1               2               3
/// +-------+-------+---------------------------------------------+
/// |hdrWds | type  |                  reserved                   |  0
/// +-------+-------+---------------------------------------------+
/// | rsvd  |             leaderAdvisoryWords (28)                |  4
/// +-------+-----------------------------------------------------+
/// |                       electorTerm (8)                       |  8
/// |                      sequenceNumber (8)                     | 16
/// |                        timestamp (8)                        | 24
/// +-------------------------------------------------------------+
/// | ClusterMessage in BER, word padding                         | 32
/// | CRC32-C of all in front of it                               |
/// ```
///
/// `leaderAdvisoryWords` counts what is behind the header, the CRC included.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ClusterStateRecord<'a>(Raw<'a>);

raw! { ClusterStateRecord }

impl fmt::Debug for ClusterStateRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterStateRecord")
            .field("record_type", &self.record_type())
            .field("elector_term", &self.elector_term())
            .field("sequence_number", &self.sequence_number())
            .field("timestamp", &self.timestamp())
            .finish_non_exhaustive()
    }
}

/// Words of the header that current peers write.
pub(crate) const HEADER_WORDS: u8 = 8;
/// Bytes of that header.
pub(crate) const HEADER_LEN: usize = 32;
/// The most words behind a header: 28 bits.
pub(crate) const MAX_WORDS: u32 = (1 << 28) - 1;

static SHORT_HEADER: Rule = Rule("a record's header has at least 8 words");
static SHORT_BODY: Rule = Rule("a record has a message and a CRC: at least 2 words");

impl<'a> ClusterStateRecord<'a> {
    /// Reads the body of an event, which is at `offset`: one record.
    ///
    /// # Errors
    /// `truncated` when the record is longer than the body, `bad_length` for a header of fewer than 8 words or a
    /// body of fewer than 2, `trailing` when something follows the record.
    pub fn decode(body: &'a [u8], offset: usize) -> Result<Self, DecodeError> {
        let truncated = |needed| DecodeError::truncated(needed, body.len(), offset, &at::WHOLE);
        if body.len() < HEADER_LEN {
            return Err(truncated(HEADER_LEN));
        }
        let header_len = usize::from(field8(body, 0) >> 4) << 2;
        if header_len < HEADER_LEN {
            return Err(DecodeError::bad_length(header_len, &SHORT_HEADER, offset, &at::HEADER_WORDS));
        }
        let words = field32(body, 4) & MAX_WORDS;
        let words_at = offset.saturating_add(4);
        if words < 2 {
            let len = usize::try_from(words).unwrap_or(0);
            return Err(DecodeError::bad_length(len, &SHORT_BODY, words_at, &at::LEADER_ADVISORY_WORDS));
        }
        // Up to 2^30 and 60 bytes: added in 64 bits, whatever usize is.
        let len = (u64::from(words) << 2).saturating_add(u64::try_from(header_len).unwrap_or(u64::MAX));
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let Some((bytes, behind)) = body.split_at_checked(len) else { return Err(truncated(len)) };
        if !behind.is_empty() {
            return Err(DecodeError::trailing(behind.len(), offset.saturating_add(len), &at::WHOLE));
        }
        Ok(Self(Raw { bytes, header_len, offset }))
    }

    /// What the record is.
    #[must_use]
    pub fn record_type(&self) -> ClusterStateRecordType {
        ClusterStateRecordType(field8(self.0.bytes, 0) & 0x0F)
    }

    /// The term in which the leader was elected.
    #[must_use]
    pub fn elector_term(&self) -> u64 {
        field(self.0.bytes, 8, 8)
    }

    /// The leader's message by number.
    #[must_use]
    pub fn sequence_number(&self) -> u64 {
        field(self.0.bytes, 16, 8)
    }

    /// The time of the record, in seconds since 1970.
    #[must_use]
    pub fn timestamp(&self) -> u64 {
        field(self.0.bytes, 24, 8)
    }

    fn crc_offset(&self) -> usize {
        self.0.bytes.len().saturating_sub(4)
    }

    /// The encoded message and its padding.
    #[must_use]
    pub fn padded_body(&self) -> &'a [u8] {
        self.0.bytes.get(self.0.header_len..self.crc_offset()).unwrap_or_default()
    }

    /// The encoded message.
    #[must_use]
    pub fn body(&self) -> &'a [u8] {
        let padded = self.padded_body();
        strip_word(padded).map_or(padded, |stripped| stripped.data)
    }

    /// The padding: 1 to 4 bytes; none where the last byte in front of the CRC is no padding.
    #[must_use]
    pub fn padding(&self) -> &'a [u8] {
        self.padded_body().get(self.body().len()..).unwrap_or_default()
    }

    /// The padding that a canonical record would not have, as a finding.
    #[must_use]
    pub fn padding_fault(&self) -> Option<DecodeError> {
        padding::fault(self.body(), self.padding(), self.body_offset(), &at::PADDING)
    }

    fn body_offset(&self) -> usize {
        self.0.offset.saturating_add(self.0.header_len)
    }

    /// Where the message should end.
    pub(crate) fn place(&self) -> Place<'a> {
        Place { bytes: self.body(), offset: self.body_offset(), at: &at::TRAILING }
    }

    /// The CRC as it stands.
    #[must_use]
    pub fn crc32c(&self) -> u32 {
        field32(self.0.bytes, self.crc_offset())
    }

    /// The CRC that does not hold, as a finding.
    #[must_use]
    pub fn crc_fault(&self) -> Option<DecodeError> {
        let computed = crc::crc32c(self.0.bytes.get(..self.crc_offset()).unwrap_or_default());
        let found = self.crc32c();
        let offset = self.0.offset.saturating_add(self.crc_offset());
        (found != computed).then(|| DecodeError::new(Reason::Checksum { found, computed }, offset, &at::CRC))
    }

    /// The message.
    ///
    /// # Errors
    /// What it breaks.
    pub fn message(&self) -> Result<ClusterMessage<'a>, DecodeError> {
        decode_ber(self.padded_body(), self.body_offset(), &Limits::default(), nobody())
    }

    /// The message; `found` is told of what is read, though no official writer writes it, as
    /// [`SchemaEvent::message_with_findings`](crate::SchemaEvent::message_with_findings) tells.
    ///
    /// # Errors
    /// What it breaks.
    pub fn message_with_findings(
        &self,
        found: &mut dyn FnMut(DecodeError),
    ) -> Result<ClusterMessage<'a>, DecodeError> {
        let trace = Listener::Findings { found, place: self.place() };
        decode_ber(self.padded_body(), self.body_offset(), &Limits::default(), trace)
    }
}

/// A record to be built; see [`cluster_state_event`](crate::build::cluster_state_event).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewClusterStateRecord<'a> {
    /// What the record is: four bits.
    pub record_type: ClusterStateRecordType,
    /// The term in which the leader was elected.
    pub elector_term: u64,
    /// The leader's message by number.
    pub sequence_number: u64,
    /// The time of the record, in seconds since 1970.
    pub timestamp: u64,
    /// The message.
    pub message: ClusterMessage<'a>,
}
