//! Valid MessageX payloads and messages.

pub use mx_codec::generate::{Draft, draft};

use mx_codec::json::{Raw, RawBuf};
use proptest::prelude::*;
use serde_json::Value;

/// Any JSON value.
pub fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\u{0}-\u{30}\"\\\\]{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Any message with any object as payload.
pub fn any_draft() -> impl Strategy<Value = Draft> {
    let payload = prop::collection::vec((any::<String>(), any_value()), 0..4)
        .prop_map(|members| Value::Object(members.into_iter().collect()));
    (any::<[String; 4]>(), payload, 0..6u8).prop_map(|(texts, payload, kind)| {
        let payload = RawBuf::serialize(&payload).expect("it is not too deep");
        Draft { texts, payload, kind }
    })
}

/// JSON of `len` bytes or a little less, nested and with values of all kinds, as the object of a payload.
pub fn nested_payload(len: usize) -> String {
    const ITEM: &str = r#"{"id":9007199254740993,"name":"orders","tags":["a","b\n",null],"ratio":-0.125e3,"at":{"x":true,"y":[[],{}]}}"#;
    let items = (len.saturating_sub(12) / (ITEM.len() + 1)).max(1);
    format!("{{\"items\":[{}]}}", vec![ITEM; items].join(","))
}

/// A payload with one text of `len` bytes in all.
pub fn text_payload(len: usize) -> String {
    format!("{{\"body\":\"{}\"}}", "x".repeat(len.saturating_sub(11)))
}

/// A payload that [`Raw`] takes, as an object.
///
/// # Panics
/// If it is none.
pub fn object(text: &str) -> mx_codec::json::Object<'_> {
    Raw::new(text).ok().and_then(|raw| raw.as_object()).expect("an object")
}
