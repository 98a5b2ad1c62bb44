//! The law of the field-span walk: spans lie inside the frame, in order, and inside their groups.

use codec_common::At;
use codec_common::inspect::{Value, Visitor};
use core::ops::Range;

/// More groups in groups than any protocol has.
const MAX_DEPTH: usize = 16;

/// A visitor that checks each call; it does not allocate.
///
/// Fields may share bytes, as bit fields do, so a field begins no earlier than the one before it; a group begins
/// behind all that came before it, and ends behind all that is in it.
#[derive(Debug)]
pub struct Spans {
    len: usize,
    groups: [usize; MAX_DEPTH],
    depth: usize,
    /// Where the last field began.
    start: usize,
    /// The furthest end so far.
    end: usize,
}

impl Spans {
    /// For a walk of a frame of `len` bytes.
    #[must_use]
    pub const fn new(len: usize) -> Self {
        Self { len, groups: [0; MAX_DEPTH], depth: 0, start: 0, end: 0 }
    }

    /// The walk has ended without an error.
    ///
    /// # Panics
    /// When a group was not left.
    pub fn finish(&self) {
        assert!(self.depth == 0, "{} groups were not left", self.depth);
    }
}

impl Visitor for Spans {
    fn value(&mut self, at: At, span: Range<usize>, _: Value<'_>) {
        assert!(span.start <= span.end && span.end <= self.len, "{at:?}: {span:?} is outside {}", self.len);
        assert!(span.start >= self.start, "{at:?}: {span:?} goes back behind {}", self.start);
        let group = self.groups[..self.depth].last().copied().unwrap_or(0);
        assert!(span.start >= group, "{at:?}: {span:?} begins before its group at {group}");
        self.start = span.start;
        self.end = self.end.max(span.end);
    }

    fn enter(&mut self, at: At, offset: usize, _: &'static str, _: Option<usize>) {
        assert!(offset <= self.len, "{at:?} begins at {offset}, outside {}", self.len);
        assert!(
            offset >= self.end,
            "{at:?} begins at {offset}, before the end at {} of what is in front",
            self.end
        );
        assert!(self.depth < MAX_DEPTH, "{at:?}: groups are too deep");
        self.groups[self.depth] = offset;
        self.depth += 1;
        self.start = offset;
    }

    fn leave(&mut self, offset: usize) {
        assert!(self.depth > 0, "left a group at {offset} that was not entered");
        self.depth -= 1;
        let start = self.groups[self.depth];
        assert!(offset <= self.len, "a group ends at {offset}, outside {}", self.len);
        assert!(offset >= start, "a group begins at {start} and ends at {offset}");
        assert!(offset >= self.end, "a group ends at {offset}, before its fields at {}", self.end);
        self.start = offset;
        self.end = offset;
    }
}
