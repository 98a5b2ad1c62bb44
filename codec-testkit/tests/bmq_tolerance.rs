//! Odd bytes, and what the official client made of them: each comes out as the project's table of strictness says
//! (`docs/strictness.md`).

use bmq_codec::Strictness::{Lenient, Official};
use bmq_codec::build::ItemsBuilder;
use bmq_codec::{
    AckMessage, AckStatus, CorrelationId, EventBuilder, MessageGuid, NewProperty, NewPush, NewPut,
    PropertyValue, SchemaId,
};
use codec_testkit::fixtures::{hex, read_testdata};
use codec_testkit::outcome::read;

fn check(name: &str, bytes: &[u8], official: &str, lenient: &str) {
    let (strict, relaxed) = (read(bytes, Official), read(bytes, Lenient));
    assert_eq!(strict.name(), official, "{name}: {strict:?}");
    assert_eq!(relaxed.name(), lenient, "{name}: {relaxed:?}");
}

#[test]
fn every_probe_of_the_official_client_comes_out_as_the_table_says() {
    for (name, official, lenient) in [
        ("pad-0", "error", "finding"),
        ("pad-wrong-fill", "finding", "finding"),
        ("empty-payload", "error", "finding"),
        ("event-length-8-push-empty", "error", "finding"),
        ("props-empty-name", "finding", "finding"),
        ("props-type-0", "error", "error"),
        ("props-type-8", "error", "error"),
        ("props-bool-2", "finding", "finding"),
        ("node-props-lengths-schema1-multi", "error", "finding"),
        ("node-zlib-whole-schema1", "error", "finding"),
        ("offsets-but-schema0", "error", "finding"),
        ("option-unknown-type", "error", "finding"),
        ("push-cat-2", "error", "error"),
        ("trailing-junk-in-event", "error", "error"),
        ("event-reserved-byte-set", "clean", "clean"),
        ("event-header-3-words", "clean", "clean"),
        ("push-flags-high-bits", "clean", "clean"),
        ("subqueueinfos-ts3", "clean", "clean"),
        ("rda-poison", "clean", "clean"),
        ("props-hdr8", "clean", "clean"),
        ("props-mph8", "clean", "clean"),
        ("props-new-unsorted", "clean", "clean"),
        ("zlib-small-below-1024", "clean", "clean"),
        ("implicit-payload", "clean", "clean"),
        ("unknown-event-type-20", "clean", "clean"),
        ("reject-event-13", "clean", "clean"),
        ("no-options", "clean", "clean"),
        ("two-subqueueinfos", "clean", "clean"),
        ("byte-at-a-time", "clean", "clean"),
    ] {
        check(name, &read_testdata(&format!("bmq/tolerance/{name}.b2c.bin")), official, lenient);
    }
}

/// What the official client was given out of the same bytes.
#[test]
fn what_is_read_of_the_probes_is_what_the_official_client_delivered() {
    for (name, payload) in [
        ("pad-0", &b"abc\0"[..]),
        ("pad-wrong-fill", b"ab"),
        ("empty-payload", b""),
        ("event-header-3-words", b"abc"),
        ("push-flags-high-bits", b"abc"),
        ("zlib-small-below-1024", b"small"),
        ("props-mph8", b"payload"),
        ("props-hdr8", b"payload"),
        ("props-empty-name", b"payload"),
        ("subqueueinfos-ts3", b"abc"),
        ("rda-poison", b"abc"),
    ] {
        let outcome = read(&read_testdata(&format!("bmq/tolerance/{name}.b2c.bin")), Lenient);
        assert_eq!(outcome.payloads, [payload], "{name}");
    }
}

