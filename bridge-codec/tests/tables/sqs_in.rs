//! "SQS into the envelope"

use super::{NOW, at, bytes, lost, new_id, no_id, text};
use bridge_codec::{
    Envelope, HeaderValue, Mapped, SqsAttribute, SqsMessage, SqsReceiver, sqs::unwrap_sns, sqs_to_envelope,
};

fn message(attributes: &[(&str, SqsAttribute)], system: &[(&str, &str)]) -> SqsMessage {
    SqsMessage {
        message_id: Some("m-1".into()),
        body: "hello".into(),
        attributes: attributes.iter().map(|(name, attribute)| ((*name).into(), attribute.clone())).collect(),
        system_attributes: system.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
        ..SqsMessage::default()
    }
}

fn receive(message: SqsMessage) -> Mapped<Envelope> {
    sqs_to_envelope(message, &SqsReceiver::default(), NOW, no_id)
}

fn unwrapped(body: &str) -> Mapped<Envelope> {
    let message =
        SqsMessage { body: body.into(), ..message(&[("Subject", SqsAttribute::string("outer"))], &[]) };
    sqs_to_envelope(message, &SqsReceiver { sns_unwrap: true }, NOW, no_id)
}

#[test]
fn message_id_is_the_identity() {
    let got = receive(message(&[], &[]));
    assert_eq!(*got.value.id(), *"m-1");
    assert!(got.value.headers.is_empty() && got.report.is_empty());
}

#[test]
fn an_empty_message_id_is_replaced_and_marked() {
    let message = SqsMessage { message_id: Some(String::new()), ..message(&[], &[]) };
    let got = sqs_to_envelope(message, &SqsReceiver::default(), NOW, new_id).value;
    assert_eq!(*got.id(), *"fresh");
    assert_eq!(got.headers.text("x-bridge.generated-id"), Some("true"));
}

#[test]
fn body_is_the_payload_unchanged() {
    let body = "{\"Type\":\"Notification\",\"TopicArn\":\"arn\",\"Message\":\"inner\"}";
    let got = receive(SqsMessage { body: body.into(), ..message(&[], &[]) }).value;
    assert_eq!(&*got.payload, body.as_bytes());
}

#[test]
fn with_sns_unwrap_the_message_inside_is_the_payload() {
    let got = unwrapped(
        r#"{"Type":"Notification","TopicArn":"arn:t","Subject":"order.created","Message":"{\"n\":1}"}"#,
    );
    assert_eq!(&*got.value.payload, b"{\"n\":1}");
    assert_eq!(got.value.subject(), Some("order.created"));
    assert_eq!(got.value.headers.text("sns.topic_arn"), Some("arn:t"));
    assert_eq!(got.value.headers.text("sns.subject"), Some("order.created"));
    assert_eq!(got.value.headers.text("Subject"), Some("outer"));
}

