//! mosquitto, with Paho at the other end.

use super::process::{Running, free_port, program, python, run, script};
use super::raw_mqtt::RawMqtt;
use super::{NOW, envelope, new_id};
use bridge_codec::{
    HeaderValue, MqttPacket, MqttPublish, MqttReceiver, MqttSender, envelope_to_mqtt, mqtt_to_envelope,
};
use serde_json::{Value, json};
use std::fs;
use std::io::BufRead;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A broker on a free port; and Python.
struct Broker {
    port: u16,
    python: PathBuf,
    _running: Running,
    _folder: tempfile::TempDir,
}

fn broker() -> Option<Broker> {
    let (mosquitto, python) = (program("mosquitto")?, python("paho.mqtt.client")?);
    let port = free_port();
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("mosquitto.conf");
    fs::write(
        &config,
        format!("listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\n"),
    )
    .unwrap();
    let mut running = Running::start(Command::new(mosquitto).arg("-c").arg(config).stderr(Stdio::null()));
    running.wait_for_port(port);
    Some(Broker { port, python, _running: running, _folder: folder })
}

/// An envelope, sent by our bytes, arrives at Paho as the table "MQTT out of the envelope" says.
#[test]
fn our_publishes_arrive() {
    let Some(broker) = broker() else { return };
    let port = broker.port.to_string();
    let mut command = script(&broker.python, "mqtt_peer.py", &["receive", &port, "plant/#", "4"]);
    let mut peer = Running::start(&mut command);
    let mut lines = peer.lines().lines().map(Result::unwrap);
    assert_eq!(lines.next().as_deref(), Some("ready"));

    let mut raw = RawMqtt::connect(broker.port);
    let sender = MqttSender { default_topic: Some("plant/å/temp".into()), qos: 1, ..MqttSender::default() };
    let sent = envelope_to_mqtt(&envelope(), &sender, NOW).unwrap().value;
    let packet =
        MqttPacket { packet_id: NonZeroU16::new(7), payload_is_text: Some(true), ..sent.clone().into() };
    raw.send(&packet.encode().unwrap());
    assert_eq!(raw.packet()[..4], [0x40, 2, 0, 7], "PUBACK");
    // The same name twice, an empty value, the longest value, no payload, binary correlation.
    let long = "v".repeat(65_535);
    let odd = MqttPublish {
        topic: "plant/odd".into(),
        user_properties: vec![("k".into(), "2".into()), ("k".into(), "1".into()), ("e".into(), "".into())],
        correlation_data: Some(vec![0, 255].into()),
        ..MqttPublish::default()
    };
    raw.send(&MqttPacket::from(odd).encode().unwrap());
    let longest = MqttPublish {
        topic: "plant/long".into(),
        user_properties: vec![("k".into(), long.as_str().into())],
        payload: vec![0; 200_000].into(),
        ..MqttPublish::default()
    };
    raw.send(&MqttPacket::from(longest).encode().unwrap());
    let last = MqttPublish { topic: "plant/2".into(), qos: 2, retain: true, ..MqttPublish::default() };
    raw.send(&MqttPacket { packet_id: NonZeroU16::new(8), ..last.into() }.encode().unwrap());
    assert_eq!(raw.packet()[..4], [0x50, 2, 0, 8], "PUBREC");
    raw.send(&[0x62, 2, 0, 8]);
    assert_eq!(raw.packet()[..4], [0x70, 2, 0, 8], "PUBCOMP");

    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap()).unwrap() };
    assert_eq!(
        next(),
        json!({
            "topic": "plant/å/temp", "qos": 1, "retain": false, "payload": "32312e3520c2b043",
            "user_properties": [
                ["mqtt.message-id", "id-1"], ["gobridge.subject", "order.created"], ["amqp10.group-id", "g"],
                ["town", "Malmö"], ["traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
            ],
            "correlation_data": "636f72722d31", "content_type": "text/plain", "response_topic": "back/here",
            "message_expiry_interval": 3600,
        })
    );
    let odd = next();
    assert_eq!(odd["user_properties"], json!([["k", "2"], ["k", "1"], ["e", ""]]));
    assert_eq!((&odd["correlation_data"], &odd["payload"]), (&json!("00ff"), &json!("")));
    let longest = next();
    assert_eq!(longest["user_properties"], json!([["k", long]]));
    assert_eq!(longest["payload"].as_str().unwrap().len(), 400_000);
    let last = next();
    assert_eq!((&last["topic"], &last["qos"]), (&json!("plant/2"), &json!(2)));
}

/// What Paho publishes is read from the broker's bytes, and becomes what "MQTT into the envelope" says.
#[test]
fn their_publishes_are_read() {
    let Some(broker) = broker() else { return };
    let mut raw = RawMqtt::connect(broker.port);
    raw.subscribe("in/#");
    let full = json!({
        "topic": "in/å", "qos": 1, "retain": true, "payload": "00ff",
        "properties": {
            "PayloadFormatIndicator": 0, "MessageExpiryInterval": 60, "ContentType": "text/plain",
            "ResponseTopic": "back", "CorrelationData": "00fffe",
            "UserProperty": [["k", "1"], ["k", "2"], ["town", "Malmö"], ["x-bridge.tenant-id", "forged"],
                             ["gobridge.subject", "order.created"]],
        },
    });
    let bare = json!({ "topic": "in/2", "qos": 0, "retain": false, "payload": "" });
    run(script(&broker.python, "mqtt_peer.py", &["send", &broker.port.to_string()]), &[full, bare]);

    let packet = MqttPacket::decode(&raw.packet()).unwrap();
    assert_eq!(packet.subscription_identifiers, [300]);
    assert!(packet.packet_id.is_some() && !packet.dup);
    assert_eq!((packet.publish.qos, packet.payload_is_text), (1, Some(false)));
    // The broker's own encoding of it is ours, but for the order of properties.
    assert_eq!(MqttPacket::decode(&packet.encode().unwrap().into()).unwrap(), packet);
    let got = mqtt_to_envelope(packet.publish, &MqttReceiver::default(), NOW, new_id).unwrap().value;
    assert_eq!(got.id().as_str(), "mqtt-bin:AP_-");
    assert_eq!((&*got.payload, got.subject()), (&[0, 255][..], Some("order.created")));
    assert_eq!(got.expires_at, Some(NOW.plus_seconds(60)));
    let expected = [
        ("k", HeaderValue::from("2")),
        ("mqtt.qos", HeaderValue::Int(1)),
        ("mqtt.response-topic", "back".into()),
        // Subscribed before it was published: the broker does not set the flag.
        ("mqtt.retained", false.into()),
        ("mqtt.topic", "in/å".into()),
        ("town", "Malmö".into()),
        ("x-bridge.content-type", "text/plain".into()),
        ("x-bridge.correlation-data", "AP_-".into()),
    ];
    assert_eq!(got.headers, expected.into_iter().collect());

    let bare = MqttPacket::decode(&raw.packet()).unwrap();
    assert_eq!(bare.publish.topic, "in/2");
    let got = mqtt_to_envelope(bare.publish, &MqttReceiver::default(), NOW, new_id).unwrap().value;
    assert_eq!((got.id().as_str(), got.payload.len(), got.expires_at), ("fresh", 0, None));
}
