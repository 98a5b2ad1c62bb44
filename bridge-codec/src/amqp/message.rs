//! AMQP 1.0 messages.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::{AmqpId, AmqpValue};
use crate::{Payload, Timestamp};

/// A message of AMQP 1.0: the sections that the bridge reads or writes; `None` is a section that is not there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AmqpMessage {
    /// `header`
    pub header: Option<AmqpHeader>,
    /// `properties`
    pub properties: Option<AmqpProperties>,
    /// `application-properties`: a map, so of one name the last counts.
    pub application_properties: Option<Vec<(String, AmqpValue)>>,
    /// The body.
    pub body: Option<AmqpBody>,
}

/// The `header` section; `None` is a field that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AmqpHeader {
    /// `durable`
    pub durable: Option<bool>,
    /// `priority`
    pub priority: Option<u8>,
    /// `ttl`, in milliseconds
    pub ttl: Option<u32>,
    /// `first-acquirer`
    pub first_acquirer: Option<bool>,
    /// `delivery-count`; 0 where it is not there
    pub delivery_count: Option<u32>,
}

/// The `properties` section; `None` is a field that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AmqpProperties {
    /// `message-id`
    pub message_id: Option<AmqpId>,
    /// `user-id`
    pub user_id: Option<Payload>,
    /// `to`
    pub to: Option<String>,
    /// `subject`
    pub subject: Option<String>,
    /// `reply-to`
    pub reply_to: Option<String>,
    /// `correlation-id`
    pub correlation_id: Option<AmqpId>,
    /// `content-type`
    pub content_type: Option<String>,
    /// `content-encoding`
    pub content_encoding: Option<String>,
    /// `absolute-expiry-time`
    pub absolute_expiry_time: Option<Timestamp>,
    /// `creation-time`
    pub creation_time: Option<Timestamp>,
    /// `group-id`
    pub group_id: Option<String>,
    /// `group-sequence`
    pub group_sequence: Option<u32>,
    /// `reply-to-group-id`
    pub reply_to_group_id: Option<String>,
}

/// The body. `Debug` shows how much there is of it only.
#[derive(Clone, PartialEq)]
pub enum AmqpBody {
    /// `data` sections.
    Data(Vec<Payload>),
    /// An `amqp-value` section.
    Value(AmqpValue),
    /// `amqp-sequence` sections.
    Sequence(Vec<Vec<AmqpValue>>),
}

impl fmt::Debug for AmqpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data(sections) => f.debug_tuple("Data").field(sections).finish(),
            Self::Value(_) => f.write_str("Value(..)"),
            Self::Sequence(sections) => write!(f, "Sequence({} sections)", sections.len()),
        }
    }
}
