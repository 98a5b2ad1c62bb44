//! "MQTT out of the envelope"

use super::{NOW, bytes, envelope, lost, text};
use bridge_codec::{
    AddressTemplate, Code, Counter, Envelope, HeaderValue, MapError, Mapped, MqttPublish, MqttSender,
    Timestamp, Transport, envelope_to_mqtt, mqtt,
};

fn sender() -> MqttSender {
    MqttSender { default_topic: Some("out/x".into()), qos: 1, ..MqttSender::default() }
}

fn send(envelope: &Envelope) -> Mapped<MqttPublish> {
    envelope_to_mqtt(envelope, &sender(), NOW).unwrap()
}

fn user(sent: &Mapped<MqttPublish>) -> Vec<(String, String)> {
    let show = |(key, value): &(bridge_codec::MqttText, bridge_codec::MqttText)| {
        (key.to_string(), value.to_string())
    };
    sent.value.user_properties.iter().map(show).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn failed(header: &str, value: HeaderValue) -> MapError {
    envelope_to_mqtt(&envelope(&[(header, value)]), &sender(), NOW).unwrap_err()
}

#[test]
fn identity_is_a_user_property_and_always_wins() {
    let sent = send(&envelope(&[("mqtt.message-id", text("forged"))]));
    assert_eq!(user(&sent), pairs(&[("mqtt.message-id", "id-1")]));
}

#[test]
fn payload_is_the_payload() {
    let made = envelope(&[]);
    assert_eq!(send(&made).value.payload, made.payload);
}

#[test]
fn subject_is_a_user_property_and_no_topic() {
    let mut made = envelope(&[("gobridge.subject", text("stray")), ("a", text("v"))]);
    made.set_subject("order.created");
    let sent = send(&made);
    assert_eq!(
        user(&sent),
        pairs(&[("mqtt.message-id", "id-1"), ("gobridge.subject", "order.created"), ("a", "v")])
    );
    assert_eq!(sent.value.topic, "out/x");
}

#[test]
fn address_is_the_topic() {
    let made = envelope(&[("dev", text("7"))]);
    let address = AddressTemplate::new("dev/{dev}/in").render(&made.headers).unwrap();
    let sent = envelope_to_mqtt(&made, &MqttSender { address, ..sender() }, NOW).unwrap();
    assert_eq!(sent.value.topic, "dev/7/in");
}

#[test]
fn a_template_that_the_message_does_not_fill_in_fails_the_send() {
    let made = envelope(&[("n", HeaderValue::Int(5)), ("e", text("")), ("curly", text("{n}"))]);
    for template in ["x/{nope}", "x/{n}", "x/{}", "x/{curly", "{e}", "x/{Curly}"] {
        let error = AddressTemplate::new(template).render(&made.headers).unwrap_err();
        assert_eq!(error.code(), Code::AddressTemplate, "{template}");
        assert_eq!(error.counter(), Some(Counter::AddressTemplateErrors));
        assert!(!error.code().retry());
    }
    for (template, address) in [("x/{e}/y", "x//y"), ("a}b", "a}b"), ("{curly}", "{n}"), ("plain", "plain")] {
        assert_eq!(AddressTemplate::new(template).render(&made.headers).unwrap().as_deref(), Some(address));
    }
    assert_eq!(AddressTemplate::new("").render(&made.headers), Ok(None));
}

#[test]
fn addresses_that_are_refused() {
    assert!(Transport::None.check("a/+/#", None).is_ok());
    for (transport, address, configured) in [
        (Transport::None, "a\nb", None),
        (Transport::Mqtt, "a\u{7F}b", None),
        (Transport::Mqtt, "a/+/b", None),
        (Transport::Mqtt, "a/#", None),
        (Transport::Sqs, "q2", Some("q1")),
        (Transport::Amqp, "q2", Some("q1")),
    ] {
        let error = transport.check(address, configured).unwrap_err();
        assert_eq!((error.code(), error.counter()), (Code::InvalidTopic, None), "{address}");
    }
}

#[test]
fn without_a_topic_the_send_fails() {
    let error = envelope_to_mqtt(&envelope(&[]), &MqttSender::default(), NOW).unwrap_err();
    assert_eq!(error.code(), Code::InvalidTopic);
}

#[test]
fn qos_and_retain_are_the_senders() {
    let made = envelope(&[("mqtt.qos", HeaderValue::Int(2)), ("mqtt.retained", HeaderValue::Bool(true))]);
    let sent = send(&made);
    assert_eq!((sent.value.qos, sent.value.retain), (1, false));
    let sent = envelope_to_mqtt(&made, &MqttSender { qos: 0, retain: true, ..sender() }, NOW).unwrap();
    assert_eq!((sent.value.qos, sent.value.retain), (0, true));
    let error = envelope_to_mqtt(&made, &MqttSender { qos: 3, ..sender() }, NOW).unwrap_err();
    assert_eq!(error.code(), Code::InvalidConfig);
}

#[test]
fn correlation_data_comes_from_data_then_id() {
    let correlation = |headers: &[(&str, HeaderValue)]| {
        let sent = send(&envelope(headers));
        let counted = sent.report.counters().get(&Counter::MqttNonStringHeaderDropped).copied().unwrap_or(0);
        (sent.value.correlation_data.map(|data| data.to_vec()), counted)
    };
    let id = ("x-bridge.correlation-id", text("c-1"));
    let data = |value| ("x-bridge.correlation-data", value);
    assert_eq!(correlation(&[]), (None, 0));
    assert_eq!(correlation(std::slice::from_ref(&id)), (Some(b"c-1".to_vec()), 0));
    assert_eq!(correlation(&[data(text("AP_-")), id.clone()]), (Some(vec![0, 0xFF, 0xFE]), 0));
    for bad in [text("not base64!"), text(""), bytes(&[0])] {
        assert_eq!(correlation(&[data(bad), id.clone()]), (Some(b"c-1".to_vec()), 1));
    }
    assert_eq!(correlation(&[("x-bridge.correlation-id", HeaderValue::Int(1))]), (None, 0));
}

#[test]
fn content_type_and_response_topic_have_their_places() {
    let sent = send(&envelope(&[("x-bridge.content-type", text("t")), ("mqtt.response-topic", text("r"))]));
    assert_eq!(sent.value.content_type.as_deref(), Some("t"));
    assert_eq!(sent.value.response_topic.as_deref(), Some("r"));
    assert_eq!(user(&sent).len(), 1);
}

#[test]
fn what_its_place_does_not_take_is_reported() {
    for (topic, why) in [("", "empty"), ("a/#", "characters"), ("+/a", "characters")] {
        let sent = send(&envelope(&[("mqtt.response-topic", text(topic))]));
        assert_eq!(
            (&sent.value.response_topic, lost(&sent)),
            (&None, vec![format!("mqtt.response-topic: {why}")])
        );
    }
    let sent = send(&envelope(&[
        ("mqtt.response-topic", bytes(b"a")),
        ("x-bridge.content-type", bytes(b"b")),
        ("x-bridge.correlation-id", bytes(b"c")),
    ]));
    let not_text = |name: &str| format!("{name}: not_text");
    let expected = ["x-bridge.correlation-id", "x-bridge.content-type", "mqtt.response-topic"].map(not_text);
    assert_eq!(lost(&sent), expected);
    let sent =
        send(&envelope(&[("x-bridge.correlation-data", text("YQ")), ("x-bridge.correlation-id", text("c"))]));
    assert_eq!(sent.value.correlation_data.as_deref(), Some(&b"a"[..]));
    assert_eq!(lost(&sent), ["x-bridge.correlation-id: superseded"]);
}

#[test]
fn expiry_is_whole_seconds_and_never_less_than_one() {
    let at = |millis| Some(Timestamp::from_millis(NOW.as_millis() + millis));
    let interval = |expires_at| {
        let mut made = envelope(&[]);
        made.expires_at = expires_at;
        send(&made).value.message_expiry_interval
    };
    assert_eq!(interval(None), None);
    assert_eq!(interval(at(60_000)), Some(60));
    assert_eq!(interval(at(60_999)), Some(60));
    for expired in [at(1), at(999), at(0), at(-5_000), Some(Timestamp::from_millis(i64::MIN))] {
        assert_eq!(interval(expired), Some(1));
    }
    assert_eq!(interval(Some(Timestamp::from_millis(i64::MAX))), Some(u32::MAX));
}

#[test]
fn other_text_headers_are_user_properties_by_name() {
    let sent = send(&envelope(&[("b", text("2")), ("a", text("")), ("x-bridge.session-id", text("s"))]));
    assert_eq!(
        user(&sent),
        pairs(&[("mqtt.message-id", "id-1"), ("a", ""), ("b", "2"), ("x-bridge.session-id", "s")])
    );
}

#[test]
fn headers_that_are_skipped_are_not_counted() {
    let sent = send(&envelope(&[
        ("mqtt.topic", text("t")),
        ("mqtt.qos", HeaderValue::Int(1)),
        ("mqtt.retained", HeaderValue::Bool(true)),
        ("x-bridge.route-id", text("r")),
        ("X-Bridge.Source-Id", HeaderValue::Int(1)),
    ]));
    assert_eq!(user(&sent).len(), 1);
    assert!(sent.report.counters().is_empty());
    assert_eq!(sent.report.lost().len(), 5);
}

#[test]
fn headers_that_are_not_text_are_counted() {
    let sent = send(&envelope(&[
        ("i", HeaderValue::Int(1)),
        ("u", HeaderValue::Uint(1)),
        ("f", HeaderValue::Float(1.0)),
        ("b", HeaderValue::Bool(true)),
        ("t", HeaderValue::Time(NOW)),
        ("x", bytes(&[0])),
        ("n", HeaderValue::Null),
    ]));
    assert_eq!(sent.report.counters(), [(Counter::MqttNonStringHeaderDropped, 7)].into());
    assert_eq!(lost(&sent)[0], "+b: not_text");
}

#[test]
fn nothing_over_65535_bytes_is_cut_short() {
    let longest = "v".repeat(65_535);
    let long = "v".repeat(65_536);
    let base64 = "A".repeat(87_384);
    for name in ["k", "mqtt.response-topic", "x-bridge.content-type", "x-bridge.correlation-id"] {
        assert!(envelope_to_mqtt(&envelope(&[(name, text(&longest))]), &sender(), NOW).is_ok(), "{name}");
        let error = failed(name, text(&long));
        assert_eq!(error.code(), Code::PayloadTooLarge, "{name}");
        assert_eq!(error.counter(), Some(Counter::MqttEgressRejected));
    }
    assert_eq!(failed("x-bridge.correlation-data", text(&base64)).code(), Code::PayloadTooLarge);
    assert_eq!(failed(&long, text("v")).code(), Code::PayloadTooLarge);
    let long_topic = MqttSender { default_topic: Some(long.clone()), ..sender() };
    let error = envelope_to_mqtt(&envelope(&[]), &long_topic, NOW).unwrap_err();
    assert_eq!(error.code(), Code::PayloadTooLarge);
}

#[test]
fn u0000_is_refused() {
    for name in ["k", "mqtt.response-topic", "x-bridge.content-type"] {
        let error = failed(name, text("a\0"));
        assert_eq!(
            (error.code(), error.counter()),
            (Code::InvalidPayload, Some(Counter::MqttEgressRejected))
        );
    }
    assert_eq!(failed("k\0", text("v")).code(), Code::InvalidPayload);
}

#[test]
fn a_packet_over_the_brokers_maximum_is_refused() {
    let made = envelope(&[("k", text("v"))]);
    let len = mqtt::packet_len(&send(&made).value);
    let within = |max| {
        envelope_to_mqtt(&made, &MqttSender { max_packet_size: Some(max), ..sender() }, NOW)
            .map_err(|e| e.code())
    };
    assert!(within(len).is_ok());
    assert_eq!(within(len - 1), Err(Code::PayloadTooLarge));
}

/// The sample of a QoS 1 publish with a known length: 33 bytes.
#[test]
fn packet_len_is_what_a_packet_has_on_the_wire() {
    let publish = MqttPublish {
        topic: "t".into(),
        qos: 1,
        payload: "x".into(),
        user_properties: vec![("k".into(), "1".into()), ("k".into(), "2".into())],
        correlation_data: Some(vec![0, 0xFF].into()),
        message_expiry_interval: Some(0),
        ..MqttPublish::default()
    };
    assert_eq!(mqtt::packet_len(&publish), 33);
}
