//! "AMQP 1.0 out of the envelope"

use super::{NOW, at, bytes, envelope, lost, text};
use bridge_codec::{
    AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpSender, AmqpValue, Code, Envelope,
    HeaderValue, Mapped, Unclassified, envelope_to_amqp,
};

fn send(envelope: &Envelope) -> Mapped<AmqpMessage> {
    envelope_to_amqp(envelope, &AmqpSender::default()).unwrap()
}

fn properties(headers: &[(&str, HeaderValue)]) -> AmqpProperties {
    send(&envelope(headers)).value.properties.unwrap()
}

fn application(headers: &[(&str, HeaderValue)]) -> Vec<(String, AmqpValue)> {
    send(&envelope(headers)).value.application_properties.unwrap_or_default()
}

#[test]
fn message_id_is_the_header_else_the_identity() {
    let id = |value| properties(&[("amqp10.message-id", value)]).message_id.unwrap();
    assert_eq!(properties(&[]).message_id, Some(AmqpId::String("id-1".into())));
    assert_eq!(id(text("chosen")), AmqpId::String("chosen".into()));
    assert_eq!(id(HeaderValue::Uint(7)), AmqpId::Ulong(7));
    assert_eq!(id(bytes(&[1])), AmqpId::Binary(vec![1].into()));
    for none in [text(""), HeaderValue::Bool(true), HeaderValue::Null] {
        assert_eq!(id(none), AmqpId::String("id-1".into()));
    }
}

#[test]
fn payload_is_one_data_section() {
    assert_eq!(send(&envelope(&[])).value.body, Some(AmqpBody::Data(vec!["p".into()])));
}

#[test]
fn subject_comes_from_the_subject_only() {
    let mut made = envelope(&[("amqp10.subject", text("forged"))]);
    assert_eq!(send(&made).value.properties.unwrap().subject, None);
    made.set_subject("s");
    assert_eq!(send(&made).value.properties.unwrap().subject.as_deref(), Some("s"));
}

#[test]
fn correlation_id_is_any_id() {
    let id = |value| properties(&[("amqp10.correlation-id", value)]).correlation_id;
    assert_eq!(id(text("c")), Some(AmqpId::String("c".into())));
    assert_eq!(id(bytes(&[1])), Some(AmqpId::Binary(vec![1].into())));
    assert_eq!(id(HeaderValue::Uint(7)), Some(AmqpId::Ulong(7)));
    assert_eq!(id(HeaderValue::Float(1.0)), None);
    assert_eq!(properties(&[("x-bridge.correlation-id", text("route's"))]).correlation_id, None);
}

#[test]
fn headers_that_are_properties_are_text() {
    let names = ["content-type", "content-encoding", "to", "reply-to", "group-id", "reply-to-group-id"];
    let full: Vec<_> = names.iter().map(|name| format!("amqp10.{name}")).collect();
    let headers: Vec<_> = full.iter().zip(names).map(|(full, name)| (full.as_str(), text(name))).collect();
    let got = properties(&headers);
    let found =
        [got.content_type, got.content_encoding, got.to, got.reply_to, got.group_id, got.reply_to_group_id];
    assert_eq!(found.map(Option::unwrap), names);
    let sent = send(&envelope(&[("amqp10.to", HeaderValue::Int(1))]));
    assert_eq!(sent.value.properties.as_ref().unwrap().to, None);
    assert_eq!(lost(&sent), ["amqp10.to: not_text"]);
}

#[test]
fn symbols_are_ascii() {
    let sent =
        send(&envelope(&[("amqp10.content-type", text("å")), ("amqp10.content-encoding", text("gzip"))]));
    let properties = sent.value.properties.as_ref().unwrap();
    assert_eq!((&properties.content_type, properties.content_encoding.as_deref()), (&None, Some("gzip")));
    assert_eq!(lost(&sent), ["amqp10.content-type: characters"]);
}

#[test]
fn an_address_that_is_not_the_configured_one_fails_the_send() {
    for (address, configured, is_sent) in
        [("q1", Some("q1"), true), ("q2", Some("q1"), false), ("q2", None, false), ("", None, true)]
    {
        let sender = AmqpSender {
            address: Some(address.into()),
            configured_address: configured.map(String::from),
            ..AmqpSender::default()
        };
        let sent = envelope_to_amqp(&envelope(&[]), &sender);
        assert_eq!(
            sent.map_err(|error| error.code()).err(),
            (!is_sent).then_some(Code::InvalidTopic),
            "{address}"
        );
    }
}

