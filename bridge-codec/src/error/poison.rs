//! A received message that is not converted.

use core::fmt;

use super::Counter;

/// What makes a message unfit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PoisonClass {
    /// MQTT: the payload is over `max_payload_bytes`.
    Payload,
    /// MQTT: more than 128 user properties.
    UserProperties,
    /// MQTT: topic and properties together are over 131,072 bytes.
    Metadata,
    /// AMQP: the body is not bytes.
    Body,
    /// SQS: what came is not of the shape of a message.
    Malformed,
}

impl PoisonClass {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Payload => "payload",
            Self::UserProperties => "user_properties",
            Self::Metadata => "metadata",
            Self::Body => "body",
            Self::Malformed => "malformed",
        }
    }
}

/// What the receiver tells the broker about a message that it drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Settle {
    /// It is acknowledged, so that it does not come again.
    Acked,
    /// It is rejected at the broker.
    Rejected,
    /// It is not deleted, so that the queue delivers it again.
    Kept,
    /// It is deleted.
    Deleted,
}

impl Settle {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acked => "acked",
            Self::Rejected => "rejected",
            Self::Kept => "kept",
            Self::Deleted => "deleted",
        }
    }
}

/// A received message that is dropped as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poison {
    /// What makes it unfit.
    pub class: PoisonClass,
    /// What the broker is told.
    pub settle: Settle,
    /// What it counts on.
    pub counter: Counter,
}

impl fmt::Display for Poison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.class {
            PoisonClass::Payload => "the payload is too long",
            PoisonClass::UserProperties => "there are more than 128 user properties",
            PoisonClass::Metadata => "topic and properties are too long",
            PoisonClass::Body => "the body is not bytes",
            PoisonClass::Malformed => "it is not of the shape of a message",
        };
        write!(f, "not converted: {text}")
    }
}

impl core::error::Error for Poison {}
