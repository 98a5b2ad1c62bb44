//! Where the specification is silent or contradicts itself: what was decided (README of fila-codec), case by case.

mod connection;
mod continuation;
mod frames;
mod lengths;
mod values;

use codec_common::inspect::{self, Visitor};
use codec_common::{At, EncodeReason, Limits, List, Reason, Sink, Str, Uuid};
use codec_testkit::fila::drive::{Event, Failure, Feed, receive};
use codec_testkit::oracle::fila::{frame, whole};
use fila_codec::connection::{
    Handshaken, Phase, Role, Rules, ServerOffer, Subscription, SubscriptionEvent, UnknownOpcode,
    ViolationReason, accept,
};
use fila_codec::message::*;
use fila_codec::types::{
    Backoff, BucketKind, DeliveryDurability, Key, KeyPart, Throttle, ThrottleLimit, WhenThrottleKeyMissing,
};
use fila_codec::{
    Capabilities, Encodable, ErrorCode, FrameEncoder, FrameSink, MaxFrame, Opcode, Reassembler, RequestId,
    Validate, batch, cut,
};

use std::ops::Range;

const WHOLE: &[usize] = &[usize::MAX];

/// A frame with everything given.
fn raw(opcode: u8, flags: u8, id: u32, body: &[u8]) -> Vec<u8> {
    let mut bytes = frame(opcode, body);
    bytes[5] = flags;
    bytes[6..10].copy_from_slice(&id.to_be_bytes());
    bytes
}

fn events(bytes: &[u8]) -> Vec<Event> {
    receive(bytes, Limits::new(), Feed::Chunks, WHOLE)
}

/// Opcode and request id of a message, or the reason of an error.
fn short(events: &[Event]) -> Vec<String> {
    let short = |event: &Event| match event {
        Event::Message { opcode, request_id, .. } => format!("{opcode:#04x} {request_id}"),
        Event::Error(Failure { reason, fatal, .. }) => format!("{reason}{}", if *fatal { "!" } else { "" }),
    };
    events.iter().map(short).collect()
}

fn reason(opcode: u8, body: &[u8]) -> Reason {
    Message::decode(opcode, body, 10).unwrap_err().reason()
}

fn decodes(opcode: u8, body: &[u8]) -> Message<'_> {
    Message::decode(opcode, body, 10).unwrap().0
}

fn encoded<'a>(message: impl Encodable<'a>) -> Vec<u8> {
    let mut out = Vec::new();
    FrameEncoder::default().encode_to_vec(&message, RequestId(7), &mut out).unwrap();
    out
}
