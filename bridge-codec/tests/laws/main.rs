//! What holds for any message, on any way: property tests.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod make;

use bridge_codec::{
    AmqpBody, AmqpId, AmqpSender, Code, DeliveryMode, Envelope, HeaderValue, Headers, Identity, MqttReceiver,
    MqttSender, SqsSender, SqsValue, Timestamp, amqp_to_envelope, envelope_to_amqp, envelope_to_mqtt,
    envelope_to_sqs, mqtt, mqtt_to_envelope, names, sqs, sqs_to_envelope,
};
use make::{amqp_message, envelope, publish, route, sqs_message};
use proptest::prelude::*;

const NOW: Timestamp = Timestamp::from_millis(1_772_366_400_000);

fn new_id() -> Identity {
    Identity::new("fresh").unwrap()
}

/// Names of headers that are in `after` and were not in `before`.
fn new_names(before: &Headers, after: &Headers) -> Vec<String> {
    after.iter().map(|(name, _)| name).filter(|name| before.get(name).is_none()).map(String::from).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sqs_keeps_its_limits(made in envelope(), max in 1_usize..3000, fill in 0_usize..30) {
        let mut made = made;
        for number in 0..fill {
            made.headers.insert(format!("h{number}"), "value");
        }
        let sender = SqsSender { max_message_bytes: max, ..SqsSender::default() };
        match envelope_to_sqs(&made, &sender) {
            Err(error) => prop_assert_eq!(error.code(), Code::InvalidPayload),
            Ok(sent) => {
                let message = sent.value;
                prop_assert_eq!(message.body.as_bytes(), &*made.payload);
                prop_assert!(message.body.chars().all(sqs::is_allowed));
                prop_assert!(message.attributes.len() <= sqs::MAX_ATTRIBUTES);
                let mut size = message.body.len();
                for (name, attribute) in &message.attributes {
                    prop_assert!(sqs::is_attribute_name(name) && !attribute.value.is_empty());
                    prop_assert!(attribute.as_text().is_none_or(|text| text.chars().all(sqs::is_allowed)));
                    prop_assert!(!names::is_internal_only(name) && !name.starts_with("sqs."));
                    size += name.len() + attribute.data_type.len() + attribute.value.len();
                    // No header is invented.
                    if name != "Subject" {
                        prop_assert!(made.headers.get(name).is_some());
                    }
                }
                let unavoidable = made.payload.len() + made.subject().map_or(0, |subject| 13 + subject.len());
                prop_assert!(size <= max.max(unavoidable));
                // All that was there was sent or is in the report.
                let skipped = usize::from(message.attribute("Subject").is_none() && made.subject().is_some());
                let subject = usize::from(message.attribute("Subject").is_some());
                prop_assert_eq!(
                    made.headers.len() + skipped, message.attributes.len() - subject + sent.report.lost().len()
                );
            }
        }
    }

    #[test]
    fn mqtt_keeps_its_limits(made in envelope(), max in 20_usize..2000) {
        let sender = MqttSender {
            default_topic: Some("t".into()), max_packet_size: Some(max), ..MqttSender::default()
        };
        match envelope_to_mqtt(&made, &sender, NOW) {
            Err(error) => prop_assert!(matches!(error.code(), Code::PayloadTooLarge | Code::InvalidPayload)),
            Ok(sent) => {
                let publish = sent.value;
                prop_assert_eq!(&publish.payload, &made.payload);
                prop_assert!(mqtt::packet_len(&publish) <= max);
                prop_assert_eq!(publish.message_expiry_interval.is_some(), made.expires_at.is_some());
                prop_assert!(publish.message_expiry_interval != Some(0));
                prop_assert_eq!(publish.user_properties[0].0.as_str(), Some("mqtt.message-id"));
                prop_assert_eq!(publish.user_properties[0].1.as_str(), Some(&**made.id()));
                for (key, value) in &publish.user_properties[1..] {
                    let (key, value) = (key.as_str().unwrap(), value.as_str().unwrap());
                    let known = if key == "gobridge.subject" { made.subject() } else { made.headers.text(key) };
                    prop_assert_eq!(known, Some(value));
                    prop_assert!(!names::is_internal_only(key));
                }
            }
        }
    }

    #[test]
    fn amqp_sends_every_message(made in envelope()) {
        let sent = envelope_to_amqp(&made, &AmqpSender::default()).unwrap();
        prop_assert_eq!(sent.value.body, Some(AmqpBody::Data(vec![made.payload.clone()])));
        let properties = sent.value.properties.unwrap();
        prop_assert_eq!(properties.subject.as_deref(), made.subject());
        for (name, _) in sent.value.application_properties.unwrap_or_default() {
            prop_assert!(made.headers.get(&name).is_some());
            prop_assert!(!names::is_internal_only(&name) && !name.starts_with("amqp10."));
        }
    }

    #[test]
    fn a_route_touches_nothing_but_its_own_headers(made in envelope(), route in route()) {
        match route.carry(made.clone(), NOW, new_id) {
            Err(error) => {
                prop_assert_eq!(error.code(), Code::MessageExpired);
                prop_assert!(made.is_expired(NOW));
            }
            Ok(carried) => {
                let after = carried.envelope;
                prop_assert_eq!(after.id(), made.id());
                prop_assert_eq!(after.subject(), made.subject());
                prop_assert_eq!(&after.payload, &made.payload);
                prop_assert_eq!((after.created_at, after.expires_at), (made.created_at, made.expires_at));
                let own = [names::CORRELATION_ID, names::ROUTE_ID, names::SOURCE_ID];
                prop_assert!(new_names(&made.headers, &after.headers).iter().all(|name| own.contains(&name.as_str())));
                prop_assert!(own.iter().all(|name| after.headers.get(name).is_some()));
                for (name, value) in after.headers.iter() {
                    let private = names::is_internal_only(name);
                    prop_assert!(!private || name == names::ROUTE_ID || name == names::SOURCE_ID, "{}", name);
                    if route.delivery_mode == DeliveryMode::DirectHold && !names::is_reserved(name) {
                        prop_assert_eq!(format!("{value:?}"), format!("{:?}", made.headers.get(name).unwrap()));
                    }
                }
                // Carrying it once more changes nothing more.
                let again = route.carry(after.clone(), NOW, new_id).unwrap().envelope;
                prop_assert_eq!(format!("{again:?}"), format!("{after:?}"));
            }
        }
    }

    #[test]
    fn mqtt_arrives_with_an_identity_and_safe_headers(made in publish()) {
        let got = mqtt_to_envelope(made.clone(), &MqttReceiver::default(), NOW, new_id).unwrap().value;
        prop_assert_eq!(&got.payload, &made.payload);
        prop_assert!(!got.id().is_empty());
        prop_assert_eq!(got.expires_at.is_some(), made.message_expiry_interval.is_some());
        let lifted = [
            names::CORRELATION_ID, names::CORRELATION_DATA, names::CONTENT_TYPE, names::GENERATED_ID,
        ];
        for (name, value) in got.headers.iter() {
            prop_assert!(!names::is_reserved(name) || lifted.contains(&name), "{}", name);
            if let (Some(text), true) = (value.as_text(), name != "mqtt.topic") {
                prop_assert!(mqtt::is_safe(text) && text.len() <= 342, "{}", name);
            }
        }
        // Text headers that are no one's own go out again as they came.
        let sender = MqttSender { default_topic: Some("t".into()), ..MqttSender::default() };
        let again = envelope_to_mqtt(&got, &sender, NOW).unwrap().value;
        for (key, value) in &again.user_properties[1..] {
            prop_assert!(made.user_properties.contains(&(key.clone(), value.clone())));
        }
        // And once more the same: a round trip over MQTT is stable.
        let back = mqtt_to_envelope(again.clone(), &MqttReceiver::default(), NOW, new_id).unwrap().value;
        prop_assert_eq!(back.id(), got.id());
        prop_assert_eq!(back.subject(), got.subject());
        let twice = envelope_to_mqtt(&back, &sender, NOW).unwrap().value;
        prop_assert_eq!(twice.user_properties, again.user_properties);
        prop_assert_eq!(twice.payload, again.payload);
    }

    #[test]
    fn sqs_arrives_with_its_identity_and_body(made in sqs_message()) {
        let got = sqs_to_envelope(made.clone(), &Default::default(), NOW, new_id).value;
        prop_assert_eq!(&*got.payload, made.body.as_bytes());
        let own = made.message_id.filter(|id| !id.is_empty()).unwrap_or_else(|| "fresh".into());
        prop_assert_eq!(&**got.id(), own.as_str());
        for (name, value) in got.headers.iter() {
            let lifted = names::LIFTED.contains(&name) || name == names::GENERATED_ID;
            prop_assert!(!names::is_reserved(name) || lifted);
            let sent = made.attributes.iter().any(|(known, attribute)| known == name && match &attribute.value {
                SqsValue::Text(text) => *value == HeaderValue::Text(text.clone()),
                SqsValue::Binary(bytes) => *value == HeaderValue::Bytes(bytes.clone()),
            });
            prop_assert!(sent || lifted || name.starts_with("sqs."), "{} was invented", name);
        }
    }

    #[test]
    fn amqp_arrives_and_leaves_with_what_the_tables_promise(made in amqp_message()) {
        let got = amqp_to_envelope(made.clone(), &Default::default(), NOW, new_id).unwrap().value;
        let joined: Vec<u8> = match &made.body {
            Some(AmqpBody::Data(sections)) => sections.iter().flat_map(|section| section.to_vec()).collect(),
            _ => Vec::new(),
        };
        prop_assert_eq!(&*got.payload, &joined[..]);
        let before = made.properties.unwrap();
        let sent = envelope_to_amqp(&got, &AmqpSender::default()).unwrap().value;
        let after = sent.properties.unwrap();
        let subject = before.subject.filter(|subject| !subject.is_empty());
        prop_assert_eq!(after.subject, subject);
        // A symbol is ASCII; what else a peer sent as one is left out.
        let content_type = before.content_type.filter(|text| text.is_ascii());
        prop_assert_eq!((&after.to, &after.content_type), (&before.to, &content_type));
        prop_assert_eq!(after.group_sequence, before.group_sequence);
        prop_assert_eq!(after.creation_time, before.creation_time.or(Some(NOW)));
        if before.absolute_expiry_time.is_some() {
            prop_assert_eq!(after.absolute_expiry_time, before.absolute_expiry_time);
        }
        prop_assert_eq!(after.message_id, Some(AmqpId::String(got.id().as_str().into())));
    }

    /// Any message of any side, through any route, to any other side: the payload arrives unchanged or not at all.
    #[test]
    fn payloads_never_change(
        sqs in sqs_message(), publish in publish(), amqp in amqp_message(), route in route(), from in 0..3, to in 0..3,
    ) {
        let received = match from {
            0 => sqs_to_envelope(sqs, &Default::default(), NOW, new_id),
            1 => mqtt_to_envelope(publish, &Default::default(), NOW, new_id).unwrap(),
            _ => amqp_to_envelope(amqp, &Default::default(), NOW, new_id).unwrap(),
        };
        let payload = received.value.payload.clone();
        let Ok(carried) = route.carry(received.value, NOW, new_id) else { return Ok(()) };
        let arrived = match to {
            0 => envelope_to_sqs(&carried.envelope, &SqsSender::default()).map(|sent| sent.value.body.into()),
            1 => {
                let sender = MqttSender { default_topic: Some("t".into()), ..MqttSender::default() };
                envelope_to_mqtt(&carried.envelope, &sender, NOW).map(|sent| sent.value.payload)
            }
            _ => envelope_to_amqp(&carried.envelope, &AmqpSender::default()).map(|sent| match sent.value.body {
                Some(AmqpBody::Data(mut sections)) => sections.remove(0),
                other => panic!("{other:?}"),
            }),
        };
        match arrived {
            Ok(arrived) => prop_assert_eq!(arrived, payload),
            Err(error) => prop_assert!(!error.code().retry()),
        }
    }

    #[test]
    fn times_read_back(millis in -62_167_219_200_000_i64..253_402_300_800_000) {
        let time = Timestamp::from_millis(millis);
        prop_assert_eq!(Timestamp::from_rfc3339(&time.to_string()), Some(time));
        prop_assert_eq!(Timestamp::from_rfc3339(&format!("{time:.3}")), Some(time));
    }

    #[test]
    fn fractions_read_back(number in any::<f64>()) {
        let mut made = Envelope::new(new_id(), "p", NOW);
        made.headers.insert("f", number);
        let sent = envelope_to_sqs(&made, &SqsSender::default()).unwrap().value;
        let text = sent.attribute("f").unwrap().as_text().unwrap();
        let read: f64 = text.parse().unwrap();
        prop_assert!(read == number || (read.is_nan() && number.is_nan()), "{} is not {}", text, number);
    }
}
