//! Reads whatever can be read of an event, by every way.

use super::super::{show, show_error, spans::Spans};
use super::decoded;
use crate::alloc_count;
use bmq_codec::compression::Inflater;
use bmq_codec::interbroker::{ClusterStateRecord, Record, Records};
use bmq_codec::properties::PropertyStyle;
use bmq_codec::{
    AppData, Body, CrcScope, DecodeError, Dialect, Event, Item, Items, Kind, Message, MessageGuid, Messages,
    Properties, QueueUri, SchemaEvent, Strictness,
};
use std::cell::RefCell;

/// What compressed data may inflate to.
const INFLATE_LIMIT: usize = 1 << 20;
/// Compressed messages of an event that are inflated: one small input must not ask for a thousand MiB.
const INFLATED_MESSAGES: usize = 8;
/// What an inflater needs beside its output: its window and tables.
const INFLATER_STATE: usize = 64 << 10;

const STRICTNESSES: [Strictness; 2] = [Strictness::Official, Strictness::Lenient];
const DIALECTS: [Dialect; 2] = [Dialect::Official, Dialect::NodeSdk];

thread_local! {
    static INFLATERS: RefCell<[Inflater; 2]> = RefCell::new([Inflater::new(), Inflater::new()]);
}

/// An error that lies inside `len` bytes.
pub(super) fn fault(error: &DecodeError, len: usize) {
    show_error(error);
    assert!(error.offset() <= len, "{error}: outside of {len} bytes");
    assert!(!error.reason().name().is_empty());
}

/// One event.
pub(super) fn event(bytes: &[u8]) {
    alloc_count::none("decoding", || STRICTNESSES.iter().for_each(|strictness| walk(bytes, *strictness)));
    INFLATERS.with_borrow_mut(|inflaters| {
        let limit = 2 * bytes.len() + inflaters.len() * (INFLATE_LIMIT + INFLATER_STATE);
        alloc_count::at_most("inflating", limit, || inflate(bytes, inflaters));
    });
}

/// Bytes that are no event: texts, and areas of properties.
pub(super) fn bare(data: &[u8]) {
    alloc_count::none("decoding", || {
        for style in [PropertyStyle::Old, PropertyStyle::New] {
            match Properties::decode(data, 0, style) {
                Ok(area) => properties(&area, 0..data.len()),
                Err(error) => fault(&error, data.len()),
            }
        }
        let Ok(text) = core::str::from_utf8(data) else { return };
        match text.parse::<MessageGuid>() {
            Ok(guid) => guid_fields(guid),
            Err(error) => show_error(&error),
        }
        match QueueUri::parse(text) {
            Ok(uri) => {
                show(&uri);
                assert!(text.contains(uri.domain()) && text.contains(uri.queue()), "{text}");
                show(&format_args!("{uri} {}", uri.canonical()));
            }
            Err(error) => {
                show_error(&error);
                assert!(error.offset() <= text.len(), "{error} of {text:?}");
            }
        }
    });
}

fn walk(bytes: &[u8], strictness: Strictness) {
    let Some(event) = decoded(bytes) else { return };
    show(&event);
    assert_eq!(event.bytes(), bytes);
    assert_eq!(event.header().to_bytes(), bytes[..8], "the header encodes to its bytes");
    assert_eq!(event.body_offset() + event.body_bytes().len(), bytes.len());
    match event.body_with(strictness) {
        Ok(body) => walk_body(&event, &body),
        Err(error) => fault(&error, bytes.len()),
    }
    let mut spans = Spans::new(bytes.len());
    match event.inspect(strictness, &mut spans) {
        Ok(()) => spans.finish(),
        Err(error) => fault(&error, bytes.len()),
    }
}

