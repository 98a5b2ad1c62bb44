//! Values of fields.

use super::*;

#[test]
fn bools_and_presence_bytes_are_zero_or_one() {
    assert_eq!(reason(0xDB, &[0, 0, 0, 0, 0, 0, 0, 1, 2]), Reason::BadBool { value: 2 });
    assert_eq!(reason(0x01, &[0, 1, 7, 0, 0, 0, 1]), Reason::BadPresence { value: 7 });
}

#[test]
fn text_is_utf8_and_nul_bom_and_nothing_are_text() {
    assert_eq!(reason(0x13, b"\0\x02a\xFF"), Reason::Utf8);
    for id in ["", "\0", "\u{FEFF}", "\u{10FFFF}"] {
        let bytes = encoded(ConsumeOk { consumer_id: id.into() });
        let (Message::ConsumeOk(ok), _) = whole(&bytes).decode().unwrap() else { panic!() };
        assert_eq!(ok.consumer_id, id);
    }
}

#[test]
fn duplicates_and_order_of_keys_are_kept_and_the_last_one_counts() {
    let body = b"\x0C\0\0\0\x03\0\x01k\0\x01a\0\x01b\0\x01c\0\x01k\0\x01d";
    let Message::Error(error) = decodes(0xFE, body) else { panic!() };
    let keys: Vec<_> = error.metadata.iter().map(|(key, value)| format!("{key}{value}")).collect();
    assert_eq!(keys, ["ka", "bc", "kd"]);
    assert_eq!(error.metadata.get("k").unwrap(), "d");
    assert_eq!(&encoded(error)[10..], body);
}

#[test]
fn unknown_numbers_are_kept() {
    let Message::AckResult(result) = decodes(0x18, &[0, 0, 0, 2, 0x42, 0xFF]) else { panic!() };
    assert_eq!(result.results.iter().collect::<Vec<_>>(), [ErrorCode(0x42), ErrorCode::InternalError]);
    // Error code 0 in an Error frame, and codes beyond those listed for a result.
    let Message::Error(error) = decodes(0xFE, &[0; 5]) else { panic!() };
    assert!(error.error_code.is_ok());
    let Message::UpdateQueueResult(result) = decodes(0xDE, &[0x1A]) else { panic!() };
    assert_eq!(result.error_code, ErrorCode::ImmutableSetting);
    // A UUID is 16 bytes of any version; an id beside an error and a duplicate with an error are kept.
    let item = [&[0, 0, 0, 1, 0x13][..], &[0xFF; 16], &[1, 0, 0]].concat();
    let Message::EnqueueResult(result) = decodes(0x11, &item) else { panic!() };
    assert_eq!(&encoded(result)[10..], item);
    // Kinds of key parts, and names where none belong.
    let parts = [KeyPart { kind: fila_codec::types::KeyKind(9), name: "x".into() }];
    let Message::CreateQueue(zeros) = decodes(0xFD, &[0; 61]) else { panic!() };
    let queue = CreateQueue { dedup_key: parts[..].into(), ..zeros };
    let bytes = encoded(queue);
    let (decoded, _) = whole(&bytes).decode().unwrap();
    assert_eq!(decoded, queue.into());
    assert_eq!(queue.validate().unwrap_err().to_string(), "dedup_key[0].kind is unknown");
}

#[test]
fn bytes_behind_a_layout_are_tolerated_and_shown_but_are_no_part_of_the_message() {
    let (message, trailing) = Message::decode(0xF7, &[1, 2, 3], 10).unwrap();
    assert_eq!((message, trailing), (Message::ListQueues(ListQueues {}), &[1, 2, 3][..]));
    for (opcode, body) in [(0x03, &[9][..]), (0x04, &[9]), (0x05, &[9])] {
        assert!(Message::decode(opcode, body, 10).is_ok());
    }
    assert_eq!(encoded(Ping {}).len(), 10);
}

