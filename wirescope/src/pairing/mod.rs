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
#[cfg(feature = "stats")]
mod summary;
mod waiting;

#[cfg(feature = "stats")]
pub use summary::Summary;

use crate::Line;
use crate::queues::connection;
use crate::session::{Direction, Place};
use crate::time::Time;
pub(crate) use events::Event;
use serde_json::{Map, Value, json};
use waiting::{Key, Party, Waiting};

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
    kinds: Vec<Kind>,
    #[cfg(feature = "stats")]
    summing: summary::Summing,
}

/// What is asked.
#[derive(Clone, Debug)]
struct Kind {
    protocol: String,
    name: String,
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
        let mut pairs = Vec::new();
        let place = Place {
            conn: connection(&line.json),
            dir: text("dir").and_then(Direction::from_name),
            time: text("time").and_then(Time::parse),
        };
        if let Some(at) = self.at(place, line.offset()) {
            let protocol = text("protocol").unwrap_or_default();
            events::of(&line.json, &mut |event| pairs.extend(self.event(event, protocol, at)));
        }
        pairs
    }

    /// As [`line`](Self::line), and writes the pairs into the line: its requests under `requests`, and answers that
    /// came before it under `answers`.
    pub fn annotate(&mut self, line: &mut Line) {
        self.line(line).iter().for_each(|pair| pair.write(line));
    }

    /// Takes in that there is a frame; `None` where there are no pairs, since there is no direction.
    pub(crate) fn at(&mut self, place: Place, offset: u64) -> Option<At> {
        let at = At { conn: place.conn.unwrap_or(0), direction: place.dir?, offset, time: place.time };
        #[cfg(feature = "stats")]
        self.summing.seen(at.conn, at.direction);
        Some(at)
    }

    /// Takes in what a frame there asks or answers; gives the other half of the pair that it completes.
    pub(crate) fn event(&mut self, event: Event<'_>, protocol: &str, at: At) -> Option<Pair> {
        let is_answer = event.is_answer;
        let asker = if is_answer { at.direction.other() } else { at.direction };
        let key = Key { conn: at.conn, asker, id: event.id };
        if let Some(other) = self.waiting.take(&key, !is_answer) {
            let latency = match (other.time, at.time) {
                (Some(then), Some(now)) => Some(now.since(then)),
                _ => None,
            };
            // The request knows best what was asked; of an answer that came first the kind is a guess.
            let kind = if is_answer { other.kind } else { self.kind(protocol, event.kind) };
            #[cfg(feature = "stats")]
            self.summing.pair(kind, latency);
            let kind = self.kinds.get(kind)?.name.clone();
            return Some(Pair {
                kind,
                is_request: is_answer,
                offset: other.offset,
                item: event.item,
                latency,
            });
        }
        if is_answer && !event.must_be_asked {
            return None;
        }
        let kind = self.kind(protocol, event.kind);
        let party = Party { kind, is_answer, offset: at.offset, time: at.time };
        // Where there are times, what comes later was asked later.
        let gone = if is_answer && at.time.is_some() {
            vec![(at.conn, party)]
        } else {
            self.waiting.add(key, party, event.is_unique)
        };
        #[cfg(feature = "stats")]
        gone.iter().for_each(|(conn, party)| self.summing.leave(*conn, party));
        drop(gone);
        None
    }

    /// The index of a kind; those beyond the bound share one.
    fn kind(&mut self, protocol: &str, name: &str) -> usize {
        let find = |kinds: &[Kind], protocol: &str, name: &str| {
            kinds.iter().position(|kind| kind.name == name && kind.protocol == protocol)
        };
        if let Some(index) = find(&self.kinds, protocol, name) {
            return index;
        }
        let (protocol, name) = if self.kinds.len() < KINDS { (protocol, name) } else { ("", "other") };
        find(&self.kinds, protocol, name).unwrap_or_else(|| {
            self.kinds.push(Kind { protocol: protocol.to_owned(), name: name.to_owned() });
            self.kinds.len() - 1
        })
    }
}

/// Where and when something was said.
#[derive(Clone, Copy)]
pub(crate) struct At {
    conn: u64,
    direction: Direction,
    offset: u64,
    time: Option<Time>,
}

impl Pair {
    /// Writes the pair into the line that it is the other half of, as [`Pairing::annotate`] does.
    pub fn write(&self, line: &mut Line) {
        let member = if self.is_request { "requests" } else { "answers" };
        let list = line.json.entry(member).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(self.json());
        }
    }

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
#[cfg(feature = "stats")]
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.1} us", s * 1e6),
    }
}