fn walk_body(event: &Event<'_>, body: &Body<'_>) {
    show(body);
    match body {
        Body::Put(all) => messages(event, all, |message| {
            let scope = message.crc_scope();
            assert_eq!(message.crc_fault().is_none(), scope == CrcScope::Unpadded, "{scope:?}");
            show(&(message.crc32c(), message.correlation_id(), scope.name(), message.crc_fault()));
        }),
        Body::Push(all) => messages(event, all, |_| {}),
        Body::Ack(all) => items(event, all),
        Body::Confirm(all) => items(event, all),
        Body::Reject(all) => items(event, all),
        Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema) => {
            walk_schema(event, schema)
        }
        Body::HeartbeatReq | Body::HeartbeatRsp => {}
        Body::ClusterState(record) => cluster_state(event, record),
        Body::Storage(messages) | Body::PartitionSync(messages) => records(event, messages, |message| {
            assert_eq!(message.header_len() + message.payload().len(), message.bytes().len());
            show(&(message.flags(), message.message_type(), message.journal_offset_words()));
            (message.offset(), message.bytes().len())
        }),
        Body::Recovery(messages) => records(event, messages, |message| {
            assert_eq!(message.header_len() + message.chunk().len(), message.bytes().len());
            show(&(message.chunk_type(), message.md5(), message.is_final_chunk()));
            (message.offset(), message.bytes().len())
        }),
        Body::ReplicationReceipt(receipt) => {
            assert_eq!(event.body_bytes().len(), 16);
            show(receipt);
        }
        Body::Unknown(body) => assert_eq!(*body, event.body_bytes()),
        _ => panic!("a body that the oracle does not know: {body:?}"),
    }
}

fn walk_schema(event: &Event<'_>, schema: &SchemaEvent<'_>) {
    show(schema);
    assert_eq!(schema.body().len() + schema.padding().len(), event.body_bytes().len());
    assert_eq!(event.bytes()[schema.offset()..][..schema.body().len()], *schema.body());
    schema.padding_fault().iter().for_each(|error| fault(error, event.bytes().len()));
    let len = event.bytes().len();
    match schema.message_with_findings(&mut |finding| fault(&finding, len)) {
        Ok(message) => {
            assert_eq!(schema.message(), Ok(message), "looking for findings changes nothing");
            super::control::look(&message);
        }
        Err(error) => fault(&error, len),
    }
}

/// Messages follow each other up to the end, or to the error.
fn records<'a, R: Record<'a>>(
    event: &Event<'a>,
    messages: &Records<'a, R>,
    look: impl Fn(&R) -> (usize, usize),
) {
    show(messages);
    let mut end = event.body_offset();
    for (step, message) in messages.clone().enumerate() {
        assert!(step <= event.bytes().len() / 4, "every step moves on");
        match message {
            Ok(message) => {
                show(&message);
                let (offset, len) = look(&message);
                assert_eq!(offset, end, "messages follow each other");
                end += len;
            }
            Err(error) => return fault(&error, event.bytes().len()),
        }
    }
    assert_eq!(end, event.bytes().len(), "messages fill the event");
}

fn cluster_state(event: &Event<'_>, record: &ClusterStateRecord<'_>) {
    show(record);
    assert_eq!(record.bytes(), event.body_bytes());
    assert_eq!(record.header_len() + record.padded_body().len() + 4, record.bytes().len());
    let len = event.bytes().len();
    let faults = [record.crc_fault(), record.padding_fault()];
    faults.iter().flatten().for_each(|error| fault(error, len));
    assert_eq!(record.body().len() + record.padding().len(), record.padded_body().len());
    match record.message_with_findings(&mut |finding| fault(&finding, len)) {
        Ok(message) => {
            assert_eq!(record.message(), Ok(message), "looking for findings changes nothing");
            show(&message);
        }
        Err(error) => fault(&error, event.bytes().len()),
    }
}

fn items<T: Item>(event: &Event<'_>, items: &Items<'_, T>) {
    show(items);
    assert!(!items.is_empty());
    assert_eq!(items.iter().len(), items.len());
    assert_eq!(items.iter().count(), items.len());
    assert_eq!(items.raw().map(<[u8]>::len).sum::<usize>() + items.offset(), event.bytes().len());
    assert_eq!(items.offset(), event.body_offset() + items.header_bytes().len());
    assert!(items.stride() * items.len() <= event.bytes().len());
}

