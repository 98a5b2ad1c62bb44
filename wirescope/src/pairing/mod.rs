//! Answers beside their requests.
//!
//! | protocol | request | answer | the same in both |
//! |---|---|---|---|
//! | BlazingMQ | CONTROL, by the name of its message | `…Response`, or `status` | `rId` |
//! | | `clientIdentity`, `authenticationRequest` | `brokerResponse`, `authenticationResponse` | |
//! | | PUT with ACK_REQUESTED | ACK | `queueId`, and `guid` or `correlationId` |
//! | | PUSH | CONFIRM or REJECT, one for each of its subscriptions | `queueId`, `guid` |
//! | | HEARTBEAT_REQ | HEARTBEAT_RSP | the order |
//! | Fila | what the page answers | `…Result`, `ConsumeOk`, `HandshakeOk`, `Pong`, `Error` | `request_id` |
//! | MessageX | COMMAND | RESPONSE | `requestId` |
//!
//! Lines without a direction have no pairs, and nothing is said of a connection of which one direction only is there.

mod events;
mod waiting;

use crate::Line;
use crate::queues::connection;
use crate::session::Direction;
use crate::stats::Spread;
use crate::time::Time;
use events::Event;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use waiting::{Key, Party, Waiting};

/// Most connections whose lines are paired; those of more are left alone.
const CONNECTIONS: usize = 10_000;

/// Most kinds that are told apart.
const KINDS: usize = 1_000;

/// The other half of a line's pair.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// What was asked: the type of the request, or the name of its command or control message.
    pub kind: String,
    /// True when the line is the answer and this is its request; false for the answer to a line that came behind it,
    /// as it may where there are no times.
    pub is_request: bool,
    /// Offset of the other frame in the stream of its direction.
    pub offset: u64,
    /// Index of the message in the line's event, where it has several.
    pub item: Option<usize>,
    /// Nanoseconds from request to answer, where there are times.
    pub latency: Option<u64>,
}

/// Finds the request of each answer. It remembers at most 65,536 requests; the oldest go first.
///
/// ```
/// use wirescope::{Direction, Given, Options, Session, pairing::Pairing};
/// let mut pairing = Pairing::new();
/// let mut pairs = Vec::new();
/// let (ask, answer) = ([0, 0, 0, 8, 0x4B, 2, 0, 0], [0, 0, 0, 8, 0x4C, 2, 0, 0]);
/// for (direction, bytes) in [(Direction::ServerToClient, ask), (Direction::ClientToServer, answer)] {
///     let mut session = Session::one_direction(&Options::default(), direction);
///     let mut take = |given| {
///         if let Given::Line(line) = given {
///             pairs.extend(pairing.line(&line));
///         }
///     };
///     session.feed(&bytes, &mut take);
///     session.finish(&mut take);
/// }
/// assert_eq!((pairs[0].kind.as_str(), pairs[0].is_request, pairs[0].offset), ("HEARTBEAT_REQ", true, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    waiting: Waiting,
    connections: BTreeMap<u64, Connection>,
    kinds: Vec<Kind>,
}

/// What was asked, and how it was answered.
#[derive(Clone, Debug)]
struct Kind {
    protocol: String,
    name: String,
    pairs: u64,
    latency: Spread,
}

#[derive(Clone, Debug, Default)]
struct Connection {
    /// Which directions there are.
    seen: [bool; 2],
    /// By kind: requests without an answer and answers without a request, that are not remembered any more.
    left: BTreeMap<usize, [u64; 2]>,
}

/// What became of the requests of one kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The protocol.
    pub protocol: String,
    /// What was asked.
    pub kind: String,
    /// Requests with their answers.
    pub pairs: u64,
    /// Requests without an answer.
    pub unanswered: u64,
    /// Answers without a request.
    pub unasked: u64,
    /// Nanoseconds from request to answer, of those with times.
    pub latency: Spread,
}

impl Pairing {
    /// Nothing seen yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a line, and gives the other halves of the pairs that it completes.
    pub fn line(&mut self, line: &Line) -> Vec<Pair> {
        let text = |name: &str| line.json.get(name).and_then(Value::as_str);
        let Some(direction) = text("dir").and_then(Direction::from_name) else { return Vec::new() };
        let conn = connection(&line.json).unwrap_or(0);
        if self.connections.len() >= CONNECTIONS && !self.connections.contains_key(&conn) {
            return Vec::new();
        }
        self.connections.entry(conn).or_default().seen[usize::from(direction == Direction::ServerToClient)] =
            true;
        let offset = line.json.get("offset").and_then(Value::as_u64).unwrap_or(0);
        let at = At { conn, direction, offset, time: text("time").and_then(Time::parse) };
        let protocol = text("protocol").unwrap_or_default();
        let mut pairs = Vec::new();
        events::of(&line.json, &mut |event| self.event(&event, protocol, at, &mut pairs));
        pairs
    }

