//! A cursor over JSON text that keeps track of nesting.

use super::{Key, Style, string};
use crate::schema::octets::{BadEscape, Octets, escape};
use crate::schema::trace::{Trace, Unheard};
use codec_common::{At, DecodeError, Reason, Rule};
use core::fmt;

/// Reads values from the front of a text. Nothing is allocated, and nothing recurses that the schema does not.
pub struct Reader<'a, T = Unheard> {
    pub(super) rest: &'a [u8],
    whole: &'a [u8],
    end: usize,
    depth: usize,
    max_depth: usize,
    /// The name of the member that was come to last.
    pub(crate) key: Key<'a>,
    pub(crate) style: Style,
    pub(crate) trace: T,
}

static EOF: Rule = Rule("the text ends inside a value");
static NO_VALUE: Rule = Rule("a value must stand here");
static NO_OBJECT: Rule = Rule("must be an object");
static NO_ARRAY: Rule = Rule("must be an array");
static NO_COLON: Rule = Rule("a colon must stand behind a name");
static NO_COMMA: Rule = Rule("a comma must stand here");
static NO_NAME: Rule = Rule("a name must stand here");
static BAD_ESCAPE: Rule = Rule("no escape of JSON");

impl<T> fmt::Debug for Reader<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("json::Reader").field("left", &self.rest.len()).finish_non_exhaustive()
    }
}

impl<'a, T: Trace> Reader<'a, T> {
    pub(crate) const fn new(
        bytes: &'a [u8],
        offset: usize,
        max_depth: usize,
        style: Style,
        trace: T,
    ) -> Self {
        let end = offset.wrapping_add(bytes.len());
        let key = Key { name: Octets::raw(&[]), offset };
        Self { rest: bytes, whole: bytes, end, depth: 0, max_depth, key, style, trace }
    }

    /// The same place in the same text, with another listener.
    #[cfg(feature = "small")]
    pub(crate) fn heard_by<U>(&self, trace: U) -> Reader<'a, U> {
        let Self { rest, whole, end, depth, max_depth, key, style, .. } = *self;
        Reader { rest, whole, end, depth, max_depth, key, style, trace }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn offset(&self) -> usize {
        self.end.wrapping_sub(self.rest.len())
    }

