//! A cursor over elements that keeps track of nesting.

use super::header::{Header, Length};
use super::integer;
use crate::schema::trace::{Trace, Unheard};
use codec_common::inspect::Value;
use codec_common::{At, DecodeError, Field, Reason, Rule};
use core::fmt;

/// Reads elements from the front of a message. Nothing is allocated, and nothing recurses that the schema does not.
pub struct Reader<'a, T = Unheard> {
    /// What is left, up to the end of the innermost definite length.
    inner: codec_common::Reader<'a>,
    /// The whole message, whose first octet has the offset `base`.
    whole: &'a [u8],
    base: usize,
    depth: usize,
    max_depth: usize,
    pub(crate) trace: T,
}

impl<T> fmt::Debug for Reader<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ber::Reader").field("offset", &self.inner.offset()).finish_non_exhaustive()
    }
}

/// An element that was entered.
#[derive(Clone, Copy)]
pub(crate) enum Scope<'a> {
    /// Ends with 00 00.
    Indefinite,
    /// Ends where its length says; what follows it.
    Definite(&'a [u8]),
}

static UNKNOWN: Field = Field::new(crate::PROTOCOL, "BER", "unknown");
static PRIMITIVE: Rule = Rule("must hold others (constructed)");
static CONSTRUCTED: Rule = Rule("must hold no others (primitive)");
static CLASS: Rule = Rule("a member has a context tag");
static ENDLESS: Rule = Rule("a primitive element must have a length");
static NOT_MINIMAL: Rule = Rule("is not written with so many octets");

impl<'a, T: Trace> Reader<'a, T> {
    pub(crate) const fn new(bytes: &'a [u8], offset: usize, max_depth: usize, trace: T) -> Self {
        let inner = codec_common::Reader::new_at(bytes, offset);
        Self { inner, whole: bytes, base: offset, depth: 0, max_depth, trace }
    }

    /// The same place in the same message, with another listener.
    #[cfg(feature = "small")]
    pub(crate) fn heard_by<U>(&self, trace: U) -> Reader<'a, U> {
        let Self { whole, base, depth, max_depth, .. } = *self;
        Reader { inner: self.inner.clone(), whole, base, depth, max_depth, trace }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn offset(&self) -> usize {
        self.inner.offset()
    }

    /// The octets from the offset `start` up to here.
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        let (from, to) = (start.saturating_sub(self.base), self.offset().saturating_sub(self.base));
        self.whole.get(from..to).unwrap_or_default()
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn header(&mut self, at: At) -> Result<Header, DecodeError> {
        Header::decode(&mut self.inner, at)
    }

