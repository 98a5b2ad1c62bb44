//! "SQS out of the envelope"

use super::{at, bytes, envelope, lost, text};
use bridge_codec::{
    Code, Counter, Envelope, HeaderValue, Identity, Mapped, SqsMessage, SqsSender, envelope_to_sqs,
};

fn send(envelope: &Envelope) -> Mapped<SqsMessage> {
    envelope_to_sqs(envelope, &SqsSender::default()).unwrap()
}

fn within(envelope: &Envelope, max_message_bytes: usize) -> (Vec<String>, u64) {
    let sent = envelope_to_sqs(envelope, &SqsSender { max_message_bytes, ..SqsSender::default() }).unwrap();
    assert_eq!(sent.value.body.as_bytes(), &*envelope.payload, "the body is never made smaller");
    let counted = sent.report.counters().get(&Counter::SqsDroppedAttributes).copied().unwrap_or(0);
    (names(&sent), counted)
}

fn names(sent: &Mapped<SqsMessage>) -> Vec<String> {
    sent.value.attributes.iter().map(|(name, _)| name.clone()).collect()
}

fn attribute(value: HeaderValue) -> Option<(String, String)> {
    let sent = send(&envelope(&[("a", value)])).value;
    let attribute = sent.attribute("a")?;
    Some((attribute.data_type.clone(), attribute.as_text().unwrap_or("<bytes>").to_owned()))
}

fn numbered(prefix: &str, count: usize) -> Vec<(String, HeaderValue)> {
    (0..count).map(|number| (format!("{prefix}{number:02}"), text("v"))).collect()
}

fn with(headers: Vec<(String, HeaderValue)>) -> Envelope {
    let mut made = envelope(&[]);
    made.headers = headers.into_iter().collect();
    made
}

#[test]
fn payload_is_the_body() {
    assert_eq!(send(&envelope(&[])).value.body, "p");
}

#[test]
fn a_body_that_sqs_refuses_fails_the_send_for_good() {
    for payload in [&b"\xff"[..], b"", b"a\0b", "a\u{FFFE}".as_bytes(), "\u{B}".as_bytes()] {
        let refused = Envelope::new(Identity::new("i").unwrap(), payload.to_vec(), super::NOW);
        let error = envelope_to_sqs(&refused, &SqsSender::default()).unwrap_err();
        assert_eq!((error.code(), error.code().retry()), (Code::InvalidPayload, false), "{payload:?}");
    }
    let allowed = "\t\n\r \u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}";
    let made = Envelope::new(Identity::new("i").unwrap(), allowed.to_owned(), super::NOW);
    assert_eq!(send(&made).value.body, allowed);
}

#[test]
fn subject_is_an_attribute_where_there_is_one() {
    let mut made = envelope(&[("Subject", text("stray")), ("subject", text("kept"))]);
    assert_eq!(names(&send(&made)), ["subject"]);
    made.set_subject("order.created");
    let sent = send(&made).value;
    assert_eq!(sent.attribute("Subject").unwrap().as_text(), Some("order.created"));
    assert_eq!(sent.attribute("Subject").unwrap().data_type, "String");
}

#[test]
fn headers_are_attributes_by_type() {
    let pair = |kind: &str, value: &str| Some((kind.to_owned(), value.to_owned()));
    assert_eq!(attribute(text("t")), pair("String", "t"));
    assert_eq!(attribute(HeaderValue::Bool(true)), pair("String", "true"));
    assert_eq!(
        attribute(HeaderValue::Time(at("2026-03-01T11:00:00.5Z"))),
        pair("String", "2026-03-01T11:00:00.5Z")
    );
    assert_eq!(attribute(HeaderValue::Int(-5)), pair("Number", "-5"));
    assert_eq!(attribute(HeaderValue::Float(1e6)), pair("Number", "1e+06"));
    assert_eq!(attribute(bytes(&[0, 1])), pair("Binary", "<bytes>"));
    for none in [HeaderValue::Uint(5), HeaderValue::Null, text(""), bytes(&[]), text("a\0b")] {
        assert_eq!(attribute(none), None);
    }
}

#[test]
fn what_is_left_out_counts_where_it_could_have_been_an_attribute() {
    let sent = send(&envelope(&[
        ("sqs.SenderId", text("s")),
        ("x-bridge.route-id", text("r")),
        ("X-BRIDGE.Source-Id", text("b")),
        ("bad name", text("v")),
        ("uint", HeaderValue::Uint(1)),
        ("empty", text("")),
        ("odd", text("\u{FFFF}")),
        ("SQS.kept", text("v")),
    ]));
    assert_eq!(names(&sent), ["SQS.kept"]);
    assert_eq!(
        lost(&sent),
        [
            "X-BRIDGE.Source-Id: private",
            "bad name: invalid_name",
            "+empty: empty",
            "+odd: characters",
            "sqs.SenderId: transport_name",
            "uint: unsupported_type",
            "x-bridge.route-id: private",
        ]
    );
}

#[test]
fn identity_is_not_sent() {
    let sent = send(&envelope(&[("mqtt.message-id", text("m-1"))])).value;
    assert_eq!(sent.message_id, None);
    assert_eq!(sent.attribute("mqtt.message-id").unwrap().as_text(), Some("m-1"));
}

