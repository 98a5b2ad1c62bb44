//! An index over a capture of any length: its bytes, and for each frame no more than a row of a list needs. The line of a
//! frame and its fields are made again when they are asked for.

mod filter;
mod frames;
mod operations;
mod pairs;
mod sorted;

use crate::codec::{explained, text_of};
use crate::{Failure, options};
pub use filter::Test;
use frames::Frames;
use pairs::Pairs;
use serde_json::{Map, Value};
use sorted::Sorted;
use wirescope::{Encoder, Given, Line, Options, Session, spans};

/// Bits of a frame's marks.
pub mod mark {
    /// The line tells of an error.
    pub const ERROR: u8 = 1;
    /// The line has findings.
    pub const FINDING: u8 = 2;
    /// The frame went from the server to the client.
    pub const SERVER_TO_CLIENT: u8 = 4;
    /// The canonical builder would not give these bytes.
    pub const NOT_CANONICAL: u8 = 8;
    /// The frame was edited.
    pub const EDITED: u8 = 16;
}

/// A capture that is being read, or was.
#[derive(Debug)]
pub struct Capture {
    session: Session,
    options: Options,
    frames: Frames,
    pairs: Pairs,
    /// What frames were edited to.
    edits: Sorted<usize, Vec<u8>>,
    /// What was told beside the frames, as JSON texts with a line feed behind each.
    notes: String,
    /// The first thing that kept a frame from being taken.
    full: Option<Failure>,
}

impl Capture {
    /// An empty capture. `options` is JSON text, the TypeScript type `CaptureOptions`; may be empty.
    ///
    /// # Errors
    /// An option that is not known.
    pub fn new(options: &str) -> Result<Self, Failure> {
        let options = options::parse(options)?;
        Ok(Self {
            session: Session::new(&options),
            options,
            frames: Frames::default(),
            pairs: Pairs::default(),
            edits: Sorted::default(),
            notes: String::new(),
            full: None,
        })
    }

