//! "Maximum Frame Size".

use super::HEADER;

/// The longest frame that a peer takes, as a sender must know it: what the length counts, so header included and
/// prefix not. A frame of exactly this length is allowed.
///
/// ```
/// use fila_codec::MaxFrame;
/// assert_eq!(MaxFrame::advertised(0)?.get(), 16_777_216);
/// assert_eq!(MaxFrame::advertised(64)?.body(), 58);
/// assert!(MaxFrame::advertised(6).is_err());
/// # Ok::<(), fila_codec::MaxFrameTooSmall>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaxFrame(u32);

/// A maximum frame size of 1 to 6: no byte of a body fits beside the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("maximum frame size {0} leaves no room for a body")]
pub struct MaxFrameTooSmall(pub u32);

impl MaxFrame {
    /// 16 MiB, before the handshake and where it says 0.
    pub const DEFAULT: Self = Self(16 << 20);

    /// The least that leaves room for a byte of body: 7.
    pub const LEAST: Self = Self(7);

    /// What `HandshakeOk.max_frame_size` means: 0 is the default.
    ///
    /// # Errors
    /// 1 to 6; the client has to give up the handshake.
    pub const fn advertised(max_frame_size: u32) -> Result<Self, MaxFrameTooSmall> {
        match max_frame_size {
            0 => Ok(Self::DEFAULT),
            1..=HEADER => Err(MaxFrameTooSmall(max_frame_size)),
            size => Ok(Self(size)),
        }
    }

    /// The longest frame: header and body.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The longest body of one frame.
    #[must_use]
    pub const fn body(self) -> u32 {
        self.0.saturating_sub(HEADER)
    }
}

impl Default for MaxFrame {
    fn default() -> Self {
        Self::DEFAULT
    }
}
