//! Building ACK, CONFIRM and REJECT events.

use super::event::patch_length;
use crate::event::EventHeader;
use crate::items::{HEADER, ITEM_LEN, Item};
use codec_common::{Buffer, EncodeError};
use core::marker::PhantomData;

/// Packs items into one event. An event without items is not written at all.
///
/// ```
/// use bmq_codec::{ConfirmMessage, MessageGuid, build::{ItemsBuilder, SliceBuffer}};
/// let mut space = [0; 64];
/// let mut event = ItemsBuilder::new(SliceBuffer::new(&mut space));
/// event.push(&ConfirmMessage { queue_id: 1, guid: MessageGuid([7; 16]), sub_queue_id: 0 })?;
/// assert_eq!(event.finish()[..12], [0, 0, 0, 0x24, 0x43, 2, 0, 0, 0x16, 0, 0, 0]);
/// # Ok::<(), bmq_codec::EncodeError>(())
/// ```
pub struct ItemsBuilder<B, T> {
    buffer: B,
    start: usize,
    count: usize,
    item: PhantomData<fn(T)>,
}

impl<B: Buffer, T: Item> ItemsBuilder<B, T> {
    /// Most items of one event: what fits its soft maximum (reference 1.4).
    pub const MAX_ITEMS: usize = 22_369_620;

    /// Appends to `buffer`.
    #[must_use]
    pub fn new(buffer: B) -> Self {
        let start = buffer.written().len();
        Self { buffer, start, count: 0, item: PhantomData }
    }

    /// Adds an item.
    ///
    /// # Errors
    /// `bad_value` for a field that does not fit, `too_many_items`, `buffer_too_small`.
    #[inline]
    pub fn push(&mut self, item: &T) -> Result<(), EncodeError> {
        let names = T::NAMES;
        item.encoded_len(names.message)?;
        if self.count == Self::MAX_ITEMS {
            let count = self.count.saturating_add(1);
            return Err(EncodeError::too_many_items(count, Self::MAX_ITEMS, names.whole));
        }
        let first = self.count == 0;
        let head = if first { EventHeader::LEN.saturating_add(HEADER.len()) } else { 0 };
        let len = head.saturating_add(ITEM_LEN);
        self.buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, names.whole))?;
        if first {
            self.buffer.put_array(EventHeader::new(names.event, 0).to_bytes());
            self.buffer.put_array(HEADER);
        }
        item.encode(&mut self.buffer);
        self.count = self.count.saturating_add(1);
        Ok(())
    }

    /// How many items there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// True when there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Writes the event's length and gives its bytes; none when there is no item.
    pub fn finish(&mut self) -> &[u8] {
        if self.count > 0 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AckMessage, AckStatus, CorrelationId, MessageGuid};
    use codec_common::SliceBuffer;

    #[test]
    fn the_worked_ack_of_the_reference_is_built() {
        let mut space = [0; 36];
        let mut event = ItemsBuilder::new(SliceBuffer::new(&mut space));
        let guid = MessageGuid([0xAB; 16]);
        event.push(&AckMessage::new(AckStatus::LIMIT_MESSAGES, CorrelationId(42), guid, 1)).unwrap();
        let bytes = event.finish();
        assert_eq!(bytes[..16], [0, 0, 0, 0x24, 0x45, 2, 0, 0, 0x16, 0, 0, 0, 0x01, 0, 0, 0x2A]);
        assert_eq!(bytes[32..], [0, 0, 0, 1]);
    }

    #[test]
    fn nothing_is_written_without_items_or_room() {
        let mut space = [0; 35];
        let mut event = ItemsBuilder::new(SliceBuffer::new(&mut space));
        assert_eq!(event.finish(), []);
        let ack = AckMessage::new(AckStatus::SUCCESS, CorrelationId::NONE, MessageGuid::UNSET, 0);
        let error = event.push(&ack).unwrap_err();
        assert_eq!(error.reason().name(), "buffer_too_small");
        assert_eq!(event.finish(), []);
    }

    #[test]
    fn a_correlation_id_of_more_than_24_bits_is_refused() {
        let mut space = [0; 64];
        let mut event = ItemsBuilder::new(SliceBuffer::new(&mut space));
        let ack = AckMessage::new(AckStatus::SUCCESS, CorrelationId(1 << 24), MessageGuid::UNSET, 0);
        let error = event.push(&ack).unwrap_err();
        assert_eq!((error.reason().name(), error.field()), ("bad_value", "correlationId"));
    }

    #[test]
    fn a_status_or_reserved_bits_of_more_than_4_bits_are_refused() {
        let ack = AckMessage::new(AckStatus::SUCCESS, CorrelationId::NONE, MessageGuid::UNSET, 0);
        let wide = [
            (AckMessage { status: AckStatus(0x10), ..ack }, "status"),
            (AckMessage { reserved: 0x10, ..ack }, "reserved"),
        ];
        for (ack, field) in wide {
            let mut space = [0; 64];
            let mut event = ItemsBuilder::new(SliceBuffer::new(&mut space));
            let error = event.push(&ack).unwrap_err();
            assert_eq!((error.reason().name(), error.field()), ("bad_value", field));
            assert_eq!(event.finish(), []);
        }
        let mut space = [0; 64];
        let mut event = ItemsBuilder::new(SliceBuffer::new(&mut space));
        event.push(&AckMessage { status: AckStatus(0x0F), reserved: 0x0F, ..ack }).unwrap();
        assert_eq!(event.finish()[12], 0xFF);
    }
}
