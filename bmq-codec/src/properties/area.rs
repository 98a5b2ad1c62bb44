//! Reading a properties area.

use super::property::PropertiesIter;
use super::seen::Names;
use super::value::{UNKNOWN_TYPE, WRONG_SIZE};
use super::{Property, PropertyStyle, PropertyType, PropertyValue};
use crate::names::{properties as at, property as property_at};
use codec_common::{DecodeError, Reason, Rule};
use core::fmt;

/// The properties of a message: an area that was checked as a whole, so that iterating cannot fail.
///
/// Nothing is copied; looking a property up walks the headers. Order is that of the wire: the official C++ client
/// sorts by name, the Java client keeps the order in which they were set.
///
/// ```text
///        0               1               2               3
/// +---+-----+-----+-----------------------------------------------+
/// | r | mph | hdr |               area words (24)                 |  0   mph, hdr: header sizes / 2
/// +---+-----+-----+---------------+-------------------------------+
/// |   reserved    |       n       |                                  4
/// +-+---------+---+---------------+-------------------------------+
/// |r| type (5)|            value length or offset (26)    ...     |  for each property
/// +-+---------+-------------------+-------+-----------------------+
/// |  ...      |                   |   r   |   name length (12)    |
/// +-----------+-------------------+-------+-----------------------+
/// ```
#[derive(Clone, Copy)]
pub struct Properties<'a> {
    pub(super) area: &'a [u8],
    /// End of names and values: the area without its padding.
    end: usize,
    header: usize,
    stride: usize,
    pub(super) count: u8,
    style: PropertyStyle,
    pub(super) offset: usize,
}

static SHORT_HEADER: Rule = Rule("must be at least 6");
static AREA: Rule = Rule("must hold the headers and end inside the application data");
static NO_PROPERTY: Rule = Rule("an area holds 1 to 255 properties");
static FIRST_OFFSET: Rule =
    Rule("the first property of the new style must have offset 0, not a value length");
static BACKWARDS: Rule = Rule("an offset must not lie in front of the end of the name before it");
static NOT_THE_SUM: Rule = Rule("headers, names and values must fill the area exactly");

#[derive(Clone, Copy)]
pub(super) struct Header {
    pub(super) kind: PropertyType,
    value: usize,
    pub(super) name_len: usize,
}

impl Header {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read(bytes: [u8; 6]) -> Self {
        let [a, b, c, d, e, f] = bytes;
        let value = u32::from_be_bytes([a & 0x03, b, c, d]);
        Self {
            kind: PropertyType((a >> 2) & 0x1F),
            value: usize::try_from(value).unwrap_or(usize::MAX),
            name_len: usize::from(u16::from_be_bytes([e & 0x0F, f])),
        }
    }
}

impl<'a> Properties<'a> {
    /// Reads and checks the area at the front of `data`, whose offset in the event (or in inflated data) is
    /// `offset`. What follows the area in `data` is not looked at.
    ///
    /// # Errors
    /// `bad_length` for sizes, lengths and offsets that do not fit each other, `bad_value` for the number of
    /// properties or an unknown type, `padding`, `duplicate` for a name that occurs twice.
    #[inline]
    pub fn decode(data: &'a [u8], offset: usize, style: PropertyStyle) -> Result<Self, DecodeError> {
        let Some(&[sizes, a, b, c, _, count]) = data.first_chunk::<6>() else {
            return Err(DecodeError::truncated(6, data.len(), offset, &at::WHOLE));
        };
        let header = usize::from(sizes & 0x07) << 1;
        let stride = usize::from((sizes >> 3) & 0x07) << 1;
        if header < 6 {
            return Err(DecodeError::bad_length(header, &SHORT_HEADER, offset, &at::HEADER_SIZE));
        }
        if stride < 6 {
            return Err(DecodeError::bad_length(stride, &SHORT_HEADER, offset, &at::PROPERTY_SIZE));
        }
        if count == 0 {
            return Err(DecodeError::bad_value(0, &NO_PROPERTY, offset.saturating_add(5), &at::COUNT));
        }
        let words = usize::try_from(u32::from_be_bytes([0, a, b, c])).unwrap_or(usize::MAX);
        let area_len = words.saturating_mul(4);
        let headers_end = usize::from(count).saturating_mul(stride).saturating_add(header);
        let area = match data.get(..area_len) {
            Some(area) if area_len > headers_end => area,
            _ => {
                let offset = offset.saturating_add(1);
                return Err(DecodeError::bad_length(area_len, &AREA, offset, &at::AREA_WORDS));
            }
        };
        let last = area.last().copied().unwrap_or_default();
        let end = area_len.saturating_sub(usize::from(last));
        if !(1..=4).contains(&last) || end < headers_end {
            let offset = offset.saturating_add(area_len).saturating_sub(1);
            return Err(DecodeError::new(Reason::Padding { value: last }, offset, &at::PADDING));
        }
        let properties = Self { area, end, header, stride, count, style, offset };
        properties.check(headers_end)?;
        Ok(properties)
    }

