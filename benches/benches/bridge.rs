//! The bridge: each mapping of a message with ten headers and 1 KiB of payload, routes, and the adapters to bytes.
//!
//! What each of them allocates is printed before it is measured.

use benches::payloads;
use bridge_codec::sqs::api::{SqsBackstop, SqsDestination, body_md5, read_receive_message, send_message};
use bridge_codec::{
    AmqpMessage, AmqpReceiver, AmqpSections, AmqpSender, Envelope, HeaderValue, Identity, Limits, MqttPacket,
    MqttPublish, MqttReceiver, MqttSender, Route, SqsMessage, SqsReceiver, SqsSender, Timestamp,
    amqp_to_envelope, envelope_to_amqp, envelope_to_mqtt, envelope_to_sqs, mqtt_to_envelope, sqs_to_envelope,
};
use bytes::Bytes;
use codec_testkit::alloc_count;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use fe2o3_amqp_types::messaging::message::__private::{Deserializable, Serializable};
use fe2o3_amqp_types::messaging::{Body, Message};
use std::hint::black_box;

codec_testkit::count_allocations!();

/// Message sections as `fe2o3-amqp-types` has them.
type Peer = Message<Body<serde_amqp::Value>>;

const NOW: Timestamp = Timestamp::from_millis(1_772_366_400_000);
const PAYLOAD: usize = 1024;

fn new_id() -> Identity {
    Identity::new("5f2b9c1e-8a4d-4c36-9b70-2d1e6f3a8c55").unwrap()
}

/// Text, so that every side takes it; ten headers that every side carries.
fn envelope() -> Envelope {
    let text: Vec<u8> = payloads(1, PAYLOAD).remove(0).iter().map(|byte| b'a' + byte % 26).collect();
    let mut envelope = Envelope::new(Identity::new("6f9619ff-8b86-d011").unwrap(), text, NOW);
    let header =
        |number: usize| (format!("header-{number}"), HeaderValue::Text(format!("value of {number}")));
    envelope.headers = (0..10).map(header).collect();
    envelope
}

/// Measures a piece of work, and prints what it allocates.
fn row<R>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut() -> R) {
    let (_, made) = alloc_count::count(&mut work);
    println!("{name}: {} allocations, {} bytes", made.count, made.bytes);
    group.bench_function(name, |b| b.iter(&mut work));
}

fn group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Bytes(PAYLOAD as u64));
    group
}

/// What each side gets for the envelope.
fn messages() -> (SqsMessage, MqttPublish, AmqpMessage) {
    let envelope = envelope();
    let sender = MqttSender { default_topic: Some("plant/7/temp".into()), ..MqttSender::default() };
    (
        envelope_to_sqs(&envelope, &SqsSender::default()).unwrap().value,
        envelope_to_mqtt(&envelope, &sender, NOW).unwrap().value,
        envelope_to_amqp(&envelope, &AmqpSender::default()).unwrap().value,
    )
}

fn map(c: &mut Criterion) {
    let (envelope, (sqs, publish, amqp)) = (envelope(), messages());
    let sender = MqttSender { default_topic: Some("plant/7/temp".into()), ..MqttSender::default() };
    let mut group = group(c, "map/bridge");
    // Receivers take their message, so each has a copy of it made: the floor is that copy.
    row(&mut group, "copy_sqs", || black_box(&sqs).clone());
    row(&mut group, "sqs_in", || {
        sqs_to_envelope(black_box(&sqs).clone(), &SqsReceiver::default(), NOW, new_id)
    });
    row(&mut group, "copy_mqtt", || black_box(&publish).clone());
    row(&mut group, "mqtt_in", || {
        mqtt_to_envelope(black_box(&publish).clone(), &MqttReceiver::default(), NOW, new_id)
    });
    row(&mut group, "copy_amqp", || black_box(&amqp).clone());
    row(&mut group, "amqp_in", || {
        amqp_to_envelope(black_box(&amqp).clone(), &AmqpReceiver::default(), NOW, new_id)
    });
    row(&mut group, "copy_envelope", || black_box(&envelope).clone());
    row(&mut group, "route", || Route::default().carry(black_box(&envelope).clone(), NOW, new_id));
    row(&mut group, "sqs_out", || envelope_to_sqs(black_box(&envelope), &SqsSender::default()));
    row(&mut group, "mqtt_out", || envelope_to_mqtt(black_box(&envelope), &sender, NOW));
    row(&mut group, "amqp_out", || envelope_to_amqp(black_box(&envelope), &AmqpSender::default()));
}

fn encode(c: &mut Criterion) {
    let (sqs, publish, amqp) = messages();
    let (packet, sections) = (MqttPacket::from(publish), AmqpSections::from(amqp));
    let to = SqsDestination { queue_url: "http://127.0.0.1/1/queue", ..SqsDestination::default() };
    let mut out = Vec::with_capacity(2 * PAYLOAD);
    let mut group = group(c, "encode/bridge");
    row(&mut group, "sqs", || send_message(black_box(&sqs), &to));
    row(&mut group, "mqtt", || black_box(&packet).encode());
    row(&mut group, "amqp", || {
        out.clear();
        black_box(&sections).encode_to(&mut out)
    });
    // Beside it serde's way, of the same sections.
    let bytes = sections.encode().unwrap();
    let peer = serde_amqp::from_slice::<Deserializable<Peer>>(&bytes).unwrap().0;
    let written = Bytes::from(serde_amqp::to_vec(&Serializable(&peer)).unwrap());
    assert_eq!(AmqpSections::decode(&written, &Limits::default()).unwrap(), sections);
    row(&mut group, "amqp-fe2o3", || serde_amqp::to_vec(&Serializable(black_box(&peer))));
}

fn decode(c: &mut Criterion) {
    let (sqs, publish, amqp) = messages();
    let packet: Bytes = MqttPacket::from(publish).encode().unwrap().into();
    let sections: Bytes = AmqpSections::from(amqp).encode().unwrap().into();
    let sent = send_message(&sqs, &SqsDestination::default());
    let attributes = sent.split_once("\"MessageAttributes\":").unwrap().1.trim_end_matches('}');
    let response = format!(
        r#"{{"Messages":[{{"MessageId":"m","ReceiptHandle":"r","MD5OfBody":"{}","Body":"{}","MessageAttributes":{attributes}}}}}}}]}}"#,
        body_md5(&sqs.body),
        sqs.body,
    );
    let read = read_receive_message(response.as_bytes(), &SqsBackstop::default()).unwrap();
    assert_eq!(read.messages[0].message.as_ref().unwrap().attributes.len(), 10);
    let mut group = group(c, "decode/bridge");
    row(&mut group, "sqs", || read_receive_message(black_box(response.as_bytes()), &SqsBackstop::default()));
    row(&mut group, "mqtt", || MqttPacket::decode(black_box(&packet)));
    row(&mut group, "amqp", || AmqpSections::decode(black_box(&sections), &Limits::default()));
    row(&mut group, "amqp-fe2o3", || serde_amqp::from_slice::<Deserializable<Peer>>(black_box(&sections)));
}

criterion_group! {
    name = all;
    config = benches::short();
    targets = map, encode, decode
}
criterion_main!(all);