#[test]
fn group_sequence_is_a_whole_number_and_never_wraps() {
    let sequence = |value| properties(&[("amqp10.group-sequence", value)]).group_sequence;
    for value in [HeaderValue::Int(42), HeaderValue::Uint(42), HeaderValue::Float(42.0)] {
        assert_eq!(sequence(value), Some(42));
    }
    assert_eq!(sequence(HeaderValue::Uint(u64::from(u32::MAX))), Some(u32::MAX));
    for value in [HeaderValue::Int(-1), HeaderValue::Float(3.5), HeaderValue::Uint(1 << 32), text("42")] {
        assert_eq!(sequence(value), None);
    }
}

#[test]
fn creation_time_is_the_header_that_is_a_time_else_the_envelopes() {
    let time = at("2026-03-01T09:00:00Z");
    let header = |value| properties(&[("amqp10.creation-time", value)]).creation_time;
    assert_eq!(header(HeaderValue::Time(time)), Some(time));
    assert_eq!(header(text("2026-03-01T09:00:00Z")), Some(NOW));
    assert_eq!(properties(&[]).creation_time, Some(NOW));
}

#[test]
fn expiry_is_the_absolute_expiry_time() {
    let mut made = envelope(&[("amqp10.absolute-expiry-time", HeaderValue::Time(NOW))]);
    assert_eq!(send(&made).value.properties.unwrap().absolute_expiry_time, Some(NOW));
    made.expires_at = Some(NOW.plus_seconds(1));
    assert_eq!(send(&made).value.properties.unwrap().absolute_expiry_time, made.expires_at);
    assert_eq!(properties(&[]).absolute_expiry_time, None);
}

#[test]
fn durable_is_the_senders() {
    let header = |durable| {
        envelope_to_amqp(&envelope(&[]), &AmqpSender { durable, ..AmqpSender::default() })
            .unwrap()
            .value
            .header
    };
    assert_eq!(header(true), Some(AmqpHeader { durable: Some(true), ..AmqpHeader::default() }));
    assert_eq!(header(false), None);
}

#[test]
fn another_address_fails_the_send() {
    let sender = AmqpSender {
        address: Some("q2".into()),
        configured_address: Some("q1".into()),
        ..AmqpSender::default()
    };
    assert_eq!(envelope_to_amqp(&envelope(&[]), &sender).unwrap_err().code(), Code::InvalidTopic);
}

#[test]
fn other_headers_are_application_properties() {
    let value = |value| application(&[("a", value)])[0].1.clone();
    assert_eq!(value(text("Malmö")), AmqpValue::String("Malmö".into()));
    assert_eq!(value(HeaderValue::Int(-5)), AmqpValue::Long(-5));
    assert_eq!(value(HeaderValue::Uint(5)), AmqpValue::Ulong(5));
    assert_eq!(value(HeaderValue::Float(0.5)), AmqpValue::Double(0.5));
    assert_eq!(value(HeaderValue::Bool(false)), AmqpValue::Boolean(false));
    assert_eq!(value(HeaderValue::Time(NOW)), AmqpValue::Timestamp(NOW));
    assert_eq!(value(bytes(&[0])), AmqpValue::Binary(vec![0].into()));
    assert_eq!(value(HeaderValue::Null), AmqpValue::Null);
    assert_eq!(send(&envelope(&[])).value.application_properties, None);
}

#[test]
fn headers_that_are_not_sent() {
    let sent = send(&envelope(&[
        ("amqp10.delivery-count", HeaderValue::Uint(1)),
        ("x-bridge.route-id", text("r")),
        ("X-BRIDGE.CONTENT-TYPE", text("c")),
    ]));
    assert_eq!(sent.value.application_properties, None);
    assert_eq!(
        lost(&sent),
        [
            "X-BRIDGE.CONTENT-TYPE: private",
            "amqp10.delivery-count: transport_name",
            "x-bridge.route-id: private"
        ]
    );
}

#[test]
fn unclassified_names_pass_or_not() {
    let made = envelope(&[("x-bridge.session-id", text("s")), ("x-bridge.tenant-id", text("t"))]);
    let count = |unclassified| {
        let sender = AmqpSender { unclassified, ..AmqpSender::default() };
        envelope_to_amqp(&made, &sender).unwrap().value.application_properties.unwrap().len()
    };
    assert_eq!((count(Unclassified::Pass), count(Unclassified::Drop)), (2, 1));
}
