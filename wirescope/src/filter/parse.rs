//! The grammar.

use super::MAX_DEPTH;
use super::error::FilterError;
use super::expr::{Check, Comparison, Expr, Path, Pattern, RESERVED, Step, Value, begins_word, is_word};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit1, multispace0, satisfy};
use nom::combinator::{all_consuming, cut, map_opt, not, opt, peek, recognize, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{fold_many0, many0};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{Err, Parser};
use std::borrow::Cow;

/// Where reading stopped, and what was expected there.
#[derive(Debug)]
struct Fault<'t> {
    rest: &'t str,
    expected: Cow<'static, str>,
}

impl<'t> Fault<'t> {
    fn new(rest: &'t str, expected: impl Into<Cow<'static, str>>) -> Self {
        Self { rest, expected: expected.into() }
    }
}

impl<'t> ParseError<&'t str> for Fault<'t> {
    fn from_error_kind(rest: &'t str, _: ErrorKind) -> Self {
        Self::new(rest, "")
    }

    fn append(_: &'t str, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two ways that both fail, the one that came further says more.
    fn or(self, other: Self) -> Self {
        if other.rest.len() < self.rest.len() { other } else { self }
    }
}

type Read<'t, T> = nom::IResult<&'t str, T, Fault<'t>>;

/// Reads a whole text as a filter.
pub(super) fn filter(text: &str) -> Result<Expr, FilterError> {
    let end = expected("`and`, `or` or the end", all_consuming(multispace0));
    match terminated(|input| any_of(input, 0), end).parse_complete(text) {
        Ok((_, expr)) => Ok(expr),
        Err(Err::Error(fault) | Err::Failure(fault)) => {
            Err(FilterError::new(text, fault.rest, fault.expected))
        }
        Err(Err::Incomplete(_)) => Err(FilterError::new(text, "", "more".into())),
    }
}

/// Says what was expected where the parser fails, at the start of what it was to read.
fn expected<'t, T>(
    what: &'static str,
    mut parser: impl Parser<&'t str, Output = T, Error = Fault<'t>>,
) -> impl FnMut(&'t str) -> Read<'t, T> {
    move |input| {
        let input = input.trim_start();
        parser.parse(input).map_err(|error| error.map(|fault| named(fault, input, what)))
    }
}

/// Keeps a fault that says what it expects.
fn named<'t>(fault: Fault<'t>, input: &'t str, what: &'static str) -> Fault<'t> {
    if fault.expected.is_empty() { Fault::new(input, what) } else { fault }
}

/// `word` on its own, behind white space.
fn keyword<'t>(word: &'static str) -> impl Parser<&'t str, Output = &'t str, Error = Fault<'t>> {
    preceded(multispace0, terminated(tag(word), not(satisfy(is_word))))
}

fn any_of(input: &str, depth: usize) -> Read<'_, Expr> {
    list(input, "or", |input| all_of(input, depth), Expr::Or)
}

fn all_of(input: &str, depth: usize) -> Read<'_, Expr> {
    list(input, "and", |input| one(input, depth), Expr::And)
}

/// One part, or several with a word between them.
fn list<'t>(
    input: &'t str,
    word: &'static str,
    part: impl Fn(&'t str) -> Read<'t, Expr> + Copy,
    of: fn(Vec<Expr>) -> Expr,
) -> Read<'t, Expr> {
    let (rest, (first, more)) = pair(part, many0(preceded(keyword(word), cut(part)))).parse(input)?;
    let expr = if more.is_empty() { first } else { of(std::iter::once(first).chain(more).collect()) };
    Ok((rest, expr))
}

fn one(input: &str, depth: usize) -> Read<'_, Expr> {
    let input = input.trim_start();
    if depth > MAX_DEPTH {
        return Err(Err::Failure(Fault::new(input, format!("at most {MAX_DEPTH} levels of nesting"))));
    }
    let deeper = depth + 1;
    let negated =
        preceded(keyword("not"), cut(|input| one(input, deeper))).map(|expr| Expr::Not(Box::new(expr)));
    let close = expected("`)`, `and` or `or`", char(')'));
    let grouped = delimited(char('('), cut(|input| any_of(input, deeper)), cut(close));
    let test = pair(path, cut(check)).map(|(path, check)| Expr::Test(path, check));
    expected("a name, `not` or `(`", alt((negated, grouped, test))).parse(input)
}

fn path(input: &str) -> Read<'_, Path> {
    let anchor = opt(char('.')).map(|dot| dot.is_some());
    let (rest, (anchored, first)) = pair(anchor, name).parse(input)?;
    let (rest, steps) = many0(step).parse(rest)?;
    Ok((rest, Path { anchored, first, steps }))
}

fn step(input: &str) -> Read<'_, Step> {
    let member = preceded(char('.'), cut(expected("a name", name))).map(Step::Name);
    let close = || cut(expected("a number or `]`", char(']')));
    let item = |input| {
        let (rest, digits) = opt(digit1).parse(input)?;
        match digits.map(str::parse) {
            None => Ok((rest, Step::Each)),
            Some(Ok(index)) => Ok((rest, Step::Item(index))),
            Some(Err(_)) => Err(Err::Failure(Fault::new(input, "a smaller number"))),
        }
    };
    alt((member, delimited(char('['), item, close()))).parse(input)
}

fn name(input: &str) -> Read<'_, String> {
    let word = verify(word, |word: &str| !RESERVED.contains(&word)).map(str::to_owned);
    alt((string, word)).parse(input)
}

fn word(input: &str) -> Read<'_, &str> {
    recognize(pair(satisfy(begins_word), take_while(is_word))).parse(input)
}

