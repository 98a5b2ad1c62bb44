//! Bytes of real clients, compared event by event with what an independent reader made of them (`index.json`), and
//! encoded again.

use bmq_codec::build::{ItemsBuilder, SliceBuffer, schema_event};
use bmq_codec::compression::Inflater;
use bmq_codec::{
    Body, CrcScope, Dialect, Event, EventBuilder, Kind, Message, MessageOption, NewProperty, NewPush, NewPut,
    PropertyValue, Push, Put, PutMessage, Split, Strictness, limits, split_frame,
};
use codec_testkit::fixtures::{read_testdata, to_hex};
use serde_json::Value;

fn index() -> serde_json::Map<String, Value> {
    serde_json::from_slice(&read_testdata("bmq/index.json")).unwrap()
}

/// Every capture of the index with its bytes and events.
fn captures() -> Vec<(String, Vec<u8>, Vec<Value>)> {
    let index = index();
    assert_eq!(index.len(), 62);
    let read = |(name, entry): (String, Value)| {
        let folder = if name.starts_with("cpp-") { "cpp" } else { "node" };
        let bytes = read_testdata(&format!("bmq/{folder}/{name}"));
        assert_eq!(bytes.len() as u64, entry["bytes"], "{name}");
        (name, bytes, entry["events"].as_array().unwrap().clone())
    };
    index.into_iter().map(read).collect()
}

fn events(mut bytes: &[u8]) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    while let Split::Frame { frame, rest } = split_frame(bytes, &limits::client()).unwrap() {
        events.push(frame.decode().unwrap());
        bytes = rest;
    }
    assert!(bytes.is_empty());
    events
}

#[test]
fn every_event_reads_as_the_index_has_it() {
    for (name, bytes, expected) in captures() {
        let events = events(&bytes);
        assert_eq!(events.len(), expected.len(), "{name}");
        for (event, expected) in events.iter().zip(&expected) {
            let place = format!("{name} at {}", expected["off"]);
            let header = event.header();
            assert_eq!(u64::from(header.length), expected["len"], "{place}");
            assert_eq!(header.event_type.name().unwrap(), expected["type"], "{place}");
            assert_eq!(u64::from(header.protocol_version), expected["pv"], "{place}");
            assert_eq!(u64::from(header.header_words), expected["hw"], "{place}");
            assert_eq!(u64::from(header.type_specific), expected["ts"], "{place}");
            assert_eq!(u64::from(header.reserved), expected["rsvd"], "{place}");
            match event.body_with(Strictness::Lenient).unwrap() {
                Body::Put(messages) => compare(messages, expected, &place),
                Body::Push(messages) => compare(messages, expected, &place),
                Body::Ack(acks) => {
                    assert_eq!(to_hex(acks.header_bytes()), expected["hdr"], "{place}");
                    let expected = expected["msgs"].as_array().unwrap();
                    assert_eq!(acks.len(), expected.len(), "{place}");
                    for (ack, expected) in acks.iter().zip(expected) {
                        assert_eq!(u64::from(ack.status.0), expected["status"], "{place}");
                        assert_eq!(u64::from(ack.correlation_id.0), expected["corrId"], "{place}");
                        assert_eq!(to_hex(&ack.guid.0), expected["guid"], "{place}");
                        assert_eq!(u64::from(ack.queue_id), expected["qId"], "{place}");
                    }
                }
                Body::Confirm(confirms) => {
                    let expected = expected["msgs"].as_array().unwrap();
                    assert_eq!(confirms.len(), expected.len(), "{place}");
                    for (confirm, expected) in confirms.iter().zip(expected) {
                        assert_eq!(u64::from(confirm.queue_id), expected["qId"], "{place}");
                        assert_eq!(to_hex(&confirm.guid.0), expected["guid"], "{place}");
                        assert_eq!(u64::from(confirm.sub_queue_id), expected["subQueueId"], "{place}");
                    }
                }
                Body::Control(schema) => {
                    assert_eq!(schema.encoding().name().unwrap(), expected["enc"], "{place}");
                    assert_eq!(schema.padding().len() as u64, expected["pad"], "{place}");
                    match expected["text"].as_str() {
                        Some(text) => assert_eq!(schema.body(), text.as_bytes(), "{place}"),
                        None => assert_eq!(schema.body().len() as u64, expected["berLen"], "{place}"),
                    }
                }
                Body::HeartbeatReq | Body::HeartbeatRsp => assert!(event.body_bytes().is_empty()),
                body => panic!("{place}: {body:?}"),
            }
        }
    }
}