    /// Makes room for a capture of so many bytes at once, which is faster than growing.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), Failure> {
        self.frames.reserve(bytes)
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// There is no memory for them; what was read before is still there.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), Failure> {
        let Self { session, frames, pairs, notes, full, .. } = self;
        session.feed(chunk, &mut |given| take(given, frames, pairs, notes, full));
        full.clone().map_or(Ok(()), Err)
    }

    /// Ends the capture.
    ///
    /// # Errors
    /// Those of [`Self::feed`].
    pub fn finish(&mut self) -> Result<(), Failure> {
        let Self { session, frames, pairs, notes, full, .. } = self;
        session.finish(&mut |given| take(given, frames, pairs, notes, full));
        full.clone().map_or(Ok(()), Err)
    }

    /// How many frames there are, with what could not be read as one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// True before the first frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frames.len() == 0
    }

    /// The columns of the list.
    #[must_use]
    pub(crate) fn frames(&self) -> &Frames {
        &self.frames
    }

    /// What was told since the last call beside the frames: what was taken for what, gaps; a JSON text each.
    pub fn notes(&mut self) -> String {
        std::mem::take(&mut self.notes)
    }

    /// The bytes of a frame, edited if they were.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn bytes(&self, index: usize) -> Result<&[u8], Failure> {
        self.edits.get(&index).map_or_else(|| self.frames.bytes(index), |bytes| Ok(bytes))
    }

    /// The bytes of a frame as they were read.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn original(&self, index: usize) -> Result<&[u8], Failure> {
        self.frames.bytes(index)
    }

    /// The line of a frame as JSON text.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn line(&self, index: usize) -> Result<String, Failure> {
        match self.kept(index) {
            Some(text) => Ok(text.to_owned()),
            None => Ok(text_of(&self.made(index)?)),
        }
    }

    /// The fields of a frame with their bytes, as [`crate::codec::explain`] gives them; none for what is no frame.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn explain(&self, index: usize) -> Result<String, Failure> {
        let bytes = self.bytes(index)?;
        match self.frames.protocol(index) {
            Some(protocol) => {
                let line = self.object(index)?;
                Ok(explained(spans::explain_line(protocol, &line, bytes, &self.options)))
            }
            None => Ok(r#"{"fields":[]}"#.to_owned()),
        }
    }

    /// Replaces one member of a frame's line and builds the frame again. `path` is a JSON array of names and indices;
    /// `value` is JSON text.
    ///
    /// # Errors
    /// There is no such frame or member, or the line cannot be encoded so.
    pub fn edit(&mut self, index: usize, path: &str, value: &str) -> Result<(), Failure> {
        let value = serde_json::from_str(value).map_err(|error| format!("the value is no JSON: {error}"))?;
        let path: Vec<Value> = serde_json::from_str(path).map_err(|error| format!("the path: {error}"))?;
        let mut line = self.object(index)?;
        *member(&mut line, &path)? = value;
        let bytes = self.encode(index, &line)?;
        if bytes == self.frames.bytes(index)? {
            self.revert(index);
        } else {
            self.edits.insert(index, bytes);
            self.mark_anew(index)?;
        }
        Ok(())
    }

    /// Undoes the edits of a frame.
    pub fn revert(&mut self, index: usize) {
        if self.edits.remove(&index).is_some() {
            let _ = self.mark_anew(index);
        }
    }

    /// Builds the frame of an edited line. The frames that its operation began in go through the encoder first.
    fn encode(&self, index: usize, line: &Map<String, Value>) -> Result<Vec<u8>, Failure> {
        let mut encoder = Encoder::new();
        for part in self.frames.operation(index) {
            if part != index {
                encoder.encode(&self.object(part)?).map_err(|error| error.to_string())?;
            }
        }
        encoder.encode(line).map_err(|error| error.to_string())
    }

    /// Sets the marks of a frame that was edited, or is no longer.
    fn mark_anew(&mut self, index: usize) -> Result<(), Failure> {
        let mut marks = match self.kept(index) {
            Some(_) => mark::ERROR,
            None => frames::marks(&self.made(index)?),
        };
        if self.edits.get(&index).is_some() {
            marks |= mark::EDITED;
        }
        self.frames.set_marks(index, marks);
        Ok(())
    }

    /// The text of a line that cannot be made from its bytes alone.
    fn kept(&self, index: usize) -> Option<&str> {
        if self.edits.get(&index).is_some() { None } else { self.frames.kept(index) }
    }

    /// The line of a frame, made from its bytes.
    pub(crate) fn made(&self, index: usize) -> Result<Line, Failure> {
        let parts = self.frames.operation(index);
        let parts: Result<Vec<_>, _> = parts.into_iter().map(|part| self.bytes(part)).collect();
        let mut line = self.frames.make(index, &parts?, &self.options)?;
        self.pairs.write(index, &mut line);
        Ok(line)
    }

    /// The object of a line.
    fn object(&self, index: usize) -> Result<Map<String, Value>, Failure> {
        match self.kept(index) {
            Some(text) => serde_json::from_str(text).map_err(|error| error.to_string()),
            None => Ok(self.made(index)?.json),
        }
    }
}

/// Takes what a session gives.
fn take(
    given: Given,
    frames: &mut Frames,
    pairs: &mut Pairs,
    notes: &mut String,
    full: &mut Option<Failure>,
) {
    match given {
        Given::Line(line) if full.is_none() => {
            let index = frames.len();
            match frames.push(&line) {
                Ok(()) => pairs.take(index, &line),
                Err(failure) => *full = Some(failure),
            }
        }
        Given::Note(note) => {
            let mut json = note.json();
            json.insert("shown".into(), note.to_string().into());
            notes.push_str(&Value::Object(json).to_string());
            notes.push('\n');
        }
        _ => {}
    }
}

/// The member at a path.
fn member<'l>(line: &'l mut Map<String, Value>, path: &[Value]) -> Result<&'l mut Value, Failure> {
    let missing = |step: &Value| format!("the line has no member {step} there");
    let (first, rest) = path.split_first().ok_or("the path is empty")?;
    let name = first.as_str().ok_or_else(|| missing(first))?;
    let mut value = line.get_mut(name).ok_or_else(|| missing(first))?;
    for step in rest {
        value = match (value, step) {
            (Value::Object(members), Value::String(name)) => members.get_mut(name),
            (Value::Array(items), Value::Number(at)) => {
                at.as_u64().and_then(|at| items.get_mut(usize::try_from(at).ok()?))
            }
            _ => None,
        }
        .ok_or_else(|| missing(step))?;
    }
    Ok(value)
}
