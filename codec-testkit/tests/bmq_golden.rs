//! Events made by the official C++ library's own builders, and fixtures of the official Java SDK, among them a long
//! stream of a real broker. They are read in place, beside the project; where they are not, the tests say so.

use bmq_codec::Strictness::{Lenient, Official};
use bmq_codec::build::{HEARTBEAT_REQ, ItemsBuilder};
use bmq_codec::compression::Inflater;
use bmq_codec::{
    AckMessage, AckStatus, Body, ConfirmMessage, CorrelationId, Event, EventBuilder, MessageGuid,
    MessageOption, NewProperty, NewPush, NewPut, Properties, PropertyStyle, PropertyValue, PushFlags,
    PutFlags, Rda, RejectMessage, SchemaId, Split, SubQueueInfo, SubQueueInfos, limits, split_frame,
};
use codec_testkit::fixtures::{beside, bins, read};
use codec_testkit::outcome;
use std::path::Path;

fn guid(n: u32) -> MessageGuid {
    let mut bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0];
    bytes[12..].copy_from_slice(&n.to_be_bytes());
    MessageGuid(bytes)
}

fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|k| ((k * 31 + 7) & 0xFF) as u8).collect()
}

fn text(len: usize) -> Vec<u8> {
    b"The quick brown fox jumps over the lazy dog. ".iter().copied().cycle().take(len).collect()
}

/// The five properties of the fixtures; the official builder writes them sorted by name.
fn five(binary: &[u8]) -> [NewProperty<'_>; 5] {
    [
        NewProperty::new("b", PropertyValue::Bool(true)),
        NewProperty::new("bin", PropertyValue::Binary(binary)),
        NewProperty::new("i32", PropertyValue::Int32(-2)),
        NewProperty::new("i64", PropertyValue::Int64(0x0102_0304_0506_0708)),
        NewProperty::new("str", PropertyValue::String(b"abcdefghijklmnop")),
    ]
}

