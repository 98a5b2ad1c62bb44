//! "MQTT into the envelope"

use super::{NOW, lost, new_id, no_id, text};
use bridge_codec::{
    Counter, Envelope, HeaderValue, Mapped, MqttMessageId, MqttProtocol, MqttPublish, MqttReceiver,
    PoisonClass, Settle, mqtt_to_envelope,
};

fn publish(user: &[(&str, &str)]) -> MqttPublish {
    let user = [("mqtt.message-id", "m-1")].iter().chain(user);
    anonymous(&user.copied().collect::<Vec<_>>())
}

fn anonymous(user: &[(&str, &str)]) -> MqttPublish {
    MqttPublish {
        topic: "plant/7".into(),
        qos: 1,
        payload: "21.5".into(),
        user_properties: user.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect(),
        ..MqttPublish::default()
    }
}

fn receive(publish: MqttPublish) -> Mapped<Envelope> {
    mqtt_to_envelope(publish, &MqttReceiver::default(), NOW, no_id).unwrap()
}

fn counted(mapped: &Mapped<Envelope>) -> u64 {
    mapped.report.counters().get(&Counter::MqttIngressHeaderDropped).copied().unwrap_or(0)
}

fn with_correlation(data: &[u8]) -> MqttPublish {
    MqttPublish { correlation_data: Some(data.to_vec().into()), ..anonymous(&[]) }
}

#[test]
fn message_id_is_checked_first() {
    let got = receive(MqttPublish { correlation_data: Some("c-1".into()), ..publish(&[]) }).value;
    assert_eq!(*got.id(), *"m-1");
    assert_eq!(got.headers.text("mqtt.message-id"), Some("m-1"));
    let long = "x".repeat(257);
    let got = receive(publish(&[
        ("mqtt.message-id", "m-2"),
        ("mqtt.message-id", &long),
        ("mqtt.message-id", "\n"),
    ]));
    assert_eq!(*got.value.id(), *"m-2");
    assert_eq!(counted(&got), 0);
}

#[test]
fn correlation_data_is_the_identity_where_there_is_no_message_id() {
    let got = receive(with_correlation("c-Malmö".as_bytes())).value;
    assert_eq!(*got.id(), *"c-Malmö");
    assert_eq!(got.headers.text("mqtt.message-id"), None);
    for (data, id) in [
        (&[0, 1, 0xFF, 0xFE, 0x61, 0x62][..], "mqtt-bin:AAH__mFi"),
        (&[0, 0xFF, 0xFE], "mqtt-bin:AP_-"),
        (&[0], "mqtt-bin:AA"),
        (b"a\nb", "mqtt-bin:YQpi"),
    ] {
        assert_eq!(*receive(with_correlation(data)).value.id(), *id);
    }
}

#[test]
fn without_either_an_id_is_made_and_marked() {
    for publish in [anonymous(&[]), anonymous(&[("mqtt.message-id", "")]), with_correlation(b"")] {
        let got = mqtt_to_envelope(publish, &MqttReceiver::default(), NOW, new_id).unwrap().value;
        assert_eq!(*got.id(), *"fresh");
        assert_eq!(got.headers.text("mqtt.message-id"), Some("fresh"));
        assert_eq!(got.headers.text("x-bridge.generated-id"), Some("true"));
    }
    let got =
        mqtt_to_envelope(with_correlation(&[b'c'; 257]), &MqttReceiver::default(), NOW, new_id).unwrap();
    assert_eq!((&**got.value.id(), counted(&got)), ("fresh", 1));
}

#[test]
fn the_mark_cannot_be_forged() {
    let got = receive(publish(&[("mqtt.generated-id", "true"), ("x-bridge.generated-id", "true")]));
    assert_eq!(got.value.headers.text("x-bridge.generated-id"), None);
    assert_eq!(lost(&got), ["mqtt.generated-id: transport_name", "x-bridge.generated-id: reserved"]);
}

