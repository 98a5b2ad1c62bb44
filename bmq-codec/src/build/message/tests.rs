use super::*;
use crate::MessageGuid;
use crate::message::{CorrelationId, PushFlags, SchemaId};
use crate::properties::NewProperty;
use crate::{
    Body, CrcScope, Event, MessageOption, PropertyValue, PushMessage, PutMessage, Rda, SubQueueInfo,
    SubQueueInfos,
};
use std::vec;
use std::vec::Vec;

fn put(message: &NewPut<'_>) -> Result<Vec<u8>, EncodeError> {
    let mut out = vec![];
    let mut event = EventBuilder::put(&mut out);
    event.push(message)?;
    event.finish();
    Ok(out)
}

fn push(message: &NewPush<'_>) -> Result<Vec<u8>, EncodeError> {
    let mut out = vec![];
    let mut event = EventBuilder::push_event(&mut out);
    event.push(message)?;
    event.finish();
    Ok(out)
}

fn puts(bytes: &[u8]) -> Vec<PutMessage<'_>> {
    let Body::Put(messages) = Event::decode(bytes).unwrap().body().unwrap() else { panic!() };
    messages.map(Result::unwrap).collect()
}

fn pushes(bytes: &[u8]) -> Vec<PushMessage<'_>> {
    let Body::Push(messages) = Event::decode(bytes).unwrap().body().unwrap() else { panic!() };
    messages.map(Result::unwrap).collect()
}

fn fault(message: &NewPut<'_>) -> (&'static str, &'static str) {
    let error = put(message).unwrap_err();
    (error.reason().name(), error.field())
}

const HELLO: [u8; 52] = [
    0, 0, 0, 0x34, 0x42, 2, 0, 0, 0x10, 0, 0, 0x0B, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0x9A, 0x71, 0xBB, 0x4C, 0, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', 3, 3, 3,
];

#[test]
fn the_worked_put_of_the_reference_is_built() {
    let message = NewPut {
        id: CorrelationId(1).into(),
        flags: PutFlags::ACK_REQUESTED,
        payload: b"hello",
        ..NewPut::default()
    };
    assert_eq!(put(&message).unwrap(), HELLO);
    let decoded = puts(&HELLO);
    assert_eq!(decoded[0].correlation_id(), Some(CorrelationId(1)));
    assert_eq!(decoded[0].crc_scope(), CrcScope::Unpadded);
}

/// Case C of the problems, and the reference's figures for both scopes.
#[test]
fn the_crc_covers_the_unpadded_data_and_the_other_dialect_the_padded() {
    let properties = [
        NewProperty::new("id", PropertyValue::Int32(7)),
        NewProperty::new("name", PropertyValue::String(b"bob")),
    ];
    let message = NewPut {
        queue_id: 1,
        id: CorrelationId(42).into(),
        flags: PutFlags::ACK_REQUESTED,
        properties: &properties,
        payload: b"hello",
        ..NewPut::default()
    };
    let bytes = put(&message).unwrap();
    assert_eq!(puts(&bytes)[0].crc32c(), 0x16D0_571A);
    let mut padded = bytes.clone();
    padded[36..40].copy_from_slice(&0xC30D_365Bu32.to_be_bytes());
    assert_eq!(puts(&padded)[0].crc_scope(), CrcScope::Padded);
    padded[39] ^= 1;
    assert_eq!(puts(&padded)[0].crc_scope(), CrcScope::Mismatch);
    assert_eq!(puts(&padded)[0].crc_fault().unwrap().offset(), 36);

    let mut out = vec![];
    let mut event = EventBuilder::put(&mut out).dialect(Dialect::NodeSdk);
    event.push(&message).unwrap();
    event.finish();
    assert_eq!(puts(&out)[0].crc_scope(), CrcScope::Padded);
    assert!(puts(&out)[0].app().is_err());
    let app = puts(&out)[0].app_in(Dialect::NodeSdk).unwrap();
    assert_eq!(app.properties().unwrap().get("name"), Some(PropertyValue::String(b"bob")));
}

#[test]
fn the_worked_push_of_the_reference_is_built() {
    let guid = MessageGuid([0xAB; 16]);
    let options = [MessageOption::SubQueueInfosPacked(Rda::limited(5, false))];
    let message = NewPush { queue_id: 1, guid, options: &options, payload: b"hello", ..NewPush::default() };
    let bytes = push(&message).unwrap();
    assert_eq!(bytes[..20], [0, 0, 0, 0x34, 0x44, 2, 0, 0, 0, 0, 0, 0x0B, 0, 0, 1, 8, 0, 0, 0, 1]);
    assert_eq!(bytes[36..], [0, 0, 0, 0, 0x0E, 0, 0, 5, b'h', b'e', b'l', b'l', b'o', 3, 3, 3]);
    let info = pushes(&bytes)[0].options().sub_queue_info().unwrap();
    assert_eq!(info, SubQueueInfo { id: 0, rda: Rda(5) });
}