#[test]
fn a_terse_reply_is_an_error_but_its_code_can_be_had() {
    let bytes = frame(0xE2, &[0x18]);
    let operation = whole(&bytes);
    let error = operation.decode().unwrap_err();
    assert_eq!(error.to_string(), "fila ThrottleSummary.name at byte 11: needs 2 more bytes, 0 left");
    assert_eq!(operation.error_code(), Some(ErrorCode::ThrottleNotFound));
    assert_eq!(whole(&frame(0x18, &[0, 0, 0, 0])).error_code(), None);
}

#[test]
fn results_are_counted_by_a_helper() {
    assert!(batch::check_results(3, 3).is_ok());
    assert_eq!(batch::check_results(3, 2).unwrap_err().to_string(), "2 results for a batch of 3 items");
}

#[test]
fn nothing_secret_or_large_shows_in_debug() {
    let key = fila_codec::message::CreateApiKeyResult {
        error_code: ErrorCode::Ok,
        key_id: "id".into(),
        key: codec_common::Secret("s3cret".into()),
        is_superadmin: false,
    };
    let bytes = encoded(key);
    let texts = format!("{key:?} {:?} {:?}", Message::from(key), whole(&bytes));
    assert!(!texts.contains("s3cret") && texts.contains("<redacted>"), "{texts}");
    let bytes = encoded(Message::Unknown { code: 0x42, body: b"payload"[..].into() });
    assert!(!format!("{:?} {:?}", whole(&bytes), whole(&bytes).decode()).contains("112"));
}

#[test]
fn rules_of_values_are_checked_apart_from_decoding() {
    let problems = |message: Message<'_>| {
        let mut found = Vec::new();
        message.problems(&mut |problem| found.push(format!("{problem}: {}", problem.code)));
        found
    };
    let Message::CreateQueue(zeros) = decodes(0xFD, &[0; 61]) else { panic!() };
    assert_eq!(problems(zeros.into()), [""; 0]);
    // The default of the server may be exponential.
    assert_eq!(problems(CreateQueue { backoff_max_ms: 1, ..zeros }.into()), [""; 0]);
    let parts = [KeyPart::header("tenant"), KeyPart::unnamed(fila_codec::types::KeyKind::PayloadHash)];
    let queue = CreateQueue {
        name: "a.dlq".into(),
        ordering_key: parts[..].into(),
        dedup_key: parts[..].into(),
        backoff: Backoff::Fixed,
        backoff_max_ms: 1,
        reclaim_grace_ms: 1,
        ..zeros
    };
    assert_eq!(
        problems(queue.into()),
        [
            "ordering_key must be empty unless ordering = 2: InvalidFrame",
            "backoff_max_ms is for backoff = 3 only: InvalidFrame",
            "reclaim_grace_ms is for delivery_durability = 1 only: InvalidFrame",
            "ordering_key[1].kind is for deduplication keys only: InvalidFrame",
            "name ends in .dlq: ReservedQueueName",
        ]
    );
    let permissions = [Permission { kind: "read".into(), pattern: "*".into() }];
    let acl = SetAcl { key_id: "k".into(), permissions: permissions[..].into() };
    let rule = "permissions[0].kind must be produce, consume or admin: InvalidConfigValue";
    assert_eq!(problems(acl.into()), [rule]);
    let body = [b"\0\x01q\0\0\0\0\0\x02", &[0; 14][..]].concat();
    let consume = decodes(0x12, &body);
    assert_eq!(
        problems(consume),
        [
            "throttles[0].name is empty: InvalidThrottle",
            "throttles[0].limits needs at least 1: InvalidThrottle",
            "throttles[1].name is empty: InvalidThrottle",
            "throttles[1].limits needs at least 1: InvalidThrottle",
            "throttles[1].name is used twice: InvalidThrottle",
        ]
    );
}

