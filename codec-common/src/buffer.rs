//! Buffers that builders append to and patch: a slice, a `Vec`, a `BytesMut`.

use crate::Sink;
use crate::writer::copy;
use core::fmt;

/// Bytes written so far, which may grow, be patched, and be cut back.
pub trait Buffer: for<'a> Sink<'a> {
    /// The bytes written so far.
    fn written(&self) -> &[u8];

    /// The bytes written so far, to patch lengths and checksums.
    fn written_mut(&mut self) -> &mut [u8];

    /// Makes room for `additional` bytes.
    ///
    /// # Errors
    /// The number of bytes that there is room for, when that is less.
    fn reserve(&mut self, additional: usize) -> Result<(), usize>;

    /// Takes back all bytes but the first `len`.
    fn truncate(&mut self, len: usize);
}

/// A caller's slice, filled from its start.
pub struct SliceBuffer<'w> {
    slice: &'w mut [u8],
    len: usize,
}

impl fmt::Debug for SliceBuffer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SliceBuffer({} of {} bytes)", self.len, self.slice.len())
    }
}

impl<'w> SliceBuffer<'w> {
    /// Nothing written.
    #[must_use]
    pub const fn new(slice: &'w mut [u8]) -> Self {
        Self { slice, len: 0 }
    }

    /// The bytes written, for as long as the slice lives.
    #[must_use]
    pub fn into_written(self) -> &'w mut [u8] {
        self.slice.get_mut(..self.len).unwrap_or_default()
    }
}

impl Sink<'_> for SliceBuffer<'_> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put(&mut self, bytes: &[u8]) {
        let end = self.len.saturating_add(bytes.len());
        if let Some(slot) = self.slice.get_mut(self.len..end) {
            copy(slot, bytes);
            self.len = end;
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(slot) = self.slice.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut::<N>) {
            *slot = bytes;
            self.len = self.len.wrapping_add(N);
        }
    }
}

impl Buffer for SliceBuffer<'_> {
    #[inline]
    fn written(&self) -> &[u8] {
        self.slice.get(..self.len).unwrap_or_default()
    }

    #[inline]
    fn written_mut(&mut self) -> &mut [u8] {
        self.slice.get_mut(..self.len).unwrap_or_default()
    }

    #[inline]
    fn reserve(&mut self, additional: usize) -> Result<(), usize> {
        let room = self.slice.len().saturating_sub(self.len);
        if additional > room { Err(room) } else { Ok(()) }
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<'a, B: Sink<'a>> Sink<'a> for &mut B {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put(&mut self, bytes: &[u8]) {
        (**self).put(bytes);
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_borrowed(&mut self, bytes: &'a [u8]) {
        (**self).put_borrowed(bytes);
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        (**self).put_array(bytes);
    }
}

impl<B: Buffer> Buffer for &mut B {
    #[inline]
    fn written(&self) -> &[u8] {
        (**self).written()
    }

    #[inline]
    fn written_mut(&mut self) -> &mut [u8] {
        (**self).written_mut()
    }

    #[inline]
    fn reserve(&mut self, additional: usize) -> Result<(), usize> {
        (**self).reserve(additional)
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        (**self).truncate(len);
    }
}

#[cfg(feature = "alloc")]
mod growing {
    use super::{Buffer, Sink};
    use alloc::vec::Vec;
    use bytes::BytesMut;

    macro_rules! growing {
        ($($type:ty)*) => {$(
            impl Sink<'_> for $type {
                #[cfg_attr(not(feature = "small"), inline(always))]
                fn put(&mut self, bytes: &[u8]) {
                    self.extend_from_slice(bytes);
                }
            }

            impl Buffer for $type {
                #[inline]
                fn written(&self) -> &[u8] {
                    self
                }

                #[inline]
                fn written_mut(&mut self) -> &mut [u8] {
                    self
                }

                #[inline]
                fn reserve(&mut self, additional: usize) -> Result<(), usize> {
                    <$type>::reserve(self, additional);
                    Ok(())
                }

                #[inline]
                fn truncate(&mut self, len: usize) {
                    <$type>::truncate(self, len);
                }
            }
        )*};
    }

    growing! { Vec<u8> BytesMut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(mut buffer: impl Buffer) {
        buffer.put(&[1, 2, 3]);
        buffer.put_array([4, 5]);
        buffer.written_mut()[0] = 9;
        assert_eq!(buffer.written(), [9, 2, 3, 4, 5]);
        buffer.truncate(2);
        assert_eq!(buffer.written(), [9, 2]);
    }

    #[test]
    fn every_buffer_appends_patches_and_cuts_back() {
        fill(SliceBuffer::new(&mut [0; 5]));
        #[cfg(feature = "alloc")]
        {
            fill(alloc::vec::Vec::new());
            fill(bytes::BytesMut::new());
        }
    }

    #[test]
    fn a_slice_takes_no_more_than_it_has_room_for() {
        let mut space = [0; 4];
        let mut buffer = SliceBuffer::new(&mut space);
        buffer.put(&[1, 2, 3]);
        assert_eq!(buffer.reserve(2), Err(1));
        buffer.put(&[4, 5]);
        assert_eq!(buffer.into_written(), [1, 2, 3]);
    }
}
