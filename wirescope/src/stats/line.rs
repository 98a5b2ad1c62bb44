//! Counts a line.

use super::queue::{Extent, Queue};
use super::{Frame, Stats, UNREADABLE};
use crate::Line;
use crate::control::{opened, selection};
use crate::protocol::Protocol;
use crate::queues::connection;
use crate::session::Direction;
use crate::time::Time;
use fila_codec::types::ErrorCode;
use serde_json::{Map, Value};

type Json = Map<String, Value>;

impl Stats {
    /// Counts a line, and pairs it with those before.
    pub fn line(&mut self, line: &Line) {
        let _ = self.pairing.line(line);
        self.count(line);
    }

    /// Counts a line without pairing it.
    pub fn count(&mut self, line: &Line) {
        let json = &line.json;
        let Some(protocol) = line.protocol() else { return };
        let conn = json.get("conn").and_then(Value::as_u64);
        let dir = json.get("dir").and_then(Value::as_str).and_then(Direction::from_name);
        if let Some(time) = json.get("time").and_then(Value::as_str).and_then(Time::parse) {
            self.time(time);
        }
        if let Some(error) = json.get("error") {
            self.error(text(error.get("layer")), text(error.get("reason")), conn, dir);
        }
        for finding in items(json.get("findings")) {
            self.finding(text(finding.get("reason")));
        }
        if let Some((number, uri)) = opened(json) {
            self.queues.opened(connection(json), number, uri);
        }
        let Some(length) = json.get("length").and_then(Value::as_u64) else {
            let omitted = json.get("omitted").and_then(Value::as_u64).unwrap_or(0);
            self.unframed += 1;
            self.unread += line.bytes.len() as u64 + omitted;
            return;
        };
        let kind = match json.get("type") {
            Some(Value::String(name)) => name.clone(),
            Some(number) => number.to_string(),
            None => UNREADABLE.into(),
        };
        let (messages, payloads) = match protocol {
            Protocol::Bmq => self.bmq(json, &kind),
            Protocol::Fila => self.fila(json, &kind),
            Protocol::Mx => self.mx(json, &kind),
        };
        let findings = line.findings as u64;
        let is_error = line.is_error;
        self.frame(&Frame {
            protocol,
            kind: &kind,
            length,
            messages,
            payloads,
            is_error,
            findings,
            conn,
            dir,
        });
    }

    /// Messages inside an event, by their queues; what control messages and acknowledgements say.
    fn bmq(&mut self, json: &Json, kind: &str) -> (u64, Extent) {
        let (mut count, mut payloads) = (0, Extent::default());
        let message = json.get("message");
        for item in items(message.and_then(|message| message.get("messages"))) {
            if item.get("error").is_some() {
                continue;
            }
            count += 1;
            let payload = hex_len(item.get("payload")).or_else(|| hex_len(item.get("chunk")));
            payload.into_iter().for_each(|payload| payloads.add(payload));
            if let Some(number) = item.get("queueId").and_then(Value::as_u64) {
                self.queues.add(Queue::Number(connection(json), number), kind, payload);
            }
            if let Some(status) = item.get("status") {
                *self.kind(Protocol::Bmq, kind).names.of(&name(status)) += 1;
            }
        }
        let control = message.and_then(|message| message.get("control"));
        if let Some(selection) = control.and_then(selection) {
            *self.kind(Protocol::Bmq, kind).names.of(selection) += 1;
        }
        (count, payloads)
    }

    /// Messages of a batch, by their queues; error codes.
    fn fila(&mut self, json: &Json, kind: &str) -> (u64, Extent) {
        let (mut count, mut payloads) = (0, Extent::default());
        let Some(message) = json.get("message") else { return (0, payloads) };
        for item in items(message.get("messages").or_else(|| message.get("items"))) {
            count += 1;
            let payload = hex_len(item.get("payload"));
            payload.into_iter().for_each(|payload| payloads.add(payload));
            if let Some(queue) = item.get("queue").and_then(Value::as_str) {
                self.queues.add(Queue::Name(queue), kind, payload);
            }
        }
        let results = items(message.get("results")).map(|result| result.get("error_code").unwrap_or(result));
        for code in results.chain(message.get("error_code")) {
            let known = code.as_u64().and_then(|code| u8::try_from(code).ok());
            match known.and_then(|code| ErrorCode(code).name()) {
                Some(known) => *self.kind(Protocol::Fila, kind).names.of(known) += 1,
                None => *self.kind(Protocol::Fila, kind).names.of(&name(code)) += 1,
            }
        }
        (count, payloads)
    }

    /// A frame is a message: its payload, and the name of the command or event or what came of it.
    fn mx(&mut self, json: &Json, kind: &str) -> (u64, Extent) {
        let mut payloads = Extent::default();
        let Some(message) = json.get("message") else { return (0, payloads) };
        let payload = match (message.get("payload"), message.get("payloadText")) {
            (Some(value), _) => Some(value.to_string().len()),
            (None, Some(value)) => value.as_str().map(str::len),
            (None, None) => None,
        };
        payload.into_iter().for_each(|payload| payloads.add(payload as u64));
        let said = ["command", "event"].into_iter().find_map(|name| message.get(name)?.as_str());
        let came = || match message.get("success")? {
            Value::Bool(true) => Some("success"),
            _ => message.get("error")?.get("code")?.as_str(),
        };
        if let Some(said) = said.or_else(came) {
            *self.kind(Protocol::Mx, kind).names.of(said) += 1;
        }
        (1, payloads)
    }
}

fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn text(value: Option<&Value>) -> &str {
    value.and_then(Value::as_str).unwrap_or_default()
}

/// A name, or the number of what has none.
fn name(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Bytes that hexadecimal text stands for.
fn hex_len(value: Option<&Value>) -> Option<u64> {
    Some(value?.as_str()?.len() as u64 / 2)
}
