//! Valid MessageX payloads and messages.

use arbitrary::{Result, Unstructured};
use mx_codec::{
    Command, Event, Failure, Message, Outcome, Response,
    json::{Raw, RawBuf},
};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// A message that owns its parts.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The name, request id, code and message, in this order, as far as its kind has them.
    pub texts: [String; 4],
    /// The payload; an object.
    pub payload: RawBuf,
    /// Which message: COMMAND, RESPONSE with payload, without, failed; EVENT with payload, without.
    pub kind: u8,
}

impl Draft {
    /// The message.
    ///
    /// # Panics
    /// If the payload is no object.
    #[must_use]
    pub fn message(&self) -> Message<'_> {
        let [name, request_id, code, message] = self.texts.each_ref().map(|text| text.into());
        let payload = self.payload.as_raw();
        let response = |outcome| Message::Response(Response { request_id, outcome });
        match self.kind % 6 {
            0 => {
                let payload = payload.as_object().expect("an object");
                Message::Command(Command { command: name, request_id, payload })
            }
            1 => response(Outcome::Success { payload: Some(payload) }),
            2 => response(Outcome::Success { payload: None }),
            3 => response(Outcome::Failure(Failure { code, message })),
            4 => Message::Event(Event { event: name, payload: Some(payload) }),
            _ => Message::Event(Event { event: name, payload: None }),
        }
    }
}

/// A message from the bytes of a fuzzer.
///
/// # Errors
/// When the bytes are used up.
pub fn draft(u: &mut Unstructured<'_>) -> Result<Draft> {
    let texts = [u.arbitrary()?, u.arbitrary()?, u.arbitrary()?, u.arbitrary()?];
    let object = Value::Object(members(u, 4)?);
    let payload = RawBuf::serialize(&object).map_err(|_| arbitrary::Error::IncorrectFormat)?;
    Ok(Draft { texts, payload, kind: u.arbitrary()? })
}

fn members(u: &mut Unstructured<'_>, depth: u8) -> Result<Map<String, Value>> {
    (0..u.int_in_range(0..=4)?).map(|_| Ok((u.arbitrary()?, value(u, depth)?))).collect()
}

fn value(u: &mut Unstructured<'_>, depth: u8) -> Result<Value> {
    Ok(match (u.int_in_range(0..=7)?, depth.checked_sub(1)) {
        (0, _) => Value::Null,
        (1, _) => u.arbitrary::<bool>()?.into(),
        (2, _) => u.arbitrary::<u64>()?.into(),
        (3, _) => u.arbitrary::<i64>()?.into(),
        (4, _) => u.arbitrary::<f64>()?.into(),
        (5, Some(depth)) => (0..u.int_in_range(0..=4)?).map(|_| value(u, depth)).collect::<Result<_>>()?,
        (6, Some(depth)) => Value::Object(members(u, depth)?),
        _ => u.arbitrary::<String>()?.into(),
    })
}

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
