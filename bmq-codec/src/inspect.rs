//! The field-span walk of a whole event: which bytes belong to which field.

/// The names of fields, as the walk tells them.
macro_rules! fields {
    ($($name:ident = $message:literal $field:literal),* $(,)?) => {
        $(static $name: Field = Field::new(crate::PROTOCOL, $message, $field);)*
    };
}

mod interbroker;

use crate::Strictness;
use crate::event::{Body, Event, EventHeader, SchemaEvent};
use crate::items::{Item, Items};
use crate::message::{AppData, Kind, Message, Messages};
use crate::options::{MessageOption, OptionView, SubQueueInfos};
use crate::properties::{Properties, PropertyValue};
use codec_common::inspect::{Inspect, Value, Visitor};
use codec_common::{At, DecodeError, Field, Reader};
use core::ops::Range;

fields! {
    EVENT = "Event" "",
    EXTRA = "EventHeader" "unknown",
    MESSAGES = "Event" "messages",
    MESSAGE = "Event" "message",
    FLAGS = "Header" "flags",
    MESSAGE_WORDS = "Header" "messageWords",
    OPTIONS_WORDS = "Header" "optionsWords",
    CAT = "Header" "compressionAlgorithmType",
    HEADER_WORDS = "Header" "headerWords",
    QUEUE_ID = "Header" "queueId",
    GUID = "Header" "guid",
    CRC = "Header" "crc32c",
    SCHEMA_ID = "Header" "schemaId",
    RESERVED = "Header" "reserved",
    HEADER_EXTRA = "Header" "unknown",
    OPTIONS = "Message" "options",
    OPTION = "Message" "option",
    OPTION_HEADER = "OptionHeader" "",
    INFO_ID = "SubQueueInfo" "id",
    INFO_RDA = "SubQueueInfo" "rda",
    GROUP_ID = "MsgGroupId" "id",
    OPTION_RAW = "Option" "payload",
    PROPERTIES = "Message" "properties",
    PROPERTIES_HEADER = "MessageProperties" "headers",
    PROPERTY_NAME = "MessageProperty" "name",
    PROPERTY_VALUE = "MessageProperty" "value",
    PAYLOAD = "Message" "payload",
    COMPRESSED = "Message" "payload (zlib)",
    COMPRESSED_ALL = "Message" "properties and payload (zlib)",
    PADDING = "Message" "padding",
    ITEMS_HEADER = "Header" "headerWords, perMessageWords",
    ITEM_EXTRA = "Item" "unknown",
    BODY = "Event" "body",
    BODY_PADDING = "Event" "padding",
}

impl Event<'_> {
    /// Walks the event's fields in the order of its bytes and tells `visitor` of each with its byte range.
    ///
    /// # Errors
    /// The first thing that is wrong; the fields in front of it have been visited.
    pub fn inspect(&self, strictness: Strictness, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let name = self.event_type().name().unwrap_or("UNKNOWN");
        visitor.enter(&EVENT, 0, name, None);
        EventHeader::inspect(&mut Reader::new(self.bytes()), &EVENT, visitor)?;
        filler(visitor, &EXTRA, EventHeader::LEN, self.bytes().get(EventHeader::LEN..self.body_offset()));
        match self.body_with(strictness)? {
            Body::Put(messages) => walk_messages(messages, self.body_offset(), visitor)?,
            Body::Push(messages) => walk_messages(messages, self.body_offset(), visitor)?,
            Body::Ack(items) => walk_items(&items, visitor)?,
            Body::Confirm(items) => walk_items(&items, visitor)?,
            Body::Reject(items) => walk_items(&items, visitor)?,
            Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema) => {
                walk_schema(&schema, visitor)?;
            }
            Body::HeartbeatReq | Body::HeartbeatRsp => {
                bytes(visitor, &BODY, self.body_offset(), self.body_bytes());
            }
            Body::ClusterState(record) => interbroker::cluster_state(&record, visitor)?,
            Body::Storage(messages) | Body::PartitionSync(messages) => {
                interbroker::storage(messages, visitor)?;
            }
            Body::Recovery(messages) => interbroker::recovery(messages, visitor)?,
            Body::ReplicationReceipt(receipt) => {
                interbroker::receipt(&receipt, self.body_offset(), visitor);
            }
            Body::Unknown(body) => bytes(visitor, &BODY, self.body_offset(), body),
        }
        visitor.leave(self.bytes().len());
        Ok(())
    }
}

/// A run of bytes; nothing where there are none.
fn bytes(visitor: &mut dyn Visitor, at: At, offset: usize, bytes: &[u8]) {
    if !bytes.is_empty() {
        visitor.value(at, offset..offset.saturating_add(bytes.len()), Value::Bytes(bytes));
    }
}

