//! Arrays onto the wire: one constructor, then items without any.

use codec_common::{At, EncodeError, Rule};
use core::mem::discriminant;

use super::codes;
use super::write_value::{MAX_NULLS, Output, ascii, deeper, length};
use crate::{AmqpArray, AmqpValue};

static ONE_TYPE: Rule = Rule("the items of an array are of one type, without descriptors of their own");

impl Output<'_> {
    /// Constructor and items; gives their number. The constructor is the narrowest that does for all items; what
    /// holds others has the wide one.
    pub(super) fn array(&mut self, array: &AmqpArray, depth: usize, at: At) -> Result<usize, EncodeError> {
        let mut depth = deeper(depth, at)?;
        for descriptor in &array.descriptors {
            depth = deeper(depth, at)?;
            self.put(&[codes::DESCRIBED]);
            self.value(descriptor, depth, at)?;
        }
        let items = &array.items;
        let Some(first) = items.first() else {
            self.put(&[codes::NULL]);
            return Ok(0);
        };
        let of_one_type = items.iter().all(|item| discriminant(item) == discriminant(first));
        if !of_one_type || matches!(first, AmqpValue::Described(_)) {
            return Err(EncodeError::bad_value(0, &ONE_TYPE, at));
        }
        if matches!(first, AmqpValue::Null) {
            self.nulls = self.nulls.saturating_add(items.len());
            if self.nulls > MAX_NULLS {
                return Err(EncodeError::too_many_items(self.nulls, MAX_NULLS, at));
            }
        }
        let narrow = items.iter().all(is_narrow);
        self.put(&[code(first, narrow)]);
        for item in items {
            self.item(item, narrow, depth, at)?;
        }
        Ok(items.len())
    }

    fn item(&mut self, item: &AmqpValue, narrow: bool, depth: usize, at: At) -> Result<(), EncodeError> {
        match item {
            AmqpValue::Null | AmqpValue::Described(_) => {}
            AmqpValue::Boolean(value) => self.put(&[u8::from(*value)]),
            AmqpValue::Ubyte(number) => self.put(&[*number]),
            AmqpValue::Ushort(number) => self.put(&number.to_be_bytes()),
            AmqpValue::Uint(number) => self.low(number.to_be_bytes(), narrow),
            AmqpValue::Ulong(number) => self.low(number.to_be_bytes(), narrow),
            AmqpValue::Byte(number) => self.put(&number.to_be_bytes()),
            AmqpValue::Short(number) => self.put(&number.to_be_bytes()),
            AmqpValue::Int(number) => self.low(number.to_be_bytes(), narrow),
            AmqpValue::Long(number) => self.low(number.to_be_bytes(), narrow),
            AmqpValue::Float(number) => self.put(&number.to_be_bytes()),
            AmqpValue::Double(number) => self.put(&number.to_be_bytes()),
            AmqpValue::Decimal32(bytes) => self.put(bytes),
            AmqpValue::Decimal64(bytes) => self.put(bytes),
            AmqpValue::Decimal128(bytes) | AmqpValue::Uuid(bytes) => self.put(bytes),
            AmqpValue::Char(character) => self.put(&u32::from(*character).to_be_bytes()),
            AmqpValue::Timestamp(time) => self.put(&time.as_millis().to_be_bytes()),
            AmqpValue::Binary(bytes) => self.run(bytes, narrow, at)?,
            AmqpValue::String(text) => self.run(text.as_bytes(), narrow, at)?,
            AmqpValue::Symbol(text) => {
                ascii(text, at)?;
                self.run(text.as_bytes(), narrow, at)?;
            }
            AmqpValue::List(items) => drop(self.wide(at, |out| out.items(items, depth, at))?),
            AmqpValue::Map(pairs) => drop(self.wide(at, |out| out.pairs(pairs, depth, at))?),
            AmqpValue::Array(array) => drop(self.wide(at, |out| out.array(array, depth, at))?),
        }
        Ok(())
    }

    /// All bytes of a number, or the last one.
    fn low<const N: usize>(&mut self, bytes: [u8; N], narrow: bool) {
        let skipped = if narrow { N.saturating_sub(1) } else { 0 };
        self.put(bytes.get(skipped..).unwrap_or_default());
    }

    /// Bytes behind their length.
    fn run(&mut self, bytes: &[u8], narrow: bool, at: At) -> Result<(), EncodeError> {
        let length = length(bytes.len(), at)?;
        self.low(length, narrow);
        self.put(bytes);
        Ok(())
    }
}

/// Whether a value fits the narrow form of its type.
fn is_narrow(value: &AmqpValue) -> bool {
    let short = |len: usize| u8::try_from(len).is_ok();
    match value {
        AmqpValue::Uint(number) => u8::try_from(*number).is_ok(),
        AmqpValue::Ulong(number) => u8::try_from(*number).is_ok(),
        AmqpValue::Int(number) => i8::try_from(*number).is_ok(),
        AmqpValue::Long(number) => i8::try_from(*number).is_ok(),
        AmqpValue::Binary(bytes) => short(bytes.len()),
        AmqpValue::String(text) | AmqpValue::Symbol(text) => short(text.len()),
        _ => true,
    }
}

/// The constructor for items like this one.
const fn code(item: &AmqpValue, narrow: bool) -> u8 {
    match (item, narrow) {
        (AmqpValue::Null | AmqpValue::Described(_), _) => codes::NULL,
        (AmqpValue::Boolean(_), _) => codes::BOOLEAN,
        (AmqpValue::Ubyte(_), _) => codes::UBYTE,
        (AmqpValue::Ushort(_), _) => codes::USHORT,
        (AmqpValue::Uint(_), true) => codes::SMALL_UINT,
        (AmqpValue::Uint(_), false) => codes::UINT,
        (AmqpValue::Ulong(_), true) => codes::SMALL_ULONG,
        (AmqpValue::Ulong(_), false) => codes::ULONG,
        (AmqpValue::Byte(_), _) => codes::BYTE,
        (AmqpValue::Short(_), _) => codes::SHORT,
        (AmqpValue::Int(_), true) => codes::SMALL_INT,
        (AmqpValue::Int(_), false) => codes::INT,
        (AmqpValue::Long(_), true) => codes::SMALL_LONG,
        (AmqpValue::Long(_), false) => codes::LONG,
        (AmqpValue::Float(_), _) => codes::FLOAT,
        (AmqpValue::Double(_), _) => codes::DOUBLE,
        (AmqpValue::Decimal32(_), _) => codes::DECIMAL_32,
        (AmqpValue::Decimal64(_), _) => codes::DECIMAL_64,
        (AmqpValue::Decimal128(_), _) => codes::DECIMAL_128,
        (AmqpValue::Char(_), _) => codes::CHAR,
        (AmqpValue::Timestamp(_), _) => codes::TIMESTAMP,
        (AmqpValue::Uuid(_), _) => codes::UUID,
        (AmqpValue::Binary(_), true) => codes::BINARY_8,
        (AmqpValue::Binary(_), false) => codes::BINARY_32,
        (AmqpValue::String(_), true) => codes::STRING_8,
        (AmqpValue::String(_), false) => codes::STRING_32,
        (AmqpValue::Symbol(_), true) => codes::SYMBOL_8,
        (AmqpValue::Symbol(_), false) => codes::SYMBOL_32,
        (AmqpValue::List(_), _) => codes::LIST_32,
        (AmqpValue::Map(_), _) => codes::MAP_32,
        (AmqpValue::Array(_), _) => codes::ARRAY_32,
    }
}
