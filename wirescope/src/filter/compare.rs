//! Compares a value of a line with what a filter asks for.

use super::expr::{Check, Comparison, Value as Wanted};
use crate::hex;
use memchr::memmem;
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::cmp::Ordering;

/// True when the value, or any item of an array, satisfies the check. `bytes` says that text is hexadecimal.
pub(super) fn any(value: &Value, bytes: bool, check: &Check) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| any(item, bytes, check)),
        // Text that is not UTF-8.
        Value::Object(members) if members.len() == 1 && members.contains_key("hex") => {
            members.values().any(|hex| any(hex, true, check))
        }
        Value::Null => match check {
            Check::Exists | Check::Matches(_) => false,
            Check::Compare(Comparison::Equal, wanted) => *wanted == Wanted::Null,
            Check::Compare(comparison, wanted) => {
                *comparison == Comparison::Differs && *wanted != Wanted::Null
            }
        },
        value => match check {
            Check::Exists => true,
            Check::Matches(pattern) => text(value, bytes).is_some_and(|text| pattern.0.is_match(&text)),
            Check::Compare(comparison, wanted) => compare(value, bytes, *comparison, wanted),
        },
    }
}

/// What a pattern is searched in: text, or bytes read as text.
fn text(value: &Value, bytes: bool) -> Option<Cow<'_, str>> {
    let text = value.as_str()?;
    let decoded = if bytes { hex::decode(text) } else { None };
    Some(match decoded {
        Some(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
        None => text.into(),
    })
}

fn compare(value: &Value, bytes: bool, comparison: Comparison, wanted: &Wanted) -> bool {
    match (value, wanted) {
        (Value::Object(_), _) => false,
        (Value::String(text), Wanted::Text(wanted)) => {
            let decoded = if bytes { hex::decode(text) } else { None };
            parts(decoded.as_deref().unwrap_or(text.as_bytes()), comparison, wanted.as_bytes())
        }
        (Value::String(text), Wanted::Bytes(wanted)) => match digits(text) {
            Some(bytes) => parts(&bytes, comparison, wanted),
            None => comparison == Comparison::Differs,
        },
        (Value::Number(number), Wanted::Bytes(bytes)) => {
            ordered(big_endian(bytes).and_then(|wanted| order(number, wanted)), comparison)
        }
        (Value::Number(number), Wanted::Integer(wanted)) => ordered(order(number, *wanted), comparison),
        (Value::Number(number), Wanted::Float(wanted)) => ordered(order_float(number, *wanted), comparison),
        (Value::Bool(value), Wanted::Bool(wanted)) => {
            ordered((value == wanted).then_some(Ordering::Equal), comparison)
        }
        _ => comparison == Comparison::Differs,
    }
}

/// The bytes that text in hexadecimal means; GUIDs are in upper case, UUIDs have hyphens, opcodes a prefix.
fn digits(text: &str) -> Option<Vec<u8>> {
    let text = text.strip_prefix("0x").unwrap_or(text);
    if text.contains('-') { hex::decode(&text.replace('-', "")) } else { hex::decode(text) }
}

fn parts(value: &[u8], comparison: Comparison, wanted: &[u8]) -> bool {
    match comparison {
        Comparison::Contains => memmem::find(value, wanted).is_some(),
        Comparison::StartsWith => value.starts_with(wanted),
        Comparison::EndsWith => value.ends_with(wanted),
        comparison => ordered(Some(value.cmp(wanted)), comparison),
    }
}

/// What the order of two values means for a comparison; values without an order differ.
fn ordered(order: Option<Ordering>, comparison: Comparison) -> bool {
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::Differs => order != Some(Ordering::Equal),
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::AtMost => order.is_some_and(Ordering::is_le),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::AtLeast => order.is_some_and(Ordering::is_ge),
        Comparison::Contains | Comparison::StartsWith | Comparison::EndsWith => false,
    }
}

/// At most 8 bytes as a number.
fn big_endian(bytes: &[u8]) -> Option<i128> {
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |number, byte| (number << 8) | i128::from(*byte)))
}

fn order(number: &Number, wanted: i128) -> Option<Ordering> {
    match (number.as_i128(), number.as_f64()) {
        (Some(number), _) => Some(number.cmp(&wanted)),
        (None, Some(float)) => integer_and_float(wanted, float).map(Ordering::reverse),
        (None, None) => None,
    }
}

fn order_float(number: &Number, wanted: f64) -> Option<Ordering> {
    match (number.as_i128(), number.as_f64()) {
        (Some(number), _) => integer_and_float(number, wanted),
        (None, Some(float)) => float.partial_cmp(&wanted),
        (None, None) => None,
    }
}

/// Compares exactly: an integer of 64 bits may have more digits than a float.
fn integer_and_float(integer: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    // A cast saturates far beyond 64 bits, and of what is within it cuts the fraction only.
    let whole = float.trunc() as i128;
    Some(integer.cmp(&whole).then_with(|| 0.0.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_64_bits_compare_exactly_with_floats() {
        let table = [
            (9_007_199_254_740_993, 9_007_199_254_740_992.0, Ordering::Greater),
            (i128::from(u64::MAX), 18_446_744_073_709_551_616.0, Ordering::Less),
            (2, 2.0, Ordering::Equal),
            (2, 2.5, Ordering::Less),
            (-2, -2.5, Ordering::Greater),
            (-3, -2.5, Ordering::Less),
            (0, 1e300, Ordering::Less),
            (0, -1e300, Ordering::Greater),
        ];
        for (integer, float, order) in table {
            assert_eq!(integer_and_float(integer, float), Some(order), "{integer} {float}");
        }
    }

    #[test]
    fn bytes_are_numbers_up_to_eight() {
        assert_eq!(big_endian(&[1, 0]), Some(256));
        assert_eq!(big_endian(&[0xFF; 8]), Some(i128::from(u64::MAX)));
        assert_eq!(big_endian(&[0; 9]), None);
    }
}
