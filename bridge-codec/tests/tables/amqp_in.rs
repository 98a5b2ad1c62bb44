//! "AMQP 1.0 into the envelope"

use super::{NOW, at, lost, new_id, no_id, text};
use bridge_codec::{
    AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpReceiver, AmqpValue, Counter, Envelope,
    HeaderValue, Mapped, PoisonClass, Settle, amqp_to_envelope,
};

fn properties() -> AmqpProperties {
    AmqpProperties { message_id: Some(AmqpId::String("a-1".into())), ..AmqpProperties::default() }
}

fn with(properties: AmqpProperties) -> AmqpMessage {
    AmqpMessage {
        properties: Some(properties),
        body: Some(AmqpBody::Data(vec!["hello".into()])),
        ..AmqpMessage::default()
    }
}

fn application(list: &[(&str, AmqpValue)]) -> AmqpMessage {
    let list = list.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    AmqpMessage { application_properties: Some(list), ..with(properties()) }
}

fn receive(message: AmqpMessage) -> Mapped<Envelope> {
    amqp_to_envelope(message, &AmqpReceiver::default(), NOW, no_id).unwrap()
}

fn string(text: &str) -> AmqpValue {
    AmqpValue::String(text.into())
}

#[test]
fn message_id_is_the_identity_as_text() {
    let uuid = *b"\x6f\x96\x19\xff\x8b\x86\xd0\x11\xb4\x2d\x00\xcf\x4f\xc9\x64\xff";
    for (id, expected) in [
        (AmqpId::String("a-1".into()), "a-1"),
        (AmqpId::Uuid(uuid), "6f9619ff-8b86-d011-b42d-00cf4fc964ff"),
        (AmqpId::Ulong(u64::MAX), "18446744073709551615"),
        (AmqpId::Binary(vec![0, 0xFF, 0x1A].into()), "00ff1a"),
    ] {
        let got = receive(with(AmqpProperties { message_id: Some(id), ..AmqpProperties::default() })).value;
        assert_eq!(*got.id(), *expected);
        assert_eq!(got.headers.text("amqp10.message-id"), Some(expected));
    }
}

#[test]
fn without_a_message_id_one_is_made_and_marked() {
    for id in [None, Some(AmqpId::String(String::new())), Some(AmqpId::Binary(vec![].into()))] {
        let message = with(AmqpProperties { message_id: id, ..AmqpProperties::default() });
        let got = amqp_to_envelope(message, &AmqpReceiver::default(), NOW, new_id).unwrap().value;
        assert_eq!(*got.id(), *"fresh");
        assert_eq!(got.headers.text("amqp10.message-id"), None);
        assert_eq!(got.headers.text("x-bridge.generated-id"), Some("true"));
    }
}

#[test]
fn body_is_the_payload() {
    let payload = |body| receive(AmqpMessage { body, ..with(properties()) }).value.payload.to_vec();
    assert_eq!(payload(None), b"");
    assert_eq!(payload(Some(AmqpBody::Data(vec![]))), b"");
    assert_eq!(payload(Some(AmqpBody::Data(vec!["he".into(), "".into(), "llo".into()]))), b"hello");
    assert_eq!(payload(Some(AmqpBody::Value(string("Malmö")))), "Malmö".as_bytes());
    assert_eq!(payload(Some(AmqpBody::Value(AmqpValue::Binary(vec![0, 1].into())))), [0, 1]);
}

#[test]
fn a_body_that_is_not_bytes_is_rejected() {
    for body in [
        AmqpBody::Value(AmqpValue::Long(5)),
        AmqpBody::Value(AmqpValue::Null),
        AmqpBody::Value(AmqpValue::Symbol("s".into())),
        AmqpBody::Sequence(vec![vec![string("a")]]),
    ] {
        let message = AmqpMessage { body: Some(body), ..with(properties()) };
        let poison = amqp_to_envelope(message, &AmqpReceiver::default(), NOW, no_id).unwrap_err();
        assert_eq!(
            (poison.class, poison.settle, poison.counter),
            (PoisonClass::Body, Settle::Rejected, Counter::Amqp10IngressRejected)
        );
    }
}

#[test]
fn subject_is_the_subject_and_a_header_and_the_link_address_is_not() {
    let got = receive(with(AmqpProperties { subject: Some("order.created".into()), ..properties() })).value;
    assert_eq!(got.subject(), Some("order.created"));
    assert_eq!(got.headers.text("amqp10.subject"), Some("order.created"));
    let receiver = AmqpReceiver { link_address: Some("queues/orders".into()) };
    let got = amqp_to_envelope(with(properties()), &receiver, NOW, no_id).unwrap().value;
    assert_eq!(got.subject(), None);
}

#[test]
fn the_other_properties_are_headers() {
    let own = |name: &str| Some(name.to_owned());
    let got = receive(with(AmqpProperties {
        correlation_id: Some(AmqpId::Ulong(7)),
        content_type: own("content-type"),
        content_encoding: own("content-encoding"),
        to: own("to"),
        reply_to: own("reply-to"),
        group_id: own("group-id"),
        group_sequence: Some(42),
        reply_to_group_id: own("reply-to-group-id"),
        user_id: Some("me".into()),
        ..properties()
    }));
    for name in ["content-type", "content-encoding", "to", "reply-to", "group-id", "reply-to-group-id"] {
        assert_eq!(got.value.headers.text(&format!("amqp10.{name}")), Some(name));
    }
    assert_eq!(got.value.headers.text("amqp10.correlation-id"), Some("7"));
    assert_eq!(got.value.headers.get("amqp10.group-sequence"), Some(&HeaderValue::Uint(42)));
    assert_eq!(got.value.headers.len(), 9, "user-id is not carried");
    assert_eq!(lost(&got), ["user-id: transport_name"]);
}

