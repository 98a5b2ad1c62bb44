//! Frames out of a stream that comes in chunks.

use core::{fmt, marker::PhantomData};

use super::{Frame, FrameError, FrameHeader, FrameReason, PREFIX, buffer::Buffer, frame_len, wide};
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
    pub(super) buffer: Buffer,
    /// Offset in the stream of the next frame's first byte, which is the buffer's first.
    offset: u64,
    failed: Option<FrameError>,
    limits: Limits,
    header: PhantomData<fn() -> H>,
}

impl<H: FrameHeader> FrameDecoder<H> {
    /// A decoder at the start of a stream; allocates nothing yet.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { buffer: Buffer::new(), offset: 0, failed: None, limits, header: PhantomData }
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
    /// amortised constant number of times. It grows with `len`, which is for the caller to bound: the size of a
    /// read, such as 64 KiB, or that and [`missing`](Self::missing), whichever is less, to get no byte of the
    /// frame after.
    #[inline]
    pub fn space(&mut self, len: usize) -> &mut [u8] {
        self.buffer.space(len, self.pending_len())
    }

    /// Takes in the first `len` bytes of the [`space`](Self::space) that was given last, with no other call to
    /// the decoder between.
    ///
    /// A `len` beyond that space is cut to what the buffer has. After a fatal error nothing is taken in.
    #[inline]
    pub fn advance(&mut self, len: usize) {
        if self.failed.is_none() {
            self.buffer.fill(len);
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
        self.buffer.len()
    }

    /// Those bytes: the part of a frame that is there, so that nothing is lost when the input ends in it.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> &[u8] {
        self.buffer.bytes()
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
        let kept = self.buffer.bytes();
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
        self.buffer.clear();
        self.offset = 0;
        self.failed = None;
    }

    /// Begins a new stream at `offset`, as [`reset`](Self::reset) does at 0: to go on behind bytes that are missing.
    pub const fn reset_at(&mut self, offset: u64) {
        self.reset();
        self.offset = offset;
    }

    /// Gives back the memory that is not in use, as after a frame of unusual length.
    pub fn shrink(&mut self) {
        self.buffer.shrink();
    }

    /// Length of the frame at the head of the buffer, as far as it is known: at least its prefix. 0 when the
    /// prefix is wrong.
    fn pending_len(&self) -> usize {
        match self.buffer.bytes().first_chunk() {
            Some(prefix) => frame_len::<H>(*prefix, &self.limits).unwrap_or(0),
            None => PREFIX,
        }
    }

    /// Length of the frame at the head of the buffer, when it is whole and nothing is wrong with its length.
    #[inline]
    fn whole_len(&self) -> Option<usize> {
        let kept = self.buffer.bytes();
        let len = frame_len::<H>(*kept.first_chunk()?, &self.limits).ok()?;
        (len <= kept.len()).then_some(len)
    }

    /// Gives out the frame of `len` bytes that is whole at the head of the buffer.
    #[inline]
    fn give(&mut self, len: usize) -> Result<Frame<'_>, FrameError> {
        let offset = self.step(len);
        Frame::checked::<H>(self.buffer.take(len), offset)
    }

    /// Moves the offset over a frame; gives where the frame began.
    #[inline]
    fn step(&mut self, len: usize) -> u64 {
        let start = self.offset;
        self.offset = start.wrapping_add(wide(len));
        start
    }

    /// The next frame when it is not whole in the chunk: from the buffer, with what it lacks from the chunk.
    #[inline(never)]
    fn next_in_pieces(&mut self, chunk: &mut &[u8]) -> Result<Option<Frame<'_>>, FrameError> {
        if let Some(error) = self.failed {
            *chunk = &[];
            return Err(error);
        }
        let kept = self.buffer.bytes();
        let Some(prefix) = kept.first_chunk().copied().or_else(|| join_prefix(kept, chunk)) else {
            return Ok(self.keep_all(chunk, PREFIX));
        };
        let len = match frame_len::<H>(prefix, &self.limits) {
            Ok(len) => len,
            Err(reason) => return Err(self.fail(reason, chunk)),
        };
        let Some((end, rest)) = chunk.split_at_checked(len.saturating_sub(kept.len())) else {
            return Ok(self.keep_all(chunk, len));
        };
        self.buffer.append(end, len);
        *chunk = rest;
        self.give(len).map(Some)
    }

    /// Keeps a chunk that ends inside the frame at the head of the buffer, of `frame_len` bytes.
    #[inline]
    fn keep_all(&mut self, chunk: &mut &[u8], frame_len: usize) -> Option<Frame<'_>> {
        self.buffer.append(core::mem::take(chunk), frame_len);
        None
    }

    /// Ends the stream.
    #[cold]
    fn fail(&mut self, reason: FrameReason, chunk: &mut &[u8]) -> FrameError {
        let front = self.buffer.bytes().iter().chain(core::mem::take(chunk));
        let error = FrameError::of_stream(H::PROTOCOL, reason, self.offset, front);
        self.failed = Some(error);
        self.buffer.clear();
        error
    }
}

/// The prefix of a frame that begins in `kept` and goes on in `chunk`.
fn join_prefix(kept: &[u8], chunk: &[u8]) -> Option<[u8; PREFIX]> {
    let mut prefix = [0; PREFIX];
    let mut front = kept.iter().chain(chunk);
    for byte in &mut prefix {
        *byte = *front.next()?;
    }
    Some(prefix)
}

// Lengths only: the buffer may hold payloads.
impl<H> fmt::Debug for FrameDecoder<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameDecoder")
            .field("offset", &self.offset)
            .field("buffered", &self.buffer.len())
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
        if decoder.buffer.is_empty()
            && decoder.failed.is_none()
            && let Some(prefix) = self.chunk.first_chunk()
            && let Ok(len) = frame_len::<H>(*prefix, &decoder.limits)
            && let Some((frame, rest)) = self.chunk.split_at_checked(len)
        {
            self.chunk = rest;
            return Frame::checked::<H>(frame, decoder.step(len)).map(Some);
        }
        decoder.next_in_pieces(&mut self.chunk)
    }
}

impl<H> Drop for Frames<'_, '_, H> {
    #[inline]
    fn drop(&mut self) {
        if !self.chunk.is_empty() && self.decoder.failed.is_none() {
            self.decoder.buffer.append(self.chunk, 0);
        }
    }
}

impl<H> fmt::Debug for Frames<'_, '_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Frames");
        debug.field("chunk", &self.chunk.len()).field("decoder", &self.decoder).finish()
    }
}
