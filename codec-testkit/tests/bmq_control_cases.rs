//! What the official decoders were seen to take and refuse (`bmq-decoder-leniency.txt`), and the problems that users
//! and developers of BlazingMQ met (`bmq-problems.md`), for the control plane and the events between brokers.

use bmq_codec::build::{cluster_state_event, control_event, elector_event, replication_receipt_event};
use bmq_codec::interbroker::{ClusterStateRecordType, NewClusterStateRecord, ReplicationReceipt};
use bmq_codec::schema::{
    AuthenticationMessage, AuthenticationResponse, BrokerResponse, ClusterMessage, ClusterStateFSMMessage,
    ConfigureStream, ControlChoice, ControlMessage, Disconnect, ElectorMessage, FollowerLsnRequest,
    LeaderMessageSequence, LeaderPassive, NegotiationMessage, OpenQueue, PartitionMessage, QueueFlags,
    QueueHandleParameters, Schema, ScoutingResponse, StateNotification, Status, StatusCategory,
};
use bmq_codec::{Body, DecodeError, EncodingType, Event, EventType, Limits};
use codec_testkit::alloc_count;
use codec_testkit::fixtures::{beside, hex, read};

codec_testkit::count_allocations!();

type Outcome<T> = Result<T, &'static str>;

fn named<T>(result: Result<T, DecodeError>) -> Outcome<T> {
    result.map_err(|error| error.reason().name())
}

fn ber(text: &str) -> Outcome<(Option<i32>, String)> {
    let bytes = hex(text);
    named(ControlMessage::from_ber(&bytes)).map(|message| (message.r_id, format!("{:?}", message.choice)))
}

fn json(text: &str) -> Outcome<(Option<i32>, String)> {
    json_bytes(text.as_bytes())
}

fn json_bytes(text: &[u8]) -> Outcome<(Option<i32>, String)> {
    named(ControlMessage::from_json(text)).map(|message| (message.r_id, format!("{:?}", message.choice)))
}

fn disconnect(r_id: i32) -> Outcome<(Option<i32>, String)> {
    Ok((Some(r_id), "Disconnect(Disconnect)".into()))
}

/// The handle parameters of an openQueue with rId 5 whose own contents are `parameters`.
fn open(parameters: &str) -> Outcome<QueueHandleParametersOwned> {
    let bytes = hex(&format!("3080 800105 a180 aa80 a080 {parameters} 0000 0000 0000 0000"));
    named(ControlMessage::from_ber(&bytes)).map(|message| match message.choice {
        ControlChoice::OpenQueue(open) => {
            let parameters = open.handle_parameters;
            QueueHandleParametersOwned {
                uri: parameters.uri.to_string(),
                q_id: parameters.q_id,
                flags: parameters.flags,
            }
        }
        other => panic!("{other:?}"),
    })
}

#[derive(Debug, PartialEq)]
struct QueueHandleParametersOwned {
    uri: String,
    q_id: u32,
    flags: u64,
}

fn parameters(uri: &str, q_id: u32, flags: u64) -> Outcome<QueueHandleParametersOwned> {
    Ok(QueueHandleParametersOwned { uri: uri.into(), q_id, flags })
}

