//! What can be wrong with a frame.

use core::fmt;

use super::wide;

/// Most bytes of a frame's front that an error keeps.
const HEAD: usize = 16;

/// Why a frame cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FrameReason {
    /// The length on the wire is less than any frame has.
    LengthTooSmall {
        /// The length, as the protocol counts it.
        length: u64,
        /// The smallest that could be right.
        minimum: u64,
    },
    /// The length on the wire is over the limit.
    FrameTooLarge {
        /// The length, as the protocol counts it.
        length: u64,
        /// The limit in force.
        limit: u64,
    },
    /// Bits are set that the specification reserves.
    ReservedFlags {
        /// The bits, in place.
        flags: u32,
    },
    /// The input ended inside a frame.
    EofInFrame {
        /// Bytes of the frame that were there.
        have: u64,
        /// Bytes that are missing at least.
        need: u64,
    },
}

impl FrameReason {
    /// Checks a length from the wire against the smallest and the largest that are allowed, both included.
    ///
    /// # Errors
    /// [`LengthTooSmall`](Self::LengthTooSmall) or [`FrameTooLarge`](Self::FrameTooLarge).
    #[inline]
    pub fn bound(length: u32, minimum: u32, limit: usize) -> Result<usize, Self> {
        if length < minimum {
            return Err(Self::LengthTooSmall { length: u64::from(length), minimum: u64::from(minimum) });
        }
        match usize::try_from(length) {
            Ok(length) if length <= limit => Ok(length),
            _ => Err(Self::FrameTooLarge { length: u64::from(length), limit: wide(limit) }),
        }
    }

    /// The reason's name in the vocabulary that errors and JSON share (snake_case).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::LengthTooSmall { .. } => "length_too_small",
            Self::FrameTooLarge { .. } => "frame_too_large",
            Self::ReservedFlags { .. } => "reserved_flags",
            Self::EofInFrame { .. } => "eof_in_frame",
        }
    }
}

impl fmt::Display for FrameReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LengthTooSmall { length, minimum } => write!(f, "length {length} is less than {minimum}"),
            Self::FrameTooLarge { length, limit } => {
                write!(f, "length {length} is over the limit of {limit}")
            }
            Self::ReservedFlags { flags } => write!(f, "reserved flags {flags:#x} are set"),
            Self::EofInFrame { have, need } => {
                write!(f, "input ended after {have} bytes, at least {need} more are needed")
            }
        }
    }
}

/// A frame cannot be taken: the reason, where the frame begins, and what was there of its front.
///
/// [`is_fatal`](Self::is_fatal) says whether the stream is dead. Where it is not, the frame was whole, has
/// [`frame_len`](Self::frame_len) bytes, and the next one begins behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameError {
    protocol: &'static str,
    reason: FrameReason,
    offset: u64,
    // Known only for frames that are whole, and just those errors are not fatal.
    frame_len: Option<usize>,
    head: Head,
}

impl FrameError {
    /// An error that ends the stream; `front` is what is there of the frame.
    #[cold]
    pub(super) fn of_stream<'a>(
        protocol: &'static str,
        reason: FrameReason,
        offset: u64,
        front: impl IntoIterator<Item = &'a u8>,
    ) -> Self {
        Self { protocol, reason, offset, frame_len: None, head: Head::new(front) }
    }

    /// An error of one whole frame, behind which the stream goes on.
    #[cold]
    pub(super) fn of_frame(protocol: &'static str, reason: FrameReason, offset: u64, frame: &[u8]) -> Self {
        Self { protocol, reason, offset, frame_len: Some(frame.len()), head: Head::new(frame) }
    }

    /// Short name of the protocol.
    #[must_use]
    pub const fn protocol(&self) -> &'static str {
        self.protocol
    }

    /// What was wrong.
    #[must_use]
    pub const fn reason(&self) -> FrameReason {
        self.reason
    }

    /// The reason's name in the vocabulary that errors and JSON share (snake_case).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.reason.name()
    }

    /// True when the stream is dead, since nothing tells where the next frame would begin.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        self.frame_len.is_none()
    }

    /// Offset of the frame's first byte: in the stream, or in the slice that was given to `split_frame`.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Length of the whole frame in bytes, prefix included, where the error is not fatal.
    #[must_use]
    pub const fn frame_len(&self) -> Option<usize> {
        self.frame_len
    }

    /// The first bytes of the frame, up to 16, as far as they were there when the error was found.
    ///
    /// With them a protocol can name opcode and request in its reply. How many there are may depend on how the
    /// stream was cut into chunks, as a bad length is refused at once; but never fewer than 4, except at the end
    /// of input.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.head.bytes()
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} frame at byte {}: {}", self.protocol, self.offset, self.reason)
    }
}

impl core::error::Error for FrameError {}

/// The first bytes of a frame; those that are not there are zero.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Head {
    bytes: [u8; HEAD],
    len: usize,
}

impl Head {
    fn new<'a>(front: impl IntoIterator<Item = &'a u8>) -> Self {
        let mut head = Self { bytes: [0; HEAD], len: 0 };
        for (to, from) in head.bytes.iter_mut().zip(front) {
            *to = *from;
            head.len = head.len.wrapping_add(1);
        }
        head
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The first bytes of a payload may be among them.
        write!(f, "<{} bytes>", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn errors_read_as_sentences() {
        for (reason, name, text) in [
            (
                FrameReason::LengthTooSmall { length: 3, minimum: 8 },
                "length_too_small",
                "bmq frame at byte 120: length 3 is less than 8",
            ),
            (
                FrameReason::FrameTooLarge { length: 17, limit: 16 },
                "frame_too_large",
                "bmq frame at byte 120: length 17 is over the limit of 16",
            ),
            (
                FrameReason::ReservedFlags { flags: 0x82 },
                "reserved_flags",
                "bmq frame at byte 120: reserved flags 0x82 are set",
            ),
            (
                FrameReason::EofInFrame { have: 10, need: 28 },
                "eof_in_frame",
                "bmq frame at byte 120: input ended after 10 bytes, at least 28 more are needed",
            ),
        ] {
            let error = FrameError::of_stream("bmq", reason, 120, &[]);
            assert_eq!((error.name(), error.to_string()), (name, text.to_string()));
            assert_eq!((error.reason(), error.offset(), error.protocol()), (reason, 120, "bmq"));
        }
    }

    #[test]
    fn only_the_error_of_a_whole_frame_lets_the_stream_go_on() {
        let reason = FrameReason::ReservedFlags { flags: 2 };
        let bytes: [u8; 20] = core::array::from_fn(|index| u8::try_from(index).unwrap());
        let error = FrameError::of_frame("fila", reason, 0, &bytes);
        assert_eq!((error.is_fatal(), error.frame_len(), error.head()), (false, Some(20), &bytes[..16]));
        let error = FrameError::of_stream("fila", reason, 0, &bytes[..5]);
        assert_eq!((error.is_fatal(), error.frame_len(), error.head()), (true, None, &bytes[..5]));
    }

    #[test]
    fn bound_accepts_both_ends() {
        assert_eq!(FrameReason::bound(6, 6, 6), Ok(6));
        assert_eq!(FrameReason::bound(5, 6, 9), Err(FrameReason::LengthTooSmall { length: 5, minimum: 6 }));
        assert_eq!(FrameReason::bound(10, 6, 9), Err(FrameReason::FrameTooLarge { length: 10, limit: 9 }));
        let largest = u64::from(u32::MAX);
        let error = FrameReason::FrameTooLarge { length: largest, limit: 9 };
        assert_eq!(FrameReason::bound(u32::MAX, 6, 9), Err(error));
    }
}