#[test]
fn every_byte_of_a_present_optional_is_walked_and_a_secret_has_the_length_of_its_text() {
    struct Spans(Vec<(&'static str, Range<usize>, Option<usize>)>);
    impl Visitor for Spans {
        fn value(&mut self, at: At, span: Range<usize>, value: inspect::Value<'_>) {
            let secret = if let inspect::Value::Secret(len) = value { Some(len) } else { None };
            self.0.push((at.field, span, secret));
        }
        fn enter(&mut self, _: At, _: usize, _: &'static str, _: Option<usize>) {}
        fn leave(&mut self, _: usize) {}
    }
    let walk = |bytes: &[u8]| {
        let mut spans = Spans(Vec::new());
        Message::inspect(bytes[4], &bytes[10..], 10, &mut spans).unwrap();
        spans.0
    };
    let hello = Handshake {
        protocol_version: 1,
        api_key: Some(codec_common::Secret("s3cret".into())),
        client_capabilities: Capabilities::empty(),
    };
    assert_eq!(
        walk(&encoded(hello)),
        [
            ("protocol_version", 10..12, None),
            ("api_key", 12..21, Some(6)),
            ("client_capabilities", 21..25, None),
        ]
    );
    let items =
        [NackItem { queue: "q".into(), message_id: Uuid::nil(), error: "".into(), retry_after_ms: Some(9) }];
    let spans = walk(&encoded(Nack { items: items[..].into() }));
    assert_eq!(spans.last(), Some(&("retry_after_ms", 35..44, None)));
}

#[test]
fn what_another_field_forbids_is_a_problem_where_that_field_is_known() {
    let problems = |message: Message<'_>| {
        let mut found = Vec::new();
        message.problems(&mut |problem| found.push(problem.to_string()));
        found
    };
    let Message::UpdateQueue(unchanged) = decodes(0xDF, &[0; 21]) else { panic!() };
    let update = UpdateQueue { backoff_max_ms: Some(1), reclaim_grace_ms: Some(1), ..unchanged };
    assert_eq!(problems(update.into()), [""; 0]);
    let fixed = UpdateQueue { backoff: Some(Backoff::Fixed), ..update };
    assert_eq!(problems(fixed.into()), ["backoff_max_ms is for backoff = 3 only"]);
    let durability = Some(DeliveryDurability::Committed);
    let committed = UpdateQueue { delivery_durability: durability, ..update };
    assert_eq!(problems(committed.into()), ["reclaim_grace_ms is for delivery_durability = 1 only"]);

    let values = [Str::new("tenant")];
    let keyed =
        GetThrottleBucket { name: "t".into(), bucket_kind: BucketKind::Keyed, values: values[..].into() };
    assert_eq!(problems(keyed.into()), [""; 0]);
    let shared = GetThrottleBucket { bucket_kind: BucketKind::Shared, ..keyed };
    assert_eq!(problems(shared.into()), ["values must be empty for bucket_kind = 1"]);
}

#[test]
fn a_repeated_name_is_found_among_many_throttles() {
    let limits = [ThrottleLimit { max_deliveries: 1, window_ms: 1 }];
    let names: Vec<_> = (0..1000).map(|number| number.to_string()).collect();
    let throttle = |name| Throttle {
        name: Str::new(name),
        key: Key::default(),
        when_key_missing: WhenThrottleKeyMissing(0),
        limits: limits[..].into(),
    };
    for count in [64, 65, 1000] {
        let mut throttles: Vec<_> = names[..count].iter().map(|name| throttle(name)).collect();
        throttles.push(throttles[count - 2]);
        let consume = Consume { queue: "q".into(), credit: 0, throttles: throttles[..count].into() };
        assert_eq!(consume.validate(), Ok(()), "{count}");
        let consume = Consume { throttles: throttles[..].into(), ..consume };
        let rule = format!("throttles[{count}].name is used twice");
        assert_eq!(consume.validate().unwrap_err().to_string(), rule);
    }
}
