//! Problems of the control plane, by number, and the worked bytes of the reference.

use super::*;

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
