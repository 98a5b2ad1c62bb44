//! A scanner that checks JSON text and gives the places of its values.

use codec_common::{At, DecodeError, Reason, Rule};

use super::{Kind, Raw, Text, plain::plain_len};
use crate::limits::MAX_DEPTH;

type Result<T> = core::result::Result<T, DecodeError>;

/// Reads JSON text from front to back.
///
/// After an error the scanner stays where the error is.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    rest: &'a [u8],
    max_depth: usize,
    /// What the offsets of errors begin with.
    base: usize,
    at: At,
}

macro_rules! rules {
    ($($name:ident $text:literal;)+) => { $(static $name: Rule = Rule($text);)+ };
}

rules! {
    VALUE "a value must follow";
    NAME "a name in quotes must follow";
    COLON "a colon must follow";
    COMMA_OR_BRACE "a comma or a closing brace must follow";
    COMMA_OR_BRACKET "a comma or a closing bracket must follow";
    UNCLOSED "text is not closed";
    CONTROL "control character in text";
    ESCAPE "no such escape";
    HEX "four hexadecimal digits must follow";
    DIGIT "a digit must follow";
    ZERO "a number cannot begin with 0";
    NOTHING "nothing may follow";
}

impl<'a> Scanner<'a> {
    /// Reads `text`, whose first byte has the offset `base`.
    pub(crate) fn new(text: &'a str, max_depth: usize, base: usize, at: At) -> Self {
        Self { text, rest: text.as_bytes(), max_depth: max_depth.min(MAX_DEPTH), base, at }
    }

    /// Index in the text of the next byte.
    #[inline(always)]
    pub(crate) const fn index(&self) -> usize {
        self.text.len().wrapping_sub(self.rest.len())
    }

    /// Offset of an index in the text, as errors count it.
    #[inline(always)]
    pub(crate) const fn offset_of(&self, index: usize) -> usize {
        self.base.saturating_add(index)
    }

