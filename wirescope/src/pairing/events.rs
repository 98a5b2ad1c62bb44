//! What a line asks and answers.

use crate::control::{is_answer, request_id, selection};
use serde_json::{Map, Value};

/// Longest id of MessageX that is paired, in bytes.
const MAX_ID: usize = 256;

/// What a request and its answer have in common, beside their connection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Id {
    /// BlazingMQ: `rId`.
    Control(i64),
    /// BlazingMQ: there is one on a connection.
    Negotiation,
    /// BlazingMQ: one after another.
    Authentication,
    /// BlazingMQ: one after another.
    Heartbeat,
    /// BlazingMQ: a PUT that waits for its ACK, by queue and GUID.
    Put(u64, Box<str>),
    /// BlazingMQ: a PUT of a client without GUIDs, by queue and correlation id.
    Correlated(u64, u64),
    /// BlazingMQ: a PUSH that waits for its CONFIRM, by queue and GUID.
    Push(u64, Box<str>),
    /// Fila: `request_id`.
    Fila(u64),
    /// MessageX: `requestId`.
    Mx(Box<str>),
}

/// One thing that is asked or answered.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) id: Id,
    /// What is asked; of an answer, what its request is likely to be.
    pub(super) kind: String,
    pub(super) is_answer: bool,
    /// A second request of this id takes the place of the first.
    pub(super) is_unique: bool,
    /// An answer that is not expected without a request.
    pub(super) must_be_asked: bool,
    /// Index in the list of messages.
    pub(super) item: Option<usize>,
}

impl Event {
    fn ask(id: Id, kind: &str) -> Self {
        let is_unique = !matches!(id, Id::Heartbeat | Id::Put(..) | Id::Correlated(..) | Id::Push(..));
        let kind = kind.to_owned();
        Self { id, kind, is_answer: false, is_unique, must_be_asked: true, item: None }
    }

    fn answer(id: Id, kind: &str) -> Self {
        Self { is_answer: true, ..Self::ask(id, kind) }
    }
}

type Give<'g> = &'g mut dyn FnMut(Event);

/// Gives what the line asks and answers.
pub(super) fn of(line: &Map<String, Value>, give: Give<'_>) {
    let text = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
    let kind = text("type");
    let Some(message) = line.get("message") else { return };
    match text("protocol") {
        "bmq" => bmq(kind, message, give),
        "fila" => fila(kind, line, give),
        "mx" => mx(kind, message, give),
        _ => {}
    }
}

fn bmq(kind: &str, message: &Value, give: Give<'_>) {
    match kind {
        "HEARTBEAT_REQ" => give(Event::ask(Id::Heartbeat, kind)),
        "HEARTBEAT_RSP" => give(Event::answer(Id::Heartbeat, "HEARTBEAT_REQ")),
        "CONTROL" | "AUTHENTICATION" => {
            if let Some(control) = message.get("control") {
                self::control(control, give);
            }
        }
        _ => {
            for (index, item) in
                message.get("messages").and_then(Value::as_array).into_iter().flatten().enumerate()
            {
                bmq_item(kind, item, &mut |event| give(Event { item: Some(index), ..event }));
            }
        }
    }
}

fn control(control: &Value, give: Give<'_>) {
    let Some(selection) = selection(control) else { return };
    match selection {
        "clientIdentity" => give(Event::ask(Id::Negotiation, selection)),
        "brokerResponse" => give(Event::answer(Id::Negotiation, "clientIdentity")),
        "authenticationRequest" => give(Event::ask(Id::Authentication, selection)),
        "authenticationResponse" => give(Event::answer(Id::Authentication, "authenticationRequest")),
        _ => {
            let Some(id) = request_id(control).map(Id::Control) else { return };
            if is_answer(selection) {
                give(Event::answer(id, selection.strip_suffix("Response").unwrap_or(selection)));
            } else {
                give(Event::ask(id, selection));
            }
        }
    }
}

fn bmq_item(kind: &str, item: &Value, give: Give<'_>) {
    let number = |name: &str| item.get(name).and_then(Value::as_u64);
    let Some(queue) = number("queueId") else { return };
    let guid = || item.get("guid").and_then(Value::as_str).unwrap_or_default().into();
    match kind {
        "PUT" => {
            let flags = item.get("flags").and_then(Value::as_array);
            if flags.is_some_and(|flags| flags.iter().any(|flag| flag == "ACK_REQUESTED")) {
                match number("correlationId") {
                    Some(0) => {}
                    Some(id) => give(Event::ask(Id::Correlated(queue, id), kind)),
                    None => give(Event::ask(Id::Put(queue, guid()), kind)),
                }
            }
        }
        "ACK" => {
            let id = match number("correlationId") {
                None | Some(0) => Id::Put(queue, guid()),
                Some(id) => Id::Correlated(queue, id),
            };
            // A failure is told of although no ACK was asked for.
            let must_be_asked = item.get("status").is_some_and(|status| status == "SUCCESS");
            give(Event { must_be_asked, ..Event::answer(id, "PUT") });
        }
        "PUSH" => {
            // Each subscription confirms for itself.
            let options = item.get("options").and_then(Value::as_array).into_iter().flatten();
            let lists =
                options.filter_map(|option| option.get("infos").or_else(|| option.get("ids"))?.as_array());
            let subscriptions = lists.map(Vec::len).sum::<usize>().max(1);
            (0..subscriptions).for_each(|_| give(Event::ask(Id::Push(queue, guid()), kind)));
        }
        "CONFIRM" | "REJECT" => give(Event::answer(Id::Push(queue, guid()), "PUSH")),
        _ => {}
    }
}

/// Messages of Fila that are neither requests nor answers.
const FILA_ALONE: [&str; 4] = ["Credit", "CancelConsume", "Delivery", "Disconnect"];

fn fila(kind: &str, line: &Map<String, Value>, give: Give<'_>) {
    let Some(id) = line.get("request_id").and_then(Value::as_u64).map(Id::Fila) else { return };
    match kind {
        "" => {}
        alone if FILA_ALONE.contains(&alone) => {}
        // It may also end a subscription, or tell of no request in particular.
        "Error" => give(Event { must_be_asked: false, ..Event::answer(id, kind) }),
        "ConsumeOk" => give(Event::answer(id, "Consume")),
        "HandshakeOk" => give(Event::answer(id, "Handshake")),
        "Pong" => give(Event::answer(id, "Ping")),
        kind => match kind.strip_suffix("Result") {
            Some(request) => give(Event::answer(id, request)),
            None => give(Event::ask(id, kind)),
        },
    }
}

fn mx(kind: &str, message: &Value, give: Give<'_>) {
    let text = |name: &str| message.get(name).and_then(Value::as_str);
    let Some(id) = text("requestId").filter(|id| id.len() <= MAX_ID) else { return };
    let id = Id::Mx(id.into());
    match (kind, text("command")) {
        ("COMMAND", Some(command)) => give(Event::ask(id, crate::stats::cut(command))),
        ("RESPONSE", _) => give(Event::answer(id, kind)),
        _ => {}
    }
}