#[test]
fn every_option_is_read_as_it_was_written() {
    let infos = [SubQueueInfo { id: 1, rda: Rda::UNLIMITED }, SubQueueInfo { id: 9, rda: Rda(0x43) }];
    let old = [SubQueueInfo { id: 7, rda: Rda::UNLIMITED }];
    let options = [
        MessageOption::SubQueueInfos(SubQueueInfos::Items(&infos)),
        MessageOption::SubQueueIdsOld(SubQueueInfos::Items(&old)),
        MessageOption::MsgGroupId(b"group"),
    ];
    let message = NewPush { options: &options, payload: b"x", ..NewPush::default() };
    let bytes = push(&message).unwrap();
    let read: Vec<_> = pushes(&bytes)[0].options().map(|option| option.unwrap().value().unwrap()).collect();
    assert_eq!(read, options);
    let again = push(&NewPush { options: &read, ..message }).unwrap();
    assert_eq!(again, bytes);
}

#[test]
fn empty_id_lists_are_not_written_and_types_may_not_repeat() {
    let options = [MessageOption::SubQueueInfos(SubQueueInfos::Items(&[]))];
    let bytes = push(&NewPush { options: &options, payload: b"x", ..NewPush::default() }).unwrap();
    assert_eq!(pushes(&bytes)[0].options_words(), 0);
    let twice = [MessageOption::MsgGroupId(b"a"), MessageOption::MsgGroupId(b"b")];
    let error = push(&NewPush { options: &twice, payload: b"x", ..NewPush::default() }).unwrap_err();
    assert_eq!((error.reason().name(), error.field()), ("duplicate", "type"));
    for id in [&b""[..], &[b'x'; 32]] {
        let options = [MessageOption::MsgGroupId(id)];
        let error = push(&NewPush { options: &options, payload: b"x", ..NewPush::default() }).unwrap_err();
        assert_eq!((error.reason().name(), error.field()), ("bad_value", "msgGroupId"));
    }
}

#[test]
fn what_the_official_builder_refuses_is_refused() {
    let good = NewPut { payload: b"x", ..NewPut::default() };
    assert_eq!(fault(&NewPut { payload: b"", ..good }), ("bad_value", "payload"));
    assert_eq!(fault(&NewPut { flags: PutFlags::ACK_REQUESTED, ..good }), ("bad_value", "guid"));
    assert_eq!(fault(&NewPut { flags: PutFlags(8), ..good }), ("bad_value", "flags"));
    let name = std::string::String::from_utf8(vec![b'n'; 4096]).unwrap();
    for (name, reason) in [(&name[..], "too_long"), ("", "bad_value"), ("_x", "bad_value")] {
        let properties = [NewProperty::new(name, PropertyValue::Bool(true))];
        assert_eq!(fault(&NewPut { properties: &properties, ..good }), (reason, "name"));
    }
    let twice = [NewProperty::new("a", PropertyValue::Bool(true)); 2];
    assert_eq!(fault(&NewPut { properties: &twice, ..good }), ("duplicate", "name"));
    let names: Vec<_> = (0..256).map(|n| std::format!("n{n}")).collect();
    let many: Vec<_> = names.iter().map(|n| NewProperty::new(n, PropertyValue::Char(0))).collect();
    assert_eq!(fault(&NewPut { properties: &many, ..good }), ("too_many_items", "numProperties"));
    assert!(put(&NewPut { properties: &many[1..], ..good }).is_ok());
}

#[test]
fn the_limits_of_payload_and_event_bite_and_leave_the_buffer_as_it_was() {
    let payload = vec![1; limits::PAYLOAD_SOFT_MAX + 1];
    let too_long = NewPut { payload: &payload, ..NewPut::default() };
    assert_eq!(fault(&too_long), ("too_long", "payload"));
    let mut out = vec![0xEE];
    let mut event = EventBuilder::put(&mut out);
    event.push(&NewPut { payload: &payload[1..], ..NewPut::default() }).unwrap();
    let before = event.finish().len();
    let error = event.push(&NewPut { payload: &payload[..2_100_000], ..NewPut::default() }).unwrap_err();
    assert_eq!((error.reason().name(), error.field()), ("too_long", "event"));
    assert_eq!((event.finish().len(), event.len()), (before, 1));
    event.push(&NewPut { payload: b"fits", ..NewPut::default() }).unwrap();
    event.finish();
    assert_eq!(out[0], 0xEE);
    assert_eq!(puts(&out[1..]).len(), 2);
}

