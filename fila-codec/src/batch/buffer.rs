//! A batch of any size, in a buffer that grows.

use super::{Batch, COUNT, one_more};
use crate::continuation::Chunks;
use crate::frame::{MaxFrame, OVERHEAD, prefixed};
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
/// batch.finish()?;
/// assert_eq!(batch.frame(RequestId(6), MaxFrame::DEFAULT).unwrap().len(), 24_014);
/// let small = MaxFrame::advertised(10_006)?;
/// assert_eq!(batch.frame(RequestId(6), small), None);
/// assert_eq!(batch.frames(RequestId(6), small).map(|frame| frame.body.len()).sum::<usize>(), 24_004);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BatchBuffer<B> {
    // Room for prefix and header, the count, the items.
    bytes: Vec<u8>,
    count: u32,
    batch: PhantomData<fn() -> B>,
}

impl<B: Batch> BatchBuffer<B> {
    /// An empty batch; allocates nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), count: 0, batch: PhantomData }
    }

    /// Appends an item.
    ///
    /// # Errors
    /// The first value that cannot be written; the batch is then as it was.
    #[inline]
    pub fn push(&mut self, item: &B::Item<'_>) -> Result<(), EncodeError> {
        let count = one_more(self.count, B::ITEMS)?;
        self.begin();
        item.encode_to_vec(&mut self.bytes, B::ITEMS)?;
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

    /// Bytes of the body so far.
    #[must_use]
    pub fn body_len(&self) -> usize {
        self.bytes.len().saturating_sub(OVERHEAD).max(COUNT)
    }

    /// Puts the count in. Call it, or [`finish_with`](Self::finish_with), once, before the frames are taken.
    ///
    /// # Errors
    /// None in practice.
    pub fn finish(&mut self) -> Result<(), EncodeError> {
        self.finish_with(&B::Tail::default())
    }

    /// Appends what follows the items and puts the count in.
    ///
    /// # Errors
    /// The first value of `tail` that cannot be written; the batch is then as it was.
    pub fn finish_with(&mut self, tail: &B::Tail<'_>) -> Result<(), EncodeError> {
        self.begin();
        tail.encode_to_vec(&mut self.bytes, B::TAIL)?;
        if let Some((_, body)) = self.bytes.split_first_chunk_mut::<OVERHEAD>()
            && let Some(count) = body.first_chunk_mut::<COUNT>()
        {
            *count = self.count.to_be_bytes();
        }
        Ok(())
    }

    /// The whole batch as one contiguous frame; `None` when it is longer than `max_frame`.
    pub fn frame(&mut self, request_id: RequestId, max_frame: MaxFrame) -> Option<&[u8]> {
        let (head, body) = self.bytes.split_first_chunk_mut::<OVERHEAD>()?;
        let body_len = u32::try_from(body.len()).ok().filter(|len| *len <= max_frame.body())?;
        *head = prefixed(B::OPCODE, request_id, body_len, false);
        Some(&self.bytes)
    }

    /// The batch as frames of at most `max_frame`.
    #[must_use]
    pub fn frames(&self, request_id: RequestId, max_frame: MaxFrame) -> Chunks<'_> {
        let body = self.bytes.get(OVERHEAD..).unwrap_or_default();
        Chunks::new(B::OPCODE, request_id, body, max_frame)
    }

    /// Empties the batch and keeps the buffer.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }

    fn begin(&mut self) {
        if self.bytes.is_empty() {
            self.bytes.resize(OVERHEAD.saturating_add(COUNT), 0);
        }
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
