//! Bytes that came out of order: pieces that do not overlap, by their offset.

use crate::time::Time;
use std::collections::VecDeque;

/// What a piece costs beside its bytes: more than it takes, so that the bound on memory bounds the number of pieces as well,
/// and with it the work of putting one between others.
pub(super) const OVERHEAD: usize = 1024;

/// Bytes that came ahead of others.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) bytes: Vec<u8>,
    pub(super) time: Option<Time>,
    /// The count of packets when it came.
    pub(super) packet: u64,
}

/// Pieces of a whole. Where two overlap, the one that came first wins.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// In order. Most pieces come behind all others, and the first ones go first.
    pieces: VecDeque<(u64, Piece)>,
    cost: usize,
}

impl Pieces {
    /// Memory in use, about.
    pub(super) const fn cost(&self) -> usize {
        self.cost
    }

    /// Where the first piece begins, and the count of packets when it came.
    pub(super) fn first(&self) -> Option<(u64, u64)> {
        self.pieces.front().map(|(offset, piece)| (*offset, piece.packet))
    }

    /// Where the pieces that follow each other from 0 on end.
    pub(super) fn reach(&self) -> u64 {
        let mut reach = 0;
        for (offset, piece) in &self.pieces {
            if *offset > reach {
                break;
            }
            reach = offset + piece.bytes.len() as u64;
        }
        reach
    }

    /// Keeps those bytes, which stand at `offset`, that are not there yet.
    pub(super) fn insert(&mut self, offset: u64, bytes: &[u8], time: Option<Time>, packet: u64) {
        let end = offset + bytes.len() as u64;
        let mut at = offset;
        while at < end {
            let place = self.pieces.partition_point(|(start, _)| *start <= at);
            let before = place.checked_sub(1).and_then(|before| self.pieces.get(before));
            let covered = before.map_or(0, |(start, piece)| start + piece.bytes.len() as u64);
            if covered > at {
                at = covered;
                continue;
            }
            let stop = self.pieces.get(place).map_or(end, |(start, _)| end.min(*start));
            let (from, to) = (index(at - offset), index(stop - offset));
            let bytes = bytes.get(from..to).unwrap_or_default().to_vec();
            self.cost += bytes.len() + OVERHEAD;
            self.pieces.insert(place, (at, Piece { bytes, time, packet }));
            at = stop;
        }
    }

    /// Takes the first piece off, without its bytes in front of `next`, when nothing is missing between the two.
    pub(super) fn take(&mut self, next: u64) -> Option<Piece> {
        loop {
            self.pieces.front().filter(|(offset, _)| *offset <= next)?;
            let (offset, mut piece) = self.pieces.pop_front()?;
            self.cost -= piece.bytes.len() + OVERHEAD;
            let known = index(next - offset);
            if known < piece.bytes.len() {
                piece.bytes.drain(..known);
                return Some(piece);
            }
        }
    }
}

fn index(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}
