//! Padding that the official writers would not make.

use codec_common::padding::word_padding;
use codec_common::{At, DecodeError, Reason};

/// The word padding behind `data`, which is at `offset`, as a finding where it is not what a writer would have written:
/// bytes that differ, too few of them to reach the end of a word, or none.
pub(crate) fn fault(data: &[u8], padding: &[u8], offset: usize, at: At) -> Option<DecodeError> {
    if padding == word_padding(data.len()) {
        return None;
    }
    let last = padding.last().or_else(|| data.last()).copied().unwrap_or_default();
    // The one that differs from the last one says more.
    let value = padding.iter().copied().find(|byte| *byte != last).unwrap_or(last);
    Some(DecodeError::new(Reason::Padding { value }, offset.saturating_add(data.len()), at))
}
