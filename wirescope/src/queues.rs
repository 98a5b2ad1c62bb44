//! BlazingMQ's queues have numbers in events, other ones on each connection.

use serde_json::{Map, Value};
use std::collections::HashMap;

/// Most numbers of queues that are remembered.
const MOST: usize = 65_536;

/// The connection of a line, where there may be several.
pub(crate) fn connection(line: &Map<String, Value>) -> Option<u64> {
    line.get("conn").and_then(Value::as_u64)
}

/// What a number of a queue on a connection stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers<V>(HashMap<(Option<u64>, u64), V>);

impl<V> Default for Numbers<V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<V> Numbers<V> {
    pub(crate) fn get(&self, conn: Option<u64>, number: u64) -> Option<&V> {
        self.0.get(&(conn, number))
    }

    /// Remembers what the number stands for from here on; of too many, those that were there first stay.
    pub(crate) fn set(&mut self, conn: Option<u64>, number: u64, value: V) {
        if self.0.len() < MOST || self.0.contains_key(&(conn, number)) {
            self.0.insert((conn, number), value);
        }
    }
}
