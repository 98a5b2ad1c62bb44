//! A number that depends on every result, so that nothing is optimised away.

use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError, EncodeError};
use core::ops::Range;

/// Gathers results.
#[derive(Default)]
pub(crate) struct Digest(pub(crate) u64);

impl Digest {
    /// Takes in a number.
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        self.0 = self.0.rotate_left(5) ^ number.into();
    }

    /// Takes in a length or an offset.
    pub(crate) fn len(&mut self, len: usize) {
        self.number(u64::try_from(len).unwrap_or(u64::MAX));
    }

    /// Takes in every byte.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.number(*byte));
    }

    /// Takes in a result, and gives what is in it.
    pub(crate) fn result<T>(&mut self, result: Result<T, DecodeError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error(error);
                None
            }
        }
    }

    /// Takes in why something cannot be read.
    pub(crate) fn error(&mut self, error: DecodeError) {
        self.len(error.offset());
        self.bytes(error.field().as_bytes());
        self.bytes(error.reason().name().as_bytes());
    }

    /// Takes in what was written, or why nothing was.
    pub(crate) fn written(&mut self, result: Result<&[u8], EncodeError>) {
        match result {
            Ok(bytes) => self.bytes(bytes),
            Err(error) => {
                self.bytes(error.field().as_bytes());
                self.bytes(error.reason().name().as_bytes());
            }
        }
    }
}

impl Visitor for Digest {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        self.bytes(at.field.as_bytes());
        self.len(span.start);
        self.len(span.end);
        match value {
            Value::Unsigned(number) | Value::Named(number, _) => self.number(number),
            Value::Signed(number) => self.number(number.cast_unsigned()),
            Value::Bool(value) => self.number(value),
            Value::Text(bytes) | Value::Bytes(bytes) | Value::Filler(bytes) => self.bytes(bytes),
            Value::Secret(len) => self.len(len),
            _ => {}
        }
    }

    fn enter(&mut self, _: At, offset: usize, name: &'static str, items: Option<usize>) {
        self.len(offset);
        self.bytes(name.as_bytes());
        self.len(items.unwrap_or_default());
    }

    fn leave(&mut self, offset: usize) {
        self.len(offset);
    }
}
