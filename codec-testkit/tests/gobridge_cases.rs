//! The cases of the gobridge mapping: `testdata/gobridge/cases.jsonl`.

use codec_testkit::fixtures::read_testdata;
use serde_json::Value;
use std::collections::BTreeMap;
use wirescope::map::{case, expand};

fn cases() -> Vec<Value> {
    let text = String::from_utf8(read_testdata("gobridge/cases.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_case_gives_what_it_expects() {
    let mut failed = Vec::new();
    let mut of_op = BTreeMap::new();
    for case in cases() {
        let name = case["name"].as_str().unwrap().to_owned();
        *of_op.entry(case["op"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        let expected = expand(&case["expect"]).unwrap();
        match case::run(&case) {
            Ok(result) => {
                failed.extend(
                    case::differences(&expected, &result).iter().map(|text| format!("{name}: {text}")),
                );
            }
            Err(error) => failed.push(format!("{name}: {error}")),
        }
    }
    assert!(failed.is_empty(), "{} differences:\n{}", failed.len(), failed.join("\n"));
    let counts: Vec<_> = of_op.values().copied().collect();
    assert_eq!(counts.iter().sum::<i32>(), 132, "{of_op:?}");
    assert_eq!(of_op.len(), 8, "{of_op:?}");
}

/// The comparison is worth something: any changed expectation is found.
#[test]
fn a_wrong_expectation_is_found() {
    for case in cases() {
        let name = case["name"].as_str().unwrap();
        let result = case::run(&case).unwrap();
        for path in leaves(&result) {
            let mut changed = result.clone();
            *changed.pointer_mut(&path).unwrap() = Value::String("something else".into());
            assert!(!case::differences(&changed, &result).is_empty(), "{name}: {path}");
        }
        assert!(case::differences(&result, &result).is_empty(), "{name}");
    }
}

/// Pointers to all values that are neither list nor object.
fn leaves(value: &Value) -> Vec<String> {
    let below = |part: String, value: &Value| {
        leaves(value).into_iter().map(move |path| format!("/{part}{path}")).collect::<Vec<_>>()
    };
    match value {
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(at, item)| below(at.to_string(), item)).collect()
        }
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| below(name.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        _ => vec![String::new()],
    }
}
