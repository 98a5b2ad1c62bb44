//! Frames out of a stream that comes in chunks.

use alloc::vec::Vec;
use core::{fmt, marker::PhantomData};

use super::{Frame, FrameError, FrameHeader, FrameReason, PREFIX, frame_len, wide};
use crate::limits::Limits;

/// Takes whole frames out of a stream of bytes, however it was cut.
///
/// The bytes come in by either of two ways, which may be mixed:
///
/// - [`frames`](Self::frames) for chunks that the caller holds. Whole frames are borrowed straight from the chunk;
///   only one that is split between chunks is copied, once.
/// - [`space`](Self::space) and [`advance`](Self::advance) for reading straight into the decoder's buffer;
///   [`next`](Self::next) then gives the frames, borrowed from the buffer.
///
/// Memory grows with the bytes that came in, never with a length that was only declared. While all frames are
/// taken as they come, less than one frame is kept: at most the limit and a header.
///
/// **After an error.** One that is [fatal](FrameError::is_fatal) ends the stream: the decoder forgets its bytes,
/// takes no more, and gives the same error for ever; [`offset`](Self::offset) stays at the bad frame. Any other
/// costs its frame only, and the next call goes on behind it.
///
/// ```
/// use codec_common::{Limits, frame::{FrameDecoder, FrameHeader, FrameReason, PREFIX}};
/// # enum Demo {}
/// # impl FrameHeader for Demo {
/// #     const PROTOCOL: &'static str = "demo";
/// #     fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
/// #         let body = FrameReason::bound(u32::from_be_bytes(prefix), 1, limits.max_frame())?;
/// #         Ok(body.saturating_add(PREFIX))
/// #     }
/// # }
/// let mut decoder = FrameDecoder::<Demo>::new(Limits::new());
/// let mut lengths = Vec::new();
/// for chunk in [&[0, 0, 0, 1, 7, 0, 0][..], &[0, 2, 8, 9]] {
///     let mut frames = decoder.frames(chunk);
///     while let Some(frame) = frames.next()? {
///         lengths.push((frame.offset(), frame.bytes().len()));
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(lengths, [(0, 5), (5, 6)]);
/// # Ok::<(), codec_common::frame::FrameError>(())
/// ```
pub struct FrameDecoder<H> {
    /// Initialised memory; what has come in and was not given out stands at `head..filled`.
    buffer: Vec<u8>,
    head: usize,
    filled: usize,
    /// Offset in the stream of the byte at `head`, which is the next frame's first.
    offset: u64,
    failed: Option<FrameError>,
    limits: Limits,
    /// Bytes that were written or moved within the decoder.
    #[cfg(test)]
    pub(super) copied: usize,
    header: PhantomData<fn() -> H>,
}