#[test]
fn what_is_no_notification_stays_as_it_is() {
    for body in [
        "Notification TopicArn",
        r#"["Notification","TopicArn"]"#,
        r#"{"Type":"SubscriptionConfirmation","TopicArn":"Notification","Message":"m"}"#,
        r#"{"Type":"Notification","TopicArn":"","Message":"m"}"#,
        r#"{"Type":"Notification","Message":"TopicArn"}"#,
        r#"{"type":"Notification","TopicArn":"arn","Message":"m"}"#,
        r#"{"Type":"Notification","TopicArn":"arn","Message":5}"#,
        r#"{"Type":"Notification","TopicArn":"arn","Message":"m"} "#.trim_end().strip_suffix('}').unwrap(),
    ] {
        let got = unwrapped(body).value;
        assert_eq!((&*got.payload, got.subject()), (body.as_bytes(), Some("outer")), "{body}");
        assert_eq!(unwrap_sns(body), None);
    }
    // A notification without a message has an empty one, and one without a subject leaves the attribute's.
    let got = unwrapped(r#"{"Type":"Notification","TopicArn":"arn"}"#).value;
    assert_eq!((&*got.payload, got.subject()), (&b""[..], Some("outer")));
}

#[test]
fn message_attributes_are_headers() {
    let got = receive(message(
        &[
            ("s", SqsAttribute::string("Malmö")),
            ("n", SqsAttribute::number("42")),
            ("b", SqsAttribute::binary(vec![0, 255])),
            ("x-bridge.tenant-id", SqsAttribute::string("acme")),
            ("X-BRIDGE.any", SqsAttribute::binary(vec![1])),
            ("traceparent", SqsAttribute::string("00-x")),
        ],
        &[],
    ));
    assert_eq!(got.value.headers.get("s"), Some(&text("Malmö")));
    assert_eq!(got.value.headers.get("n"), Some(&text("42")));
    assert_eq!(got.value.headers.get("b"), Some(&bytes(&[0, 255])));
    assert_eq!(got.value.headers.get("traceparent"), Some(&text("00-x")));
    assert_eq!(got.value.headers.len(), 4);
    assert_eq!(lost(&got), ["x-bridge.tenant-id: reserved", "X-BRIDGE.any: reserved"]);
}

#[test]
fn the_idempotency_key_is_lifted() {
    let key = |attributes: &[(&str, SqsAttribute)]| {
        let got = receive(message(attributes, &[]));
        got.value.headers.text("x-bridge.idempotency-key").map(str::to_owned)
    };
    let string = SqsAttribute::string;
    let labelled = SqsAttribute { data_type: "String.key".into(), ..string("k") };
    assert_eq!(key(&[("x-bridge.idempotency-key", string("k"))]).as_deref(), Some("k"));
    assert_eq!(key(&[("x-bridge.idempotency-key", string(""))]), None);
    assert_eq!(key(&[("x-bridge.idempotency-key", SqsAttribute::number("1"))]), None);
    assert_eq!(key(&[("x-bridge.idempotency-key", labelled)]), None);
    let variants = [("x-bridge.Idempotency-Key", string("b")), ("X-BRIDGE.IDEMPOTENCY-KEY", string("a"))];
    assert_eq!(key(&variants).as_deref(), Some("a"));
    let exact = [variants[0].clone(), variants[1].clone(), ("x-bridge.idempotency-key", string("c"))];
    assert_eq!(key(&exact).as_deref(), Some("c"));
}

#[test]
fn subject_attribute_is_the_subject_and_stays_a_header() {
    let got = receive(message(&[("Subject", SqsAttribute::string("order.created"))], &[])).value;
    assert_eq!(got.subject(), Some("order.created"));
    assert_eq!(got.headers.text("Subject"), Some("order.created"));
    for (name, attribute) in [
        ("Subject", SqsAttribute::binary(vec![65])),
        ("Subject", SqsAttribute::string("")),
        ("subject", SqsAttribute::string("s")),
    ] {
        assert_eq!(receive(message(&[(name, attribute)], &[])).value.subject(), None);
    }
}

#[test]
fn system_attributes_are_headers() {
    let got = receive(message(
        &[
            ("sqs.SentTimestamp", SqsAttribute::string("forged")),
            ("sqs.custom", SqsAttribute::string("stays")),
        ],
        &[("SentTimestamp", "1772366399250"), ("ApproximateReceiveCount", "3"), ("SenderId", "AIDA")],
    ));
    let sent = at("2026-03-01T11:59:59.25Z");
    assert_eq!(got.value.headers.get("sqs.SentTimestamp"), Some(&HeaderValue::Time(sent)));
    assert_eq!(got.value.headers.get("sqs.ApproximateReceiveCount"), Some(&HeaderValue::Int(3)));
    assert_eq!(got.value.headers.get("sqs.SenderId"), Some(&text("AIDA")));
    assert_eq!(got.value.headers.get("sqs.custom"), Some(&text("stays")));
    assert_eq!(got.value.created_at, sent);
    assert_eq!(lost(&got), ["sqs.SentTimestamp: superseded"]);
}

#[test]
fn system_attributes_that_cannot_be_read_stay_text() {
    let got =
        receive(message(&[], &[("SentTimestamp", "yesterday"), ("ApproximateReceiveCount", "many")])).value;
    assert_eq!(got.headers.get("sqs.SentTimestamp"), Some(&text("yesterday")));
    assert_eq!(got.headers.get("sqs.ApproximateReceiveCount"), Some(&text("many")));
    assert_eq!(got.created_at, NOW);
}

#[test]
fn group_and_deduplication_id_come_from_system_attributes_only() {
    let attributes =
        [("MessageGroupId", SqsAttribute::string("g")), ("x-bridge.ordering-key", SqsAttribute::string("g"))];
    let got = receive(message(&attributes, &[])).value;
    assert_eq!(got.headers.text("x-bridge.ordering-key"), None);
    let got = receive(message(&[], &[("MessageGroupId", "g"), ("MessageDeduplicationId", "d")])).value;
    assert_eq!(got.headers.text("x-bridge.ordering-key"), Some("g"));
    assert_eq!(got.headers.text("x-bridge.dedup-id"), Some("d"));
    assert_eq!(got.headers.text("sqs.MessageGroupId"), Some("g"));
}
