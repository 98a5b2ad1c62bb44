//! What became of the requests, by kind.

use super::Pairing;
use super::waiting::Party;
use crate::session::Direction;
use crate::stats::Spread;
use std::collections::BTreeMap;

/// Most connections of which requests without an answer are counted.
const CONNECTIONS: usize = 10_000;

/// What became of the requests of one kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The protocol.
    pub protocol: String,
    /// What was asked.
    pub kind: String,
    /// Requests with their answers.
    pub pairs: u64,
    /// Requests without an answer.
    pub unanswered: u64,
    /// Answers without a request.
    pub unasked: u64,
    /// Nanoseconds from request to answer, of those with times.
    pub latency: Spread,
}

/// Counts while pairs are found.
#[derive(Clone, Debug, Default)]
pub(super) struct Summing {
    /// By the index of a kind: pairs, and how long they took.
    pairs: BTreeMap<usize, (u64, Spread)>,
    connections: BTreeMap<u64, Connection>,
}

#[derive(Clone, Debug, Default)]
struct Connection {
    /// Which directions there are.
    seen: [bool; 2],
    /// By kind: what is not remembered any more.
    left: BTreeMap<usize, Left>,
}

/// Requests without an answer and answers without a request.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    unanswered: u64,
    unasked: u64,
}

impl Left {
    fn add(&mut self, party: &Party) {
        if party.is_answer {
            self.unasked += 1;
        } else {
            self.unanswered += 1;
        }
    }
}

impl Summing {
    pub(super) fn seen(&mut self, conn: u64, direction: Direction) {
        let known = self.connections.len();
        let connection = match self.connections.get_mut(&conn) {
            Some(connection) => connection,
            None if known < CONNECTIONS => self.connections.entry(conn).or_default(),
            None => return,
        };
        connection.seen[usize::from(direction == Direction::ServerToClient)] = true;
    }

    pub(super) fn pair(&mut self, kind: usize, latency: Option<u64>) {
        let (pairs, spread) = self.pairs.entry(kind).or_default();
        *pairs += 1;
        latency.into_iter().for_each(|latency| spread.add(latency));
    }

    /// Counts a request or an answer that is given up.
    pub(super) fn leave(&mut self, conn: u64, party: &Party) {
        if let Some(connection) = self.connections.get_mut(&conn) {
            connection.left.entry(party.kind).or_default().add(party);
        }
    }
}

impl Pairing {
    /// What was asked, by kind, in the order in which the kinds came. Kinds of which there is nothing to be told
    /// are left out, and so are requests without an answer on a connection of which one direction only is there.
    #[must_use]
    pub fn summary(&self) -> Vec<Summary> {
        let Summing { pairs, connections } = &self.summing;
        let mut left = BTreeMap::<usize, Left>::new();
        for connection in connections.values().filter(|connection| connection.seen == [true; 2]) {
            for (kind, gone) in &connection.left {
                let sum = left.entry(*kind).or_default();
                sum.unanswered += gone.unanswered;
                sum.unasked += gone.unasked;
            }
        }
        for (conn, party) in self.waiting.parties() {
            if connections.get(&conn).is_some_and(|connection| connection.seen == [true; 2]) {
                left.entry(party.kind).or_default().add(party);
            }
        }
        let summary = self.kinds.iter().enumerate().map(|(index, kind)| {
            let Left { unanswered, unasked } = left.get(&index).copied().unwrap_or_default();
            let (pairs, latency) = pairs.get(&index).cloned().unwrap_or_default();
            let (protocol, kind) = (kind.protocol.clone(), kind.name.clone());
            Summary { protocol, kind, pairs, unanswered, unasked, latency }
        });
        summary.filter(|kind| kind.pairs + kind.unanswered + kind.unasked > 0).collect()
    }
}
