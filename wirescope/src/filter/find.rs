//! Walks to the values that a path means.

use super::compare;
use super::expr::{Check, Expr, Path, Step};
use serde_json::{Map, Value};

/// Members that hold bytes in hexadecimal.
const BYTES: [&str; 8] = ["payload", "body", "bytes", "raw", "chunk", "md5", "trailing", "hex"];

/// A line that is being looked at.
#[derive(Clone, Copy)]
struct Place {
    /// Payloads are JSON, not bytes in hexadecimal.
    json_payloads: bool,
}

impl Expr {
    /// True when the line satisfies the expression.
    pub(super) fn matches(&self, line: &Map<String, Value>) -> bool {
        match self {
            Self::Or(parts) => parts.iter().any(|part| part.matches(line)),
            Self::And(parts) => parts.iter().all(|part| part.matches(line)),
            Self::Not(part) => !part.matches(line),
            Self::Test(path, check) => path.any(line, check),
        }
    }
}

impl Path {
    /// True when any value at the path in `line` satisfies `check`.
    fn any(&self, line: &Map<String, Value>, check: &Check) -> bool {
        let place = Place { json_payloads: line.get("protocol").is_some_and(|protocol| protocol == "mx") };
        // A line's own bytes are bytes whatever the protocol.
        let own = Place { json_payloads: false };
        match line.get(&self.first) {
            Some(value) => place.follow(value, own.is_bytes(&self.first, line), &self.steps, check),
            None if self.anchored => false,
            None => line.values().any(|value| place.search(value, self, check)),
        }
    }
}

impl Place {
    /// Looks for the path's first name in `value`, at any depth.
    fn search(self, value: &Value, path: &Path, check: &Check) -> bool {
        match value {
            Value::Array(items) => items.iter().any(|item| self.search(item, path, check)),
            Value::Object(members) => members.iter().any(|(name, value)| {
                let here = *name == path.first
                    && self.follow(value, self.is_bytes(name, members), &path.steps, check);
                here || self.search(value, path, check)
            }),
            _ => false,
        }
    }

    /// Goes the rest of the way from `value`.
    fn follow(self, value: &Value, bytes: bool, steps: &[Step], check: &Check) -> bool {
        let Some((step, rest)) = steps.split_first() else { return compare::any(value, bytes, check) };
        match (step, value) {
            (Step::Each, Value::Array(items)) => {
                items.iter().any(|item| self.follow(item, bytes, rest, check))
            }
            (Step::Item(index), Value::Array(items)) => {
                items.get(*index).is_some_and(|item| self.follow(item, bytes, rest, check))
            }
            (Step::Name(_), Value::Array(items)) => {
                items.iter().any(|item| self.follow(item, bytes, steps, check))
            }
            (Step::Name(name), Value::Object(members)) => members
                .get(name)
                .is_some_and(|value| self.follow(value, self.is_bytes(name, members), rest, check)),
            _ => false,
        }
    }

    /// True when text under `name` in an object of these members is bytes in hexadecimal.
    fn is_bytes(self, name: &str, members: &Map<String, Value>) -> bool {
        let typed = |kind: &Value| kind == "CHAR" || kind == "BINARY";
        !self.json_payloads
            && (BYTES.contains(&name) || (name == "value" && members.get("type").is_some_and(typed)))
    }
}
