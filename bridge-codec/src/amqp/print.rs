//! Values as text.

use alloc::string::{String, ToString};
use core::fmt::Write;

use super::{AmqpId, AmqpValue};

/// Lists, maps, arrays and described values inside each other are printed to this depth.
const MAX_DEPTH: u8 = 16;

/// Lowercase hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0x0F)]).collect()
}

/// A UUID in its usual form.
pub(crate) fn uuid(bytes: [u8; 16]) -> String {
    let digits = hex(&bytes);
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if matches!(index, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.push(digit);
    }
    text
}

/// An id as text: a UUID in its usual form, a number in decimal, binary in hex.
pub(super) fn id(id: &AmqpId) -> String {
    match id {
        AmqpId::String(text) => text.clone(),
        AmqpId::Uuid(bytes) => uuid(*bytes),
        AmqpId::Ulong(number) => number.to_string(),
        AmqpId::Binary(bytes) => hex(bytes),
    }
}

/// A value that headers have no type for: `[a b]`, `map[k:v]`.
pub(super) fn value(value: &AmqpValue) -> String {
    let mut text = String::new();
    print(value, MAX_DEPTH, &mut text);
    text
}

fn print(value: &AmqpValue, depth: u8, out: &mut String) {
    // Writing into a string does not fail.
    let _ = match value {
        AmqpValue::Null => out.write_str("null"),
        AmqpValue::Boolean(value) => write!(out, "{value}"),
        AmqpValue::Ubyte(number) => write!(out, "{number}"),
        AmqpValue::Ushort(number) => write!(out, "{number}"),
        AmqpValue::Uint(number) => write!(out, "{number}"),
        AmqpValue::Ulong(number) => write!(out, "{number}"),
        AmqpValue::Byte(number) => write!(out, "{number}"),
        AmqpValue::Short(number) => write!(out, "{number}"),
        AmqpValue::Int(number) => write!(out, "{number}"),
        AmqpValue::Long(number) => write!(out, "{number}"),
        AmqpValue::Float(number) => write!(out, "{number}"),
        AmqpValue::Double(number) => write!(out, "{number}"),
        AmqpValue::Char(character) => out.write_char(*character),
        AmqpValue::Timestamp(time) => write!(out, "{time}"),
        AmqpValue::Uuid(bytes) => out.write_str(&uuid(*bytes)),
        AmqpValue::Binary(bytes) => out.write_str(&hex(bytes)),
        AmqpValue::Decimal32(bytes) => out.write_str(&hex(bytes)),
        AmqpValue::Decimal64(bytes) => out.write_str(&hex(bytes)),
        AmqpValue::Decimal128(bytes) => out.write_str(&hex(bytes)),
        AmqpValue::String(text) | AmqpValue::Symbol(text) => out.write_str(text),
        AmqpValue::List(_) | AmqpValue::Map(_) | AmqpValue::Array(_) | AmqpValue::Described(_)
            if depth == 0 =>
        {
            out.write_str("...")
        }
        AmqpValue::List(items) => list(items, depth, out),
        AmqpValue::Array(array) => list(&array.items, depth, out),
        AmqpValue::Described(described) => {
            print(&described.1, depth.saturating_sub(1), out);
            Ok(())
        }
        AmqpValue::Map(entries) => {
            out.push_str("map[");
            for (index, (key, value)) in entries.iter().enumerate() {
                separate(index, out);
                print(key, depth.saturating_sub(1), out);
                out.push(':');
                print(value, depth.saturating_sub(1), out);
            }
            out.write_char(']')
        }
    };
}

fn list(items: &[AmqpValue], depth: u8, out: &mut String) -> core::fmt::Result {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        separate(index, out);
        print(item, depth.saturating_sub(1), out);
    }
    out.write_char(']')
}

fn separate(index: usize, out: &mut String) {
    if index > 0 {
        out.push(' ');
    }
}