#[test]
fn payload_is_the_payload() {
    assert_eq!(&*receive(publish(&[])).value.payload, b"21.5");
}

#[test]
fn topic_is_a_header_and_not_the_subject() {
    let got = receive(publish(&[])).value;
    assert_eq!((got.headers.text("mqtt.topic"), got.subject()), (Some("plant/7"), None));
    let got = receive(MqttPublish { topic: String::new(), ..publish(&[]) }).value;
    assert_eq!(got.headers.text("mqtt.topic"), Some(""));
}

#[test]
fn qos_and_retain_are_headers() {
    let got = receive(MqttPublish { qos: 2, retain: true, ..publish(&[]) }).value;
    assert_eq!(got.headers.get("mqtt.qos"), Some(&HeaderValue::Int(2)));
    assert_eq!(got.headers.get("mqtt.retained"), Some(&HeaderValue::Bool(true)));
}

#[test]
fn gobridge_subject_is_used_up() {
    let longest = "s".repeat(256);
    let long = "s".repeat(257);
    let got = receive(publish(&[
        ("gobridge.subject", "a"),
        ("gobridge.subject", &longest),
        ("gobridge.subject", &long),
        ("gobridge.subject", "c\u{85}"),
    ]));
    assert_eq!(got.value.subject(), Some(longest.as_str()));
    assert_eq!(got.value.headers.get("gobridge.subject"), None);
    assert_eq!(counted(&got), 0);
}

#[test]
fn content_type_is_a_header() {
    let got = receive(MqttPublish { content_type: Some("text/plain".into()), ..publish(&[]) });
    assert_eq!(got.value.headers.text("x-bridge.content-type"), Some("text/plain"));
    let got = receive(MqttPublish { content_type: Some("t".repeat(257)), ..publish(&[]) });
    assert_eq!((got.value.headers.text("x-bridge.content-type"), counted(&got)), (None, 1));
}

#[test]
fn response_topic_is_a_header() {
    let reply = |topic: &str, user: &[(&str, &str)]| {
        receive(MqttPublish { response_topic: Some(topic.into()), ..publish(user) })
    };
    assert_eq!(reply("reply/7", &[]).value.headers.text("mqtt.response-topic"), Some("reply/7"));
    assert_eq!(counted(&reply("a\0", &[])), 1);
    let both = reply("native", &[("mqtt.response-topic", "user")]);
    assert_eq!(both.value.headers.text("mqtt.response-topic"), Some("native"));
    assert_eq!(lost(&both), ["mqtt.response-topic: superseded"]);
}

#[test]
fn correlation_data_is_a_header() {
    let header = |data: &[u8], name| receive(with_correlation(data)).value.headers.get(name).cloned();
    assert_eq!(header(b"c-1", "x-bridge.correlation-id"), Some(text("c-1")));
    assert_eq!(header(b"c-1", "x-bridge.correlation-data"), None);
    assert_eq!(header(&[0, 0xFF, 0xFE], "x-bridge.correlation-data"), Some(text("AP_-")));
    assert_eq!(header(&[0, 0xFF, 0xFE], "x-bridge.correlation-id"), None);
}

#[test]
fn expiry_is_receive_time_plus_interval() {
    let expiry =
        |seconds| receive(MqttPublish { message_expiry_interval: seconds, ..publish(&[]) }).value.expires_at;
    assert_eq!(expiry(None), None);
    assert_eq!(expiry(Some(90)), Some(NOW.plus_seconds(90)));
    assert_eq!(expiry(Some(0)), Some(NOW));
    assert_eq!(expiry(Some(u32::MAX)), Some(NOW.plus_seconds(u32::MAX)));
}

#[test]
fn other_user_properties_are_headers() {
    let longest = "x".repeat(256);
    let got =
        receive(publish(&[("stad", "Malmö"), ("k", "first"), ("k", "last"), ("empty", ""), ("l", &longest)]));
    assert_eq!(got.value.headers.text("stad"), Some("Malmö"));
    assert_eq!(got.value.headers.text("k"), Some("last"));
    assert_eq!(got.value.headers.text("empty"), Some(""));
    assert_eq!(got.value.headers.text("l"), Some(longest.as_str()));
    assert_eq!(lost(&got), ["k: superseded"]);
}

