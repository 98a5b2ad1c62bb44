//! "Crossing transports: what to expect"

use super::{NOW, new_id, no_id};
use bridge_codec::{
    AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpSender, AmqpValue, Envelope, MqttPublish,
    MqttSender, Route, SqsAttribute, SqsMessage, SqsSender, amqp_to_envelope, envelope_to_amqp,
    envelope_to_mqtt, envelope_to_sqs, mqtt_to_envelope, sqs_to_envelope,
};

fn carried(source: &str, envelope: Envelope) -> Envelope {
    Route { source: Some(source.into()), ..Route::default() }.carry(envelope, NOW, new_id).unwrap().envelope
}

fn from_sqs(attributes: &[(&str, SqsAttribute)]) -> Envelope {
    let message = SqsMessage {
        message_id: Some("m-1".into()),
        body: "hello".into(),
        attributes: attributes.iter().map(|(name, attribute)| ((*name).into(), attribute.clone())).collect(),
        system_attributes: vec![
            ("SentTimestamp".into(), "1772366399250".into()),
            ("ApproximateReceiveCount".into(), "3".into()),
            ("SenderId".into(), "AIDA".into()),
        ],
        ..SqsMessage::default()
    };
    carried("sqs", sqs_to_envelope(message, &Default::default(), NOW, no_id).value)
}

fn to_mqtt(envelope: &Envelope) -> MqttPublish {
    let sender = MqttSender { default_topic: Some("t".into()), ..MqttSender::default() };
    envelope_to_mqtt(envelope, &sender, NOW).unwrap().value
}

fn to_amqp(envelope: &Envelope) -> (AmqpProperties, Vec<(String, AmqpValue)>) {
    let message = envelope_to_amqp(envelope, &AmqpSender::default()).unwrap().value;
    (message.properties.unwrap(), message.application_properties.unwrap_or_default())
}

fn user<'m>(publish: &'m MqttPublish, name: &str) -> Option<&'m str> {
    publish.user_properties.iter().find(|(key, _)| key.as_str() == Some(name))?.1.as_str()
}

fn from_mqtt(publish: MqttPublish) -> Envelope {
    carried("mqtt", mqtt_to_envelope(publish, &Default::default(), NOW, new_id).unwrap().value)
}

fn to_sqs(envelope: &Envelope) -> SqsMessage {
    envelope_to_sqs(envelope, &SqsSender::default()).unwrap().value
}

fn attribute<'m>(message: &'m SqsMessage, name: &str) -> Option<&'m str> {
    message.attribute(name)?.as_text()
}

#[test]
fn sqs_headers_reach_mqtt_where_they_are_text() {
    let publish = to_mqtt(&from_sqs(&[]));
    assert_eq!(user(&publish, "sqs.SenderId"), Some("AIDA"));
    assert_eq!(user(&publish, "sqs.SentTimestamp"), None);
    assert_eq!(user(&publish, "sqs.ApproximateReceiveCount"), None);
}

#[test]
fn sqs_headers_reach_amqp_all() {
    let (_, application) = to_amqp(&from_sqs(&[]));
    let names: Vec<_> = application.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["sqs.ApproximateReceiveCount", "sqs.SenderId", "sqs.SentTimestamp", "x-bridge.correlation-id"]
    );
}

#[test]
fn a_subject_attribute_goes_twice() {
    let envelope = from_sqs(&[("Subject", SqsAttribute::string("s"))]);
    let publish = to_mqtt(&envelope);
    assert_eq!((user(&publish, "gobridge.subject"), user(&publish, "Subject")), (Some("s"), Some("s")));
    let (properties, application) = to_amqp(&envelope);
    assert_eq!(properties.subject.as_deref(), Some("s"));
    assert!(application.contains(&("Subject".into(), AmqpValue::String("s".into()))));
}

#[test]
fn correlation_is_the_routes_own() {
    let envelope = from_sqs(&[("x-bridge.correlation-id", SqsAttribute::string("mine"))]);
    assert_eq!(to_mqtt(&envelope).correlation_data.as_deref(), Some(&b"fresh"[..]));
    let envelope = from_sqs(&[("amqp10.correlation-id", SqsAttribute::string("mine"))]);
    assert_eq!(to_amqp(&envelope).0.correlation_id, Some(AmqpId::String("mine".into())));
}

