//! Writing a properties area.

use super::{PropertyStyle, PropertyValue, limits};
use crate::names::{properties as area_at, property as at};
use codec_common::padding::{padding_len, word_padding};
use codec_common::{At, EncodeError, EncodeReason, Fault, Rule, Sink};

/// A property to be written.
#[derive(Clone, Copy, PartialEq)]
pub struct NewProperty<'a> {
    /// The name: 1 to 4095 bytes, the first of which is an ASCII letter or digit.
    pub name: &'a [u8],
    /// The value.
    pub value: PropertyValue<'a>,
}

impl<'a> NewProperty<'a> {
    /// A property of that name.
    #[must_use]
    pub const fn new(name: &'a str, value: PropertyValue<'a>) -> Self {
        Self { name: name.as_bytes(), value }
    }
}

impl<'a> From<super::Property<'a>> for NewProperty<'a> {
    fn from(property: super::Property<'a>) -> Self {
        Self { name: property.name(), value: property.value() }
    }
}

static EMPTY_NAME: Rule = Rule("a name must not be empty");
static FIRST_OF_NAME: Rule = Rule("a name begins with an ASCII letter or digit");

const HEADER: usize = 6;

fn data_len(properties: &[NewProperty<'_>]) -> usize {
    properties
        .iter()
        .fold(0usize, |sum, p| sum.saturating_add(p.name.len()).saturating_add(p.value.encoded_len()))
}

/// Length of the area with its padding; 0 for no properties. Reports what the official setter would refuse.
pub(crate) fn area_len(properties: &[NewProperty<'_>], fault: &mut Fault, whole: At) -> usize {
    if properties.is_empty() {
        return 0;
    }
    if properties.len() > limits::MAX_PROPERTIES {
        let error = EncodeError::too_many_items(properties.len(), limits::MAX_PROPERTIES, &area_at::COUNT);
        fault.report(error);
    }
    for (index, property) in properties.iter().enumerate() {
        fault.check_len(property.name.len(), limits::MAX_NAME, &at::NAME);
        fault.check_len(property.value.encoded_len(), limits::MAX_VALUE, &at::VALUE);
        match property.name.first() {
            None => fault.report(EncodeError::refused(&EMPTY_NAME, &at::NAME)),
            Some(first) if !first.is_ascii_alphanumeric() => {
                fault.report(EncodeError::bad_value((*first).into(), &FIRST_OF_NAME, &at::NAME));
            }
            Some(_) => {}
        }
        if properties.iter().take(index).any(|earlier| earlier.name == property.name) {
            fault.report(EncodeError::new(EncodeReason::Duplicate, &at::NAME));
        }
    }
    let headers = properties.len().saturating_add(1).saturating_mul(HEADER);
    let unpadded = headers.saturating_add(data_len(properties));
    fault.check_len(unpadded, limits::MAX_AREA, whole);
    unpadded.saturating_add(padding_len::<4>(unpadded))
}

/// Writes the area that `area_len` measured.
pub(crate) fn write_area<'a, S: Sink<'a>>(
    properties: &[NewProperty<'a>],
    style: PropertyStyle,
    sink: &mut S,
) {
    if properties.is_empty() {
        return;
    }
    let headers = properties.len().saturating_add(1).saturating_mul(HEADER);
    let unpadded = headers.saturating_add(data_len(properties));
    let padded = unpadded.saturating_add(padding_len::<4>(unpadded));
    let [_, a, b, c] = u32::try_from(padded >> 2).unwrap_or(u32::MAX).to_be_bytes();
    let count = u8::try_from(properties.len()).unwrap_or(u8::MAX);
    sink.put_array([0x1B, a, b, c, 0, count]);
    let mut offset = 0usize;
    for property in properties {
        let value_len = property.value.encoded_len();
        let number = match style {
            PropertyStyle::Old => value_len,
            PropertyStyle::New => offset,
        };
        offset = offset.saturating_add(property.name.len()).saturating_add(value_len);
        let [v0, v1, v2, v3] = u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
        let [n0, n1] = u16::try_from(property.name.len()).unwrap_or(u16::MAX).to_be_bytes();
        let kind = property.value.property_type().0;
        sink.put_array([(kind << 2) | (v0 & 0x03), v1, v2, v3, n0 & 0x0F, n1]);
    }
    for property in properties {
        sink.put(property.name);
        match property.value {
            PropertyValue::Bool(value) => sink.put_array([u8::from(value)]),
            PropertyValue::Char(value) => sink.put_array([value]),
            PropertyValue::Short(value) => sink.put_array(value.to_be_bytes()),
            PropertyValue::Int32(value) => sink.put_array(value.to_be_bytes()),
            PropertyValue::Int64(value) => sink.put_array(value.to_be_bytes()),
            PropertyValue::String(value) | PropertyValue::Binary(value) => sink.put_borrowed(value),
        }
    }
    sink.put(word_padding(unpadded));
}
