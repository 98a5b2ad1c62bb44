//! BlazingMQ: PUT, PUSH, ACK, CONFIRM and heartbeats.

use super::{Fast, frame};
use crate::protocol::{Protocol, bmq::Bmq};
use crate::stats::Stats;
use crate::stats::queue::{Extent, Queue};
use bmq_codec::{
    AckMessage, Body, CompressionAlgorithmType, DecodeError, Event, Kind, Message, MessageOption, Messages,
    Push, Put, PutMessage,
};

/// What is known of an event's messages so far: it counts only when all of them turn out to be whole.
#[derive(Default)]
struct Seen {
    /// The queue and, where there is one, the payload's length of each.
    messages: Vec<(u32, Option<u64>)>,
    findings: Vec<&'static str>,
}

/// A message's checksum, where its kind has one.
trait Checked: Kind {
    fn crc_fault(message: &Message<'_, Self>) -> Option<DecodeError>;
}

impl Checked for Put {
    fn crc_fault(message: &PutMessage<'_>) -> Option<DecodeError> {
        message.crc_fault()
    }
}

impl Checked for Push {
    fn crc_fault(_: &Message<'_, Self>) -> Option<DecodeError> {
        None
    }
}

impl Fast for Bmq {
    fn count(&mut self, bytes: &[u8], stats: &mut Stats) -> bool {
        let Ok(event) = Event::decode(bytes) else { return false };
        let Some(kind) = event.event_type().name() else { return false };
        let Ok(body) = event.body_with(self.options.strictness) else { return false };
        match body {
            Body::Put(messages) => match self.messages(messages) {
                Some(seen) => seen.count(kind, bytes.len(), stats),
                None => return false,
            },
            Body::Push(messages) => match self.messages(messages) {
                Some(seen) => seen.count(kind, bytes.len(), stats),
                None => return false,
            },
            Body::Ack(items) => {
                let count = items.iter().map(|item| ack(item, kind, stats)).count();
                stats.frame(&frame(Protocol::Bmq, kind, bytes.len(), count as u64, Extent::default()));
            }
            Body::Confirm(items) => {
                let queues = items.iter().map(|item| Queue::Number(None, item.queue_id.into()));
                let count = queues.map(|queue| stats.queues.add(queue, kind, None)).count();
                stats.frame(&frame(Protocol::Bmq, kind, bytes.len(), count as u64, Extent::default()));
            }
            Body::HeartbeatReq | Body::HeartbeatRsp => {
                stats.frame(&frame(Protocol::Bmq, kind, bytes.len(), 0, Extent::default()));
            }
            _ => return false,
        }
        true
    }
}

impl Bmq {
    /// What messages an event has; `None` where any is broken.
    fn messages<K: Checked>(&mut self, messages: Messages<'_, K>) -> Option<Seen> {
        if messages.is_empty_event() {
            return None;
        }
        let mut seen = Seen::default();
        for message in messages {
            let message = message.ok()?;
            let payload = self.message(&message, &mut seen.findings)?;
            seen.messages.push((message.queue_id(), payload));
        }
        Some(seen)
    }

    /// The length of a message's payload, if it has one; `None` where the message is broken.
    fn message<K: Checked>(
        &mut self,
        message: &Message<'_, K>,
        findings: &mut Vec<&'static str>,
    ) -> Option<Option<u64>> {
        if message.options_words() > 0 {
            let known = |option: bmq_codec::OptionView<'_>| {
                option.value().is_ok_and(|value| !matches!(value, MessageOption::Unknown(_)))
            };
            // Of unknown ones there is something to be told.
            if !message.options().all(|option| option.is_ok_and(known)) {
                return None;
            }
        }
        let mut found = |finding: DecodeError| findings.push(finding.reason().name());
        K::crc_fault(message).into_iter().for_each(&mut found);
        message.framing_findings(&mut found);
        // Without properties and compression there is nothing to be read.
        let plain = !message.has_properties() && message.compression() == CompressionAlgorithmType::NONE;
        let payload = if plain {
            message.app_data().len()
        } else {
            let limit = self.limits.max_message();
            let mut inflater = self.inflater.borrow_mut();
            let read = message.read(self.options.dialect, &mut inflater, limit, &mut found);
            read.ok()?.contents.payload.len()
        };
        Some((!message.is_implicit()).then_some(payload as u64))
    }
}

impl Seen {
    fn count(&self, kind: &str, length: usize, stats: &mut Stats) {
        let mut payloads = Extent::default();
        for (queue, payload) in &self.messages {
            payload.iter().for_each(|payload| payloads.add(*payload));
            stats.queues.add(Queue::Number(None, (*queue).into()), kind, *payload);
        }
        self.findings.iter().for_each(|reason| stats.finding(reason));
        let mut frame = frame(Protocol::Bmq, kind, length, self.messages.len() as u64, payloads);
        frame.findings = self.findings.len() as u64;
        stats.frame(&frame);
    }
}

fn ack(item: AckMessage, kind: &str, stats: &mut Stats) {
    stats.queues.add(Queue::Number(None, item.queue_id.into()), kind, None);
    let names = &mut stats.kind(Protocol::Bmq, kind).names;
    *match item.status.name() {
        Some(name) => names.of(name),
        None => names.of(&item.status.0.to_string()),
    } += 1;
}
