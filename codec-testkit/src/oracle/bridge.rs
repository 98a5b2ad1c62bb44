//! The oracles of `bridge-codec`.

use super::{show, show_error};
use crate::alloc_count;
use crate::generate::bridge::{self as generate, Received};
use arbitrary::Unstructured;
use bridge_codec::sqs::api::{SqsDestination, attributes_md5, send_message};
use bridge_codec::{
    AmqpBody, AmqpMessage, AmqpReceiver, AmqpSections, AmqpSender, BmqSender, Envelope, FilaSender, Identity,
    Limits, MapError, MqttPacket, MqttPacketError, MqttReceiver, MqttSender, MxSender, Payload, Poison,
    SqsReceiver, SqsSender, Timestamp, amqp_to_envelope, envelope_to_amqp, envelope_to_bmq, envelope_to_fila,
    envelope_to_mqtt, envelope_to_mx, envelope_to_sqs, mqtt, mqtt_to_envelope, names, sqs_to_envelope,
};
use bytes::Bytes;
use serde_json::Value;
use std::num::NonZeroU16;

const NOW: Timestamp = Timestamp::from_millis(1_772_366_400_000);

/// The memory that decoding may hold: a value of one byte becomes one of 40, in a list that grows by doubling.
const fn bound(len: usize) -> usize {
    256 * len + (64 << 10)
}

fn new_id() -> Identity {
    Identity::new("fresh").expect("not empty")
}

/// Any message of any side, through any route, to every side: the payload arrives unchanged or not at all, nothing
/// private is sent, and what is sent can be written and read again.
///
/// # Panics
/// When a law is broken.
pub fn bridge_map_any(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let (Ok(route), Ok(received)) = (generate::route(&mut u), generate::received(&mut u)) else { return };
    let Some(envelope) = receive(received) else { return };
    let payload = envelope.payload.clone();
    let carried = match route.carry(envelope, NOW, new_id) {
        Ok(carried) => carried.envelope,
        Err(error) => return fails(&error),
    };
    assert_eq!(carried.payload, payload);
    sends_sqs(&carried);
    sends_mqtt(&carried);
    sends_amqp(&carried);
    sends_own(&carried);
}

fn receive(received: Received) -> Option<Envelope> {
    let dropped = |poison: Poison| show_error(&poison);
    match received {
        Received::Sqs(message) => {
            Some(sqs_to_envelope(message, &SqsReceiver { sns_unwrap: true }, NOW, new_id).value)
        }
        Received::Mqtt(publish) => {
            let got = mqtt_to_envelope(publish, &MqttReceiver::default(), NOW, new_id);
            got.map_err(dropped).ok().map(|got| got.value)
        }
        Received::Amqp(message) => {
            let got = amqp_to_envelope(message, &AmqpReceiver::default(), NOW, new_id);
            got.map_err(dropped).ok().map(|got| got.value)
        }
        Received::Envelope(envelope) => Some(envelope),
    }
}

/// A pure mapping has nothing that another try would change.
fn fails(error: &MapError) {
    show_error(error);
    assert!(!error.code().retry(), "{error}");
}

/// Not one of the private names, in any case.
fn public(name: &str) {
    assert!(!names::is_internal_only(name), "{name} is private");
}

fn sends_sqs(envelope: &Envelope) {
    let sent = match envelope_to_sqs(envelope, &SqsSender::default()) {
        Ok(sent) => sent.value,
        Err(error) => return fails(&error),
    };
    assert_eq!(sent.body.as_bytes(), &*envelope.payload);
    assert!(sent.attributes.len() <= bridge_codec::sqs::MAX_ATTRIBUTES);
    sent.attributes.iter().for_each(|(name, _)| public(name));
    let request = send_message(&sent, &SqsDestination::default());
    let value: Value = serde_json::from_str(&request).expect("JSON");
    assert_eq!(value["MessageBody"], sent.body);
    for (name, attribute) in &sent.attributes {
        let shown = &value["MessageAttributes"][name];
        assert_eq!(shown["DataType"], attribute.data_type);
        assert_eq!(shown.get("StringValue").and_then(Value::as_str), attribute.as_text());
    }
    assert_eq!(attributes_md5(&sent.attributes).len(), 32);
}

