//! Messages, envelopes and routes of any kind.

use super::NOW;
use bridge_codec::{
    AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpValue, DeliveryMode, Envelope,
    HeaderValue, Identity, Lifted, MqttPublish, MqttText, Payload, RetryHeaders, Route, SqsAttribute,
    SqsMessage, Timestamp, names,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Names that mean something somewhere, and any others.
pub(crate) fn name() -> impl Strategy<Value = String> {
    let known = names::INTERNAL_ONLY
        .into_iter()
        .chain(names::BRIDGE_TO_BRIDGE)
        .chain(names::RETRY_COUNTS)
        .chain([
            "Subject",
            "sqs.SentTimestamp",
            "sqs.x",
            "mqtt.topic",
            "mqtt.message-id",
            "mqtt.response-topic",
        ])
        .chain([
            "gobridge.subject",
            "mqtt.generated-id",
            "amqp10.message-id",
            "amqp10.to",
            "amqp10.x",
            "a..b",
        ])
        .collect::<Vec<_>>();
    prop_oneof![
        3 => proptest::sample::select(known.clone()).prop_map(String::from),
        1 => proptest::sample::select(known).prop_map(|name| name.to_uppercase()),
        4 => "[a-zA-Z0-9._-]{1,12}",
        1 => any::<String>(),
    ]
}

pub(crate) fn bytes() -> impl Strategy<Value = Payload> {
    vec(any::<u8>(), 0..40).prop_map(Payload::from)
}

pub(crate) fn time() -> impl Strategy<Value = Timestamp> {
    prop_oneof![
        4 => (-200_000_i64..200_000).prop_map(|off| NOW.plus_millis(off)),
        1 => any::<i64>().prop_map(Timestamp::from_millis),
    ]
}

pub(crate) fn value() -> impl Strategy<Value = HeaderValue> {
    prop_oneof![
        4 => any::<String>().prop_map(HeaderValue::Text),
        2 => "[ -~]{0,300}".prop_map(HeaderValue::Text),
        1 => any::<i64>().prop_map(HeaderValue::Int),
        1 => any::<u64>().prop_map(HeaderValue::Uint),
        1 => any::<f64>().prop_map(HeaderValue::Float),
        1 => any::<bool>().prop_map(HeaderValue::Bool),
        1 => time().prop_map(HeaderValue::Time),
        1 => bytes().prop_map(HeaderValue::Bytes),
        1 => Just(HeaderValue::Null),
    ]
}

prop_compose! {
    pub(crate) fn envelope()(
        id in "\\PC{1,20}",
        subject in proptest::option::of(any::<String>()),
        payload in prop_oneof![bytes(), any::<String>().prop_map(Payload::from)],
        headers in vec((name(), value()), 0..30),
        created_at in time(),
        expires_at in proptest::option::of(time()),
    ) -> Envelope {
        let mut envelope = Envelope::new(Identity::new(id).unwrap(), payload, created_at);
        envelope.set_subject(subject.unwrap_or_default());
        envelope.headers = headers.into_iter().collect();
        envelope.expires_at = expires_at;
        envelope
    }
}

prop_compose! {
    pub(crate) fn route()(
        trust_bridge_headers in any::<bool>(),
        source in proptest::option::of(proptest::sample::select(vec!["sqs", "mqtt", "amqp10", "", "other"])),
        stored in any::<bool>(),
        strip in any::<bool>(),
        keep in any::<bool>(),
    ) -> Route {
        Route {
            trust_bridge_headers,
            source: source.map(String::from),
            route_id: "r".into(),
            instance_id: "b".into(),
            delivery_mode: if stored { DeliveryMode::SharedOutbox } else { DeliveryMode::DirectHold },
            retry_headers: if strip { RetryHeaders::Strip } else { RetryHeaders::Keep },
            lifted: if keep { Lifted::Keep } else { Lifted::Strip },
            ..Route::default()
        }
    }
}

prop_compose! {
    pub(crate) fn publish()(
        topic in any::<String>(),
        qos in 0_u8..3,
        retain in any::<bool>(),
        payload in bytes(),
        user in vec((name(), prop_oneof![
            any::<String>().prop_map(MqttText::from),
            vec(any::<u8>(), 0..300).prop_map(MqttText::from),
        ]), 0..20),
        correlation_data in proptest::option::of(bytes()),
        content_type in proptest::option::of(any::<String>()),
        response_topic in proptest::option::of(any::<String>()),
        message_expiry_interval in any::<Option<u32>>(),
    ) -> MqttPublish {
        let user_properties = user.into_iter().map(|(key, value)| (key.into(), value)).collect();
        MqttPublish {
            topic, qos, retain, payload, user_properties, correlation_data, content_type, response_topic,
            message_expiry_interval,
        }
    }
}

prop_compose! {
    pub(crate) fn sqs_message()(
        message_id in proptest::option::of(any::<String>()),
        body in any::<String>(),
        attributes in vec((name(), prop_oneof![
            any::<String>().prop_map(SqsAttribute::string),
            "[0-9]{1,4}".prop_map(SqsAttribute::number),
            bytes().prop_map(SqsAttribute::binary),
        ]), 0..14),
        system_attributes in vec((
            proptest::sample::select(vec!["SentTimestamp", "ApproximateReceiveCount", "MessageGroupId", "SenderId"]),
            "[0-9a]{0,16}",
        ), 0..4),
    ) -> SqsMessage {
        let system_attributes = system_attributes.into_iter().map(|(name, text)| (name.into(), text)).collect();
        SqsMessage { message_id, body, attributes, system_attributes, ..SqsMessage::default() }
    }
}

pub(crate) fn amqp_id() -> impl Strategy<Value = AmqpId> {
    prop_oneof![
        any::<String>().prop_map(AmqpId::String),
        any::<[u8; 16]>().prop_map(AmqpId::Uuid),
        any::<u64>().prop_map(AmqpId::Ulong),
        bytes().prop_map(AmqpId::Binary),
    ]
}

pub(crate) fn amqp_value() -> impl Strategy<Value = AmqpValue> {
    let leaf = prop_oneof![
        Just(AmqpValue::Null),
        any::<bool>().prop_map(AmqpValue::Boolean),
        any::<i8>().prop_map(AmqpValue::Byte),
        any::<u64>().prop_map(AmqpValue::Ulong),
        any::<f32>().prop_map(AmqpValue::Float),
        any::<char>().prop_map(AmqpValue::Char),
        time().prop_map(AmqpValue::Timestamp),
        bytes().prop_map(AmqpValue::Binary),
        any::<String>().prop_map(AmqpValue::String),
        any::<String>().prop_map(AmqpValue::Symbol),
    ];
    leaf.prop_recursive(20, 40, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(AmqpValue::List),
            vec((inner.clone(), inner), 0..3).prop_map(AmqpValue::Map),
        ]
    })
}

prop_compose! {
    pub(crate) fn amqp_message()(
        ids in (proptest::option::of(amqp_id()), proptest::option::of(amqp_id())),
        texts in vec(proptest::option::of(any::<String>()), 3),
        times in (proptest::option::of(time()), proptest::option::of(time())),
        group_sequence in any::<Option<u32>>(),
        header in proptest::option::of((any::<Option<u32>>(), any::<Option<u32>>())),
        application in proptest::option::of(vec((name(), amqp_value()), 0..14)),
        body in proptest::option::of(vec(bytes(), 0..3)),
    ) -> AmqpMessage {
        AmqpMessage {
            header: header.map(|(ttl, delivery_count)| AmqpHeader { ttl, delivery_count, ..AmqpHeader::default() }),
            properties: Some(AmqpProperties {
                message_id: ids.0,
                correlation_id: ids.1,
                subject: texts[0].clone(),
                to: texts[1].clone(),
                content_type: texts[2].clone(),
                creation_time: times.0,
                absolute_expiry_time: times.1,
                group_sequence,
                ..AmqpProperties::default()
            }),
            application_properties: application,
            body: body.map(AmqpBody::Data),
        }
    }
}
