//! One stream of one protocol: reading frames, counting over gaps, searching after them.

use super::Give;
use super::searching::{Cause, Searching};
use crate::Line;
use crate::line::MAX_UNREAD;
use crate::protocol::InStream;
use crate::search::Place;
use crate::session::{Found, FoundFrame, Note, NoteKind, Place as Origin};
use crate::time::Time;
use codec_common::frame::FrameError;
use codec_common::frame::{FrameDecoder, FrameHeader, PREFIX};

pub(super) trait Feed {
    fn feed(&mut self, chunk: &[u8], time: Option<Time>, give: Give<'_>);
    fn gap(&mut self, len: u64, time: Option<Time>, give: Give<'_>);
    fn search(&mut self);
    fn position(&self) -> u64;
    fn finish(&mut self, give: Give<'_>);
    fn is_broken(&self) -> bool;
}

pub(super) struct Framed<D: InStream> {
    dissect: D,
    decoder: FrameDecoder<D::Framing>,
    state: State,
    /// Offset in the stream of the next byte.
    position: u64,
    /// Search for the next frame after damage, in place of ending the stream.
    resync: bool,
}

/// How often, at the end of a stream, frames are searched for in what is left of a frame that never ended.
const LAST_LOOKS: usize = 16;

enum State {
    /// The decoder has what came of the next frame.
    Reading,
    /// So many bytes are left of a frame that a gap cut.
    Skipping(u64),
    /// Where the next frame begins is not known.
    Searching(Searching),
    /// The stream ended before its bytes did.
    Broken(Unread, FrameError),
}

/// Bytes that are in no frame.
#[derive(Debug, Default)]
pub(super) struct Unread {
    kept: Vec<u8>,
    omitted: u64,
}

impl Unread {
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        let room = MAX_UNREAD.saturating_sub(self.kept.len()).min(bytes.len());
        self.kept.extend_from_slice(&bytes[..room]);
        self.omitted += (bytes.len() - room) as u64;
    }

    pub(super) fn line(&self, error: &FrameError) -> Line {
        Line::broken_stream(error, &self.kept, self.omitted)
    }
}

impl<D: InStream> Framed<D> {
    pub(super) fn new(dissect: D, offset: u64, resync: bool) -> Self {
        let mut decoder = FrameDecoder::new(dissect.limits());
        decoder.reset_at(offset);
        Self { dissect, decoder, state: State::Reading, position: offset, resync }
    }

    /// Reads frames from `chunk`, which begins at the position, until one of them ends the stream. `time_at` tells
    /// when the byte in front of an offset came.
    fn read(
        &mut self,
        chunk: &[u8],
        time_at: &mut dyn FnMut(u64) -> Option<Time>,
        give: Give<'_>,
    ) -> Option<FrameError> {
        let mut frames = self.decoder.frames(chunk);
        let fatal = loop {
            match frames.next() {
                Ok(Some(frame)) => {
                    let end = frame.offset() + frame.bytes().len() as u64;
                    let (bytes, offset, place) = (frame.bytes(), frame.offset(), Origin::default());
                    let frame = FoundFrame { dissect: &mut self.dissect, bytes, offset, place };
                    give(Found::Frame(frame), time_at(end));
                }
                Ok(None) => break None,
                Err(error) if error.is_fatal() => break Some(error),
                Err(error) => {
                    let end = error.offset() + error.frame_len().unwrap_or(0) as u64;
                    give(Found::Line(self.dissect.refused(&error)), time_at(end));
                }
            }
        };
        drop(frames);
        self.position += chunk.len() as u64;
        fatal
    }

    /// The bytes from `error` on: those that came in earlier chunks are in its head; `chunk` ends at the position.
    fn behind<'c>(&self, error: &FrameError, chunk: &'c [u8]) -> (Vec<u8>, &'c [u8]) {
        let start = self.position - chunk.len() as u64;
        match error.offset().checked_sub(start) {
            Some(inside) => {
                let inside = usize::try_from(inside).unwrap_or(usize::MAX);
                (Vec::new(), chunk.get(inside..).unwrap_or_default())
            }
            None => {
                let earlier = usize::try_from(start - error.offset()).unwrap_or(usize::MAX);
                (error.head().get(..earlier).unwrap_or_default().to_vec(), chunk)
            }
        }
    }

    /// Searches on in what came, and reads from each frame that is found. With `end`, nothing follows the bytes.
    fn search_on(&mut self, mut searching: Searching, end: bool, give: Give<'_>) {
        loop {
            match searching.find(&mut self.dissect, end) {
                Place::Open(_) => {
                    self.state = State::Searching(searching);
                    return;
                }
                Place::Found(_) => {
                    tell(&self.dissect, &mut searching, true, give);
                    self.dissect.lost();
                    self.decoder.reset_at(searching.offset());
                    self.position = searching.offset();
                    let (bytes, times) = searching.parts();
                    let Some(error) = self.read(bytes, &mut |end| times.at(end), give) else {
                        self.state = State::Reading;
                        return;
                    };
                    searching.again(error);
                }
            }
        }
    }

    /// The search that is under way, if one is.
    fn take_search(&mut self) -> Option<Searching> {
        match std::mem::replace(&mut self.state, State::Reading) {
            State::Searching(searching) => Some(searching),
            state => {
                self.state = state;
                None
            }
        }
    }

    /// Gives up the frame that a gap cuts, of which the decoder has the start.
    fn cut(&mut self, lost: u64, time: Option<Time>, give: Give<'_>) {
        let (head, missing) = (self.decoder.pending(), self.decoder.missing());
        if head.is_empty() {
            return;
        }
        let whole = (head.len() >= PREFIX).then(|| head.len() + missing);
        let line = Line::cut(D::Framing::PROTOCOL, self.decoder.offset(), head, whole, lost);
        give(Found::Line(hidden(&self.dissect, line)), time);
    }

    /// Where damage is read past, a length that is too great, but not impossibly so, hides the frames behind it until the
    /// stream ends. This finds them.
    fn look_into_the_last_frame(&mut self, give: Give<'_>) {
        for _ in 0..LAST_LOOKS {
            let (State::Reading, Err(error)) = (&self.state, self.decoder.finish()) else { return };
            let mut searching = Searching::new(Cause::Damage(error), error.offset());
            searching.push(self.decoder.pending(), None);
            self.search_on(searching, true, give);
        }
    }
}

/// The line of a broken frame, without its bytes where they may have a secret in them.
fn hidden<D: InStream>(dissect: &D, mut line: Line) -> Line {
    if dissect.hides(&line.bytes) {
        line.hide_bytes();
    }
    line
}

/// Gives what a search tells.
fn tell<D: InStream>(dissect: &D, searching: &mut Searching, found: bool, give: Give<'_>) {
    searching.tell(found, &mut |told, time| {
        let told = match told {
            Found::Line(line) => Found::Line(hidden(dissect, line)),
            other => other,
        };
        give(told, time);
    });
}

impl<D: InStream> Feed for Framed<D> {
    fn feed(&mut self, chunk: &[u8], time: Option<Time>, give: Give<'_>) {
        let mut chunk = chunk;
        if let State::Skipping(left) = &mut self.state {
            let skipped = chunk.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
            *left -= skipped as u64;
            self.position += skipped as u64;
            chunk = &chunk[skipped..];
            if *left == 0 {
                self.decoder.reset_at(self.position);
                self.state = State::Reading;
            }
        }
        if chunk.is_empty() {
            return;
        }
        match std::mem::replace(&mut self.state, State::Reading) {
            State::Reading => {
                let Some(error) = self.read(chunk, &mut |_| time, give) else { return };
                let (head, rest) = self.behind(&error, chunk);
                if self.resync {
                    let mut searching = Searching::new(Cause::Damage(error), error.offset());
                    searching.push(&head, time);
                    searching.push(rest, time);
                    self.search_on(searching, false, give);
                } else {
                    let mut unread = Unread::default();
                    unread.keep(&head);
                    unread.keep(rest);
                    self.state = State::Broken(unread, error);
                }
            }
            State::Skipping(left) => self.state = State::Skipping(left),
            State::Searching(mut searching) => {
                self.position += chunk.len() as u64;
                searching.push(chunk, time);
                self.search_on(searching, false, give);
            }
            State::Broken(mut unread, error) => {
                unread.keep(chunk);
                self.state = State::Broken(unread, error);
            }
        }
    }