    /// The next byte.
    #[inline(always)]
    pub(crate) const fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Takes the next byte when it is this one.
    #[inline(always)]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        match self.rest {
            [first, tail @ ..] if *first == byte => {
                self.rest = tail;
                true
            }
            _ => false,
        }
    }

    /// Skips white space.
    #[inline(always)]
    pub(crate) fn space(&mut self) {
        while let [b' ' | b'\n' | b'\r' | b'\t', tail @ ..] = self.rest {
            self.rest = tail;
        }
    }

    /// What the text breaks, here.
    #[cold]
    #[inline(never)]
    fn broken<T>(&self, rule: &'static Rule) -> Result<T> {
        Err(DecodeError::new(Reason::InvalidJson { rule }, self.offset_of(self.index()), self.at))
    }

    #[cold]
    #[inline(never)]
    fn too_deep<T>(&self) -> Result<T> {
        let limit = u32::try_from(self.max_depth).unwrap_or(u32::MAX);
        Err(DecodeError::new(Reason::TooDeep { limit }, self.offset_of(self.index()), self.at))
    }

    /// Nothing but white space may be left.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.space();
        if self.rest.is_empty() { Ok(()) } else { self.broken(&NOTHING) }
    }

    /// The opening brace of an object, which is the next byte, inside of `depth` open containers.
    pub(crate) fn open(&mut self, depth: usize) -> Result<()> {
        if depth >= self.max_depth {
            return self.too_deep();
        }
        self.eat(b'{');
        Ok(())
    }

    /// The next member's name, up to the white space before its value; `None` when the object closes.
    ///
    /// To be called behind the opening brace, with `first`, and behind each value.
    #[inline]
    pub(crate) fn name(&mut self, first: bool) -> Result<Option<Text<'a>>> {
        self.space();
        if self.eat(b'}') {
            return Ok(None);
        }
        if !first {
            if !self.eat(b',') {
                return self.broken(&COMMA_OR_BRACE);
            }
            self.space();
        }
        if !self.eat(b'"') {
            return self.broken(&NAME);
        }
        let name = self.string()?;
        self.colon()?;
        self.space();
        Ok(Some(name))
    }

    #[inline(always)]
    fn colon(&mut self) -> Result<()> {
        self.space();
        if self.eat(b':') { Ok(()) } else { self.broken(&COLON) }
    }

    /// One value inside of `depth` open containers; the white space before it has been skipped.
    #[inline]
    pub(crate) fn value(&mut self, depth: usize) -> Result<Raw<'a>> {
        let start = self.index();
        let kind = match self.peek() {
            Some(b'"') => {
                self.eat(b'"');
                let text = self.string()?;
                return Ok(Raw::of_string(self.since(start), text.is_escaped()));
            }
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            _ => {
                let kind = self.scalar()?;
                return Ok(Raw::of(self.since(start), kind));
            }
        };
        self.container(depth)?;
        Ok(Raw::of(self.since(start), kind))
    }

    /// The text from an index up to here; both stand beside ASCII characters.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.index()).unwrap_or_default()
    }

    /// The rest of a string, behind its opening quote.
    #[inline]
    fn string(&mut self) -> Result<Text<'a>> {
        let start = self.index();
        let mut escaped = false;
        loop {
            let (_, rest) = self.rest.split_at_checked(plain_len(self.rest)).unwrap_or_default();
            self.rest = rest;
            match rest {
                [b'"', tail @ ..] => {
                    let text = self.since(start);
                    self.rest = tail;
                    return Ok(Text::scanned(text, escaped));
                }
                [b'\\', tail @ ..] => {
                    escaped = true;
                    self.escape(tail)?;
                }
                [] => return self.broken(&UNCLOSED),
                _ => return self.broken(&CONTROL),
            }
        }
    }

    /// An escape, of which `rest` is what stands behind the backslash.
    #[inline]
    fn escape(&mut self, rest: &'a [u8]) -> Result<()> {
        match rest {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', tail @ ..] => {
                self.rest = tail;
                Ok(())
            }
            [b'u', tail @ ..] => match tail.split_first_chunk::<4>() {
                Some((digits, tail)) if digits.iter().all(u8::is_ascii_hexdigit) => {
                    self.rest = tail;
                    Ok(())
                }
                _ => self.broken(&HEX),
            },
            _ => self.broken(&ESCAPE),
        }
    }

    /// A value that is neither a string nor a container.
    #[inline]
    fn scalar(&mut self) -> Result<Kind> {
        let (kind, rest) = match self.rest {
            [b't', b'r', b'u', b'e', tail @ ..] => (Kind::Bool, tail),
            [b'f', b'a', b'l', b's', b'e', tail @ ..] => (Kind::Bool, tail),
            [b'n', b'u', b'l', b'l', tail @ ..] => (Kind::Null, tail),
            [b'-' | b'0'..=b'9', ..] => {
                self.number()?;
                return Ok(Kind::Number);
            }
            _ => return self.broken(&VALUE),
        };
        self.rest = rest;
        Ok(kind)
    }

    /// A number; it is not converted.
    #[inline]
    fn number(&mut self) -> Result<()> {
        self.eat(b'-');
        if self.eat(b'0') {
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return self.broken(&ZERO);
            }
        } else {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if let [b'e' | b'E', tail @ ..] = self.rest {
            self.rest = tail;
            if let [b'+' | b'-', tail @ ..] = self.rest {
                self.rest = tail;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// One digit or more.
    #[inline]
    fn digits(&mut self) -> Result<()> {
        let [b'0'..=b'9', tail @ ..] = self.rest else { return self.broken(&DIGIT) };
        self.rest = tail;
        while let [b'0'..=b'9', tail @ ..] = self.rest {
            self.rest = tail;
        }
        Ok(())
    }

    /// An object or an array with all that is in it, inside of `outer` open containers.
    ///
    /// Which containers are open is kept as bits, 1 for an object, the innermost lowest.
    fn container(&mut self, outer: usize) -> Result<()> {
        let mut objects: u128 = 0;
        let mut depth = outer;
        loop {
            // Before a value.
            let object = match self.rest {
                [b'{', tail @ ..] => Some((true, tail)),
                [b'[', tail @ ..] => Some((false, tail)),
                [b'"', tail @ ..] => {
                    self.rest = tail;
                    self.string()?;
                    None
                }
                _ => {
                    self.scalar()?;
                    None
                }
            };
            let mut open = object.is_some();
            if let Some((object, tail)) = object {
                if depth >= self.max_depth {
                    return self.too_deep();
                }
                depth = depth.wrapping_add(1);
                objects = objects.wrapping_shl(1) | u128::from(object);
                self.rest = tail;
            }
            // Behind a value or an opening bracket.
            loop {
                self.space();
                let object = objects & 1 == 1;
                let closing = if object { b'}' } else { b']' };
                if self.eat(closing) {
                    objects = objects.wrapping_shr(1);
                    depth = depth.wrapping_sub(1);
                    if depth == outer {
                        return Ok(());
                    }
                    open = false;
                    continue;
                }
                if !open {
                    if !self.eat(b',') {
                        return self.broken(if object { &COMMA_OR_BRACE } else { &COMMA_OR_BRACKET });
                    }
                    self.space();
                }
                if object {
                    if !self.eat(b'"') {
                        return self.broken(&NAME);
                    }
                    self.string()?;
                    self.colon()?;
                    self.space();
                }
                break;
            }
        }
    }
}
