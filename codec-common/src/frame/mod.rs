//! Framing: where frames end in a stream of bytes, and how large they may be.
//!
//! Every protocol of this family begins a frame with a 32-bit word from which the frame's length follows; a
//! [`FrameHeader`] says how. All else is common to them:
//!
//! - [`split_frame`] takes one frame off the front of a slice: no state, no allocation.
//! - `FrameDecoder` (feature `alloc`) takes frames out of a stream that comes in chunks.
//! - `FrameCodec` (feature `tokio-util`) does so under `tokio_util::codec`.
//!
//! Too few bytes are a state here and never an error, until the input ends. A wrong length is an error as soon as
//! its 4 bytes are there, and ends the stream, since nothing tells where the next frame begins. A frame that is
//! wrong in itself costs that frame only.

#[cfg(feature = "alloc")]
mod buffer;
#[cfg(feature = "alloc")]
mod decoder;
mod error;
mod split;
#[cfg(feature = "tokio-util")]
mod tokio;

#[cfg(test)]
mod testing;
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests;

use core::fmt;

#[cfg(feature = "alloc")]
pub use decoder::{FrameDecoder, Frames};
pub use error::{FrameError, FrameReason};
pub use split::{Split, split_frame};
#[cfg(feature = "tokio-util")]
pub use tokio::{FrameCodec, FrameCodecError};

use crate::limits::Limits;

/// Bytes at the front of a frame that tell its length.
pub const PREFIX: usize = 4;

/// How a protocol tells where a frame ends; implemented by a type without values, one for each protocol.
///
/// ```
/// use codec_common::{Limits, frame::{FrameHeader, FrameReason, PREFIX, Split, split_frame}};
///
/// /// A big-endian length that does not count itself, then a kind, then anything.
/// enum Demo {}
///
/// impl FrameHeader for Demo {
///     const PROTOCOL: &'static str = "demo";
///
///     fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
///         let body = FrameReason::bound(u32::from_be_bytes(prefix), 1, limits.max_frame())?;
///         Ok(body.saturating_add(PREFIX))
///     }
///
///     fn check(frame: &[u8]) -> Result<(), FrameReason> {
///         match frame.get(PREFIX) {
///             Some(kind @ 0x80..) => Err(FrameReason::ReservedFlags { flags: u32::from(*kind) }),
///             _ => Ok(()),
///         }
///     }
/// }
///
/// let Split::Frame { frame, rest } = split_frame::<Demo>(&[0, 0, 0, 2, 1, 9, 0], &Limits::new())? else {
///     panic!("the frame is whole");
/// };
/// assert_eq!((frame.bytes(), rest), (&[0, 0, 0, 2, 1, 9][..], &[0][..]));
///
/// let error = split_frame::<Demo>(&[0, 0, 0, 0], &Limits::new()).unwrap_err();
/// assert_eq!(error.to_string(), "demo frame at byte 0: length 0 is less than 1");
/// # Ok::<(), codec_common::frame::FrameError>(())
/// ```
pub trait FrameHeader {
    /// Short name of the protocol, as errors show it: `bmq`, `fila`, `mx`.
    const PROTOCOL: &'static str;

    /// Length of the whole frame in bytes, prefix included, from its first 4 bytes. Never less than 4: a smaller
    /// value is taken as 4.
    ///
    /// # Errors
    /// A length that cannot be right or is over the limit. This ends the stream.
    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason>;

    /// Looks at a whole frame, for what is wrong in its header apart from the length.
    ///
    /// This is not done before the frame is whole, so that what comes out does not depend on how the bytes were
    /// cut into chunks.
    ///
    /// # Errors
    /// What is wrong. The frame is left out, and the stream goes on behind it.
    #[inline]
    fn check(frame: &[u8]) -> Result<(), FrameReason> {
        let _ = frame;
        Ok(())
    }
}

/// [`FrameHeader::frame_len`], at least [`PREFIX`], so that decoding always moves on.
#[inline]
fn frame_len<H: FrameHeader>(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
    H::frame_len(prefix, limits).map(|len| len.max(PREFIX))
}

/// A whole frame, and where it stood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    bytes: &'a [u8],
    offset: u64,
}

impl<'a> Frame<'a> {
    /// A whole frame that passed the protocol's check.
    #[inline]
    fn checked<H: FrameHeader>(bytes: &'a [u8], offset: u64) -> Result<Self, FrameError> {
        match H::check(bytes) {
            Ok(()) => Ok(Self { bytes, offset }),
            Err(reason) => Err(FrameError::of_frame(H::PROTOCOL, reason, offset, bytes)),
        }
    }

    /// All bytes of the frame, prefix included.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Offset of the frame's first byte: in the stream, or in the slice that was given to [`split_frame`].
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }
}

// The bytes may be a payload or a secret.
impl fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame").field("offset", &self.offset).field("len", &self.bytes.len()).finish()
    }
}

/// A length as errors and offsets count it.
#[inline]
fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