#[test]
fn creation_time_is_the_creation_time_and_a_header() {
    let time = at("2026-03-01T11:00:00Z");
    let got = receive(with(AmqpProperties { creation_time: Some(time), ..properties() })).value;
    assert_eq!(got.created_at, time);
    assert_eq!(got.headers.get("amqp10.creation-time"), Some(&HeaderValue::Time(time)));
    assert_eq!(receive(with(properties())).value.created_at, NOW);
}

#[test]
fn absolute_expiry_time_is_the_expiry_and_a_header() {
    let time = at("2026-03-01T11:00:00Z");
    let got = receive(with(AmqpProperties { absolute_expiry_time: Some(time), ..properties() })).value;
    assert_eq!(got.expires_at, Some(time), "one that has passed is accepted");
    assert_eq!(got.headers.get("amqp10.absolute-expiry-time"), Some(&HeaderValue::Time(time)));
}

#[test]
fn ttl_is_the_expiry_where_there_is_no_absolute_one() {
    let expiry = |ttl, absolute_expiry_time| {
        let header = Some(AmqpHeader { ttl, ..AmqpHeader::default() });
        receive(AmqpMessage { header, ..with(AmqpProperties { absolute_expiry_time, ..properties() }) })
            .value
            .expires_at
    };
    assert_eq!(expiry(Some(45_000), None), Some(NOW.plus_seconds(45)));
    assert_eq!(expiry(Some(0), None), None);
    assert_eq!(expiry(None, None), None);
    assert_eq!(expiry(Some(45_000), Some(NOW)), Some(NOW));
}

#[test]
fn delivery_count_is_a_header_where_there_is_a_header_section() {
    let count = |header| {
        receive(AmqpMessage { header, ..with(properties()) })
            .value
            .headers
            .get("amqp10.delivery-count")
            .cloned()
    };
    let header = AmqpHeader { delivery_count: Some(2), ..AmqpHeader::default() };
    assert_eq!(count(Some(header)), Some(HeaderValue::Uint(2)));
    assert_eq!(count(Some(AmqpHeader::default())), Some(HeaderValue::Uint(0)));
    assert_eq!(count(None), None);
}

#[test]
fn application_properties_are_headers_and_keep_their_type() {
    let got = receive(application(&[
        ("s", string("t")),
        ("symbol", AmqpValue::Symbol("t".into())),
        ("uuid", AmqpValue::Uuid([0xAB; 16])),
        ("binary", AmqpValue::Binary(vec![0, 0xFF].into())),
        ("bool", AmqpValue::Boolean(true)),
        ("byte", AmqpValue::Byte(-1)),
        ("long", AmqpValue::Long(i64::MIN)),
        ("ubyte", AmqpValue::Ubyte(255)),
        ("ulong", AmqpValue::Ulong(u64::MAX)),
        ("float", AmqpValue::Float(0.5)),
        ("tenth", AmqpValue::Float(0.1)),
        ("double", AmqpValue::Double(0.1)),
        ("time", AmqpValue::Timestamp(NOW)),
        ("null", AmqpValue::Null),
        ("char", AmqpValue::Char('å')),
        ("list", AmqpValue::List(vec![string("a"), AmqpValue::Int(1)])),
        ("map", AmqpValue::Map(vec![(string("k"), AmqpValue::Null)])),
    ]))
    .value;
    for (name, value) in [
        ("s", text("t")),
        ("symbol", text("t")),
        ("uuid", text("abababab-abab-abab-abab-abababababab")),
        ("binary", text("00ff")),
        ("bool", HeaderValue::Bool(true)),
        ("byte", HeaderValue::Int(-1)),
        ("long", HeaderValue::Int(i64::MIN)),
        ("ubyte", HeaderValue::Uint(255)),
        ("ulong", HeaderValue::Uint(u64::MAX)),
        ("float", HeaderValue::Float(0.5)),
        // As it reads in 32 bits.
        ("tenth", HeaderValue::Float(0.1)),
        ("double", HeaderValue::Float(0.1)),
        ("time", HeaderValue::Time(NOW)),
        ("null", HeaderValue::Null),
        ("char", text("å")),
        ("list", text("[a 1]")),
        ("map", text("map[k:null]")),
    ] {
        assert_eq!(got.headers.get(name), Some(&value), "{name}");
    }
}

#[test]
fn reserved_application_properties_are_dropped() {
    let got = receive(application(&[
        ("x-bridge.tenant-id", string("acme")),
        ("X-Bridge.Foo", AmqpValue::Long(1)),
        ("amqp10.to", string("forged")),
        ("AMQP10.to", string("kept")),
        ("amqp10", string("kept")),
    ]));
    assert_eq!(got.value.headers.len(), 3);
    assert_eq!(
        lost(&got),
        ["x-bridge.tenant-id: reserved", "X-Bridge.Foo: reserved", "amqp10.to: transport_name"]
    );
}

#[test]
fn keys_are_lifted_where_they_are_text() {
    let got = receive(application(&[
        ("X-BRIDGE.IDEMPOTENCY-KEY", string("variant")),
        ("x-bridge.idempotency-key", string("k")),
        ("X-Bridge.Dedup-Id", string("d")),
        ("x-bridge.ordering-key", AmqpValue::Long(5)),
    ]))
    .value;
    assert_eq!(got.headers.text("x-bridge.idempotency-key"), Some("k"));
    assert_eq!(got.headers.text("x-bridge.dedup-id"), Some("d"));
    assert_eq!(got.headers.get("x-bridge.ordering-key"), None);
}
