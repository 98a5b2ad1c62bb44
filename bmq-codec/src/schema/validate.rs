//! What a message says that the schema, or the official broker, would not have it say.

use codec_common::{At, Rule};
use core::fmt;

/// Something in a message that is not as it should be: the member by name, its value and what it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    at: At,
    value: i128,
    rule: &'static Rule,
}

impl Finding {
    pub(crate) const fn new(value: i128, rule: &'static Rule, at: At) -> Self {
        Self { at, value, rule }
    }

    /// The names of the member.
    #[must_use]
    pub const fn at(&self) -> At {
        self.at
    }

    /// The value, where it is a number; the length of a text.
    #[must_use]
    pub const fn value(&self) -> i128 {
        self.value
    }

    /// What it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule.0
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: value {}: {}", self.at, self.value, self.rule.0)
    }
}