#[test]
fn ber_that_the_official_decoder_takes() {
    for text in [
        "3080 800105 a180 a180 0000 0000 0000",      // indefinite (as encoded)
        "3007 800105 a102 a100",                     // definite lengths
        "308109 800105 a18103 a18100",               // definite, long-form length
        "30840000000d 800105 a1820006 a18400000000", // the same, longer
        "3080 80020005 a180 a180 0000 0000 0000",    // non-minimal int 0005
        "3080 800105 a180 a180 0000 0000 9f7f0100 0000", // unknown tag 7f primitive after
        "3080 800105 850101 a180 a180 0000 0000 0000", // unknown context tag 5
        "3080 800105 a580 8001ff a080 0000 0000 a180 a180 0000 0000 0000", // unknown, with parts
        "3080 a180 a180 0000 0000 800105 0000",      // order swapped
        "3080 800104 800105 a180 a180 0000 0000 0000", // duplicate rId
        "3080 800105 a180 a180 0000 0000 0000 04040404", // padding behind
        "3080 800105 a180 a180 0000 0000 0000 ffff", // bytes after the outer value
        "3080 800105 a180 a280 0000 a180 0000 0000 0000", // two selections: the last one
    ] {
        assert_eq!(ber(text), disconnect(5), "{text}");
    }
    assert_eq!(ber("3080 800105 800106 a180 a180 0000 0000 0000"), disconnect(6));
    // Missing members have their defaults.
    assert_eq!(open(""), parameters("", 0, 0));
    // Fewer octets than the type has are extended by their first bit.
    assert_eq!(open("8301ff"), parameters("", 0, u64::MAX));
    assert_eq!(open("8308ffffffffffffffff"), parameters("", 0, u64::MAX));
    assert_eq!(open("830900ffffffffffffffff"), parameters("", 0, u64::MAX));
    assert_eq!(open("8104ffffffff"), parameters("", u32::MAX, 0));
    assert_eq!(open("810500ffffffff"), parameters("", u32::MAX, 0));
    // A truth value is any octet but zero.
    for octet in ["01", "02", "ff"] {
        let text = format!("3080 800105 a180 ac80 a080 0000 8101{octet} 0000 0000 0000");
        assert!(ber(&text).unwrap().1.contains("is_final: true"), "{text}");
    }
    // An empty string is not the default.
    let text = "3080 800105 a180 b080 800105 a180 8000 a180 0000 0000 0000 0000 0000";
    let bytes = hex(text);
    let ControlChoice::ConfigureStream(configure) = ControlMessage::from_ber(&bytes).unwrap().choice else {
        panic!()
    };
    assert_eq!(configure.stream_parameters.app_id, "");
    assert_eq!(
        ConfigureStream::from_ber(&hex("3080 800105 0000")).unwrap().stream_parameters.app_id,
        "__default"
    );
}

#[test]
fn ber_that_is_refused() {
    for (text, reason) in [
        ("3080 80050000000005 a180 a180 0000 0000 0000", "bad_length"), // int of 5 bytes into int32
        ("3080 8000 a180 a180 0000 0000 0000", "bad_length"),           // zero-length int
        ("3080 800105 a180 be80 0000 0000 0000", "unset_choice"),       // unknown selection 30
        ("3080 800105 0000", "unset_choice"),                           // no choice
        ("3080 800105 a180 0000 0000", "unset_choice"),                 // no selection
        ("3080 800105 a180 a180 0000 0000", "truncated"),               // truncated EOC
        ("3080 800105 a180 a180 0000 0000 00", "truncated"),
        ("3080 800105 810101 a180 a180 0000 0000 0000", "bad_value"), // a choice that is no sequence
        ("3080 a00105 a180 a180 0000 0000 0000", "bad_value"),        // a number that is a sequence
        ("3080 020105 a180 a180 0000 0000 0000", "bad_value"),        // a universal tag for a member
        ("3080 800105 a180 8180 0000 0000 0000", "bad_value"),
        ("3080 8080 a180 a180 0000 0000 0000", "bad_length"), // a number without a length
        ("3080 8580 0000 a180 a180 0000 0000 0000", "bad_length"), // so cannot be skipped
        ("3006 800105 a102 a100", "truncated"),               // a length that cuts a member
        ("3009 800105 a102 a100", "truncated"),               // a length beyond the end
        ("a080 0000", "bad_value"),                           // no sequence at all
        ("30", "truncated"),
        ("", "truncated"),
    ] {
        assert_eq!(ber(text), Err(reason), "{text}");
    }
    assert_eq!(open("8109 00ffffffffffffffff"), Err("bad_length")); // u32 of 9 bytes
    assert_eq!(open("8105 01ffffffff"), Err("bad_length"));
    // A definite length must be used up: here a member would reach over its end.
    assert_eq!(ber("3080 800105 a103 a18000 0000"), Err("truncated"));
}

