//! The stateless primitive: one frame off the front of a slice.

use core::fmt;

use super::{Frame, FrameError, FrameHeader, PREFIX, frame_len};
use crate::limits::Limits;

/// What the front of a slice holds: a whole frame, or too little to tell.
///
/// `F` is the frame; protocol crates [`map`](Self::map) it to a type of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Split<'a, F = Frame<'a>> {
    /// A whole frame.
    Frame {
        /// The frame.
        frame: F,
        /// The bytes behind it.
        rest: &'a [u8],
    },
    /// The frame is not whole.
    NeedMore {
        /// Bytes that must come at least before it can be; never 0.
        at_least: usize,
    },
}

impl<'a, F> Split<'a, F> {
    /// Converts the frame.
    #[inline]
    pub fn map<G>(self, convert: impl FnOnce(F) -> G) -> Split<'a, G> {
        match self {
            Self::Frame { frame, rest } => Split::Frame { frame: convert(frame), rest },
            Self::NeedMore { at_least } => Split::NeedMore { at_least },
        }
    }
}

// Of the rest only the length: it may hold payloads.
impl<F: fmt::Debug> fmt::Debug for Split<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame { frame, rest } => {
                f.debug_struct("Frame").field("frame", frame).field("rest", &rest.len()).finish()
            }
            Self::NeedMore { at_least } => f.debug_struct("NeedMore").field("at_least", at_least).finish(),
        }
    }
}

/// Takes the first frame off `input`, which begins with one.
///
/// # Errors
/// A wrong length, as soon as the first 4 bytes are there: [fatal](FrameError::is_fatal). A whole frame that is
/// wrong in itself: not fatal, the next frame begins [`frame_len`](FrameError::frame_len) bytes on.
#[inline]
pub fn split_frame<'a, H: FrameHeader>(input: &'a [u8], limits: &Limits) -> Result<Split<'a>, FrameError> {
    let Some(prefix) = input.first_chunk::<PREFIX>() else {
        return Ok(Split::NeedMore { at_least: PREFIX.saturating_sub(input.len()) });
    };
    match frame_len::<H>(*prefix, limits) {
        Ok(len) => match input.split_at_checked(len) {
            Some((frame, rest)) => Ok(Split::Frame { frame: Frame::checked::<H>(frame, 0)?, rest }),
            None => Ok(Split::NeedMore { at_least: len.saturating_sub(input.len()) }),
        },
        Err(reason) => Err(FrameError::of_stream(H::PROTOCOL, reason, 0, input)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FrameReason, testing::*};
    use super::*;

    const LIMITS: Limits = Limits::new().with_max_frame(20);

    #[test]
    fn whole_frames_come_off_one_by_one() {
        let input = [frame(&[1, 2, 3]), frame(&[]), frame(&[0; 18])].concat();
        let mut rest = &input[..];
        for body in [3, 0, 18] {
            let split = split_frame::<Test>(rest, &LIMITS).unwrap();
            let Split::Frame { frame, rest: behind } = split else { panic!("{split:?}") };
            assert_eq!((frame.bytes().len(), frame.offset()), (HEADER + body, 0));
            rest = behind;
        }
        assert_eq!(split_frame::<Test>(rest, &LIMITS), Ok(Split::NeedMore { at_least: PREFIX }));
    }

    #[test]
    fn a_frame_that_is_not_whole_tells_how_much_is_missing() {
        let whole = frame(&[7; 5]);
        for have in 0..whole.len() {
            let at_least = if have < PREFIX { PREFIX - have } else { whole.len() - have };
            assert_eq!(split_frame::<Test>(&whole[..have], &LIMITS), Ok(Split::NeedMore { at_least }));
        }
    }

    #[test]
    fn wrong_lengths_are_refused_as_soon_as_they_are_there() {
        for (length, reason) in [
            (0, FrameReason::LengthTooSmall { length: 0, minimum: 2 }),
            (1, FrameReason::LengthTooSmall { length: 1, minimum: 2 }),
            (21, FrameReason::FrameTooLarge { length: 21, limit: 20 }),
            (u32::MAX, FrameReason::FrameTooLarge { length: u64::from(u32::MAX), limit: 20 }),
        ] {
            let error = split_frame::<Test>(&length.to_be_bytes(), &LIMITS).unwrap_err();
            assert_eq!((error.reason(), error.is_fatal(), error.offset()), (reason, true, 0));
            assert_eq!(error.head(), length.to_be_bytes());
        }
    }

    #[test]
    fn a_whole_frame_with_reserved_flags_tells_where_the_next_begins() {
        let input = [flagged(0x40, &[9]), frame(&[1])].concat();
        let error = split_frame::<Test>(&input, &LIMITS).unwrap_err();
        assert_eq!(error.reason(), FrameReason::ReservedFlags { flags: 0x40 });
        let behind = &input[error.frame_len().unwrap()..];
        assert!(matches!(split_frame::<Test>(behind, &LIMITS), Ok(Split::Frame { rest: [], .. })));
        // Not before it is whole: the answer must not depend on what else has come in.
        assert_eq!(split_frame::<Test>(&input[..6], &LIMITS), Ok(Split::NeedMore { at_least: 1 }));
    }

    #[test]
    fn map_converts_the_frame_and_debug_shows_lengths() {
        let input = frame(b"secret");
        let split = split_frame::<Test>(&input, &LIMITS).unwrap();
        let text = alloc::format!("{split:?}");
        assert_eq!(text, "Frame { frame: Frame { offset: 0, len: 12 }, rest: 0 }");
        assert_eq!(split.map(|frame| frame.bytes().len()), Split::Frame { frame: 12, rest: &[] });
    }

    #[test]
    fn a_header_that_gives_less_than_its_prefix_still_moves_on() {
        let split = split_frame::<Broken>(&[0; 9], &LIMITS).unwrap();
        assert!(matches!(split, Split::Frame { rest, .. } if rest.len() == 5));
    }
}
