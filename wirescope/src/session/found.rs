//! What is found in an input, before it is known what is to be made of it.

use super::{Direction, Given, Note};
use crate::Line;
use crate::protocol::Dissect;
use crate::time::Time;

/// A frame, a line about what is no frame, or a note.
pub(crate) enum Found<'f> {
    Frame(Frame<'f>),
    Line(Line),
    Note(Note),
}

/// A frame that nothing was made of yet. Whoever takes it must do one or the other, since the frames behind it may
/// depend on it.
pub(crate) struct Frame<'f> {
    pub(crate) dissect: &'f mut dyn Dissect,
    pub(crate) bytes: &'f [u8],
    pub(crate) offset: u64,
    pub(crate) place: Place,
}

/// The connection that a frame is of, its direction, and when its last byte came, where that is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) conn: Option<u64>,
    pub(crate) dir: Option<Direction>,
    pub(crate) time: Option<Time>,
}

/// Takes what is found.
pub(crate) type Give<'g> = &'g mut dyn FnMut(Found<'_>);

impl Frame<'_> {
    /// The frame as a line.
    pub(crate) fn line(self) -> Line {
        let mut line = self.dissect.dissect(self.bytes, self.offset);
        line.place(self.place.conn, self.place.dir, self.place.time);
        line
    }
}

impl Found<'_> {
    /// As the library gives it.
    pub(crate) fn given(self) -> Given {
        match self {
            Self::Frame(frame) => Given::Line(frame.line()),
            Self::Line(line) => Given::Line(line),
            Self::Note(note) => Given::Note(note),
        }
    }

    /// The same with its place.
    pub(crate) fn placed(self, place: Place) -> Self {
        match self {
            Self::Frame(frame) => Self::Frame(Frame { place, ..frame }),
            Self::Line(mut line) => {
                line.place(place.conn, place.dir, place.time);
                Self::Line(line)
            }
            Self::Note(note) => {
                Self::Note(Note { conn: place.conn, dir: place.dir, time: place.time, ..note })
            }
        }
    }

    /// The offset in its stream of a frame or a line.
    pub(crate) fn offset(&self) -> Option<u64> {
        match self {
            Self::Frame(frame) => Some(frame.offset),
            Self::Line(line) => Some(line.offset()),
            Self::Note(_) => None,
        }
    }
}
