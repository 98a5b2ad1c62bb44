//! A whole input at once.

use super::{Given, Note, Session};
use crate::spans::{Span, explain_line};
use crate::{Line, Options};

/// A frame with its fields' bytes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Frame {
    /// The frame as a line.
    pub line: Line,
    /// Its fields, with byte ranges counted from the start of the frame.
    pub spans: Vec<Span>,
}

/// What is in an input.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Dissection {
    /// The frames, and what could not be read as one.
    pub frames: Vec<Frame>,
    /// What the input was taken for, and what is missing from it.
    pub notes: Vec<Note>,
}

/// Dissects a whole input: any format, any protocol.
///
/// ```
/// use wirescope::{Options, dissect};
/// let dissection = dissect(&[0, 0, 0, 8, 0x4B, 2, 0, 0], &Options::default());
/// assert_eq!(dissection.frames[0].line.json["type"], "HEARTBEAT_REQ");
/// let kind = dissection.frames[0].spans.iter().find(|span| span.name == "type").unwrap();
/// assert_eq!(kind.range, 4..5);
/// ```
#[must_use]
pub fn dissect(bytes: &[u8], options: &Options) -> Dissection {
    let mut dissection = Dissection::default();
    let mut take = |given| match given {
        Given::Line(line) => {
            let spans = line.spans(options).0;
            dissection.frames.push(Frame { line, spans });
        }
        Given::Note(note) => dissection.notes.push(note),
    };
    let mut session = Session::new(options);
    session.feed(bytes, &mut take);
    session.finish(&mut take);
    dissection
}

impl Line {
    /// The fields of the line's frame with their bytes, and the error that ended the walk, if any. A line without a
    /// length is a stream that broke: there is no frame to walk.
    #[must_use]
    pub fn spans(&self, options: &Options) -> (Vec<Span>, Option<codec_common::DecodeError>) {
        match self.protocol().filter(|_| self.json.contains_key("length")) {
            Some(protocol) => explain_line(protocol, &self.json, &self.bytes, options),
            None => (Vec::new(), None),
        }
    }
}
