//! Messages of `bmq-codec`.

use alloc::vec::Vec;
use bmq_codec::{MessageGuid, NewProperty, Properties, PropertyValue};

use super::{BmqMessage, BmqValue};
use crate::Payload;

impl From<PropertyValue<'_>> for BmqValue {
    /// A type that is new comes as its bytes.
    fn from(value: PropertyValue<'_>) -> Self {
        match value {
            PropertyValue::Bool(value) => Self::Bool(value),
            PropertyValue::Char(number) => Self::Char(number),
            PropertyValue::Short(number) => Self::Short(number),
            PropertyValue::Int32(number) => Self::Int32(number),
            PropertyValue::Int64(number) => Self::Int64(number),
            PropertyValue::String(text) => Self::String(text.to_vec().into()),
            PropertyValue::Binary(bytes) => Self::Binary(bytes.to_vec().into()),
            _ => Self::Binary(Payload::default()),
        }
    }
}

impl BmqMessage {
    /// A message that was received: its GUID, its properties, and its payload as it was before compression. The queue
    /// is for the caller to set, who knows which number it has.
    #[must_use]
    pub fn received(guid: MessageGuid, properties: Option<Properties<'_>>, payload: &[u8]) -> Self {
        let properties = properties.iter().flat_map(Properties::iter);
        Self {
            queue: None,
            guid: Some(guid.0),
            properties: properties
                .map(|property| (property.name().to_vec().into(), property.value().into()))
                .collect(),
            payload: payload.to_vec().into(),
        }
    }

    /// The properties as `bmq-codec` writes them.
    #[must_use]
    pub fn new_properties(&self) -> Vec<NewProperty<'_>> {
        self.properties
            .iter()
            .map(|(name, value)| NewProperty { name: name.as_bytes(), value: value.view() })
            .collect()
    }
}

impl BmqValue {
    fn view(&self) -> PropertyValue<'_> {
        match self {
            Self::Bool(value) => PropertyValue::Bool(*value),
            Self::Char(number) => PropertyValue::Char(*number),
            Self::Short(number) => PropertyValue::Short(*number),
            Self::Int32(number) => PropertyValue::Int32(*number),
            Self::Int64(number) => PropertyValue::Int64(*number),
            Self::String(text) => PropertyValue::String(text.as_bytes()),
            Self::Binary(bytes) => PropertyValue::Binary(bytes),
        }
    }
}
