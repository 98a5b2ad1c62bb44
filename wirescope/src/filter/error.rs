//! Why a text is no filter.

use std::borrow::Cow;
use std::fmt;

/// Where a text stops being a filter, and what is expected there. [`Display`](fmt::Display) shows the text with a
/// caret below the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    text: String,
    column: usize,
    expected: Cow<'static, str>,
}

impl FilterError {
    /// `rest` is the part of `text` that could not be read.
    pub(super) fn new(text: &str, rest: &str, expected: Cow<'static, str>) -> Self {
        let read = text.get(..text.len().saturating_sub(rest.len())).unwrap_or(text);
        Self { text: text.to_owned(), column: read.chars().count() + 1, expected }
    }

    /// The column of the first character that does not fit, from 1; behind the last where the text ends too soon.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is expected there.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One line, whatever is in the text, so that the caret stands below its column.
        let shown: String = self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        writeln!(f, "column {}: expected {}", self.column, self.expected)?;
        writeln!(f, "  {shown}")?;
        write!(f, "  {:>width$}", '^', width = self.column)
    }
}

impl std::error::Error for FilterError {}
