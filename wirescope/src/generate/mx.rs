//! MessageX's frames.

use super::{GenerateError, drawn};
use arbitrary::Unstructured;
use mx_codec::generate::{Draft, draft};
use mx_codec::{Encode, LIMITS, Message};

pub(super) fn types() -> Vec<String> {
    ["COMMAND", "RESPONSE", "EVENT"].map(str::to_owned).into()
}

/// The kinds of [`Draft`] that are of each type.
fn kinds(name: &str) -> &'static [u8] {
    match name {
        "COMMAND" => &[0],
        "RESPONSE" => &[1, 2, 3],
        _ => &[4, 5],
    }
}

/// A message of that type in a frame.
pub(super) fn frame(name: &str, source: &mut Unstructured<'_>) -> Result<Vec<u8>, GenerateError> {
    let kind = *drawn(source.choose(kinds(name)))?;
    let draft = Draft { kind, ..drawn(draft(source))? };
    let message: Message<'_> = draft.message();
    let mut frame = Vec::new();
    message.encode_to_vec(&mut frame, &LIMITS).map_err(|error| GenerateError::new(error.to_string()))?;
    Ok(frame)
}
