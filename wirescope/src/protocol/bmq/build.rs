//! Lines back into events.

use super::option::OwnedOption;
use super::property::OwnedProperty;
use super::{control, interbroker, item};
use crate::fields::{FieldError, Fields, number};
use bmq_codec::build::{ItemsBuilder, StorageBuilder};
use bmq_codec::compression::Deflater;
use bmq_codec::{
    CorrelationId, Dialect, EventBuilder, EventHeader, EventType, MessageGuid, MessageOption, NewProperty,
    NewPush, NewPut, PushFlags, PutFlags, SchemaId,
};
use serde_json::{Map, Value};

/// Builds the event of a line, `raw` left aside.
pub(crate) fn build(line: &Map<String, Value>) -> Result<Vec<u8>, FieldError> {
    let fields = Fields(line);
    let event_type = match fields.required("type")? {
        Value::String(name) => EventType::from_name(name)
            .ok_or_else(|| FieldError::new("type", format!("{name:?} is not known")))?,
        value => match number(value).map_err(|error| error.within("type"))? {
            kind @ 1..=63u8 => EventType(kind),
            kind => return Err(FieldError::new("type", format!("{kind} is no event type"))),
        },
    };
    let mut event = body(event_type, fields.object("message")?).map_err(|error| error.within("message"))?;
    if let Some(header) = fields.optional("header") {
        let header = Fields::of(header).map_err(|error| error.within("header"))?;
        patch_header(&mut event, header).map_err(|error| error.within("header"))?;
    }
    Ok(event)
}

fn body(event_type: EventType, message: Fields<'_>) -> Result<Vec<u8>, FieldError> {
    let mut out = Vec::new();
    match event_type {
        EventType::PUT => {
            let mut event = EventBuilder::put(&mut out);
            let flag = |name: &str| PutFlags::from_name(name).map(|flag| flag.0);
            for put in message.each("messages", |value| Draft::read(value, flag))? {
                put.put(&mut event)?;
            }
            event.finish();
        }
        EventType::PUSH => {
            let mut event = EventBuilder::push_event(&mut out);
            let flag = |name: &str| PushFlags::from_name(name).map(|flag| flag.0);
            for push in message.each("messages", |value| Draft::read(value, flag))? {
                push.push(&mut event)?;
            }
            event.finish();
        }
        EventType::ACK => items(&mut out, message.each("messages", item::to_ack)?)?,
        EventType::CONFIRM => items(&mut out, message.each("messages", item::to_confirm)?)?,
        EventType::REJECT => items(&mut out, message.each("messages", item::to_reject)?)?,
        EventType::CONTROL | EventType::AUTHENTICATION | EventType::ELECTOR => {
            control::build(&mut out, event_type, message)?;
        }
        EventType::STORAGE => interbroker::build_storage(message, StorageBuilder::new(&mut out))?,
        EventType::PARTITION_SYNC => {
            interbroker::build_storage(message, StorageBuilder::partition_sync(&mut out))?;
        }
        EventType::RECOVERY => interbroker::build_recovery(&mut out, message)?,
        EventType::REPLICATION_RECEIPT => interbroker::build_receipt(&mut out, message)?,
        EventType::CLUSTER_STATE => interbroker::build_cluster_state(&mut out, message)?,
        _ => {
            let body = match message.optional("body") {
                Some(_) => message.bytes("body")?,
                None => Vec::new(),
            };
            let length = u32::try_from(EventHeader::LEN + body.len())
                .map_err(|_| FieldError::new("body", "is too long for an event"))?;
            out.extend(EventHeader::new(event_type, length).to_bytes());
            out.extend(body);
        }
    }
    Ok(out)
}

fn items<T: bmq_codec::Item>(out: &mut Vec<u8>, items: Vec<T>) -> Result<(), FieldError> {
    let mut event = ItemsBuilder::new(out);
    for item in items {
        event.push(&item)?;
    }
    event.finish();
    Ok(())
}

/// Writes the fields of a header that is not canonical into one that is. Another length of header cannot be built.
fn patch_header(event: &mut [u8], fields: Fields<'_>) -> Result<(), FieldError> {
    let Some(bytes) = event.first_chunk_mut::<8>() else { return Ok(()) };
    let mut header = EventHeader::from_bytes(*bytes);
    header.protocol_version = fields.number_or("protocolVersion", header.protocol_version)?;
    header.type_specific = fields.number_or("typeSpecific", header.type_specific)?;
    header.reserved = fields.number_or("reserved", header.reserved)?;
    let words: u8 = fields.number_or("headerWords", header.header_words)?;
    if header.protocol_version > 3 {
        return Err(FieldError::new("protocolVersion", "does not fit 2 bits"));
    }
    if words != header.header_words {
        return Err(FieldError::new("headerWords", "can only be kept with the event's own bytes (raw)"));
    }
    *bytes = header.to_bytes();
    Ok(())
}