const PROPERTIES: &[NewProperty<'_>] =
    &[NewProperty::new("a", PropertyValue::Int32(5)), NewProperty::new("b", PropertyValue::String(b"x"))];

fn push() -> Vec<u8> {
    let mut out = Vec::new();
    let mut event = EventBuilder::push_event(&mut out);
    event.push(&NewPush { properties: PROPERTIES, payload: b"payload", ..NewPush::default() }).unwrap();
    event.finish();
    out
}

/// The same event with some bytes changed: the properties area begins at byte 40.
fn changed(changes: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = push();
    changes.iter().for_each(|(place, value)| bytes[*place] = *value);
    bytes
}

/// The rows of the table for which there are no recorded bytes.
#[test]
fn the_other_rows_of_the_table_come_out_as_it_says() {
    check("unchanged", &push(), "clean", "clean");
    let last = push().len() - 1;
    for value in [0, 5, 0x80, 0xFF] {
        check("pad", &changed(&[(last, value)]), "error", "finding");
    }
    check("props-zero-count", &changed(&[(45, 0)]), "error", "error");
    check("props-duplicate-name", &changed(&[(63, b'a')]), "error", "error");
    // A length that the type does not have; the other style does not fit either.
    check("props-int32-len3", &changed(&[(55, 4)]), "error", "error");
    check("event-pv-2", &changed(&[(4, 0x84)]), "clean", "clean");
    check("event-fragment-bit", &changed(&[(0, 0x80)]), "fatal", "fatal");
    for length in 0..8 {
        check("declared length", &changed(&[(3, length)]), "fatal", "fatal");
    }
    let schema =
        hex("0000003044020000 0000000a00000008 00000000 000102030405060708090a0b00000001 00010000 61626301");
    let schema = [&schema[..3], &[44], &schema[4..11], &[9], &schema[12..]].concat();
    check("schema-set-without-props-flag", &schema, "error", "finding");
    let nine = hex(
        "0000003044020000 0000000a00000009 00000000 000102030405060708090a0b00000001 00000000 ffffffff 61626301",
    );
    check("push-header-9-words", &nine, "clean", "clean");
    let twice = hex(
        "0000003444020000 0000000b00000208 00000000 000102030405060708090a0b00000001 00000000 0e000005 0e000005 61626301",
    );
    check("option-duplicate", &twice, "error", "error");
    let garbage =
        hex("0000002c44020000 0000000900000028 00000000 000102030405060708090a0b00000001 00000000 61626301");
    check("zlib-garbage", &garbage, "error", "error");
}

/// A CRC that does not hold, and one over the padded data, are findings whatever the strictness.
#[test]
fn checksums_that_do_not_hold_are_findings() {
    for (crc32c, outcome) in [(None, "clean"), (Some(1), "finding")] {
        let mut out = Vec::new();
        let mut event = EventBuilder::put(&mut out);
        event.push(&NewPut { payload: b"hello", crc32c, ..NewPut::default() }).unwrap();
        event.finish();
        check("crc", &out, outcome, outcome);
    }
    let node = read_testdata("bmq/node/node-produce-one.c2b.bin");
    assert_eq!(read(&node, Official).findings[0].reason().name(), "checksum");
}

/// Problem 1: a schema id without properties, with corrupt compressed data too; what stands in front is yielded.
#[test]
fn a_schema_id_without_properties_ends_the_event_after_what_came_before() {
    for schema in [1u16, 2, 3, 0xFFFF] {
        for compressed in [false, true] {
            let mut out = Vec::new();
            let mut event = EventBuilder::put(&mut out);
            for payload in [&b"before"[..], b"broken", b"after"] {
                event.push(&NewPut { payload, ..NewPut::default() }).unwrap();
            }
            event.finish();
            // The second message begins at 8 + 44.
            out[52 + 32..52 + 34].copy_from_slice(&schema.to_be_bytes());
            if compressed {
                out[52 + 7] |= 0x20;
            }
            let outcome = read(&out, Official);
            assert_eq!(outcome.payloads, [b"before"]);
            assert_eq!((outcome.errors[0].field(), outcome.errors[0].offset()), ("schemaId", 84));
        }
    }
}

/// Problem 5: PUSH messages whose last byte is no padding, or is all there is.
#[test]
fn a_last_byte_outside_one_to_four_is_refused_and_an_implicit_payload_is_not_looked_at() {
    let event = |first: u8, area: [u8; 4]| {
        let mut bytes = hex(
            "0000002c44020000 0000000900000008 00000000 000102030405060708090a0b00000001 00000000 00000000",
        );
        bytes[8] |= first;
        bytes[40..].copy_from_slice(&area);
        bytes
    };
    for last in [0, 5, 0x80, 0xFF] {
        let outcome = read(&event(0, [1, 2, 3, last]), Official);
        assert_eq!((outcome.name(), outcome.errors[0].reason().name()), ("error", "padding"));
        assert_eq!(read(&event(0x10, [1, 2, 3, last]), Official).name(), "clean");
    }
    let outcome = read(&event(0, [4; 4]), Official);
    assert_eq!((outcome.name(), outcome.errors[0].reason().name()), ("error", "bad_length"));
    assert_eq!(read(&event(0x10, [4; 4]), Official).name(), "clean");
}

/// Problem 8: frames whose length is not that of their bytes.
#[test]
fn frames_of_wrong_length_are_fatal_or_wait() {
    let good = hex("000000084b020000");
    for length in [0u8, 1, 4, 5, 7] {
        let bytes = [&[0, 0, 0, length][..], &good[4..]].concat();
        assert_eq!(read(&bytes, Official).fatal.unwrap().name(), "length_too_small");
    }
    assert_eq!(read(&[0, 0, 0, 9, 0x4B, 2, 0, 0], Official).name(), "eof");
    assert_eq!(read(&[0, 0, 0, 9, 0x4B, 2, 0, 0, 0], Official).name(), "clean");
    for words in [0, 1, 3, 255] {
        let outcome = read(&[0, 0, 0, 8, 0x4B, words, 0, 0], Official);
        assert_eq!((outcome.name(), outcome.errors[0].field()), ("error", "headerWords"));
    }
    assert_eq!(read(&[good.clone(), good].concat(), Official).events, 2);
}

/// Problem 13: acknowledgements of unknown messages, twice, and with statuses that name nothing.
#[test]
fn acknowledgements_of_any_status_and_correlation_are_read() {
    let mut out = Vec::new();
    let mut event = ItemsBuilder::new(&mut out);
    for (status, id) in [(0, 7), (0, 7), (3, 0), (5, 0xFF_FFFF), (9, 1), (15, 2)] {
        let guid = MessageGuid([status; 16]);
        event.push(&AckMessage::new(AckStatus(status), CorrelationId(id), guid, 1)).unwrap();
    }
    event.finish();
    assert_eq!(read(&out, Official).name(), "clean");
    let event = bmq_codec::Event::decode(&out).unwrap();
    let bmq_codec::Body::Ack(acks) = event.body().unwrap() else { panic!() };
    let read: Vec<_> = acks.iter().map(|ack| (ack.status.0, ack.correlation_id.0)).collect();
    assert_eq!(read, [(0, 7), (0, 7), (3, 0), (5, 0xFF_FFFF), (9, 1), (15, 2)]);
}

/// Problem 19: schema ids learned, recycled and used again; flags that are new or unknown.
#[test]
fn properties_are_read_without_regard_to_schema_ids_learned_before() {
    let mut out = Vec::new();
    let mut event = EventBuilder::push_event(&mut out);
    for (schema, name) in [(4, "first"), (5, "second"), (4, "second")] {
        let properties = [NewProperty::new(name, PropertyValue::Char(1))];
        let schema_id = SchemaId(schema);
        event
            .push(&NewPush { schema_id, properties: &properties, payload: b"x", ..NewPush::default() })
            .unwrap();
    }
    event.finish();
    out[8] |= 0x40 | 0x80;
    assert_eq!(read(&out, Official).name(), "clean");
    let event = bmq_codec::Event::decode(&out).unwrap();
    let bmq_codec::Body::Push(messages) = event.body().unwrap() else { panic!() };
    let messages: Vec<_> = messages.map(Result::unwrap).collect();
    let recycled: Vec<_> = messages.iter().map(|message| message.schema_id().is_recycled()).collect();
    assert_eq!(recycled, [false, true, false]);
    assert_eq!(format!("{:?}", messages[0].flags()), "MESSAGE_PROPERTIES | OUT_OF_ORDER | 0x8");
    let names: Vec<_> = messages
        .iter()
        .flat_map(|message| message.app().unwrap().properties().unwrap())
        .map(|property| String::from_utf8(property.name().to_vec()).unwrap())
        .collect();
    assert_eq!(names, ["first", "second", "second"]);
}

/// Messages of no words, headers of none, and headers and options beyond the message, each by its field.
#[test]
fn every_bad_length_of_a_message_is_named() {
    let good = push();
    for (changes, field) in [
        (&[(9, 0), (10, 0), (11, 0)][..], "messageWords"),
        (&[(10, 1)], "messageWords"),
        (&[(15, 0x00)], "headerWords"),
        (&[(15, 0x01)], "headerWords"),
        (&[(15, 0x1F)], "headerWords"),
        (&[(14, 0xFF)], "optionsWords"),
        (&[(15, 0x48)], "compressionAlgorithmType"),
    ] {
        let mut bytes = good.clone();
        changes.iter().for_each(|(place, value)| bytes[*place] = *value);
        let outcome = read(&bytes, Official);
        assert_eq!(outcome.errors[0].field(), field, "{changes:?}");
        assert!(outcome.errors[0].to_string().starts_with("bmq PushHeader."), "{}", outcome.errors[0]);
        assert_eq!(read(&bytes, Lenient).errors[0].field(), field);
    }
    // Fewer than 8 bytes are left behind a good message.
    let mut bytes = good.clone();
    bytes.extend([0; 4]);
    bytes[3] += 4;
    let outcome = read(&bytes, Official);
    assert_eq!((outcome.payloads.len(), outcome.errors[0].reason().name()), (1, "truncated"));
}
