//! A cursor over JSON text that keeps track of nesting.

use super::{Style, number, string};
use crate::schema::base64;
use crate::schema::octets::{BadEscape, Form, Octets, escape, hex_digit};
use crate::schema::trace::Trace;
use codec_common::inspect::Value;
use codec_common::{At, DecodeError, Field, Reason, Rule};

/// Reads values from the front of a text. Nothing is allocated, and nothing recurses that the schema does not.
#[derive(Debug)]
pub struct Reader<'a, T = ()> {
    rest: &'a [u8],
    whole: &'a [u8],
    end: usize,
    depth: usize,
    max_depth: usize,
    pub(crate) style: Style,
    pub(crate) trace: T,
}

/// The name of a member: the inside of its string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<'a> {
    name: Octets<'a>,
    pub(crate) offset: usize,
}

impl Key<'_> {
    /// True when this is the name.
    #[inline(always)]
    pub(crate) fn is(&self, name: &'static str) -> bool {
        match self.name.as_raw() {
            Some(bytes) => bytes == name.as_bytes(),
            None => self.is_slow(name),
        }
    }

    #[cold]
    fn is_slow(&self, name: &'static str) -> bool {
        self.name == Octets::raw(name.as_bytes())
    }
}

static UNKNOWN: Field = Field::new(crate::PROTOCOL, "JSON", "unknown");
static EOF: Rule = Rule("the text ends inside a value");
static NO_VALUE: Rule = Rule("a value must stand here");
static NO_OBJECT: Rule = Rule("must be an object");
static NO_ARRAY: Rule = Rule("must be an array");
static NO_STRING: Rule = Rule("must be a string");
static NO_NUMBER: Rule = Rule("must be a number");
static NO_BOOL: Rule = Rule("must be true or false");
static NO_COLON: Rule = Rule("a colon must stand behind a name");
static NO_COMMA: Rule = Rule("a comma must stand here");
static NO_NAME: Rule = Rule("a name must stand here");
static BAD_ESCAPE: Rule = Rule("no escape of JSON");
static BAD_WORD: Rule = Rule("no value of JSON");
static BAD_BASE64: Rule = Rule("must be base64");
static BAD_HEX: Rule = Rule("must be hexadecimal digits");
static REDACTED: Rule = Rule("is redacted");
static QUOTED: Rule = Rule("a number is not written in quotes");

impl<'a, T: Trace> Reader<'a, T> {
    pub(crate) const fn new(
        bytes: &'a [u8],
        offset: usize,
        max_depth: usize,
        style: Style,
        trace: T,
    ) -> Self {
        let end = offset.wrapping_add(bytes.len());
        Self { rest: bytes, whole: bytes, end, depth: 0, max_depth, style, trace }
    }

    #[inline(always)]
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
    fn invalid(&self, rule: &'static Rule, at: At) -> DecodeError {
        let rule = if self.rest.is_empty() { &EOF } else { rule };
        DecodeError::new(Reason::InvalidJson { rule }, self.offset(), at)
    }

    #[cold]
    #[inline(never)]
    fn wrong(&self, rule: &'static Rule, at: At) -> DecodeError {
        match self.rest {
            // What begins no value is not JSON, rather than a value of another kind.
            [b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n', ..] => {
                DecodeError::new(Reason::WrongType { rule }, self.offset(), at)
            }
            _ => self.invalid(&NO_VALUE, at),
        }
    }

    #[inline(always)]
    fn space(&mut self) {
        // Nearly all that is written has none.
        if self.rest.first().is_some_and(|byte| *byte > b' ') {
            return;
        }
        while let [b' ' | b'\t' | b'\n' | b'\r' | 0x0C, rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    #[inline(always)]
    fn deeper(&mut self, at: At) -> Result<(), DecodeError> {
        if self.depth >= self.max_depth {
            let limit = u32::try_from(self.max_depth).unwrap_or(u32::MAX);
            return Err(DecodeError::new(Reason::TooDeep { limit }, self.offset(), at));
        }
        self.depth = self.depth.wrapping_add(1);
        Ok(())
    }

    /// Enters an object.
    #[inline(always)]
    pub(crate) fn object(&mut self, at: At, name: &'static str) -> Result<(), DecodeError> {
        self.space();
        let [b'{', rest @ ..] = self.rest else { return Err(self.wrong(&NO_OBJECT, at)) };
        self.deeper(at)?;
        self.trace.enter(at, self.offset(), name);
        self.rest = rest;
        Ok(())
    }

    /// Enters an array.
    #[inline(always)]
    pub(crate) fn array(&mut self, at: At) -> Result<(), DecodeError> {
        self.space();
        let [b'[', rest @ ..] = self.rest else { return Err(self.wrong(&NO_ARRAY, at)) };
        self.deeper(at)?;
        self.trace.enter(at, self.offset(), "");
        self.rest = rest;
        Ok(())
    }

    /// Goes to the next member or element; false at the end, which is then behind.
    #[inline(always)]
    fn more(&mut self, close: u8, first: bool, at: At) -> Result<bool, DecodeError> {
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
                self.depth = self.depth.wrapping_sub(1);
                self.trace.leave(self.offset());
                Ok(false)
            }
            [] => Err(self.invalid(&EOF, at)),
            _ if comma => Ok(true),
            _ => Err(self.invalid(&NO_COMMA, at)),
        }
    }