fn puts(messages: &[NewPut<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut event = EventBuilder::put(&mut out);
    messages.iter().for_each(|message| event.push(message).unwrap());
    event.finish();
    out
}

fn pushes(messages: &[NewPush<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut event = EventBuilder::push_event(&mut out);
    messages.iter().for_each(|message| event.push(message).unwrap());
    event.finish();
    out
}

/// The bytes of every PUT fixture that is not compressed, built from its description.
fn put_fixtures() -> Vec<(&'static str, Vec<u8>)> {
    let binary = pattern(32);
    let properties = five(&binary);
    let all = [
        properties[0],
        properties[1],
        NewProperty::new("c", PropertyValue::Char(b'Z')),
        NewProperty::new("empty", PropertyValue::String(b"")),
        NewProperty::new("f", PropertyValue::Bool(false)),
        properties[2],
        properties[3],
        NewProperty::new("s16", PropertyValue::Short(-3)),
        properties[4],
    ];
    let one = [NewProperty::new("encoding", PropertyValue::Int32(3))];
    let plain = NewPut { queue_id: 7, id: guid(1), ..NewPut::default() };
    let payloads: Vec<_> = [1, 2, 3, 4, 5, 8, 1024].map(pattern).into();
    let multi: Vec<_> = (0..7u32)
        .map(|i| NewPut {
            queue_id: 10 + i,
            id: guid(i + 1),
            flags: if i % 2 == 1 { PutFlags::ACK_REQUESTED } else { PutFlags::empty() },
            payload: &payloads[i as usize],
            ..NewPut::default()
        })
        .collect();
    let ten = pattern(10);
    let group = [MessageOption::MsgGroupId(b"abc")];
    vec![
        ("put_plain_1", puts(&[NewPut { payload: &pattern(1), ..plain }])),
        ("put_plain_2", puts(&[NewPut { payload: &pattern(2), ..plain }])),
        ("put_plain_4", puts(&[NewPut { payload: &pattern(4), ..plain }])),
        ("put_plain_8", puts(&[NewPut { payload: &pattern(8), ..plain }])),
        ("put_props_new_all", puts(&[NewPut { properties: &all, payload: &ten, ..plain }])),
        (
            "put_props_old",
            puts(&[NewPut { properties: &properties, schema_id: SchemaId(0), payload: &ten, ..plain }]),
        ),
        (
            "put_props_old_one",
            puts(&[NewPut { properties: &one, schema_id: SchemaId(0), payload: &pattern(4), ..plain }]),
        ),
        (
            "put_props_schema_first",
            puts(&[NewPut { properties: &properties, schema_id: SchemaId(3), payload: &ten, ..plain }]),
        ),
        ("put_msggroupid_3", puts(&[NewPut { options: &group, payload: &pattern(5), ..plain }])),
        ("put_multi", puts(&multi)),
    ]
}

/// The bytes of every PUSH fixture that is not compressed, built from its description.
fn push_fixtures() -> Vec<(&'static str, Vec<u8>)> {
    let binary = pattern(32);
    let properties = five(&binary);
    let plain = NewPush { queue_id: 9, guid: guid(2), ..NewPush::default() };
    let packed = [MessageOption::SubQueueInfosPacked(Rda::UNLIMITED)];
    let infos = [
        SubQueueInfo { id: 1, rda: Rda::UNLIMITED },
        SubQueueInfo { id: 2, rda: Rda::limited(3, false) },
        SubQueueInfo { id: 0x0102_0304, rda: Rda::limited(4, true) },
    ];
    let three = [MessageOption::SubQueueInfos(SubQueueInfos::Items(&infos))];
    let old = [MessageOption::SubQueueIdsOld(SubQueueInfos::Items(&infos[..2]))];
    let singles: Vec<_> = (0..7).map(|id| [SubQueueInfo { id, rda: Rda::UNLIMITED }]).collect();
    let options: Vec<_> = singles
        .iter()
        .enumerate()
        .map(
            |(i, one)| {
                if i % 2 == 1 { [MessageOption::SubQueueInfos(SubQueueInfos::Items(one))] } else { packed }
            },
        )
        .collect();
    let payloads: Vec<_> = [1, 2, 3, 4, 5, 8, 1024].map(pattern).into();
    let multi: Vec<_> = (0..7u32)
        .map(|i| NewPush {
            queue_id: 10 + i,
            guid: guid(i + 1),
            options: &options[i as usize],
            payload: &payloads[i as usize],
            ..NewPush::default()
        })
        .collect();
    vec![
        ("push_plain_1", pushes(&[NewPush { payload: &pattern(1), ..plain }])),
        ("push_plain_4", pushes(&[NewPush { payload: &pattern(4), ..plain }])),
        ("push_implicit", pushes(&[NewPush { flags: PushFlags::IMPLICIT_PAYLOAD, ..plain }])),
        (
            "push_props_old",
            pushes(&[NewPush {
                properties: &properties,
                schema_id: SchemaId(0),
                payload: &pattern(10),
                ..plain
            }]),
        ),
        ("push_subids_old_via_infos", pushes(&[NewPush { options: &old, payload: &pattern(5), ..plain }])),
        ("push_subinfos_3", pushes(&[NewPush { options: &three, payload: &pattern(5), ..plain }])),
        (
            "push_subinfos_packed_unlimited",
            pushes(&[NewPush { options: &packed, payload: &pattern(5), ..plain }]),
        ),
        ("push_multi", pushes(&multi)),
    ]
}

fn item_fixtures() -> Vec<(&'static str, Vec<u8>)> {
    let (mut ack, mut confirm, mut reject) = (Vec::new(), Vec::new(), Vec::new());
    let mut event = ItemsBuilder::new(&mut ack);
    let ids = [0, 1, 0x0012_3456, 0x00FF_FFFF, 4242, 0];
    for (i, (status, id)) in (0..).zip([0, 1, 2, 5, 6, 7].into_iter().zip(ids)) {
        event.push(&AckMessage::new(AckStatus(status), CorrelationId(id), guid(i), 100 + i)).unwrap();
    }
    event.finish();
    let mut event = ItemsBuilder::new(&mut confirm);
    event.push(&ConfirmMessage { queue_id: 7, guid: guid(1), sub_queue_id: 0 }).unwrap();
    event.finish();
    let mut event = ItemsBuilder::new(&mut reject);
    for i in 0..3 {
        event.push(&RejectMessage { queue_id: 100 + i, guid: guid(i), sub_queue_id: i }).unwrap();
    }
    event.finish();
    vec![
        ("ack_multi", ack),
        ("confirm_one", confirm),
        ("reject_multi", reject),
        ("heartbeat_req", HEARTBEAT_REQ.to_vec()),
    ]
}

#[test]
fn our_builders_write_what_the_official_ones_write() {
    let Some(golden) = beside("bmq/golden") else { return };
    for (name, built) in put_fixtures().into_iter().chain(push_fixtures()).chain(item_fixtures()) {
        assert_eq!(built, read(&golden.join(format!("{name}.bin"))), "{name}");
        assert_eq!(outcome::read(&built, Official).name(), "clean", "{name}");
    }
}

/// Another zlib writes other bytes: what they inflate to is compared.
#[test]
fn compressed_events_of_the_official_builders_inflate_to_what_was_put_in() {
    let Some(golden) = beside("bmq/golden") else { return };
    let mut inflater = Inflater::new();
    let binary = pattern(32);
    let properties = five(&binary);
    for (name, with_properties) in
        [("put_zlib_plain", false), ("put_zlib_props_old", true), ("push_zlib_props_new", true)]
    {
        let bytes = read(&golden.join(format!("{name}.bin")));
        let event = Event::decode(&bytes).unwrap();
        let contents = match event.body().unwrap() {
            Body::Put(mut messages) => messages.next().unwrap().unwrap().contents(&mut inflater, 1 << 20),
            Body::Push(mut messages) => messages.next().unwrap().unwrap().contents(&mut inflater, 1 << 20),
            body => panic!("{body:?}"),
        };
        let contents = contents.unwrap();
        assert_eq!(contents.payload, text(2048), "{name}");
        let read: Vec<NewProperty<'_>> =
            contents.properties.into_iter().flatten().map(NewProperty::from).collect();
        let expected = if with_properties { &properties[..] } else { &[] };
        assert_eq!(read, expected, "{name}");
    }
}

#[test]
fn bare_property_areas_read_alike_in_every_style() {
    let binary = pattern(32);
    if let Some(golden) = beside("bmq/golden") {
        let area = read(&golden.join("props_area_new.bin"));
        let read = Properties::decode(&area, 0, PropertyStyle::New).unwrap();
        assert_eq!(read.bytes(), area);
        assert!(read.iter().map(NewProperty::from).eq(five(&binary)));
    }
    let Some(java) = beside("bmq/java-sdk") else { return };
    for (name, style) in [
        ("msg_props", PropertyStyle::New),
        ("msg_props_long_headers", PropertyStyle::New),
        ("msg_props_old", PropertyStyle::Old),
    ] {
        let area = read(&java.join(format!("{name}.bin")));
        let read = Properties::decode(&area, 0, style).unwrap();
        assert_eq!(read.get("encoding"), Some(PropertyValue::Int32(3)), "{name}");
        assert_eq!(read.get("timestamp"), Some(PropertyValue::Int64(1_234_567_890)), "{name}");
        assert_eq!(read.get("id"), Some(PropertyValue::String(b"myCoolId")), "{name}");
        assert_eq!(read.bytes().len(), area.len(), "{name}");
        let other = if style == PropertyStyle::Old { PropertyStyle::New } else { PropertyStyle::Old };
        assert!(Properties::decode(&area, 0, other).is_err(), "{name}");
    }
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap()
}

#[test]
fn every_golden_event_reads_clean_but_the_empty_one() {
    let Some(golden) = beside("bmq/golden") else { return };
    let mut read_clean = 0;
    for path in bins(&golden) {
        let name = stem(&path);
        if name.starts_with("props_area") {
            continue;
        }
        let bytes = read(&path);
        let expected = if name == "put_empty" { ("error", "finding") } else { ("clean", "clean") };
        let outcomes = (outcome::read(&bytes, Official).name(), outcome::read(&bytes, Lenient).name());
        assert_eq!(outcomes, expected, "{name}");
        read_clean += usize::from(expected.0 == "clean");
    }
    assert_eq!(read_clean, 60);
}

#[test]
fn every_java_fixture_comes_out_as_the_table_says() {
    let Some(java) = beside("bmq/java-sdk") else { return };
    for path in bins(&java) {
        let name = stem(&path);
        if name.starts_with("msg_props") {
            continue;
        }
        let outcome = outcome::read(&read(&path), Official);
        let expected = match name {
            "msg_control_status_with_fragment_bit_22072019" => "fatal",
            "broker_response_20032018.sanitized" => "eof",
            "msg_push_zlib" | "msg_put_zlib_27042018" => "error",
            _ => "clean",
        };
        assert_eq!(outcome.name(), expected, "{name}: {outcome:?}");
        if expected == "error" {
            assert_eq!(outcome.errors[0].reason().name(), "inflate", "{name}");
        }
    }
}

/// 136 kB that a real broker sent to a Java client: whole, and however it is cut.
#[test]
fn the_stream_of_a_real_broker_reads_whole() {
    let Some(java) = beside("bmq/java-sdk") else { return };
    let bytes = read(&java.join("bmq_io_dump_1551267643131.sanitized.bin"));
    let (mut rest, mut kinds, mut again) = (&bytes[..], [0usize; 64], Vec::<u8>::new());
    while let Split::Frame { frame, rest: behind } = split_frame(rest, &limits::client()).unwrap() {
        let event = frame.decode().unwrap();
        kinds[usize::from(event.event_type().0)] += 1;
        again.extend(event.bytes());
        rest = behind;
    }
    assert!(rest.is_empty());
    assert_eq!(again, bytes);
    assert_eq!(kinds.iter().sum::<usize>(), 1075);
    let payloads = outcome::read(&bytes, Official).payloads;
    assert!(!payloads.is_empty());
    for chunk in [1, 7, 100, 4096] {
        let mut decoder = bmq_codec::FrameDecoder::new(limits::client());
        let mut events = 0;
        for chunk in bytes.chunks(chunk) {
            let mut frames = decoder.frames(chunk);
            while frames.next().unwrap().is_some() {
                events += 1;
            }
        }
        decoder.finish().unwrap();
        assert_eq!(events, 1075);
    }
}
