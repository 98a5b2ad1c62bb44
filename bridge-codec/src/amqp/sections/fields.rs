//! The fields of sections that are lists: each may be null, and those at the end may be missing.

use alloc::string::String;
use codec_common::{At, DecodeError, Reader, Rule};

use super::read_value::{Compound, Source};
use crate::{AmqpId, AmqpValue, Payload, Timestamp};

/// Declares the readers of fields: the types of AMQP that they take, and what errors say.
macro_rules! readers {
    ($($name:ident -> $type:ty: $rule:literal { $($pattern:pat => $value:expr,)+ })+) => {$(
        pub(super) fn $name(&mut self, source: &mut Source<'b>, at: At) -> Result<Option<$type>, DecodeError> {
            static RULE: Rule = Rule($rule);
            let (offset, code) = self.place();
            match self.next(source, at)? {
                None => Ok(None),
                $(Some($pattern) => Ok(Some($value)),)+
                Some(_) => Err(DecodeError::bad_value(code.into(), &RULE, offset, at)),
            }
        }
    )+};
}

/// The fields of a section that are left.
#[derive(Debug)]
pub(super) struct Fields<'b> {
    list: Compound<'b>,
    left: usize,
}

impl<'b> Fields<'b> {
    pub(super) const fn new(list: Compound<'b>) -> Self {
        let left = list.count;
        Self { list, left }
    }

    /// Offset and format code of the next field.
    fn place(&self) -> (usize, u8) {
        (self.list.reader.offset(), self.list.reader.rest().first().copied().unwrap_or_default())
    }

    /// The next field; `None` where it is null or missing.
    fn next(&mut self, source: &mut Source<'b>, at: At) -> Result<Option<AmqpValue>, DecodeError> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let value = source.value(&mut self.list.reader, 1, at)?;
        Ok(Some(value).filter(|value| *value != AmqpValue::Null))
    }

    /// A field that is a symbol, so ASCII; some peers send strings.
    pub(super) fn symbol(&mut self, source: &mut Source<'b>, at: At) -> Result<Option<String>, DecodeError> {
        static RULE: Rule = Rule("must be ASCII");
        let (offset, code) = self.place();
        match self.text(source, at)? {
            Some(text) if !text.is_ascii() => Err(DecodeError::bad_value(code.into(), &RULE, offset, at)),
            text => Ok(text),
        }
    }

    /// There may be no more fields than those of the section.
    pub(super) fn finish(self, at: At) -> Result<(), DecodeError> {
        let Compound { reader, count, offset } = self.list;
        if self.left > 0 {
            return Err(DecodeError::count_too_large(count, count.saturating_sub(self.left), offset, at));
        }
        Reader::finish(reader, at)
    }

    readers! {
        boolean -> bool: "must be a boolean" { AmqpValue::Boolean(value) => value, }
        ubyte -> u8: "must be a ubyte" { AmqpValue::Ubyte(number) => number, }
        uint -> u32: "must be a uint" { AmqpValue::Uint(number) => number, }
        time -> Timestamp: "must be a timestamp" { AmqpValue::Timestamp(time) => time, }
        binary -> Payload: "must be binary" { AmqpValue::Binary(bytes) => bytes, }
        // Some fields are strings and some symbols; peers mix them up, and they mean the same.
        text -> String: "must be a string or symbol" {
            AmqpValue::String(text) | AmqpValue::Symbol(text) => text,
        }
        id -> AmqpId: "must be a string, ulong, uuid or binary" {
            AmqpValue::String(text) => AmqpId::String(text),
            AmqpValue::Ulong(number) => AmqpId::Ulong(number),
            AmqpValue::Uuid(bytes) => AmqpId::Uuid(bytes),
            AmqpValue::Binary(bytes) => AmqpId::Binary(bytes),
        }
    }
}