fn filler(visitor: &mut dyn Visitor, at: At, offset: usize, bytes: Option<&[u8]>) {
    if let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) {
        visitor.value(at, offset..offset.saturating_add(bytes.len()), Value::Filler(bytes));
    }
}

fn walk_schema(schema: &SchemaEvent<'_>, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    let mut seen = Furthest { visitor, end: 0 };
    schema.inspect(&mut seen)?;
    let end = seen.end;
    rest(visitor, &BODY_PADDING, schema.offset().saturating_add(schema.body().len()), end, schema.padding());
    Ok(())
}

/// Padding that begins at `start`, as far as a value that ends at `seen` left it: a value may reach into bytes that
/// the last of them alone makes look like padding.
fn rest(visitor: &mut dyn Visitor, at: At, start: usize, seen: usize, padding: &[u8]) {
    filler(visitor, at, start.max(seen), padding.get(seen.saturating_sub(start)..));
}

/// Passes everything on and remembers how far it went.
struct Furthest<'v> {
    visitor: &'v mut dyn Visitor,
    end: usize,
}

impl Visitor for Furthest<'_> {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        self.end = self.end.max(span.end);
        self.visitor.value(at, span, value);
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str, items: Option<usize>) {
        self.visitor.enter(at, offset, name, items);
    }

    fn leave(&mut self, offset: usize) {
        self.end = self.end.max(offset);
        self.visitor.leave(offset);
    }
}

fn walk_items<T: Item + for<'a> Inspect<'a>>(
    items: &Items<'_, T>,
    visitor: &mut dyn Visitor,
) -> Result<(), DecodeError> {
    let header = items.header_bytes();
    bytes(visitor, &ITEMS_HEADER, items.offset().saturating_sub(header.len()), header);
    visitor.enter(&MESSAGES, items.offset(), "", Some(items.len()));
    let mut offset = items.offset();
    for item in items.raw() {
        // An item shorter than what is known is shown as it is.
        if item.len() < crate::items::ITEM_LEN {
            bytes(visitor, &MESSAGE, offset, item);
        } else {
            T::inspect(&mut Reader::new_at(item, offset), &MESSAGE, visitor)?;
        }
        let known = offset.saturating_add(crate::items::ITEM_LEN);
        filler(visitor, &ITEM_EXTRA, known, item.get(crate::items::ITEM_LEN..));
        offset = offset.saturating_add(item.len());
    }
    visitor.leave(offset);
    Ok(())
}

fn walk_messages<K: Kind>(
    messages: Messages<'_, K>,
    start: usize,
    visitor: &mut dyn Visitor,
) -> Result<(), DecodeError> {
    let mut end = start;
    visitor.enter(&MESSAGES, start, "", None);
    for message in messages {
        let message = message?;
        visitor.enter(&MESSAGE, message.offset(), K::NAME, None);
        walk_header(&message, visitor);
        walk_options(&message, visitor)?;
        walk_app_data(&message, visitor)?;
        let padding = message.app_data_offset().saturating_add(message.app_data().len());
        filler(visitor, &PADDING, padding, Some(message.padding()));
        end = message.offset().saturating_add(message.bytes().len());
        visitor.leave(end);
    }
    visitor.leave(end);
    Ok(())
}

/// The header's fields; those of a shorter header that are not there are left out.
fn walk_header<K: Kind>(message: &Message<'_, K>, visitor: &mut dyn Visitor) {
    let start = message.offset();
    let len = message.header_bytes_len();
    let mut field = |at: At, from: usize, to: usize, value: Value<'_>| {
        if to <= len {
            visitor.value(at, start.saturating_add(from)..start.saturating_add(to), value);
        }
    };
    let flags = u64::from(message.raw_flags());
    field(&FLAGS, 0, 1, Value::Unsigned(flags));
    field(&MESSAGE_WORDS, 0, 4, Value::Unsigned(message.message_words().into()));
    field(&OPTIONS_WORDS, 4, 7, Value::Unsigned(message.options_words().into()));
    let compression = message.compression();
    field(&CAT, 7, 8, Value::Named(compression.0.into(), compression.name()));
    field(&HEADER_WORDS, 7, 8, Value::Unsigned(message.header_words().into()));
    field(&QUEUE_ID, 8, 12, Value::Unsigned(message.queue_id().into()));
    field(&GUID, 12, 28, Value::Bytes(&message.guid().0));
    if K::HAS_CRC {
        field(&CRC, 28, 32, Value::Unsigned(message.raw_crc().into()));
    }
    let schema = K::SCHEMA_OFFSET;
    field(&SCHEMA_ID, schema, schema.saturating_add(2), Value::Unsigned(message.schema_id().0.into()));
    let reserved =
        message.bytes().get(schema.saturating_add(2)..schema.saturating_add(4)).unwrap_or_default();
    field(&RESERVED, schema.saturating_add(2), schema.saturating_add(4), Value::Filler(reserved));
    let extra = message.bytes().get(K::HEADER_LEN..len);
    filler(visitor, &HEADER_EXTRA, start.saturating_add(K::HEADER_LEN), extra);
}

