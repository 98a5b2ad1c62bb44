//! Values of headers.

use alloc::string::String;

use super::Payload;
use crate::Timestamp;

/// A header's value: "Values keep a type: text, number, true/false, time or bytes."
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HeaderValue {
    /// Text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A whole number that has no sign at its source; AMQP brings it in.
    Uint(u64),
    /// A fraction.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A point in time.
    Time(Timestamp),
    /// Bytes.
    Bytes(Payload),
    /// Nothing; only AMQP brings it in.
    Null,
}

impl HeaderValue {
    /// The text of a text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, where it is whole and fits: of a number of any type.
    #[must_use]
    pub fn as_whole(&self) -> Option<i128> {
        match self {
            Self::Int(number) => Some(i128::from(*number)),
            Self::Uint(number) => Some(i128::from(*number)),
            Self::Float(number) => whole(*number),
            _ => None,
        }
    }
}

/// The number of a float without a fraction.
fn whole(number: f64) -> Option<i128> {
    // Behind 2^53 every float is whole, but its last digits are no one's.
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    #[allow(clippy::as_conversions, clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    (number % 1.0 == 0.0 && (-LIMIT..=LIMIT).contains(&number)).then_some(number as i128)
}

impl From<&str> for HeaderValue {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for HeaderValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for HeaderValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for HeaderValue {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<u64> for HeaderValue {
    fn from(number: u64) -> Self {
        Self::Uint(number)
    }
}

impl From<f64> for HeaderValue {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl From<Timestamp> for HeaderValue {
    fn from(time: Timestamp) -> Self {
        Self::Time(time)
    }
}

impl From<Payload> for HeaderValue {
    fn from(bytes: Payload) -> Self {
        Self::Bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_any_type() {
        for (value, expected) in [
            (HeaderValue::Int(-1), Some(-1)),
            (HeaderValue::Uint(u64::MAX), Some(u64::MAX.into())),
            (HeaderValue::Float(42.0), Some(42)),
            (HeaderValue::Float(3.5), None),
            (HeaderValue::Float(1e300), None),
            (HeaderValue::Float(f64::NAN), None),
            (HeaderValue::Float(f64::INFINITY), None),
            (HeaderValue::Bool(true), None),
        ] {
            assert_eq!(value.as_whole(), expected, "{value:?}");
        }
    }
}
