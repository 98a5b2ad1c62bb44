//! Values onto the wire, each in its shortest form.

use alloc::vec::Vec;
use codec_common::{At, EncodeError, EncodeReason, Rule};

use super::codes;
use crate::AmqpValue;

/// The deepest nesting that is written, the outermost value counting as 1.
pub const MAX_DEPTH: usize = 64;

/// How many items of arrays that take no bytes a message may have, such as nulls: a count alone must not use memory.
pub const MAX_NULLS: usize = 256;

static TOO_DEEP: Rule = Rule("nested deeper than 64");
static ASCII: Rule = Rule("a symbol is ASCII");

/// A message while it is written.
#[derive(Debug)]
pub(super) struct Output<'o> {
    bytes: &'o mut Vec<u8>,
    /// How many nulls stand in arrays so far.
    pub(super) nulls: usize,
}

impl<'o> Output<'o> {
    pub(super) const fn new(bytes: &'o mut Vec<u8>) -> Self {
        Self { bytes, nulls: 0 }
    }

    pub(super) fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn put_code<const N: usize>(&mut self, code: u8, bytes: [u8; N]) {
        self.bytes.push(code);
        self.bytes.extend_from_slice(&bytes);
    }

    /// A value with its constructor; `depth` counts what it is in.
    pub(super) fn value(&mut self, value: &AmqpValue, depth: usize, at: At) -> Result<(), EncodeError> {
        match value {
            AmqpValue::Null => self.put(&[codes::NULL]),
            AmqpValue::Boolean(value) => self.put(&[if *value { codes::TRUE } else { codes::FALSE }]),
            AmqpValue::Ubyte(number) => self.put(&[codes::UBYTE, *number]),
            AmqpValue::Ushort(number) => self.put_code(codes::USHORT, number.to_be_bytes()),
            AmqpValue::Uint(number) => self.uint(*number),
            AmqpValue::Ulong(number) => self.ulong(*number),
            AmqpValue::Byte(number) => self.put_code(codes::BYTE, number.to_be_bytes()),
            AmqpValue::Short(number) => self.put_code(codes::SHORT, number.to_be_bytes()),
            AmqpValue::Int(number) => match i8::try_from(*number) {
                Ok(small) => self.put_code(codes::SMALL_INT, small.to_be_bytes()),
                Err(_) => self.put_code(codes::INT, number.to_be_bytes()),
            },
            AmqpValue::Long(number) => match i8::try_from(*number) {
                Ok(small) => self.put_code(codes::SMALL_LONG, small.to_be_bytes()),
                Err(_) => self.put_code(codes::LONG, number.to_be_bytes()),
            },
            AmqpValue::Float(number) => self.put_code(codes::FLOAT, number.to_be_bytes()),
            AmqpValue::Double(number) => self.put_code(codes::DOUBLE, number.to_be_bytes()),
            AmqpValue::Decimal32(bytes) => self.put_code(codes::DECIMAL_32, *bytes),
            AmqpValue::Decimal64(bytes) => self.put_code(codes::DECIMAL_64, *bytes),
            AmqpValue::Decimal128(bytes) => self.put_code(codes::DECIMAL_128, *bytes),
            AmqpValue::Char(character) => self.put_code(codes::CHAR, u32::from(*character).to_be_bytes()),
            AmqpValue::Timestamp(time) => self.put_code(codes::TIMESTAMP, time.as_millis().to_be_bytes()),
            AmqpValue::Uuid(bytes) => self.put_code(codes::UUID, *bytes),
            AmqpValue::Binary(bytes) => self.binary(bytes, at)?,
            AmqpValue::String(text) => self.string(text, at)?,
            AmqpValue::Symbol(text) => self.symbol(text, at)?,
            AmqpValue::List(items) => self.list(items, depth, at)?,
            AmqpValue::Map(pairs) => self.map(pairs, depth, at)?,
            AmqpValue::Array(array) => {
                self.compound([codes::ARRAY_8, codes::ARRAY_32], at, |out| out.array(array, depth, at))?;
            }
            AmqpValue::Described(described) => {
                let depth = deeper(depth, at)?;
                self.put(&[codes::DESCRIBED]);
                self.value(&described.0, depth, at)?;
                self.value(&described.1, depth, at)?;
            }
        }
        Ok(())
    }

    pub(super) fn uint(&mut self, number: u32) {
        match u8::try_from(number) {
            Ok(0) => self.put(&[codes::UINT_0]),
            Ok(small) => self.put(&[codes::SMALL_UINT, small]),
            Err(_) => self.put_code(codes::UINT, number.to_be_bytes()),
        }
    }

    pub(super) fn ulong(&mut self, number: u64) {
        match u8::try_from(number) {
            Ok(0) => self.put(&[codes::ULONG_0]),
            Ok(small) => self.put(&[codes::SMALL_ULONG, small]),
            Err(_) => self.put_code(codes::ULONG, number.to_be_bytes()),
        }
    }

    pub(super) fn binary(&mut self, bytes: &[u8], at: At) -> Result<(), EncodeError> {
        self.variable([codes::BINARY_8, codes::BINARY_32], bytes, at)
    }

    pub(super) fn string(&mut self, text: &str, at: At) -> Result<(), EncodeError> {
        self.variable([codes::STRING_8, codes::STRING_32], text.as_bytes(), at)
    }