impl<H: FrameHeader> FrameDecoder<H> {
    /// A decoder at the start of a stream; allocates nothing yet.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self {
            buffer: Vec::new(),
            head: 0,
            filled: 0,
            offset: 0,
            failed: None,
            limits,
            #[cfg(test)]
            copied: 0,
            header: PhantomData,
        }
    }

    /// The frames that end in `chunk`, the next bytes of the stream.
    ///
    /// Nothing of the chunk is lost when the frames are not all taken: dropping [`Frames`] keeps the rest.
    #[inline]
    pub fn frames<'d, 'c>(&'d mut self, chunk: &'c [u8]) -> Frames<'d, 'c, H> {
        Frames { decoder: self, chunk }
    }

    /// The next frame that is whole in the buffer; `None` when more bytes are needed.
    ///
    /// # Errors
    /// See the [type](Self); `offset` of the error counts from the start of the stream.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "lends from the decoder, which Iterator cannot")]
    pub fn next(&mut self) -> Result<Option<Frame<'_>>, FrameError> {
        match self.whole_len() {
            Some(len) => self.give(len).map(Some),
            None => self.next_in_pieces(&mut &[][..]),
        }
    }

    /// The next `len` bytes of the buffer to read into; then say with [`advance`](Self::advance) how many came.
    ///
    /// The memory is initialised once and used again, not cleared; a call may move the bytes that are kept, an
    /// amortised constant number of times. It grows to what is kept plus `len`, so `len` is for the caller to
    /// bound; [`missing`](Self::missing) is a length for callers that want no byte of the frame after.
    #[inline]
    pub fn space(&mut self, len: usize) -> &mut [u8] {
        self.room(len, self.pending_len());
        self.buffer.get_mut(self.filled..).and_then(|free| free.get_mut(..len)).unwrap_or_default()
    }

    /// Takes in the first `len` bytes of the [`space`](Self::space) that was given last.
    ///
    /// A `len` beyond that space is cut to what the buffer has. After a fatal error nothing is taken in.
    #[inline]
    pub fn advance(&mut self, len: usize) {
        if self.failed.is_none() {
            self.filled = self.filled.saturating_add(len).min(self.buffer.len());
        }
    }

    /// Bytes that must come at least before [`next`](Self::next) has something to give: the rest of the frame
    /// that is being read, of its prefix while that is not there, or of the next frame's prefix (4) when none is.
    ///
    /// 0 when a whole frame or an error is there already.
    #[must_use]
    pub fn missing(&self) -> usize {
        if self.failed.is_some() { 0 } else { self.pending_len().saturating_sub(self.buffered()) }
    }

    /// Bytes that came in and were not given out.
    #[inline]
    #[must_use]
    pub const fn buffered(&self) -> usize {
        self.filled.wrapping_sub(self.head)
    }

    /// Offset in the stream of the next frame's first byte: all before it was given out.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sets other limits, as after a handshake; for the frame that is being read too.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Says that the input has ended. To be called when there is no further frame to take.
    ///
    /// # Errors
    /// `eof_in_frame` with counts when bytes are left, or the fatal error that ended the stream before.
    pub fn finish(&self) -> Result<(), FrameError> {
        let kept = self.kept();
        let reason = match (self.failed, kept.first_chunk()) {
            (Some(error), _) => return Err(error),
            (None, _) if kept.is_empty() => return Ok(()),
            (None, Some(prefix)) => frame_len::<H>(*prefix, &self.limits).err(),
            (None, None) => None,
        };
        let end = FrameReason::EofInFrame { have: wide(kept.len()), need: wide(self.missing()) };
        Err(FrameError::of_stream(H::PROTOCOL, reason.unwrap_or(end), self.offset, kept))
    }

    /// Begins a new stream at offset 0, with the same limits and the memory of the old one.
    pub const fn reset(&mut self) {
        self.head = 0;
        self.filled = 0;
        self.offset = 0;
        self.failed = None;
    }

    /// Gives back the memory that is not in use, as after a frame of unusual length.
    pub fn shrink(&mut self) {
        self.to_front();
        self.buffer.truncate(self.filled);
        self.buffer.shrink_to_fit();
    }

    /// The bytes that came in and were not given out.
    fn kept(&self) -> &[u8] {
        self.buffer.get(self.head..self.filled).unwrap_or_default()
    }

    /// Length of the frame at the head of the buffer, as far as it is known: at least its prefix. 0 when the
    /// prefix is wrong.
    fn pending_len(&self) -> usize {
        match self.kept().first_chunk() {
            Some(prefix) => frame_len::<H>(*prefix, &self.limits).unwrap_or(0),
            None => PREFIX,
        }
    }

    /// Length of the frame at the head of the buffer, when it is whole and nothing is wrong with its length.
    #[inline]
    fn whole_len(&self) -> Option<usize> {
        let kept = self.kept();
        let len = frame_len::<H>(*kept.first_chunk()?, &self.limits).ok()?;
        (len <= kept.len()).then_some(len)
    }

    /// Gives out the frame of `len` bytes that is whole at the head of the buffer.
    #[inline]
    fn give(&mut self, len: usize) -> Result<Frame<'_>, FrameError> {
        let start = self.head;
        self.head = start.wrapping_add(len);
        let bytes = self.buffer.get(start..self.head).unwrap_or_default();
        Frame::checked::<H>(bytes, self.step(len))
    }

    /// Moves the offset over a frame; gives where the frame began.
    #[inline]
    const fn step(&mut self, len: usize) -> u64 {
        todo!()
    }

    /// The next frame when it is not whole in the chunk or not whole in the buffer.
    fn next_in_pieces(&mut self, chunk: &mut &[u8]) -> Result<Option<Frame<'_>>, FrameError> {
        if let Some(error) = self.failed {
            *chunk = &[];
            return Err(error);
        }
        let Some(prefix) = self.prefix(chunk) else {
            self.append(chunk, PREFIX);
            *chunk = &[];
            return Ok(None);
        };
        let len = match frame_len::<H>(prefix, &self.limits) {
            Ok(len) => len,
            Err(reason) => {
                let front = self.kept().iter().chain(chunk.iter());
                let error = FrameError::of_stream(H::PROTOCOL, reason, self.offset, front);
                *chunk = &[];
                self.head = self.filled;
                self.failed = Some(error);
                return Err(error);
            }
        };
        let missing = len.saturating_sub(self.buffered());
        match chunk.split_at_checked(missing) {
            Some((end, rest)) => {
                self.append(end, len);
                *chunk = rest;
                self.give(len).map(Some)
            }
            None => {
                self.append(chunk, len);
                *chunk = &[];
                Ok(None)
            }
        }
    }

    /// The prefix of the frame that begins in the buffer, or in the chunk when that is empty.
    fn prefix(&self, chunk: &[u8]) -> Option<[u8; PREFIX]> {
        let mut prefix = [0; PREFIX];
        let mut front = self.kept().iter().chain(chunk);
        for byte in &mut prefix {
            *byte = *front.next()?;
        }
        Some(prefix)
    }
}

