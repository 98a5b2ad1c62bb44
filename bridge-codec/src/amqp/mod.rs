//! AMQP 1.0; "AMQP 1.0".

#[cfg(feature = "alloc")]
mod lift;
#[cfg(feature = "alloc")]
mod message;
mod outcome;
#[cfg(feature = "alloc")]
mod print;
#[cfg(feature = "alloc")]
mod properties;
#[cfg(feature = "alloc")]
mod receive;
#[cfg(feature = "amqp")]
pub mod sections;
#[cfg(feature = "alloc")]
mod send;
#[cfg(feature = "alloc")]
mod value;

#[cfg(feature = "alloc")]
pub use message::{AmqpBody, AmqpHeader, AmqpMessage, AmqpProperties};
pub use outcome::{AmqpOutcome, RejectedRule};
#[cfg(feature = "alloc")]
pub(crate) use print::{hex, uuid};
#[cfg(feature = "alloc")]
pub use receive::{AmqpReceiver, amqp_to_envelope};
#[cfg(feature = "amqp")]
pub use sections::{AmqpAnnotations, AmqpSections};
#[cfg(feature = "alloc")]
pub use send::{AmqpSender, Unclassified, envelope_to_amqp};
#[cfg(feature = "alloc")]
pub use value::{AmqpArray, AmqpId, AmqpValue};

/// What headers made of AMQP's own properties begin with.
#[cfg(feature = "alloc")]
const PREFIX: &str = "amqp10.";