    /// The text from the offset `start` up to here.
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        let base = self.end.wrapping_sub(self.whole.len());
        let (from, to) = (start.saturating_sub(base), self.offset().saturating_sub(base));
        self.whole.get(from..to).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    pub(super) fn invalid(&self, rule: &'static Rule, at: At) -> DecodeError {
        let rule = if self.rest.is_empty() { &EOF } else { rule };
        DecodeError::new(Reason::InvalidJson { rule }, self.offset(), at)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn wrong(&self, rule: &'static Rule, at: At) -> DecodeError {
        match self.rest {
            // What begins no value is not JSON, rather than a value of another kind.
            [b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n', ..] => {
                DecodeError::new(Reason::WrongType { rule }, self.offset(), at)
            }
            _ => self.invalid(&NO_VALUE, at),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn space(&mut self) {
        // Nearly all that is written has none.
        if self.rest.first().is_some_and(|byte| *byte > b' ') {
            return;
        }
        while let [b' ' | b'\t' | b'\n' | b'\r' | 0x0C, rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(super) fn deeper(&mut self, at: At) -> Result<(), DecodeError> {
        if self.depth >= self.max_depth {
            let limit = u32::try_from(self.max_depth).unwrap_or(u32::MAX);
            return Err(DecodeError::new(Reason::TooDeep { limit }, self.offset(), at));
        }
        self.depth = self.depth.wrapping_add(1);
        Ok(())
    }

    /// Enters an object.
    #[inline]
    pub(crate) fn object(&mut self, at: At, name: &'static str) -> Result<(), DecodeError> {
        self.space();
        let [b'{', rest @ ..] = self.rest else { return Err(self.wrong(&NO_OBJECT, at)) };
        self.deeper(at)?;
        self.trace.enter(at, self.offset(), name);
        self.rest = rest;
        Ok(())
    }

    /// Enters an array.
    #[inline]
    pub(crate) fn array(&mut self, at: At) -> Result<(), DecodeError> {
        self.space();
        let [b'[', rest @ ..] = self.rest else { return Err(self.wrong(&NO_ARRAY, at)) };
        self.deeper(at)?;
        self.trace.enter(at, self.offset(), "");
        self.rest = rest;
        Ok(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(super) fn shallower(&mut self) {
        self.depth = self.depth.wrapping_sub(1);
    }

    /// Goes to the next member or element; false at the end, which is then behind.
    #[inline]
    fn more(&mut self, close: u8, first: bool, at: At) -> Result<bool, DecodeError> {
        let more = self.goes_on(close, first, at)?;
        if !more {
            self.shallower();
            self.trace.leave(self.offset());
        }
        Ok(more)
    }

    /// As `more`, of what was not entered.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(super) fn goes_on(&mut self, close: u8, first: bool, at: At) -> Result<bool, DecodeError> {
        self.space();
        let mut comma = first;
        while let [b',', rest @ ..] = self.rest {
            comma = true;
            self.rest = rest;
            self.space();
        }
        match self.rest {
            [byte, rest @ ..] if *byte == close => {
                self.rest = rest;
                Ok(false)
            }
            [] => Err(self.invalid(&EOF, at)),
            _ if comma => Ok(true),
            _ => Err(self.invalid(&NO_COMMA, at)),
        }
    }

    /// Reads the name of the next member into [`key`](Self::key), its value then follows; false at the end of the
    /// object. Out of line, and the name not in the result: what is returned in memory has to be waited for.
    #[inline(never)]
    pub(crate) fn member(&mut self, first: bool, at: At) -> Result<bool, DecodeError> {
        if !self.more(b'}', first, at)? {
            return Ok(false);
        }
        self.name_of_member(at)?;
        Ok(true)
    }

    /// Reads a name into [`key`](Self::key), and the colon behind it.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(super) fn name_of_member(&mut self, at: At) -> Result<(), DecodeError> {
        let offset = self.offset();
        let [b'"', rest @ ..] = self.rest else { return Err(self.invalid(&NO_NAME, at)) };
        self.rest = rest;
        self.key = Key { name: self.string(at)?, offset };
        self.space();
        let [b':', rest @ ..] = self.rest else { return Err(self.invalid(&NO_COLON, at)) };
        self.rest = rest;
        Ok(())
    }

    /// True when an element follows; false at the end of the array.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn element(&mut self, first: bool, at: At) -> Result<bool, DecodeError> {
        self.more(b']', first, at)
    }

    /// The inside of a string whose opening quote is behind.
    #[inline]
    pub(super) fn string(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
        let start = self.rest;
        let plain = string::plain_len(start);
        if let Some((text, [b'"', rest @ ..])) = start.split_at_checked(plain) {
            self.rest = rest;
            return Ok(Octets::json(text, false));
        }
        self.escaped(at)
    }

    fn escaped(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
        let start = self.rest;
        loop {
            let plain = string::plain_len(self.rest);
            self.rest = self.rest.get(plain..).unwrap_or_default();
            match self.rest {
                [b'"', rest @ ..] => {
                    let len = start.len().wrapping_sub(self.rest.len());
                    self.rest = rest;
                    return Ok(Octets::json(start.get(..len).unwrap_or_default(), true));
                }
                [b'\\', b'/', rest @ ..] => self.rest = rest,
                [] => return Err(self.invalid(&EOF, at)),
                _ => match escape(self.rest) {
                    Ok((_, rest)) => self.rest = rest,
                    Err(BadEscape::Unknown) => return Err(self.invalid(&BAD_ESCAPE, at)),
                    Err(BadEscape::LoneSurrogate) => {
                        return Err(DecodeError::new(Reason::LoneSurrogate, self.offset(), at));
                    }
                },
            }
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(super) fn word(&mut self) -> &'a [u8] {
        let is_word =
            |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'+' | b'.');
        let len = self.rest.iter().position(|byte| !is_word(byte)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(len).unwrap_or_default();
        self.rest = rest;
        word
    }

    /// Goes behind `null`, if it stands here.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn null(&mut self) -> bool {
        self.space();
        let [b'n', b'u', b'l', b'l', rest @ ..] = self.rest else { return false };
        self.rest = rest;
        true
    }
}
