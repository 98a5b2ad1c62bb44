//! Qpid Proton over the loopback interface.

use super::process::{free_port, python, run, script};
use super::{NOW, envelope, new_id};
use bridge_codec::{
    AmqpBody, AmqpMessage, AmqpReceiver, AmqpSections, AmqpSender, AmqpValue, Envelope, HeaderValue, Limits,
    PoisonClass, Settle, amqp_to_envelope, envelope_to_amqp,
};
use codec_testkit::fixtures::{hex, to_hex};
use serde_json::{Value, json};

/// Sends messages from one end of Proton to the other; `None` where Proton is missing.
fn through_proton(messages: &[Value]) -> Option<Vec<Value>> {
    let python = python("proton")?;
    let got = run(script(&python, "amqp_peer.py", &[&free_port().to_string()]), messages);
    assert_eq!(got.len(), messages.len());
    Some(got)
}

fn sections(got: &Value) -> AmqpSections {
    let bytes = hex(got["raw"].as_str().unwrap());
    AmqpSections::decode(&bytes.into(), &Limits::default()).unwrap()
}

fn raw(sections: &AmqpSections) -> Value {
    json!({ "raw": to_hex(&sections.encode().unwrap()) })
}

/// An envelope, sent by our bytes, arrives at Proton as the table "AMQP 1.0 out of the envelope" says.
#[test]
fn our_messages_arrive() {
    let message = envelope_to_amqp(&envelope(), &AmqpSender::default()).unwrap().value;
    let sections = AmqpSections {
        message_annotations: Some(vec![(AmqpValue::Symbol("x-opt-hop".into()), AmqpValue::Int(-1))]),
        footer: Some(vec![(AmqpValue::Symbol("x-opt-hash".into()), AmqpValue::Binary(vec![1].into()))]),
        ..message.into()
    };
    let long = AmqpMessage {
        application_properties: Some(vec![("long".into(), AmqpValue::String("y".repeat(70_000)))]),
        body: Some(AmqpBody::Data(vec![vec![7; 300_000].into()])),
        ..AmqpMessage::default()
    };
    let value = AmqpMessage {
        body: Some(AmqpBody::Value(AmqpValue::List(vec![
            AmqpValue::Long(-5),
            AmqpValue::Ulong(300),
            AmqpValue::Map(vec![(AmqpValue::String("k".into()), AmqpValue::Double(0.5))]),
        ]))),
        ..AmqpMessage::default()
    };
    let Some(got) = through_proton(&[raw(&sections), raw(&long.into()), raw(&value.into())]) else { return };
    let mut first = got[0].clone();
    assert_eq!(first["raw"], raw(&sections)["raw"]);
    first.as_object_mut().unwrap().remove("raw");
    assert_eq!(
        first,
        json!({
            "durable": true, "ttl": 0.0, "id": "id-1", "address": null, "subject": "order.created", "reply_to": null,
            "correlation_id": null, "content_type": "None", "creation_time": 1_772_366_400.0,
            "expiry_time": 1_772_370_000.0, "group_id": "g", "group_sequence": 0,
            "properties": {
                "bin": {"bytes": "00ff"}, "count": {"long": -42}, "flag": true, "mqtt.response-topic": "back/here",
                "ratio": 1.5, "town": "Malmö",
                "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "when": {"timestamp": "timestamp(1772366400000)"}, "x-bridge.correlation-id": "corr-1",
            },
            "annotations": {"x-opt-hop": {"int32": "int32(-1)"}}, "inferred": true,
            "body": {"bytes": to_hex("21.5 °C".as_bytes())},
        })
    );
    assert_eq!(got[1]["properties"]["long"], "y".repeat(70_000));
    assert_eq!(got[1]["body"]["bytes"].as_str().unwrap().len(), 600_000);
    assert_eq!(got[2]["body"][0], json!({"long": -5}));
    assert_eq!(got[2]["body"][2], json!({"k": 0.5}));
}

fn received(sections: AmqpSections) -> Envelope {
    amqp_to_envelope(sections.into(), &AmqpReceiver::default(), NOW, new_id).unwrap().value
}

/// What Proton builds is read from its bytes, and becomes what "AMQP 1.0 into the envelope" says; built again, it means
/// the same to Proton.
#[test]
fn their_messages_are_read() {
    let samples = ["full", "text", "long", "empty", "list"].map(|name| json!({ "sample": name }));
    let Some(got) = through_proton(&samples) else { return };
    let read: Vec<_> = got.iter().map(sections).collect();

    let mut again = through_proton(&read.iter().map(raw).collect::<Vec<_>>()).unwrap();
    for (got, again) in got.iter().zip(&mut again) {
        again["raw"] = got["raw"].clone();
        assert_eq!(got, again);
    }

    let full = received(read[0].clone());
    assert_eq!(full.id().as_str(), "6f9619ff-8b86-d011-b42d-00cf4fc964ff");
    assert_eq!((full.subject(), &*full.payload), (Some("order.created"), &b"21.5"[..]));
    assert_eq!(full.created_at, NOW.plus_millis(250));
    assert_eq!(full.expires_at, Some(NOW.plus_seconds(3600)));
    let expected = [
        ("amqp10.absolute-expiry-time", HeaderValue::Time(NOW.plus_seconds(3600))),
        ("amqp10.content-encoding", "gzip".into()),
        ("amqp10.content-type", "text/plain".into()),
        ("amqp10.correlation-id", "7".into()),
        ("amqp10.creation-time", HeaderValue::Time(NOW.plus_millis(250))),
        ("amqp10.delivery-count", HeaderValue::Uint(3)),
        ("amqp10.group-id", "g".into()),
        ("amqp10.group-sequence", HeaderValue::Uint(5)),
        ("amqp10.message-id", "6f9619ff-8b86-d011-b42d-00cf4fc964ff".into()),
        ("amqp10.reply-to", "back".into()),
        ("amqp10.reply-to-group-id", "rg".into()),
        ("amqp10.subject", "order.created".into()),
        ("amqp10.to", "to/here".into()),
        ("binary", "00ff".into()),
        ("bool", true.into()),
        ("float", HeaderValue::Float(1.5)),
        ("int", HeaderValue::Int(42)),
        ("null", HeaderValue::Null),
        ("symbol", "s".into()),
        ("text", "Malmö".into()),
        ("time", HeaderValue::Time(NOW)),
        ("uuid", "00000000-0000-0000-0000-000000000001".into()),
    ];
    assert_eq!(full.headers, expected.into_iter().collect());
    assert_eq!(read[0].message.header.unwrap().ttl, Some(45_000));
    assert_eq!(read[0].delivery_annotations.as_ref().unwrap().len(), 1);

    // A text as value; data of more than a frame; no body at all; a body that is not bytes.
    assert_eq!(
        (received(read[1].clone()).id().as_str(), &*received(read[1].clone()).payload),
        ("m-1", &b"plain"[..])
    );
    assert_eq!(received(read[2].clone()).payload.len(), 100_000);
    assert_eq!((received(read[3].clone()).payload.len(), &read[3].message.body), (0, &None));
    let poison = amqp_to_envelope(read[4].clone().into(), &AmqpReceiver::default(), NOW, new_id).unwrap_err();
    assert_eq!((poison.class, poison.settle), (PoisonClass::Body, Settle::Rejected));
}
