//! Which lines are wanted, by what they are most often asked for.

use super::Filter;
use super::expr::{Check, Comparison, Expr, Path, Value as Wanted};
use crate::Line;
use crate::control::{opened, without_query};
use crate::queues::{Numbers, connection};
use crate::session::Direction;
use serde_json::{Map, Value};

/// Conditions on a line. Of one kind any is to hold, and of each kind that has some; the filters are all to hold.
///
/// ```
/// use wirescope::{Options, Stream, filter::Selection, protocol::Protocol};
/// let mut selection = Selection::default();
/// selection.types.push("heartbeat_rsp".into());
/// let mut wanted = Vec::new();
/// let mut stream = Stream::new(Protocol::Bmq, &Options::default());
/// let bytes = [0, 0, 0, 8, 0x4B, 2, 0, 0, 0, 0, 0, 8, 0x4C, 2, 0, 0];
/// stream.feed(&bytes, &mut |line| wanted.push(selection.matches(&line)));
/// assert_eq!(wanted, [false, true]);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selection {
    /// Types of frames, in upper or lower case.
    pub types: Vec<String>,
    /// BlazingMQ: numbers of queues that a message is in.
    pub queue_ids: Vec<u64>,
    /// Queues by name: BlazingMQ's by URI, whose numbers are learned from the lines that open them; others by a
    /// member `queue`.
    pub queues: Vec<String>,
    /// Connections of a capture.
    pub conns: Vec<u64>,
    /// Directions.
    pub dirs: Vec<Direction>,
    /// Lines with an error; with [`findings`](Self::findings), lines with either.
    pub errors: bool,
    /// Lines with findings.
    pub findings: bool,
    /// Expressions.
    pub filters: Vec<Filter>,
    /// The wanted queues by number: true for those that are wanted.
    numbers: Numbers<bool>,
}

impl Selection {
    /// True when every line is wanted.
    #[must_use]
    pub fn is_all(&self) -> bool {
        let none = |list: usize| list == 0;
        none(self.types.len() + self.queue_ids.len() + self.queues.len() + self.conns.len() + self.dirs.len())
            && none(self.filters.len())
            && !self.errors
            && !self.findings
    }

    /// True when the line is wanted. All lines are to be asked about, in their order, for the queues to be known.
    pub fn matches(&mut self, line: &Line) -> bool {
        let json = &line.json;
        let own = |name: &str| json.get(name);
        let queue = self.queues.is_empty() || self.in_queue(json);
        queue
            && any(&self.types, |wanted| own("type").is_some_and(|kind| is_type(kind, wanted)))
            && any(&self.queue_ids, |wanted| has(json, "queueId", Wanted::Integer((*wanted).into())))
            && any(&self.conns, |wanted| own("conn").is_some_and(|conn| conn == wanted))
            && any(&self.dirs, |wanted| own("dir").is_some_and(|dir| dir == wanted.name()))
            && (!self.errors && !self.findings
                || self.errors && line.is_error
                || self.findings && line.findings > 0)
            && self.filters.iter().all(|filter| filter.matches(line))
    }

    /// True when the line is about a queue that is wanted.
    fn in_queue(&mut self, json: &Map<String, Value>) -> bool {
        let conn = connection(json);
        if let Some((number, uri)) = opened(json) {
            let wanted = self.queues.iter().any(|queue| without_query(queue) == uri);
            self.numbers.set(conn, number, wanted);
        }
        let named = |queue: &String| {
            let text = Wanted::Text(queue.clone());
            // A URI may select an application within the queue that is asked for.
            has(json, "queue", text.clone())
                || has(json, "uri", text)
                || opened(json).is_some_and(|(_, uri)| uri == without_query(queue))
        };
        let number = |value: &Value| {
            value.as_u64().and_then(|number| self.numbers.get(conn, number)).is_some_and(|wanted| *wanted)
        };
        self.queues.iter().any(named) || numbers(json.get("message")).into_iter().any(number)
    }
}

/// True when any of the list is as is asked, or the list is empty.
fn any<T>(list: &[T], holds: impl Fn(&T) -> bool) -> bool {
    list.is_empty() || list.iter().any(holds)
}

/// True when a type has that name, in either case, or that number.
fn is_type(kind: &Value, wanted: &str) -> bool {
    match kind {
        Value::String(name) => name.eq_ignore_ascii_case(wanted),
        number => number.as_u64().is_some_and(|number| wanted.parse() == Ok(number)),
    }
}

/// True when a member of that name, at any depth, has that value.
fn has(json: &Map<String, Value>, name: &str, value: Wanted) -> bool {
    let path = Path { anchored: false, first: name.to_owned(), steps: Vec::new() };
    Expr::Test(path, Check::Compare(Comparison::Equal, value)).matches(json)
}

/// The numbers of queues in a message of BlazingMQ: of its messages, or in a control message.
fn numbers(message: Option<&Value>) -> Vec<&Value> {
    let messages = message.and_then(|message| message.get("messages")?.as_array()).into_iter().flatten();
    let of_messages = messages.filter_map(|item| item.get("queueId"));
    let mut found = Vec::new();
    let mut todo: Vec<_> = message.and_then(|message| message.get("control")).into_iter().collect();
    while let Some(value) = todo.pop() {
        if let Value::Object(members) = value {
            found.extend(members.get("qId"));
            todo.extend(members.values());
        }
    }
    found.extend(of_messages);
    found
}
