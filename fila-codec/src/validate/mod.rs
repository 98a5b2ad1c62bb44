//! Rules of the page that decoding does not enforce: what a value may be, given the others.
//!
//! Decoding is strict on shape and open on values, so that an unknown value in a reply never fails the reply. A
//! server asks [`Validate::problems`] about a request before it acts on it, and so may a client before it sends
//! one. Replies have no rules.

mod admin;
mod hot;
mod key;
mod path;

pub use path::{Path, Step};

use crate::message::Message;
use crate::types::ErrorCode;
use core::fmt;

/// A value that the page does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which value.
    pub path: Path,
    /// What is wrong with it, to be read behind the path.
    pub rule: &'static str,
    /// The code to answer with. `InvalidFrame` where the page has no better one.
    pub code: ErrorCode,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.rule)
    }
}

impl core::error::Error for Problem {}

/// Takes the problems, one by one.
pub type Report<'r> = &'r mut dyn FnMut(Problem);

/// A message with rules.
///
/// ```
/// use fila_codec::{Validate, message::SetRebalancing, types::Rebalancing};
/// let request = SetRebalancing { mode: Rebalancing(9), pause_ms: 0 };
/// assert_eq!(request.validate().unwrap_err().to_string(), "mode is unknown");
/// assert!(SetRebalancing { mode: Rebalancing::Disabled, ..request }.validate().is_ok());
/// ```
pub trait Validate {
    /// Tells of all problems. Where one field's rules need another, they come with the other.
    fn problems(&self, report: Report<'_>);

    /// The first problem.
    ///
    /// # Errors
    /// If there is one.
    fn validate(&self) -> Result<(), Problem> {
        let mut first = None;
        self.problems(&mut |problem| {
            first.get_or_insert(problem);
        });
        first.map_or(Ok(()), Err)
    }
}

impl Validate for Message<'_> {
    fn problems(&self, report: Report<'_>) {
        match self {
            Self::Handshake(message) => message.problems(report),
            Self::Consume(message) => message.problems(report),
            Self::CreateQueue(message) => message.problems(report),
            Self::UpdateQueue(message) => message.problems(report),
            Self::Redrive(message) => message.problems(report),
            Self::SetAcl(message) => message.problems(report),
            Self::GetThrottleBucket(message) => message.problems(report),
            Self::SetRebalancing(message) => message.problems(report),
            _ => {}
        }
    }
}

/// Reports `rule` of `path` with the code that most problems have.
fn invalid(report: Report<'_>, path: Path, rule: &'static str) {
    report(Problem { path, rule, code: ErrorCode::InvalidFrame });
}

const UNKNOWN: &str = "is unknown";
