//! Types and values of properties.

use codec_common::{Rule, open_enum};
use core::fmt;

open_enum! {
    /// Type of a property: five bits. 0 and 8 to 31 are refused.
    PropertyType: u8 {
        /// One byte: 1 is true.
        BOOL = 1,
        /// One byte; Java calls it BYTE.
        CHAR = 2,
        /// Two bytes, signed.
        SHORT = 3,
        /// Four bytes, signed.
        INT32 = 4,
        /// Eight bytes, signed.
        INT64 = 5,
        /// Bytes that are text; no encoding is checked.
        STRING = 6,
        /// Bytes.
        BINARY = 7,
    }
}

impl PropertyType {
    /// Bytes of every value of the type; `None` where values differ in length.
    #[inline]
    #[must_use]
    pub const fn fixed_len(self) -> Option<usize> {
        match self {
            Self::BOOL | Self::CHAR => Some(1),
            Self::SHORT => Some(2),
            Self::INT32 => Some(4),
            Self::INT64 => Some(8),
            _ => None,
        }
    }
}

/// The value of a property.
///
/// `Debug` shows lengths in place of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PropertyValue<'a> {
    /// True for the byte 1 only, as in the official library.
    Bool(bool),
    /// A byte.
    Char(u8),
    /// A 16-bit number.
    Short(i16),
    /// A 32-bit number.
    Int32(i32),
    /// A 64-bit number.
    Int64(i64),
    /// Text: bytes, since peers check no encoding.
    String(&'a [u8]),
    /// Bytes.
    Binary(&'a [u8]),
}

impl fmt::Debug for PropertyValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "BOOL {value}"),
            Self::Char(value) => write!(f, "CHAR {value}"),
            Self::Short(value) => write!(f, "SHORT {value}"),
            Self::Int32(value) => write!(f, "INT32 {value}"),
            Self::Int64(value) => write!(f, "INT64 {value}"),
            Self::String(value) => write!(f, "STRING <{} bytes>", value.len()),
            Self::Binary(value) => write!(f, "BINARY <{} bytes>", value.len()),
        }
    }
}

pub(super) static UNKNOWN_TYPE: Rule = Rule("properties have type 1 to 7");
pub(super) static WRONG_SIZE: Rule = Rule("the value must have the size of its type");

impl<'a> PropertyValue<'a> {
    /// The type.
    #[must_use]
    pub const fn property_type(&self) -> PropertyType {
        match self {
            Self::Bool(_) => PropertyType::BOOL,
            Self::Char(_) => PropertyType::CHAR,
            Self::Short(_) => PropertyType::SHORT,
            Self::Int32(_) => PropertyType::INT32,
            Self::Int64(_) => PropertyType::INT64,
            Self::String(_) => PropertyType::STRING,
            Self::Binary(_) => PropertyType::BINARY,
        }
    }

    /// Bytes of the encoded value.
    #[inline]
    #[must_use]
    pub const fn encoded_len(&self) -> usize {
        match self {
            Self::Bool(_) | Self::Char(_) => 1,
            Self::Short(_) => 2,
            Self::Int32(_) => 4,
            Self::Int64(_) => 8,
            Self::String(value) | Self::Binary(value) => value.len(),
        }
    }

    /// Reads a value whose type and length were checked; `None` when they do not fit each other.
    #[inline]
    pub(super) fn decode(kind: PropertyType, bytes: &'a [u8]) -> Option<Self> {
        Some(match kind {
            PropertyType::BOOL => Self::Bool(matches!(bytes, [1])),
            PropertyType::CHAR => Self::Char(*bytes.first()?),
            PropertyType::SHORT => Self::Short(i16::from_be_bytes(*bytes.first_chunk()?)),
            PropertyType::INT32 => Self::Int32(i32::from_be_bytes(*bytes.first_chunk()?)),
            PropertyType::INT64 => Self::Int64(i64::from_be_bytes(*bytes.first_chunk()?)),
            PropertyType::STRING => Self::String(bytes),
            PropertyType::BINARY => Self::Binary(bytes),
            _ => return None,
        })
    }
}
