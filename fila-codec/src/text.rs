//! A way to shorten texts that do not fit.

use codec_common::Str;
use codec_common::wire::{Prefix, U16};

/// The longest beginning of `text` that a `string` can hold (65,535 bytes), cut between characters.
///
/// Encoding never cuts a text by itself: one that is too long is an error. For `Error.message` and `Nack.error`,
/// which people read, call this first.
///
/// ```
/// assert_eq!(fila_codec::cut("short"), "short");
/// let long = "é".repeat(40_000);
/// assert_eq!(fila_codec::cut(&long).len(), 65_534);
/// ```
#[must_use]
pub fn cut(text: &str) -> Str<'_> {
    let mut end = text.len().min(U16::MAX);
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    Str::new(text.get(..end).unwrap_or_default())
}
