//! The same fields in protobuf, as prost derives it.

use super::data::Owned;
use bytes::Bytes;
use fila_codec::message::AckItem;

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Header {
    #[prost(string, tag = "1")]
    key: String,
    #[prost(string, tag = "2")]
    value: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct DeliveredMessage {
    #[prost(bytes = "bytes", tag = "1")]
    message_id: Bytes,
    #[prost(string, tag = "2")]
    queue: String,
    #[prost(message, repeated, tag = "3")]
    headers: Vec<Header>,
    #[prost(bytes = "bytes", tag = "4")]
    payload: Bytes,
    #[prost(string, tag = "5")]
    fairness_key: String,
    #[prost(uint32, tag = "6")]
    weight: u32,
    #[prost(uint32, tag = "7")]
    attempt_count: u32,
    #[prost(uint32, tag = "8")]
    redrive_count: u32,
    #[prost(uint64, tag = "9")]
    enqueued_at: u64,
    #[prost(uint64, tag = "10")]
    leased_at: u64,
    #[prost(uint64, tag = "11")]
    lease_expires_at: u64,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Delivery {
    #[prost(message, repeated, tag = "1")]
    messages: Vec<DeliveredMessage>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct EnqueueMessage {
    #[prost(string, tag = "1")]
    queue: String,
    #[prost(message, repeated, tag = "2")]
    headers: Vec<Header>,
    #[prost(bytes = "bytes", tag = "3")]
    payload: Bytes,
    #[prost(string, optional, tag = "4")]
    fairness_key: Option<String>,
    #[prost(uint32, optional, tag = "5")]
    weight: Option<u32>,
    #[prost(uint64, optional, tag = "6")]
    delay_ms: Option<u64>,
    #[prost(string, optional, tag = "7")]
    idempotency_key: Option<String>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Enqueue {
    #[prost(message, repeated, tag = "1")]
    messages: Vec<EnqueueMessage>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Acked {
    #[prost(string, tag = "1")]
    queue: String,
    #[prost(bytes = "bytes", tag = "2")]
    message_id: Bytes,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Ack {
    #[prost(message, repeated, tag = "1")]
    items: Vec<Acked>,
}

fn headers(owned: &Owned) -> Vec<Header> {
    owned.headers.iter().map(|(key, value)| Header { key: key.clone(), value: value.clone() }).collect()
}

pub(crate) fn delivery(owned: &[Owned]) -> Delivery {
    let message = |owned: &Owned| DeliveredMessage {
        message_id: Bytes::copy_from_slice(owned.id.as_bytes()),
        queue: owned.queue.clone(),
        headers: headers(owned),
        payload: Bytes::copy_from_slice(&owned.payload),
        fairness_key: owned.fairness_key.clone(),
        weight: 1,
        attempt_count: 1,
        redrive_count: 0,
        enqueued_at: 1_767_225_600_000,
        leased_at: 1_767_225_600_010,
        lease_expires_at: 1_767_225_630_010,
    };
    Delivery { messages: owned.iter().map(message).collect() }
}

pub(crate) fn enqueue(owned: &[Owned]) -> Enqueue {
    let message = |owned: &Owned| EnqueueMessage {
        queue: owned.queue.clone(),
        headers: headers(owned),
        payload: Bytes::copy_from_slice(&owned.payload),
        fairness_key: Some(owned.fairness_key.clone()),
        weight: None,
        delay_ms: None,
        idempotency_key: None,
    };
    Enqueue { messages: owned.iter().map(message).collect() }
}

pub(crate) fn ack(items: &[AckItem<'_>]) -> Ack {
    let acked = |item: &AckItem<'_>| Acked {
        queue: item.queue.as_str().to_owned(),
        message_id: Bytes::copy_from_slice(item.message_id.as_bytes()),
    };
    Ack { items: items.iter().map(acked).collect() }
}
