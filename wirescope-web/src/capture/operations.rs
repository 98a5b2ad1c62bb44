//! Fila's continued operations: the line of the frame that completes one shows all of it, so that frame alone is not enough
//! to make the line again.

use super::sorted::Sorted;
use serde_json::Value;
use wirescope::Line;

/// Connection, direction and request id.
type Key = (u64, bool, u64);

/// Which frame continues which.
#[derive(Debug, Default)]
pub(super) struct Operations {
    /// The last part of each operation that is open.
    open: Sorted<Key, usize>,
    /// The part in front of a part.
    before: Sorted<usize, usize>,
}

impl Operations {
    /// Takes a line in. True when its frame cannot be read without knowing all that came before: what the layers above and
    /// below messages refuse, and what is left of operations after that.
    pub(super) fn take(&mut self, index: usize, line: &Line) -> bool {
        let json = &line.json;
        let layer = || json.get("error")?.get("layer")?.as_str();
        if line.is_error && layer() != Some("message") {
            self.open.remove(&key(line));
            return true;
        }
        if json.get("protocol").is_none_or(|protocol| protocol != "fila") {
            return false;
        }
        let continues = json.get("flags").and_then(Value::as_u64).is_some_and(|flags| flags & 1 != 0);
        if continues {
            if let Some(part) = self.open.insert(key(line), index) {
                self.before.insert(index, part);
            }
            return false;
        }
        let completes = json.contains_key("frames");
        if let Some(part) = self.open.remove(&key(line)).filter(|_| completes) {
            self.before.insert(index, part);
        }
        json.contains_key("body") && !completes
    }

    /// The frames of the operation that ends with this one, in order.
    pub(super) fn of(&self, index: usize) -> Vec<usize> {
        let mut parts = vec![index];
        let mut part = index;
        while let Some(before) = self.before.get(&part) {
            part = *before;
            parts.push(part);
        }
        parts.reverse();
        parts
    }
}

fn key(line: &Line) -> Key {
    let number = |name: &str| line.json.get(name).and_then(Value::as_u64).unwrap_or(0);
    let to_client = line.json.get("dir").is_some_and(|dir| dir == "s2c");
    (number("conn"), to_client, number("request_id"))
}
