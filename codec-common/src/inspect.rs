//! The field-span walk: which bytes belong to which field, for inspectors.
//!
//! It comes from the same tables as decode and encode and costs nothing where it is not used.

use crate::wire::Prefix;
use crate::{At, Blob, DecodeError, List, Reader, Secret, Str, Wire};
use core::ops::Range;
use uuid::Uuid;

/// A leaf value as the walk shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// An unsigned integer.
    Unsigned(u64),
    /// A signed integer.
    Signed(i64),
    /// A floating-point number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// An open enum: its raw number and, where known, its name.
    Named(u64, Option<&'static str>),
    /// Text, checked to be UTF-8.
    Text(&'a [u8]),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Bytes that must not be shown: how many, without a length prefix.
    Secret(usize),
    /// A message or record identifier.
    Uuid(Uuid),
    /// An optional value that is not there.
    Absent,
    /// Bytes that fill up to a boundary or are reserved.
    Filler(&'a [u8]),
}

/// Is told of every field, in wire order. Ranges are absolute offsets in the frame.
pub trait Visitor {
    /// A leaf.
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>);

    /// A group begins: a record (`items` is `None`) or a list (`items` is its count).
    fn enter(&mut self, at: At, offset: usize, name: &'static str, items: Option<usize>);

    /// The group that was entered last ends before `offset`.
    fn leave(&mut self, offset: usize);
}

/// A value whose fields can be walked.
pub trait Inspect<'a>: Wire<'a> {
    /// Reads a value and tells `visitor` of its fields.
    ///
    /// # Errors
    /// What [`Wire::decode`] would give; the fields before it have been visited.
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError>;
}

/// Decodes a leaf and tells of it.
///
/// # Errors
/// Those of the decode.
pub fn leaf<'a, T: Wire<'a>>(
    reader: &mut Reader<'a>,
    at: At,
    visitor: &mut dyn Visitor,
    show: impl FnOnce(T) -> Value<'a>,
) -> Result<(), DecodeError> {
    let start = reader.offset();
    let value = T::decode(reader, at)?;
    visitor.value(at, start..reader.offset(), show(value));
    Ok(())
}

macro_rules! leaves {
    ($($type:ty => $show:expr;)*) => {$(
        impl<'a> Inspect<'a> for $type {
            fn inspect(
                reader: &mut Reader<'a>,
                at: At,
                visitor: &mut dyn Visitor,
            ) -> Result<(), DecodeError> {
                leaf::<Self>(reader, at, visitor, $show)
            }
        }
    )*};
}

leaves! {
    u8 => |n| Value::Unsigned(n.into());
    u16 => |n| Value::Unsigned(n.into());
    u32 => |n| Value::Unsigned(n.into());
    u64 => Value::Unsigned;
    i8 => |n| Value::Signed(n.into());
    i16 => |n| Value::Signed(n.into());
    i32 => |n| Value::Signed(n.into());
    i64 => Value::Signed;
    f64 => Value::Float;
    bool => Value::Bool;
    Uuid => Value::Uuid;
}

impl<'a, const N: usize> Inspect<'a> for [u8; N] {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let start = reader.offset();
        let bytes = reader.array::<N>(at)?;
        visitor.value(at, start..reader.offset(), Value::Bytes(bytes));
        Ok(())
    }
}

impl<'a, L: Prefix> Inspect<'a> for Str<'a, L> {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        leaf::<Self>(reader, at, visitor, |text| Value::Text(text.as_bytes()))
    }
}

impl<'a, L: Prefix> Inspect<'a> for Blob<'a, L> {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        leaf::<Self>(reader, at, visitor, |blob| Value::Bytes(blob.as_bytes()))
    }
}

impl<'a, T: Inspect<'a>> Inspect<'a> for Secret<T> {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        T::inspect(reader, at, &mut Hidden(visitor))
    }
}

/// Shows of values their length only; of text and bytes that without the prefix.
struct Hidden<'v>(&'v mut dyn Visitor);

impl Visitor for Hidden<'_> {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        let len = match value {
            Value::Text(bytes) | Value::Bytes(bytes) => bytes.len(),
            _ => span.len(),
        };
        self.0.value(at, span, Value::Secret(len));
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str, items: Option<usize>) {
        self.0.enter(at, offset, name, items);
    }

    fn leave(&mut self, offset: usize) {
        self.0.leave(offset);
    }
}

impl<'a, T: Inspect<'a>> Inspect<'a> for Option<T> {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let mut presence = reader.clone();
        if presence.u8(at)? == 1 {
            let start = reader.offset();
            *reader = presence;
            return T::inspect(reader, at, &mut Present { visitor, start: Some(start) });
        }
        // Absent, or neither 0 nor 1: decode says which.
        leaf::<Self>(reader, at, visitor, |_| Value::Absent)
    }
}

/// Counts the presence byte to what is told first.
struct Present<'v> {
    visitor: &'v mut dyn Visitor,
    start: Option<usize>,
}

impl Visitor for Present<'_> {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        let start = self.start.take().unwrap_or(span.start);
        self.visitor.value(at, start..span.end, value);
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str, items: Option<usize>) {
        let start = self.start.take().unwrap_or(offset);
        self.visitor.enter(at, start, name, items);
    }

    fn leave(&mut self, offset: usize) {
        self.visitor.leave(offset);
    }
}

impl<'a, A: Inspect<'a>, B: Inspect<'a>> Inspect<'a> for (A, B) {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        visitor.enter(at, reader.offset(), "", None);
        A::inspect(reader, at, visitor)?;
        B::inspect(reader, at, visitor)?;
        visitor.leave(reader.offset());
        Ok(())
    }
}

impl<'a, T: Inspect<'a> + Copy + 'a, N: Prefix> Inspect<'a> for List<'a, T, N> {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let start = reader.offset();
        let count = Self::stream(reader.clone(), at)?.left();
        visitor.enter(at, start, "", Some(count));
        N::decode(reader, at)?;
        for _ in 0..count {
            T::inspect(reader, at, visitor)?;
        }
        visitor.leave(reader.offset());
        Ok(())
    }
}
