//! Counts by queue.

use crate::names::cut;
use crate::queues::Numbers;
use std::collections::HashMap;

/// Most queues that are told apart.
const MOST: usize = 10_000;

/// Sizes of payloads, without their spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) count: u64,
    pub(super) sum: u64,
    pub(super) min: u64,
    pub(super) max: u64,
}

impl Extent {
    #[inline]
    pub(super) fn add(&mut self, value: u64) {
        self.merge(Self { count: 1, sum: value, min: value, max: value });
    }

    #[inline]
    pub(super) fn merge(&mut self, other: Self) {
        if other.count == 0 {
            return;
        }
        self.min = if self.count == 0 { other.min } else { self.min.min(other.min) };
        self.max = self.max.max(other.max);
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
    }
}

/// What names a queue in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Queue<'n> {
    /// BlazingMQ: its number on a connection.
    Number(Option<u64>, u64),
    /// Fila: its name.
    Name(&'n str),
}

/// What was seen of one queue.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Its name or URI; `None` for a number whose URI is not known, and for the queues that are not told apart.
    pub(super) name: Option<Box<str>>,
    /// The connection and the number on it, where nothing else is known.
    pub(super) number: Option<(Option<u64>, u64)>,
    pub(super) protocol: &'static str,
    /// Messages by type of frame: how many, and their payloads.
    pub(super) types: Vec<(Box<str>, u64, Extent)>,
}

impl Row {
    #[inline]
    fn add(&mut self, kind: &str, payload: Option<u64>) {
        let index = match self.types.iter().position(|(known, ..)| **known == *kind) {
            Some(index) => index,
            None => {
                self.types.push((kind.into(), 0, Extent::default()));
                self.types.len() - 1
            }
        };
        if let Some((_, messages, payloads)) = self.types.get_mut(index) {
            *messages += 1;
            payload.into_iter().for_each(|payload| payloads.add(payload));
        }
    }
}

/// All queues.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// Queues beyond those that are told apart.
    pub(super) other: Option<Box<Row>>,
    names: [HashMap<Box<str>, usize>; 2],
    numbers: Numbers<usize>,
}

impl Rows {
    /// Counts a message.
    #[inline]
    pub(super) fn add(&mut self, queue: Queue<'_>, kind: &str, payload: Option<u64>) {
        let index = match queue {
            Queue::Number(conn, number) => match self.numbers.get(conn, number) {
                Some(index) => Some(*index),
                None => {
                    let index = self.push(None, Some((conn, number)), "bmq");
                    index.into_iter().for_each(|index| self.numbers.set(conn, number, index));
                    index
                }
            },
            Queue::Name(name) => self.named(name, "fila"),
        };
        let row = match index.and_then(|index| self.rows.get_mut(index)) {
            Some(row) => row,
            None => self.other.get_or_insert_with(|| {
                Box::new(Row { name: None, number: None, protocol: "", types: Vec::new() })
            }),
        };
        row.add(kind, payload);
    }

    /// Takes in that a number stands for a URI from here on.
    pub(super) fn opened(&mut self, conn: Option<u64>, number: u64, uri: &str) {
        if let Some(index) = self.named(uri, "bmq") {
            self.numbers.set(conn, number, index);
        }
    }

    /// The row of a name, which is begun when there is room.
    fn named(&mut self, name: &str, protocol: &'static str) -> Option<usize> {
        let name = cut(name);
        let names = usize::from(protocol == "fila");
        if let Some(index) = self.names[names].get(name) {
            return Some(*index);
        }
        let index = self.push(Some(name.into()), None, protocol)?;
        self.names[names].insert(name.into(), index);
        Some(index)
    }

    fn push(
        &mut self,
        name: Option<Box<str>>,
        number: Option<(Option<u64>, u64)>,
        protocol: &'static str,
    ) -> Option<usize> {
        let index = self.rows.len();
        (index < MOST).then(|| {
            self.rows.push(Row { name, number, protocol, types: Vec::new() });
            index
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_counts_for_its_uri_from_where_it_is_opened() {
        let mut rows = Rows::default();
        rows.add(Queue::Number(Some(1), 7), "PUT", Some(3));
        rows.opened(Some(1), 7, "bmq://d/q");
        rows.opened(Some(2), 0, "bmq://d/q");
        rows.add(Queue::Number(Some(1), 7), "PUT", Some(5));
        rows.add(Queue::Number(Some(2), 0), "PUT", Some(1));
        let seen: Vec<_> = rows.rows.iter().map(|row| (row.name.as_deref(), row.types[0].1)).collect();
        assert_eq!(seen, [(None, 1), (Some("bmq://d/q"), 2)]);
        assert_eq!(rows.rows[1].types[0].2, Extent { count: 2, sum: 6, min: 1, max: 5 });
    }

    #[test]
    fn queues_beyond_the_bound_count_together() {
        let mut rows = Rows::default();
        (0..20_000).for_each(|number| rows.add(Queue::Number(None, number), "PUT", None));
        assert_eq!(rows.rows.len(), 10_000);
        assert_eq!(rows.other.unwrap().types[0].1, 10_000);
    }
}
