//! Sections of AMQP messages.

use super::hex;
use bridge_codec::{
    AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpSections, AmqpValue, DecodeError, Limits,
    Timestamp,
};

pub(crate) fn decode(bytes: &[u8]) -> Result<AmqpSections, DecodeError> {
    AmqpSections::decode(&bytes.to_vec().into(), &Limits::default())
}

/// What is built has these bytes, and they decode to it.
fn same(sections: &AmqpSections, expected: &str) {
    let bytes = sections.encode().unwrap();
    assert_eq!(bytes, hex(expected), "{bytes:02x?}");
    assert_eq!(decode(&bytes).as_ref(), Ok(sections));
}

fn symbol(text: &str) -> AmqpValue {
    AmqpValue::Symbol(text.into())
}

#[test]
fn a_message_with_every_section() {
    let message = AmqpMessage {
        header: Some(AmqpHeader { durable: Some(true), ttl: Some(45_000), ..AmqpHeader::default() }),
        properties: Some(AmqpProperties {
            message_id: Some(AmqpId::String("m".into())),
            subject: Some("s".into()),
            creation_time: Some(Timestamp::from_millis(1)),
            group_sequence: Some(0),
            ..AmqpProperties::default()
        }),
        application_properties: Some(vec![
            ("a".into(), AmqpValue::String("b".into())),
            ("n".into(), AmqpValue::Long(-1)),
        ]),
        body: Some(AmqpBody::Data(vec![b"xyz".to_vec().into(), Vec::new().into()])),
    };
    let sections = AmqpSections {
        message,
        delivery_annotations: Some(vec![(symbol("x"), AmqpValue::Uint(1))]),
        message_annotations: Some(Vec::new()),
        footer: Some(vec![(symbol("h"), AmqpValue::Null)]),
    };
    same(
        &sections,
        "00 53 70  c0 08 03  41  40  70 0000afc8 \
         00 53 71  c1 06 02  a3 01 78  52 01 \
         00 53 72  c1 01 00 \
         00 53 73  c0 19 0c  a1 01 6d  40 40  a1 01 73  40 40 40 40 40  83 0000000000000001  40  43 \
         00 53 74  c1 0c 04  a1 01 61  a1 01 62  a1 01 6e  55 ff \
         00 53 75  a0 03 78797a \
         00 53 75  a0 00 \
         00 53 78  c1 05 02  a3 01 68  40",
    );
}

#[test]
fn every_field_of_header_and_properties() {
    let text = |text: &str| Some(text.to_owned());
    let message = AmqpMessage {
        header: Some(AmqpHeader {
            durable: Some(false),
            priority: Some(9),
            ttl: Some(0),
            first_acquirer: Some(true),
            delivery_count: Some(255),
        }),
        properties: Some(AmqpProperties {
            message_id: Some(AmqpId::Uuid([7; 16])),
            user_id: Some(b"u".to_vec().into()),
            to: text("to"),
            subject: text("su"),
            reply_to: text("re"),
            correlation_id: Some(AmqpId::Ulong(256)),
            content_type: text("ct"),
            content_encoding: text("ce"),
            absolute_expiry_time: Some(Timestamp::from_millis(-1)),
            creation_time: Some(Timestamp::from_millis(2)),
            group_id: text("gi"),
            group_sequence: Some(u32::MAX),
            reply_to_group_id: text("rg"),
        }),
        ..AmqpMessage::default()
    };
    same(
        &message.into(),
        "00 53 70  c0 08 05  42  50 09  43  41  52 ff \
         00 53 73  c0 51 0d  98 07070707070707070707070707070707  a0 01 75  a1 02 746f  a1 02 7375  a1 02 7265 \
                             80 0000000000000100  a3 02 6374  a3 02 6365  83 ffffffffffffffff  83 0000000000000002 \
                             a1 02 6769  70 ffffffff  a1 02 7267",
    );
}

#[test]
fn bodies() {
    let body = |body| AmqpSections::from(AmqpMessage { body, ..AmqpMessage::default() });
    same(&body(None), "");
    same(&body(Some(AmqpBody::Value(AmqpValue::Null))), "00 53 77 40");
    same(&body(Some(AmqpBody::Value(AmqpValue::String("å".into())))), "00 53 77 a1 02 c3a5");
    let parts = vec![vec![AmqpValue::Uint(5), AmqpValue::Boolean(false)], Vec::new()];
    same(&body(Some(AmqpBody::Sequence(parts))), "00 53 76 c0 04 02 52 05 42  00 53 76 45");
    let long = body(Some(AmqpBody::Data(vec![vec![1; 256].into()])));
    same(&long, &format!("00 53 75 b0 00000100 {}", "01".repeat(256)));
}

