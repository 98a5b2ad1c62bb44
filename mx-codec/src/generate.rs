//! Random valid messages (feature `arbitrary`), for fuzzing, property tests and fixtures.
//!
//! ```
//! use mx_codec::generate::{Unstructured, draft};
//! use mx_codec::{Encode, LIMITS};
//! let draft = draft(&mut Unstructured::new(&[7; 64]))?;
//! let mut frame = Vec::new();
//! draft.message().encode_to_vec(&mut frame, &LIMITS)?;
//! assert!(frame.len() > 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::json::RawBuf;
use crate::{Command, Event, Failure, Message, Outcome, Response};
use alloc::string::String;
use serde_json::{Map, Value};

pub use arbitrary::{Result, Unstructured};

/// A message that owns its parts.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The name, request id, code and message, in this order, as far as its kind has them.
    pub texts: [String; 4],
    /// The payload; an object.
    pub payload: RawBuf,
    /// Which message: its place among the [`KINDS`](Self::KINDS).
    pub kind: u8,
}

impl Draft {
    /// How many kinds there are: COMMAND, RESPONSE with payload, without, failed; EVENT with payload, without.
    pub const KINDS: u8 = 6;

    /// The message.
    #[must_use]
    pub fn message(&self) -> Message<'_> {
        let [name, request_id, code, message] = self.texts.each_ref().map(|text| text.into());
        let payload = self.payload.as_raw();
        let response = |outcome| Message::Response(Response { request_id, outcome });
        match (self.kind % Self::KINDS, payload.as_object()) {
            (0, Some(payload)) => Message::Command(Command { command: name, request_id, payload }),
            (1, _) => response(Outcome::Success { payload: Some(payload) }),
            (2, _) => response(Outcome::Success { payload: None }),
            (3, _) => response(Outcome::Failure(Failure { code, message })),
            (5, _) => Message::Event(Event { event: name, payload: None }),
            _ => Message::Event(Event { event: name, payload: Some(payload) }),
        }
    }
}

/// Draws a message of any kind.
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