    pub(super) fn symbol(&mut self, text: &str, at: At) -> Result<(), EncodeError> {
        ascii(text, at)?;
        self.variable([codes::SYMBOL_8, codes::SYMBOL_32], text.as_bytes(), at)
    }

    fn variable(&mut self, [narrow, wide]: [u8; 2], bytes: &[u8], at: At) -> Result<(), EncodeError> {
        match u8::try_from(bytes.len()) {
            Ok(length) => self.put(&[narrow, length]),
            Err(_) => self.put_code(wide, length(bytes.len(), at)?),
        }
        self.put(bytes);
        Ok(())
    }

    pub(super) fn list(&mut self, items: &[AmqpValue], depth: usize, at: At) -> Result<(), EncodeError> {
        self.list_of(at, |out| out.items(items, depth, at))
    }

    /// A list whose items `write` writes and counts.
    pub(super) fn list_of(
        &mut self,
        at: At,
        write: impl FnOnce(&mut Self) -> Result<usize, EncodeError>,
    ) -> Result<(), EncodeError> {
        let start = self.bytes.len();
        self.compound([codes::LIST_8, codes::LIST_32], at, write)?;
        if let Some([codes::LIST_8, 1, 0]) = self.bytes.get(start..) {
            self.bytes.truncate(start);
            self.put(&[codes::LIST_0]);
        }
        Ok(())
    }

    pub(super) fn map(
        &mut self,
        pairs: &[(AmqpValue, AmqpValue)],
        depth: usize,
        at: At,
    ) -> Result<(), EncodeError> {
        self.map_of(at, |out| out.pairs(pairs, depth, at))
    }

    /// A map whose keys and values `write` writes and counts.
    pub(super) fn map_of(
        &mut self,
        at: At,
        write: impl FnOnce(&mut Self) -> Result<usize, EncodeError>,
    ) -> Result<(), EncodeError> {
        self.compound([codes::MAP_8, codes::MAP_32], at, write)
    }

    pub(super) fn items(&mut self, items: &[AmqpValue], depth: usize, at: At) -> Result<usize, EncodeError> {
        let depth = deeper(depth, at)?;
        for item in items {
            self.value(item, depth, at)?;
        }
        Ok(items.len())
    }

    pub(super) fn pairs(
        &mut self,
        pairs: &[(AmqpValue, AmqpValue)],
        depth: usize,
        at: At,
    ) -> Result<usize, EncodeError> {
        let depth = deeper(depth, at)?;
        for (key, value) in pairs {
            self.value(key, depth, at)?;
            self.value(value, depth, at)?;
        }
        Ok(pairs.len().saturating_mul(2))
    }

    /// What holds others, behind its format code, size and count: room is left for the wide form, and given back
    /// where the narrow one will do.
    fn compound(
        &mut self,
        [narrow, wide]: [u8; 2],
        at: At,
        write: impl FnOnce(&mut Self) -> Result<usize, EncodeError>,
    ) -> Result<(), EncodeError> {
        let start = self.bytes.len();
        self.put(&[wide]);
        let (size, count) = self.wide(at, write)?;
        let (Ok(size_8), Ok(count)) = (u8::try_from(size.saturating_add(1)), u8::try_from(count)) else {
            return Ok(());
        };
        let inside = self.bytes.len().saturating_sub(size);
        let to = start.saturating_add(3);
        self.bytes.copy_within(inside.., to);
        self.bytes.truncate(to.saturating_add(size));
        self.patch(start, &[narrow, size_8, count]);
        Ok(())
    }

    /// What holds others, behind its size and count of four bytes each; gives both, the size without the count's.
    pub(super) fn wide(
        &mut self,
        at: At,
        write: impl FnOnce(&mut Self) -> Result<usize, EncodeError>,
    ) -> Result<(usize, usize), EncodeError> {
        let start = self.bytes.len();
        self.put(&[0; 8]);
        let inside = self.bytes.len();
        let count = write(self)?;
        let size = self.bytes.len().saturating_sub(inside);
        self.patch(start, &length(size.saturating_add(4), at)?);
        self.patch(start.saturating_add(4), &length(count, at)?);
        Ok((size, count))
    }

    fn patch(&mut self, start: usize, header: &[u8]) {
        if let Some(slot) = self.bytes.get_mut(start..start.saturating_add(header.len())) {
            slot.copy_from_slice(header);
        }
    }
}

/// The longest size and largest count on the wire.
const MAX_LENGTH: usize = 0xFFFF_FFFF;

pub(super) fn length(length: usize, at: At) -> Result<[u8; 4], EncodeError> {
    let short = u32::try_from(length).map_err(|_| EncodeError::too_long(length, MAX_LENGTH, at))?;
    Ok(short.to_be_bytes())
}

/// One level down.
pub(super) fn deeper(depth: usize, at: At) -> Result<usize, EncodeError> {
    match depth {
        0..MAX_DEPTH => Ok(depth.saturating_add(1)),
        _ => Err(EncodeError::new(EncodeReason::BadValue { value: 64, rule: &TOO_DEEP }, at)),
    }
}

pub(super) fn ascii(text: &str, at: At) -> Result<(), EncodeError> {
    match text.chars().find(|character| !character.is_ascii()) {
        Some(character) => Err(EncodeError::bad_value(character.into(), &ASCII, at)),
        None => Ok(()),
    }
}
