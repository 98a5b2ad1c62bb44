//! "Frame Format": where frames end, and what their headers say.
//!
//! ```text
//! +----------------+----------+----------+----------------+-----------+
//! | length: u32    | opcode   | flags    | request id     | body      |
//! | without itself | 1 byte   | 1 byte   | 4 bytes        |           |
//! +----------------+----------+----------+----------------+-----------+
//! ```

mod encode;
mod header;
mod max;

pub use encode::{Encodable, FrameEncoder};
pub use header::{FrameFlags, Header};
pub use max::{MaxFrame, MaxFrameTooSmall};

pub(crate) use header::prefixed;

use crate::operation::Operation;
use codec_common::Limits;
#[cfg(feature = "alloc")]
use codec_common::frame::FrameDecoder as GenericDecoder;
use codec_common::frame::{Frame, FrameError, FrameHeader, FrameReason, PREFIX, Split};
use core::fmt;

/// Bytes of a frame before its body: length prefix and header.
pub const OVERHEAD: usize = 10;

/// Bytes of the header, which the length counts: the least that a length can be.
const HEADER: u32 = 6;

/// Frames of Fila, for the generic decoders; has no values.
///
/// | check | error | fatal |
/// |---|---|---|
/// | length is 6 at least | `length_too_small` | yes |
/// | length is [`Limits::max_frame`] at most | `frame_too_large` | yes |
/// | bits 1-7 of the flags are 0 | `reserved_flags` | no |
///
/// `max_frame` counts what the length counts: the header, but not the prefix. The default is the page's, 16 MiB.
#[derive(Debug)]
pub enum Fila {}

impl FrameHeader for Fila {
    const PROTOCOL: &'static str = crate::PROTOCOL;

    #[inline]
    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
        let length = FrameReason::bound(u32::from_be_bytes(prefix), HEADER, limits.max_frame())?;
        Ok(length.saturating_add(PREFIX))
    }

    #[inline]
    fn check(frame: &[u8]) -> Result<(), FrameReason> {
        match frame.get(FLAGS_AT) {
            Some(&flags) if flags & !FrameFlags::CONTINUATION.0 != 0 => {
                Err(FrameReason::ReservedFlags { flags: u32::from(flags) })
            }
            _ => Ok(()),
        }
    }
}

const FLAGS_AT: usize = 5;

/// Frames of Fila whose reserved flags are let through, to be seen in [`Header::flags`]; has no values.
#[derive(Debug)]
pub enum FilaLenient {}

impl FrameHeader for FilaLenient {
    const PROTOCOL: &'static str = Fila::PROTOCOL;

    #[inline]
    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
        Fila::frame_len(prefix, limits)
    }
}

/// Takes frames out of a stream that comes in chunks; see [`codec_common::frame::FrameDecoder`].
///
/// ```
/// use fila_codec::{FrameDecoder, FrameRef, Limits};
/// let mut decoder = FrameDecoder::new(Limits::new());
/// let mut frames = decoder.frames(&[0, 0, 0, 6, 0x03, 0, 0, 0, 0, 9]);
/// let frame = FrameRef::from(frames.next()?.unwrap());
/// assert_eq!(frame.header().opcode.name(), Some("Ping"));
/// # Ok::<(), codec_common::frame::FrameError>(())
/// ```
#[cfg(feature = "alloc")]
pub type FrameDecoder = GenericDecoder<Fila>;

/// Frames under `tokio_util::codec`; see [`codec_common::frame::FrameCodec`].
#[cfg(feature = "tokio-util")]
pub type FrameCodec = codec_common::frame::FrameCodec<Fila>;

/// Takes the first frame off `input`, which begins with one: no state, no allocation.
///
/// ```
/// use fila_codec::{Limits, split_frame};
/// use codec_common::frame::Split;
/// let Split::Frame { frame, rest } = split_frame(&[0, 0, 0, 6, 0x03, 0, 0, 0, 0, 9, 0], &Limits::new())? else {
///     panic!("the frame is whole");
/// };
/// assert_eq!((frame.header().request_id.0, rest.len()), (9, 1));
/// # Ok::<(), codec_common::frame::FrameError>(())
/// ```
///
/// # Errors
/// See [`Fila`]. [`Header::of_error`] tells which request to answer.
#[inline]
pub fn split_frame<'a>(input: &'a [u8], limits: &Limits) -> Result<Split<'a, FrameRef<'a>>, FrameError> {
    codec_common::frame::split_frame::<Fila>(input, limits).map(|split| split.map(FrameRef::from))
}

/// A whole frame: its header, its body, and where it stood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FrameRef<'a> {
    header: Header,
    body: &'a [u8],
    offset: u64,
}

impl<'a> FrameRef<'a> {
    /// The header.
    #[inline]
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// The body: all bytes behind the header.
    #[inline]
    #[must_use]
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }

    /// Offset of the frame's first byte, that of its length prefix.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Bytes of the whole frame, prefix included.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.body.len().saturating_add(OVERHEAD)
    }

    /// False: a frame is never empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The frame's body as the whole operation, whatever its CONTINUATION flag says. For streams that may have
    /// continued operations, [`Reassembler`](crate::Reassembler) gives operations.
    #[inline]
    #[must_use]
    pub const fn operation(&self) -> Operation<'a> {
        Operation::whole(self.header, self.body)
    }
}

impl<'a> From<Frame<'a>> for FrameRef<'a> {
    #[inline]
    fn from(frame: Frame<'a>) -> Self {
        let (head, body) = frame.bytes().split_at_checked(OVERHEAD).unwrap_or((frame.bytes(), &[]));
        Self { header: Header::of_prefixed(head).unwrap_or_default(), body, offset: frame.offset() }
    }
}

// The body may be a payload or a secret.
impl fmt::Debug for FrameRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameRef")
            .field("header", &self.header)
            .field("body_len", &self.body.len())
            .field("offset", &self.offset)
            .finish()
    }
}