#[test]
fn unknown_values_are_kept_and_reported() {
    let bytes = hex("3080 800105 a180 a080 8001ce 810101 820161 0000 0000 0000");
    let message = ControlMessage::from_ber(&bytes).unwrap();
    assert_eq!(message.status().unwrap().category, StatusCategory(-50));
    assert_eq!(message.to_ber().unwrap(), bytes);
    let mut findings = Vec::new();
    message.validate(|finding| findings.push(finding.to_string()));
    assert_eq!(findings, ["bmq Status.category: value -50: no value that the schema names"]);
    // In JSON it is a number, as the official decoder takes it.
    let json = message.to_json().unwrap();
    assert_eq!(json, br#"{"rId":5,"status":{"category":-50,"code":1,"message":"a"}}"#);
    assert_eq!(ControlMessage::from_json(&json), Ok(message));
    // Unknown members, odd truth values and numbers are found while reading.
    let body = hex("3080 80020005 850101 a180 ac80 a080 0000 810102 0000 0000 0000");
    let padding = 4 - body.len() % 4;
    let length = u8::try_from(8 + body.len() + padding).unwrap();
    let event =
        [&[0, 0, 0, length, 0x41, 2, 0, 0][..], &body, &[u8::try_from(padding).unwrap(); 4][..padding]]
            .concat();
    let Body::Control(schema) = Event::decode(&event).unwrap().body().unwrap() else { panic!() };
    let mut findings = Vec::new();
    schema.message_with_findings(&mut |finding| findings.push(finding.reason().name())).unwrap();
    assert_eq!(findings, ["bad_length", "bad_value", "bad_bool"]);
}

#[test]
fn json_that_the_official_decoder_takes() {
    for text in [
        r#"{"rId":5,"disconnect":{}}"#,
        " {\t\"rId\" :\r\n5 ,\x0C\"disconnect\" : { } } ",
        r#"{"disconnect":{},"rId":5}"#,
        r#"{"rId":"5","disconnect":{}}"#,
        r#"{"rId":5.0,"disconnect":{}}"#,
        r#"{"rId":5,"x":{"y":[1,{"z":null},"}"]},"disconnect":{}}"#,
        r#"{"rId":5,,,"disconnect":{},}"#,
        r#"{"rId":4,"rId":5,"disconnect":{}}"#,
        r#"{"r\u0049d":5,"disconnect":{}}"#,
        r#"{"rId":5,"disconnect":{}} trailing"#,
        "{\"rId\":5,\"disconnect\":{}}\x03\x03\x03",
    ] {
        assert_eq!(json(text), disconnect(5), "{text}");
    }
    assert_eq!(json(r#"{"rId":null,"disconnect":{}}"#), Ok((None, "Disconnect(Disconnect)".into())));
    assert_eq!(
        json(r#"{"rId":5,"disconnect":{},"closeQueueResponse":{}}"#),
        Ok((Some(5), "CloseQueueResponse(CloseQueueResponse)".into()))
    );
    assert_eq!(json(r#"{"rId":55,"disconnect":{}}"#), disconnect(55));
    for (uri, text) in [
        ("bmq://a/b", r#"bmq://a/b"#),
        ("bmq://a/b", r#"bmq:\/\/a\/b"#),
        ("bmq://a/b?id=x", r#"bmq:\/\/a\/b?id\u003dx"#),
        ("<&>='", r#"\u003c\u0026\u003E\u003d\u0027"#),
    ] {
        let text = format!(r#"{{"handleParameters":{{"uri":"{text}","qId":1,"subIdInfo":null,"flags":6}}}}"#);
        let open = OpenQueue::from_json(text.as_bytes()).unwrap().handle_parameters;
        assert_eq!((open.uri.to_str().unwrap().as_ref(), open.q_id, open.sub_id_info), (uri, 1, None));
        assert_eq!((open.read_count, open.write_count, open.admin_count), (0, 0, 0));
    }
    for category in [r#""E_REFUSED""#, "-6"] {
        let text = format!(r#"{{"category":{category},"code":1,"message":"\u00e9é\ud83d\ude00"}}"#);
        let status = Status::from_json(text.as_bytes()).unwrap();
        assert_eq!((status.category, status.code), (StatusCategory::E_REFUSED, 1));
        assert_eq!(status.message, "éé😀");
    }
    let status = Status::from_json(b"{\"message\":\"\xFF\"}").unwrap();
    assert_eq!(status.message.as_bytes(), Some(&[0xFF][..]));
    assert_eq!(status.to_json().unwrap_err().reason().name(), "utf8");
}

#[test]
fn json_that_is_refused() {
    for (text, reason) in [
        (r#"{"rId":5,"status":{"category":"E_NOPE"}}"#, "bad_value"),
        (r#"{"rId":2147483648,"disconnect":{}}"#, "bad_value"),
        (r#"{"rId":-2147483649,"disconnect":{}}"#, "bad_value"),
        (r#"{"rId":5.5,"disconnect":{}}"#, "bad_value"),
        (r#"{"rId":"","disconnect":{}}"#, "bad_value"),
        (r#"{"rId":"x","disconnect":{}}"#, "bad_value"),
        (r#"{"rId":true,"disconnect":{}}"#, "wrong_type"),
        (r#"{"rId":5,"disconnect":[]}"#, "wrong_type"),
        (r#"{}"#, "unset_choice"),
        (r#"{"rId":5,"nope":{}}"#, "unset_choice"),
        (r#"{"rId":5"disconnect":{}}"#, "invalid_json"),
        (r#"{"rId" 5,"disconnect":{}}"#, "invalid_json"),
        (r#"{"rId":5,"disconnect":{}"#, "invalid_json"),
        (r#"{"rId":5,"disconnect":"#, "invalid_json"),
        (r#"{rId:5}"#, "invalid_json"),
        (r#"[]"#, "wrong_type"),
        ("", "invalid_json"),
        (r#"{"rId":5,"status":{"message":"\x"}}"#, "invalid_json"),
        (r#"{"rId":5,"status":{"message":"a}}"#, "invalid_json"),
        (r#"{"rId":5,"status":{"message":"\ud800"}}"#, "lone_surrogate"),
        (r#"{"x":?,"disconnect":{}}"#, "invalid_json"),
    ] {
        assert_eq!(json(text), Err(reason), "{text}");
    }
}

/// Problem 4, and the layouts from golden bytes.
#[test]
fn messages_between_brokers_that_do_not_move_on_are_refused() {
    for (kind, header) in [
        (EventType::STORAGE, "0000000{w} 1{h}010003 00001234"),
        (EventType::PARTITION_SYNC, "0000000{w} 1{h}010003 00001234"),
        (EventType::RECOVERY, "0000000{w} 00{h}10003 00001234 00000000000000000000000000000000"),
    ] {
        let words = if kind == EventType::RECOVERY { 7 } else { 3 };
        for (message_words, header_words, good) in [
            (0, words, false),
            (1, words, false),
            (words - 1, words, false),
            (words, words, true),
            (words, 0, false),
            (words, 1, false),
            (words + 1, words, false),
        ] {
            let header =
                header.replace("{w}", &message_words.to_string()).replace("{h}", &header_words.to_string());
            let body = hex(&header);
            let length = u8::try_from(8 + body.len()).unwrap();
            let bytes = [&[0, 0, 0, length, 0x40 | kind.0, 2, 0, 0][..], &body].concat();
            let steps = match Event::decode(&bytes).unwrap().body().unwrap() {
                Body::Storage(all) | Body::PartitionSync(all) => {
                    all.map(|one| one.map(|_| ())).collect::<Vec<_>>()
                }
                Body::Recovery(all) => all.map(|one| one.map(|_| ())).collect(),
                other => panic!("{other:?}"),
            };
            let case = format!("{kind} {message_words} {header_words}: {steps:?}");
            assert_eq!(steps.len(), 1, "{case}");
            assert_eq!(steps[0].is_ok(), good, "{case}");
            if let Err(error) = steps[0] {
                assert_eq!(error.reason().name(), "bad_length", "{case}");
            }
        }
    }
}

/// Problem 9.
#[test]
fn the_first_message_may_be_of_the_wrong_kind() {
    let response = NegotiationMessage::from(BrokerResponse::default());
    for encoding in [EncodingType::BER, EncodingType::JSON] {
        let mut space = [0; 1024];
        let bytes = response.encode(encoding, &mut space).unwrap();
        let decoded = match encoding {
            EncodingType::BER => NegotiationMessage::from_ber(bytes),
            _ => NegotiationMessage::from_json(bytes),
        };
        let decoded = decoded.unwrap();
        assert_eq!(decoded.client_identity(), None);
        assert!(decoded.broker_response().is_some());
    }
    let placeholder = NegotiationMessage::from_json(br#"{"placeHolder":{}}"#).unwrap();
    assert!(placeholder.client_identity().is_none() && placeholder.broker_response().is_none());
    assert_eq!(placeholder.name(), "placeHolder");
    for text in ["3080 0000", "3080 a080 0000 0000", "3080 a080 a380 0000 0000 0000"] {
        assert_eq!(named(NegotiationMessage::from_ber(&hex(text))), Err("unset_choice"), "{text}");
    }
    for text in [r#"{}"#, r#"{"nope":{}}"#, r#"{"nope":{},"clientIdentity":{}}"#] {
        assert_eq!(named(NegotiationMessage::from_json(text.as_bytes())), Err("unset_choice"), "{text}");
    }
}

/// Problem 10.
#[test]
fn texts_that_are_not_printable_do_not_reach_logs_as_they_are() {
    let name = b"a\x1b[2J\0\r\n\x7f\xFF";
    let identity = bmq_codec::schema::ClientIdentity {
        process_name: bmq_codec::schema::Text::from_bytes(name),
        user_agent: "ok".into(),
        ..Default::default()
    };
    let message = NegotiationMessage::from(identity);
    let bytes = message.to_ber().unwrap();
    let decoded = NegotiationMessage::from_ber(&bytes).unwrap();
    assert_eq!(decoded.client_identity().unwrap().process_name.as_bytes(), Some(&name[..]));
    for shown in [
        format!("{decoded:?}"),
        format!("{decoded:#?}"),
        decoded.client_identity().unwrap().process_name.to_string(),
    ] {
        assert!(!shown.bytes().any(|byte| byte < b' ' && byte != b'\n'), "{shown:?}");
        assert!(shown.contains(r"\u{1b}"), "{shown}");
    }
    let mut findings = Vec::new();
    decoded.validate(|finding| findings.push(finding.at().field));
    assert_eq!(findings, ["processName"]);
    let json = br#"{"clientIdentity":{"userAgent":"x\u001b\n\u0000"}}"#;
    let decoded = NegotiationMessage::from_json(json).unwrap();
    assert_eq!(decoded.client_identity().unwrap().user_agent, "x\u{1b}\n\0");
    let mut findings = Vec::new();
    decoded.validate(|finding| findings.push(finding.at().field));
    assert_eq!(findings, ["userAgent"]);
}

/// Problem 11.
#[test]
fn flags_and_counts_that_do_not_agree_are_reported() {
    let (read, write) = (QueueFlags::READ.0, QueueFlags::WRITE.0);
    for (flags, counts, expected) in [
        (read, [1, 0, 0], &[][..]),
        (read | write | 8, [1, 1, 0], &[]),
        (read, [0, 0, 0], &["readCount"]),
        (write, [1, 1, 0], &["readCount"]),
        (write, [0, 0, 0], &["writeCount"]),
        (0, [0, 1, 0], &["writeCount"]),
        (read | 1, [1, 0, 0], &["flags"]),
        (read, [1, 0, 1], &["adminCount"]),
        (read, [-1, 0, 0], &["readCount"]),
        (0, [-1, -2, -3], &["readCount", "writeCount", "adminCount"]),
    ] {
        let [read_count, write_count, admin_count] = counts;
        let parameters = QueueHandleParameters {
            flags,
            read_count,
            write_count,
            admin_count,
            ..QueueHandleParameters::default()
        };
        let open = ControlMessage::new(1, OpenQueue { handle_parameters: parameters });
        let mut found = Vec::new();
        open.validate(|finding| found.push(finding.at().field));
        assert_eq!(found, expected, "{flags} {counts:?}");
        let bytes = open.to_ber().unwrap();
        assert_eq!(ControlMessage::from_ber(&bytes), Ok(open));
    }
}

/// Problem 12.
#[test]
fn a_refused_request_is_answered_by_a_status_with_its_id() {
    let status =
        Status { category: StatusCategory::E_INVALID_ARGUMENT, code: -1, message: "qId in use".into() };
    let reply = ControlMessage::new(2, status);
    for encoding in [EncodingType::BER, EncodingType::JSON] {
        let mut out = Vec::new();
        control_event(&mut out, encoding, &reply).unwrap();
        let Body::Control(schema) = Event::decode(&out).unwrap().body().unwrap() else { panic!() };
        let decoded = schema.control().unwrap();
        assert_eq!((decoded.r_id, decoded.status()), (Some(2), Some(&status)));
        assert!(!decoded.status().unwrap().is_success());
    }
}

/// Problem 14.
#[test]
fn request_ids_are_exact() {
    for r_id in [Some(1), Some(i32::MAX), Some(i32::MIN), Some(0), Some(-1), None] {
        let message = ControlMessage { r_id, choice: Disconnect {}.into() };
        assert_eq!(ControlMessage::from_ber(&message.to_ber().unwrap()), Ok(message));
        assert_eq!(ControlMessage::from_json(&message.to_json().unwrap()), Ok(message));
    }
    assert_eq!(json(r#"{"rId":2147483648,"disconnect":{}}"#), Err("bad_value"));
    assert_eq!(ber("3080 80050080000000 a180 a180 0000 0000 0000"), Err("bad_length"));
}

/// Problem 16.
#[test]
fn lifetimes_have_64_bits() {
    for lifetime_ms in [None, Some(0), Some(1 << 31), Some((1 << 53) + 1), Some(u64::MAX)] {
        let response = AuthenticationResponse { status: Status::default(), lifetime_ms };
        let message = AuthenticationMessage::from(response);
        let (ber, json) = (message.to_ber().unwrap(), message.to_json().unwrap());
        assert_eq!(AuthenticationMessage::from_ber(&ber), Ok(message));
        assert_eq!(AuthenticationMessage::from_json(&json), Ok(message));
    }
    let text = br#"{"authenticationResponse":{"status":{},"lifetimeMs":-1}}"#;
    assert_eq!(named(AuthenticationMessage::from_json(text)), Err("bad_value"));
    let text = br#"{"authenticationResponse":{"status":{},"lifetimeMs":18446744073709551616}}"#;
    assert_eq!(named(AuthenticationMessage::from_json(text)), Err("bad_value"));
    // The official BER decoder takes FF for an unsigned number of all ones.
    let bytes = hex("3080 a080 a180 a080 0000 8101ff 0000 0000 0000");
    let AuthenticationMessage::AuthenticationResponse(response) =
        AuthenticationMessage::from_ber(&bytes).unwrap()
    else {
        panic!()
    };
    assert_eq!(response.lifetime_ms, Some(u64::MAX));
}

/// Problem 17.
#[test]
fn lengths_and_depths_of_hostile_peers_cost_nothing() {
    let refused = |bytes: &[u8]| {
        alloc_count::none("decoding", || {
            (named(ControlMessage::from_ber(bytes)).err(), named(NegotiationMessage::from_ber(bytes)).err())
        })
    };
    for text in
        ["84 7fffffff 616263", "84 ffffffff 616263", "85 0000000003 616263", "80 616263 0000", "fe 61"]
    {
        // rId, a text of a status, an unknown member.
        for place in ["3080 80", "3080 a180 a080 82", "3080 85"] {
            let bytes = hex(&format!("{place} {text}"));
            let (control, negotiation) = refused(&bytes);
            assert!(control.is_some() && negotiation.is_some(), "{place} {text}");
        }
    }
    let nested = |open: &str, count: usize| [hex("3080"), hex(open).repeat(count)].concat();
    // Behind a known member, and where nothing is known.
    for (open, count) in [("a080", 100_000), ("a580", 100_000), ("bf7f80", 100_000), ("3080", 100_000)] {
        let (control, negotiation) = refused(&nested(open, count));
        assert!(control.is_some() && negotiation.is_some(), "{open}");
    }
    assert_eq!(refused(&nested("a580", 100_000)).0, Some("too_deep"));
    let deep = |count: usize| {
        [hex("3080"), hex("a580").repeat(count), vec![0; 2 * count], hex("a180 a180 0000 0000 0000")].concat()
    };
    assert!(ControlMessage::from_ber(&deep(63)).is_ok());
    assert_eq!(named(ControlMessage::from_ber(&deep(64))), Err("too_deep"));
    let body = deep(10);
    let length = u8::try_from(8 + body.len() + 4 - body.len() % 4).unwrap();
    let fill = 4 - body.len() % 4;
    let event =
        [&[0, 0, 0, length, 0x41, 2, 0, 0][..], &body, &vec![u8::try_from(fill).unwrap(); fill]].concat();
    let Body::Control(schema) = Event::decode(&event).unwrap().body().unwrap() else { panic!() };
    assert!(schema.read::<ControlMessage<'_>>(&Limits::default()).is_ok());
    assert_eq!(
        named(schema.read::<ControlMessage<'_>>(&Limits::default().with_max_depth(10))).err(),
        Some("too_deep")
    );
    // JSON nests as well.
    for open in ["[", "{\"x\":"] {
        let text = format!("{{\"x\":{}", open.repeat(100_000));
        assert_eq!(json(&text), Err("too_deep"));
    }
}

/// Problem 18.
#[test]
fn lengths_of_ledger_records_are_added_in_64_bits() {
    let record = |words: &str| hex(&format!("82000000 {words} {} 30800000", "00".repeat(24)));
    for (words, reason) in [("00000000", "bad_length"), ("00000001", "bad_length"), ("0fffffff", "truncated")]
    {
        let body = record(words);
        let length = u8::try_from(8 + body.len()).unwrap();
        let bytes = [&[0, 0, 0, length, 0x46, 2, 0, 0][..], &body].concat();
        assert_eq!(named(Event::decode(&bytes).unwrap().body()).err(), Some(reason), "{words}");
    }
    let message = ClusterMessage::from(StateNotification::from(LeaderPassive {}));
    let record = NewClusterStateRecord {
        record_type: ClusterStateRecordType::COMMIT,
        elector_term: 1,
        sequence_number: 2,
        timestamp: 3,
        message,
    };
    let mut out = Vec::new();
    cluster_state_event(&mut out, &record).unwrap();
    // The header and the BER are from the reference; the CRC is over both.
    let head = "83000000 00000007 0000000000000001 0000000000000002 0000000000000003";
    let ber = "3080 a080 b780 a080 a080 0000 0000 0000 0000 0000 0404 0404";
    let expected = [hex(head), hex(ber)].concat();
    let crc = codec_common::crc::crc32c(&expected);
    assert_eq!(out[8..], [&expected[..], &crc.to_be_bytes()].concat());
    out[50] ^= 1;
    let Body::ClusterState(record) = Event::decode(&out).unwrap().body().unwrap() else { panic!() };
    assert_eq!(record.crc_fault().unwrap().reason().name(), "checksum");
}

/// Problem 21: the worked bytes of the reference.
#[test]
fn the_worked_bytes_are_exact_both_ways() {
    let four = ControlMessage::new(4, Disconnect {});
    for (encoding, event) in [
        (EncodingType::JSON, "00000024 41022000 7b22724964223a342c22646973636f6e6e656374223a7b7d7d 030303"),
        (EncodingType::BER, "00000018 41020000 3080 800104 a180 a180 0000 0000 0000 01"),
    ] {
        let mut out = Vec::new();
        control_event(&mut out, encoding, &four).unwrap();
        assert_eq!(out, hex(event));
        let Body::Control(schema) = Event::decode(&out).unwrap().body().unwrap() else { panic!() };
        assert_eq!(schema.control(), Ok(four));
    }
    let status = ControlMessage::new(
        1,
        Status { category: StatusCategory::E_REFUSED, code: -1, message: "bad".into() },
    );
    assert_eq!(
        status.to_ber().unwrap(),
        hex("3080 800101 a180 a080 8001fa 8101ff 8203626164 0000 0000 0000")
    );
    let lsn = ClusterMessage::from(ClusterStateFSMMessage::from(FollowerLsnRequest {}));
    assert_eq!(lsn.to_ber().unwrap(), hex("3080 a080 bc80 a080 a080 0000 0000 0000 0000 0000"));
    assert_eq!(lsn.to_json().unwrap(), br#"{"clusterStateFSMMessage":{"followerLSNRequest":{}}}"#);
    let state = PartitionMessage::from(bmq_codec::schema::ReplicaStateRequest::default());
    assert_eq!(
        state.to_ber().unwrap(),
        hex("3080 a080 a080 800100 810100 a280 800100 810100 0000 a380 800100 810100 0000 0000 0000 0000")
    );
}

#[test]
fn arrays_that_are_repeated_append_and_hints_are_skipped() {
    let one = "3080 800103 810102 820109 0000";
    // The second occurrence has a definite length, the third a hint in front.
    let text = format!(
        "3080 a180 {one} 0000 850101 a080 800107 810108 0000 a112 {one} 3003 800104 a180 8001ff {one} 0000 0000"
    );
    let bytes = hex(&text);
    let advisory = bmq_codec::schema::PartitionPrimaryAdvisory::from_ber(&bytes).unwrap();
    let ids: Vec<_> = advisory.partitions.iter().map(|partition| partition.partition_id).collect();
    assert_eq!(ids, [3, 3, 4, 3]);
    assert_eq!(advisory.sequence_number, LeaderMessageSequence { elector_term: 7, sequence_number: 8 });
    let again = advisory.to_ber().unwrap();
    let again = bmq_codec::schema::PartitionPrimaryAdvisory::from_ber(&again).unwrap();
    assert_eq!(again, advisory);
    assert_eq!(
        bmq_codec::schema::PartitionPrimaryAdvisory::from_json(&advisory.to_json().unwrap()),
        Ok(advisory)
    );
    // An empty array is written in BER and left out in JSON; both read as empty.
    let empty = bmq_codec::schema::PartitionPrimaryAdvisory::default();
    assert_eq!(empty.to_ber().unwrap(), hex("3080 a080 800100 810100 0000 a180 0000 0000"));
    assert_eq!(empty.to_json().unwrap(), br#"{"sequenceNumber":{"electorTerm":0,"sequenceNumber":0}}"#);
}

#[test]
fn golden_events_between_brokers_are_built_from_their_fields() {
    let receipt =
        ReplicationReceipt { partition_id: 3, sequence_number: 0x01_0203_0405, primary_lease_id: 5 };
    let mut out = Vec::new();
    replication_receipt_event(&mut out, &receipt).unwrap();
    let mut elector = Vec::new();
    let vote = ScoutingResponse { will_vote: true };
    elector_event(&mut elector, &ElectorMessage { term: 1, choice: vote.into() }).unwrap();
    assert_eq!(elector[8..], hex("3080 800101 a180 a680 800101 0000 0000 0000 0202"));
    let Some(folder) = beside("bmq/golden") else { return };
    assert_eq!(out, read(&folder.join("receipt.bin")));
    let bytes = read(&folder.join("storage_multi.bin"));
    let Body::Storage(messages) = Event::decode(&bytes).unwrap().body().unwrap() else { panic!() };
    let mut event = bmq_codec::build::StorageBuilder::new(Vec::new());
    for message in messages {
        let message = message.unwrap();
        assert_eq!((message.storage_protocol_version(), message.partition_id()), (1, 3));
        event
            .push(&bmq_codec::interbroker::NewStorage {
                flags: message.flags(),
                message_type: message.message_type(),
                partition_id: message.partition_id(),
                journal_offset_words: message.journal_offset_words(),
                payload: message.payload(),
            })
            .unwrap();
    }
    assert_eq!(event.finish(), bytes);
}
