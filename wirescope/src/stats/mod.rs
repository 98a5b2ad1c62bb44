//! What is in an input, in numbers: by type, queue, reason, connection.
//!
//! [`Stats`] counts lines. [`Session::count`](crate::Session::count) counts several times as fast: it reads the frames
//! that are as they should be without making lines of them, and makes lines of the others, so that both always count
//! the same.

pub(crate) mod fast;
mod keys;
mod line;
mod queue;
mod report;
mod spread;
mod table;

pub(crate) use fast::Counting;
pub use spread::Spread;

use crate::pairing::Pairing;
use crate::protocol::Protocol;
use crate::session::Direction;
use crate::time::Time;
use keys::Keys;
use queue::{Extent, Rows};
use std::collections::BTreeMap;

/// Most names that are told apart within a type.
const NAMES: usize = 1_000;

/// Most pairs of connection and direction that are told apart.
const CONNECTIONS: usize = 10_000;

/// Type of frames that have none: what they are cannot be read.
const UNREADABLE: &str = "unreadable";

/// Counts of what was in an input, in bounded memory.
///
/// ```
/// use wirescope::{Options, Stream, protocol::Protocol, stats::Stats};
/// let mut stats = Stats::new();
/// let mut stream = Stream::new(Protocol::Bmq, &Options::default());
/// stream.feed(&[0, 0, 0, 8, 0x4B, 2, 0, 0].repeat(3), &mut |line| stats.line(&line));
/// assert_eq!(stats.frames(), 3);
/// assert_eq!(stats.json()["types"][0]["type"], "HEARTBEAT_REQ");
/// ```
#[derive(Clone, Debug)]
pub struct Stats {
    frames: u64,
    bytes: u64,
    /// Errors outside of frames, and the bytes that belong to no frame.
    unframed: u64,
    unread: u64,
    messages: u64,
    payloads: Extent,
    errors: u64,
    findings: u64,
    sizes: Spread,
    types: [Keys<Kind>; Protocol::ALL.len()],
    queues: Rows,
    /// Reasons of errors, with their layer in front, and of findings.
    reasons: [Keys<u64>; 2],
    connections: BTreeMap<(Option<u64>, Option<Direction>), Connection>,
    first: Option<Time>,
    last: Option<Time>,
    pairing: Pairing,
}

/// What was seen of one type of frame.
#[derive(Clone, Debug, PartialEq)]
struct Kind {
    sizes: Spread,
    messages: u64,
    payloads: Extent,
    errors: u64,
    findings: u64,
    /// What frames or messages of this type say they are: commands, statuses.
    names: Keys<u64>,
}

impl Default for Kind {
    fn default() -> Self {
        Self {
            sizes: Spread::default(),
            messages: 0,
            payloads: Extent::default(),
            errors: 0,
            findings: 0,
            names: Keys::new(NAMES),
        }
    }
}

/// What was seen of one direction of a connection.
#[derive(Clone, Debug, Default, PartialEq)]
struct Connection {
    protocols: Vec<Protocol>,
    frames: u64,
    bytes: u64,
    messages: u64,
    errors: u64,
    findings: u64,
}

/// A frame to be counted.
struct Frame<'f> {
    protocol: Protocol,
    kind: &'f str,
    length: u64,
    messages: u64,
    payloads: Extent,
    is_error: bool,
    findings: u64,
    conn: Option<u64>,
    dir: Option<Direction>,
}

impl Default for Stats {
    fn default() -> Self {
        Self::new()
    }
}

impl Stats {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            frames: 0,
            bytes: 0,
            unframed: 0,
            unread: 0,
            messages: 0,
            payloads: Extent::default(),
            errors: 0,
            findings: 0,
            sizes: Spread::default(),
            types: std::array::from_fn(|_| Keys::new(NAMES)),
            queues: Rows::default(),
            reasons: std::array::from_fn(|_| Keys::new(NAMES)),
            connections: BTreeMap::new(),
            first: None,
            last: None,
            pairing: Pairing::new(),
        }
    }

    /// Whole frames, malformed ones too.
    #[must_use]
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// Whole frames, and errors that are in none.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.frames + self.unframed
    }

    /// Lines with an error: malformed frames, and ends of streams where nothing should end.
    #[must_use]
    pub const fn errors(&self) -> u64 {
        self.errors
    }

    /// Deviations that were read all the same.
    #[must_use]
    pub const fn findings(&self) -> u64 {
        self.findings
    }

    /// Requests and their answers.
    #[must_use]
    pub const fn pairing(&self) -> &Pairing {
        &self.pairing
    }

    /// With the pairs of lines that were paired elsewhere, such as all of an input of which some lines were counted.
    #[must_use]
    pub fn paired(self, pairing: Pairing) -> Self {
        Self { pairing, ..self }
    }

    fn kind(&mut self, protocol: Protocol, kind: &str) -> &mut Kind {
        let index = Protocol::ALL.iter().position(|known| *known == protocol).unwrap_or(0);
        self.types[index].of(kind)
    }

    fn frame(&mut self, frame: &Frame<'_>) {
        self.frames += 1;
        self.bytes += frame.length;
        self.messages += frame.messages;
        self.payloads.merge(frame.payloads);
        self.sizes.add(frame.length);
        let kind = self.kind(frame.protocol, frame.kind);
        kind.sizes.add(frame.length);
        kind.messages += frame.messages;
        kind.payloads.merge(frame.payloads);
        kind.errors += u64::from(frame.is_error);
        kind.findings += frame.findings;
        self.findings += frame.findings;
        let connection = self.connection(frame.conn, frame.dir);
        if !connection.protocols.contains(&frame.protocol) {
            connection.protocols.push(frame.protocol);
        }
        connection.frames += 1;
        connection.bytes += frame.length;
        connection.messages += frame.messages;
        connection.findings += frame.findings;
    }

    /// Counts that a line tells of an error.
    fn error(&mut self, layer: &str, reason: &str, conn: Option<u64>, dir: Option<Direction>) {
        self.errors += 1;
        *self.reasons[0].of(&format!("{layer} {reason}")) += 1;
        self.connection(conn, dir).errors += 1;
    }

    fn time(&mut self, time: Time) {
        self.first = Some(self.first.map_or(time, |first| first.min(time)));
        self.last = Some(self.last.map_or(time, |last| last.max(time)));
    }

    fn finding(&mut self, reason: &str) {
        *self.reasons[1].of(reason) += 1;
    }

    /// The row of a direction; those beyond the bound have the one without connection and direction.
    fn connection(&mut self, conn: Option<u64>, dir: Option<Direction>) -> &mut Connection {
        let full = self.connections.len() >= CONNECTIONS && !self.connections.contains_key(&(conn, dir));
        self.connections.entry(if full { (None, None) } else { (conn, dir) }).or_default()
    }
}
