//! A batch of any size, in a buffer that grows.

use super::{Batch, COUNT, one_more};
use crate::continuation::Chunks;
use crate::frame::{MaxFrame, OVERHEAD, prefixed};
use crate::opcode::Opcode;
use crate::request_id::RequestId;
use alloc::vec::Vec;
use codec_common::{EncodeError, Wire};
use core::fmt;
use core::marker::PhantomData;

/// Collects a batch of any size, item by item; the buffer is used again for the next batch.
///
/// ```
/// use fila_codec::{BatchBuffer, MaxFrame, RequestId, message::{Ack, AckItem}};
/// use codec_common::Uuid;
/// let mut batch = BatchBuffer::<Ack>::new();
/// for number in 0..1000 {
///     batch.push(&AckItem { queue: "orders".into(), message_id: Uuid::from_u128(number) })?;
/// }
/// let mut whole = batch.finish()?;
/// assert_eq!(whole.frame(RequestId(6), MaxFrame::DEFAULT).unwrap().len(), 24_014);
/// let small = MaxFrame::advertised(10_006)?;
/// assert_eq!(whole.frame(RequestId(6), small), None);
/// assert_eq!(whole.frames(RequestId(6), small).map(|frame| frame.body.len()).sum::<usize>(), 24_004);
/// batch.clear();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BatchBuffer<B> {
    // Room for prefix and header, the count, the items, and a tail that was put behind them.
    bytes: Vec<u8>,
    /// Bytes without the tail.
    items_end: usize,
    count: u32,
    batch: PhantomData<fn() -> B>,
}

impl<B: Batch> BatchBuffer<B> {
    /// An empty batch; allocates nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), items_end: 0, count: 0, batch: PhantomData }
    }

    /// Appends an item.
    ///
    /// # Errors
    /// The first value that cannot be written; the batch is then as it was.
    #[inline]
    pub fn push(&mut self, item: &B::Item<'_>) -> Result<(), EncodeError> {
        let count = one_more(self.count, B::ITEMS)?;
        self.cut_tail();
        item.encode_to_vec(&mut self.bytes, B::ITEMS)?;
        self.items_end = self.bytes.len();
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

    /// Bytes of the body so far, without what follows the items.
    #[must_use]
    pub fn body_len(&self) -> usize {
        self.items_end.saturating_sub(OVERHEAD).max(COUNT)
    }

    /// The batch as it is now, with an empty tail.
    ///
    /// # Errors
    /// None in practice.
    pub fn finish(&mut self) -> Result<FinishedBatch<'_>, EncodeError> {
        self.finish_with(&B::Tail::default())
    }

    /// The batch as it is now, with `tail` behind the items. More may be appended later.
    ///
    /// # Errors
    /// The first value of `tail` that cannot be written; the batch is then as it was.
    pub fn finish_with(&mut self, tail: &B::Tail<'_>) -> Result<FinishedBatch<'_>, EncodeError> {
        self.cut_tail();
        tail.encode_to_vec(&mut self.bytes, B::TAIL)?;
        if let Some((_, body)) = self.bytes.split_first_chunk_mut::<OVERHEAD>()
            && let Some(count) = body.first_chunk_mut::<COUNT>()
        {
            *count = self.count.to_be_bytes();
        }
        Ok(FinishedBatch { opcode: B::OPCODE, bytes: &mut self.bytes })
    }

    /// Empties the batch and keeps the buffer.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.items_end = 0;
        self.count = 0;
    }

    /// Leaves the items, with room in front of them.
    #[inline]
    fn cut_tail(&mut self) {
        if self.items_end == 0 {
            self.items_end = OVERHEAD.saturating_add(COUNT);
            self.bytes.resize(self.items_end, 0);
        }
        self.bytes.truncate(self.items_end);
    }
}

/// A batch with its count, ready to be sent.
pub struct FinishedBatch<'b> {
    opcode: Opcode,
    bytes: &'b mut Vec<u8>,
}

impl FinishedBatch<'_> {
    /// The whole batch as one contiguous frame; `None` when it is longer than `max_frame`.
    pub fn frame(&mut self, request_id: RequestId, max_frame: MaxFrame) -> Option<&[u8]> {
        let (head, body) = self.bytes.split_first_chunk_mut::<OVERHEAD>()?;
        let body_len = u32::try_from(body.len()).ok().filter(|len| *len <= max_frame.body())?;
        *head = prefixed(self.opcode, request_id, body_len, false);
        Some(self.bytes)
    }

    /// The batch as frames of at most `max_frame`.
    #[must_use]
    pub fn frames(&self, request_id: RequestId, max_frame: MaxFrame) -> Chunks<'_> {
        Chunks::new(self.opcode, request_id, self.body(), max_frame)
    }

    /// The batch's body.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        self.bytes.get(OVERHEAD..).unwrap_or_default()
    }
}

impl fmt::Debug for FinishedBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FinishedBatch")
            .field("opcode", &self.opcode)
            .field("body_len", &self.body().len())
            .finish_non_exhaustive()
    }
}

impl<B: Batch> Default for BatchBuffer<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B> fmt::Debug for BatchBuffer<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchBuffer")
            .field("items", &self.count)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}
