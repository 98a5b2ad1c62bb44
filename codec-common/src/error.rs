//! Errors of the message layer: what was wrong, at which byte, in which field.
//!
//! Both errors are small and `Copy`, because they ride in every `Result` of a hot loop: the names are one
//! pointer to a static [`Field`], the reason is a small enum. Errors of the frame layer are
//! [`FrameError`](crate::frame::FrameError).

use core::fmt;

/// The names of one field: protocol, message (or record) and field, each as its specification spells it.
///
/// Tables make one static `Field` for each field that they declare; decoding passes it down as [`At`], so that
/// an error knows its place without any work on the way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Short name of the protocol: `bmq`, `fila`, `mx`.
    pub protocol: &'static str,
    /// Name of the message or record that has the field.
    pub message: &'static str,
    /// Name of the field; empty where the message as a whole is meant.
    pub field: &'static str,
}

/// Where a value stands, by name: passed into every decode and measure.
pub type At = &'static Field;

impl Field {
    /// Names a field; usable in constants.
    #[must_use]
    pub const fn new(protocol: &'static str, message: &'static str, field: &'static str) -> Self {
        Self { protocol, message, field }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.protocol)?;
        f.write_str(" ")?;
        f.write_str(self.message)?;
        if !self.field.is_empty() {
            f.write_str(".")?;
            f.write_str(self.field)?;
        }
        Ok(())
    }
}

/// A rule in words ("must be 1 to 4"), kept behind one pointer so that [`Reason`] stays at 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule(pub &'static str);

/// Why bytes could not be decoded. Numbers that do not fit `u32` are shown as `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The value needs more bytes than are left in the message.
    Truncated {
        /// Bytes that the value needs from here on.
        needed: u32,
        /// Bytes that are left.
        left: u32,
    },
    /// Bytes are left over where none may follow.
    Trailing {
        /// How many.
        left: u32,
    },
    /// A count is larger than the bytes that are left could hold, or than the limit on items.
    CountTooLarge {
        /// The count on the wire.
        count: u32,
        /// The largest count that could be right.
        fits: u32,
    },
    /// A bool byte that is neither 0 nor 1.
    BadBool {
        /// The byte.
        value: u8,
    },
    /// A presence byte that is neither 0 nor 1.
    BadPresence {
        /// The byte.
        value: u8,
    },
    /// Text that is not UTF-8; the offset is that of the first bad byte.
    Utf8,
    /// A value that the specification excludes.
    BadValue {
        /// The value on the wire.
        value: u32,
        /// What it breaks.
        rule: &'static Rule,
    },
    /// A length, size or offset that cannot be right.
    BadLength {
        /// The length on the wire, in the unit of the field.
        length: u32,
        /// What it breaks.
        rule: &'static Rule,
    },
    /// A choice of which nothing known is chosen.
    UnsetChoice,
    /// Nesting beyond the limit.
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// Longer than the field or the limit allows.
    TooLong {
        /// The length.
        length: u32,
        /// The maximum.
        maximum: u32,
    },
    /// A checksum does not match its bytes.
    Checksum {
        /// The checksum on the wire.
        found: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// Compressed data is corrupt, truncated, or followed by other bytes.
    Inflate {
        /// What is wrong with it.
        rule: &'static Rule,
    },
    /// Padding whose last byte is out of range.
    Padding {
        /// The last byte.
        value: u8,
    },
    /// A name, key or option that may occur once occurs again.
    Duplicate,
    /// JSON text that is not UTF-8; the offset is that of the first bad byte.
    InvalidUtf8,
    /// Text that is not JSON.
    InvalidJson {
        /// What it breaks.
        rule: &'static Rule,
    },
    /// A JSON value that is not an object where the message has to be one.
    NotObject,
    /// A member that the message must have is not there; the offset is that of the object's closing brace.
    MissingField,
    /// A member whose value is of another JSON kind than it must be.
    WrongType {
        /// What it must be.
        rule: &'static Rule,
    },
    /// A version of the protocol that is not spoken here.
    UnsupportedVersion,
    /// A type of message that the protocol does not have.
    UnknownType,
    /// A member that the protocol defines occurs a second time in its object.
    DuplicateField,
    /// Half of a surrogate pair is escaped in a text, which so stands for no character.
    LoneSurrogate,
}

