//! Random valid events of every type (feature `arbitrary`), for fuzzing, property tests and fixtures.
//!
//! An [`AnyEvent`] owns its values, so that what decodes from its bytes can be compared with them.
//!
//! ```
//! use bmq_codec::generate::{AnyEvent, Unstructured};
//! use bmq_codec::{Event, EventType};
//! let source = [7; 64];
//! let event = AnyEvent::of_type(EventType::ACK, &mut Unstructured::new(&source))?;
//! let bytes = event.bytes()?;
//! assert_eq!(Event::decode(&bytes)?.event_type(), EventType::ACK);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draw;
mod interbroker;

use crate::build::{self, Buffer, ItemsBuilder};
use crate::compression::Deflater;
use crate::debug::Hidden;
use crate::{
    AckMessage, ConfirmMessage, Dialect, EncodeError, EncodingType, EventBuilder, EventHeader, EventType,
    MessageGuid, MessageOption, NewProperty, NewPush, NewPut, PropertyValue, PushFlags, PutFlags, Rda,
    RejectMessage, SchemaId, SubQueueInfo, SubQueueInfos,
};
use alloc::vec::Vec;
use codec_common::Field;
use core::fmt;

pub use arbitrary::{Result, Unstructured};

/// An event as values, owned.
#[derive(Clone)]
pub enum AnyEvent {
    /// A PUT event in a dialect.
    Put(Dialect, Vec<AnyMessage>),
    /// A PUSH event in a dialect.
    Push(Dialect, Vec<AnyMessage>),
    /// An ACK event.
    Ack(Vec<AckMessage>),
    /// A CONFIRM event.
    Confirm(Vec<ConfirmMessage>),
    /// A REJECT event.
    Reject(Vec<RejectMessage>),
    /// A CONTROL, AUTHENTICATION or ELECTOR event with any bytes as its message.
    Schema(EventType, EncodingType, Vec<u8>),
    /// A heartbeat: true for a request.
    Heartbeat(bool),
    /// An event whose body is carried as bytes: one between brokers, or of a type that is not assigned.
    Carried(EventType, Vec<u8>),
}

/// A PUT or PUSH message.
#[derive(Clone)]
pub struct AnyMessage {
    /// The queue.
    pub queue_id: u32,
    /// The GUID or correlation id.
    pub id: MessageGuid,
    /// The flags that may be set freely.
    pub flags: u8,
    /// Schema of the properties.
    pub schema_id: SchemaId,
    /// The options.
    pub options: Vec<AnyOption>,
    /// Names and values of the properties.
    pub properties: Vec<(Vec<u8>, AnyValue)>,
    /// The payload; empty for an implicit one only.
    pub payload: Vec<u8>,
    /// To be compressed where that helps.
    pub compress: bool,
}

/// An option.
#[derive(Clone)]
pub enum AnyOption {
    /// SUB_QUEUE_INFOS in the header itself.
    Packed(Rda),
    /// SUB_QUEUE_INFOS.
    Infos(Vec<SubQueueInfo>),
    /// SUB_QUEUE_IDS_OLD.
    Ids(Vec<SubQueueInfo>),
    /// MSG_GROUP_ID.
    GroupId(Vec<u8>),
}

/// The value of a property.
#[derive(Clone)]
#[expect(missing_docs, reason = "those of PropertyValue")]
pub enum AnyValue {
    Bool(bool),
    Char(u8),
    Short(i16),
    Int32(i32),
    Int64(i64),
    String(Vec<u8>),
    Binary(Vec<u8>),
}

impl fmt::Debug for AnyEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = |name: &str, fields: &[&dyn fmt::Debug]| {
            let mut tuple = f.debug_tuple(name);
            fields.iter().for_each(|field| {
                tuple.field(field);
            });
            tuple.finish()
        };
        match self {
            Self::Put(dialect, messages) => shown("Put", &[dialect, messages]),
            Self::Push(dialect, messages) => shown("Push", &[dialect, messages]),
            Self::Ack(items) => shown("Ack", &[items]),
            Self::Confirm(items) => shown("Confirm", &[items]),
            Self::Reject(items) => shown("Reject", &[items]),
            Self::Schema(kind, encoding, body) => shown("Schema", &[kind, encoding, &Hidden(body)]),
            Self::Heartbeat(request) => shown("Heartbeat", &[request]),
            Self::Carried(kind, body) => shown("Carried", &[kind, &Hidden(body)]),
        }
    }
}

impl fmt::Debug for AnyMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyMessage")
            .field("queue_id", &self.queue_id)
            .field("id", &self.id)
            .field("flags", &self.flags)
            .field("schema_id", &self.schema_id)
            .field("options", &self.options)
            .field("properties", &self.properties())
            .field("payload", &Hidden(&self.payload))
            .field("compress", &self.compress)
            .finish()
    }
}

