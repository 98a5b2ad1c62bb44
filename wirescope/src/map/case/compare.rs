//! What a case expects, and what came out.

use serde_json::{Map, Value};

/// Lists of names and values whose order means nothing.
const MAPS: [&str; 3] = ["headers", "attributes", "application_properties"];

/// Where `actual` is not what `expected` says, in words.
///
/// Members `counters` and those of errors are compared only where they are expected; headers, attributes and
/// application properties are maps; a number is compared by its value.
#[must_use]
pub fn differences(expected: &Value, actual: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", expected, actual, &mut found);
    found
}

fn compare(path: &str, expected: &Value, actual: &Value, found: &mut Vec<String>) {
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => objects(path, expected, actual, found),
        (Value::Array(expected_items), Value::Array(actual_items)) => {
            let name = path.rsplit('.').next().unwrap_or_default();
            let (expected_items, actual_items) = if MAPS.contains(&name) {
                (by_name(expected_items), by_name(actual_items))
            } else {
                (expected_items.clone(), actual_items.clone())
            };
            if expected_items.len() != actual_items.len() {
                found.push(format!("{path}: expected {expected}, got {actual}"));
                return;
            }
            for (index, (expected, actual)) in expected_items.iter().zip(&actual_items).enumerate() {
                compare(&format!("{path}[{index}]"), expected, actual, found);
            }
        }
        _ if equal(expected, actual) => {}
        _ => found.push(format!("{path}: expected {expected}, got {actual}")),
    }
}

fn objects(path: &str, expected: &Map<String, Value>, actual: &Map<String, Value>, found: &mut Vec<String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    for (name, expected) in expected {
        match actual.get(name) {
            Some(actual) => compare(&below(name), expected, actual, found),
            None => found.push(format!("{}: expected {expected}, got nothing", below(name))),
        }
    }
    let partial = path == "error" || path.ends_with(".error");
    for (name, actual) in actual {
        let optional = partial || (path.is_empty() && name == "counters");
        if !optional && !expected.contains_key(name) {
            found.push(format!("{}: expected nothing, got {actual}", below(name)));
        }
    }
}

fn by_name(items: &[Value]) -> Vec<Value> {
    let mut items = items.to_vec();
    items.sort_by_key(|item| item.get(0).and_then(Value::as_str).map(str::to_owned));
    items
}

fn equal(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Number(one), Value::Number(other)) if one.is_f64() || other.is_f64() => {
            one.as_f64() == other.as_f64()
        }
        _ => expected == actual,
    }
}
