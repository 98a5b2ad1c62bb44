//! AWS SQS; "AWS SQS".

#[cfg(feature = "sqs")]
pub mod api;
#[cfg(feature = "alloc")]
mod attributes;
#[cfg(feature = "alloc")]
mod characters;
mod failure;
#[cfg(feature = "alloc")]
mod fifo;
#[cfg(feature = "alloc")]
mod message;
#[cfg(feature = "alloc")]
mod number;
#[cfg(feature = "alloc")]
mod receive;
#[cfg(feature = "alloc")]
mod send;
#[cfg(feature = "alloc")]
mod sns;

#[cfg(feature = "alloc")]
pub(crate) use attributes::rank;
#[cfg(feature = "alloc")]
pub use attributes::{MAX_ATTRIBUTES, is_attribute_name};
#[cfg(feature = "alloc")]
pub use characters::is_allowed;
pub use failure::SqsFailure;
#[cfg(feature = "alloc")]
pub use fifo::dedup_id;
#[cfg(feature = "alloc")]
pub use message::{SqsAttribute, SqsMessage, SqsValue};
#[cfg(feature = "alloc")]
pub(crate) use number::float as float_text;
#[cfg(feature = "alloc")]
pub use receive::{SqsReceiver, sqs_to_envelope};
#[cfg(feature = "alloc")]
pub use send::{MAX_MESSAGE_BYTES, SqsSender, envelope_to_sqs};
#[cfg(feature = "alloc")]
pub use sns::{Notification, unwrap_sns};
