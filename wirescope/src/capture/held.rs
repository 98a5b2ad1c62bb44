//! What came of a connection while its protocol is not known, and finding that out.

use super::half::Part;
use super::pieces::OVERHEAD;
use crate::protocol::Protocol;
use crate::session::{Direction, recognise};
use crate::time::Time;
use crate::{Options, search};

/// Bytes of one direction from which the protocol is found out, when fewer do not tell.
const ENOUGH: usize = 64;

/// Most bytes of a connection that are kept while its protocol is not known.
const HELD: usize = 1 << 20;

/// The parts of both streams while the protocol is not known.
#[derive(Default)]
pub(super) struct Held {
    pub(super) parts: [Vec<HeldPart>; 2],
    bytes: usize,
    /// So many bytes are to be there before the middle of a stream is looked at again.
    next_look: usize,
}

pub(super) enum HeldPart {
    Bytes(Vec<u8>, Option<Time>),
    Gap(u64),
}

/// Index of what a direction sent.
pub(super) const fn side(direction: Direction) -> usize {
    match direction {
        Direction::ClientToServer => 0,
        Direction::ServerToClient => 1,
    }
}

impl Held {
    /// Memory in use.
    pub(super) const fn cost(&self) -> usize {
        self.bytes
    }

    /// True when no more is to be kept.
    pub(super) const fn is_full(&self) -> bool {
        self.bytes > HELD
    }

    /// Keeps a part.
    pub(super) fn push(&mut self, sender: usize, part: Part<'_>) {
        self.bytes += OVERHEAD;
        self.parts[sender].push(match part {
            Part::Bytes(bytes, time) => {
                self.bytes += bytes.len();
                HeldPart::Bytes(bytes.to_vec(), time)
            }
            Part::Gap(len) => HeldPart::Gap(len),
        });
    }

    /// The bytes of a direction between gaps.
    fn runs(&self, sender: usize) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.parts[sender].split(|part| matches!(part, HeldPart::Gap(_))).map(|run| {
            let bytes = run.iter().map(|part| match part {
                HeldPart::Bytes(bytes, _) => &bytes[..],
                HeldPart::Gap(_) => &[],
            });
            bytes.collect::<Vec<_>>().concat()
        })
    }

    /// The first bytes of a direction.
    fn head(&self, sender: usize) -> Vec<u8> {
        let mut head = Vec::new();
        for part in &self.parts[sender] {
            match part {
                HeldPart::Bytes(bytes, _) if head.len() < ENOUGH => head.extend_from_slice(bytes),
                _ => break,
            }
        }
        head
    }

    /// The protocol: by the first bytes of a direction, where they were captured, else by a frame in its middle.
    pub(super) fn recognise(
        &mut self,
        starts: [bool; 2],
        ends: [bool; 2],
        options: &Options,
    ) -> Option<(Protocol, String)> {
        for (direction, start) in Direction::ALL.into_iter().zip(starts) {
            let sender = side(direction);
            let is_fit = |(protocol, _): &(Protocol, String)| options.may_be(*protocol);
            if start && let Some((protocol, why)) = recognise(&self.head(sender), ends[sender]).filter(is_fit)
            {
                return Some((protocol, format!("{direction} {why}")));
            }
        }
        let end = ends == [true; 2];
        let broken =
            |sender: usize| !starts[sender] || matches!(self.parts[sender].first(), Some(HeldPart::Gap(_)));
        if !(broken(0) || broken(1)) || (self.bytes < self.next_look && !end) {
            return None;
        }
        // Looking again when twice as much is there keeps the work in proportion.
        let next_look = self.bytes * 2;
        let found = Direction::ALL.into_iter().find_map(|direction| {
            let sender = side(direction);
            broken(sender).then_some(())?;
            let mut runs = self.runs(sender).peekable();
            while let Some(run) = runs.next() {
                let is_last = runs.peek().is_none();
                if let Some((protocol, _)) = search::detect(&run, options, !is_last || ends[sender]) {
                    return Some((protocol, format!("{direction} has frames of it")));
                }
            }
            None
        });
        self.next_look = next_look;
        found
    }

    /// True when the first bytes of both directions are there and begin nothing.
    pub(super) fn is_hopeless(&self, starts: [bool; 2], ends: [bool; 2]) -> bool {
        [0, 1].into_iter().all(|sender| {
            let gap = matches!(self.parts[sender].first(), Some(HeldPart::Gap(_)));
            starts[sender] && !gap && (ends[sender] || self.head(sender).len() >= ENOUGH)
        })
    }
}
