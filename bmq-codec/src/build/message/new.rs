//! Messages to be built.

use crate::guid::MessageGuid;
use crate::message::{CorrelationId, PushFlags, PutFlags, SchemaId};
use crate::options::MessageOption;
use crate::properties::NewProperty;

/// A PUT message to be built. `Default` is an empty one: queue 0, no flags, new style properties without a schema.
#[derive(Clone, Copy)]
pub struct NewPut<'m> {
    /// The queue, as numbered in `openQueue`.
    pub queue_id: u32,
    /// The message's GUID, or the correlation id of a client without GUIDs (`CorrelationId(7).into()`). An ACK
    /// cannot be asked for without.
    pub id: MessageGuid,
    /// ACK_REQUESTED; MESSAGE_PROPERTIES is set where there are properties.
    pub flags: PutFlags,
    /// Schema of the properties, and so their style: 0 writes the old style. Not written without properties.
    pub schema_id: SchemaId,
    /// Options, in order. SUB_QUEUE_INFOS with one entry, of id 0, is written packed.
    pub options: &'m [MessageOption<'m>],
    /// Properties, in order. The official C++ client sorts them by name.
    pub properties: &'m [NewProperty<'m>],
    /// The payload; must not be empty.
    pub payload: &'m [u8],
    /// A CRC32-C to be written as it is, right or wrong; `None` computes it.
    pub crc32c: Option<u32>,
}

impl Default for NewPut<'_> {
    fn default() -> Self {
        Self {
            queue_id: 0,
            id: MessageGuid::UNSET,
            flags: PutFlags::empty(),
            schema_id: SchemaId::NO_SCHEMA,
            options: &[],
            properties: &[],
            payload: &[],
            crc32c: None,
        }
    }
}

/// A PUSH message to be built. `Default` is an empty one: queue 0, no flags, new style properties without a schema.
#[derive(Clone, Copy)]
pub struct NewPush<'m> {
    /// The queue, as numbered in `openQueue`.
    pub queue_id: u32,
    /// The message's GUID.
    pub guid: MessageGuid,
    /// IMPLICIT_PAYLOAD (then without properties and payload), OUT_OF_ORDER; MESSAGE_PROPERTIES is set where there
    /// are properties.
    pub flags: PushFlags,
    /// Schema of the properties, and so their style: 0 writes the old style. Not written without properties.
    pub schema_id: SchemaId,
    /// Options, in order. SUB_QUEUE_INFOS with one entry, of id 0, is written packed.
    pub options: &'m [MessageOption<'m>],
    /// Properties, in order.
    pub properties: &'m [NewProperty<'m>],
    /// The payload; must not be empty but for IMPLICIT_PAYLOAD.
    pub payload: &'m [u8],
}

impl Default for NewPush<'_> {
    fn default() -> Self {
        Self {
            queue_id: 0,
            guid: MessageGuid::UNSET,
            flags: PushFlags::empty(),
            schema_id: SchemaId::NO_SCHEMA,
            options: &[],
            properties: &[],
            payload: &[],
        }
    }
}

impl From<CorrelationId> for MessageGuid {
    /// Bytes 12 to 27 of the PUT of a client without GUIDs; an id of more than 24 bits loses its upper ones.
    fn from(id: CorrelationId) -> Self {
        let [_, a, b, c] = id.0.to_be_bytes();
        let mut bytes = [0; 16];
        if let Some(head) = bytes.first_chunk_mut::<4>() {
            *head = [0, a, b, c];
        }
        Self(bytes)
    }
}
