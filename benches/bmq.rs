//! Events to read, and the least that reading them takes.

use bmq_codec::build::{ItemsBuilder, SliceBuffer};
use bmq_codec::compression::Deflater;
use bmq_codec::{
    AckMessage, AckStatus, ConfirmMessage, CorrelationId, EventBuilder, MessageGuid, MessageOption,
    NewProperty, NewPush, NewPut, PropertyValue, PutFlags, Rda, SubQueueInfo, SubQueueInfos,
};
use std::hint::black_box;

/// What a consumer's message carries.
pub const INFOS: [SubQueueInfo; 2] =
    [SubQueueInfo { id: 7, rda: Rda::limited(3, false) }, SubQueueInfo { id: 9, rda: Rda::UNLIMITED }];

/// Properties of every type, and two more.
pub const PROPERTIES: [NewProperty<'static>; 9] = [
    NewProperty::new("accountId", PropertyValue::Int64(4_000_000_000_001)),
    NewProperty::new("attempt", PropertyValue::Short(3)),
    NewProperty::new("checksum", PropertyValue::Binary(&[7; 20])),
    NewProperty::new("contentType", PropertyValue::String(b"application/json")),
    NewProperty::new("isRetry", PropertyValue::Bool(true)),
    NewProperty::new("level", PropertyValue::Char(b'w')),
    NewProperty::new("priority", PropertyValue::Int32(-5)),
    NewProperty::new("region", PropertyValue::String(b"eu-west-1")),
    NewProperty::new("traceId", PropertyValue::String(b"4bf92f3577b34da6a3ce929d0e0e4736")),
];

/// The GUID of message `n`.
#[must_use]
pub fn guid(n: usize) -> MessageGuid {
    MessageGuid::from_fields(u32::try_from(n).unwrap_or(0), 1_234_567_890, *b"bench!")
}

/// A PUT message as a producer sends it.
#[must_use]
pub fn put<'m>(n: usize, properties: &'m [NewProperty<'m>], payload: &'m [u8]) -> NewPut<'m> {
    NewPut {
        queue_id: 3,
        id: guid(n),
        flags: PutFlags::ACK_REQUESTED,
        properties,
        payload,
        ..NewPut::default()
    }
}

/// Builds a PUT event into a slice; gives its length.
///
/// # Panics
/// When it does not fit.
pub fn build_put(payloads: &[Vec<u8>], properties: &[NewProperty<'_>], space: &mut [u8]) -> usize {
    let mut event = EventBuilder::put(SliceBuffer::new(space));
    for (n, payload) in payloads.iter().enumerate() {
        assert!(event.push(&put(n, properties, payload)).is_ok());
    }
    event.finish().len()
}

/// A PUT event.
#[must_use]
pub fn put_event(payloads: &[Vec<u8>], properties: &[NewProperty<'_>]) -> Vec<u8> {
    let mut event = EventBuilder::put(Vec::new());
    for (n, payload) in payloads.iter().enumerate() {
        assert!(event.push(&put(n, properties, payload)).is_ok());
    }
    event.into_buffer()
}

/// A PUSH event whose messages have options.
#[must_use]
pub fn push_event(payloads: &[Vec<u8>]) -> Vec<u8> {
    let options = [MessageOption::SubQueueInfos(SubQueueInfos::Items(&INFOS))];
    let mut event = EventBuilder::push_event(Vec::new());
    for (n, payload) in payloads.iter().enumerate() {
        let message =
            NewPush { queue_id: 3, guid: guid(n), options: &options, payload, ..NewPush::default() };
        assert!(event.push(&message).is_ok());
    }
    event.into_buffer()
}

/// A PUT event of one message that is compressed.
#[must_use]
pub fn compressed_event(payload: &[u8]) -> Vec<u8> {
    let mut event = EventBuilder::put(Vec::new());
    assert!(event.push_compressed(&put(1, &[], payload), &mut Deflater::default()).is_ok());
    event.into_buffer()
}

/// Acknowledgements.
#[must_use]
pub fn acks(count: usize) -> Vec<AckMessage> {
    (0..count).map(|n| AckMessage::new(AckStatus::SUCCESS, CorrelationId::NONE, guid(n), 3)).collect()
}

/// Confirmations.
#[must_use]
pub fn confirms(count: usize) -> Vec<ConfirmMessage> {
    (0..count).map(|n| ConfirmMessage { queue_id: 3, guid: guid(n), sub_queue_id: 1 }).collect()
}

/// Builds an event of items into a slice; gives its length.
///
/// # Panics
/// When it does not fit.
pub fn build_items<T: bmq_codec::Item>(items: &[T], space: &mut [u8]) -> usize {
    let mut event = ItemsBuilder::new(SliceBuffer::new(space));
    for item in items {
        assert!(event.push(item).is_ok());
    }
    event.finish().len()
}

/// Floor of PUT and PUSH: the first two words of each header and the last byte of each message.
pub fn walk_messages(event: &[u8]) {
    let mut rest = event.get(8..).unwrap_or_default();
    while let Some(&[a, b, c, d, e, f, g, h]) = rest.first_chunk::<8>() {
        let (first, second) = (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]));
        let Some((message, behind)) = rest.split_at_checked((first & 0x0FFF_FFFF) as usize * 4) else {
            return;
        };
        black_box((first, second, message.last()));
        rest = behind;
    }
}

/// Floor of ACK and CONFIRM: the six words of each item.
pub fn walk_items(event: &[u8]) {
    let (items, _) = event.get(12..).unwrap_or_default().as_chunks::<24>();
    for item in items {
        let (words, _) = item.as_chunks::<4>();
        let &[a, b, c, d, e, f] = words else { return };
        black_box([a, b, c, d, e, f].map(u32::from_be_bytes));
    }
}