/// Other encodings than the shortest ones are as good.
#[test]
fn any_legal_encoding_is_read() {
    let short = decode(&hex("00 53 70 c0 02 01 41  00 53 73 c0 04 01 a1 01 6d  00 53 75 a0 01 78")).unwrap();
    for other in [
        // Descriptors of eight bytes, wide lists and strings, a boolean of a byte, trailing nulls.
        "00 80 0000000000000070 d0 00000006 00000001 56 01  \
         00 80 0000000000000073 d0 0000000b 00000002 b1 00000001 6d 40  00 53 75 b0 00000001 78",
        // Descriptors as symbols.
        "00 a3 10 616d71703a6865616465723a6c697374 c0 02 01 41 \
         00 b3 00000014 616d71703a70726f706572746965733a6c697374 c0 04 01 a1 01 6d \
         00 a3 10 616d71703a646174613a62696e617279 a0 01 78",
    ] {
        assert_eq!(decode(&hex(other)).as_ref(), Ok(&short));
    }
    // A content type is a symbol; some peers write a string.
    let as_string = decode(&hex("00 53 73 c0 0a 07 40 40 40 40 40 40 a1 01 74")).unwrap();
    assert_eq!(as_string.message.properties.unwrap().content_type.as_deref(), Some("t"));
}

#[test]
fn what_is_no_message_is_refused() {
    for (bytes, error) in [
        ("53", "amqp message at byte 0: value 83: a section begins with its descriptor"),
        ("00", "amqp message at byte 1: needs 1 more bytes, 0 left"),
        ("00 53 79 40", "amqp message at byte 1: value 83: is no section of a message"),
        ("00 40 40", "amqp message at byte 1: value 64: is no section of a message"),
        ("00 a3 01 78 40", "amqp message at byte 1: value 163: is no section of a message"),
        ("00 53 75 a0 00 00 53 70 45", "amqp header at byte 5: value 112: is a section out of order"),
        ("00 53 70 45 00 53 70 45", "amqp header at byte 4: value 112: is a section out of order"),
        ("00 53 75 a0 00 00 53 77 40", "amqp amqp-value at byte 5: value 119: is a section out of order"),
        ("00 53 77 40 00 53 77 40", "amqp amqp-value at byte 4: value 119: is a section out of order"),
        ("00 53 70 c1 01 00", "amqp header at byte 3: value 193: must be a list"),
        ("00 53 70 c0 02 01 40 41", "amqp message at byte 7: value 65: a section begins with its descriptor"),
        ("00 53 70 c0 03 01 41 41", "amqp header at byte 7: 1 bytes left over"),
        ("00 53 70 c0 02 01 a1", "amqp header.durable at byte 7: needs 1 more bytes, 0 left"),
        ("00 53 70 c0 03 01 50 01", "amqp header.durable at byte 6: value 80: must be a boolean"),
        ("00 53 70 c0 07 06 40 40 40 40 40 40", "amqp header at byte 4: count 6, at most 5 can follow"),
        (
            "00 53 73 c0 02 01 41",
            "amqp properties.message-id at byte 6: value 65: must be a string, ulong, uuid or binary",
        ),
        (
            "00 53 74 c1 02 01 40",
            "amqp application-properties at byte 4: length 1: a map has as many values as keys",
        ),
        (
            "00 53 74 c1 03 02 40 40",
            "amqp application-properties at byte 3: value 0: a name must be a string",
        ),
        ("00 53 72 45", "amqp message-annotations at byte 3: value 69: must be a map"),
        ("00 53 75 a1 00", "amqp data at byte 3: value 161: must be binary"),
        ("00 53 75 a0 05 78", "amqp data at byte 5: needs 5 more bytes, 1 left"),
    ] {
        assert_eq!(decode(&hex(bytes)).map_err(|error| error.to_string()), Err(error.to_owned()), "{bytes}");
    }
}

#[test]
fn limits_are_kept() {
    let bytes: bytes::Bytes = hex("00 53 77 c0 04 01 c0 01 00").into();
    let read = |limits| AmqpSections::decode(&bytes, &limits).map_err(|error| error.reason().name());
    assert!(read(Limits::new().with_max_depth(2)).is_ok());
    assert_eq!(read(Limits::new().with_max_depth(1)), Err("too_deep"));
    assert_eq!(read(Limits::new().with_max_message(8)), Err("too_long"));
    assert_eq!(read(Limits::new().with_max_items(0)), Err("count_too_large"));
}

/// The payload is not copied.
#[test]
fn payloads_are_slices_of_the_input() {
    let bytes: bytes::Bytes = hex("00 53 75 a0 03 787978").into();
    let sections = AmqpSections::decode(&bytes, &Limits::default()).unwrap();
    let Some(AmqpBody::Data(parts)) = sections.message.body else { panic!() };
    assert_eq!(parts[0].as_ptr(), bytes[5..].as_ptr());
}
