//! A batch in one frame, written into a slice that the caller gives.

use super::{Batch, COUNT, one_more};
use crate::frame::{MaxFrame, OVERHEAD, prefixed};
use crate::request_id::RequestId;
use codec_common::{EncodeError, Wire};
use core::fmt;
use core::marker::PhantomData;

/// Writes a batch of one frame into a slice, item by item, without allocation.
///
/// The frame is full when the slice or the longest allowed frame is: [`push`](Self::push) then gives
/// `buffer_too_small` and leaves all as it was. Finish the frame and begin another.
///
/// ```
/// use fila_codec::{BatchWriter, MaxFrame, RequestId, message::{Ack, AckItem}};
/// use codec_common::Uuid;
/// let mut out = [0; 64];
/// let mut batch = BatchWriter::<Ack>::new(&mut out, RequestId(6), MaxFrame::DEFAULT)?;
/// let item = AckItem { queue: "orders".into(), message_id: Uuid::nil() };
/// batch.push(&item)?;
/// batch.push(&item)?;
/// assert!(batch.push(&item).is_err());
/// assert_eq!(batch.finish()?.len(), 14 + 2 * 24);
/// # Ok::<(), codec_common::EncodeError>(())
/// ```
pub struct BatchWriter<'o, B> {
    out: &'o mut [u8],
    used: usize,
    count: u32,
    request_id: RequestId,
    batch: PhantomData<fn() -> B>,
}

impl<'o, B: Batch> BatchWriter<'o, B> {
    /// Begins a batch at the start of `out`; at most `max_frame` of it is used.
    ///
    /// # Errors
    /// `buffer_too_small` when not even an empty batch fits.
    pub fn new(out: &'o mut [u8], request_id: RequestId, max_frame: MaxFrame) -> Result<Self, EncodeError> {
        let used = OVERHEAD.saturating_add(COUNT);
        let needed = used.saturating_add(B::Tail::MIN_LEN);
        // The prefix is not counted by the maximum.
        let longest = usize::try_from(max_frame.get()).unwrap_or(usize::MAX).saturating_add(4);
        let len = out.len().min(longest);
        match out.get_mut(..len) {
            Some(out) if len >= needed => Ok(Self { out, used, count: 0, request_id, batch: PhantomData }),
            _ => Err(EncodeError::buffer_too_small(needed, len, B::ITEMS)),
        }
    }

    /// Appends an item.
    ///
    /// # Errors
    /// The first value that cannot be written; `buffer_too_small` when the frame is full. The batch is then as it
    /// was.
    #[inline]
    pub fn push(&mut self, item: &B::Item<'_>) -> Result<(), EncodeError> {
        let count = one_more(self.count, B::ITEMS)?;
        // An empty tail must fit behind the last item.
        let end = self.out.len().saturating_sub(B::Tail::MIN_LEN);
        let free = self.out.get_mut(self.used..end).unwrap_or_default();
        let len = item.encode_to_slice(free, B::ITEMS)?.len();
        self.used = self.used.saturating_add(len);
        self.count = count;
        Ok(())
    }

    /// How many items there are.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.count
    }

    /// True when there are no items.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Puts count and length in and gives the frame.
    ///
    /// # Errors
    /// None in practice: room for an empty tail was kept.
    pub fn finish(self) -> Result<&'o mut [u8], EncodeError> {
        self.finish_with(&B::Tail::default())
    }

    /// Appends what follows the items, puts count and length in and gives the frame.
    ///
    /// # Errors
    /// The first value of `tail` that cannot be written, or `buffer_too_small`.
    pub fn finish_with(self, tail: &B::Tail<'_>) -> Result<&'o mut [u8], EncodeError> {
        let free = self.out.get_mut(self.used..).unwrap_or_default();
        let len = tail.encode_to_slice(free, B::TAIL)?.len();
        let frame = self.out.get_mut(..self.used.saturating_add(len)).unwrap_or_default();
        let body_len = u32::try_from(frame.len().saturating_sub(OVERHEAD)).unwrap_or(u32::MAX);
        if let Some((head, rest)) = frame.split_first_chunk_mut::<OVERHEAD>() {
            *head = prefixed(B::OPCODE, self.request_id, body_len, false);
            if let Some(count) = rest.first_chunk_mut::<COUNT>() {
                *count = self.count.to_be_bytes();
            }
        }
        Ok(frame)
    }
}

impl<B> fmt::Debug for BatchWriter<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchWriter")
            .field("items", &self.count)
            .field("used", &self.used)
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}
