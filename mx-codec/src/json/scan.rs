//! A scanner that checks JSON text and gives the places of its values.

use codec_common::{At, DecodeError, Reason};

use super::{
    Kind, Member, Raw, Text,
    grammar::{self, Broken, broken, space},
};
use crate::limits::MAX_DEPTH;

type Result<T> = core::result::Result<T, DecodeError>;

/// Reads JSON text from front to back.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    rest: &'a [u8],
    max_depth: usize,
    /// What the offsets of errors begin with.
    base: usize,
    at: At,
}

/// Why a container cannot be read.
enum Fault<'a> {
    Broken(Broken<'a>),
    TooDeep(&'a [u8]),
}

impl<'a> From<Broken<'a>> for Fault<'a> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn from(broken: Broken<'a>) -> Self {
        Self::Broken(broken)
    }
}

impl<'a> Scanner<'a> {
    /// Reads `text`, whose first byte has the offset `base`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn new(text: &'a str, max_depth: usize, base: usize, at: At) -> Self {
        Self { text, rest: text.as_bytes(), max_depth: max_depth.min(MAX_DEPTH), base, at }
    }

    /// Index in the text of the next byte.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn index(&self) -> usize {
        self.index_of(self.rest)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    const fn index_of(&self, rest: &[u8]) -> usize {
        self.text.len().wrapping_sub(rest.len())
    }

    /// Offset of an index in the text, as errors count it.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn offset_of(&self, index: usize) -> usize {
        self.base.saturating_add(index)
    }

    /// The next byte.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Skips white space.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn space(&mut self) {
        self.rest = space(self.rest);
    }

    /// The text from an index up to here; both stand beside ASCII characters.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.index()).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    fn wrong(&self, fault: Fault<'_>) -> DecodeError {
        let (rest, reason) = match fault {
            Fault::Broken(Broken { rest, rule }) => (rest, Reason::InvalidJson { rule }),
            Fault::TooDeep(rest) => {
                (rest, Reason::TooDeep { limit: u32::try_from(self.max_depth).unwrap_or(u32::MAX) })
            }
        };
        DecodeError::new(reason, self.offset_of(self.index_of(rest)), self.at)
    }

    /// Takes what is left behind a token.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn take<T>(&mut self, step: grammar::Step<'a, T>) -> Result<T> {
        match step {
            Ok((rest, value)) => {
                self.rest = rest;
                Ok(value)
            }
            Err(broken) => Err(self.wrong(broken.into())),
        }
    }

    /// Nothing but white space may be left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.space();
        let rest = self.rest;
        self.take(if rest.is_empty() { Ok((rest, ())) } else { broken(rest, &grammar::NOTHING) })
    }

    /// The opening brace of an object, which is the next byte, inside of `depth` open containers.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn open(&mut self, depth: usize) -> Result<()> {
        if depth >= self.max_depth {
            return Err(self.wrong(Fault::TooDeep(self.rest)));
        }
        if let [_, tail @ ..] = self.rest {
            self.rest = tail;
        }
        Ok(())
    }

    /// The next member's name, up to the white space before its value; `None` when the object closes.
    ///
    /// To be called behind the opening brace, with `first`, and behind each value.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn name(&mut self, first: bool) -> Result<Option<Text<'a>>> {
        let rest = match space(self.rest) {
            [b'}', tail @ ..] => {
                self.rest = tail;
                return Ok(None);
            }
            rest if first => rest,
            [b',', tail @ ..] => space(tail),
            rest => return Err(self.wrong(Broken { rest, rule: &grammar::COMMA_OR_BRACE }.into())),
        };
        let name = self.take(grammar::name(rest))?;
        let (start, end) = (self.index_of(name.start), self.index_of(name.end).wrapping_sub(1));
        let text = self.text.get(start..end).unwrap_or_default();
        Ok(Some(Text::scanned(text, name.escaped)))
    }

    /// One value inside of `depth` open containers; the white space before it has been skipped.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn value(&mut self, depth: usize) -> Result<Raw<'a>> {
        let start = self.index();
        let kind = match self.rest {
            [b'"', tail @ ..] => {
                let escaped = self.take(grammar::string(tail))?;
                return Ok(Raw::of_string(self.since(start), escaped));
            }
            [b'{', ..] => Kind::Object,
            [b'[', ..] => Kind::Array,
            rest => {
                let kind = self.take(grammar::scalar(rest))?;
                return Ok(Raw::of(self.since(start), kind));
            }
        };
        match container(self.rest, depth, self.max_depth) {
            Ok(rest) => self.rest = rest,
            Err(fault) => return Err(self.wrong(fault)),
        }
        Ok(Raw::of(self.since(start), kind))
    }
}

/// One copy of the above for those who are in less of a hurry than the envelope: inlined, each is some kilobytes.
impl<'a> Scanner<'a> {
    /// [`value`](Self::value), out of line.
    #[inline(never)]
    pub(crate) fn value_out_of_line(&mut self, depth: usize) -> Result<Raw<'a>> {
        self.value(depth)
    }

    /// [`name`](Self::name) and [`value`](Self::value), out of line.
    #[inline(never)]
    pub(crate) fn member(&mut self, first: bool, depth: usize) -> Result<Option<Member<'a>>> {
        match self.name(first)? {
            Some(name) => Ok(Some(Member { name, value: self.value(depth)? })),
            None => Ok(None),
        }
    }
}

/// An object or an array with all that is in it, inside of `outer` open containers.
///
/// Which containers are open around the innermost one is kept as bits, 1 for an object: there is no recursion.
#[inline(never)]
fn container(mut rest: &[u8], outer: usize, max_depth: usize) -> core::result::Result<&[u8], Fault<'_>> {
    let mut around: u128 = 0;
    let mut in_object = false;
    let mut depth = outer;
    loop {
        if in_object {
            rest = grammar::name(rest)?.0;
        }
        // Before a value.
        let opens = match rest {
            [b'{', ..] => Some(true),
            [b'[', ..] => Some(false),
            [b'"', tail @ ..] => {
                rest = grammar::string(tail)?.0;
                None
            }
            _ => {
                rest = grammar::scalar(rest)?.0;
                None
            }
        };
        if let (Some(object), [_, tail @ ..]) = (opens, rest) {
            if depth >= max_depth {
                return Err(Fault::TooDeep(rest));
            }
            depth = depth.wrapping_add(1);
            around = around.wrapping_shl(1) | u128::from(in_object);
            in_object = object;
            rest = space(tail);
            if !matches!((rest, object), ([b'}', ..], true) | ([b']', ..], false)) {
                continue;
            }
        }
        // Behind a value, or where an empty container closes.
        loop {
            rest = space(rest);
            match (rest, in_object) {
                ([b',', tail @ ..], _) => {
                    rest = space(tail);
                    break;
                }
                ([b'}', tail @ ..], true) | ([b']', tail @ ..], false) => {
                    rest = tail;
                    depth = depth.wrapping_sub(1);
                    if depth == outer {
                        return Ok(rest);
                    }
                    in_object = around & 1 == 1;
                    around = around.wrapping_shr(1);
                }
                (_, true) => return Err(Broken { rest, rule: &grammar::COMMA_OR_BRACE }.into()),
                (_, false) => return Err(Broken { rest, rule: &grammar::COMMA_OR_BRACKET }.into()),
            }
        }
    }
}
