//! Values off the wire.

use alloc::{boxed::Box, string::String, vec::Vec};
use bytes::Bytes;
use codec_common::{At, DecodeError, Limits, Reader, Reason, Rule};

use super::codes;
use super::write_value::{MAX_DEPTH, MAX_NULLS};
use crate::{AmqpArray, AmqpValue, Payload, Timestamp};

static FORMAT_CODE: Rule = Rule("is no format code");
static SCALAR: Rule = Rule("is no Unicode scalar value");
static ASCII: Rule = Rule("a symbol is ASCII");
static PAIRS: Rule = Rule("a map has as many values as keys");

/// A message while it is read.
#[derive(Debug)]
pub(super) struct Source<'b> {
    whole: &'b Bytes,
    max_depth: usize,
    max_items: usize,
    /// How many more array items there may be that take no byte.
    nulls: usize,
}

/// What holds others: its contents, and how many of them there are.
#[derive(Debug)]
pub(super) struct Compound<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) count: usize,
    pub(super) offset: usize,
}

impl<'b> Source<'b> {
    pub(super) fn new(whole: &'b Bytes, limits: &Limits) -> Self {
        Self {
            whole,
            max_depth: limits.max_depth().min(MAX_DEPTH),
            max_items: limits.max_items(),
            nulls: MAX_NULLS,
        }
    }

    /// A value with its constructor; `depth` counts what it is in.
    pub(super) fn value(
        &mut self,
        reader: &mut Reader<'b>,
        depth: usize,
        at: At,
    ) -> Result<AmqpValue, DecodeError> {
        match reader.u8(at)? {
            codes::DESCRIBED => {
                let depth = self.deeper(depth, reader, at)?;
                let descriptor = self.value(reader, depth, at)?;
                let value = self.value(reader, depth, at)?;
                Ok(AmqpValue::Described(Box::new((descriptor, value))))
            }
            code => self.of_code(code, reader, depth, at),
        }
    }

    /// The value behind a format code.
    pub(super) fn of_code(
        &mut self,
        code: u8,
        reader: &mut Reader<'b>,
        depth: usize,
        at: At,
    ) -> Result<AmqpValue, DecodeError> {
        Ok(match code {
            codes::NULL => AmqpValue::Null,
            codes::TRUE => AmqpValue::Boolean(true),
            codes::FALSE => AmqpValue::Boolean(false),
            codes::BOOLEAN => AmqpValue::Boolean(boolean(reader, at)?),
            codes::UBYTE => AmqpValue::Ubyte(reader.u8(at)?),
            codes::USHORT => AmqpValue::Ushort(reader.u16(at)?),
            codes::UINT_0 => AmqpValue::Uint(0),
            codes::SMALL_UINT => AmqpValue::Uint(reader.u8(at)?.into()),
            codes::UINT => AmqpValue::Uint(reader.u32(at)?),
            codes::ULONG_0 => AmqpValue::Ulong(0),
            codes::SMALL_ULONG => AmqpValue::Ulong(reader.u8(at)?.into()),
            codes::ULONG => AmqpValue::Ulong(reader.u64(at)?),
            codes::BYTE => AmqpValue::Byte(small(reader, at)?),
            codes::SHORT => AmqpValue::Short(i16::from_be_bytes(*reader.array(at)?)),
            codes::SMALL_INT => AmqpValue::Int(small(reader, at)?.into()),
            codes::INT => AmqpValue::Int(i32::from_be_bytes(*reader.array(at)?)),
            codes::SMALL_LONG => AmqpValue::Long(small(reader, at)?.into()),
            codes::LONG => AmqpValue::Long(i64::from_be_bytes(*reader.array(at)?)),
            codes::FLOAT => AmqpValue::Float(f32::from_be_bytes(*reader.array(at)?)),
            codes::DOUBLE => AmqpValue::Double(f64::from_be_bytes(*reader.array(at)?)),
            codes::DECIMAL_32 => AmqpValue::Decimal32(*reader.array(at)?),
            codes::DECIMAL_64 => AmqpValue::Decimal64(*reader.array(at)?),
            codes::DECIMAL_128 => AmqpValue::Decimal128(*reader.array(at)?),
            codes::CHAR => AmqpValue::Char(character(reader, at)?),
            codes::TIMESTAMP => {
                AmqpValue::Timestamp(Timestamp::from_millis(i64::from_be_bytes(*reader.array(at)?)))
            }
            codes::UUID => AmqpValue::Uuid(*reader.array(at)?),
            codes::BINARY_8 | codes::BINARY_32 => AmqpValue::Binary(self.binary(code, reader, at)?),
            codes::STRING_8 | codes::STRING_32 => AmqpValue::String(text(code, reader, at)?),
            codes::SYMBOL_8 | codes::SYMBOL_32 => AmqpValue::Symbol(symbol(code, reader, at)?),
            codes::LIST_0 | codes::LIST_8 | codes::LIST_32 => {
                let depth = self.deeper(depth, reader, at)?;
                let list = self.compound(code, reader, at)?;
                AmqpValue::List(self.items(list, depth, at)?)
            }
            codes::MAP_8 | codes::MAP_32 => {
                let depth = self.deeper(depth, reader, at)?;
                let map = self.compound(code, reader, at)?;
                AmqpValue::Map(self.pairs(map, depth, at)?)
            }
            codes::ARRAY_8 | codes::ARRAY_32 => AmqpValue::Array(self.array(code, reader, depth, at)?),
            _ => return Err(not_a_code(code, reader, at)),
        })
    }

