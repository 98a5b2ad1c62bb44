//! Reading what holds no others: texts, octets, numbers, truth values.

use super::{Reader, number, string};
use crate::schema::base64;
use crate::schema::octets::{Form, Octets, hex_digit};
use crate::schema::trace::Trace;
use codec_common::inspect::Value;
use codec_common::{At, DecodeError, Reason, Rule};

static NO_STRING: Rule = Rule("must be a string");
static NO_NUMBER: Rule = Rule("must be a number");
static NO_BOOL: Rule = Rule("must be true or false");
static BAD_BASE64: Rule = Rule("must be base64");
static BAD_HEX: Rule = Rule("must be hexadecimal digits");
static REDACTED: Rule = Rule("is redacted");
static QUOTED: Rule = Rule("a number is not written in quotes");

impl<'a, T: Trace> Reader<'a, T> {
    /// Goes behind the opening quote of a string.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn quote(&mut self, at: At) -> Result<usize, DecodeError> {
        self.space();
        let start = self.offset();
        let [b'"', rest @ ..] = self.rest else { return Err(self.wrong(&NO_STRING, at)) };
        self.rest = rest;
        Ok(start)
    }

    /// A text.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn text(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
        if !T::HEARD
            && let [b'"', inside @ ..] = self.rest
            && let Some((text, [b'"', rest @ ..])) = inside.split_at_checked(string::plain_len(inside))
        {
            self.rest = rest;
            return Ok(Octets::raw(text));
        }
        self.text_slow(at)
    }

    #[inline(never)]
    fn text_slow(&mut self, at: At) -> Result<Octets<'a>, DecodeError> {
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
        while self.member(first, at)? {
            first = false;
            if self.key.is("hex") {
                text = Some(self.binary(at)?);
            } else {
                self.skip(at)?;
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
            return Err(DecodeError::refused(rule, start, at));
        }
        Ok(Octets::digits(inside, form))
    }

    /// Tells of octets; apart from reading them, so that secrets need not be told.
    pub(crate) fn told_binary(&mut self, start: usize, at: At) {
        let span = start..self.offset();
        self.trace.value(at, span, Value::Bytes(self.since(start)));
    }

    /// The number that stands here, if it is of the usual kind and nobody wants to be told.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn digits(&self) -> Option<(u64, &'a [u8])> {
        if T::HEARD {
            return None;
        }
        let (magnitude, len) = number::digits(self.rest);
        let rest = self.rest.get(len..)?;
        (len > 0).then_some((magnitude, rest))
    }

    /// Sign and magnitude of a number, which may stand in quotes.
    fn number(&mut self, at: At) -> Result<(usize, (bool, u64)), DecodeError> {
        self.space();
        let start = self.offset();
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
            Err(rule) => Err(DecodeError::refused(rule, start, at)),
        }
    }

    /// A number of a signed type.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn signed<N: TryFrom<i64>>(&mut self, at: At) -> Result<N, DecodeError> {
        if let Some((magnitude, rest)) = self.digits()
            && let Ok(number) = number::signed((false, magnitude)).and_then(number::narrow)
        {
            self.rest = rest;
            return Ok(number);
        }
        self.signed_slow(at)
    }

    #[inline(never)]
    fn signed_slow<N: TryFrom<i64>>(&mut self, at: At) -> Result<N, DecodeError> {
        let (start, number) = self.number(at)?;
        let refused = |rule| DecodeError::refused(rule, start, at);
        let number = number::signed(number).map_err(refused)?;
        self.trace.value(at, start..self.offset(), Value::Signed(number));
        number::narrow(number).map_err(refused)
    }

    /// A number of an unsigned type.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn unsigned<N: TryFrom<u64>>(&mut self, at: At) -> Result<N, DecodeError> {
        if let Some((magnitude, rest)) = self.digits()
            && let Ok(number) = number::unsigned((false, magnitude)).and_then(number::narrow)
        {
            self.rest = rest;
            return Ok(number);
        }
        self.unsigned_slow(at)
    }

    #[inline(never)]
    fn unsigned_slow<N: TryFrom<u64>>(&mut self, at: At) -> Result<N, DecodeError> {
        let (start, number) = self.number(at)?;
        let refused = |rule| DecodeError::refused(rule, start, at);
        let number = number::unsigned(number).map_err(refused)?;
        self.trace.value(at, start..self.offset(), Value::Unsigned(number));
        number::narrow(number).map_err(refused)
    }

    /// The name of an enumeration's value, or `None` where its number stands.
    #[inline]
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