    /// Enters the element of `header`, which must be constructed.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn enter(
        &mut self,
        header: &Header,
        at: At,
        name: &'static str,
    ) -> Result<Scope<'a>, DecodeError> {
        if !header.is_constructed() {
            return Err(DecodeError::bad_value(header.identifier.into(), &PRIMITIVE, header.start, at));
        }
        if self.depth >= self.max_depth {
            return Err(self.too_deep(at));
        }
        self.depth = self.depth.wrapping_add(1);
        self.trace.enter(at, header.start, name);
        match header.length {
            Length::Indefinite => Ok(Scope::Indefinite),
            Length::Definite(len) => {
                let offset = self.inner.offset();
                let contents = self.inner.take(len, at)?;
                let behind = self.inner.rest();
                self.inner = codec_common::Reader::new_at(contents, offset);
                Ok(Scope::Definite(behind))
            }
        }
    }

    #[cold]
    fn too_deep(&self, at: At) -> DecodeError {
        let limit = u32::try_from(self.max_depth).unwrap_or(u32::MAX);
        DecodeError::new(Reason::TooDeep { limit }, self.offset(), at)
    }

    /// The next element of what was entered; `None` at its end, which is then behind.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn next(&mut self, scope: &Scope<'a>, at: At) -> Result<Option<Header>, DecodeError> {
        match scope {
            Scope::Indefinite => {
                if let [0, 0, ..] = self.inner.rest() {
                    self.inner.array::<2>(at)?;
                    return Ok(None);
                }
            }
            Scope::Definite(_) => {
                if self.inner.is_empty() {
                    return Ok(None);
                }
            }
        }
        self.header(at).map(Some)
    }

    /// The next member of a sequence or selection of a choice; `None` at its end.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn member(&mut self, scope: &Scope<'a>, at: At) -> Result<Option<Header>, DecodeError> {
        if T::HEARD { self.member_told(scope, at) } else { self.member_inline(scope, at) }
    }

    #[inline(never)]
    fn member_told(&mut self, scope: &Scope<'a>, at: At) -> Result<Option<Header>, DecodeError> {
        self.member_inline(scope, at)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn member_inline(&mut self, scope: &Scope<'a>, at: At) -> Result<Option<Header>, DecodeError> {
        let header = self.next(scope, at)?;
        if let Some(header) = header
            && !header.is_member()
        {
            return Err(DecodeError::bad_value(header.identifier.into(), &CLASS, header.start, at));
        }
        Ok(header)
    }

    /// Leaves what was entered, after its end.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn leave(&mut self, scope: Scope<'a>) {
        if let Scope::Definite(behind) = scope {
            self.inner = codec_common::Reader::new_at(behind, self.offset());
        }
        self.depth = self.depth.wrapping_sub(1);
        self.trace.leave(self.inner.offset());
    }

    /// The contents of an element that must be primitive.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn primitive(&mut self, header: &Header, at: At) -> Result<&'a [u8], DecodeError> {
        if header.is_constructed() {
            return Err(DecodeError::bad_value(header.identifier.into(), &CONSTRUCTED, header.start, at));
        }
        match header.length {
            Length::Definite(len) => self.inner.take(len, at),
            Length::Indefinite => Err(DecodeError::bad_length(0x80, &ENDLESS, header.start, at)),
        }
    }

    /// The text of an element.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn text(&mut self, header: &Header, at: At) -> Result<&'a [u8], DecodeError> {
        if T::HEARD { self.text_told(header, at) } else { self.primitive(header, at) }
    }

    #[inline(never)]
    fn text_told(&mut self, header: &Header, at: At) -> Result<&'a [u8], DecodeError> {
        let text = self.primitive(header, at)?;
        self.trace.value(at, header.start..self.offset(), Value::Text(text));
        Ok(text)
    }

    /// The number of an element: its 64 bits, of a type of `max` octets.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn integer(
        &mut self,
        header: &Header,
        max: usize,
        signed: bool,
        at: At,
    ) -> Result<u64, DecodeError> {
        if T::HEARD {
            self.integer_told(header, max, signed, at)
        } else {
            self.digits(header, max, signed, at).map(|(number, _)| number)
        }
    }

    /// The number and its octets.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn digits(
        &mut self,
        header: &Header,
        max: usize,
        signed: bool,
        at: At,
    ) -> Result<(u64, &'a [u8]), DecodeError> {
        let contents = self.primitive(header, at)?;
        match integer::decode(contents, max, signed) {
            Ok(number) => Ok((number, contents)),
            Err(rule) => Err(integer::refused(rule, contents.len(), header.start, at)),
        }
    }

    #[inline(never)]
    fn integer_told(
        &mut self,
        header: &Header,
        max: usize,
        signed: bool,
        at: At,
    ) -> Result<u64, DecodeError> {
        let number = self.enumerated(header, max, signed, at)?;
        let value = if signed {
            Value::Signed(i64::from_be_bytes(number.to_be_bytes()))
        } else {
            // The octets were counted: those of a narrower type are the low ones.
            Value::Unsigned(if max == 4 { number & u64::from(u32::MAX) } else { number })
        };
        self.trace.value(at, header.start..self.offset(), value);
        Ok(number)
    }

    /// A number of which only its form is told.
    #[inline(never)]
    pub(crate) fn enumerated(
        &mut self,
        header: &Header,
        max: usize,
        signed: bool,
        at: At,
    ) -> Result<u64, DecodeError> {
        let (number, contents) = self.digits(header, max, signed, at)?;
        if let [0, 0..=0x7F, ..] | [0xFF, 0x80..=0xFF, ..] = contents {
            self.trace.finding(DecodeError::bad_length(contents.len(), &NOT_MINIMAL, header.start, at));
        }
        Ok(number)
    }

    /// Skips an element that nothing is known of, whatever it holds.
    #[cold]
    #[inline(never)]
    pub(crate) fn skip(&mut self, header: &Header, at: At) -> Result<(), DecodeError> {
        static SKIPPED: Rule = Rule("no member that is known");
        let mut open = 0usize;
        let mut current = *header;
        loop {
            match current.length {
                Length::Definite(len) => {
                    self.inner.take(len, at)?;
                }
                Length::Indefinite if current.is_constructed() => {
                    open = open.saturating_add(1);
                    if self.depth.saturating_add(open) > self.max_depth {
                        return Err(self.too_deep(at));
                    }
                }
                Length::Indefinite => {
                    return Err(DecodeError::bad_length(0x80, &ENDLESS, current.start, at));
                }
            }
            while open > 0 && self.inner.rest().starts_with(&[0, 0]) {
                self.inner.array::<2>(at)?;
                open = open.saturating_sub(1);
            }
            if open == 0 {
                break;
            }
            current = self.header(at)?;
        }
        let span = header.start..self.offset();
        self.trace.value(&UNKNOWN, span, Value::Bytes(self.since(header.start)));
        self.trace.finding(DecodeError::bad_value(header.number, &SKIPPED, header.start, at));
        Ok(())
    }
}
