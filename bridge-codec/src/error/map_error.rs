//! A message that cannot be sent.

use alloc::string::String;
use core::fmt;

use super::{Code, Counter};

/// A message that cannot be sent: which part of it, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    code: Code,
    counter: Option<Counter>,
    part: String,
    text: &'static str,
}

impl MapError {
    pub(crate) fn new(code: Code, part: impl Into<String>, text: &'static str) -> Self {
        Self { code, counter: None, part: part.into(), text }
    }

    pub(crate) fn counted(mut self, counter: Counter) -> Self {
        self.counter = Some(counter);
        self
    }

    /// What went wrong, and so whether to try again.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The counter that it counts on, if any.
    #[must_use]
    pub const fn counter(&self) -> Option<Counter> {
        self.counter
    }

    /// The part of the message or of the settings.
    #[must_use]
    pub fn part(&self) -> &str {
        &self.part
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.code, self.part, self.text)
    }
}

impl core::error::Error for MapError {}
