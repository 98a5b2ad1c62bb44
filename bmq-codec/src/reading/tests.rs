use crate::compression::{Deflater, Inflater};
use crate::{
    Body, Dialect, Event, EventBuilder, NewProperty, NewPush, NewPut, PropertyValue, PushMessage, PutMessage,
    SchemaId, Strictness,
};
use codec_common::crc;
use std::vec::Vec;

/// A PUSH event of old style whose inflated data begins with `area`; with `check` what is made of its message.
fn deflated<T>(area: &[u8], check: impl FnOnce(PushMessage<'_>) -> T) -> T {
    let mut payload = area.to_vec();
    payload.resize(2048, b'p');
    let mut event = EventBuilder::push_event(Vec::new());
    let push = NewPush { payload: &payload, ..NewPush::default() };
    event.push_compressed(&push, &mut Deflater::default()).unwrap();
    let mut bytes = event.into_buffer();
    // MESSAGE_PROPERTIES.
    bytes[8] |= 0x20;
    let Body::Push(mut messages) = Event::decode(&bytes).unwrap().body_with(Strictness::Lenient).unwrap()
    else {
        panic!()
    };
    check(messages.next().unwrap().unwrap())
}

const LIMIT: usize = 1 << 20;

#[test]
fn what_is_wrong_in_inflated_data_stands_where_the_deflated_data_does() {
    // The number of properties is 0: byte 5 of the inflated data.
    let none = [0x1B, 0, 0, 4, 0, 0];
    deflated(&none, |message| {
        let mut inflater = Inflater::new();
        let contents = message.contents(&mut inflater, LIMIT).unwrap_err();
        let read = message.read(None, &mut inflater, LIMIT, &mut |_| {}).unwrap_err();
        for error in [contents, read] {
            assert_eq!((error.field(), error.offset()), ("numProperties", message.app_data_offset()));
        }
    });
    // A bool of 2 and padding of two kinds.
    let odd = [0x1B, 0, 0, 4, 0, 1, 0x04, 0, 0, 1, 0, 1, b'k', 2, 3, 2];
    deflated(&odd, |message| {
        let mut found = Vec::new();
        let mut tell = |finding: crate::DecodeError| found.push((finding.reason().name(), finding.offset()));
        message.read(None, &mut Inflater::new(), LIMIT, &mut tell).unwrap();
        assert_eq!(found, [("padding", 40), ("bad_bool", 40)]);
    });
}

/// The dialect that a PUT is read as, and the style of its properties.
fn dialect(put: &NewPut<'_>, built_as: Dialect) -> Option<Dialect> {
    let mut event = EventBuilder::put(Vec::new()).dialect(built_as);
    event.push(put).unwrap();
    let bytes = event.into_buffer();
    let Body::Put(mut messages) = Event::decode(&bytes).unwrap().body_with(Strictness::Lenient).unwrap()
    else {
        panic!()
    };
    let message: PutMessage<'_> = messages.next().unwrap().unwrap();
    message.read(None, &mut Inflater::new(), LIMIT, &mut |_| {}).unwrap().dialect
}

/// Contracts, section 3: lengths with schema id 1 are the SDK's whatever the CRC holds over.
#[test]
fn the_form_of_properties_decides_before_the_crc() {
    let properties = [
        NewProperty::new("id", PropertyValue::Int32(7)),
        NewProperty::new("name", PropertyValue::String(b"bob")),
    ];
    let put = NewPut { properties: &properties, payload: b"hello", ..NewPut::default() };
    let mut event = EventBuilder::put(Vec::new()).dialect(Dialect::NodeSdk);
    event.push(&put).unwrap();
    let bytes = event.into_buffer();
    let unpadded = crc::crc32c(&bytes[44..bytes.len() - 3]);
    let recomputed = NewPut { crc32c: Some(unpadded), ..put };
    assert_eq!(dialect(&put, Dialect::NodeSdk), Some(Dialect::NodeSdk));
    assert_eq!(dialect(&recomputed, Dialect::NodeSdk), Some(Dialect::NodeSdk));
    assert_eq!(dialect(&put, Dialect::Official), Some(Dialect::Official));
    // Without properties, and in the old style, both write alike but for the CRC.
    let old = NewPut { schema_id: SchemaId(0), ..put };
    for put in [NewPut { properties: &[], ..put }, old] {
        assert_eq!(dialect(&put, Dialect::NodeSdk), Some(Dialect::NodeSdk));
        assert_eq!(dialect(&put, Dialect::Official), Some(Dialect::Official));
    }
}
