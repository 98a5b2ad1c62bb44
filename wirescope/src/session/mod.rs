//! Any input, taken for what it is: raw streams, captures of packets, hex dumps.

mod dissect;
mod format;
mod found;
mod note;
mod raw;

pub use dissect::{Dissection, Frame, dissect};
pub use format::Format;
pub(crate) use found::{Found, Frame as FoundFrame, Give, Place};
pub use note::{Direction, Note, NoteKind};
pub(crate) use raw::recognise;

use crate::capture::Capture;
use crate::hexdump::HexDump;
#[cfg(feature = "stats")]
use crate::stats::Stats;
use crate::{Line, Options};
use format::Detected;
use raw::Raw;

/// What a session gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A frame, or what could not be read as one.
    Line(Line),
    /// Something about the input.
    Note(Note),
}

/// Reads an input that comes in chunks: finds out its format and the protocols in it, and gives lines and notes.
///
/// Memory is bounded by the longest frame and, in captures, by the bounds in [`Options`]. What comes out does not
/// depend on how the input was cut into chunks.
///
/// ```
/// use wirescope::{Given, Options, Session};
/// let mut session = Session::new(&Options::default());
/// let mut given = Vec::new();
/// session.feed(b"00000000: 0000 0008 4b02 0000  ....K...\n", &mut |what| given.push(what));
/// session.finish(&mut |what| given.push(what));
/// let [Given::Note(format), Given::Note(protocol), Given::Line(line)] = &given[..] else { panic!("{given:?}") };
/// assert_eq!(format.text, "a hex dump");
/// assert_eq!(protocol.text, "bmq: begins with an event header: HEARTBEAT_REQ of 8 bytes, protocol version 1");
/// assert_eq!(line.json["type"], "HEARTBEAT_REQ");
/// ```
pub struct Session {
    options: Options,
    direction: Option<Direction>,
    input: Input,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let format = match self.input {
            Input::Unknown(_) => "unknown",
            Input::Raw(_) => "raw",
            Input::Capture(_) => "capture",
            Input::HexDump(..) => "hex dump",
        };
        f.debug_struct("Session").field("input", &format).finish_non_exhaustive()
    }
}

enum Input {
    /// The first bytes, which do not tell yet.
    Unknown(Vec<u8>),
    Raw(Raw),
    Capture(Box<Capture>),
    HexDump(HexDump, Box<Session>),
}

impl Session {
    /// A session at the start of its input.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { options: options.clone(), direction: None, input: Input::Unknown(Vec::new()) }
    }

    /// A session that reads one direction of a connection, from a raw stream or a hex dump of one; its lines and
    /// notes say which.
    #[must_use]
    pub fn one_direction(options: &Options, direction: Direction) -> Self {
        Self { direction: Some(direction), ..Self::new(options) }
    }

    /// Takes the next bytes of the input.
    pub fn feed(&mut self, chunk: &[u8], give: &mut dyn FnMut(Given)) {
        self.read(chunk, &mut |found| give(found.given()));
    }

    /// Ends the input.
    pub fn finish(&mut self, give: &mut dyn FnMut(Given)) {
        self.end(&mut |found| give(found.given()));
    }

    /// As [`feed`](Self::feed), but counts the frames; only notes are given. It counts what [`Stats::line`] counts of
    /// the lines, several times as fast: of frames that are as they should be no lines are made.
    ///
    /// ```
    /// use wirescope::{Options, Session, stats::Stats};
    /// let mut session = Session::new(&Options::default());
    /// let (mut stats, mut notes) = (Stats::new(), Vec::new());
    /// session.count(&[0, 0, 0, 8, 0x4B, 2, 0, 0, 0, 0], &mut stats, &mut |note| notes.push(note));
    /// session.finish_count(&mut stats, &mut |note| notes.push(note));
    /// assert_eq!((stats.frames(), stats.errors()), (1, 1));
    /// ```
    #[cfg(feature = "stats")]
    pub fn count(&mut self, chunk: &[u8], stats: &mut Stats, give: &mut dyn FnMut(Note)) {
        self.read(chunk, &mut |found| stats.found(found).into_iter().for_each(&mut *give));
    }

    /// As [`finish`](Self::finish), but counts the frames; only notes are given.
    #[cfg(feature = "stats")]
    pub fn finish_count(&mut self, stats: &mut Stats, give: &mut dyn FnMut(Note)) {
        self.end(&mut |found| stats.found(found).into_iter().for_each(&mut *give));
    }

    fn read(&mut self, chunk: &[u8], give: Give<'_>) {
        match &mut self.input {
            Input::Unknown(head) => {
                head.extend_from_slice(chunk);
                if let Some(detected) = format::detect(head, &self.options, self.direction, false) {
                    let head = std::mem::take(head);
                    self.begin(detected, &head, give);
                }
            }
            Input::Raw(raw) => raw.feed(chunk, give),
            Input::Capture(capture) => capture.feed(chunk, give),
            Input::HexDump(dump, inner) => dump.feed(chunk, &mut |bytes| inner.read(bytes, give)),
        }
    }

    fn end(&mut self, give: Give<'_>) {
        if let Input::Unknown(head) = &mut self.input {
            let head = std::mem::take(head);
            let detected = format::detect(&head, &self.options, self.direction, true);
            self.begin(detected.unwrap_or(Detected::RAW), &head, give);
        }
        match &mut self.input {
            Input::Unknown(_) => {}
            Input::Raw(raw) => raw.finish(give),
            Input::Capture(capture) => capture.finish(give),
            Input::HexDump(dump, inner) => {
                let note = dump.finish(&mut |bytes| inner.read(bytes, give));
                if let Some(note) = note {
                    give(Found::Note(note));
                }
                inner.end(give);
            }
        }
    }

    /// Begins to read what the input was found to be.
    fn begin(&mut self, detected: Detected, head: &[u8], give: Give<'_>) {
        if let Some(text) = detected.why {
            give(Found::Note(Note { dir: self.direction, ..Note::new(NoteKind::Format, text) }));
        }
        self.input = match detected.format {
            Format::Raw => Input::Raw(Raw::new(&self.options, self.direction)),
            Format::Pcap => Input::Capture(Box::new(Capture::pcap(&self.options))),
            Format::PcapNg => Input::Capture(Box::new(Capture::pcapng(&self.options))),
            Format::HexDump => {
                let mut inner = Self::new(&Options { format: None, ..self.options.clone() });
                inner.direction = self.direction;
                Input::HexDump(HexDump::new(), Box::new(inner))
            }
        };
        self.read(head, give);
    }
}
