//! SQS messages.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::Payload;

/// A message of SQS: what a receiver gets, or what a sender hands over.
///
/// Attributes are a map: their order means nothing, and of one name only the last counts. `Debug` shows the length
/// of the body.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SqsMessage {
    /// `MessageId`: given by SQS, so not there on sending.
    pub message_id: Option<String>,
    /// `MessageBody` or `Body`.
    pub body: String,
    /// `MessageAttributes`.
    pub attributes: Vec<(String, SqsAttribute)>,
    /// System attributes, called `Attributes` in what SQS gives; only on receiving.
    pub system_attributes: Vec<(String, String)>,
    /// `MessageGroupId`: FIFO queues, on sending.
    pub message_group_id: Option<String>,
    /// `MessageDeduplicationId`: FIFO queues, on sending.
    pub message_deduplication_id: Option<String>,
}

impl SqsMessage {
    /// The attribute of a name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&SqsAttribute> {
        self.attributes.iter().rev().find(|(known, _)| known == name).map(|(_, attribute)| attribute)
    }
}

impl fmt::Debug for SqsMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqsMessage")
            .field("message_id", &self.message_id)
            .field("body", &format_args!("<{} bytes>", self.body.len()))
            .field("attributes", &self.attributes)
            .field("system_attributes", &self.system_attributes)
            .field("message_group_id", &self.message_group_id)
            .field("message_deduplication_id", &self.message_deduplication_id)
            .finish()
    }
}

/// A message attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqsAttribute {
    /// `DataType`: `String`, `Number`, `Binary`, or one of these with a label behind a dot.
    pub data_type: String,
    /// The value.
    pub value: SqsValue,
}

impl SqsAttribute {
    /// An attribute of type `String`.
    #[must_use]
    pub fn string(text: impl Into<String>) -> Self {
        Self { data_type: "String".into(), value: SqsValue::Text(text.into()) }
    }

    /// An attribute of type `Number`: SQS has numbers as text.
    #[must_use]
    pub fn number(text: impl Into<String>) -> Self {
        Self { data_type: "Number".into(), value: SqsValue::Text(text.into()) }
    }

    /// An attribute of type `Binary`.
    #[must_use]
    pub fn binary(bytes: impl Into<Payload>) -> Self {
        Self { data_type: "Binary".into(), value: SqsValue::Binary(bytes.into()) }
    }

    /// The text of a value that is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            SqsValue::Text(text) => Some(text),
            SqsValue::Binary(_) => None,
        }
    }
}

/// The value of a message attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SqsValue {
    /// `StringValue`: of strings and numbers.
    Text(String),
    /// `BinaryValue`.
    Binary(Payload),
}

impl SqsValue {
    /// Bytes that count for the size of the message.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }

    /// Whether there is nothing in it, which SQS refuses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
