//! The sender's side: bodies into frames.

use crate::PROTOCOL;
use crate::frame::{MaxFrame, OVERHEAD, prefixed};
use crate::opcode::Opcode;
use crate::request_id::RequestId;
use codec_common::{EncodeError, Field, Sink};
use core::fmt;

/// How a body of known length is cut: all frames but the last are full.
#[derive(Clone, Copy, Debug)]
struct Plan {
    opcode: Opcode,
    request_id: RequestId,
    /// Longest body of one frame.
    max_body: u32,
    /// Bytes of the body that no frame was begun for.
    left: usize,
}

impl Plan {
    const fn new(opcode: Opcode, request_id: RequestId, body_len: usize, max_frame: MaxFrame) -> Self {
        Self { opcode, request_id, max_body: max_frame.body(), left: body_len }
    }

    /// The next frame's prefix and header, and the length of its body.
    #[inline]
    fn next(&mut self) -> ([u8; OVERHEAD], usize) {
        let take = u32::try_from(self.left).unwrap_or(u32::MAX).min(self.max_body);
        let len = usize::try_from(take).unwrap_or(self.left);
        self.left = self.left.saturating_sub(len);
        (prefixed(self.opcode, self.request_id, take, self.left > 0), len)
    }
}

/// One frame of an operation: what is written before the chunk, and the chunk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Length prefix and header.
    pub header: [u8; OVERHEAD],
    /// This frame's part of the body.
    pub body: &'a [u8],
}

impl fmt::Debug for Chunk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunk").field("header", &self.header).field("body_len", &self.body.len()).finish()
    }
}

/// The frames of an encoded body: headers made on the way, chunks borrowed.
///
/// ```
/// use fila_codec::{Chunks, MaxFrame, Opcode, RequestId};
/// let max = MaxFrame::advertised(8)?;
/// let chunks: Vec<_> = Chunks::new(Opcode(0x17), RequestId(6), &[0, 0, 0, 0, 9], max).collect();
/// assert_eq!(chunks[0].header, [0, 0, 0, 8, 0x17, 1, 0, 0, 0, 6]);
/// assert_eq!(chunks[2].header, [0, 0, 0, 7, 0x17, 0, 0, 0, 0, 6]);
/// assert_eq!(chunks[2].body, [9]);
/// # Ok::<(), fila_codec::MaxFrameTooSmall>(())
/// ```
#[derive(Clone)]
pub struct Chunks<'a> {
    plan: Plan,
    body: &'a [u8],
    done: bool,
}

impl<'a> Chunks<'a> {
    /// Cuts `body` into frames of at most `max_frame`. An empty body is one frame.
    #[must_use]
    pub const fn new(opcode: Opcode, request_id: RequestId, body: &'a [u8], max_frame: MaxFrame) -> Self {
        Self { plan: Plan::new(opcode, request_id, body.len(), max_frame), body, done: false }
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.done {
            return None;
        }
        let (header, len) = self.plan.next();
        let (body, rest) = self.body.split_at_checked(len).unwrap_or((self.body, &[]));
        self.body = rest;
        self.done = self.plan.left == 0;
        Some(Chunk { header, body })
    }
}

impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").field("plan", &self.plan).finish_non_exhaustive()
    }
}

/// Puts frame headers between the bytes of a body while it is encoded or handed on, so that it is never built
/// whole: a [`Sink`] in front of another one. [`finish`](Self::finish) says whether the body was as long as announced.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use codec_common::{Sink, writer::Gather};
/// use fila_codec::{FrameSink, MaxFrame, Opcode, RequestId};
/// let parts = [&[1; 300][..], &[2; 500]];
/// let mut gather = Gather::new();
/// let max = MaxFrame::advertised(406)?;
/// let mut frames = FrameSink::new(&mut gather, Opcode(0x42), RequestId(1), 800, max);
/// for part in parts {
///     frames.put_borrowed(part);
/// }
/// frames.finish()?;
/// assert_eq!(gather.len(), 800 + 2 * 10);
/// assert!(std::ptr::eq(gather.segments().nth(1).unwrap(), parts[0]));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameSink<'s, S> {
    sink: &'s mut S,
    plan: Plan,
    /// Bytes that the frame that was begun last still takes.
    room: usize,
    body_len: usize,
    /// Bytes beyond the body's length, left out.
    beyond: usize,
}

/// The body of an operation, as errors name it.
static BODY: Field = Field::new(PROTOCOL, "frame", "body");

impl<'s, S> FrameSink<'s, S> {
    /// Begins the operation's first frame on `sink`; exactly `body_len` bytes are to follow. Bytes beyond them are
    /// left out, and an error of [`finish`](Self::finish).
    pub fn new<'a>(
        sink: &'s mut S,
        opcode: Opcode,
        request_id: RequestId,
        body_len: usize,
        max_frame: MaxFrame,
    ) -> Self
    where
        S: Sink<'a>,
    {
        let mut plan = Plan::new(opcode, request_id, body_len, max_frame);
        let (header, room) = plan.next();
        sink.put_array(header);
        Self { sink, plan, room, body_len, beyond: 0 }
    }

    /// Ends the operation.
    ///
    /// # Errors
    /// `too_long` when more bytes came than announced, `too_short` when fewer did. What was written is of no use
    /// then: after too few bytes the peer takes the next frame for a part of this one.
    pub fn finish(self) -> Result<(), EncodeError> {
        let missing = self.plan.left.saturating_add(self.room);
        if self.beyond > 0 {
            Err(EncodeError::too_long(self.body_len.saturating_add(self.beyond), self.body_len, &BODY))
        } else if missing > 0 {
            Err(EncodeError::too_short(self.body_len.saturating_sub(missing), self.body_len, &BODY))
        } else {
            Ok(())
        }
    }

    /// The next piece that fits the frame and the rest; begins a frame where the last one is full.
    #[inline]
    fn cut<'b, 'a>(&mut self, bytes: &'b [u8]) -> Option<(&'b [u8], &'b [u8])>
    where
        S: Sink<'a>,
    {
        if self.room == 0 && self.plan.left > 0 {
            let (header, room) = self.plan.next();
            self.sink.put_array(header);
            self.room = room;
        }
        let len = bytes.len().min(self.room);
        self.room = self.room.saturating_sub(len);
        if len == 0 {
            self.beyond = self.beyond.saturating_add(bytes.len());
        }
        bytes.split_at_checked(len).filter(|(piece, _)| !piece.is_empty())
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for FrameSink<'_, S> {
    #[inline]
    fn put(&mut self, mut bytes: &[u8]) {
        while let Some((piece, rest)) = self.cut(bytes) {
            self.sink.put(piece);
            bytes = rest;
        }
    }

    #[inline]
    fn put_borrowed(&mut self, mut bytes: &'a [u8]) {
        while let Some((piece, rest)) = self.cut(bytes) {
            self.sink.put_borrowed(piece);
            bytes = rest;
        }
    }
}

impl<S> fmt::Debug for FrameSink<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameSink")
            .field("plan", &self.plan)
            .field("room", &self.room)
            .finish_non_exhaustive()
    }
}
