//! `{"repeat": s, "times": n}` stands for s repeated n times, wherever a string may stand.

use super::InputError;
use crate::fields::FieldError;
use serde_json::Value;

/// Most bytes that all repetitions of one value may give.
const MAX_BYTES: u64 = 64 << 20;

/// The value with its repetitions written out.
///
/// ```
/// let value = serde_json::json!(["x", {"repeat": "ab", "times": 3}]);
/// assert_eq!(wirescope::map::expand(&value).unwrap(), serde_json::json!(["x", "ababab"]));
/// ```
///
/// # Errors
/// They would give more than 64 MiB.
pub fn expand(value: &Value) -> Result<Value, InputError> {
    let mut left = MAX_BYTES;
    written_out(value, &mut left).map_err(InputError)
}

fn written_out(value: &Value, left: &mut u64) -> Result<Value, FieldError> {
    Ok(match value {
        Value::Object(members) => match (members.len(), members.get("repeat"), members.get("times")) {
            (2, Some(Value::String(text)), Some(Value::Number(times))) if times.is_u64() => {
                let times = times.as_u64().unwrap_or(0);
                let bytes = times.saturating_mul(text.len() as u64);
                *left = left
                    .checked_sub(bytes)
                    .ok_or_else(|| FieldError::new("repeat", "repetitions are over 64 MiB"))?;
                if text.is_empty() {
                    Value::String(String::new())
                } else {
                    text.repeat(times as usize).into()
                }
            }
            _ => {
                let each = |(name, value): (&String, &Value)| Ok((name.clone(), written_out(value, left)?));
                Value::Object(members.iter().map(each).collect::<Result<_, FieldError>>()?)
            }
        },
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| written_out(item, left)).collect::<Result<_, _>>()?)
        }
        other => other.clone(),
    })
}
