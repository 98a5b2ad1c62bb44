//! Segments for vectored writes.

use super::Sink;
use alloc::vec::Vec;

/// Borrowed bytes shorter than this are copied into the scratch buffer: a segment of their own would cost
/// more than the copy.
const BORROW_FROM: usize = 256;

/// Collects an encoding as segments for a vectored write: headers in one scratch buffer, payloads borrowed.
///
/// Both buffers are used again after [`clear`](Self::clear), while what is borrowed lives as long as it, and after
/// [`recycle`](Self::recycle), for bytes that live elsewhere:
///
/// ```
/// use codec_common::{Sink, writer::Gather};
/// let mut buffers = Gather::new();
/// for number in 0..3 {
///     let payload = vec![number; 1000];
///     let mut gather = buffers.recycle();
///     gather.put_borrowed(&payload);
///     assert_eq!(gather.segments().next(), Some(&payload[..]));
///     buffers = gather.recycle();
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Gather<'a> {
    scratch: Vec<u8>,
    borrowed: Vec<Borrowed<'a>>,
    len: usize,
}

/// Bytes that stand between those of the scratch buffer.
#[derive(Clone, Copy, Debug)]
struct Borrowed<'a> {
    /// How many bytes of the scratch buffer come before.
    after: usize,
    bytes: &'a [u8],
}

impl<'a> Gather<'a> {
    /// Nothing collected.
    #[must_use]
    pub const fn new() -> Self {
        Self { scratch: Vec::new(), borrowed: Vec::new(), len: 0 }
    }

    /// Bytes of all segments together.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// True when nothing was collected.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets what was collected and keeps the buffers.
    pub fn clear(&mut self) {
        self.scratch.clear();
        self.borrowed.clear();
        self.len = 0;
    }

    /// Forgets what was collected, and gives the buffers to a collection that borrows from elsewhere.
    #[must_use]
    pub fn recycle<'b>(mut self) -> Gather<'b> {
        self.clear();
        // Nothing is in it, so all that the iterator hands on is its memory.
        let borrowed = self.borrowed.into_iter().map(|_| Borrowed { after: 0, bytes: &[] }).collect();
        Gather { scratch: self.scratch, borrowed, len: 0 }
    }

    /// The segments, in order; none is empty.
    #[must_use]
    pub fn segments(&self) -> Segments<'_> {
        Segments { scratch: &self.scratch, taken: 0, borrowed: &self.borrowed }
    }
}

impl<'a> Sink<'a> for Gather<'a> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.scratch.extend_from_slice(bytes);
        self.len = self.len.saturating_add(bytes.len());
    }

    #[inline]
    fn put_borrowed(&mut self, bytes: &'a [u8]) {
        if bytes.len() < BORROW_FROM {
            self.put(bytes);
        } else {
            self.len = self.len.saturating_add(bytes.len());
            self.borrowed.push(Borrowed { after: self.scratch.len(), bytes });
        }
    }
}

/// The segments of a [`Gather`].
#[derive(Clone, Debug)]
pub struct Segments<'g> {
    /// What is left of the scratch buffer.
    scratch: &'g [u8],
    /// Bytes of it that were given.
    taken: usize,
    borrowed: &'g [Borrowed<'g>],
}

impl<'g> Iterator for Segments<'g> {
    type Item = &'g [u8];

    #[inline]
    fn next(&mut self) -> Option<&'g [u8]> {
        let Some((first, rest)) = self.borrowed.split_first() else {
            return Some(core::mem::take(&mut self.scratch)).filter(|last| !last.is_empty());
        };
        match self.scratch.split_at_checked(first.after.saturating_sub(self.taken)) {
            Some((head, tail)) if !head.is_empty() => {
                self.scratch = tail;
                self.taken = first.after;
                Some(head)
            }
            _ => {
                self.borrowed = rest;
                Some(first.bytes)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let borrowed = self.borrowed.len();
        (borrowed, Some(borrowed.saturating_mul(2).saturating_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recycled_buffers_keep_their_memory() {
        let mut buffers = Gather::new();
        let mut memory = None;
        for _ in 0..3 {
            let payload = [3; 1000];
            let mut gather = buffers.recycle();
            (0..50).for_each(|_| gather.put_borrowed(&payload));
            gather.put(&[4; 500]);
            let now = (gather.scratch.as_ptr(), gather.borrowed.as_ptr().cast::<u8>());
            assert_eq!(*memory.get_or_insert(now), now);
            buffers = gather.recycle();
            assert!(buffers.is_empty() && buffers.segments().next().is_none());
        }
    }

    #[test]
    fn gather_borrows_long_payloads_and_copies_the_rest() {
        let payload = [7u8; 1024];
        let mut gather = Gather::new();
        gather.put_array([1, 2]);
        gather.put_borrowed(&[3; 8]);
        gather.put_borrowed(&payload);
        gather.put(&[4]);
        let segments: Vec<_> = gather.segments().collect();
        assert_eq!(segments.iter().map(|s| s.len()).collect::<Vec<_>>(), [10, 1024, 1]);
        assert!(core::ptr::eq(segments[1], &payload[..]));
        assert_eq!(gather.len(), 1035);
    }
}
