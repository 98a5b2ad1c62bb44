//! What can be wrong with the frames of one operation.

use crate::frame::Header;
use crate::opcode::Opcode;
use core::fmt;

/// Why frames cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReassemblyReason {
    /// CONTINUATION on `Handshake` or `HandshakeOk`.
    ContinuationOnHandshake,
    /// Another opcode came for a request id whose operation has not ended.
    ContinuationMismatch {
        /// The opcode that the operation began with.
        began: Opcode,
    },
    /// More unfinished operations than [`Limits::max_open_streams`](codec_common::Limits::max_open_streams).
    TooManyStreams {
        /// The limit.
        limit: usize,
    },
    /// More frames of one operation than [`Limits::max_fragments`](codec_common::Limits::max_fragments).
    TooManyFragments {
        /// The limit.
        limit: usize,
    },
    /// A body longer than [`Limits::max_message`](codec_common::Limits::max_message).
    MessageTooLarge {
        /// The limit.
        limit: usize,
    },
    /// More bytes of unfinished operations together than
    /// [`Limits::max_buffered`](codec_common::Limits::max_buffered).
    BufferFull {
        /// The limit.
        limit: usize,
    },
    /// The input ended between the frames of an operation.
    EofInContinuation {
        /// How many operations are unfinished.
        open: usize,
        /// Bytes of them that were kept.
        buffered: usize,
    },
}

impl ReassemblyReason {
    /// The reason's name in the vocabulary that errors and JSON share (snake_case).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ContinuationOnHandshake => "continuation_on_handshake",
            Self::ContinuationMismatch { .. } => "continuation_mismatch",
            Self::TooManyStreams { .. } => "too_many_streams",
            Self::TooManyFragments { .. } => "too_many_fragments",
            Self::MessageTooLarge { .. } => "message_too_large",
            Self::BufferFull { .. } => "buffer_full",
            Self::EofInContinuation { .. } => "eof_in_continuation",
        }
    }
}

impl fmt::Display for ReassemblyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ContinuationOnHandshake => f.write_str("a handshake must be one frame"),
            Self::ContinuationMismatch { began } => write!(f, "an operation of {began} has not ended"),
            Self::TooManyStreams { limit } => write!(f, "more than {limit} operations are unfinished"),
            Self::TooManyFragments { limit } => write!(f, "more than {limit} frames of one operation"),
            Self::MessageTooLarge { limit } => write!(f, "the body is longer than {limit} bytes"),
            Self::BufferFull { limit } => write!(f, "unfinished operations take more than {limit} bytes"),
            Self::EofInContinuation { open, buffered } => {
                write!(f, "input ended with {open} unfinished operations ({buffered} bytes)")
            }
        }
    }
}

/// Frames cannot be put together: the reason, and the frame that showed it.
///
/// Where it [is not fatal](Self::is_fatal), one request failed: answer it with `InvalidFrame` and go on. The rest
/// of its operation is ignored up to its final frame, so nothing of it is taken for another request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReassemblyError {
    pub(super) reason: ReassemblyReason,
    pub(super) header: Header,
    pub(super) fatal: bool,
}

impl ReassemblyError {
    /// What was wrong.
    #[must_use]
    pub const fn reason(&self) -> ReassemblyReason {
        self.reason
    }

    /// The reason's name (snake_case).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.reason.name()
    }

    /// The header of the frame that showed it; at the end of input, of an unfinished operation.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// True when the connection cannot go on: a continued handshake, the end of input, or more ignored operations
    /// than can be remembered.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        self.fatal
    }
}

impl fmt::Display for ReassemblyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { opcode, request_id, .. } = self.header;
        write!(f, "fila {opcode}, request {request_id}: {}", self.reason)
    }
}

impl core::error::Error for ReassemblyError {}