trait Crc: Kind {
    fn compare_crc(message: &Message<'_, Self>, expected: &Value, place: &str);
}

impl Crc for Put {
    fn compare_crc(message: &PutMessage<'_>, expected: &Value, place: &str) {
        assert_eq!(format!("{:08x}", message.crc32c()), expected["crc32c"], "{place}");
        let scope = match (expected["crcOverUnpadded"].as_bool(), expected["crcOverPadded"].as_bool()) {
            (Some(true), _) => CrcScope::Unpadded,
            (_, Some(true)) => CrcScope::Padded,
            _ => CrcScope::Mismatch,
        };
        assert_eq!(message.crc_scope(), scope, "{place}");
    }
}

impl Crc for Push {
    fn compare_crc(_: &Message<'_, Self>, expected: &Value, place: &str) {
        assert_eq!(expected.get("crc32c"), None, "{place}");
    }
}

fn compare<K: Crc>(messages: bmq_codec::Messages<'_, K>, expected: &Value, place: &str) {
    let expected = expected["msgs"].as_array().unwrap();
    let messages: Vec<_> = messages.map(Result::unwrap).collect();
    assert_eq!(messages.len(), expected.len(), "{place}");
    for (message, expected) in messages.iter().zip(expected) {
        assert_eq!(message.offset() as u64, expected["off"], "{place}");
        assert_eq!(u64::from(message.message_words()), expected["msgWords"], "{place}");
        assert_eq!(u64::from(message.options_words()), expected["optWords"], "{place}");
        assert_eq!(u64::from(message.header_words()), expected["hdrWords"], "{place}");
        assert_eq!(u64::from(message.compression().0), expected["cat"], "{place}");
        assert_eq!(u64::from(message.bytes()[0] >> 4), expected["flags"], "{place}");
        assert_eq!(u64::from(message.queue_id()), expected["qId"], "{place}");
        assert_eq!(to_hex(&message.guid().0), expected["guid"], "{place}");
        if let Some(schema) = expected.get("schemaWire") {
            assert_eq!(u64::from(message.schema_id().0), *schema, "{place}");
        }
        K::compare_crc(message, expected, place);
        compare_options(message, expected, place);
        compare_contents(message, expected, place);
    }
}

fn compare_options<K: Kind>(message: &Message<'_, K>, expected: &Value, place: &str) {
    let options: Vec<_> = message.options().map(Result::unwrap).collect();
    let expected = expected["options"].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(options.len(), expected.len(), "{place}");
    for (option, expected) in options.iter().zip(expected) {
        assert_eq!(u64::from(option.option_type().0), expected["type"], "{place}");
        assert_eq!(u64::from(option.is_packed()), expected["packed"], "{place}");
        assert_eq!(u64::from(option.type_specific()), expected["ts"], "{place}");
        match option.value().unwrap() {
            MessageOption::SubQueueInfosPacked(rda) => {
                assert_eq!(u64::from(rda.0), expected["rda"], "{place}")
            }
            _ => {
                assert_eq!(u64::from(option.words()), expected["words"], "{place}");
                assert_eq!(to_hex(option.payload()), expected["content"], "{place}");
            }
        }
    }
}

fn compare_contents<K: Kind>(message: &Message<'_, K>, expected: &Value, place: &str) {
    let mut inflater = Inflater::new();
    let reading = message.read(None, &mut inflater, 1 << 24, &mut |_| {});
    let reading = reading.unwrap_or_else(|error| panic!("{place}: {error}"));
    let contents = reading.contents;
    // The index reads the official form; where that failed it tells what the Node SDK's form gives.
    let (properties, payload_len, payload) = match expected.get("app") {
        Some(app) => {
            assert_eq!(message.app_data().len() as u64, app["unpaddedLen"], "{place}");
            assert_eq!(message.padding().len() as u64, app["padding"], "{place}");
            (app.get("properties"), &app["payloadLen"], &app["payload"])
        }
        None => (expected.get("asOldStyle"), &Value::Null, &expected["payload"]),
    };
    match (contents.properties, properties) {
        (None, None) => {}
        (Some(read), Some(expected)) => {
            assert_eq!(read.bytes().len() as u64, expected["areaBytes"], "{place}");
            let expected = expected["props"].as_array().unwrap();
            assert_eq!(read.len(), expected.len(), "{place}");
            for (property, expected) in read.iter().zip(expected) {
                compare_text(property.name(), &expected["name"], place);
                let kind = property.value().property_type();
                assert_eq!(kind.name().unwrap(), expected["type"], "{place}");
                assert_eq!(property.raw().len() as u64, expected["valueLen"], "{place}");
                let expected = &expected["value"];
                match property.value() {
                    PropertyValue::Bool(value) => assert_eq!(value, *expected, "{place}"),
                    PropertyValue::Short(value) => assert_eq!(i64::from(value), *expected, "{place}"),
                    PropertyValue::Int32(value) => assert_eq!(i64::from(value), *expected, "{place}"),
                    PropertyValue::Int64(value) => assert_eq!(value, *expected, "{place}"),
                    PropertyValue::String(value) => compare_text(value, expected, place),
                    PropertyValue::Char(_) | PropertyValue::Binary(_) => {
                        compare_bytes(property.raw(), expected.as_str().unwrap(), place);
                    }
                    value => panic!("{place}: {value:?}"),
                }
            }
        }
        (read, expected) => panic!("{place}: {read:?} for {expected:?}"),
    }
    if let Some(len) = payload_len.as_u64() {
        assert_eq!(contents.payload.len() as u64, len, "{place}");
    }
    if let Some(text) = payload.as_str() {
        compare_bytes(contents.payload, text, place);
    }
}

/// Text, which the index abbreviates when it is long.
fn compare_text(text: &[u8], expected: &Value, place: &str) {
    let expected = expected.as_str().unwrap();
    if std::str::from_utf8(text) != Ok(expected) {
        compare_bytes(text, expected, place);
    }
}

/// Bytes as the index writes them: `"hex"`, `"'text' (hex …)"`, or for long ones `"<n> bytes, head <hex>"` and
/// `"<<n> bytes>"`.
fn compare_bytes(bytes: &[u8], expected: &str, place: &str) {
    if let Some(len) = expected.strip_prefix('<').and_then(|rest| rest.strip_suffix(" bytes>")) {
        assert_eq!(bytes.len().to_string(), len, "{place}");
        return;
    }
    if let Some((len, head)) = expected.split_once(" bytes, head ") {
        assert_eq!(bytes.len().to_string(), len, "{place}");
        assert!(to_hex(bytes).starts_with(head), "{place}: {expected}");
    } else if let Some((_, hex)) = expected.split_once("(hex ") {
        assert_eq!(to_hex(bytes), hex.trim_end_matches(')'), "{place}");
    } else {
        assert_eq!(to_hex(bytes), expected, "{place}");
    }
}

/// True for one entry of id 0, which the stand-in broker of the captures did not pack and every official one does.
fn is_lone_default(option: &MessageOption<'_>) -> bool {
    let MessageOption::SubQueueInfos(infos) = option else { return false };
    infos.len() == 1 && infos.iter().all(|info| info.id == 0)
}

/// Builds an event again from what was read of it.
fn rebuild(event: &Event<'_>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut inflater = Inflater::new();
    match event.body_with(Strictness::Lenient).unwrap() {
        Body::Control(schema) => {
            schema_event(&mut out, event.event_type(), schema.encoding(), schema.body()).unwrap();
        }
        Body::Put(messages) => {
            let mut builder = EventBuilder::put(&mut out);
            for message in messages {
                let message = message.unwrap();
                let reading = message.read(None, &mut inflater, 1 << 24, &mut |_| {}).unwrap();
                let properties: Vec<_> =
                    reading.contents.properties.into_iter().flatten().map(NewProperty::from).collect();
                builder.set_dialect(reading.dialect.unwrap_or(Dialect::Official));
                let new = NewPut {
                    queue_id: message.queue_id(),
                    id: message.guid(),
                    flags: message.flags(),
                    schema_id: message.schema_id(),
                    options: &[],
                    properties: &properties,
                    payload: reading.contents.payload,
                    crc32c: None,
                };
                if message.compression().0 != 0 || builder.push(&new).is_err() {
                    return None;
                }
            }
            builder.finish();
        }
        Body::Push(messages) => {
            let mut builder = EventBuilder::push_event(&mut out);
            for message in messages {
                let message = message.unwrap();
                if message.compression().0 != 0 || message.header_words() != 8 {
                    return None;
                }
                let app = message.app().unwrap();
                let properties: Vec<_> =
                    app.properties().into_iter().flatten().map(NewProperty::from).collect();
                let options: Vec<_> =
                    message.options().map(|option| option.unwrap().value().unwrap()).collect();
                if options.iter().any(is_lone_default) {
                    return None;
                }
                builder
                    .push(&NewPush {
                        queue_id: message.queue_id(),
                        guid: message.guid(),
                        flags: message.flags(),
                        schema_id: message.schema_id(),
                        options: &options,
                        properties: &properties,
                        payload: app.payload(),
                    })
                    .unwrap();
            }
            builder.finish();
        }
        Body::Ack(acks) => {
            let mut builder = ItemsBuilder::new(&mut out);
            acks.iter().for_each(|ack| builder.push(&ack).unwrap());
            builder.finish();
        }
        Body::Confirm(confirms) => {
            let mut builder = ItemsBuilder::new(&mut out);
            confirms.iter().for_each(|confirm| builder.push(&confirm).unwrap());
            builder.finish();
        }
        Body::HeartbeatReq => out.extend(bmq_codec::build::HEARTBEAT_REQ),
        Body::HeartbeatRsp => out.extend(bmq_codec::build::HEARTBEAT_RSP),
        body => panic!("{body:?}"),
    }
    Some(out)
}

/// What the builders give is what was written: everything but compressed data (another zlib), what the Node SDK writes
/// against the official builder's rules, and entries that the stand-in broker did not pack.
#[test]
fn every_stream_builds_again_byte_for_byte() {
    let mut rebuilt = [0, 0];
    let mut compressed_or_refused = 0;
    for (name, bytes, _) in captures() {
        let mut again = Vec::new();
        for event in events(&bytes) {
            match rebuild(&event) {
                Some(built) if built == event.bytes() => {
                    rebuilt[usize::from(name.starts_with("node"))] += 1;
                    again.extend(built);
                }
                Some(_) => panic!("{name}: {event:?}"),
                None => {
                    compressed_or_refused += 1;
                    again.extend(event.bytes());
                }
            }
            let official = name.starts_with("cpp") && name.ends_with("c2b.bin") && !name.contains("zlib");
            assert!(!official || again.len() <= bytes.len() && rebuild(&event).is_some(), "{name}");
        }
        assert_eq!(again, bytes, "{name}");
    }
    assert_eq!((rebuilt, compressed_or_refused), ([459, 190], 46));
}

/// A view's own bytes, put together, are the event: nothing is lost.
#[test]
fn views_hold_all_bytes_of_their_events() {
    fn join<'a, K: Kind>(event: &Event<'a>, messages: bmq_codec::Messages<'a, K>) -> Vec<u8> {
        let mut bytes = event.bytes()[..event.body_offset()].to_vec();
        messages.for_each(|message| bytes.extend(message.unwrap().bytes()));
        bytes
    }
    for (name, bytes, _) in captures() {
        for event in events(&bytes) {
            let joined = match event.body_with(Strictness::Lenient).unwrap() {
                Body::Put(messages) => join(&event, messages),
                Body::Push(messages) => join(&event, messages),
                _ => continue,
            };
            assert_eq!(joined, event.bytes(), "{name}");
        }
    }
}

/// No allocator is needed to read: a slice takes what the builder writes.
#[test]
fn the_largest_events_fit_slices_of_exactly_their_length() {
    let bytes = read_testdata("bmq/cpp/cpp-produce-sizes.c2b.bin");
    let largest = events(&bytes).into_iter().max_by_key(|event| event.bytes().len()).unwrap();
    let Body::Put(mut messages) = largest.body().unwrap() else { panic!() };
    let message = messages.next().unwrap().unwrap();
    let put = NewPut {
        queue_id: message.queue_id(),
        id: message.guid(),
        flags: message.flags(),
        payload: message.payload().unwrap(),
        ..NewPut::default()
    };
    for (room, fits) in [(largest.bytes().len(), true), (largest.bytes().len() - 1, false)] {
        let mut space = vec![0; room];
        let mut event = EventBuilder::put(SliceBuffer::new(&mut space));
        assert_eq!(event.push(&put).is_ok(), fits);
        if fits {
            assert_eq!(event.finish(), largest.bytes());
        }
    }
}