#[test]
fn ten_attributes_and_subject_is_one_of_them() {
    let mut made = with(numbered("h", 20));
    let sent = send(&made);
    assert_eq!(names(&sent), (0..10).map(|n| format!("h{n:02}")).collect::<Vec<_>>());
    assert_eq!(sent.report.lost().len(), 10);
    made.set_subject("s");
    let sent = send(&made);
    assert_eq!(names(&sent)[0], "Subject");
    assert_eq!((names(&sent).len(), sent.report.lost().len()), (10, 11));
}

#[test]
fn who_is_kept_first() {
    let mut headers = numbered("a", 12);
    for name in
        ["correlation-id", "causation-id", "tenant-id", "forwarded-from", "forwarded-hop", "idempotency-key"]
    {
        headers.push((format!("x-bridge.{name}"), text("v")));
    }
    headers.extend([("traceparent".to_owned(), text("00-x")), ("TRACESTATE".to_owned(), text("a=1"))]);
    let sent = send(&with(headers));
    let mut expected: Vec<_> = (0..7).map(|n| format!("a{n:02}")).collect();
    expected.extend(["traceparent".into(), "TRACESTATE".into(), "x-bridge.idempotency-key".into()]);
    expected.sort();
    assert_eq!(names(&sent), expected);
    assert_eq!(sent.report.lost().len(), 10);
}

#[test]
fn a_header_subject_is_not_charged_twice() {
    let mut headers = numbered("h", 10);
    headers.push(("Subject".into(), text("stray")));
    let mut made = with(headers);
    made.set_subject("s");
    let sent = send(&made);
    assert_eq!(sent.report.counters(), [(Counter::SqsDroppedAttributes, 1)].into());
    assert_eq!(names(&sent).len(), 10);
}

#[test]
fn body_and_attributes_stay_within_the_size() {
    let mut made = envelope(&[("h", text("vv"))]);
    made.payload = vec![b'a'; 80].into();
    assert_eq!(within(&made, 89), (vec!["h".into()], 0));
    assert_eq!(within(&made, 88), (vec![], 1));
    made.set_subject("sub");
    assert_eq!(within(&made, 100), (vec!["Subject".into()], 1));
    assert_eq!(within(&made, 105), (vec!["Subject".into(), "h".into()], 0));
    assert_eq!(within(&made, 50).1, 1, "a body over the limit leaves no room");
    // The default is 1 MiB.
    made.payload = vec![b'a'; 1_048_576 - 16 - 9].into();
    assert_eq!(within(&made, 0).1, 0);
    made.payload = vec![b'a'; 1_048_576 - 16 - 8].into();
    assert_eq!(within(&made, 0).1, 1);
}

#[test]
fn one_that_does_not_fit_is_skipped_and_a_smaller_one_kept() {
    let mut made = envelope(&[
        ("a", text(&"x".repeat(40))),
        ("b", text("v")),
        ("c", text("0123456789")),
        ("d", text("v")),
    ]);
    made.payload = vec![b'a'; 80].into();
    assert_eq!(within(&made, 100), (vec!["b".into(), "d".into()], 2));
}

#[test]
fn fifo_queues_have_group_and_deduplication_id() {
    let fifo = SqsSender {
        queue_url: Some("https://sqs/1/q.fifo".into()),
        message_group_id: Some("own".into()),
        ..SqsSender::default()
    };
    let mut made = envelope(&[]);
    made.set_subject("evt.x");
    let sent = envelope_to_sqs(&made, &fifo).unwrap().value;
    assert_eq!(sent.message_group_id.as_deref(), Some("own"));
    assert_eq!(sent.message_deduplication_id.as_deref(), Some("b438e6930fe900a767e879c6ab9e57f5"));
    made.headers.insert("x-bridge.ordering-key", "g");
    made.headers.insert("x-bridge.dedup-id", "d");
    let sent = envelope_to_sqs(&made, &fifo).unwrap().value;
    assert_eq!(sent.message_group_id.as_deref(), Some("g"));
    assert_eq!(sent.message_deduplication_id.as_deref(), Some("d"));
    assert_eq!(sent.attributes.len(), 1);
    // An empty group is none.
    let nameless = SqsSender { message_group_id: Some(String::new()), fifo: true, ..fifo };
    assert_eq!(envelope_to_sqs(&envelope(&[]), &nameless).unwrap_err().code(), Code::InvalidPayload);
    // Another queue has neither.
    let sent = send(&made).value;
    assert_eq!((sent.message_group_id, sent.message_deduplication_id), (None, None));
}

#[test]
fn fifo_settings_that_do_not_go_together() {
    let url = Some("https://sqs/1/q.fifo".to_owned());
    let code = |sender: SqsSender| envelope_to_sqs(&envelope(&[]), &sender).unwrap_err().code();
    assert_eq!(code(SqsSender { queue_url: url.clone(), ..SqsSender::default() }), Code::InvalidConfig);
    assert_eq!(
        code(SqsSender { queue_url: url.clone(), fifo: true, ..SqsSender::default() }),
        Code::InvalidPayload
    );
    assert_eq!(code(SqsSender { fifo: true, delay_seconds: 1, ..SqsSender::default() }), Code::InvalidConfig);
}

#[test]
fn another_address_is_refused() {
    let sender = |address: &str| SqsSender {
        address: Some(address.into()),
        configured_address: Some("q1".into()),
        ..SqsSender::default()
    };
    assert!(envelope_to_sqs(&envelope(&[]), &sender("q1")).is_ok());
    assert!(envelope_to_sqs(&envelope(&[]), &sender("")).is_ok());
    assert_eq!(envelope_to_sqs(&envelope(&[]), &sender("q2")).unwrap_err().code(), Code::InvalidTopic);
}
