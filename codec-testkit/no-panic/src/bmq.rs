//! Entry points of `bmq-codec`: reading.
//!
//! `QueueUri::parse` is left out: nom takes inputs apart by indexing (`Input::take_from`, `take_split`), and the
//! compiler does not see that its own counts are never beyond the end. The fuzz target `bmq_decode` runs it.

use crate::digest::Digest;
use crate::input;
use bmq_codec::properties::PropertyStyle;
use bmq_codec::{
    AppData, Body, CrcScope, Dialect, Event, Item, Items, Kind, Message, MessageGuid, MessageOption,
    Messages, Properties, PropertyValue, SchemaEvent, Split, Strictness, limits, split_frame,
};

/// Every event of a stream: its messages and items, with all their accessors.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_read(data: *const u8, len: usize, lenient: bool) -> u64 {
    // SAFETY: promised by the caller.
    let mut rest = unsafe { input::bytes(data, len) };
    let mut digest = Digest::default();
    loop {
        match split_frame(rest, &limits::client()) {
            Ok(Split::Frame { frame, rest: behind }) => {
                if let Some(event) = digest.result(frame.decode()) {
                    read_event(&event, strictness(lenient), &mut digest);
                }
                rest = behind;
            }
            Ok(Split::NeedMore { at_least }) => {
                digest.len(at_least);
                return digest.0;
            }
            Err(error) => {
                digest.number(error.offset());
                digest.bytes(error.name().as_bytes());
                return digest.0;
            }
        }
    }
}

/// The field-span walk of an event.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_inspect(data: *const u8, len: usize, lenient: bool) -> u64 {
    // SAFETY: promised by the caller.
    let data = unsafe { input::bytes(data, len) };
    let mut digest = Digest::default();
    if let Some(event) = digest.result(Event::decode(data)) {
        let walked = event.inspect(strictness(lenient), &mut digest);
        digest.result(walked);
    }
    digest.0
}

/// A bare area of properties.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_properties(data: *const u8, len: usize, old: bool) -> u64 {
    // SAFETY: promised by the caller.
    let data = unsafe { input::bytes(data, len) };
    let style = if old { PropertyStyle::Old } else { PropertyStyle::New };
    let mut digest = Digest::default();
    if let Some(properties) = digest.result(Properties::decode(data, 0, style)) {
        read_properties(&properties, &mut digest);
    }
    digest.0
}

/// The text of a GUID.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_guid(data: *const u8, len: usize) -> u64 {
    // SAFETY: promised by the caller.
    let data = unsafe { input::bytes(data, len) };
    let mut digest = Digest::default();
    if let Ok(guid) = core::str::from_utf8(data).unwrap_or_default().parse::<MessageGuid>() {
        read_guid(guid, &mut digest);
    }
    digest.0
}

/// How strictly to read.
fn strictness(lenient: bool) -> Strictness {
    if lenient { Strictness::Lenient } else { Strictness::Official }
}

/// An event's body.
fn read_event(event: &Event<'_>, strictness: Strictness, digest: &mut Digest) {
    digest.bytes(&event.header().to_bytes());
    let Some(body) = digest.result(event.body_with(strictness)) else { return };
    match body {
        Body::Put(messages) => read_messages(messages, digest, |message, digest| {
            digest.number(message.crc32c());
            digest.number(message.correlation_id().unwrap_or_default().0);
            digest.number(message.crc_scope() == CrcScope::Padded);
            message.crc_fault().into_iter().for_each(|error| digest.error(error));
        }),
        Body::Push(messages) => read_messages(messages, digest, |_, _| {}),
        Body::Ack(items) => read_items(&items, digest, |ack, digest| {
            digest.bytes(ack.status.result().name().unwrap_or_default().as_bytes());
            digest.number(ack.correlation_id.0);
            read_guid(ack.guid, digest);
        }),
        Body::Confirm(items) => {
            read_items(&items, digest, |confirm, digest| digest.number(confirm.sub_queue_id))
        }
        Body::Reject(items) => {
            read_items(&items, digest, |reject, digest| digest.number(reject.sub_queue_id))
        }
        Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema) => {
            read_schema(&schema, digest)
        }
        Body::ClusterState(record) => {
            digest.number(record.elector_term());
            digest.number(record.crc_fault().is_some());
            if let Some(message) = digest.result(record.message()) {
                digest.number(message.id());
            }
        }
        Body::Storage(messages) | Body::PartitionSync(messages) => messages.for_each(|message| {
            if let Some(message) = digest.result(message) {
                digest.number(message.journal_offset_words());
                digest.bytes(message.payload());
            }
        }),
        Body::Recovery(messages) => messages.for_each(|message| {
            if let Some(message) = digest.result(message) {
                digest.number(message.chunk_sequence_number());
                digest.bytes(message.md5().map_or(&[], |digest| digest));
                digest.bytes(message.chunk());
            }
        }),
        Body::ReplicationReceipt(receipt) => digest.number(receipt.sequence_number),
        Body::Unknown(bytes) => digest.bytes(bytes),
        _ => {}
    }
}

