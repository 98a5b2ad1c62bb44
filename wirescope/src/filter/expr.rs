//! What a filter consists of, and how it is written.

use regex_lite::Regex;
use std::fmt;

/// A condition on a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// One of them holds.
    Or(Vec<Expr>),
    /// All of them hold.
    And(Vec<Expr>),
    /// It does not hold.
    Not(Box<Expr>),
    /// Any of the values at the path satisfies the check.
    Test(Path, Check),
}

/// Where values are found in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The first name is a member of the line itself; else, where the line has none of that name, it may stand at
    /// any depth.
    pub anchored: bool,
    /// The first name.
    pub first: String,
    /// The way on from there.
    pub steps: Vec<Step>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The member of that name; of an array, that of each item.
    Name(String),
    /// Each item of an array.
    Each,
    /// One item of an array, from 0.
    Item(usize),
}

/// What is asked of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// It is there, and not `null`.
    Exists,
    /// It is text, or bytes that are read as text, in which the pattern is found.
    Matches(Pattern),
    /// It compares so with another value.
    Compare(Comparison, Value),
}

/// How values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same.
    Equal,
    /// Not the same; values of different kinds never are.
    Differs,
    /// Numbers by value, text and bytes by their bytes.
    Less,
    /// [`Less`](Self::Less) or [`Equal`](Self::Equal).
    AtMost,
    /// The other way round.
    Greater,
    /// [`Greater`](Self::Greater) or [`Equal`](Self::Equal).
    AtLeast,
    /// The other is a part of it.
    Contains,
    /// It begins with the other.
    StartsWith,
    /// It ends with the other.
    EndsWith,
}

impl Comparison {
    /// All with how they are written; one that begins with another stands in front of it.
    pub(super) const ALL: [(Self, &'static str); 9] = [
        (Self::Differs, "!="),
        (Self::AtMost, "<="),
        (Self::Less, "<"),
        (Self::AtLeast, ">="),
        (Self::Greater, ">"),
        (Self::Equal, "="),
        (Self::Contains, "contains"),
        (Self::StartsWith, "starts with"),
        (Self::EndsWith, "ends with"),
    ];

    /// True for those that ask for a part of text or bytes.
    #[must_use]
    pub const fn is_part(self) -> bool {
        matches!(self, Self::Contains | Self::StartsWith | Self::EndsWith)
    }
}

/// A value to compare with.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number, of 64 bits with or without a sign.
    Integer(i128),
    /// Any other number; finite.
    Float(f64),
    /// Bytes, given in hexadecimal.
    Bytes(Vec<u8>),
    /// Text.
    Text(String),
    /// True or false.
    Bool(bool),
    /// Nothing.
    Null,
}

/// A regular expression, in the syntax of the crate `regex-lite`.
#[derive(Clone, Debug)]
pub struct Pattern(pub(super) Regex);

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        Regex::new(text).map(Self).map_err(|error| error.to_string())
    }

    /// The pattern as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Words that cannot be names without quotes.
pub(super) const RESERVED: [&str; 3] = ["and", "or", "not"];

/// True for what can stand inside a name without quotes.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// True for what can begin one.
pub(super) fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// A part of an expression, in parentheses where it would be read otherwise without.
struct Part<'e>(&'e Expr, bool);

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 { write!(f, "({})", self.0) } else { self.0.fmt(f) }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Self], word: &str, grouped: fn(&Self) -> bool| {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    write!(f, " {word} ")?;
                }
                Part(part, grouped(part)).fmt(f)?;
            }
            Ok(())
        };
        match self {
            Self::Or(parts) => list(f, parts, "or", |part| matches!(part, Self::Or(_))),
            Self::And(parts) => list(f, parts, "and", |part| matches!(part, Self::Or(_) | Self::And(_))),
            Self::Not(part) => write!(f, "not {}", Part(part, matches!(**part, Self::Or(_) | Self::And(_)))),
            Self::Test(path, check) => write!(f, "{path} {check}"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.anchored {
            f.write_str(".")?;
        }
        name(&self.first, f)?;
        for step in &self.steps {
            match step {
                Step::Name(text) => {
                    f.write_str(".")?;
                    name(text, f)?;
                }
                Step::Each => f.write_str("[]")?,
                Step::Item(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists => f.write_str("exists"),
            Self::Matches(pattern) => {
                f.write_str("matches ")?;
                quoted(pattern.as_str(), f)
            }
            Self::Compare(comparison, value) => {
                let written = Comparison::ALL.iter().find(|(known, _)| known == comparison);
                write!(f, "{} {value}", written.map_or("=", |(_, text)| text))
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            // With a point or an exponent, always.
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Bytes(bytes) => write!(f, "0x{}", crate::hex::encode(bytes)),
            Self::Text(text) => quoted(text, f),
            Self::Bool(value) => value.fmt(f),
            Self::Null => f.write_str("null"),
        }
    }
}

fn name(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let plain = text.starts_with(begins_word) && text.chars().all(is_word) && !RESERVED.contains(&text);
    if plain { f.write_str(text) } else { quoted(text, f) }
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}