    /// The bytes of a `binary`, as a slice of the input.
    pub(super) fn binary(&self, code: u8, reader: &mut Reader<'b>, at: At) -> Result<Payload, DecodeError> {
        let bytes = variable(code, reader, at)?;
        Ok(self.whole.slice_ref(bytes).into())
    }

    /// Enters a list, map or array.
    pub(super) fn compound(
        &self,
        code: u8,
        reader: &mut Reader<'b>,
        at: At,
    ) -> Result<Compound<'b>, DecodeError> {
        let offset = reader.offset();
        if code == codes::LIST_0 {
            return Ok(Compound { reader: reader.sub(0, at)?, count: 0, offset });
        }
        // The two wide forms are alike, and so are the narrow ones: 1 or 4 bytes each for size and count.
        let wide = matches!(code, codes::LIST_32 | codes::MAP_32 | codes::ARRAY_32);
        let size = if wide { wide_length(reader, at)? } else { reader.u8(at)?.into() };
        let mut inside = reader.sub(size, at)?;
        let count = if wide { wide_length(&mut inside, at)? } else { inside.u8(at)?.into() };
        // An item takes a byte at least; those of arrays are looked at by their constructor.
        let array = matches!(code, codes::ARRAY_8 | codes::ARRAY_32);
        let fits = if array { self.max_items } else { inside.remaining().min(self.max_items) };
        if count > fits {
            return Err(DecodeError::count_too_large(count, fits, offset, at));
        }
        Ok(Compound { reader: inside, count, offset })
    }

    /// The items of a list.
    pub(super) fn items(
        &mut self,
        list: Compound<'b>,
        depth: usize,
        at: At,
    ) -> Result<Vec<AmqpValue>, DecodeError> {
        let mut reader = list.reader;
        let mut items = Vec::new();
        for _ in 0..list.count {
            items.push(self.value(&mut reader, depth, at)?);
        }
        reader.finish(at)?;
        Ok(items)
    }

    /// The keys and values of a map.
    pub(super) fn pairs(
        &mut self,
        map: Compound<'b>,
        depth: usize,
        at: At,
    ) -> Result<Vec<(AmqpValue, AmqpValue)>, DecodeError> {
        if !map.count.is_multiple_of(2) {
            return Err(DecodeError::bad_length(map.count, &PAIRS, map.offset, at));
        }
        let mut reader = map.reader;
        let mut pairs = Vec::new();
        for _ in 0..map.count / 2 {
            let key = self.value(&mut reader, depth, at)?;
            pairs.push((key, self.value(&mut reader, depth, at)?));
        }
        reader.finish(at)?;
        Ok(pairs)
    }

    /// An array: one constructor, then the items.
    fn array(
        &mut self,
        code: u8,
        reader: &mut Reader<'b>,
        depth: usize,
        at: At,
    ) -> Result<Box<AmqpArray>, DecodeError> {
        let mut depth = self.deeper(depth, reader, at)?;
        let array = self.compound(code, reader, at)?;
        let mut reader = array.reader;
        let mut descriptors = Vec::new();
        let code = loop {
            match reader.u8(at)? {
                codes::DESCRIBED => {
                    depth = self.deeper(depth, &reader, at)?;
                    descriptors.push(self.value(&mut reader, depth, at)?);
                }
                code => break code,
            }
        };
        let fits = match is_empty(code) {
            true => self.nulls,
            false => reader.remaining(),
        };
        if array.count > fits {
            return Err(DecodeError::count_too_large(array.count, fits, array.offset, at));
        }
        if is_empty(code) {
            self.nulls = self.nulls.saturating_sub(array.count);
        }
        let mut items = Vec::new();
        for _ in 0..array.count {
            items.push(self.of_code(code, &mut reader, depth, at)?);
        }
        if array.count == 0 && !is_known(code) {
            return Err(not_a_code(code, &reader, at));
        }
        reader.finish(at)?;
        Ok(Box::new(AmqpArray { descriptors, items }))
    }

    fn deeper(&self, depth: usize, reader: &Reader<'_>, at: At) -> Result<usize, DecodeError> {
        if depth >= self.max_depth {
            let limit = u32::try_from(self.max_depth).unwrap_or(u32::MAX);
            return Err(DecodeError::new(Reason::TooDeep { limit }, reader.offset(), at));
        }
        Ok(depth.saturating_add(1))
    }
}

