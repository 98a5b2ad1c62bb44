//! What the official decoder of BER was seen to take and refuse.

use super::*;

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