fn messages<K: Kind>(event: &Event<'_>, all: &Messages<'_, K>, more: impl Fn(&Message<'_, K>)) {
    show(all);
    let mut end = event.body_offset();
    for message in all.clone() {
        match message {
            Ok(message) => {
                assert_eq!(message.offset(), end, "messages follow each other");
                end += message.bytes().len();
                walk_message(event, &message);
                more(&message);
            }
            Err(error) => return fault(&error, event.bytes().len()),
        }
    }
    assert_eq!(end, event.bytes().len(), "messages fill the event");
}

fn walk_message<K: Kind>(event: &Event<'_>, message: &Message<'_, K>) {
    let len = event.bytes().len();
    show(message);
    show(&(message.flags(), message.queue_id(), message.guid(), message.compression(), message.schema_id()));
    show(&(message.is_implicit(), message.property_style(), message.strictness()));
    show(&(message.schema_id().schema(), message.schema_id().is_recycled()));
    guid_fields(message.guid());
    assert_eq!(message.message_words() as usize * 4, message.bytes().len());
    let header = message.header_words() as usize * 4;
    let app_start = header + message.options_words() as usize * 4;
    assert_eq!(message.app_data_offset(), message.offset() + app_start);
    assert_eq!(message.app_data().len() + message.padding().len(), message.padded_app_data().len());
    assert_eq!(app_start + message.padded_app_data().len(), message.bytes().len(), "no byte is lost");
    message.framing_findings(&mut |error| fault(&error, len));
    walk_options(message, message.offset() + header..message.app_data_offset());
    match message.payload() {
        Ok(payload) => assert!(payload.len() <= message.app_data().len()),
        Err(error) => fault(&error, len),
    }
    assert_eq!(message.app(), message.app_in(Dialect::Official));
    for dialect in DIALECTS {
        match message.app_in(dialect) {
            Ok(app) => walk_app(message, &app),
            Err(error) => fault(&error, len),
        }
    }
}

fn walk_app<K: Kind>(message: &Message<'_, K>, app: &AppData<'_>) {
    show(app);
    let start = message.app_data_offset();
    let data = start..start + message.app_data().len();
    assert!(app.payload().len() <= data.len());
    match app {
        AppData::Plain { .. } => assert!(!app.is_compressed()),
        AppData::Zlib { deflated, offset, .. } | AppData::ZlibWithProperties { deflated, offset, .. } => {
            assert_eq!(offset + deflated.len(), data.end, "what is compressed ends the data");
        }
        _ => panic!("data that the oracle does not know: {app:?}"),
    }
    if let Some(area) = app.properties() {
        assert_eq!(area.bytes().len() + app.payload().len(), data.len(), "no byte is lost");
        properties(&area, data);
    }
}

fn properties(area: &Properties<'_>, place: core::ops::Range<usize>) {
    show(area);
    assert!(!area.is_empty() && area.iter().len() == area.len() && area.iter().count() == area.len());
    area.findings(&mut |error| fault(&error, place.end));
    let mut end = 0;
    for property in *area {
        show(&property);
        assert!(property.offset() >= end, "properties are in order");
        end = property.offset() + property.name().len() + property.raw().len();
        assert!(end <= area.offset() + area.bytes().len() && end <= place.end, "a property ends at {end}");
        assert_eq!(property.value().encoded_len(), property.raw().len());
        let named = property.value().property_type().name();
        assert!(named.is_some(), "a type without a name: {property:?}");
        assert_eq!(area.get(property.name()), Some(property.value()), "found by its name");
        assert_eq!(property.is_system(), !property.name().first().is_some_and(u8::is_ascii_alphanumeric));
    }
}

fn walk_options<K: Kind>(message: &Message<'_, K>, place: core::ops::Range<usize>) {
    let options = message.options();
    show(&options);
    assert_eq!(options.bytes().len(), place.len());
    let mut end = place.start;
    for option in options.clone() {
        let option = match option {
            Ok(option) => option,
            Err(error) => return fault(&error, place.end),
        };
        show(&option);
        assert_eq!(option.offset(), end, "options follow each other");
        end += option.bytes().len();
        assert_eq!(option.payload().len() + 4, option.bytes().len());
        option.padding_fault().iter().for_each(|error| fault(error, place.end));
        match option.value() {
            Ok(value) => show(&value),
            Err(error) => fault(&error, place.end),
        }
    }
    assert_eq!(end, place.end, "options fill their place");
    if let Err(error) = options.sub_queue_info() {
        fault(&error, place.end);
    }
}

fn guid_fields(guid: MessageGuid) {
    if guid.version() == 1 {
        let again = MessageGuid::from_fields(guid.counter(), guid.timer_tick(), guid.client_id());
        assert_eq!(again, guid, "a GUID is made of its fields");
    }
}

/// Reads the contents of messages, whatever inflating gives, by both strictnesses.
fn inflate(bytes: &[u8], inflaters: &mut [Inflater; 2]) {
    let Some(event) = decoded(bytes) else { return };
    let bodies = STRICTNESSES.map(|strictness| event.body_with(strictness));
    match bodies {
        [Ok(Body::Put(official)), Ok(Body::Put(lenient))] => {
            contents(official, lenient, bytes.len(), inflaters)
        }
        [Ok(Body::Push(official)), Ok(Body::Push(lenient))] => {
            contents(official, lenient, bytes.len(), inflaters);
        }
        [official, lenient] => assert_eq!(official.is_ok(), lenient.is_ok()),
    }
}

fn contents<K: Kind>(
    official: Messages<'_, K>,
    lenient: Messages<'_, K>,
    len: usize,
    inflaters: &mut [Inflater; 2],
) {
    let mut lenient = lenient;
    let mut inflated = 0;
    for strict in official {
        let loose = lenient.next();
        let Ok(strict) = strict else { break };
        let Some(Ok(loose)) = loose else { panic!("{strict:?}, but read leniently {loose:?}") };
        assert_eq!(strict, loose, "lenient reading gives the same message");
        inflated += usize::from(strict.compression().0 != 0);
        if inflated <= INFLATED_MESSAGES {
            read(&strict, &loose, len, inflaters);
        }
    }
    // What lenient reading gives beyond it.
    for loose in lenient.take(INFLATED_MESSAGES) {
        let Ok(loose) = loose else { break };
        read_all(&loose, len, &mut inflaters[1]);
    }
}

fn read<K: Kind>(strict: &Message<'_, K>, loose: &Message<'_, K>, len: usize, inflaters: &mut [Inflater; 2]) {
    read_all(strict, len, &mut inflaters[0]);
    read_all(loose, len, &mut inflaters[1]);
    let [first, second] = inflaters;
    if let Ok(reading) = strict.read(None, first, INFLATE_LIMIT, &mut |_| {}) {
        match loose.read(None, second, INFLATE_LIMIT, &mut |_| {}) {
            Ok(same) => assert_eq!(same, reading, "lenient reading gives the same contents"),
            Err(error) => panic!("read strictly, but leniently: {error}"),
        }
    }
}

fn read_all<K: Kind>(message: &Message<'_, K>, len: usize, inflater: &mut Inflater) {
    for dialect in DIALECTS {
        match message.contents_in(dialect, inflater, INFLATE_LIMIT) {
            Ok(contents) => {
                show(&contents);
                assert!(contents.payload.len() <= len.max(INFLATE_LIMIT));
            }
            Err(error) => fault(&error, len),
        }
    }
    for dialect in [None, Some(Dialect::Official), Some(Dialect::NodeSdk)] {
        match message.read(dialect, inflater, INFLATE_LIMIT, &mut |error| fault(&error, len)) {
            Ok(reading) => {
                show(&reading);
                assert!(dialect.is_none() || reading.dialect == dialect, "read as was asked");
            }
            Err(error) => fault(&error, len),
        }
    }
}
