//! Where events end in a stream.

use crate::event::{Event, EventHeader};
use codec_common::Limits;
use codec_common::frame::{self, FrameError, FrameHeader, FrameReason, PREFIX, Split};

/// The frame layer of BlazingMQ: the first word is the length of the whole event in bytes.
///
/// A length below 8 cannot be an event, and the upper bit (fragment) must be 0; both end the stream, as in the
/// official library, which takes the word as a signed number. There is no upper bound on the wire but 2^31 - 1;
/// [`Limits::max_frame`] sets one, before anything is buffered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFraming {}

impl FrameHeader for EventFraming {
    const PROTOCOL: &'static str = crate::PROTOCOL;

    #[inline]
    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
        let word = u32::from_be_bytes(prefix);
        if word > EventHeader::MAX_LENGTH {
            return Err(FrameReason::ReservedFlags { flags: 1 });
        }
        FrameReason::bound(word, 8, limits.max_frame())
    }
}

/// Limits of BlazingMQ peers, as `Limits` of the frame layer and of inflation.
pub mod limits {
    use codec_common::Limits;

    /// Soft maximum of an event in the official library: 512 MiB (reference 1.4).
    pub const EVENT_SOFT_MAX: usize = 536_870_912;
    /// Soft maximum of a PUT event: 66 MiB (reference 1.4).
    pub const PUT_EVENT_SOFT_MAX: usize = 69_206_016;
    /// Soft maximum of application data: 64 MiB, properties included, after compression (reference 1.4).
    pub const PAYLOAD_SOFT_MAX: usize = 67_108_864;
    /// Soft maximum of what compressed application data may inflate to: 512 MiB (reference 1.4).
    pub const INFLATED_SOFT_MAX: usize = 536_870_912;

    /// Limits of a client, which takes what a broker may send: events up to 536,870,912 bytes.
    #[must_use]
    pub const fn client() -> Limits {
        Limits::new().with_max_frame(EVENT_SOFT_MAX).with_max_message(INFLATED_SOFT_MAX)
    }

    /// Limits of a broker, which takes what a client may send: events up to 69,206,016 bytes.
    #[must_use]
    pub const fn broker() -> Limits {
        Limits::new().with_max_frame(PUT_EVENT_SOFT_MAX).with_max_message(INFLATED_SOFT_MAX)
    }
}

/// Takes the first event off `input`: no state, no allocation.
///
/// The event's header is not looked at beyond its length: [`RawEvent::decode`] does.
///
/// ```
/// use bmq_codec::{Split, limits, split_frame};
/// let bytes = [0, 0, 0, 8, 0x4B, 2, 0, 0, 0, 0, 0];
/// let Split::Frame { frame, rest } = split_frame(&bytes, &limits::client())? else { panic!() };
/// assert_eq!(frame.decode().unwrap().event_type().name(), Some("HEARTBEAT_REQ"));
/// assert_eq!(split_frame(rest, &limits::client())?, Split::NeedMore { at_least: 1 });
/// # Ok::<(), bmq_codec::FrameError>(())
/// ```
///
/// # Errors
/// `length_too_small` for a length of 0 to 7, `reserved_flags` for the fragment bit, `frame_too_large` beyond the
/// limit. All end the stream.
#[inline]
pub fn split_frame<'a>(input: &'a [u8], limits: &Limits) -> Result<Split<'a, RawEvent<'a>>, FrameError> {
    Ok(frame::split_frame::<EventFraming>(input, limits)?.map(|frame| RawEvent { bytes: frame.bytes() }))
}

/// Finds events in a stream that comes in chunks.
#[cfg(feature = "alloc")]
pub type FrameDecoder = frame::FrameDecoder<EventFraming>;

/// The bytes of one event, as the frame layer found them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RawEvent<'a> {
    bytes: &'a [u8],
}

impl core::fmt::Debug for RawEvent<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "RawEvent(<{} bytes>)", self.bytes.len())
    }
}

impl<'a> RawEvent<'a> {
    /// All bytes of the event.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Reads the event's header.
    ///
    /// # Errors
    /// Those of [`Event::decode`].
    #[inline]
    pub fn decode(&self) -> Result<Event<'a>, codec_common::DecodeError> {
        Event::decode(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(prefix: [u8; 4], limits: &Limits) -> FrameError {
        split_frame(&prefix, limits).unwrap_err()
    }

    #[test]
    fn lengths_below_eight_and_the_fragment_bit_end_the_stream() {
        for length in 0..8u8 {
            let error = error([0, 0, 0, length], &limits::client());
            assert_eq!((error.name(), error.is_fatal()), ("length_too_small", true));
        }
        for first in [0x80, 0xFF] {
            let error = error([first, 0, 0, 36], &limits::client());
            assert_eq!((error.name(), error.is_fatal()), ("reserved_flags", true));
        }
    }

    #[test]
    fn the_limit_of_a_frame_bites_before_its_bytes_come() {
        let (client, broker) = (limits::client(), limits::broker());
        for (length, limits) in [(536_870_913u32, &client), (69_206_017, &broker), (0x7FFF_FFFF, &client)] {
            let error = error(length.to_be_bytes(), limits);
            assert_eq!((error.name(), error.is_fatal()), ("frame_too_large", true));
        }
        for (length, limits) in [(536_870_912u32, &client), (69_206_016, &broker)] {
            let prefix = length.to_be_bytes();
            let split = split_frame(&prefix, limits);
            assert!(matches!(split, Ok(Split::NeedMore { .. })), "{split:?}");
        }
    }
}
