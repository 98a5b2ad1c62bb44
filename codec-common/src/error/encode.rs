//! What can be wrong with values.

use super::{At, Rule};
use core::fmt;

/// Why a value could not be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodeReason {
    /// Longer than its length prefix or its limit can say.
    TooLong {
        /// Its length, in bytes.
        length: u64,
        /// The maximum.
        maximum: u64,
    },
    /// Fewer bytes than were announced.
    TooShort {
        /// How many came.
        length: u64,
        /// How many were announced.
        expected: u64,
    },
    /// More items than the count can say.
    TooManyItems {
        /// How many there are.
        length: u64,
        /// The maximum.
        maximum: u64,
    },
    /// The output slice is too short.
    BufferTooSmall {
        /// Bytes that the encoding needs.
        length: u64,
        /// Bytes that the slice has.
        maximum: u64,
    },
    /// A value that the canonical writer would refuse.
    BadValue {
        /// The value.
        value: u32,
        /// What it breaks.
        rule: &'static Rule,
    },
    /// A value that the canonical writer would refuse, and that is not told as a number: text, or one that is not there.
    Refused {
        /// What it breaks.
        rule: &'static Rule,
    },
    /// Text that is not UTF-8, in a form that can only carry UTF-8.
    Utf8,
    /// A name, key or option that may occur once was given again.
    Duplicate,
}

impl EncodeReason {
    /// The reason's name in the vocabulary that errors, findings and JSON share (snake_case).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "too_long",
            Self::TooShort { .. } => "too_short",
            Self::TooManyItems { .. } => "too_many_items",
            Self::BufferTooSmall { .. } => "buffer_too_small",
            Self::BadValue { .. } | Self::Refused { .. } => "bad_value",
            Self::Utf8 => "utf8",
            Self::Duplicate => "duplicate",
        }
    }
}

/// A value could not be encoded: the field by name, its length and the maximum. The output is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    at: At,
    reason: EncodeReason,
}

impl EncodeError {
    /// Makes an error.
    #[cold]
    #[must_use]
    pub const fn new(reason: EncodeReason, at: At) -> Self {
        Self { at, reason }
    }

    /// `length` bytes where at most `maximum` fit.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn too_long(length: usize, maximum: usize, at: At) -> Self {
        Self::new(EncodeReason::TooLong { length: wide(length), maximum: wide(maximum) }, at)
    }

    /// `length` bytes where `expected` were announced.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn too_short(length: usize, expected: usize, at: At) -> Self {
        Self::new(EncodeReason::TooShort { length: wide(length), expected: wide(expected) }, at)
    }

    /// `length` items where at most `maximum` fit.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn too_many_items(length: usize, maximum: usize, at: At) -> Self {
        Self::new(EncodeReason::TooManyItems { length: wide(length), maximum: wide(maximum) }, at)
    }

    /// The output has `maximum` bytes, `length` are needed.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn buffer_too_small(length: usize, maximum: usize, at: At) -> Self {
        Self::new(EncodeReason::BufferTooSmall { length: wide(length), maximum: wide(maximum) }, at)
    }

    /// `value` breaks `rule`.
    #[cold]
    #[must_use]
    pub const fn bad_value(value: u32, rule: &'static Rule, at: At) -> Self {
        Self::new(EncodeReason::BadValue { value, rule }, at)
    }

    /// A value that is not told as a number breaks `rule`.
    #[cold]
    #[must_use]
    pub const fn refused(rule: &'static Rule, at: At) -> Self {
        Self::new(EncodeReason::Refused { rule }, at)
    }

    /// What was wrong.
    #[must_use]
    pub const fn reason(&self) -> EncodeReason {
        self.reason
    }

    /// The names of the place.
    #[must_use]
    pub const fn at(&self) -> At {
        self.at
    }

    /// Name of the message or record.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.at.message
    }

    /// Name of the field; empty where the message as a whole is meant.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.at.field
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match self.reason {
            EncodeReason::TooLong { length, maximum } => {
                write!(f, "{length} bytes, at most {maximum} can be written")
            }
            EncodeReason::TooShort { length, expected } => {
                write!(f, "{length} bytes, {expected} were announced")
            }
            EncodeReason::TooManyItems { length, maximum } => {
                write!(f, "{length} items, at most {maximum} can be written")
            }
            EncodeReason::BufferTooSmall { length, maximum } => {
                write!(f, "needs {length} bytes, the output has {maximum}")
            }
            EncodeReason::BadValue { value, rule } => write!(f, "value {value}: {}", rule.0),
            EncodeReason::Refused { rule } => f.write_str(rule.0),
            EncodeReason::Utf8 => f.write_str("not UTF-8"),
            EncodeReason::Duplicate => f.write_str("given a second time"),
        }
    }
}

impl core::error::Error for EncodeError {}

fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