fn sends_mqtt(envelope: &Envelope) {
    for qos in 0..=2 {
        let sender = MqttSender { default_topic: Some("t".into()), qos, ..MqttSender::default() };
        let sent = match envelope_to_mqtt(envelope, &sender, NOW) {
            Ok(sent) => sent.value,
            Err(error) => return fails(&error),
        };
        assert_eq!(sent.payload, envelope.payload);
        sent.user_properties.iter().filter_map(|(key, _)| key.as_str()).for_each(public);
        let len = mqtt::packet_len(&sent);
        let packet = MqttPacket { packet_id: NonZeroU16::new(u16::from(qos)), ..sent.into() };
        match packet.encode() {
            Ok(bytes) => {
                assert_eq!(bytes.len(), len);
                match MqttPacket::decode(&bytes.into()) {
                    Ok(read) => assert_eq!(read, packet),
                    // More than a receiver of this bridge converts can be sent.
                    Err(error) => assert!(matches!(error, MqttPacketError::Poison { .. }), "{error}"),
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn sends_amqp(envelope: &Envelope) {
    let sent = match envelope_to_amqp(envelope, &AmqpSender::default()) {
        Ok(sent) => sent.value,
        Err(error) => return fails(&error),
    };
    assert_eq!(sent.body, Some(AmqpBody::Data(vec![envelope.payload.clone()])));
    sent.application_properties.iter().flatten().for_each(|(name, _)| public(name));
    reads_back(&AmqpSections::from(sent).encode().expect("what is sent can be written").into());
}

/// The sides without a page.
fn sends_own(envelope: &Envelope) {
    let queue = Some("queue".to_owned());
    let fila =
        envelope_to_fila(envelope, &FilaSender { default_queue: queue.clone(), ..FilaSender::default() });
    same_payload(fila.map(|sent| sent.value.payload), envelope);
    let bmq = envelope_to_bmq(envelope, &BmqSender { default_queue: queue.clone(), ..BmqSender::default() });
    same_payload(bmq.map(|sent| sent.value.payload), envelope);
    let mx = envelope_to_mx(envelope, &MxSender { default_queue: queue, ..MxSender::default() });
    match mx {
        Ok(sent) => drop(serde_json::from_str::<Value>(sent.value.as_raw().as_str()).expect("JSON")),
        Err(error) => fails(&error),
    }
}

fn same_payload(sent: Result<Payload, MapError>, envelope: &Envelope) {
    match sent {
        Ok(payload) => assert_eq!(payload, envelope.payload),
        Err(error) => fails(&error),
    }
}

/// Any bytes are an error or sections, within bounds of memory; and what is read can be written and read again.
///
/// # Panics
/// When a law is broken.
pub fn bridge_amqp_sections(data: &[u8]) {
    let bytes = Bytes::copy_from_slice(data);
    let read = alloc_count::at_most("reading sections", bound(data.len()), || {
        AmqpSections::decode(&bytes, &Limits::default())
    });
    match read {
        Ok(sections) => {
            show(&sections);
            let again = sections.encode().expect("what is read can be written");
            reads_back(&again.into());
            if let Ok(got) = amqp_to_envelope(sections.into(), &AmqpReceiver::default(), NOW, new_id) {
                sends_amqp(&got.value);
            }
        }
        Err(error) => {
            show_error(&error);
            assert!(error.offset() <= data.len(), "{error}");
        }
    }
    // A message that is built from the bytes.
    if let Ok(Received::Amqp(message)) = generate::received(&mut Unstructured::new(data)) {
        built(message);
    }
}

/// What was written decodes, and encodes to the same bytes. Bytes are compared, since a NaN is not equal to itself.
fn reads_back(bytes: &Bytes) {
    let read = AmqpSections::decode(bytes, &Limits::default()).expect("what is written can be read");
    assert_eq!(read.encode().expect("what is read can be written"), **bytes);
}

fn built(message: AmqpMessage) {
    let mut out = vec![7];
    match AmqpSections::from(message).encode_to(&mut out) {
        Ok(()) => reads_back(&out.split_off(1).into()),
        Err(error) => {
            show_error(&error);
            assert_eq!(out, [7], "the output is as it was");
        }
    }
}

/// Any bytes are an error or a packet, within bounds of memory; a packet encodes to one that decodes to the same.
///
/// # Panics
/// When a law is broken.
pub fn bridge_mqtt_publish(data: &[u8]) {
    let bytes = Bytes::copy_from_slice(data);
    let read = alloc_count::at_most("reading a packet", bound(data.len()), || MqttPacket::decode(&bytes));
    match read {
        Ok(packet) => {
            show(&packet);
            let again: Bytes = packet.encode().expect("what is read can be written").into();
            assert!(again.len() <= data.len(), "the shortest form is no longer");
            assert_eq!(MqttPacket::decode(&again).as_ref(), Ok(&packet));
            let got = mqtt_to_envelope(packet.publish, &MqttReceiver::default(), NOW, new_id);
            sends_mqtt(&got.expect("poison is found before").value);
        }
        Err(error) => {
            show_error(&error);
            if let MqttPacketError::Malformed { offset, .. } = error {
                assert!(offset <= data.len(), "{error}");
            }
        }
    }
}
