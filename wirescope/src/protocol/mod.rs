//! The protocols, and finding out which one a stream has.

pub mod bmq;
pub(crate) mod fila;
pub mod mx;

use crate::fields::FieldError;
#[cfg(feature = "stats")]
use crate::stats::Counting;
use crate::{Line, Options};
use bmq_codec::{FrameError, Limits};
use codec_common::frame::FrameHeader;
use codec_common::inspect::Visitor;
use serde_json::{Map, Value};
use std::fmt;

/// A protocol that can be inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// BlazingMQ.
    Bmq,
    /// Fila.
    Fila,
    /// MessageX.
    Mx,
}

impl Protocol {
    /// All of them, in the order in which a stream is tried.
    pub const ALL: &'static [Self] = &[Self::Bmq, Self::Fila, Self::Mx];

    /// The short name: what `--protocol` takes and lines carry.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bmq => "bmq",
            Self::Fila => fila::PROTOCOL,
            Self::Mx => "mx",
        }
    }

    /// The protocol of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|protocol| protocol.name() == name)
    }

    /// Finds out which protocol a stream has from its first bytes (64 are enough), and says why. The same bytes
    /// always give the same answer.
    ///
    /// ```
    /// use wirescope::protocol::Protocol;
    /// let (protocol, why) = Protocol::detect(&[0, 0, 0, 8, 0x4B, 2, 0, 0]).unwrap();
    /// assert_eq!(protocol, Protocol::Bmq);
    /// assert_eq!(why, "begins with an event header: HEARTBEAT_REQ of 8 bytes, protocol version 1");
    /// assert_eq!(Protocol::detect(b"GET / HTTP/1.1"), None);
    /// ```
    #[must_use]
    pub fn detect(head: &[u8]) -> Option<(Self, String)> {
        Self::ALL.iter().find_map(|protocol| {
            let why = match protocol {
                Self::Bmq => bmq::recognise(head),
                Self::Fila => fila::recognise(head),
                Self::Mx => mx::recognise(head),
            };
            why.map(|why| (*protocol, why))
        })
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What can be made of the frames of a stream, one after another.
pub(crate) trait Dissect {
    /// The line of one frame.
    fn dissect(&mut self, frame: &[u8], offset: u64) -> Line;

    /// Counts a frame that is as it should be; false when nothing was counted, and a line is to be made of it.
    #[cfg(feature = "stats")]
    fn count(&mut self, frame: &[u8], counting: &mut Counting<'_>) -> bool;
}

/// What a protocol brings to the inspector: how its frames are found in a stream.
pub(crate) trait InStream: Dissect {
    /// How its frames are found.
    type Framing: FrameHeader;

    /// How many frames in a row must be sound where a frame is searched for, apart from the header behind them.
    const CHAIN: usize;

    /// True when a frame may begin with `head`, of which the first bytes of the next frame are enough.
    fn recognise(head: &[u8]) -> bool;

    /// True when `frame`, taken out of the middle of a stream, decodes without an error.
    fn is_sound(&mut self, frame: &[u8]) -> bool;

    /// True when a frame that begins with `head` may have a secret in it, and secrets are not to be shown: of a broken
    /// frame no bytes are shown then.
    fn hides(&self, _head: &[u8]) -> bool {
        false
    }

    /// Says that bytes are missing between the last frame and the next.
    fn lost(&mut self) {}

    /// The limits to read it with.
    fn limits(&self) -> Limits;

    /// The line of a frame that the frame layer refused and read past.
    fn refused(&mut self, error: &FrameError) -> Line {
        Line::broken_stream(error, error.head(), 0)
    }

    /// The line about what the end of the input, at `offset`, left unfinished between frames, if anything.
    fn finish(&mut self, offset: u64) -> Option<Line> {
        let _ = offset;
        None
    }
}

/// Builds the frame of a line from its fields, `raw` left aside.
pub(crate) fn build(protocol: Protocol, line: &Map<String, Value>) -> Result<Vec<u8>, FieldError> {
    match protocol {
        Protocol::Bmq => bmq::build(line),
        Protocol::Fila => fila::build(line),
        Protocol::Mx => mx::build(line),
    }
}

/// True when the bytes of a line's `raw` decode to the fields that the line shows.
pub(crate) fn decodes_to(protocol: Protocol, bytes: &[u8], line: &Map<String, Value>) -> bool {
    match protocol {
        Protocol::Bmq => bmq::decodes_to(bytes, line),
        Protocol::Fila => fila::decodes_to(bytes, line),
        Protocol::Mx => mx::decodes_to(bytes, line),
    }
}

/// Walks the fields of one frame with their byte ranges.
///
/// # Errors
/// What is wrong with the frame; the fields in front of it have been visited.
pub fn inspect(
    protocol: Protocol,
    frame: &[u8],
    options: &Options,
    visitor: &mut dyn Visitor,
) -> Result<(), codec_common::DecodeError> {
    match protocol {
        Protocol::Bmq => bmq_codec::Event::decode(frame)?.inspect(options.strictness, visitor),
        Protocol::Fila => fila::inspect(frame, false, visitor),
        Protocol::Mx => mx::inspect(frame, options, visitor),
    }
}
