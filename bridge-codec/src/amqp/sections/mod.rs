//! The sections of a message as bytes: AMQP 1.0, "Types" and "Messaging", 3.2.
//!
//! Written by hand: a decoder that recurses for each level of nesting ends the process on a message of a few
//! kilobytes, and one that trusts counts can be made to allocate anything. Here nesting is limited by
//! [`Limits::max_depth`](codec_common::Limits::max_depth), lists grow with the bytes that are there, and payloads
//! are slices of the input.

mod codes;
mod fields;
mod names;
mod read;
mod read_value;
mod write;
mod write_array;
mod write_value;

use alloc::vec::Vec;

use super::{AmqpMessage, AmqpValue};

pub use write_value::{MAX_DEPTH, MAX_NULLS};

/// Keys and values of annotations; keys are symbols, or numbers that AMQP reserves.
pub type AmqpAnnotations = Vec<(AmqpValue, AmqpValue)>;

/// All sections of a message: those of an [`AmqpMessage`], and those that the bridge does not look into.
///
/// ```
/// use bridge_codec::{AmqpBody, AmqpMessage, AmqpSections, Limits};
///
/// let message = AmqpMessage { body: Some(AmqpBody::Data(vec!["21.5".into()])), ..AmqpMessage::default() };
/// let bytes = AmqpSections::from(message.clone()).encode()?;
/// assert_eq!(bytes, b"\x00\x53\x75\xa0\x0421.5");
///
/// let read = AmqpSections::decode(&bytes.into(), &Limits::default())?;
/// assert_eq!(AmqpMessage::from(read), message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AmqpSections {
    /// `header`, `properties`, `application-properties`, and the body.
    pub message: AmqpMessage,
    /// `delivery-annotations`: for the next node only.
    pub delivery_annotations: Option<AmqpAnnotations>,
    /// `message-annotations`: for every node on the way.
    pub message_annotations: Option<AmqpAnnotations>,
    /// `footer`: hashes and signatures of what stands in front of it.
    pub footer: Option<AmqpAnnotations>,
}

impl From<AmqpMessage> for AmqpSections {
    fn from(message: AmqpMessage) -> Self {
        Self { message, ..Self::default() }
    }
}

impl From<AmqpSections> for AmqpMessage {
    /// What the bridge does not look into is dropped.
    fn from(sections: AmqpSections) -> Self {
        sections.message
    }
}