fn check(input: &str) -> Read<'_, Check> {
    let exists = value(Check::Exists, keyword("exists"));
    let what = "an operator: = != < <= > >= contains, starts with, ends with, matches or exists";
    expected(what, alt((exists, preceded(keyword("matches"), cut(pattern)), comparison))).parse(input)
}

fn comparison(input: &str) -> Read<'_, Check> {
    let (rest, comparison) = operator(input)?;
    let (rest, value) = if comparison.is_part() {
        cut(expected("text or bytes", alt((bytes, text)))).parse(rest)?
    } else {
        cut(expected("a value", alt((bytes, number, constant, text)))).parse(rest)?
    };
    Ok((rest, Check::Compare(comparison, value)))
}

fn operator(input: &str) -> Read<'_, Comparison> {
    let equal = value(Comparison::Equal, tag("=="));
    let (word, with) = (keyword, || cut(expected("`with`", keyword("with"))));
    let words = alt((
        value(Comparison::Contains, word("contains")),
        value(Comparison::StartsWith, pair(word("starts"), with())),
        value(Comparison::EndsWith, pair(word("ends"), with())),
    ));
    let signs = |input| {
        let signs = Comparison::ALL.into_iter().filter(|(comparison, _)| !comparison.is_part());
        let mut found = signs.filter_map(|(comparison, sign): (_, &str)| {
            str::strip_prefix(input, sign).map(|rest| (rest, comparison))
        });
        found.next().ok_or(Err::Error(Fault::new(input, "")))
    };
    alt((equal, signs, words)).parse(input)
}

fn pattern(input: &str) -> Read<'_, Check> {
    let input = input.trim_start();
    let (rest, text) = expected("a pattern in quotes", string).parse(input)?;
    match Pattern::new(&text) {
        Ok(pattern) => Ok((rest, Check::Matches(pattern))),
        Err(error) => Err(Err::Failure(Fault::new(input, format!("a regular expression ({error})")))),
    }
}

/// Bytes in hexadecimal.
fn bytes(input: &str) -> Read<'_, Value> {
    let (rest, digits) = preceded(tag("0x"), take_while(|c: char| c.is_ascii_alphanumeric())).parse(input)?;
    match crate::hex::decode(digits).filter(|bytes| !bytes.is_empty()) {
        Some(bytes) => Ok((rest, Value::Bytes(bytes))),
        None => Err(Err::Failure(Fault::new(input, "pairs of hexadecimal digits behind 0x"))),
    }
}

fn number(input: &str) -> Read<'_, Value> {
    let fraction = preceded(char('.'), digit1);
    let exponent = (alt((char('e'), char('E'))), opt(alt((char('+'), char('-')))), digit1);
    let (rest, text) = recognize((opt(char('-')), digit1, opt(fraction), opt(exponent))).parse(input)?;
    let whole = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let number = if whole {
        let fits = |number: &i128| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(number);
        text.parse().ok().filter(fits).map(Value::Integer)
    } else {
        float(text).filter(|number| number.is_finite()).map(Value::Float)
    };
    match number {
        Some(number) => Ok((rest, number)),
        None => Err(Err::Failure(Fault::new(input, "a number that fits 64 bits"))),
    }
}

#[cfg(not(feature = "small"))]
fn float(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// By the reader that lines are read with, which is linked anyway; its last digit may differ.
#[cfg(feature = "small")]
fn float(text: &str) -> Option<f64> {
    serde_json::from_str(text).ok()
}

fn constant(input: &str) -> Read<'_, Value> {
    alt((
        value(Value::Bool(true), keyword("true")),
        value(Value::Bool(false), keyword("false")),
        value(Value::Null, keyword("null")),
    ))
    .parse(input)
}

/// Text in quotes, or a word; in one as a value there may be what names of queues and addresses have.
fn text(input: &str) -> Read<'_, Value> {
    let inside = take_while1(|c| is_word(c) || matches!(c, ':' | '/' | '.'));
    let bare = verify(preceded(peek(satisfy(begins_word)), inside), |word: &str| !RESERVED.contains(&word));
    alt((string, bare.map(str::to_owned))).map(Value::Text).parse(input)
}

fn string(input: &str) -> Read<'_, String> {
    let plain = take_while1(|c| !matches!(c, '"' | '\\')).map(Cow::Borrowed);
    let escaped = preceded(char('\\'), cut(escape)).map(|c| Cow::Owned(String::from(c)));
    let inside = fold_many0(alt((plain, escaped)), String::new, |mut text, part: Cow<'_, str>| {
        text.push_str(&part);
        text
    });
    delimited(char('"'), inside, cut(expected_here("a closing quote", char('"')))).parse(input)
}

/// As [`expected`], where white space counts.
fn expected_here<'t, T>(
    what: &'static str,
    mut parser: impl Parser<&'t str, Output = T, Error = Fault<'t>>,
) -> impl FnMut(&'t str) -> Read<'t, T> {
    move |input| parser.parse(input).map_err(|error| error.map(|fault| named(fault, input, what)))
}

fn escape(input: &str) -> Read<'_, char> {
    let code =
        preceded(char('u'), delimited(char('{'), take_while1(|c: char| c.is_ascii_hexdigit()), char('}')));
    let code =
        map_opt(code, |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(std::char::from_u32));
    expected_here(
        "an escape: \\\" \\\\ \\n \\r \\t \\0 or \\u{…}",
        alt((
            value('"', char('"')),
            value('\\', char('\\')),
            value('\n', char('n')),
            value('\r', char('r')),
            value('\t', char('t')),
            value('\0', char('0')),
            code,
        )),
    )
    .parse(input)
}
