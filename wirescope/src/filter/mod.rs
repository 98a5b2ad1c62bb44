//! Which lines are wanted: expressions over the members of a line.
//!
//! ```text
//! filter   = and { "or" and }
//! and      = not { "and" not }
//! not      = "not" not | "(" filter ")" | test
//! test     = path "exists" | path "matches" text | path comparison value
//! path     = [ "." ] name { "." name | "[" [ index ] "]" }
//! name     = word | string
//! comparison = "=" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "starts with" | "ends with"
//! value    = number | "0x" pairs of digits | string | "true" | "false" | "null" | word
//! ```
//!
//! `docs/filters.md` says what each of them means, with examples.

mod compare;
mod error;
mod expr;
mod find;
mod parse;
mod select;

pub use error::FilterError;
pub use expr::{Check, Comparison, Expr, Path, Pattern, Step, Value};
pub use select::Selection;

use crate::Line;
use std::fmt;
use std::str::FromStr;

/// Deepest nesting of parentheses and `not` in a filter.
pub const MAX_DEPTH: usize = 64;

/// An expression over the members of a line, which a line satisfies or does not.
///
/// ```
/// use wirescope::{Options, Stream, filter::Filter, protocol::Protocol};
/// let filter = Filter::parse("type = HEARTBEAT_REQ and not offset > 0")?;
/// let mut wanted = Vec::new();
/// let mut stream = Stream::new(Protocol::Bmq, &Options::default());
/// stream.feed(&[0, 0, 0, 8, 0x4B, 2, 0, 0], &mut |line| wanted.push(filter.matches(&line)));
/// assert_eq!(wanted, [true]);
///
/// let error = Filter::parse("payload contains").unwrap_err();
/// assert_eq!((error.column(), error.expected()), (17, "text or bytes"));
/// # Ok::<(), wirescope::filter::FilterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    expr: Expr,
}

impl Filter {
    /// Reads a filter.
    ///
    /// # Errors
    /// Says at which column it cannot go on, and what is expected there.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        parse::filter(text).map(Self::from)
    }

    /// True when the line satisfies it.
    #[must_use]
    pub fn matches(&self, line: &Line) -> bool {
        self.expr.matches(&line.json)
    }

    /// What it consists of.
    #[must_use]
    pub fn expr(&self) -> &Expr {
        &self.expr
    }
}

impl From<Expr> for Filter {
    fn from(expr: Expr) -> Self {
        Self { expr }
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        Self::parse(text)
    }
}

/// In the grammar: what is shown reads as the same filter.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.fmt(f)
    }
}
