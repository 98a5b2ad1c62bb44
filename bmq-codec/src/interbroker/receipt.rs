//! REPLICATION_RECEIPT events.

use crate::names::receipt as at;
use codec_common::{DecodeError, Reader, Sink, Wire};

/// A replica has what its primary sent, up to a message (reference 9.3).
///
/// ```text
/// +-------------------------------------------------------------+
/// |                         partitionId                         |  0
/// |                  sequenceNumber, upper half                 |  4
/// |                  sequenceNumber, lower half                 |  8
/// |                       primaryLeaseId                        | 12
/// +-------------------------------------------------------------+
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReplicationReceipt {
    /// The partition.
    pub partition_id: u32,
    /// The primary's message by number.
    pub sequence_number: u64,
    /// The primary's lease by number.
    pub primary_lease_id: u32,
}

impl ReplicationReceipt {
    /// Bytes of the body.
    pub const LEN: usize = 16;

    /// Reads the body of an event, which is at `offset`.
    ///
    /// # Errors
    /// `truncated` for fewer than 16 bytes, `trailing` for more.
    pub fn decode(body: &[u8], offset: usize) -> Result<Self, DecodeError> {
        let mut reader = Reader::new_at(body, offset);
        let receipt = Self {
            partition_id: Wire::decode(&mut reader, &at::PARTITION_ID)?,
            sequence_number: Wire::decode(&mut reader, &at::SEQUENCE_NUMBER)?,
            primary_lease_id: Wire::decode(&mut reader, &at::PRIMARY_LEASE_ID)?,
        };
        reader.finish(&at::WHOLE)?;
        Ok(receipt)
    }

    pub(crate) fn put<'a, S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array(self.partition_id.to_be_bytes());
        sink.put_array(self.sequence_number.to_be_bytes());
        sink.put_array(self.primary_lease_id.to_be_bytes());
    }
}
