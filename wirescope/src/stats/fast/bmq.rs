//! BlazingMQ: PUT, PUSH, ACK, CONFIRM, REJECT and heartbeats.

use super::{Contents, Counting};
use crate::pairing::Event as Asked;
use crate::protocol::{Protocol, bmq::Bmq};
use crate::stats::queue::Extent;
use bmq_codec::{
    AckMessage, AckStatus, Body, CompressionAlgorithmType, DecodeError, Event, Kind, Message, MessageGuid,
    MessageOption, Messages, Push, Put, PutFlags, PutMessage,
};

/// Counts an event whose messages are all as they should be.
pub(crate) fn count(bmq: &mut Bmq, bytes: &[u8], counting: &mut Counting<'_>) -> bool {
    let Ok(event) = Event::decode(bytes) else { return false };
    let Some(kind) = event.event_type().name() else { return false };
    let Ok(body) = event.body_with(bmq.options.strictness) else { return false };
    let length = bytes.len();
    match body {
        Body::Put(list) => return messages(bmq, list, kind, length, counting),
        Body::Push(list) => return messages(bmq, list, kind, length, counting),
        Body::Ack(items) => {
            let count = items.iter().map(|item| ack(item, kind, counting)).count();
            finish(kind, length, count, counting);
        }
        Body::Confirm(items) => {
            let items = items.iter().map(|item| (item.queue_id, item.guid));
            confirms(items, kind, length, counting);
        }
        Body::Reject(items) => {
            let items = items.iter().map(|item| (item.queue_id, item.guid));
            confirms(items, kind, length, counting);
        }
        Body::HeartbeatReq | Body::HeartbeatRsp => {
            counting.pair(Protocol::Bmq, || Some(Asked::heartbeat(matches!(body, Body::HeartbeatRsp))));
            finish(kind, length, 0, counting);
        }
        _ => return false,
    }
    true
}

/// What is known of an event's messages so far: it counts only when all of them turn out to be whole.
#[derive(Default)]
struct Seen {
    /// The queue and, where there is one, the payload's length of each.
    messages: Vec<(u32, Option<u64>)>,
    findings: Vec<&'static str>,
    asked: Vec<Asked<'static>>,
}

/// What only one kind of message has.
trait Counted: Kind {
    /// What is wrong with the checksum.
    fn crc_fault(message: &Message<'_, Self>) -> Option<DecodeError>;

    /// What the message asks, with how many subscriptions it has.
    fn asks(message: &Message<'_, Self>, subscriptions: usize, asked: &mut Vec<Asked<'static>>);
}

impl Counted for Put {
    fn crc_fault(message: &PutMessage<'_>) -> Option<DecodeError> {
        message.crc_fault()
    }

    fn asks(message: &PutMessage<'_>, _: usize, asked: &mut Vec<Asked<'static>>) {
        if message.flags().contains(PutFlags::ACK_REQUESTED) {
            let correlation = message.correlation_id().map(|id| id.0.into());
            asked.extend(Asked::put(message.queue_id().into(), message.guid(), correlation));
        }
    }
}

impl Counted for Push {
    fn crc_fault(_: &Message<'_, Self>) -> Option<DecodeError> {
        None
    }

    fn asks(message: &Message<'_, Self>, subscriptions: usize, asked: &mut Vec<Asked<'static>>) {
        let push = || Asked::push(message.queue_id().into(), message.guid());
        asked.extend(std::iter::repeat_with(push).take(subscriptions.max(1)));
    }
}

/// Counts the messages of an event, if none is broken.
fn messages<K: Counted>(
    bmq: &Bmq,
    messages: Messages<'_, K>,
    kind: &str,
    length: usize,
    counting: &mut Counting<'_>,
) -> bool {
    if messages.is_empty_event() {
        return false;
    }
    let mut seen = Seen::default();
    for message in messages {
        if !message.is_ok_and(|message| one(bmq, &message, &mut seen, counting)) {
            return false;
        }
    }
    let mut contents =
        Contents { messages: seen.messages.len() as u64, payloads: Extent::default(), findings: 0 };
    for (queue, payload) in &seen.messages {
        payload.iter().for_each(|payload| contents.payloads.add(*payload));
        counting.queue(*queue, kind, *payload);
    }
    seen.findings.iter().for_each(|reason| counting.stats.finding(reason));
    contents.findings = seen.findings.len() as u64;
    seen.asked.into_iter().for_each(|event| counting.pair(Protocol::Bmq, || Some(event)));
    counting.frame(Protocol::Bmq, kind, length, contents);
    true
}

/// Sees a message; false where it is broken, or there is something to be told.
fn one<K: Counted>(bmq: &Bmq, message: &Message<'_, K>, seen: &mut Seen, counting: &Counting<'_>) -> bool {
    let mut subscriptions = 0;
    if message.options_words() > 0 {
        for option in message.options() {
            let Ok(option) = option else { return false };
            match option.value() {
                Ok(MessageOption::SubQueueInfos(infos) | MessageOption::SubQueueIdsOld(infos)) => {
                    subscriptions += infos.len();
                }
                Ok(MessageOption::MsgGroupId(_)) if option.padding_fault().is_some() => return false,
                Ok(MessageOption::Unknown(_)) | Err(_) => return false,
                Ok(_) => {}
            }
        }
    }
    let findings = &mut seen.findings;
    let mut found = |finding: DecodeError| findings.push(finding.reason().name());
    K::crc_fault(message).into_iter().for_each(&mut found);
    message.framing_findings(&mut found);
    // Without properties and compression there is nothing to be read.
    let plain = !message.has_properties() && message.compression() == CompressionAlgorithmType::NONE;
    let payload = if plain {
        message.app_data().len()
    } else {
        let mut inflater = bmq.inflater.borrow_mut();
        let read = message.read(bmq.options.dialect, &mut inflater, bmq.limits.max_message(), &mut found);
        match read {
            Ok(reading) => reading.contents.payload.len(),
            Err(_) => return false,
        }
    };
    seen.messages.push((message.queue_id(), (!message.is_implicit()).then_some(payload as u64)));
    if counting.at.is_some() {
        K::asks(message, subscriptions, &mut seen.asked);
    }
    true
}

fn ack(item: AckMessage, kind: &str, counting: &mut Counting<'_>) {
    counting.queue(item.queue_id, kind, None);
    counting.pair(Protocol::Bmq, || {
        let is_success = item.status == AckStatus::SUCCESS;
        Some(Asked::ack(item.queue_id.into(), item.guid, item.correlation_id.0.into(), is_success))
    });
    let names = &mut counting.stats.kind(Protocol::Bmq, kind).names;
    *match item.status.name() {
        Some(name) => names.of(name),
        None => names.of(&item.status.0.to_string()),
    } += 1;
}

fn confirms(
    items: impl Iterator<Item = (u32, MessageGuid)>,
    kind: &str,
    length: usize,
    counting: &mut Counting<'_>,
) {
    let mut count = 0;
    for (queue, guid) in items {
        counting.queue(queue, kind, None);
        counting.pair(Protocol::Bmq, || Some(Asked::confirm(queue.into(), guid)));
        count += 1;
    }
    finish(kind, length, count, counting);
}

/// Counts an event whose messages have no payloads.
fn finish(kind: &str, length: usize, messages: usize, counting: &mut Counting<'_>) {
    let contents = Contents { messages: messages as u64, ..Contents::default() };
    counting.frame(Protocol::Bmq, kind, length, contents);
}