impl fmt::Debug for AnyOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl fmt::Debug for AnyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl AnyValue {
    /// The value as builders take it.
    #[must_use]
    pub fn view(&self) -> PropertyValue<'_> {
        match self {
            Self::Bool(value) => PropertyValue::Bool(*value),
            Self::Char(value) => PropertyValue::Char(*value),
            Self::Short(value) => PropertyValue::Short(*value),
            Self::Int32(value) => PropertyValue::Int32(*value),
            Self::Int64(value) => PropertyValue::Int64(*value),
            Self::String(value) => PropertyValue::String(value),
            Self::Binary(value) => PropertyValue::Binary(value),
        }
    }
}

impl AnyOption {
    /// The option as builders take it.
    #[must_use]
    pub fn view(&self) -> MessageOption<'_> {
        match self {
            Self::Packed(rda) => MessageOption::SubQueueInfosPacked(*rda),
            Self::Infos(infos) => MessageOption::SubQueueInfos(SubQueueInfos::Items(infos)),
            Self::Ids(infos) => MessageOption::SubQueueIdsOld(SubQueueInfos::Items(infos)),
            Self::GroupId(id) => MessageOption::MsgGroupId(id),
        }
    }
}

impl AnyMessage {
    /// The options as builders take them.
    #[must_use]
    pub fn options(&self) -> Vec<MessageOption<'_>> {
        self.options.iter().map(AnyOption::view).collect()
    }

    /// The properties as builders take them.
    #[must_use]
    pub fn properties(&self) -> Vec<NewProperty<'_>> {
        self.properties.iter().map(|(name, value)| NewProperty { name, value: value.view() }).collect()
    }

    /// The message as PUT.
    #[must_use]
    pub fn put<'m>(
        &'m self,
        options: &'m [MessageOption<'m>],
        properties: &'m [NewProperty<'m>],
    ) -> NewPut<'m> {
        let Self { queue_id, id, schema_id, ref payload, .. } = *self;
        NewPut {
            queue_id,
            id,
            flags: PutFlags(self.flags),
            schema_id,
            options,
            properties,
            payload,
            crc32c: None,
        }
    }

    /// The message as PUSH.
    #[must_use]
    pub fn push<'m>(
        &'m self,
        options: &'m [MessageOption<'m>],
        properties: &'m [NewProperty<'m>],
    ) -> NewPush<'m> {
        let Self { queue_id, id: guid, schema_id, ref payload, .. } = *self;
        NewPush { queue_id, guid, flags: PushFlags(self.flags), schema_id, options, properties, payload }
    }
}

impl AnyEvent {
    /// Appends the event to `buffer`.
    ///
    /// # Errors
    /// Those of the builders.
    pub fn build(
        &self,
        mut buffer: impl Buffer,
        deflater: &mut Deflater,
    ) -> core::result::Result<(), EncodeError> {
        match self {
            Self::Put(dialect, messages) => {
                let mut event = EventBuilder::put(buffer).dialect(*dialect);
                for message in messages {
                    let (options, properties) = (message.options(), message.properties());
                    let put = message.put(&options, &properties);
                    if message.compress { event.push_compressed(&put, deflater) } else { event.push(&put) }?;
                }
                event.finish();
            }
            Self::Push(dialect, messages) => {
                let mut event = EventBuilder::push_event(buffer).dialect(*dialect);
                for message in messages {
                    let (options, properties) = (message.options(), message.properties());
                    let push = message.push(&options, &properties);
                    if message.compress {
                        event.push_compressed(&push, deflater)
                    } else {
                        event.push(&push)
                    }?;
                }
                event.finish();
            }
            Self::Ack(items) => build_items(buffer, items)?,
            Self::Confirm(items) => build_items(buffer, items)?,
            Self::Reject(items) => build_items(buffer, items)?,
            Self::Schema(event_type, encoding, body) => {
                build::schema_event(&mut buffer, *event_type, *encoding, body)?;
            }
            Self::Heartbeat(request) => {
                let bytes = if *request { build::HEARTBEAT_REQ } else { build::HEARTBEAT_RSP };
                append(&mut buffer, bytes, &[])?;
            }
            Self::Carried(event_type, body) => {
                let len = u32::try_from(body.len().saturating_add(EventHeader::LEN)).unwrap_or(u32::MAX);
                append(&mut buffer, EventHeader::new(*event_type, len).to_bytes(), body)?;
            }
        }
        Ok(())
    }

    /// The event's bytes.
    ///
    /// # Errors
    /// Those of the builders; what is drawn has none.
    pub fn bytes(&self) -> core::result::Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        self.build(&mut bytes, &mut Deflater::default())?;
        Ok(bytes)
    }
}

static EVENT: Field = Field::new("bmq", "Event", "");

/// For the events that no builder is needed for.
fn append(buffer: &mut impl Buffer, header: [u8; 8], body: &[u8]) -> core::result::Result<(), EncodeError> {
    let len = header.len().saturating_add(body.len());
    buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, &EVENT))?;
    buffer.put_array(header);
    buffer.put(body);
    Ok(())
}

fn build_items<T: crate::Item>(buffer: impl Buffer, items: &[T]) -> core::result::Result<(), EncodeError> {
    let mut event = ItemsBuilder::new(buffer);
    items.iter().try_for_each(|item| event.push(item))?;
    event.finish();
    Ok(())
}
