//! Which frames answer which.

use super::sorted::Sorted;
use super::{Capture, mark};
use std::fmt::Write;
use wirescope::Line;
use wirescope::pairing::{Pair, Pairing};

/// The pairs of a capture, by the frame that was whole later.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    pairing: Pairing,
    found: Sorted<usize, Vec<Pair>>,
}

impl Pairs {
    /// Takes in the line of a frame.
    pub(super) fn take(&mut self, index: usize, line: &Line) {
        let pairs = self.pairing.line(line);
        if !pairs.is_empty() {
            self.found.insert(index, pairs);
        }
    }

    /// Writes into the line of a frame what it answers, as the command line does.
    pub(super) fn write(&self, index: usize, line: &mut Line) {
        self.of(index).iter().for_each(|pair| pair.write(line));
    }

    fn of(&self, index: usize) -> &[Pair] {
        self.found.get(&index).map_or(&[], Vec::as_slice)
    }
}

impl Capture {
    /// The frames that a frame answers and those that answer it, as a JSON array of
    /// `{"frame","kind","answers","latency"}`: the index of the other frame, what was asked, whether this frame is the
    /// answer, and seconds, where there are times.
    #[must_use]
    pub fn related(&self, index: usize) -> String {
        let mut text = String::from("[");
        let mut put = |frame: usize, pair: &Pair, answers: bool| {
            let comma = if text.len() > 1 { "," } else { "" };
            let kind = serde_json::Value::from(pair.kind.as_str());
            let _ = write!(text, "{comma}{{\"frame\":{frame},\"kind\":{kind},\"answers\":{answers}");
            if let Some(latency) = pair.latency {
                let _ = write!(text, ",\"latency\":{}", latency as f64 / 1e9);
            }
            text.push('}');
        };
        for pair in self.pairs.of(index) {
            if let Some(other) = (0..self.len()).find(|other| self.is_other(pair, index, *other)) {
                put(other, pair, pair.is_request);
            }
        }
        for (other, pairs) in self.pairs.found.iter() {
            for pair in pairs.iter().filter(|pair| self.is_other(pair, *other, index)) {
                put(*other, pair, !pair.is_request);
            }
        }
        text.push(']');
        text
    }

    /// Whether a frame is the one that a pair of the frame `index` names: in the other direction of its connection.
    fn is_other(&self, pair: &Pair, index: usize, other: usize) -> bool {
        let frames = &self.frames;
        let [direction, opposite] = [index, other].map(|at| frames.marks[at] & mark::SERVER_TO_CLIENT);
        direction != opposite
            && frames.conns[index] == frames.conns[other]
            && frames.offsets[other] == pair.offset as f64
    }
}