impl Reason {
    /// The reason's name in the vocabulary that errors, findings and JSON share (snake_case).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Truncated { .. } => "truncated",
            Self::Trailing { .. } => "trailing",
            Self::CountTooLarge { .. } => "count_too_large",
            Self::BadBool { .. } => "bad_bool",
            Self::BadPresence { .. } => "bad_presence",
            Self::Utf8 => "utf8",
            Self::BadValue { .. } => "bad_value",
            Self::BadLength { .. } => "bad_length",
            Self::UnsetChoice => "unset_choice",
            Self::TooDeep { .. } => "too_deep",
            Self::TooLong { .. } => "too_long",
            Self::Checksum { .. } => "checksum",
            Self::Inflate { .. } => "inflate",
            Self::Padding { .. } => "padding",
            Self::Duplicate => "duplicate",
            Self::InvalidUtf8 => "invalid_utf8",
            Self::InvalidJson { .. } => "invalid_json",
            Self::NotObject => "not_object",
            Self::MissingField => "missing_field",
            Self::WrongType { .. } => "wrong_type",
            Self::UnsupportedVersion => "unsupported_version",
            Self::UnknownType => "unknown_type",
            Self::DuplicateField => "duplicate_field",
            Self::LoneSurrogate => "lone_surrogate",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Truncated { needed, left } => write!(f, "needs {needed} more bytes, {left} left"),
            Self::Trailing { left } => write!(f, "{left} bytes left over"),
            Self::CountTooLarge { count, fits } => write!(f, "count {count}, at most {fits} can follow"),
            Self::BadBool { value } => write!(f, "bool byte is {value}, must be 0 or 1"),
            Self::BadPresence { value } => write!(f, "presence byte is {value}, must be 0 or 1"),
            Self::Utf8 => f.write_str("not UTF-8"),
            Self::BadValue { value, rule } => write!(f, "value {value}: {}", rule.0),
            Self::BadLength { length, rule } => write!(f, "length {length}: {}", rule.0),
            Self::UnsetChoice => f.write_str("nothing known is chosen"),
            Self::TooDeep { limit } => write!(f, "nested deeper than {limit}"),
            Self::TooLong { length, maximum } => write!(f, "length {length}, at most {maximum}"),
            Self::Checksum { found, computed } => {
                write!(f, "checksum {found:08x}, the bytes have {computed:08x}")
            }
            Self::Inflate { rule } => f.write_str(rule.0),
            Self::Padding { value } => write!(f, "last byte is {value}, no valid padding"),
            Self::Duplicate | Self::DuplicateField => f.write_str("occurs a second time"),
            Self::InvalidUtf8 => f.write_str("JSON text is not UTF-8"),
            Self::InvalidJson { rule } => write!(f, "not JSON: {}", rule.0),
            Self::NotObject => f.write_str("must be a JSON object"),
            Self::MissingField => f.write_str("is missing"),
            Self::WrongType { rule } => f.write_str(rule.0),
            Self::UnsupportedVersion => f.write_str("version is not supported"),
            Self::UnknownType => f.write_str("type is unknown"),
            Self::LoneSurrogate => f.write_str("lone surrogate escaped in text"),
        }
    }
}

/// A message could not be decoded: the reason, the absolute offset in the frame, and the field by name.
///
/// ```
/// use codec_common::{DecodeError, Field, Reader};
/// static QUEUE: Field = Field::new("fila", "Consume", "queue");
/// let error = Reader::new_at(&[0, 9, 9], 12).take(5, &QUEUE).unwrap_err();
/// assert_eq!(error.to_string(), "fila Consume.queue at byte 12: needs 5 more bytes, 3 left");
/// assert_eq!((error.reason().name(), error.offset(), error.field()), ("truncated", 12, "queue"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    at: At,
    offset: usize,
    reason: Reason,
}

// It rides in every Result of the decode loops.
const _: () = assert!(size_of::<DecodeError>() <= 32);

impl DecodeError {
    /// Makes an error; `offset` counts from the start of the frame.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub const fn new(reason: Reason, offset: usize, at: At) -> Self {
        Self { at, offset, reason }
    }

    /// `needed` bytes were wanted where `left` are left.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn truncated(needed: usize, left: usize, offset: usize, at: At) -> Self {
        Self::new(Reason::Truncated { needed: clamp(needed), left: clamp(left) }, offset, at)
    }

    /// `value` breaks `rule`.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub const fn bad_value(value: u32, rule: &'static Rule, offset: usize, at: At) -> Self {
        Self::new(Reason::BadValue { value, rule }, offset, at)
    }

    /// `length` bytes where at most `maximum` are allowed.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn too_long(length: usize, maximum: usize, offset: usize, at: At) -> Self {
        Self::new(Reason::TooLong { length: clamp(length), maximum: clamp(maximum) }, offset, at)
    }

    /// A length, size or offset breaks `rule`.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn bad_length(length: usize, rule: &'static Rule, offset: usize, at: At) -> Self {
        Self::new(Reason::BadLength { length: clamp(length), rule }, offset, at)
    }

    /// `count` items cannot follow; at most `fits` can.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn count_too_large(count: usize, fits: usize, offset: usize, at: At) -> Self {
        Self::new(Reason::CountTooLarge { count: clamp(count), fits: clamp(fits) }, offset, at)
    }

    /// `left` bytes follow where none may.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn trailing(left: usize, offset: usize, at: At) -> Self {
        Self::new(Reason::Trailing { left: clamp(left) }, offset, at)
    }

    /// What was wrong.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.reason
    }

    /// Absolute offset in the frame of the value that was wrong.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
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

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.at, self.offset, self.reason)
    }
}

impl core::error::Error for DecodeError {}

/// A length as the errors show it.
#[must_use]
pub(crate) fn clamp(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

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
            Self::BadValue { .. } => "bad_value",
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
            EncodeReason::Utf8 => f.write_str("not UTF-8"),
            EncodeReason::Duplicate => f.write_str("given a second time"),
        }
    }
}

impl core::error::Error for EncodeError {}

fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    static FIELD: Field = Field::new("test", "Thing", "length");

    #[test]
    fn errors_name_field_offset_and_numbers() {
        let error = DecodeError::bad_length(7, &Rule("must be even"), 40, &FIELD);
        assert_eq!(error.to_string(), "test Thing.length at byte 40: length 7: must be even");
        let error = EncodeError::too_long(70_000, 65_535, &FIELD);
        assert_eq!(error.to_string(), "test Thing.length: 70000 bytes, at most 65535 can be written");
    }

    #[test]
    fn a_field_without_a_name_is_the_whole_message() {
        static WHOLE: Field = Field::new("test", "Thing", "");
        let error = DecodeError::trailing(3, 9, &WHOLE);
        assert_eq!(error.to_string(), "test Thing at byte 9: 3 bytes left over");
    }

    #[test]
    fn numbers_too_large_for_the_error_are_clamped() {
        let error = DecodeError::truncated(usize::MAX, 1, 0, &FIELD);
        assert_eq!(error.reason(), Reason::Truncated { needed: u32::MAX, left: 1 });
    }
}
