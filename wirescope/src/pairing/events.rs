//! What a line asks and answers.

use crate::control::{is_answer, request_id, selection};
use bmq_codec::MessageGuid;
use serde_json::{Map, Value};

/// Longest id of MessageX that is paired, in bytes.
const MAX_ID: usize = 256;

/// What a request and its answer have in common, beside their connection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    /// BlazingMQ: `rId`.
    Control(i64),
    /// BlazingMQ: there is one on a connection.
    Negotiation,
    /// BlazingMQ: one after another.
    Authentication,
    /// BlazingMQ: one after another.
    Heartbeat,
    /// BlazingMQ: a PUT that waits for its ACK, by queue and GUID.
    Put(u64, MessageGuid),
    /// BlazingMQ: a PUT of a client without GUIDs, by queue and correlation id.
    Correlated(u64, u64),
    /// BlazingMQ: a PUSH that waits for its CONFIRM, by queue and GUID.
    Push(u64, MessageGuid),
    /// Fila: `request_id`.
    Fila(u64),
    /// MessageX: `requestId`.
    Mx(Box<str>),
}

/// One thing that is asked or answered.
#[derive(Clone, Debug)]
pub(crate) struct Event<'e> {
    pub(super) id: Id,
    /// What is asked; of an answer, what its request is likely to be.
    pub(super) kind: &'e str,
    pub(super) is_answer: bool,
    /// A second request of this id takes the place of the first.
    pub(super) is_unique: bool,
    /// An answer that is not expected without a request.
    pub(super) must_be_asked: bool,
    /// Index in the list of messages.
    pub(super) item: Option<usize>,
}

impl<'e> Event<'e> {
    fn ask(id: Id, kind: &'e str) -> Self {
        let is_unique = !matches!(id, Id::Heartbeat | Id::Put(..) | Id::Correlated(..) | Id::Push(..));
        Self { id, kind, is_answer: false, is_unique, must_be_asked: true, item: None }
    }

    fn answer(id: Id, kind: &'e str) -> Self {
        Self { is_answer: true, ..Self::ask(id, kind) }
    }

    /// A heartbeat, or the answer to one.
    pub(crate) fn heartbeat(is_answer: bool) -> Self {
        Self { is_answer, ..Self::ask(Id::Heartbeat, "HEARTBEAT_REQ") }
    }

    /// A PUT that asks for an ACK. Without a correlation id the GUID tells which; a correlation id of 0 stands for
    /// none, so that no ACK can be told to be that of the PUT.
    pub(crate) fn put(queue: u64, guid: MessageGuid, correlation: Option<u64>) -> Option<Self> {
        let id = match correlation {
            Some(0) => return None,
            Some(id) => Id::Correlated(queue, id),
            None => Id::Put(queue, guid),
        };
        Some(Self::ask(id, "PUT"))
    }

    /// An ACK. A failure is told of although no ACK was asked for.
    pub(crate) fn ack(queue: u64, guid: MessageGuid, correlation: u64, is_success: bool) -> Self {
        let id = if correlation == 0 { Id::Put(queue, guid) } else { Id::Correlated(queue, correlation) };
        Self { must_be_asked: is_success, ..Self::answer(id, "PUT") }
    }

    /// A PUSH, once for each of its subscriptions, which confirm for themselves.
    pub(crate) fn push(queue: u64, guid: MessageGuid) -> Self {
        Self::ask(Id::Push(queue, guid), "PUSH")
    }

    /// A CONFIRM or REJECT.
    pub(crate) fn confirm(queue: u64, guid: MessageGuid) -> Self {
        Self::answer(Id::Push(queue, guid), "PUSH")
    }

    /// A message of Fila; none for those that are neither requests nor answers.
    pub(crate) fn fila(kind: &'e str, request_id: u64) -> Option<Self> {
        let id = Id::Fila(request_id);
        Some(match kind {
            "" | "Credit" | "CancelConsume" | "Delivery" | "Disconnect" => return None,
            // It may also end a subscription, or tell of no request in particular.
            "Error" => Self { must_be_asked: false, ..Self::answer(id, kind) },
            "ConsumeOk" => Self::answer(id, "Consume"),
            "HandshakeOk" => Self::answer(id, "Handshake"),
            "Pong" => Self::answer(id, "Ping"),
            kind => match kind.strip_suffix("Result") {
                Some(request) => Self::answer(id, request),
                None => Self::ask(id, kind),
            },
        })
    }

    /// A COMMAND of MessageX by its name, or a RESPONSE; none for ids that are too long to be kept.
    pub(crate) fn mx(request_id: &str, command: Option<&'e str>) -> Option<Self> {
        let id = (request_id.len() <= MAX_ID).then(|| Id::Mx(request_id.into()))?;
        Some(match command {
            Some(command) => Self::ask(id, crate::names::cut(command)),
            None => Self::answer(id, "RESPONSE"),
        })
    }
}

type Give<'g> = &'g mut dyn FnMut(Event<'_>);

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
        "HEARTBEAT_REQ" => give(Event::heartbeat(false)),
        "HEARTBEAT_RSP" => give(Event::heartbeat(true)),
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
    let guid = || item.get("guid").and_then(Value::as_str)?.parse().ok();
    let (Some(queue), Some(guid)) = (number("queueId"), guid()) else { return };
    match kind {
        "PUT" => {
            let flags = item.get("flags").and_then(Value::as_array);
            if flags.is_some_and(|flags| flags.iter().any(|flag| flag == "ACK_REQUESTED")) {
                Event::put(queue, guid, number("correlationId")).into_iter().for_each(give);
            }
        }
        "ACK" => {
            let is_success = item.get("status").is_some_and(|status| status == "SUCCESS");
            give(Event::ack(queue, guid, number("correlationId").unwrap_or(0), is_success));
        }
        "PUSH" => {
            let options = item.get("options").and_then(Value::as_array).into_iter().flatten();
            let lists =
                options.filter_map(|option| option.get("infos").or_else(|| option.get("ids"))?.as_array());
            let subscriptions = lists.map(Vec::len).sum::<usize>().max(1);
            (0..subscriptions).for_each(|_| give(Event::push(queue, guid)));
        }
        "CONFIRM" | "REJECT" => give(Event::confirm(queue, guid)),
        _ => {}
    }
}

fn fila(kind: &str, line: &Map<String, Value>, give: Give<'_>) {
    let id = line.get("request_id").and_then(Value::as_u64);
    id.and_then(|id| Event::fila(kind, id)).into_iter().for_each(give);
}

fn mx(kind: &str, message: &Value, give: Give<'_>) {
    let text = |name: &str| message.get(name).and_then(Value::as_str);
    let Some(id) = text("requestId") else { return };
    let event = match kind {
        "COMMAND" => text("command").and_then(|command| Event::mx(id, Some(command))),
        "RESPONSE" => Event::mx(id, None),
        _ => None,
    };
    event.into_iter().for_each(give);
}