/// A schema message.
fn read_schema(schema: &SchemaEvent<'_>, digest: &mut Digest) {
    digest.number(schema.encoding().0);
    digest.bytes(schema.body());
    digest.bytes(schema.padding());
    schema.padding_fault().into_iter().for_each(|error| digest.error(error));
    if let Some(message) = digest.result(schema.message()) {
        message.validate(|finding| digest.bytes(finding.rule().as_bytes()));
    }
}

/// Items, and their raw bytes.
fn read_items<T: Item>(items: &Items<'_, T>, digest: &mut Digest, each: impl Fn(&T, &mut Digest)) {
    digest.len(items.len());
    digest.number(items.is_canonical());
    items.iter().for_each(|item| each(&item, digest));
    items.raw().for_each(|raw| digest.bytes(raw));
}

/// Messages of PUT or PUSH.
fn read_messages<K: Kind>(
    messages: Messages<'_, K>,
    digest: &mut Digest,
    more: impl Fn(&Message<'_, K>, &mut Digest),
) {
    for message in messages {
        if let Some(message) = digest.result(message) {
            read_message(&message, digest);
            more(&message, digest);
        }
    }
}

/// What PUT and PUSH share.
fn read_message<K: Kind>(message: &Message<'_, K>, digest: &mut Digest) {
    digest.number(message.message_words());
    digest.number(message.options_words());
    digest.number(message.header_words());
    digest.number(message.compression().0);
    digest.number(message.queue_id());
    digest.number(message.schema_id().schema().unwrap_or_default());
    digest.number(message.schema_id().is_recycled());
    digest.number(message.is_implicit());
    digest.number(message.has_properties());
    read_guid(message.guid(), digest);
    digest.len(message.app_data_offset());
    digest.bytes(message.bytes());
    digest.bytes(message.padded_app_data());
    digest.bytes(message.padding());
    message.framing_findings(&mut |error| digest.error(error));
    if let Some(payload) = digest.result(message.payload()) {
        digest.bytes(payload);
    }
    for option in message.options() {
        let value = option.and_then(|option| option.value());
        if let Some(value) = digest.result(value) {
            read_option(&value, digest);
        }
    }
    if let Some(info) = digest.result(message.options().sub_queue_info()) {
        digest.number(info.id);
        digest.number(info.rda.counter().unwrap_or_default());
    }
    for dialect in [Dialect::Official, Dialect::NodeSdk] {
        if let Some(app) = digest.result(message.app_in(dialect)) {
            digest.bytes(app.payload());
            digest.number(matches!(app, AppData::ZlibWithProperties { .. }));
            app.properties().iter().for_each(|properties| read_properties(properties, digest));
        }
    }
}

/// An option by its type.
fn read_option(option: &MessageOption<'_>, digest: &mut Digest) {
    match option {
        MessageOption::SubQueueInfosPacked(rda) => digest.number(rda.is_potentially_poisonous()),
        MessageOption::SubQueueInfos(infos) | MessageOption::SubQueueIdsOld(infos) => {
            digest.len(infos.len());
            for info in infos.iter() {
                digest.number(info.id);
                digest.number(info.rda.0);
            }
        }
        MessageOption::MsgGroupId(id) => digest.bytes(id),
        MessageOption::Unknown(view) => digest.bytes(view.payload()),
        _ => {}
    }
}

/// Properties, in order and by name.
fn read_properties(properties: &Properties<'_>, digest: &mut Digest) {
    digest.len(properties.len());
    properties.findings(&mut |error| digest.error(error));
    for property in properties.iter() {
        digest.len(property.offset());
        digest.number(property.is_system());
        digest.bytes(property.name());
        digest.bytes(property.raw());
        match property.value() {
            PropertyValue::Bool(value) => digest.number(value),
            PropertyValue::Char(value) => digest.number(value),
            PropertyValue::Short(value) => digest.number(value.cast_unsigned()),
            PropertyValue::Int32(value) => digest.number(value.cast_unsigned()),
            PropertyValue::Int64(value) => digest.number(value.cast_unsigned()),
            PropertyValue::String(value) | PropertyValue::Binary(value) => digest.bytes(value),
            _ => {}
        }
    }
    digest.number(properties.get("key").is_some());
}

/// A GUID's fields.
fn read_guid(guid: MessageGuid, digest: &mut Digest) {
    digest.number(guid.counter());
    digest.number(guid.timer_tick());
    digest.number(guid.version());
    digest.bytes(&guid.client_id());
}
