//! Writing results.

use super::{Failure, Outcome};
use crate::Line;
use crate::filter::Selection;
use crate::pairing::Pairing;
use std::io::{self, BufWriter, StdoutLock, Write};

/// What results for people are written to.
pub(super) type Styled = BufWriter<anstream::AutoStream<StdoutLock<'static>>>;

/// Standard output for people, buffered; styles are dropped where they do not belong.
pub(super) fn styled() -> Styled {
    BufWriter::with_capacity(64 * 1024, anstream::AutoStream::auto(io::stdout().lock()))
}

/// Standard output for programs, buffered: every byte as it is.
pub(super) fn plain() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}

/// Counts what was malformed.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) frames: u64,
    pub(super) errors: u64,
    pub(super) findings: u64,
    /// True when the input itself is damaged.
    pub(super) is_damaged: bool,
}

impl Tally {
    pub(super) fn count(&mut self, line: &Line) {
        self.frames += 1;
        self.errors += u64::from(line.is_error);
        self.findings += line.findings as u64;
    }

    /// Says on standard error what was malformed; findings count when reading strictly.
    pub(super) fn outcome(&self, strict: bool) -> Outcome {
        let Self { frames, errors, findings, is_damaged } = self;
        if *errors > 0 || *findings > 0 {
            say!("{frames} frames, {errors} malformed, {findings} findings");
        }
        if *errors > 0 || *is_damaged || (strict && *findings > 0) {
            Outcome::Malformed
        } else {
            Outcome::Clean
        }
    }
}

/// Writes the lines that are wanted, until one cannot be written; keeps the error.
pub(super) struct Lines<'p, W, F> {
    pub(super) out: W,
    selection: Selection,
    pairing: &'p mut Pairing,
    pub(super) tally: Tally,
    write: F,
    /// How many more are written.
    left: u64,
    failed: Option<io::Error>,
}

impl<'p, W: Write, F: FnMut(&Line, &mut W) -> io::Result<()>> Lines<'p, W, F> {
    pub(super) fn new(
        out: W,
        limit: Option<u64>,
        selection: Selection,
        pairing: &'p mut Pairing,
        write: F,
    ) -> Self {
        let left = limit.unwrap_or(u64::MAX);
        Self { out, selection, pairing, tally: Tally::default(), write, left, failed: None }
    }

    /// True when no more are written.
    pub(super) fn is_full(&self) -> bool {
        self.left == 0
    }

    pub(super) fn give(&mut self, mut line: Line) {
        if self.left == 0 {
            return;
        }
        self.tally.count(&line);
        self.pairing.annotate(&mut line);
        if self.selection.matches(&line) {
            self.left -= 1;
            if self.failed.is_none() {
                self.failed = (self.write)(&line, &mut self.out).err();
            }
        }
    }

    /// Writes out what is left, and says what was malformed.
    pub(super) fn end(mut self, strict: bool) -> Result<Outcome, Failure> {
        self.out.flush()?;
        Ok(self.tally.outcome(strict))
    }

    /// The error that stopped the writing.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}
