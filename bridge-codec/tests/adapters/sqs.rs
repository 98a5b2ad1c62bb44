//! Requests and responses of SQS.

use bridge_codec::sqs::api::{
    SqsBackstop, SqsDestination, attributes_md5, body_md5, read_receive_message, read_send_message,
    read_send_message_batch, receive_message, send_message, send_message_batch,
};
use bridge_codec::{Code, Counter, Kind, PoisonClass, Settle, SqsAttribute, SqsMessage};

const TO: SqsDestination<'_> = SqsDestination { queue_url: "http://q/1/a\"b", delay_seconds: None };

fn message() -> SqsMessage {
    SqsMessage {
        body: "line\n\"å\" \\ \u{1F30D}".into(),
        attributes: vec![
            ("Subject".into(), SqsAttribute::string("order.created")),
            ("mqtt.qos".into(), SqsAttribute::number("1")),
            ("sig".into(), SqsAttribute::binary(vec![0, 255, 254])),
        ],
        ..SqsMessage::default()
    }
}

#[test]
fn a_request_has_all_that_is_sent() {
    assert_eq!(
        send_message(&message(), &TO),
        concat!(
            r#"{"QueueUrl":"http://q/1/a\"b","MessageBody":"line\u000a\"å\" \\ 🌍","MessageAttributes":{"#,
            r#""Subject":{"DataType":"String","StringValue":"order.created"},"#,
            r#""mqtt.qos":{"DataType":"Number","StringValue":"1"},"sig":{"DataType":"Binary","BinaryValue":"AP/+"}}}"#,
        ),
    );
    let fifo = SqsMessage {
        message_id: Some("not sent".into()),
        body: "b".into(),
        system_attributes: vec![("SenderId".into(), "not sent".into())],
        message_group_id: Some("g".into()),
        message_deduplication_id: Some("d".into()),
        ..SqsMessage::default()
    };
    assert_eq!(
        send_message(&fifo, &SqsDestination { queue_url: "q.fifo", delay_seconds: Some(5) }),
        concat!(
            r#"{"QueueUrl":"q.fifo","MessageBody":"b","DelaySeconds":5,"#,
            r#""MessageDeduplicationId":"d","MessageGroupId":"g"}"#,
        ),
    );
    assert_eq!(
        send_message_batch(&[fifo.clone(), SqsMessage { message_group_id: None, ..fifo }], &TO),
        concat!(
            r#"{"QueueUrl":"http://q/1/a\"b","Entries":["#,
            r#"{"Id":"0","MessageBody":"b","MessageDeduplicationId":"d","MessageGroupId":"g"},"#,
            r#"{"Id":"1","MessageBody":"b","MessageDeduplicationId":"d"}]}"#,
        ),
    );
    assert!(receive_message("q", 1, 0).contains(r#""MaxNumberOfMessages":1,"WaitTimeSeconds":0"#));
}

/// Known sums; a live client and server check others.
#[test]
fn md5_sums_are_those_of_sqs() {
    assert_eq!(body_md5("hello"), "5d41402abc4b2a76b9719d911017c592");
    let number = [("timestamp".to_owned(), SqsAttribute::number("1493147359900"))];
    assert_eq!(attributes_md5(&number), "235c5c510d26fb653d073faed50ae77c");
    let one = message().attributes;
    let mut other = one.clone();
    other.reverse();
    assert_eq!(attributes_md5(&one), attributes_md5(&other));
}

#[test]
fn the_answer_to_a_message_is_checked() {
    let sums = (body_md5(&message().body), attributes_md5(&message().attributes));
    let response = format!(
        r#"{{"MD5OfMessageBody":"{}","MD5OfMessageAttributes":"{}","MessageId":"m","SequenceNumber":"7"}}"#,
        sums.0, sums.1
    );
    let sent = read_send_message(response.as_bytes()).unwrap();
    assert_eq!((sent.message_id.as_str(), sent.sequence_number.as_deref()), ("m", Some("7")));
    assert!(sent.is_of(&message()));
    assert!(!sent.is_of(&SqsMessage { body: "other".into(), ..message() }));
    let mut changed = message();
    changed.attributes[1].1 = SqsAttribute::string("1");
    assert!(!sent.is_of(&changed));
    for (response, error) in [
        ("", "SQS response: is no JSON"),
        ("[]", "SQS response: is no object"),
        ("{}", "SQS response: MessageId is missing"),
        (r#"{"MessageId":5}"#, "SQS response: MessageId must be text"),
        (r#"{"MessageId":"m"} x"#, "SQS response: is no JSON"),
    ] {
        assert_eq!(read_send_message(response.as_bytes()).unwrap_err().to_string(), error);
    }
}

#[test]
fn each_message_of_a_batch_has_its_fate() {
    let response = br#"{"Successful":[{"Id":"2","MessageId":"m2"}],
        "Failed":[{"Id":"0","Code":"InvalidMessageContents","SenderFault":true,"Message":"no"}]}"#;
    let fates = read_send_message_batch(response, 3).unwrap();
    assert_eq!(fates[2].as_ref().unwrap().message_id, "m2");
    let refused = fates[0].as_ref().unwrap_err();
    assert_eq!(refused.failure().failure().code, Code::InvalidPayload);
    assert_eq!(refused.message.as_deref(), Some("no"));
    // Of the one in the middle SQS says nothing: it is tried again.
    let unknown = fates[1].as_ref().unwrap_err().failure().failure();
    assert_eq!((unknown.code, unknown.kind), (Code::Unavailable, Kind::Transient));
    for (response, error) in [
        (r#"{"Successful":[{"Id":"3","MessageId":"m"}]}"#, "SQS response: Id was not sent"),
        (r#"{"Successful":[5]}"#, "SQS response: Successful must hold objects"),
        (r#"{"Failed":{}}"#, "SQS response: Failed must be a list"),
        (r#"{"Failed":[{"Id":"0"}]}"#, "SQS response: Code is missing"),
    ] {
        assert_eq!(read_send_message_batch(response.as_bytes(), 3).unwrap_err().to_string(), error);
    }
}

#[test]
fn a_received_message_has_all_its_parts() {
    let attributes =
        r#"{"n":{"StringValue":"1","DataType":"Number.int"},"b":{"BinaryValue":"AP8=","DataType":"Binary"}}"#;
    let expected = vec![
        ("b".to_owned(), SqsAttribute::binary(vec![0, 255])),
        ("n".to_owned(), SqsAttribute { data_type: "Number.int".into(), ..SqsAttribute::number("1") }),
    ];
    let sum = attributes_md5(&expected);
    let response = format!(
        r#"{{"Messages":[{{"MessageId":"m","ReceiptHandle":"r","MD5OfBody":"5d41402abc4b2a76b9719d911017c592",
            "Body":"hello","Attributes":{{"SentTimestamp":"1772366400000","ApproximateReceiveCount":"2"}},
            "MD5OfMessageAttributes":"{sum}","MessageAttributes":{attributes},"Other":[1]}}]}}"#
    );
    let received = read_receive_message(response.as_bytes(), &SqsBackstop::default()).unwrap().messages;
    let [received] = &received[..] else { panic!("{received:?}") };
    assert_eq!(received.receipt_handle.as_deref(), Some("r"));
    let mut message = received.message.clone().unwrap();
    message.attributes.sort_by(|(one, _), (other, _)| one.cmp(other));
    message.system_attributes.sort();
    assert_eq!((message.message_id.as_deref(), message.body.as_str()), (Some("m"), "hello"));
    assert_eq!(message.attributes, expected);
    assert_eq!(
        message.system_attributes,
        [("ApproximateReceiveCount", "2"), ("SentTimestamp", "1772366400000")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
    for empty in ["{}", r#"{"Messages":[]}"#, r#"{"Messages":null}"#] {
        assert_eq!(read_receive_message(empty.as_bytes(), &SqsBackstop::default()).unwrap().messages, []);
    }
}

/// A bad message costs itself alone, and stays in the queue until the backstop.
#[test]
fn messages_that_cannot_be_converted_are_counted() {
    let bad = [
        r#"{"MessageId":"m"}"#,
        r#"{"Body":5}"#,
        r#"{"Body":"x","MD5OfBody":"00"}"#,
        r#"{"Body":"x","MessageAttributes":[]}"#,
        r#"{"Body":"x","MessageAttributes":{"a":5}}"#,
        r#"{"Body":"x","MessageAttributes":{"a":{"StringValue":"1"}}}"#,
        r#"{"Body":"x","MessageAttributes":{"a":{"DataType":"String"}}}"#,
        r#"{"Body":"x","MessageAttributes":{"a":{"DataType":"Binary","BinaryValue":"?"}}}"#,
        r#"{"Body":"x","MessageAttributes":{"a":{"DataType":"Binary","StringValue":"1"}}}"#,
        r#"{"Body":"x","MD5OfMessageAttributes":"00"}"#,
    ];
    let response = format!(r#"{{"Messages":[{},{{"Body":"good"}}]}}"#, bad.join(","));
    let received = read_receive_message(response.as_bytes(), &SqsBackstop::default()).unwrap().messages;
    assert_eq!(received.len(), bad.len() + 1);
    for received in &received[..bad.len()] {
        let poison = received.message.clone().unwrap_err();
        assert_eq!((poison.class, poison.settle), (PoisonClass::Malformed, Settle::Kept));
        assert_eq!(poison.counter, Counter::SqsMalformedMessages);
    }
    assert_eq!(received[bad.len()].message.as_ref().unwrap().body, "good");

    let again = r#"{"Messages":[{"Attributes":{"ApproximateReceiveCount":"3"}}]}"#;
    let fate = |poison_max_receives| {
        let backstop = SqsBackstop { poison_max_receives, ..SqsBackstop::default() };
        let poison = read_receive_message(again.as_bytes(), &backstop).unwrap().messages.remove(0).message;
        poison.map_err(|poison| (poison.settle.name(), poison.counter.name())).unwrap_err()
    };
    assert_eq!(fate(0), ("kept", "SQSMalformedMessages"));
    assert_eq!(fate(4), ("kept", "SQSMalformedMessages"));
    assert_eq!(fate(3), ("deleted", "SQSPoisonDropped"));
}

#[test]
fn the_backstop_stands_behind_the_queues_own() {
    let check = |poison_max_receives, poison_drop_without_dlq, max_receive_count| {
        let backstop = SqsBackstop { poison_max_receives, poison_drop_without_dlq, max_receive_count };
        backstop.check().map_err(|error| error.code())
    };
    assert_eq!(check(0, false, Some(5)), Ok(()));
    assert_eq!(check(1, false, None), Err(Code::InvalidConfig));
    assert_eq!(check(1, true, None), Ok(()));
    assert_eq!(check(2, false, None), Ok(()));
    assert_eq!(check(5, false, Some(5)), Err(Code::InvalidConfig));
    assert_eq!(check(6, false, Some(5)), Ok(()));
}
