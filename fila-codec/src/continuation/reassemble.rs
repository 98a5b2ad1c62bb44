//! The receiver's side: frames into operations.

use super::streams::{State, Stream, Streams};
use super::{ReassemblyError, ReassemblyReason as Reason};
use crate::frame::{FrameRef, Header};
use crate::opcode::Opcode;
use crate::operation::Operation;
use alloc::vec::Vec;
use codec_common::Limits;
use core::fmt;

/// Puts the frames of one direction of a connection together.
///
/// An operation of one frame passes through, borrowed. The chunks of a continued one are kept per request id until
/// its final frame comes; operations of different ids may interleave.
///
/// | limit | what it bounds |
/// |---|---|
/// | [`max_open_streams`](Limits::max_open_streams) | unfinished operations |
/// | [`max_fragments`](Limits::max_fragments) | frames of one operation, empty ones too |
/// | [`max_message`](Limits::max_message) | the body of an operation, however many frames it came in |
/// | [`max_buffered`](Limits::max_buffered) | bytes kept for all unfinished operations together |
///
/// After an error that is not fatal the operation is **poisoned**: its frames are ignored up to and with its final
/// one, so that its tail is never taken for a request. The id is free again then. At most
/// [`MAX_POISONED`](Self::MAX_POISONED) operations are remembered so; one more is fatal. A frame that the layer below
/// refused does the same to its operation: tell of it with [`refuse`](Self::refuse).
///
/// An unknown opcode is drained: nothing of a continued body is kept, and one [`Operation`] comes out at its end.
///
/// An `Error` that comes for an unfinished operation is passed on and poisons the operation: a server may give up
/// a delivery in the middle. Perhaps its final frame never comes then, so that of too many poisoned operations those
/// which an `Error` ended are forgotten first, the oldest before the others. Any other opcode is a mismatch.
///
/// ```
/// use codec_common::{Limits, frame::Split};
/// use fila_codec::{Reassembler, split_frame};
/// let mut reassembler = Reassembler::new(Limits::new());
/// let mut input = &b"\0\0\0\x08\x17\x01\0\0\0\x06\0\0\0\0\0\x08\x17\0\0\0\0\x06\0\0"[..];
/// let mut operations = 0;
/// while let Split::Frame { frame, rest } = split_frame(input, &Limits::new())? {
///     input = rest;
///     if let Some(operation) = reassembler.push(frame)? {
///         assert_eq!((operation.body(), operation.frames()), (&[0; 4][..], 2));
///         operations += 1;
///     }
/// }
/// reassembler.finish()?;
/// assert_eq!(operations, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reassembler {
    limits: Limits,
    streams: Streams,
    /// Bytes kept for all of them.
    buffered: usize,
    /// How many of them are poisoned or aborted.
    poisoned: usize,
    /// How many an `Error` has aborted so far, remembered or not.
    aborted: u64,
    /// The body that the last frame completed.
    finished: Option<Vec<u8>>,
}

/// What a frame did.
enum Step {
    /// It ended an operation, whose body is in `finished` unless it was drained.
    Ended { frames: usize, drained: bool },
    /// It is an operation of its own.
    Whole,
    /// Nothing comes out.
    Nothing,
}

impl Reassembler {
    /// How many poisoned operations are remembered at a time.
    pub const MAX_POISONED: usize = 1024;

