//! Unfinished operations by request id.

use crate::opcode::Opcode;
use alloc::vec::Vec;

/// An unfinished operation.
pub(super) struct Stream {
    pub(super) opcode: Opcode,
    pub(super) state: State,
    pub(super) frames: usize,
}

pub(super) enum State {
    /// The body so far.
    Open(Vec<u8>),
    /// An unknown opcode: nothing is kept.
    Draining,
    /// Ignored up to its final frame.
    Poisoned,
    /// So too, if there is any: an `Error` ended it. The number tells which was first.
    Aborted(u64),
}

impl State {
    pub(super) const fn is_ignored(&self) -> bool {
        matches!(self, Self::Poisoned | Self::Aborted(_))
    }
}

/// In the order of their ids. Few are unfinished at a time and ids mostly grow, so a sorted list does, in less code than
/// a tree.
#[derive(Default)]
pub(super) struct Streams(Vec<(u32, Stream)>);

impl Streams {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, id: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |(id, _)| *id)
    }

    pub(super) fn get(&self, id: u32) -> Option<&Stream> {
        self.0.get(self.place(id).ok()?).map(|(_, stream)| stream)
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Stream> {
        let place = self.place(id).ok()?;
        self.0.get_mut(place).map(|(_, stream)| stream)
    }

    /// Adds one whose id is not there yet.
    pub(super) fn insert(&mut self, id: u32, stream: Stream) {
        if let Err(place) = self.place(id) {
            self.0.insert(place, (id, stream));
        }
    }

    pub(super) fn remove(&mut self, id: u32) -> Option<Stream> {
        let place = self.place(id).ok()?;
        Some(self.0.remove(place).1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Stream)> {
        self.0.iter().map(|(id, stream)| (*id, stream))
    }
}
