//! Where frames end: page, "Frame format".
//!
//! ```text
//! +--------------------------+----------------------------------+
//! | length: u32, big-endian  | UTF-8 JSON text, length bytes    |
//! | not counting itself      | 1 to 1,048,576                   |
//! +--------------------------+----------------------------------+
//! ```
//!
//! A length of 0 or over the limit is an error as soon as its four bytes are there, and ends the stream: nothing
//! tells where the next frame begins. What a frame holds is not looked at here, so a bad message costs that frame
//! only.

use codec_common::{
    Limits,
    frame::{self, Frame, FrameError, FrameHeader, FrameReason, PREFIX, Split},
};

use crate::{fields::PROTOCOL, limits::max_text};

/// How MessageX tells where a frame ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mx {}

impl FrameHeader for Mx {
    const PROTOCOL: &'static str = PROTOCOL;

    #[inline]
    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
        let text = FrameReason::bound(u32::from_be_bytes(prefix), 1, max_text(limits))?;
        Ok(text.saturating_add(PREFIX))
    }
}

/// Takes the first frame off `input`, which begins with one: no state, no allocation.
///
/// ```
/// use mx_codec::{LIMITS, Split, split_frame};
/// let Split::Frame { frame, rest } = split_frame(b"\0\0\0\x02{}\0\0", &LIMITS)? else { panic!("it is whole") };
/// assert_eq!((frame.bytes(), rest), (&b"\0\0\0\x02{}"[..], &b"\0\0"[..]));
/// assert_eq!(split_frame(rest, &LIMITS)?, Split::NeedMore { at_least: 2 });
/// # Ok::<(), mx_codec::FrameError>(())
/// ```
///
/// # Errors
/// `length_too_small` for a length of 0, `frame_too_large`; both are fatal.
#[inline]
pub fn split_frame<'a>(input: &'a [u8], limits: &Limits) -> Result<Split<'a, Frame<'a>>, FrameError> {
    frame::split_frame::<Mx>(input, limits)
}

/// Takes whole frames out of a stream, however it was cut into chunks.
///
/// ```
/// use mx_codec::{FrameDecoder, LIMITS};
/// let mut decoder = FrameDecoder::new(LIMITS);
/// let mut texts = Vec::new();
/// for chunk in [&b"\0\0\0\x02{}\0"[..], b"\0\0\x04null"] {
///     let mut frames = decoder.frames(chunk);
///     while let Some(frame) = frames.next()? {
///         texts.push(frame.bytes()[4..].to_vec());
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(texts, [&b"{}"[..], b"null"]);
/// # Ok::<(), mx_codec::FrameError>(())
/// ```
#[cfg(feature = "alloc")]
pub type FrameDecoder = frame::FrameDecoder<Mx>;

/// Frames under `tokio_util::codec`: decoding gives whole frames, encoding takes messages or whole frames.
#[cfg(feature = "tokio-util")]
pub type FrameCodec = frame::FrameCodec<Mx>;
