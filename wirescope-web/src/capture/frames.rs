//! The frames: their bytes one behind another, and columns.

use super::mark;
use super::operations::Operations;
use super::sorted::Sorted;
use crate::Failure;
use crate::codec::text_of;
use serde_json::{Map, Value};
use wirescope::protocol::Protocol;
use wirescope::time::Time;
use wirescope::{Direction, Line, Options, Stream};

/// Columns, an entry for each frame.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    /// The bytes of all frames.
    bytes: Vec<u8>,
    /// Where the bytes of each end.
    ends: Vec<u32>,
    /// Offset in its stream; exact up to 2^53.
    pub(crate) offsets: Vec<f64>,
    /// Index into [`Self::kinds`].
    pub(crate) types: Vec<u16>,
    /// Bits of [`mark`].
    pub(crate) marks: Vec<u8>,
    /// The number of the connection plus 1; 0 where there is none.
    pub(crate) conns: Vec<u32>,
    /// When each was whole; the start of 1970 where that is not known.
    times: Vec<Time>,
    /// The protocols and names of types.
    kinds: Vec<Kind>,
    /// The lines that cannot be made again from bytes.
    kept: Sorted<usize, String>,
    operations: Operations,
}

/// A type of frame.
#[derive(Debug, PartialEq)]
pub(crate) struct Kind {
    protocol: Option<Protocol>,
    name: Value,
}

impl Kind {
    /// The protocol's name and that of the type; no text where there is none.
    pub(crate) fn names(&self) -> [String; 2] {
        let protocol = self.protocol.map_or("", Protocol::name).to_owned();
        let name = match &self.name {
            Value::String(name) => name.clone(),
            Value::Null => String::new(),
            number => number.to_string(),
        };
        [protocol, name]
    }
}

impl Frames {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The types that were met, in the order of their indices.
    pub(crate) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    pub(super) fn reserve(&mut self, bytes: usize) -> Result<(), Failure> {
        self.bytes.try_reserve_exact(bytes).map_err(|_| no_memory(bytes))
    }

    /// Takes the frame of a line.
    pub(super) fn push(&mut self, line: &Line) -> Result<(), Failure> {
        let end = self.bytes.len() + line.bytes.len();
        let room = self.bytes.try_reserve(line.bytes.len());
        let (Ok(()), Ok(end)) = (room, u32::try_from(end)) else { return Err(no_memory(end)) };
        let index = self.len();
        let json = &line.json;
        self.bytes.extend_from_slice(&line.bytes);
        self.ends.push(end);
        self.offsets.push(json.get("offset").and_then(Value::as_f64).unwrap_or(0.0));
        self.marks.push(marks(line));
        let conn = json.get("conn").and_then(Value::as_u64).map_or(0, |conn| conn.saturating_add(1));
        self.conns.push(u32::try_from(conn).unwrap_or(u32::MAX));
        let kind = self.kind_of(json);
        self.types.push(kind);
        let time = json.get("time").and_then(Value::as_str).and_then(Time::parse);
        self.times.push(time.unwrap_or(Time(0)));
        if self.operations.take(index, line) {
            self.kept.insert(index, text_of(line));
        }
        Ok(())
    }

    fn kind_of(&mut self, json: &Map<String, Value>) -> u16 {
        let protocol = json.get("protocol").and_then(Value::as_str).and_then(Protocol::from_name);
        let name = json.get("type").cloned().unwrap_or_default();
        let kind = Kind { protocol, name };
        // A stream has few types; the last ones are the likeliest.
        let index = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// When a frame was whole.
    fn time(&self, index: usize) -> Option<Time> {
        self.times.get(index).copied().filter(|time| *time != Time(0))
    }

    /// How long each frame from `from` on is.
    pub(crate) fn lengths(&self, from: usize) -> Vec<u32> {
        let start = |index: usize| index.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let ends = self.ends.iter().enumerate().skip(from);
        ends.map(|(index, end)| end - start(index).unwrap_or(0)).collect()
    }

    pub(super) fn bytes(&self, index: usize) -> Result<&[u8], Failure> {
        let at = |end: &u32| usize::try_from(*end).unwrap_or(usize::MAX);
        let end = self.ends.get(index).map(at).ok_or_else(|| format!("there is no frame {index}"))?;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, at);
        Ok(self.bytes.get(start..end).unwrap_or_default())
    }

    /// The protocol of what is a frame.
    pub(super) fn protocol(&self, index: usize) -> Option<Protocol> {
        let kind = self.kinds.get(usize::from(*self.types.get(index)?))?;
        // What has no type is no frame, but for the few whose type cannot be read.
        kind.protocol.filter(|_| kind.name != Value::Null || self.kept.get(&index).is_none())
    }

    pub(super) fn kept(&self, index: usize) -> Option<&str> {
        self.kept.get(&index).map(String::as_str)
    }

    /// The frames of the operation that ends with a frame, the frame itself last.
    pub(super) fn operation(&self, index: usize) -> Vec<usize> {
        self.operations.of(index)
    }

    pub(super) fn set_marks(&mut self, index: usize, marks: u8) {
        if let Some(place) = self.marks.get_mut(index) {
            *place = marks | (*place & mark::SERVER_TO_CLIENT);
        }
    }

    /// Makes the line of a frame from the bytes of its operation.
    pub(super) fn make(&self, index: usize, parts: &[&[u8]], options: &Options) -> Result<Line, Failure> {
        let protocol = self.protocol(index).ok_or_else(|| format!("frame {index} cannot be made again"))?;
        let mut stream = Stream::new(protocol, options);
        let mut made = None;
        let mut give = |line| made = Some(line);
        for part in parts {
            stream.feed(part, &mut give);
        }
        let mut line = made.ok_or_else(|| format!("frame {index} is not whole"))?;
        line.json.insert("offset".into(), offset_json(self.offsets[index]));
        let conn = u64::from(self.conns[index]).checked_sub(1);
        let to_client = self.marks[index] & mark::SERVER_TO_CLIENT != 0;
        let dir = if to_client { Direction::ServerToClient } else { Direction::ClientToServer };
        line.place(conn, conn.map(|_| dir), self.time(index));
        Ok(line)
    }
}

/// An offset that was kept as a float, exact as far as memory reaches.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn offset_json(offset: f64) -> Value {
    (offset as u64).into()
}

/// The marks of a line.
pub(super) fn marks(line: &Line) -> u8 {
    let json = &line.json;
    let mut marks = 0;
    let mut set = |is: bool, mark: u8| marks |= if is { mark } else { 0 };
    set(line.is_error, mark::ERROR);
    set(line.findings > 0, mark::FINDING);
    set(json.get("dir").is_some_and(|dir| dir == "s2c"), mark::SERVER_TO_CLIENT);
    set(json.contains_key("raw"), mark::NOT_CANONICAL);
    marks
}

fn no_memory(bytes: usize) -> Failure {
    format!("there is no memory for {bytes} bytes of frames")
}
