//! BlazingMQ into and out of the envelope: this crate's own tables.

use super::{NOW, bytes, envelope, lost, new_id, no_id, text};
use bridge_codec::{
    BmqMessage, BmqSender, BmqValue, Code, Envelope, HeaderValue, Identity, Mapped, bmq_to_envelope,
    envelope_to_bmq,
};

const QUEUE: &str = "bmq://bmq.test.mem.priority/q";

fn push(properties: &[(&str, BmqValue)]) -> BmqMessage {
    BmqMessage {
        queue: Some(QUEUE.into()),
        guid: Some([0xAB; 16]),
        properties: properties.iter().map(|(name, value)| ((*name).into(), value.clone())).collect(),
        payload: "p".into(),
    }
}

fn string(text: &str) -> BmqValue {
    BmqValue::String(text.into())
}

fn receive(message: BmqMessage) -> Mapped<Envelope> {
    bmq_to_envelope(message, NOW, no_id)
}

fn send(envelope: &Envelope) -> Mapped<BmqMessage> {
    envelope_to_bmq(envelope, &BmqSender { default_queue: Some(QUEUE.into()), address: None }).unwrap()
}

fn property(message: &BmqMessage, name: &str) -> Option<BmqValue> {
    message.properties.iter().find(|(known, _)| known.as_str() == Some(name)).map(|(_, value)| value.clone())
}

#[test]
fn identity_is_the_property_else_the_guid_else_new() {
    let guid = "AB".repeat(16);
    let got = receive(push(&[])).value;
    assert_eq!((&**got.id(), got.headers.text("bmq.guid")), (guid.as_str(), Some(guid.as_str())));
    let got = receive(push(&[("gobridge.message-id", string("m-1"))])).value;
    assert_eq!((&**got.id(), got.headers.text("bmq.guid")), ("m-1", Some(guid.as_str())));
    let got = bmq_to_envelope(BmqMessage { guid: None, ..push(&[]) }, NOW, new_id).value;
    assert_eq!((&**got.id(), got.headers.text("x-bridge.generated-id")), ("fresh", Some("true")));
}

#[test]
fn payload_subject_queue_and_time() {
    let got = receive(push(&[("gobridge.subject", string("s"))])).value;
    assert_eq!((&*got.payload, got.subject(), got.created_at), (&b"p"[..], Some("s"), NOW));
    assert_eq!((got.headers.text("bmq.queue"), got.headers.get("gobridge.subject")), (Some(QUEUE), None));
}

#[test]
fn properties_are_headers_and_keep_their_type() {
    let got = receive(push(&[
        ("bool", BmqValue::Bool(true)),
        ("char", BmqValue::Char(200)),
        ("short", BmqValue::Short(-2)),
        ("int32", BmqValue::Int32(-3)),
        ("int64", BmqValue::Int64(i64::MIN)),
        ("string", string("Malmö")),
        ("not-utf8", BmqValue::String(vec![0xFF].into())),
        ("binary", BmqValue::Binary(vec![0].into())),
    ]))
    .value;
    for (name, value) in [
        ("bool", HeaderValue::Bool(true)),
        ("char", HeaderValue::Int(200)),
        ("short", HeaderValue::Int(-2)),
        ("int32", HeaderValue::Int(-3)),
        ("int64", HeaderValue::Int(i64::MIN)),
        ("string", text("Malmö")),
        ("not-utf8", bytes(&[0xFF])),
        ("binary", bytes(&[0])),
    ] {
        assert_eq!(got.headers.get(name), Some(&value), "{name}");
    }
}

#[test]
fn properties_that_are_dropped() {
    let mut message = push(&[
        ("x-bridge.tenant-id", string("t")),
        ("bmq.guid", string("forged")),
        ("gobridge.subject", BmqValue::Int32(1)),
    ]);
    message.properties.push((vec![0xFF].into(), string("v")));
    let got = receive(message);
    assert_eq!(got.value.headers.len(), 2);
    assert_eq!(
        lost(&got),
        [
            "x-bridge.tenant-id: reserved",
            "bmq.guid: transport_name",
            "gobridge.subject: not_text",
            "\u{FFFD}: unsafe"
        ]
    );
}

