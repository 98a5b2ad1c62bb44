//! The bytes that a decoder keeps: memory that is filled at the end and emptied at the front.

use alloc::vec::Vec;

/// Bytes that came in and were not given out, at `head..filled` of memory that is initialised once.
///
/// Taking bytes moves `head` only. Bytes are moved when room is short, an amortised constant number of times.
pub(super) struct Buffer {
    memory: Vec<u8>,
    head: usize,
    filled: usize,
    /// Bytes that were written or moved, growth included.
    #[cfg(test)]
    pub(super) copied: usize,
}

impl Buffer {
    pub(super) const fn new() -> Self {
        Self {
            memory: Vec::new(),
            head: 0,
            filled: 0,
            #[cfg(test)]
            copied: 0,
        }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.filled.wrapping_sub(self.head)
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.head == self.filled
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        self.memory.get(self.head..self.filled).unwrap_or_default()
    }

    /// Gives out the first `len` bytes, which must be there.
    #[inline]
    pub(super) fn take(&mut self, len: usize) -> &[u8] {
        let start = self.head;
        self.head = start.saturating_add(len).min(self.filled);
        self.memory.get(start..self.head).unwrap_or_default()
    }

    /// Forgets all bytes and keeps the memory.
    #[inline]
    pub(super) const fn clear(&mut self) {
        self.head = 0;
        self.filled = 0;
    }

    /// The next `len` bytes to write into; [`fill`](Self::fill) then takes them in.
    ///
    /// Where all of them belong to the frame at the head, `frame_len` is its length, else anything less.
    #[inline]
    pub(super) fn space(&mut self, len: usize, frame_len: usize) -> &mut [u8] {
        if self.is_empty() {
            self.clear();
        }
        if self.memory.len().wrapping_sub(self.filled) < len {
            self.make_room(len, frame_len);
        }
        self.memory.get_mut(self.filled..).and_then(|free| free.get_mut(..len)).unwrap_or_default()
    }

    /// Takes in `len` bytes of the space, at most what the memory has.
    #[inline]
    pub(super) fn fill(&mut self, len: usize) {
        self.filled = self.filled.saturating_add(len).min(self.memory.len());
    }

    /// Copies `bytes` to the end; of `frame_len` see [`space`](Self::space).
    #[inline]
    pub(super) fn append(&mut self, bytes: &[u8], frame_len: usize) {
        let space = self.space(bytes.len(), frame_len);
        // Always so; said for the compiler, which then links no panic for the copy.
        if space.len() == bytes.len() {
            space.copy_from_slice(bytes);
            self.fill(bytes.len());
            self.count(bytes.len());
        }
    }

    /// Gives back the memory that is not in use.
    pub(super) fn shrink(&mut self) {
        self.move_to_front();
        self.memory.truncate(self.filled);
        self.memory.shrink_to_fit();
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.memory.capacity()
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, len: usize, frame_len: usize) {
        // Moves no more bytes than were given out since the last move: each byte once, on average.
        if self.head >= self.len() {
            self.move_to_front();
        }
        let needed = self.filled.saturating_add(len);
        let now = self.memory.len();
        if now < needed {
            // Doubling keeps the copies of growth constant for each byte. Memory beyond the end of the frame
            // that is being read is not asked for when the bytes to come all belong to it.
            let doubled = now.saturating_mul(2);
            let end = self.head.saturating_add(frame_len);
            let target = if needed <= end { doubled.min(end) } else { doubled }.max(needed);
            self.memory.reserve_exact(target.wrapping_sub(now));
            self.memory.resize(target, 0);
            self.count(target);
        }
    }

    fn move_to_front(&mut self) {
        let (kept, len) = (self.head..self.filled, self.len());
        if self.head > 0 && kept.end <= self.memory.len() {
            self.memory.copy_within(kept, 0);
            self.head = 0;
            self.filled = len;
            self.count(len);
        }
    }

    #[cfg(test)]
    const fn count(&mut self, bytes: usize) {
        self.copied = self.copied.saturating_add(bytes);
    }

    #[cfg(not(test))]
    #[inline]
    const fn count(&mut self, _: usize) {}
}
