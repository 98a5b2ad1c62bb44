//! Which frames a filter lets through.

use super::Capture;
use crate::Failure;
use wirescope::Line;
use wirescope::filter::Filter;

/// A filter in the language of `--where` (docs/filters.md).
#[derive(Debug)]
pub struct Test(Filter);

impl Test {
    /// Reads a filter.
    ///
    /// # Errors
    /// Where it is wrong, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        Filter::parse(text).map(Self).map_err(|error| error.to_string())
    }
}

impl Capture {
    /// The frames from `from` up to `to` that pass a test.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn matches(&self, test: &Test, from: usize, to: usize) -> Result<Vec<u32>, Failure> {
        let mut found = Vec::new();
        for index in from..to {
            if test.0.matches(&self.line_of(index)?) {
                found.push(u32::try_from(index).unwrap_or(u32::MAX));
            }
        }
        Ok(found)
    }

    /// The line of a frame, kept or made.
    fn line_of(&self, index: usize) -> Result<Line, Failure> {
        if self.kept(index).is_none() {
            return self.made(index);
        }
        let is_error = self.frames.marks[index] & super::mark::ERROR != 0;
        Ok(Line { json: self.object(index)?, bytes: self.bytes(index)?.to_vec(), is_error, findings: 0 })
    }
}
