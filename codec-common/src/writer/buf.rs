//! Into a buffer of the `bytes` crate.

use super::Sink;
use bytes::BufMut;

/// Writes into any [`BufMut`], which was asked before whether the encoding fits; never beyond its end.
#[derive(Debug)]
pub struct BufSink<'b, B>(&'b mut B);

impl<'b, B: BufMut> BufSink<'b, B> {
    /// Appends to `buf`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn new(buf: &'b mut B) -> Self {
        Self(buf)
    }
}

impl<B: BufMut> Sink<'_> for BufSink<'_, B> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // `put_slice` panics when the buffer is full; it was measured before.
        if self.0.remaining_mut() >= bytes.len() {
            self.0.put_slice(bytes);
        }
    }
}
