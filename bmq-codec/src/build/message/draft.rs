//! What PUT and PUSH messages to be built have in common, and what only one of them has checked.

use super::{NewPush, NewPut};
use crate::guid::MessageGuid;
use crate::message::{PushFlags, PutFlags, SchemaId};
use crate::options::MessageOption;
use crate::properties::NewProperty;
use codec_common::{EncodeError, Rule};

/// What PUT and PUSH have in common.
pub(super) struct Draft<'m> {
    pub(super) queue_id: u32,
    pub(super) id: MessageGuid,
    pub(super) flags: u8,
    pub(super) schema_id: SchemaId,
    pub(super) options: &'m [MessageOption<'m>],
    pub(super) properties: &'m [NewProperty<'m>],
    pub(super) payload: &'m [u8],
    pub(super) implicit: bool,
    pub(super) crc32c: Option<u32>,
}

static NO_ID: Rule = Rule("an ACK needs a correlation id or a GUID");
static UNUSED_FLAGS: Rule = Rule("unused flags must be 0");
static IMPLICIT: Rule = Rule("an implicit payload has neither properties nor payload");

impl<'m> Draft<'m> {
    #[inline]
    pub(super) fn put(message: &NewPut<'m>) -> Result<Self, EncodeError> {
        use crate::names::put as at;
        let flags = message.flags;
        if flags.unknown() != 0 {
            return Err(EncodeError::bad_value(flags.0.into(), &UNUSED_FLAGS, &at::FLAGS));
        }
        if flags.contains(PutFlags::ACK_REQUESTED) && message.id.is_unset() {
            return Err(EncodeError::refused(&NO_ID, &at::GUID));
        }
        Ok(Self {
            queue_id: message.queue_id,
            id: message.id,
            flags: flags.0 & !PutFlags::MESSAGE_PROPERTIES.0,
            schema_id: message.schema_id,
            options: message.options,
            properties: message.properties,
            payload: message.payload,
            implicit: false,
            crc32c: message.crc32c,
        })
    }

    #[inline]
    pub(super) fn push(message: &NewPush<'m>) -> Result<Self, EncodeError> {
        use crate::names::push as at;
        let flags = message.flags;
        if flags.unknown() != 0 {
            return Err(EncodeError::bad_value(flags.0.into(), &UNUSED_FLAGS, &at::FLAGS));
        }
        let implicit = flags.contains(PushFlags::IMPLICIT_PAYLOAD);
        if implicit && !(message.payload.is_empty() && message.properties.is_empty()) {
            return Err(EncodeError::bad_value(flags.0.into(), &IMPLICIT, &at::PAYLOAD));
        }
        Ok(Self {
            queue_id: message.queue_id,
            id: message.guid,
            flags: flags.0 & !PushFlags::MESSAGE_PROPERTIES.0,
            schema_id: message.schema_id,
            options: message.options,
            properties: message.properties,
            payload: message.payload,
            implicit,
            crc32c: None,
        })
    }
}