fn walk_options<K: Kind>(message: &Message<'_, K>, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    let options = message.options();
    if options.is_empty() {
        return Ok(());
    }
    let start = message.offset().saturating_add(message.header_bytes_len());
    visitor.enter(&OPTIONS, start, "", None);
    for option in options {
        let option = option?;
        let end = option.offset().saturating_add(option.bytes().len());
        visitor.enter(&OPTION, option.offset(), option.option_type().name().unwrap_or("UNKNOWN"), None);
        let head = option.bytes().get(..4).unwrap_or_default();
        bytes(visitor, &OPTION_HEADER, option.offset(), head);
        walk_option(&option, visitor)?;
        visitor.leave(end);
    }
    visitor.leave(message.app_data_offset());
    Ok(())
}

fn walk_option(option: &OptionView<'_>, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    let start = option.offset().saturating_add(4);
    match option.value()? {
        MessageOption::SubQueueInfosPacked(rda) => {
            visitor.value(&INFO_RDA, start.saturating_sub(1)..start, Value::Unsigned(rda.0.into()));
        }
        MessageOption::SubQueueInfos(infos) => walk_infos(option, infos, true, visitor),
        MessageOption::SubQueueIdsOld(infos) => walk_infos(option, infos, false, visitor),
        MessageOption::MsgGroupId(id) => {
            bytes(visitor, &GROUP_ID, start, id);
            filler(visitor, &PADDING, start.saturating_add(id.len()), option.payload().get(id.len()..));
        }
        MessageOption::Unknown(_) => bytes(visitor, &OPTION_RAW, start, option.payload()),
    }
    Ok(())
}

fn walk_infos(option: &OptionView<'_>, infos: SubQueueInfos<'_>, has_rda: bool, visitor: &mut dyn Visitor) {
    let stride = option.payload().len().checked_div(infos.len()).unwrap_or(0);
    let mut offset = option.offset().saturating_add(4);
    for info in infos.iter() {
        let id_end = offset.saturating_add(4);
        visitor.value(&INFO_ID, offset..id_end, Value::Unsigned(info.id.into()));
        if has_rda && stride > 4 {
            visitor.value(&INFO_RDA, id_end..id_end.saturating_add(1), Value::Unsigned(info.rda.0.into()));
        }
        offset = offset.saturating_add(stride);
    }
}

fn walk_app_data<K: Kind>(message: &Message<'_, K>, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    let start = message.app_data_offset();
    match message.app_by_guess()? {
        AppData::Plain { properties, payload } => {
            let payload_at = walk_properties(properties, start, visitor);
            bytes(visitor, &PAYLOAD, payload_at, payload);
        }
        AppData::Zlib { properties, deflated, offset } => {
            walk_properties(properties, start, visitor);
            bytes(visitor, &COMPRESSED, offset, deflated);
        }
        AppData::ZlibWithProperties { deflated, offset, .. } => {
            bytes(visitor, &COMPRESSED_ALL, offset, deflated);
        }
    }
    Ok(())
}

/// Gives the offset behind the area.
fn walk_properties(properties: Option<Properties<'_>>, start: usize, visitor: &mut dyn Visitor) -> usize {
    let Some(properties) = properties else { return start };
    let end = start.saturating_add(properties.bytes().len());
    visitor.enter(&PROPERTIES, start, "", Some(properties.len()));
    let mut position = start;
    for (index, property) in properties.iter().enumerate() {
        if index == 0 {
            let headers = properties.bytes().get(..property.offset().saturating_sub(start));
            bytes(visitor, &PROPERTIES_HEADER, start, headers.unwrap_or_default());
        }
        let value_at = property.offset().saturating_add(property.name().len());
        position = value_at.saturating_add(property.raw().len());
        visitor.value(&PROPERTY_NAME, property.offset()..value_at, Value::Text(property.name()));
        let value = match property.value() {
            PropertyValue::Bool(value) => Value::Bool(value),
            PropertyValue::Char(value) => Value::Unsigned(value.into()),
            PropertyValue::Short(value) => Value::Signed(value.into()),
            PropertyValue::Int32(value) => Value::Signed(value.into()),
            PropertyValue::Int64(value) => Value::Signed(value),
            PropertyValue::String(value) => Value::Text(value),
            PropertyValue::Binary(value) => Value::Bytes(value),
        };
        visitor.value(&PROPERTY_VALUE, value_at..position, value);
    }
    filler(visitor, &PADDING, position, properties.bytes().get(position.saturating_sub(start)..));
    visitor.leave(end);
    end
}

#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests;
