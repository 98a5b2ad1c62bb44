//! One property, and one after the other.

use super::{Properties, PropertyValue};
use core::fmt;

/// One property. Two are equal when their names and values are, wherever they stand.
#[derive(Clone, Copy)]
pub struct Property<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: PropertyValue<'a>,
    pub(super) raw: &'a [u8],
    pub(super) offset: usize,
}

impl<'a> Property<'a> {
    /// The name: bytes, 1 to 4095 of them, of any kind (Java peers write ASCII only).
    #[inline]
    #[must_use]
    pub const fn name(&self) -> &'a [u8] {
        self.name
    }

    /// The value.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> PropertyValue<'a> {
        self.value
    }

    /// The bytes of the value.
    #[inline]
    #[must_use]
    pub const fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Offset of the name: in the event, or in the inflated data that it was read from.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// True for a system property, which the official library hides: its name does not begin with an ASCII letter
    /// or digit.
    #[must_use]
    pub fn is_system(&self) -> bool {
        !self.name.first().is_some_and(u8::is_ascii_alphanumeric)
    }
}

impl PartialEq for Property<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Eq for Property<'_> {}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.name.escape_ascii(), self.value)
    }
}

/// Properties in the order of the wire.
#[derive(Clone, Debug)]
pub struct PropertiesIter<'a> {
    pub(super) properties: Properties<'a>,
    pub(super) index: u8,
    pub(super) position: usize,
}

impl<'a> Iterator for PropertiesIter<'a> {
    type Item = Property<'a>;

    #[inline]
    fn next(&mut self) -> Option<Property<'a>> {
        if self.index == self.properties.count {
            return None;
        }
        // Checked as a whole when the area was read.
        let (header, value_len) = self.properties.header(self.index, self.position).ok()?;
        let rest = self.properties.area.get(self.position..)?;
        let (name, rest) = rest.split_at_checked(header.name_len)?;
        let raw = rest.get(..value_len)?;
        let property = Property {
            name,
            value: PropertyValue::decode(header.kind, raw)?,
            raw,
            offset: self.properties.offset.saturating_add(self.position),
        };
        self.index = self.index.wrapping_add(1);
        self.position = self.position.saturating_add(header.name_len).saturating_add(value_len);
        Some(property)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.properties.count.saturating_sub(self.index));
        (left, Some(left))
    }
}

impl ExactSizeIterator for PropertiesIter<'_> {}
