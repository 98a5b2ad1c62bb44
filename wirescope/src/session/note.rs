//! What is told beside the frames.

use crate::time::Time;
use serde_json::{Map, Value};
use std::fmt;

/// Which way bytes go on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the client, which opened the connection.
    ClientToServer,
    /// From the server.
    ServerToClient,
}

impl Direction {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::ClientToServer, Self::ServerToClient];

    /// As lines have it: `c2s` or `s2c`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClientToServer => "c2s",
            Self::ServerToClient => "s2c",
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::ClientToServer => Self::ServerToClient,
            Self::ServerToClient => Self::ClientToServer,
        }
    }

    /// The direction of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a note tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// What the input was taken for.
    Format,
    /// What a stream or a connection was taken for, and why.
    Protocol,
    /// The protocol of the input cannot be told; nothing of it is read.
    Unrecognised,
    /// TCP connections, or other packets, that hold none of the protocols.
    Other,
    /// A connection whose start was not captured.
    MidStream,
    /// Bytes of a stream that were not captured.
    Gap,
    /// The next frame was searched for, and found.
    Resync,
    /// The next frame was searched for, and not found.
    Lost,
    /// A connection that was reset.
    Reset,
    /// The input ends inside a packet or a line.
    Truncated,
    /// The input is not what it seems to be: it is read up to there.
    Malformed,
    /// Packets that cannot be read.
    Unreadable,
    /// Packets that were cut when they were captured.
    Snaplen,
    /// IP packets of which fragments are missing.
    Fragments,
    /// Packets without times.
    NoTimes,
    /// A bound on memory was hit.
    Limit,
}

impl NoteKind {
    /// True when the input itself is damaged, not only what it holds: the program then ends with status 1.
    #[must_use]
    pub const fn is_damage(self) -> bool {
        matches!(self, Self::Truncated | Self::Malformed)
    }

    /// As the JSON has it, in snake_case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Protocol => "protocol",
            Self::Unrecognised => "unrecognised",
            Self::Other => "other",
            Self::MidStream => "mid_stream",
            Self::Gap => "gap",
            Self::Resync => "resync",
            Self::Lost => "lost",
            Self::Reset => "reset",
            Self::Truncated => "truncated",
            Self::Malformed => "malformed",
            Self::Unreadable => "unreadable",
            Self::Snaplen => "snaplen",
            Self::Fragments => "fragments",
            Self::NoTimes => "no_times",
            Self::Limit => "limit",
        }
    }
}

/// Something about the input that is not a frame: what it was taken for and why, what is missing from it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What it tells of.
    pub kind: NoteKind,
    /// The connection, in captures.
    pub conn: Option<u64>,
    /// The direction, where it is about one.
    pub dir: Option<Direction>,
    /// When, in captures with times.
    pub time: Option<Time>,
    /// The place in the stream, in bytes.
    pub offset: Option<u64>,
    /// How many bytes of the stream it is about.
    pub length: Option<u64>,
    /// The note, for people.
    pub text: String,
}

impl Note {
    /// A note about the input as a whole.
    pub(crate) fn new(kind: NoteKind, text: impl Into<String>) -> Self {
        Self { kind, conn: None, dir: None, time: None, offset: None, length: None, text: text.into() }
    }

    /// The note with a place in its stream.
    pub(crate) const fn at(mut self, offset: u64, length: u64) -> Self {
        self.offset = Some(offset);
        self.length = Some(length);
        self
    }

    /// The note as an object: `note` is the kind's name; the rest as in lines.
    #[must_use]
    pub fn json(&self) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("note".into(), self.kind.name().into());
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                json.insert(name.into(), value);
            }
        };
        put("offset", self.offset.map(Value::from));
        put("length", self.length.map(Value::from));
        put("conn", self.conn.map(Value::from));
        put("dir", self.dir.map(|dir| dir.name().into()));
        put("time", self.time.map(|time| time.to_string().into()));
        put("text", Some(self.text.as_str().into()));
        json
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.conn, self.dir) {
            (Some(conn), Some(dir)) => write!(f, "connection {conn} {dir}: ")?,
            (Some(conn), None) => write!(f, "connection {conn}: ")?,
            (None, Some(dir)) => write!(f, "{dir}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.text)
    }
}