    /// As [`line`](Self::line), and writes the pairs into the line: its requests under `requests`, and answers that
    /// came before it under `answers`.
    pub fn annotate(&mut self, line: &mut Line) {
        for pair in self.line(line) {
            let member = if pair.is_request { "requests" } else { "answers" };
            let list = line.json.entry(member).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                list.push(pair.json());
            }
        }
    }

    /// What was asked, by kind, in the order in which the kinds came. Kinds of which there is nothing to be told
    /// are left out.
    #[must_use]
    pub fn summary(&self) -> Vec<Summary> {
        let mut left = BTreeMap::<usize, [u64; 2]>::new();
        let both = |conn: u64| self.connections.get(&conn).is_some_and(|one| one.seen == [true; 2]);
        let gone = self.connections.iter().filter(|(conn, _)| both(**conn));
        let gone = gone.flat_map(|(_, connection)| connection.left.iter().map(|(kind, left)| (*kind, *left)));
        let waiting = self.waiting.parties().filter(|(conn, _)| both(*conn));
        let waiting = waiting.map(|(_, party)| (party.kind, if party.is_answer { [0, 1] } else { [1, 0] }));
        for (kind, [unanswered, unasked]) in gone.chain(waiting) {
            let sum = left.entry(kind).or_default();
            *sum = [sum[0] + unanswered, sum[1] + unasked];
        }
        let summary = self.kinds.iter().enumerate().map(|(index, kind)| {
            let [unanswered, unasked] = left.get(&index).copied().unwrap_or_default();
            Summary {
                protocol: kind.protocol.clone(),
                kind: kind.name.clone(),
                pairs: kind.pairs,
                unanswered,
                unasked,
                latency: kind.latency.clone(),
            }
        });
        summary.filter(|kind| kind.pairs + kind.unanswered + kind.unasked > 0).collect()
    }

    fn event(&mut self, event: &Event, protocol: &str, at: At, pairs: &mut Vec<Pair>) {
        let (is_answer, asker) =
            if event.is_answer { (true, at.direction.other()) } else { (false, at.direction) };
        let key = Key { conn: at.conn, asker, id: event.id.clone() };
        let item = event.item;
        if let Some(other) = self.waiting.take(&key, !is_answer) {
            let latency = match (other.time, at.time) {
                (Some(then), Some(now)) => Some(now.since(then)),
                _ => None,
            };
            // The request knows best what was asked; of an answer that came first the kind is a guess.
            let kind = if is_answer { other.kind } else { self.kind(protocol, &event.kind) };
            let Some(kind) = self.kinds.get_mut(kind) else { return };
            kind.pairs += 1;
            latency.into_iter().for_each(|latency| kind.latency.add(latency));
            let kind = kind.name.clone();
            pairs.push(Pair { kind, is_request: is_answer, offset: other.offset, item, latency });
            return;
        }
        if is_answer && !event.must_be_asked {
            return;
        }
        let kind = self.kind(protocol, &event.kind);
        // Where there are times, what comes later was asked later.
        if is_answer && at.time.is_some() {
            self.leave(at.conn, kind, is_answer);
            return;
        }
        let party = Party { kind, is_answer, offset: at.offset, time: at.time };
        for (conn, party) in self.waiting.add(key, party, event.is_unique) {
            self.leave(conn, party.kind, party.is_answer);
        }
    }

    /// Counts a request or an answer that is given up.
    fn leave(&mut self, conn: u64, kind: usize, is_answer: bool) {
        if let Some(connection) = self.connections.get_mut(&conn) {
            connection.left.entry(kind).or_default()[usize::from(is_answer)] += 1;
        }
    }

    /// The index of a kind; those beyond the bound share one.
    fn kind(&mut self, protocol: &str, name: &str) -> usize {
        let known = |kind: &Kind, name: &str| kind.name == name && kind.protocol == protocol;
        let (protocol, name) = match self.kinds.iter().position(|kind| known(kind, name)) {
            Some(index) => return index,
            None if self.kinds.len() < KINDS => (protocol, name),
            None => ("", "other"),
        };
        let index = self.kinds.iter().position(|kind| kind.name == name && kind.protocol == protocol);
        index.unwrap_or_else(|| {
            let (protocol, name) = (protocol.to_owned(), name.to_owned());
            self.kinds.push(Kind { protocol, name, pairs: 0, latency: Spread::default() });
            self.kinds.len() - 1
        })
    }
}

/// Where and when something was said.
#[derive(Clone, Copy)]
struct At {
    conn: u64,
    direction: Direction,
    offset: u64,
    time: Option<Time>,
}

impl Pair {
    fn json(&self) -> Value {
        let mut json = Map::new();
        json.insert("kind".into(), self.kind.as_str().into());
        json.insert("offset".into(), self.offset.into());
        if let Some(item) = self.item {
            json.insert("item".into(), item.into());
        }
        if let Some(latency) = self.latency {
            json.insert("latency".into(), seconds(latency));
        }
        Value::Object(json)
    }
}

/// Nanoseconds as seconds.
pub(crate) fn seconds(nanos: u64) -> Value {
    json!(nanos as f64 / 1e9)
}

/// What the head of a frame says of its pairs: ` answers PUT at 236 after 1.2 ms`.
#[cfg(feature = "cli")]
pub(crate) fn suffix(line: &Map<String, Value>) -> Option<String> {
    let (list, verb, order) = match (line.get("requests"), line.get("answers")) {
        (Some(list), _) => (list, "answers", "after"),
        (None, list) => (list?, "answered by", "within"),
    };
    let list = list.as_array()?;
    let first = list.first()?;
    let latencies = || list.iter().filter_map(|pair| pair.get("latency")?.as_f64());
    let [low, high] = [latencies().reduce(f64::min), latencies().reduce(f64::max)];
    let time = match (low, high) {
        (Some(low), Some(high)) if list.len() > 1 => format!(" {order} {} to {}", span(low), span(high)),
        (Some(low), _) => format!(" {order} {}", span(low)),
        _ => String::new(),
    };
    let kind = first.get("kind").and_then(Value::as_str).unwrap_or_default();
    Some(match list.len() {
        1 => {
            let offset = first.get("offset").and_then(Value::as_u64).unwrap_or(0);
            let subject =
                if verb == "answers" { kind.escape_debug().to_string() } else { "the frame".into() };
            format!("{verb} {subject} at {offset}{time}")
        }
        many => format!("{verb} {many}{time}"),
    })
}

/// Seconds with a unit that suits them.
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.1} us", s * 1e6),
    }
}
