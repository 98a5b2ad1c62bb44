//! What waits for its other half.

use super::events::Id;
use crate::session::Direction;
use crate::time::Time;
use std::collections::{HashMap, VecDeque};

/// Most that wait at a time.
const MOST: usize = 65_536;

/// What a request and its answer have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) conn: u64,
    /// Which side asks.
    pub(super) asker: Direction,
    pub(super) id: Id,
}

/// A request or an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Party {
    pub(super) kind: usize,
    pub(super) is_answer: bool,
    pub(super) offset: u64,
    pub(super) time: Option<Time>,
}

/// Those that wait, by key and in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting {
    parties: HashMap<Key, VecDeque<(u64, Party)>>,
    /// Numbers and keys in order, also of those that wait no more: until there are too many of them.
    order: VecDeque<(u64, Key)>,
    /// How many wait.
    count: usize,
    next: u64,
}

impl Waiting {
    /// Takes out the first that waits under a key, if it is of the kind that is asked for.
    pub(super) fn take(&mut self, key: &Key, is_answer: bool) -> Option<Party> {
        let queue = self.parties.get_mut(key)?;
        let (_, party) = *queue.front().filter(|(_, party)| party.is_answer == is_answer)?;
        self.pop(key);
        Some(party)
    }

    /// Lets one wait; gives those that make room for it, with their connections: the oldest when there are too many,
    /// and what waits under the same key where that is to be `unique`.
    pub(super) fn add(&mut self, key: Key, party: Party, unique: bool) -> Vec<(u64, Party)> {
        let mut gone = Vec::new();
        if unique {
            for (_, party) in self.parties.remove(&key).into_iter().flatten() {
                self.count -= 1;
                gone.push((key.conn, party));
            }
        }
        while self.count >= MOST
            && let Some((number, oldest)) = self.order.pop_front()
        {
            if self.waits(number, &oldest) {
                gone.extend(self.pop(&oldest).map(|party| (oldest.conn, party)));
            }
        }
        if self.order.len() >= 2 * MOST {
            let mut order = std::mem::take(&mut self.order);
            order.retain(|(number, key)| self.waits(*number, key));
            self.order = order;
        }
        self.order.push_back((self.next, key.clone()));
        self.parties.entry(key).or_default().push_back((self.next, party));
        self.count += 1;
        self.next += 1;
        gone
    }

    /// Whether the party of that number still waits. Under a key they are in order.
    fn waits(&self, number: u64, key: &Key) -> bool {
        let first = self.parties.get(key).and_then(|queue| queue.front());
        first.is_some_and(|(first, _)| *first <= number)
    }

    /// Takes out the first that waits under a key.
    fn pop(&mut self, key: &Key) -> Option<Party> {
        let queue = self.parties.get_mut(key)?;
        let (_, party) = queue.pop_front()?;
        if queue.is_empty() {
            self.parties.remove(key);
        }
        self.count -= 1;
        Some(party)
    }

    /// All that wait, with their connections.
    #[cfg(feature = "stats")]
    pub(super) fn parties(&self) -> impl Iterator<Item = (u64, &Party)> {
        self.parties.iter().flat_map(|(key, queue)| queue.iter().map(|(_, party)| (key.conn, party)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: i64) -> Key {
        Key { conn: 1, asker: Direction::ClientToServer, id: Id::Control(number) }
    }

    const PARTY: Party = Party { kind: 0, is_answer: false, offset: 0, time: None };

    #[test]
    fn the_first_that_waits_is_taken_first() {
        let mut waiting = Waiting::default();
        for offset in [1, 2] {
            assert!(waiting.add(key(7), Party { offset, ..PARTY }, false).is_empty());
        }
        assert!(waiting.take(&key(7), true).is_none());
        assert_eq!(waiting.take(&key(7), false).map(|party| party.offset), Some(1));
        assert_eq!(waiting.take(&key(7), false).map(|party| party.offset), Some(2));
        assert!(waiting.take(&key(7), false).is_none());
        assert!(waiting.count == 0 && waiting.parties.is_empty());
    }

    #[test]
    fn what_must_be_unique_takes_the_place_of_what_was_there() {
        let mut waiting = Waiting::default();
        waiting.add(key(7), PARTY, true);
        assert_eq!(waiting.add(key(7), Party { offset: 9, ..PARTY }, true).len(), 1);
        assert_eq!(waiting.take(&key(7), false).map(|party| party.offset), Some(9));
        assert_eq!(waiting.count, 0);
    }

    #[test]
    fn the_oldest_make_room_however_many_come() {
        let mut waiting = Waiting::default();
        let gone: usize = (0..80_000).map(|number| waiting.add(key(number), PARTY, false).len()).sum();
        assert_eq!(gone, 80_000 - MOST);
        assert_eq!((waiting.count, waiting.parties.len()), (MOST, MOST));
        assert!(waiting.take(&key(0), false).is_none());
        assert!(waiting.take(&key(79_999), false).is_some());
    }

    #[test]
    fn one_that_waits_for_long_does_not_keep_those_behind_it() {
        let mut waiting = Waiting::default();
        waiting.add(key(-1), PARTY, false);
        for number in 0..1_000_000 {
            assert!(waiting.add(key(number), PARTY, false).is_empty());
            assert!(waiting.take(&key(number), false).is_some());
            assert!(waiting.order.len() <= 2 * MOST);
        }
        assert_eq!(waiting.count, 1);
        assert!(waiting.take(&key(-1), false).is_some());
    }
}