#[test]
fn a_slice_that_is_too_short_is_left_as_it_was() {
    for room in 0..HELLO.len() {
        let mut space = vec![0xAA; room];
        let mut event = EventBuilder::put(SliceBuffer::new(&mut space));
        let error = event.push(&NewPut { payload: b"hello", ..NewPut::default() }).unwrap_err();
        assert_eq!(error.reason().name(), "buffer_too_small");
        assert_eq!(event.finish(), []);
        assert_eq!(space, vec![0xAA; room]);
    }
}

#[test]
fn an_implicit_payload_has_no_application_data() {
    let flags = PushFlags::IMPLICIT_PAYLOAD;
    let bytes = push(&NewPush { flags, ..NewPush::default() }).unwrap();
    // As the official builder has it: a word of padding, which must not be read.
    assert_eq!(bytes[40..], [4; 4]);
    let message = pushes(&bytes)[0];
    assert!(message.is_implicit() && message.app_data().is_empty());
    let error = push(&NewPush { flags, payload: b"x", ..NewPush::default() }).unwrap_err();
    assert_eq!((error.reason().name(), error.field()), ("bad_value", "payload"));
}

mod compressed {
    use super::*;
    use crate::compression::Inflater;
    use crate::{AppData, PropertyStyle};

    /// Problem 7: properties and a compressible payload, old and new, compressed and not.
    #[test]
    fn all_four_forms_of_a_message_read_alike() {
        let payload = vec![b'p'; 2048];
        let properties = [NewProperty::new("k", PropertyValue::Int64(-1))];
        let mut deflater = Deflater::default();
        let mut inflater = Inflater::new();
        for schema_id in [SchemaId(0), SchemaId::NO_SCHEMA] {
            for compress in [false, true] {
                let message =
                    NewPut { schema_id, properties: &properties, payload: &payload, ..NewPut::default() };
                let mut out = vec![];
                let mut event = EventBuilder::put(&mut out);
                if compress {
                    event.push_compressed(&message, &mut deflater).unwrap();
                } else {
                    event.push(&message).unwrap();
                }
                event.finish();
                assert_eq!(out.len() < 200, compress);
                let read = puts(&out)[0];
                assert_eq!(read.crc_scope(), CrcScope::Unpadded);
                let contents = read.contents(&mut inflater, 1 << 20).unwrap();
                assert_eq!(contents.payload, payload);
                assert_eq!(contents.properties.unwrap().get("k"), Some(PropertyValue::Int64(-1)));
                // New style properties need no inflating.
                let readable = read.app().unwrap().properties().is_some();
                assert_eq!(readable, !(compress && read.property_style() == PropertyStyle::Old));
            }
        }
    }

    #[test]
    fn what_does_not_get_smaller_is_sent_as_it_is() {
        let mut deflater = Deflater::default();
        let mut out = vec![];
        let mut event = EventBuilder::put(&mut out);
        event.push_compressed(&NewPut { payload: &[7; 1023], ..NewPut::default() }, &mut deflater).unwrap();
        event.push_compressed(&NewPut { payload: &[7; 1024], ..NewPut::default() }, &mut deflater).unwrap();
        event.finish();
        let compressed: Vec<_> = puts(&out).iter().map(|m| m.compression().name().unwrap()).collect();
        assert_eq!(compressed, ["NONE", "ZLIB"]);
    }

    /// Problem 1: corrupt compressed data is an error of its message, the event goes on.
    #[test]
    fn corrupt_compressed_data_spoils_its_message_only() {
        let mut out = vec![];
        let mut event = EventBuilder::put(&mut out);
        let long = [7; 2000];
        let message = NewPut { payload: &long, ..NewPut::default() };
        event.push_compressed(&message, &mut Deflater::default()).unwrap();
        event.push(&NewPut { payload: b"next", ..NewPut::default() }).unwrap();
        event.finish();
        out[46] ^= 0x5A;
        let messages = puts(&out);
        let mut inflater = Inflater::new();
        let error = messages[0].contents(&mut inflater, 1 << 20).unwrap_err();
        assert_eq!(error.reason().name(), "inflate");
        assert!(matches!(messages[0].app(), Ok(AppData::Zlib { .. })));
        assert_eq!(messages[1].contents(&mut inflater, 1 << 20).unwrap().payload, b"next");
    }
}

#[test]
fn errors_of_what_is_missing_show_no_number() {
    let mut event = EventBuilder::put(Vec::new());
    let empty = event.push(&NewPut::default()).unwrap_err();
    assert_eq!(std::format!("{empty}"), "bmq PutHeader.payload: the payload must not be empty");
    let no_id = NewPut { flags: PutFlags::ACK_REQUESTED, payload: b"p", ..NewPut::default() };
    let text = std::format!("{}", event.push(&no_id).unwrap_err());
    assert_eq!(text, "bmq PutHeader.guid: an ACK needs a correlation id or a GUID");
}
