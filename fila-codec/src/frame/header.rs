//! "Frame Header": opcode, flags, request id.

use super::{HEADER, OVERHEAD};
use crate::opcode::Opcode;
use crate::request_id::RequestId;
use codec_common::frame::FrameError;
use codec_common::open_flags;

open_flags! {
    /// The flags of a frame header. Bits 1-7 are reserved.
    FrameFlags: u8 {
        /// More of the operation follows, in a frame with the same opcode and request id.
        CONTINUATION = 1,
    }
}

/// The six bytes after the length prefix.
///
/// ```text
/// +----------+----------+------------------+
/// | opcode   | flags    | request id: u32  |
/// +----------+----------+------------------+
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Header {
    /// What the frame is.
    pub opcode: Opcode,
    /// Whether more follows.
    pub flags: FrameFlags,
    /// Which request it belongs to.
    pub request_id: RequestId,
}

impl Header {
    /// The header of an operation's only frame.
    #[must_use]
    pub const fn new(opcode: Opcode, request_id: RequestId) -> Self {
        Self { opcode, flags: FrameFlags::empty(), request_id }
    }

    /// True when more frames of the operation follow.
    #[inline]
    #[must_use]
    pub const fn continues(&self) -> bool {
        self.flags.contains(FrameFlags::CONTINUATION)
    }

    /// The header in the first ten bytes of a frame; `None` when there are fewer.
    #[inline]
    #[must_use]
    pub fn of_prefixed(frame: &[u8]) -> Option<Self> {
        let [_, _, _, _, opcode, flags, id @ ..] = frame.first_chunk::<OVERHEAD>()?;
        Some(Self {
            opcode: Opcode(*opcode),
            flags: FrameFlags(*flags),
            request_id: RequestId(u32::from_be_bytes(*id)),
        })
    }

    /// Which frame an error is about, where its header was there: what a reply must name.
    ///
    /// A length is refused as soon as its four bytes have come, so the header of a frame that is too large is
    /// known only when it came in the same chunk.
    ///
    /// ```
    /// use fila_codec::{Header, Limits, split_frame};
    /// let error = split_frame(&[1, 0, 0, 1, 0x10, 0, 0, 0, 0, 77], &Limits::new()).unwrap_err();
    /// assert_eq!(error.to_string(), "fila frame at byte 0: length 16777217 is over the limit of 16777216");
    /// assert_eq!(Header::of_error(&error).unwrap().request_id.0, 77);
    /// ```
    #[must_use]
    pub fn of_error(error: &FrameError) -> Option<Self> {
        Self::of_prefixed(error.head())
    }

    /// Length prefix and header of a frame with a body of `body_len` bytes.
    #[inline]
    #[must_use]
    pub(crate) fn prefix(self, body_len: u32) -> [u8; OVERHEAD] {
        let [a, b, c, d] = body_len.saturating_add(HEADER).to_be_bytes();
        let [w, x, y, z] = self.request_id.0.to_be_bytes();
        [a, b, c, d, self.opcode.0, self.flags.0, w, x, y, z]
    }
}

/// Length prefix and header of one of an operation's frames.
#[inline]
pub(crate) fn prefixed(opcode: Opcode, request_id: RequestId, body_len: u32, more: bool) -> [u8; OVERHEAD] {
    let flags = if more { FrameFlags::CONTINUATION } else { FrameFlags::empty() };
    Header { opcode, flags, request_id }.prefix(body_len)
}
