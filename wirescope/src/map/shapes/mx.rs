//! Payloads of MessageX: JSON already.

use crate::fields::{FieldError, Fields};
use mx_codec::json::RawBuf;
use serde_json::Value;

pub(in super::super) fn read(value: &Value) -> Result<RawBuf, FieldError> {
    Fields::of(value)?;
    RawBuf::new(value.to_string()).map_err(|error| FieldError::new("", error.to_string()))
}

pub(in super::super) fn show(payload: &RawBuf) -> Value {
    serde_json::from_str(payload.as_raw().as_str()).unwrap_or_default()
}