    /// One pass over the headers: types, sizes, offsets, the sum, and names that occur twice.
    #[inline]
    fn check(&self, mut position: usize) -> Result<(), DecodeError> {
        let mut names = Names::default();
        for index in 0..self.count {
            let (header, value_len) = self.header(index, position)?;
            let name = self.area.get(position..position.saturating_add(header.name_len)).unwrap_or_default();
            let next = position.saturating_add(header.name_len).saturating_add(value_len);
            if next > self.end {
                return Err(self.not_the_sum(next));
            }
            if names.may_have(name) && self.iter().take(index.into()).any(|earlier| earlier.name == name) {
                let offset = self.offset.saturating_add(position);
                return Err(DecodeError::new(Reason::Duplicate, offset, &property_at::NAME));
            }
            position = next;
        }
        if position != self.end {
            return Err(self.not_the_sum(position));
        }
        Ok(())
    }

    /// Header of property `index`, whose name begins at `position`, and the length of its value.
    #[inline]
    pub(super) fn header(&self, index: u8, position: usize) -> Result<(Header, usize), DecodeError> {
        let header = self.raw_header(index);
        let value_len = match self.style {
            PropertyStyle::Old => header.value,
            PropertyStyle::New => {
                let data = self.header.saturating_add(usize::from(self.count).saturating_mul(self.stride));
                let start = data.saturating_add(header.value);
                if start != position {
                    // Only the first can: each value ends where the next offset says.
                    return Err(self.header_fault(index, header.value, &FIRST_OFFSET));
                }
                let next = index.wrapping_add(1);
                let end = if next == self.count {
                    self.end
                } else {
                    data.saturating_add(self.raw_header(next).value)
                };
                let name_end = position.saturating_add(header.name_len);
                match end.checked_sub(name_end) {
                    Some(len) => len,
                    None => return Err(self.short_value(next, name_end)),
                }
            }
        };
        match header.kind.fixed_len() {
            Some(size) if size != value_len => Err(self.header_fault(index, value_len, &WRONG_SIZE)),
            None if header.kind.name().is_none() => Err(self.type_fault(index, header.kind)),
            _ => Ok((header, value_len)),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn raw_header(&self, index: u8) -> Header {
        let start = self.header_start(index);
        let bytes = self.area.get(start..).and_then(<[u8]>::first_chunk::<6>);
        // All headers are inside the area; zeros would be refused as a type.
        Header::read(bytes.copied().unwrap_or_default())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn header_start(&self, index: u8) -> usize {
        usize::from(index).wrapping_mul(self.stride).wrapping_add(self.header)
    }

    #[cold]
    fn header_fault(&self, index: u8, length: usize, rule: &'static Rule) -> DecodeError {
        let offset = self.offset.saturating_add(self.header_start(index));
        DecodeError::bad_length(length, rule, offset, &property_at::VALUE)
    }

    /// A name of the new style that ends behind the next offset, or behind the area.
    #[cold]
    fn short_value(&self, next: u8, name_end: usize) -> DecodeError {
        if next == self.count {
            return self.not_the_sum(name_end);
        }
        self.header_fault(next, self.raw_header(next).value, &BACKWARDS)
    }

    #[cold]
    fn type_fault(&self, index: u8, kind: PropertyType) -> DecodeError {
        let offset = self.offset.saturating_add(self.header_start(index));
        DecodeError::bad_value(kind.0.into(), &UNKNOWN_TYPE, offset, &property_at::TYPE)
    }

    #[cold]
    fn not_the_sum(&self, sum: usize) -> DecodeError {
        DecodeError::bad_length(sum, &NOT_THE_SUM, self.offset, &at::AREA_WORDS)
    }

    /// The bytes of the area, padding included.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.area
    }

    /// Offset of the area: in the event, or in the inflated data that it was read from.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// How many properties there are: 1 to 255.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// False: an area holds at least one property.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The style that it was read as.
    #[inline]
    #[must_use]
    pub const fn style(&self) -> PropertyStyle {
        self.style
    }

    /// The properties in the order of the wire.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> PropertiesIter<'a> {
        let data = self.header.saturating_add(usize::from(self.count).saturating_mul(self.stride));
        PropertiesIter { properties: *self, index: 0, position: data }
    }

    /// The value of the property of that name.
    #[must_use]
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<PropertyValue<'a>> {
        self.iter().find(|property| property.name == name.as_ref()).map(|property| property.value)
    }

    /// What is to be told and not refused: padding whose bytes differ, empty names, bool bytes above 1.
    pub fn findings(&self, found: &mut dyn FnMut(DecodeError)) {
        if let Some(padding) = self.area.get(self.end..) {
            let last = padding.last().copied().unwrap_or_default();
            if let Some(value) = padding.iter().copied().find(|byte| *byte != last) {
                let offset = self.offset.saturating_add(self.end);
                found(DecodeError::new(Reason::Padding { value }, offset, &at::PADDING));
            }
        }
        for property in self.iter() {
            if property.name.is_empty() {
                found(DecodeError::bad_length(0, &EMPTY_NAME, property.offset, &property_at::NAME));
            }
            if let (PropertyValue::Bool(_), &[value]) = (property.value, property.raw)
                && value > 1
            {
                let offset = property.offset.saturating_add(property.name.len());
                found(DecodeError::new(Reason::BadBool { value }, offset, &property_at::VALUE));
            }
        }
    }
}

static EMPTY_NAME: Rule = Rule("a name has 1 to 4095 bytes");

impl fmt::Debug for Properties<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Two areas are equal when their properties are, whatever their style.
impl PartialEq for Properties<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl<'a> IntoIterator for Properties<'a> {
    type Item = Property<'a>;
    type IntoIter = PropertiesIter<'a>;

    fn into_iter(self) -> PropertiesIter<'a> {
        self.iter()
    }
}

#[cfg(test)]
#[path = "area_tests.rs"]
mod tests;