#[test]
fn user_properties_that_are_dropped() {
    let long = "k".repeat(257);
    let mut made = publish(&[
        ("x-bridge.tenant-id", "t"),
        ("X-Bridge.x\n", "t"),
        ("mqtt.topic", "t"),
        ("mqtt.qos", "0"),
        ("mqtt.retained", "t"),
        (&long, "v"),
        ("value", &long),
        ("control", "a\u{7F}"),
        ("c1\u{9F}", "v"),
    ]);
    made.user_properties.push(("bad".into(), vec![0xFF].into()));
    let got = receive(made);
    assert_eq!(got.value.headers.len(), 4, "{:?}", got.value.headers);
    assert_eq!(counted(&got), 5);
    assert_eq!(got.report.lost().len(), 10);
}

#[test]
fn more_than_128_user_properties_are_poison() {
    let many = |count| anonymous(&vec![("k", "v"); count]);
    assert!(mqtt_to_envelope(many(128), &MqttReceiver::default(), NOW, new_id).is_ok());
    let poison = mqtt_to_envelope(many(129), &MqttReceiver::default(), NOW, new_id).unwrap_err();
    assert_eq!(
        (poison.class, poison.settle, poison.counter),
        (PoisonClass::UserProperties, Settle::Acked, Counter::MqttIngressPoisonDropped)
    );
}

#[test]
fn a_payload_over_the_limit_is_poison() {
    let limit = |max| MqttReceiver { max_payload_bytes: Some(max), ..MqttReceiver::default() };
    assert!(mqtt_to_envelope(publish(&[]), &limit(4), NOW, no_id).is_ok());
    let poison = mqtt_to_envelope(publish(&[]), &limit(3), NOW, no_id).unwrap_err();
    assert_eq!(poison.class, PoisonClass::Payload);
}

#[test]
fn metadata_over_128_kib_is_poison() {
    let sized = |last| {
        let value = "a".repeat(43_680);
        let mut made = anonymous(&[("a", &value), ("b", &value)]);
        made.topic = "t".into();
        made.user_properties.push(("c".into(), "a".repeat(last).into()));
        mqtt_to_envelope(made, &MqttReceiver::default(), NOW, new_id)
    };
    assert!(sized(43_680).is_ok());
    assert_eq!(sized(43_681).unwrap_err().class, PoisonClass::Metadata);
}

#[test]
fn mqtt_3_1_1_has_no_properties() {
    let receiver = MqttReceiver { protocol: MqttProtocol::V311, ..MqttReceiver::default() };
    let made =
        MqttPublish { message_expiry_interval: Some(5), correlation_data: Some("c".into()), ..publish(&[]) };
    let got = mqtt_to_envelope(made, &receiver, NOW, new_id).unwrap();
    let names = ["Correlation Data", "Message Expiry Interval", "mqtt.message-id"];
    assert_eq!(lost(&got), names.map(|name| format!("{name}: not_in_protocol")));
    assert_eq!((&**got.value.id(), got.value.expires_at), ("fresh", None));
    let receiver = MqttReceiver {
        message_id: MqttMessageId::ContentHash,
        client_id: "c".into(),
        broker_urls: vec!["tcp://broker:1883".into()],
        ..receiver
    };
    let made = MqttPublish { topic: "t".into(), payload: "p".into(), ..MqttPublish::default() };
    let got = mqtt_to_envelope(made, &receiver, NOW, no_id).unwrap().value;
    assert_eq!(*got.id(), *"mqtt-sha256:J9sTAITCmYSboGvwPskEehxc2_vzajBMr1WEj0MBI1k");
    assert_eq!(got.headers.text("mqtt.message-id"), Some(&**got.id()));
    assert_eq!(got.headers.text("x-bridge.generated-id"), None);
}
