//! The tokens of JSON: each takes what is left of the text, checks one token, and gives what is left behind it.
//!
//! All are inlined where they are used, so that what is left stays in registers.

use codec_common::Rule;

use super::{Kind, plain::skip_plain};

/// What is left behind a token, or where the text goes wrong and what it breaks there.
pub(super) type Step<'a, T = ()> = Result<(&'a [u8], T), Broken<'a>>;

/// Where a text goes wrong, and what it breaks.
pub(super) struct Broken<'a> {
    pub(super) rest: &'a [u8],
    pub(super) rule: &'static Rule,
}

macro_rules! rules {
    ($($name:ident $text:literal;)+) => { $(pub(super) static $name: Rule = Rule($text);)+ };
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

/// The error that `rest` breaks `rule`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) const fn broken<'a, T>(rest: &'a [u8], rule: &'static Rule) -> Result<T, Broken<'a>> {
    Err(Broken { rest, rule })
}

/// White space, if there is any.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) const fn space(mut rest: &[u8]) -> &[u8] {
    while let [b' ' | b'\n' | b'\r' | b'\t', tail @ ..] = rest {
        rest = tail;
    }
    rest
}

/// A name in quotes, the colon, and the white space around that; tells whether anything is escaped in the name.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn name(rest: &[u8]) -> Step<'_, Name<'_>> {
    let [b'"', start @ ..] = rest else { return broken(rest, &NAME) };
    let (end, escaped) = string(start)?;
    match space(end) {
        [b':', tail @ ..] => Ok((space(tail), Name { start, end, escaped })),
        rest => broken(rest, &COLON),
    }
}

/// Where a name stands: what is left behind its opening and its closing quote.
pub(super) struct Name<'a> {
    pub(super) start: &'a [u8],
    pub(super) end: &'a [u8],
    pub(super) escaped: bool,
}

/// The rest of a string, behind its opening quote; tells whether anything is escaped in it.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn string(mut rest: &[u8]) -> Step<'_, bool> {
    let mut escaped = false;
    loop {
        rest = skip_plain(rest);
        match rest {
            [b'"', tail @ ..] => return Ok((tail, escaped)),
            [b'\\', tail @ ..] => rest = escape(rest, tail)?.0,
            [] => return broken(rest, &UNCLOSED),
            _ => return broken(rest, &CONTROL),
        }
        escaped = true;
    }
}

/// An escape, of which `tail` is what stands behind the backslash.
#[cfg_attr(not(feature = "small"), inline(always))]
fn escape<'a>(rest: &'a [u8], tail: &'a [u8]) -> Step<'a> {
    match tail {
        [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', tail @ ..] => Ok((tail, ())),
        [b'u', tail @ ..] => match tail.split_first_chunk::<4>() {
            Some((digits, tail)) if digits.iter().all(u8::is_ascii_hexdigit) => Ok((tail, ())),
            _ => broken(rest, &HEX),
        },
        _ => broken(rest, &ESCAPE),
    }
}

/// A value that is neither a string nor a container.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn scalar(rest: &[u8]) -> Step<'_, Kind> {
    match rest {
        [b't', b'r', b'u', b'e', tail @ ..] | [b'f', b'a', b'l', b's', b'e', tail @ ..] => {
            Ok((tail, Kind::Bool))
        }
        [b'n', b'u', b'l', b'l', tail @ ..] => Ok((tail, Kind::Null)),
        [b'-', tail @ ..] => number(tail),
        [b'0'..=b'9', ..] => number(rest),
        _ => broken(rest, &VALUE),
    }
}

/// A number behind its sign; it is not converted.
#[cfg_attr(not(feature = "small"), inline(always))]
fn number(rest: &[u8]) -> Step<'_, Kind> {
    let mut rest = match rest {
        [b'0', b'0'..=b'9', ..] => return broken(rest.get(1..).unwrap_or_default(), &ZERO),
        [b'0', tail @ ..] => tail,
        _ => digits(rest)?.0,
    };
    if let [b'.', tail @ ..] = rest {
        rest = digits(tail)?.0;
    }
    if let [b'e' | b'E', tail @ ..] = rest {
        let ([b'+' | b'-', tail @ ..] | tail) = tail;
        rest = digits(tail)?.0;
    }
    Ok((rest, Kind::Number))
}

/// One digit or more.
#[cfg_attr(not(feature = "small"), inline(always))]
fn digits(rest: &[u8]) -> Step<'_> {
    let [b'0'..=b'9', tail @ ..] = rest else { return broken(rest, &DIGIT) };
    let mut rest = tail;
    while let [b'0'..=b'9', tail @ ..] = rest {
        rest = tail;
    }
    Ok((rest, ()))
}
