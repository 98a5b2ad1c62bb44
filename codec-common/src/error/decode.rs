//! What can be wrong with bytes.

use super::{At, Rule};
use core::fmt;

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
    /// A value that the specification excludes, and that is not told as a number: text, or one that is not there.
    Refused {
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
    /// Padding that is not as it is written: 1 to 4 bytes up to the end of a word, each their number.
    Padding {
        /// The byte that is not: the last one, or one that differs from it.
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
            Self::BadValue { .. } | Self::Refused { .. } => "bad_value",
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
            Self::Inflate { rule } | Self::Refused { rule } => f.write_str(rule.0),
            Self::Padding { value } => {
                write!(
                    f,
                    "padding byte {value}: must be 1 to 4 bytes up to the end of a word, each their number"
                )
            }
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

    /// A value that is not told as a number breaks `rule`.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub const fn refused(rule: &'static Rule, offset: usize, at: At) -> Self {
        Self::new(Reason::Refused { rule }, offset, at)
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
fn clamp(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
