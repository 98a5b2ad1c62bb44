//! What a decoder comes across on its way, for whoever wants to know.

use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError};
use core::fmt;
use core::ops::Range;

/// Is told of what a decoder comes across. `()` wants to know nothing, and costs nothing.
///
/// Offsets are those of the event.
pub trait Trace {
    /// A value that holds no others; `span` has its tag and length, or its quotes.
    #[inline(always)]
    fn value(&mut self, _: At, _: Range<usize>, _: Value<'_>) {}

    /// A sequence, choice or array begins.
    #[inline(always)]
    fn enter(&mut self, _: At, _: usize, _: &'static str) {}

    /// What was entered last ends before `offset`.
    #[inline(always)]
    fn leave(&mut self, _: usize) {}

    /// Something that is read, though no official writer writes it.
    #[inline(always)]
    fn finding(&mut self, _: DecodeError) {}
}

impl Trace for () {}

/// Hands values and groups on to a visitor; findings are left out.
pub(crate) struct Visit<'v> {
    visitor: &'v mut dyn Visitor,
    /// Nothing that is not known may be shown.
    secret: bool,
}

impl<'v> Visit<'v> {
    pub(crate) const fn new(visitor: &'v mut dyn Visitor) -> Self {
        Self { visitor, secret: false }
    }

    /// Of a message that may hold credentials.
    pub(crate) const fn secret(visitor: &'v mut dyn Visitor) -> Self {
        Self { visitor, secret: true }
    }
}

impl Trace for Visit<'_> {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        let value = match value {
            Value::Bytes(bytes) if self.secret => Value::Secret(bytes.len()),
            value => value,
        };
        self.visitor.value(at, span, value);
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str) {
        self.visitor.enter(at, offset, name, None);
    }

    fn leave(&mut self, offset: usize) {
        self.visitor.leave(offset);
    }
}

/// Hands findings on.
pub(crate) struct Findings<'f>(pub(crate) &'f mut dyn FnMut(DecodeError));

impl Trace for Findings<'_> {
    fn finding(&mut self, finding: DecodeError) {
        (self.0)(finding);
    }
}

impl fmt::Debug for Visit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Visit")
    }
}

impl fmt::Debug for Findings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Findings")
    }
}