#[test]
fn identity_and_subject_are_properties() {
    let mut made = envelope(&[("gobridge.message-id", text("forged"))]);
    made.set_subject("s");
    let sent = send(&made).value;
    assert_eq!(sent.guid, None);
    assert_eq!(sent.properties.len(), 2);
    assert_eq!(property(&sent, "gobridge.message-id"), Some(string("id-1")));
    assert_eq!(property(&sent, "gobridge.subject"), Some(string("s")));
}

#[test]
fn an_empty_payload_and_no_queue_are_refused() {
    let sender = BmqSender { default_queue: Some(QUEUE.into()), address: None };
    let empty = Envelope::new(Identity::new("i").unwrap(), "", NOW);
    assert_eq!(envelope_to_bmq(&empty, &sender).unwrap_err().code(), Code::InvalidPayload);
    assert_eq!(
        envelope_to_bmq(&envelope(&[]), &BmqSender::default()).unwrap_err().code(),
        Code::InvalidTopic
    );
    let sender = BmqSender { address: Some("bmq://a/b".into()), ..sender };
    assert_eq!(envelope_to_bmq(&envelope(&[]), &sender).unwrap().value.queue.as_deref(), Some("bmq://a/b"));
}

#[test]
fn other_headers_are_properties_by_type() {
    let long = "n".repeat(4096);
    let sent = send(&envelope(&[
        ("t", text("")),
        ("b", HeaderValue::Bool(false)),
        ("i", HeaderValue::Int(-1)),
        ("u", HeaderValue::Uint(5)),
        ("f", HeaderValue::Float(0.5)),
        ("at", HeaderValue::Time(NOW)),
        ("x", bytes(&[1])),
        ("null", HeaderValue::Null),
        ("large", HeaderValue::Uint(u64::MAX)),
        ("-dash", text("v")),
        ("bmq.queue", text("elsewhere")),
        ("x-bridge.route-id", text("r")),
        (&long, text("v")),
    ]));
    for (name, value) in [
        ("t", string("")),
        ("b", BmqValue::Bool(false)),
        ("i", BmqValue::Int64(-1)),
        ("u", BmqValue::Int64(5)),
        ("f", string("0.5")),
        ("at", string("2026-03-01T12:00:00Z")),
        ("x", BmqValue::Binary(vec![1].into())),
    ] {
        assert_eq!(property(&sent.value, name), Some(value), "{name}");
    }
    assert_eq!(sent.value.properties.len(), 8);
    assert_eq!(sent.report.lost().len(), 6);
}

#[test]
fn no_more_than_255_properties() {
    let mut made = envelope(&[("traceparent", text("00-x")), ("x-bridge.tenant-id", text("t"))]);
    for number in 0..300 {
        made.headers.insert(format!("h{number:03}"), "v");
    }
    let sent = send(&made);
    assert_eq!(sent.value.properties.len(), 255);
    assert!(property(&sent.value, "traceparent").is_some());
    assert!(property(&sent.value, "x-bridge.tenant-id").is_none());
    assert_eq!(sent.report.lost().len(), 302 - 254);
}

#[cfg(feature = "bmq")]
#[test]
fn on_the_wire_and_back() {
    use bmq_codec::{Body, Event, EventBuilder, MessageGuid, NewPush};
    let mut made = envelope(&[("k", text("v")), ("n", HeaderValue::Int(7)), ("x", bytes(&[0, 255]))]);
    made.set_subject("s");
    let sent = send(&made).value;
    let mut event = EventBuilder::push_event(Vec::new());
    event
        .push(&NewPush {
            guid: MessageGuid([0xAB; 16]),
            properties: &sent.new_properties(),
            payload: &sent.payload,
            ..NewPush::default()
        })
        .unwrap();
    let bytes = event.into_buffer();
    let event = Event::decode(&bytes).unwrap();
    let Body::Push(messages) = event.body().unwrap() else { panic!("not a PUSH") };
    let message = messages.into_iter().next().unwrap().unwrap();
    let received =
        BmqMessage::received(message.guid(), message.app().unwrap().properties(), message.payload().unwrap());
    assert_eq!(received.guid, Some([0xAB; 16]));
    let back = receive(received).value;
    assert_eq!((back.id(), back.subject(), &back.payload), (made.id(), Some("s"), &made.payload));
    for (name, value) in made.headers.iter() {
        assert_eq!(back.headers.get(name), Some(value));
    }
}