/// A PUT or PUSH message as its line has it.
struct Draft {
    queue_id: u32,
    id: MessageGuid,
    flags: u8,
    crc32c: Option<u32>,
    compressed: bool,
    schema_id: SchemaId,
    options: Vec<OwnedOption>,
    properties: Vec<OwnedProperty>,
    payload: Vec<u8>,
    dialect: Dialect,
}

impl Draft {
    /// Reads a message whose flags `flag` knows by name.
    fn read(value: &Value, flag: fn(&str) -> Option<u8>) -> Result<Self, FieldError> {
        let fields = Fields::of(value)?;
        if fields.optional("headerWords").is_some() {
            return Err(FieldError::new("headerWords", "can only be kept with the event's own bytes (raw)"));
        }
        // What is not editable otherwise: with `correlationId` a new number replaces the bytes of the GUID.
        let id = match fields.optional("correlationId") {
            Some(id) => match number(id).map_err(|error| error.within("correlationId"))? {
                id @ 0..=0x00FF_FFFFu32 => CorrelationId(id).into(),
                _ => return Err(FieldError::new("correlationId", "does not fit 24 bits")),
            },
            None => item::guid(fields, "guid")?,
        };
        let dialect = match fields.optional("dialect").and_then(Value::as_str) {
            Some("node-sdk") => Dialect::NodeSdk,
            None | Some("official" | "either") => Dialect::Official,
            Some(_) => return Err(FieldError::new("dialect", "must be official, node-sdk or either")),
        };
        let schema_id = SchemaId(fields.number_or("schemaId", 1)?);
        check_style(fields, schema_id, dialect)?;
        Ok(Self {
            queue_id: fields.number("queueId")?,
            id,
            flags: flags(fields, flag)?,
            // An object tells what was read; a number is meant to be written.
            crc32c: match fields.optional("crc32c") {
                Some(value @ Value::Number(_)) => {
                    Some(number(value).map_err(|error| error.within("crc32c"))?)
                }
                _ => None,
            },
            compressed: match fields.optional("compression").map(|value| value.as_str().unwrap_or_default()) {
                None | Some("NONE") => false,
                Some("ZLIB") => true,
                Some(_) => return Err(FieldError::new("compression", "must be NONE or ZLIB")),
            },
            schema_id,
            options: fields.each("options", OwnedOption::read)?,
            properties: fields.each("properties", OwnedProperty::read)?,
            payload: match fields.optional("payload") {
                Some(_) => fields.bytes("payload")?,
                None => Vec::new(),
            },
            dialect,
        })
    }

    fn borrow(&self) -> (Vec<MessageOption<'_>>, Vec<NewProperty<'_>>) {
        (
            self.options.iter().map(OwnedOption::borrow).collect(),
            self.properties.iter().map(OwnedProperty::borrow).collect(),
        )
    }

    fn put(&self, event: &mut EventBuilder<&mut Vec<u8>, bmq_codec::Put>) -> Result<(), FieldError> {
        let (options, properties) = self.borrow();
        let message = NewPut {
            queue_id: self.queue_id,
            id: self.id,
            flags: PutFlags(self.flags),
            schema_id: self.schema_id,
            options: &options,
            properties: &properties,
            payload: &self.payload,
            crc32c: self.crc32c,
        };
        event.set_dialect(self.dialect);
        if self.compressed {
            event.push_compressed(&message, &mut Deflater::default())?;
        } else {
            event.push(&message)?;
        }
        Ok(())
    }

    fn push(&self, event: &mut EventBuilder<&mut Vec<u8>, bmq_codec::Push>) -> Result<(), FieldError> {
        let (options, properties) = self.borrow();
        let message = NewPush {
            queue_id: self.queue_id,
            guid: self.id,
            flags: PushFlags(self.flags),
            schema_id: self.schema_id,
            options: &options,
            properties: &properties,
            payload: &self.payload,
        };
        event.set_dialect(self.dialect);
        if self.compressed {
            event.push_compressed(&message, &mut Deflater::default())?;
        } else {
            event.push(&message)?;
        }
        Ok(())
    }
}

/// Names and numbers of flags, together.
fn flags(fields: Fields<'_>, flag: fn(&str) -> Option<u8>) -> Result<u8, FieldError> {
    let one = |value: &Value| match value {
        Value::String(name) => {
            flag(name).ok_or_else(|| FieldError::new("", format!("{name:?} is not known")))
        }
        value => item::nibble(value),
    };
    Ok(fields.each("flags", one)?.into_iter().fold(0, |all, flag| all | flag))
}

/// The style that a line shows must be the one that its schema id and dialect write.
fn check_style(fields: Fields<'_>, schema_id: SchemaId, dialect: Dialect) -> Result<(), FieldError> {
    let written = if schema_id.0 == 0 || dialect == Dialect::NodeSdk { "old" } else { "new" };
    match fields.optional("style").map(|value| value.as_str().unwrap_or_default()) {
        Some(style) if style != written => {
            Err(FieldError::new("style", format!("schemaId {} writes the {written} style", schema_id.0)))
        }
        _ => Ok(()),
    }
}