    /// The name of the next member, whose value then follows; `None` at the end of the object.
    #[inline(always)]
    pub(crate) fn key(&mut self, first: bool, at: At) -> Result<Option<Key<'a>>, DecodeError> {
        if !self.more(b'}', first, at)? {
            return Ok(None);
        }
        let offset = self.offset();
        let [b'"', rest @ ..] = self.rest else { return Err(self.invalid(&NO_NAME, at)) };
        self.rest = rest;
        let name = self.string(at)?;
        self.space();
        let [b':', rest @ ..] = self.rest else { return Err(self.invalid(&NO_COLON, at)) };
        self.rest = rest;
        Ok(Some(Key { name, offset }))
    }

    /// True when an element follows; false at the end of the array.
    #[inline(always)]
    pub(crate) fn element(&mut self, first: bool, at: At) -> Result<bool, DecodeError> {
        self.more(b']', first, at)
    }

    /// The inside of a string whose opening quote is behind.
    #[inline(always)]
    fn string(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
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

    /// Goes behind the opening quote of a string.
    #[inline(always)]
    fn quote(&mut self, at: At) -> Result<usize, DecodeError> {
        self.space();
        let start = self.offset();
        let [b'"', rest @ ..] = self.rest else { return Err(self.wrong(&NO_STRING, at)) };
        self.rest = rest;
        Ok(start)
    }

    /// A text.
    #[inline(always)]
    pub(crate) fn text(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
        if !self.style.is_wire() {
            self.space();
            if let [b'{', ..] = self.rest {
                return self.hex_object(at);
            }
        }
        let start = self.quote(at)?;
        let text = self.string(at)?;
        let end = self.offset();
        let inside = self.since(start.wrapping_add(1));
        let inside = inside.split_last().map_or(&[][..], |(_, inside)| inside);
        self.trace.value(at, start..end, Value::Text(inside));
        Ok(text)
    }

    /// `{"hex": "..."}`, as inspectors show a text that is not UTF-8.
    #[cold]
    fn hex_object(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
        self.object(at, "")?;
        let mut first = true;
        let mut text = None;
        while let Some(key) = self.key(first, at)? {
            first = false;
            if key.is("hex") {
                text = Some(self.binary(at)?);
            } else {
                self.skip(key.offset, at)?;
            }
        }
        text.ok_or_else(|| self.wrong(&NO_STRING, at))
    }

    /// Octets: base64 on the wire, hexadecimal digits in an inspector's JSON.
    pub(crate) fn binary(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
        self.space();
        if let ([b'{', ..], false) = (self.rest, self.style.is_wire()) {
            return Err(DecodeError::new(Reason::WrongType { rule: &REDACTED }, self.offset(), at));
        }
        let start = self.quote(at)?;
        self.string(at)?;
        let inside = self.since(start.wrapping_add(1));
        let inside = inside.split_last().map_or(&[][..], |(_, inside)| inside);
        let mut digits = Octets::json(inside, true).iter();
        let form = if self.style.is_wire() { Form::Base64 } else { Form::Hex };
        let (good, rule) = match form {
            Form::Base64 => (is_base64(&mut digits), &BAD_BASE64),
            _ => (is_hex(&mut digits), &BAD_HEX),
        };
        if !good {
            return Err(DecodeError::bad_value(0, rule, start, at));
        }
        Ok(Octets::digits(inside, form))
    }

    /// Tells of octets; apart from reading them, so that secrets need not be told.
    pub(crate) fn told_binary(&mut self, start: usize, at: At) {
        let span = start..self.offset();
        self.trace.value(at, span, Value::Bytes(self.since(start)));
    }

    /// Sign and magnitude of a number, which may stand in quotes.
    #[inline(always)]
    fn number(&mut self, at: At) -> Result<(usize, (bool, u64)), DecodeError> {
        self.space();
        let start = self.offset();
        if let Some((magnitude, rest)) = number::digits(self.rest) {
            self.rest = rest;
            return Ok((start, (false, magnitude)));
        }
        let text = match self.rest {
            [b'"', rest @ ..] => {
                self.rest = rest;
                let text = self.string(at)?;
                let rule = &QUOTED;
                self.trace.finding(DecodeError::new(Reason::WrongType { rule }, start, at));
                text.as_raw().unwrap_or_default()
            }
            [b'-' | b'0'..=b'9', ..] => self.word(),
            _ => return Err(self.wrong(&NO_NUMBER, at)),
        };
        match number::parse(text) {
            Ok(number) => Ok((start, number)),
            Err(rule) => Err(DecodeError::bad_value(0, rule, start, at)),
        }
    }

    #[inline(always)]
    fn word(&mut self) -> &'a [u8] {
        let is_word =
            |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'+' | b'.');
        let len = self.rest.iter().position(|byte| !is_word(byte)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(len).unwrap_or_default();
        self.rest = rest;
        word
    }

    /// A number of a signed type.
    #[inline(always)]
    pub(crate) fn signed<N: TryFrom<i64>>(&mut self, at: At) -> Result<N, DecodeError> {
        let (start, number) = self.number(at)?;
        let refused = |rule| DecodeError::bad_value(0, rule, start, at);
        let number = number::signed(number).map_err(refused)?;
        self.trace.value(at, start..self.offset(), Value::Signed(number));
        number::narrow(number).map_err(refused)
    }

    /// A number of an unsigned type.
    #[inline(always)]
    pub(crate) fn unsigned<N: TryFrom<u64>>(&mut self, at: At) -> Result<N, DecodeError> {
        let (start, number) = self.number(at)?;
        let refused = |rule| DecodeError::bad_value(0, rule, start, at);
        let number = number::unsigned(number).map_err(refused)?;
        self.trace.value(at, start..self.offset(), Value::Unsigned(number));
        number::narrow(number).map_err(refused)
    }

    /// The name of an enumeration's value, or `None` where its number stands.
    #[inline(always)]
    pub(crate) fn name(&mut self, at: At) -> Result<Option<(usize, Octets<'a>)>, DecodeError> {
        self.space();
        let [b'"', rest @ ..] = self.rest else { return Ok(None) };
        let start = self.offset();
        self.rest = rest;
        Ok(Some((start, self.string(at)?)))
    }

    /// true or false.
    pub(crate) fn bool(&mut self, at: At) -> Result<bool, DecodeError> {
        self.space();
        let start = self.offset();
        let (value, rest) = match self.rest {
            [b't', b'r', b'u', b'e', rest @ ..] => (true, rest),
            [b'f', b'a', b'l', b's', b'e', rest @ ..] => (false, rest),
            _ => return Err(self.wrong(&NO_BOOL, at)),
        };
        self.rest = rest;
        self.trace.value(at, start..self.offset(), Value::Bool(value));
        Ok(value)
    }

    /// Goes behind `null`, if it stands here.
    #[inline(always)]
    pub(crate) fn null(&mut self) -> bool {
        self.space();
        let [b'n', b'u', b'l', b'l', rest @ ..] = self.rest else { return false };
        self.rest = rest;
        true
    }

    /// Skips the value of a member that nothing is known of, whose name began at `start`.
    #[cold]
    #[inline(never)]
    pub(crate) fn skip(&mut self, start: usize, at: At) -> Result<(), DecodeError> {
        static SKIPPED: Rule = Rule("no member that is known");
        let mut open = 0usize;
        loop {
            self.space();
            match self.rest {
                [b'{' | b'[', rest @ ..] => {
                    self.deeper(at)?;
                    open = open.saturating_add(1);
                    self.rest = rest;
                }
                [b'}' | b']', rest @ ..] if open > 0 => {
                    self.depth = self.depth.wrapping_sub(1);
                    open = open.saturating_sub(1);
                    self.rest = rest;
                }
                [b',' | b':', rest @ ..] if open > 0 => self.rest = rest,
                [b'"', rest @ ..] => {
                    self.rest = rest;
                    self.string(at)?;
                }
                [] => return Err(self.invalid(&EOF, at)),
                _ => {
                    if self.word().is_empty() {
                        return Err(self.invalid(&BAD_WORD, at));
                    }
                }
            }
            if open == 0 {
                break;
            }
        }
        let span = start..self.offset();
        self.trace.value(&UNKNOWN, span, Value::Bytes(self.since(start)));
        self.trace.finding(DecodeError::bad_value(0, &SKIPPED, start, at));
        Ok(())
    }
}

fn is_base64(digits: &mut impl Iterator<Item = u8>) -> bool {
    let mut ended = false;
    while let Some(first) = digits.next() {
        let (Some(b), Some(c), Some(d)) = (digits.next(), digits.next(), digits.next()) else { return false };
        match base64::decode([first, b, c, d]) {
            Some((_, len)) if !ended => ended = len < 3,
            _ => return false,
        }
    }
    true
}

fn is_hex(digits: &mut impl Iterator<Item = u8>) -> bool {
    let mut count = 0usize;
    digits.all(|digit| {
        count = count.wrapping_add(1);
        hex_digit(digit).is_some()
    }) && count & 1 == 0
}
