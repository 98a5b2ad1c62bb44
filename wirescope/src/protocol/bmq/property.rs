//! Message properties, as JSON and back.

use crate::fields::{FieldError, Fields, bytes, from_text_or_hex, text_or_hex};
use crate::hex;
use bmq_codec::{NewProperty, Property, PropertyType, PropertyValue};
use serde_json::{Value, json};

/// `{"name","type","value"}`; a CHAR is a byte and so hexadecimal text.
pub(super) fn json(property: Property<'_>) -> Value {
    let value = match property.value() {
        PropertyValue::Bool(value) => value.into(),
        PropertyValue::Char(value) => hex::encode(&[value]).into(),
        PropertyValue::Short(value) => value.into(),
        PropertyValue::Int32(value) => value.into(),
        PropertyValue::Int64(value) => value.into(),
        PropertyValue::String(value) => text_or_hex(value),
        PropertyValue::Binary(value) => hex::encode(value).into(),
        _ => hex::encode(property.raw()).into(),
    };
    json!({
        "name": text_or_hex(property.name()),
        "type": property.value().property_type().name(),
        "value": value,
    })
}

/// A property that owns what it was read from.
pub(super) struct OwnedProperty {
    name: Vec<u8>,
    value: OwnedValue,
}

enum OwnedValue {
    Bool(bool),
    Char(u8),
    Short(i16),
    Int32(i32),
    Int64(i64),
    String(Vec<u8>),
    Binary(Vec<u8>),
}

impl OwnedProperty {
    pub(super) fn read(property: &Value) -> Result<Self, FieldError> {
        let fields = Fields::of(property)?;
        let name = from_text_or_hex(fields.required("name")?).map_err(|error| error.within("name"))?;
        let kind = fields.text("type")?;
        let kind = PropertyType::from_name(kind)
            .ok_or_else(|| FieldError::new("type", format!("{kind:?} is not known")))?;
        let value = read_value(kind, fields.required("value")?).map_err(|error| error.within("value"))?;
        Ok(Self { name, value })
    }

    pub(super) fn borrow(&self) -> NewProperty<'_> {
        let value = match &self.value {
            OwnedValue::Bool(value) => PropertyValue::Bool(*value),
            OwnedValue::Char(value) => PropertyValue::Char(*value),
            OwnedValue::Short(value) => PropertyValue::Short(*value),
            OwnedValue::Int32(value) => PropertyValue::Int32(*value),
            OwnedValue::Int64(value) => PropertyValue::Int64(*value),
            OwnedValue::String(value) => PropertyValue::String(value),
            OwnedValue::Binary(value) => PropertyValue::Binary(value),
        };
        NewProperty { name: &self.name, value }
    }
}

fn read_value(kind: PropertyType, value: &Value) -> Result<OwnedValue, FieldError> {
    Ok(match kind {
        PropertyType::BOOL => {
            OwnedValue::Bool(value.as_bool().ok_or_else(|| FieldError::new("", "must be true or false"))?)
        }
        PropertyType::CHAR => match bytes(value)?[..] {
            [byte] => OwnedValue::Char(byte),
            _ => return Err(FieldError::new("", "must be one byte as two hexadecimal digits")),
        },
        PropertyType::SHORT => OwnedValue::Short(signed(value)?),
        PropertyType::INT32 => OwnedValue::Int32(signed(value)?),
        PropertyType::INT64 => OwnedValue::Int64(signed(value)?),
        PropertyType::STRING => OwnedValue::String(from_text_or_hex(value)?),
        _ => OwnedValue::Binary(bytes(value)?),
    })
}

fn signed<T: TryFrom<i64>>(value: &Value) -> Result<T, FieldError> {
    let number = value.as_i64().ok_or_else(|| FieldError::new("", "must be an integer"))?;
    T::try_from(number).map_err(|_| FieldError::new("", format!("{number} does not fit the type")))
}