#[test]
fn binary_attributes_do_not_reach_mqtt() {
    let envelope = from_sqs(&[("sig", SqsAttribute::binary(vec![0, 255]))]);
    assert_eq!(user(&to_mqtt(&envelope), "sig"), None);
    assert!(to_amqp(&envelope).1.contains(&("sig".into(), AmqpValue::Binary(vec![0, 255].into()))));
}

#[test]
fn attributes_may_choose_what_mqtt_and_amqp_get() {
    let string = SqsAttribute::string;
    let envelope = from_sqs(&[
        ("amqp10.to", string("q")),
        ("amqp10.message-id", string("chosen")),
        ("mqtt.response-topic", string("reply")),
    ]);
    assert_eq!(to_mqtt(&envelope).response_topic.as_deref(), Some("reply"));
    let (properties, _) = to_amqp(&envelope);
    assert_eq!(properties.to.as_deref(), Some("q"));
    assert_eq!(properties.message_id, Some(AmqpId::String("chosen".into())));
}

#[test]
fn the_identity_reaches_sqs_as_an_attribute() {
    let sent = to_sqs(&from_mqtt(MqttPublish { payload: "p".into(), ..MqttPublish::default() }));
    assert_eq!((sent.message_id.as_deref(), attribute(&sent, "mqtt.message-id")), (None, Some("fresh")));
}

#[test]
fn a_topic_is_no_subject_on_sqs() {
    let publish = MqttPublish { topic: "plant/7".into(), payload: "p".into(), ..MqttPublish::default() };
    let sent = to_sqs(&from_mqtt(publish));
    assert_eq!((attribute(&sent, "Subject"), attribute(&sent, "mqtt.topic")), (None, Some("plant/7")));
}

#[test]
fn correlation_data_and_content_type_do_not_reach_sqs() {
    let publish = MqttPublish {
        payload: "p".into(),
        correlation_data: Some("mine".into()),
        content_type: Some("text/plain".into()),
        ..MqttPublish::default()
    };
    let sent = to_sqs(&from_mqtt(publish));
    assert_eq!(attribute(&sent, "x-bridge.correlation-id"), Some("fresh"));
    assert_eq!(attribute(&sent, "x-bridge.content-type"), None);
}

#[test]
fn amqp_properties_reach_sqs_as_attributes() {
    let message = AmqpMessage {
        header: Some(AmqpHeader { delivery_count: Some(2), ..AmqpHeader::default() }),
        properties: Some(AmqpProperties {
            message_id: Some(AmqpId::Ulong(7)),
            correlation_id: Some(AmqpId::String("c".into())),
            content_type: Some("text/plain".into()),
            group_sequence: Some(1),
            ..AmqpProperties::default()
        }),
        application_properties: Some(vec![
            ("sqs.foo".into(), AmqpValue::String("v".into())),
            ("Subject".into(), AmqpValue::String("v".into())),
        ]),
        body: Some(AmqpBody::Data(vec!["p".into()])),
    };
    let received = amqp_to_envelope(message, &Default::default(), NOW, no_id).unwrap().value;
    let sent = to_sqs(&carried("amqp10", received));
    let names: Vec<_> = sent.attributes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["amqp10.content-type", "amqp10.correlation-id", "amqp10.message-id", "x-bridge.correlation-id"]
    );
    assert_eq!(attribute(&sent, "amqp10.message-id"), Some("7"));
}

#[test]
fn ten_attributes_is_little_room() {
    let user =
        ["Zeta", "alpha", "beta", "gamma", "kappa", "lambda", "nu", "omega", "phi", "psi", "tau", "xi"];
    let user = user.iter().map(|name| ((*name).into(), "v".into()));
    let publish = MqttPublish {
        payload: "p".into(),
        user_properties: [("gobridge.subject".into(), "s".into())].into_iter().chain(user).collect(),
        ..MqttPublish::default()
    };
    let sent = to_sqs(&from_mqtt(publish));
    let names: Vec<_> = sent.attributes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Subject",
            "Zeta",
            "alpha",
            "beta",
            "gamma",
            "kappa",
            "lambda",
            "mqtt.message-id",
            "mqtt.qos",
            "mqtt.retained"
        ]
    );
}
