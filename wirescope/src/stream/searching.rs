//! A search for the next frame of a stream, with the bytes that it looks at.

use super::Give;
use super::framed::{Unread, note};
use crate::protocol::InStream;
use crate::search::{Place, Search};
use crate::session::{Found, NoteKind};
use crate::time::Time;
use codec_common::frame::FrameError;
use std::collections::VecDeque;

/// Why a search is needed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// Bytes in front were not captured.
    Gap,
    /// The capture begins inside the connection.
    MidStream,
    /// The frame there cannot be right.
    Damage(FrameError),
}

/// A search, from the first byte that is in no frame.
pub(super) struct Searching {
    search: Search,
    cause: Cause,
    /// Offset in the stream where it began.
    start: u64,
    /// Bytes that it has passed, to be shown where they are damage.
    passed: Unread,
    buffer: Vec<u8>,
    /// Where in the buffer it stands.
    head: usize,
    /// Offset in the stream of the end of the buffer.
    end: u64,
    times: Times,
}

/// When the bytes of the buffer came: where each piece ends, and its time.
#[derive(Debug, Default)]
pub(super) struct Times(VecDeque<(u64, Option<Time>)>);

impl Times {
    fn push(&mut self, end: u64, time: Option<Time>) {
        match self.0.back_mut() {
            Some(last) if last.1 == time => last.0 = end,
            _ => self.0.push_back((end, time)),
        }
    }

    /// The time of the byte in front of `end`.
    pub(super) fn at(&mut self, end: u64) -> Option<Time> {
        while self.0.len() > 1 && self.0.front().is_some_and(|piece| piece.0 < end) {
            self.0.pop_front();
        }
        self.0.front().and_then(|piece| piece.1)
    }
}

impl Searching {
    pub(super) fn new(cause: Cause, start: u64) -> Self {
        Self {
            search: Search::new(),
            cause,
            start,
            passed: Unread::default(),
            buffer: Vec::new(),
            head: 0,
            end: start,
            times: Times::default(),
        }
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8], time: Option<Time>) {
        // Each byte is moved once, on average.
        if self.head > self.buffer.len() / 2 {
            self.buffer.drain(..self.head);
            self.head = 0;
        }
        self.buffer.extend_from_slice(bytes);
        self.end += bytes.len() as u64;
        self.times.push(self.end, time);
    }

    /// Goes on with the search; where a frame is found, it stands there afterwards.
    pub(super) fn find<D: InStream>(&mut self, dissect: &mut D, end: bool) -> Place {
        // What broke off the stream is no frame, even if it looks like one.
        let first = matches!(self.cause, Cause::Damage(_)) && self.offset() == self.start;
        let from = (self.head + usize::from(first)).min(self.buffer.len());
        let place = self.search.find(dissect, &self.buffer, from, end);
        let (Place::Found(to) | Place::Open(to)) = place;
        if matches!(self.cause, Cause::Damage(_)) {
            self.passed.keep(&self.buffer[self.head..to]);
        }
        self.head = to;
        self.times.at(self.offset() + 1);
        place
    }

    /// Offset in the stream of the place where it stands.
    pub(super) fn offset(&self) -> u64 {
        self.end - (self.buffer.len() - self.head) as u64
    }

    /// The bytes from there on, and their times.
    pub(super) fn parts(&mut self) -> (&[u8], &mut Times) {
        (&self.buffer[self.head..], &mut self.times)
    }

    /// Searches from a frame on that broke off the stream, behind others that were found.
    pub(super) fn again(&mut self, error: FrameError) {
        let ahead = usize::try_from(error.offset().saturating_sub(self.offset())).unwrap_or(usize::MAX);
        self.head = self.head.saturating_add(ahead).min(self.buffer.len());
        self.cause = Cause::Damage(error);
        self.start = self.offset();
        self.passed = Unread::default();
    }

    /// Tells how the search ended: the damage as a line, all else as a note.
    pub(super) fn tell(&mut self, found: bool, give: Give<'_>) {
        let time = self.times.at(self.offset());
        let to = if found { self.offset() } else { self.end };
        let (start, searched) = (self.start, to - self.start);
        if let Cause::Damage(error) = &self.cause {
            if !found {
                self.passed.keep(&self.buffer[self.head..]);
            }
            let mut line = self.passed.line(error);
            if found {
                line.goes_on();
            }
            give(Found::Line(line), time);
        }
        let after = match self.cause {
            Cause::Gap => "after the gap",
            Cause::MidStream => "from the first byte captured",
            Cause::Damage(_) => "after the damage",
        };
        let told = match (found, searched) {
            (_, 0) if !found => return,
            (true, 0) => note(
                NoteKind::Resync,
                start,
                0,
                format!("searched {after}: a frame begins at {start}, at once"),
            ),
            (true, _) => note(
                NoteKind::Resync,
                start,
                searched,
                format!(
                    "searched {after} at {start}: the next frame begins at {to}, behind {searched} bytes"
                ),
            ),
            (false, _) => note(
                NoteKind::Lost,
                start,
                searched,
                format!("searched {after} at {start}: no frame begins in {searched} bytes"),
            ),
        };
        give(told, time);
    }
}