/// The buffer.
impl<H> FrameDecoder<H> {
    /// Keeps `bytes`; they belong to a frame of `frame_len` bytes, or to more than one.
    fn append(&mut self, bytes: &[u8], frame_len: usize) {
        self.room(bytes.len(), frame_len);
        let free = self.buffer.get_mut(self.filled..).and_then(|free| free.get_mut(..bytes.len()));
        if let Some(free) = free {
            free.copy_from_slice(bytes);
            self.filled = self.filled.wrapping_add(bytes.len());
            self.count(bytes.len());
        }
    }

    /// Makes room for `len` more bytes.
    #[inline]
    fn room(&mut self, len: usize, frame_len: usize) {
        if self.head == self.filled {
            self.head = 0;
            self.filled = 0;
        }
        if self.buffer.len().wrapping_sub(self.filled) < len {
            self.make_room(len, frame_len);
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, len: usize, frame_len: usize) {
        // Moves no more bytes than were given out since the last move, so each byte is moved once on average.
        if self.head >= self.filled.wrapping_sub(self.head) {
            self.to_front();
        }
        let needed = self.filled.saturating_add(len);
        let now = self.buffer.len();
        if now < needed {
            // Doubling keeps the copies of growth constant for each byte; beyond the end of the frame that is
            // being read it would be memory that nobody asked for.
            let doubled = now.saturating_mul(2).min(self.head.saturating_add(frame_len));
            let target = needed.max(doubled);
            self.count(target);
            self.buffer.reserve_exact(target.wrapping_sub(now));
            self.buffer.resize(target, 0);
        }
    }

    /// Moves what is kept to the start of the memory.
    fn to_front(&mut self) {
        let kept = self.head..self.filled;
        let len = kept.len();
        if self.head > 0 && kept.end <= self.buffer.len() {
            self.buffer.copy_within(kept, 0);
            self.count(len);
            self.head = 0;
            self.filled = len;
        }
    }

    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "counts in tests only"))]
    #[inline]
    fn count(&mut self, bytes: usize) {
        #[cfg(test)]
        {
            self.copied = self.copied.wrapping_add(bytes);
        }
        #[cfg(not(test))]
        let _ = bytes;
    }
}

// Lengths only: the buffer may hold payloads.
impl<H> fmt::Debug for FrameDecoder<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameDecoder")
            .field("offset", &self.offset)
            .field("buffered", &self.filled.wrapping_sub(self.head))
            .field("failed", &self.failed)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// The frames that end in one chunk, from [`FrameDecoder::frames`].
///
/// Frames are lent: each is to be used before the next is asked for. What was not taken when this is dropped is
/// kept by the decoder.
pub struct Frames<'d, 'c, H> {
    decoder: &'d mut FrameDecoder<H>,
    /// What was not looked at yet.
    chunk: &'c [u8],
}

impl<H: FrameHeader> Frames<'_, '_, H> {
    /// The next frame; `None` when the chunk has been taken in and more bytes are needed.
    ///
    /// # Errors
    /// See [`FrameDecoder`]. After an error that is not fatal the next call goes on.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "lends from the decoder, which Iterator cannot")]
    pub fn next(&mut self) -> Result<Option<Frame<'_>>, FrameError> {
        let decoder = &mut *self.decoder;
        // Most frames are whole in the chunk, with nothing kept from before.
        if decoder.head == decoder.filled
            && decoder.failed.is_none()
            && let Some(prefix) = self.chunk.first_chunk()
            && let Ok(len) = frame_len::<H>(*prefix, &decoder.limits)
            && let Some((frame, rest)) = self.chunk.split_at_checked(len)
        {
            self.chunk = rest;
            return Frame::checked::<H>(frame, decoder.step(len)).map(Some);
        }
        match decoder.whole_len() {
            Some(len) => decoder.give(len).map(Some),
            None => decoder.next_in_pieces(&mut self.chunk),
        }
    }
}

impl<H> Drop for Frames<'_, '_, H> {
    #[inline]
    fn drop(&mut self) {
        if !self.chunk.is_empty() && self.decoder.failed.is_none() {
            self.decoder.append(self.chunk, self.chunk.len());
        }
    }
}

impl<H> fmt::Debug for Frames<'_, '_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Frames");
        debug.field("chunk", &self.chunk.len()).field("decoder", &self.decoder).finish()
    }
}