    /// A reassembler at the start of a connection; allocates nothing yet.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, streams: Streams::new(), buffered: 0, poisoned: 0, aborted: 0, finished: None }
    }

    /// Takes a frame in, and gives the operation that it ends, if any.
    ///
    /// # Errors
    /// See the [type](Self). After a fatal error the connection is to be closed.
    #[inline]
    pub fn push<'a>(&'a mut self, frame: FrameRef<'a>) -> Result<Option<Operation<'a>>, ReassemblyError> {
        let header = frame.header();
        self.finished = None;
        // Most operations are one frame, and none is unfinished.
        if self.streams.is_empty() && !header.continues() && frame.body().len() <= self.limits.max_message() {
            return Ok(Some(Operation::whole(header, frame.body())));
        }
        self.push_slowly(frame)
    }

    #[inline(never)]
    fn push_slowly<'a>(&'a mut self, frame: FrameRef<'a>) -> Result<Option<Operation<'a>>, ReassemblyError> {
        let header = frame.header();
        Ok(match self.step(header, frame.body())? {
            Step::Whole => Some(Operation::whole(header, frame.body())),
            Step::Ended { frames, drained } => {
                let body = self.finished.as_deref().unwrap_or_default();
                Some(Operation::reassembled(header, body, frames, drained))
            }
            Step::Nothing => None,
        })
    }

    fn step(&mut self, header: Header, body: &[u8]) -> Result<Step, ReassemblyError> {
        let more = header.continues();
        let id = header.request_id.0;
        if self.streams.get(id).is_none() {
            if !more {
                return match over(body.len(), self.limits.max_message()) {
                    Some(limit) => Err(error(Reason::MessageTooLarge { limit }, header)),
                    None => Ok(Step::Whole),
                };
            }
            self.begin(header)?;
        }
        let Some(stream) = self.streams.get_mut(id) else { return Ok(Step::Nothing) };
        if stream.opcode != header.opcode {
            return self.other_opcode(header, body);
        }
        stream.frames = stream.frames.saturating_add(1);
        let buffer = match &mut stream.state {
            State::Open(buffer) => buffer,
            State::Draining if more => return Ok(Step::Nothing),
            State::Draining => {
                let frames = stream.frames;
                self.remove(id);
                return Ok(Step::Ended { frames, drained: true });
            }
            State::Poisoned | State::Aborted(_) => {
                if !more {
                    self.remove(id);
                }
                return Ok(Step::Nothing);
            }
        };
        let (limits, frames, kept) = (&self.limits, stream.frames, self.buffered.saturating_add(body.len()));
        let reason = if let Some(limit) = over(frames, limits.max_fragments()) {
            Some(Reason::TooManyFragments { limit })
        } else if let Some(limit) = over(buffer.len().saturating_add(body.len()), limits.max_message()) {
            Some(Reason::MessageTooLarge { limit })
        } else {
            over(kept, limits.max_buffered()).map(|limit| Reason::BufferFull { limit })
        };
        if let Some(reason) = reason {
            return Err(self.poison(reason, header));
        }
        buffer.extend_from_slice(body);
        self.buffered = kept;
        if more {
            return Ok(Step::Nothing);
        }
        if let Some(Stream { state: State::Open(body), .. }) = self.streams.remove(id) {
            self.buffered = self.buffered.saturating_sub(body.len());
            self.finished = Some(body);
        }
        Ok(Step::Ended { frames, drained: false })
    }

    /// The first frame of a continued operation.
    fn begin(&mut self, header: Header) -> Result<(), ReassemblyError> {
        let state = if header.opcode.is_known() { State::Open(Vec::new()) } else { State::Draining };
        self.begin_as(header, state)?;
        match over(self.open(), self.limits.max_open_streams()) {
            Some(limit) => Err(self.poison(Reason::TooManyStreams { limit }, header)),
            None => Ok(()),
        }
    }

    fn begin_as(&mut self, header: Header, state: State) -> Result<(), ReassemblyError> {
        if matches!(header.opcode, Opcode::HANDSHAKE | Opcode::HANDSHAKE_OK) {
            return Err(ReassemblyError { fatal: true, ..error(Reason::ContinuationOnHandshake, header) });
        }
        self.streams.insert(header.request_id.0, Stream { opcode: header.opcode, state, frames: 0 });
        Ok(())
    }

    /// A frame whose id belongs to an unfinished operation of another opcode.
    fn other_opcode(&mut self, header: Header, body: &[u8]) -> Result<Step, ReassemblyError> {
        let Some(stream) = self.streams.get(header.request_id.0) else { return Ok(Step::Nothing) };
        let ignored = stream.state.is_ignored();
        let mismatch = Reason::ContinuationMismatch { began: stream.opcode };
        let aborts = header.opcode == Opcode::ERROR
            && !header.continues()
            && over(body.len(), self.limits.max_message()).is_none();
        if !ignored {
            let state = if aborts { State::Aborted(self.aborted) } else { State::Poisoned };
            self.aborted = self.aborted.saturating_add(u64::from(aborts));
            // Its own final frame is still to come, whatever this one is.
            let fatal = self.give_up(header.request_id.0, state);
            if fatal || !aborts {
                return Err(ReassemblyError { fatal, ..error(mismatch, header) });
            }
        }
        Ok(if aborts { Step::Whole } else { Step::Nothing })
    }

    /// Takes in that a frame was refused before it came here, by an error that is not fatal: the operation that it is
    /// of has a hole, and is poisoned. [`Header::of_error`] has the header of such a frame.
    ///
    /// # Errors
    /// Fatal ones only: a continued handshake, or more poisoned operations than can be remembered.
    ///
    /// ```
    /// use codec_common::Limits;
    /// use fila_codec::{FrameDecoder, Header, Reassembler};
    /// let mut decoder = FrameDecoder::new(Limits::new());
    /// let mut reassembler = Reassembler::new(Limits::new());
    /// // Two frames of one Ack. The flags of the first are not those of this version.
    /// let mut frames = decoder.frames(b"\0\0\0\x08\x17\x03\0\0\0\x06\0\0\0\0\0\x08\x17\0\0\0\0\x06\0\0");
    /// let refused = frames.next().unwrap_err();
    /// assert_eq!((refused.name(), refused.is_fatal()), ("reserved_flags", false));
    /// reassembler.refuse(Header::of_error(&refused).unwrap())?;
    /// let last = frames.next()?.unwrap();
    /// assert_eq!(reassembler.push(last.into())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refuse(&mut self, header: Header) -> Result<(), ReassemblyError> {
        self.finished = None;
        let id = header.request_id.0;
        let more = header.continues();
        match self.streams.get(id) {
            None if !more => return Ok(()),
            None => self.begin_as(header, State::Draining)?,
            Some(stream) if stream.opcode == header.opcode && !more => {
                self.remove(id);
                return Ok(());
            }
            Some(_) => {}
        }
        let ignored = self.streams.get(id).is_some_and(|stream| stream.state.is_ignored());
        if !ignored && self.give_up(id, State::Poisoned) {
            let reason = Reason::TooManyStreams { limit: Self::MAX_POISONED };
            return Err(ReassemblyError { fatal: true, ..error(reason, header) });
        }
        Ok(())
    }

    /// Gives the operation of `header` up; it is remembered unless this is its final frame.
    #[cold]
    fn poison(&mut self, reason: Reason, header: Header) -> ReassemblyError {
        let id = header.request_id.0;
        let fatal = if header.continues() {
            self.give_up(id, State::Poisoned)
        } else {
            self.remove(id);
            false
        };
        ReassemblyError { fatal, ..error(reason, header) }
    }

    fn remove(&mut self, id: u32) {
        match self.streams.remove(id).map(|stream| stream.state) {
            Some(State::Open(buffer)) => self.buffered = self.buffered.saturating_sub(buffer.len()),
            Some(State::Poisoned | State::Aborted(_)) => self.poisoned = self.poisoned.saturating_sub(1),
            Some(State::Draining) | None => {}
        }
    }

    /// Lets go of what was kept of an operation and remembers it as `state`; true when that is one too many.
    fn give_up(&mut self, id: u32, state: State) -> bool {
        let Some(stream) = self.streams.get_mut(id) else { return false };
        if let State::Open(buffer) = core::mem::replace(&mut stream.state, state) {
            self.buffered = self.buffered.saturating_sub(buffer.len());
        }
        self.poisoned = self.poisoned.saturating_add(1);
        if self.poisoned <= Self::MAX_POISONED {
            return false;
        }
        let aborted = self.streams.iter().filter_map(|(id, stream)| match stream.state {
            State::Aborted(number) => Some((number, id)),
            _ => None,
        });
        let Some((_, oldest)) = aborted.min() else { return true };
        self.remove(oldest);
        false
    }

    /// Says that the input has ended.
    ///
    /// # Errors
    /// `eof_in_continuation` when an operation is unfinished. Poisoned ones were told of before.
    pub fn finish(&self) -> Result<(), ReassemblyError> {
        let open = self.open();
        let first = self.streams.iter().find(|(_, stream)| !stream.state.is_ignored());
        match first {
            None => Ok(()),
            Some((id, stream)) => {
                let header = Header::new(stream.opcode, crate::RequestId(id));
                let reason = Reason::EofInContinuation { open, buffered: self.buffered };
                Err(ReassemblyError { reason, header, fatal: true })
            }
        }
    }

    /// The body of the operation that the last [`push`](Self::push) gave, taken out without a copy, for a
    /// [`bytes::Bytes`] that outlives the next push. `None` when it came in one frame, or nothing came out: then the
    /// bytes are the frame's, or there are none.
    pub const fn take_body(&mut self) -> Option<Vec<u8>> {
        self.finished.take()
    }

    /// How many operations are unfinished, poisoned ones not counted.
    #[must_use]
    pub fn open(&self) -> usize {
        self.streams.len().saturating_sub(self.poisoned)
    }

    /// Bytes kept for unfinished operations.
    #[must_use]
    pub const fn buffered(&self) -> usize {
        self.buffered
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// The limit, when `value` is over it.
fn over(value: usize, limit: usize) -> Option<usize> {
    (value > limit).then_some(limit)
}

#[cold]
const fn error(reason: Reason, header: Header) -> ReassemblyError {
    ReassemblyError { reason, header, fatal: false }
}

// The buffers hold payloads.
impl fmt::Debug for Reassembler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reassembler")
            .field("open", &self.open())
            .field("poisoned", &self.poisoned)
            .field("buffered", &self.buffered)
            .finish_non_exhaustive()
    }
}