/// Whether values of this code take no byte behind it.
const fn is_empty(code: u8) -> bool {
    matches!(code, codes::NULL | codes::TRUE | codes::FALSE | codes::UINT_0 | codes::ULONG_0 | codes::LIST_0)
}

/// Whether there is such a format code.
const fn is_known(code: u8) -> bool {
    matches!(
        code,
        0x40..=0x45 | 0x50..=0x56 | 0x60 | 0x61 | 0x70..=0x74 | 0x80..=0x84 | 0x94 | 0x98
            | 0xA0 | 0xA1 | 0xA3 | 0xB0 | 0xB1 | 0xB3 | 0xC0 | 0xC1 | 0xD0 | 0xD1 | 0xE0 | 0xF0
    )
}

fn not_a_code(code: u8, reader: &Reader<'_>, at: At) -> DecodeError {
    DecodeError::bad_value(code.into(), &FORMAT_CODE, reader.offset().saturating_sub(1), at)
}

fn small(reader: &mut Reader<'_>, at: At) -> Result<i8, DecodeError> {
    reader.array(at).map(|bytes| i8::from_be_bytes(*bytes))
}

fn boolean(reader: &mut Reader<'_>, at: At) -> Result<bool, DecodeError> {
    let offset = reader.offset();
    match reader.u8(at)? {
        0 => Ok(false),
        1 => Ok(true),
        value => Err(DecodeError::new(Reason::BadBool { value }, offset, at)),
    }
}

fn character(reader: &mut Reader<'_>, at: At) -> Result<char, DecodeError> {
    let offset = reader.offset();
    let code = reader.u32(at)?;
    char::from_u32(code).ok_or_else(|| DecodeError::bad_value(code, &SCALAR, offset, at))
}

/// A length of four bytes. What does not fit this machine is longer than any input.
fn wide_length(reader: &mut Reader<'_>, at: At) -> Result<usize, DecodeError> {
    reader.u32(at).map(|length| usize::try_from(length).unwrap_or(usize::MAX))
}

/// The bytes of a value of variable width: narrow codes are `0xA_`, wide ones `0xB_`.
fn variable<'a>(code: u8, reader: &mut Reader<'a>, at: At) -> Result<&'a [u8], DecodeError> {
    let length = if code & 0x10 == 0 { reader.u8(at)?.into() } else { wide_length(reader, at)? };
    reader.take(length, at)
}

fn text(code: u8, reader: &mut Reader<'_>, at: At) -> Result<String, DecodeError> {
    let bytes = variable(code, reader, at)?;
    let start = reader.offset().saturating_sub(bytes.len());
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => Err(DecodeError::new(Reason::Utf8, start.saturating_add(error.valid_up_to()), at)),
    }
}

pub(super) fn symbol(code: u8, reader: &mut Reader<'_>, at: At) -> Result<String, DecodeError> {
    let bytes = variable(code, reader, at)?;
    match core::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Ok(text.into()),
        _ => {
            let start = reader.offset().saturating_sub(bytes.len());
            let bad = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
            let value = bytes.get(bad).copied().unwrap_or_default();
            Err(DecodeError::bad_value(value.into(), &ASCII, start.saturating_add(bad), at))
        }
    }
}