    fn gap(&mut self, len: u64, time: Option<Time>, give: Give<'_>) {
        if let Some(searching) = self.take_search() {
            self.search_on(searching, true, give);
            if let Some(mut searching) = self.take_search() {
                tell(&self.dissect, &mut searching, false, give);
                self.decoder.reset_at(self.position);
                self.state = State::Skipping(0);
            }
        }
        self.dissect.lost();
        let left = match self.state {
            State::Reading => {
                self.cut(len, time, give);
                let missing = if self.decoder.buffered() < PREFIX { 0 } else { self.decoder.missing() };
                (missing as u64).checked_sub(len)
            }
            State::Skipping(left) => left.checked_sub(len),
            State::Searching(_) | State::Broken(..) => None,
        };
        self.position += len;
        self.decoder.reset_at(self.position);
        self.state = match left {
            Some(0) => State::Reading,
            Some(left) => State::Skipping(left),
            None => State::Searching(Searching::new(Cause::Gap, self.position)),
        };
    }

    fn search(&mut self) {
        self.state = State::Searching(Searching::new(Cause::MidStream, self.position));
    }

    fn finish(&mut self, give: Give<'_>) {
        if let Some(searching) = self.take_search() {
            self.search_on(searching, true, give);
        }
        if self.resync {
            self.look_into_the_last_frame(give);
        }
        match std::mem::replace(&mut self.state, State::Skipping(0)) {
            State::Reading => {
                if let Err(error) = self.decoder.finish() {
                    let mut unread = Unread::default();
                    unread.keep(self.decoder.pending());
                    give(Found::Line(hidden(&self.dissect, unread.line(&error))), None);
                } else if let Some(line) = self.dissect.finish(self.position) {
                    give(Found::Line(line), None);
                }
            }
            State::Skipping(_) => {}
            State::Searching(mut searching) => tell(&self.dissect, &mut searching, false, give),
            State::Broken(unread, error) => {
                give(Found::Line(hidden(&self.dissect, unread.line(&error))), None)
            }
        }
    }

    fn position(&self) -> u64 {
        self.position
    }

    fn is_broken(&self) -> bool {
        matches!(self.state, State::Broken(..))
    }
}

/// What a search is told of with.
pub(super) fn note(kind: NoteKind, offset: u64, length: u64, text: String) -> Found<'static> {
    Found::Note(Note::new(kind, text).at(offset, length))
}
