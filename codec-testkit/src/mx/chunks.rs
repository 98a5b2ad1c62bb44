//! How a stream is cut into chunks.

use std::ops::ControlFlow;

use serde_json::Value;

/// Calls `check` with every way to cut `bytes` that a chunking of the captures means.
///
/// # Panics
/// If there is no such chunking.
pub fn cut(bytes: &[u8], chunking: &Value, mut check: impl FnMut(&[&[u8]])) {
    let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok()).expect("a number");
    match chunking.as_str() {
        Some("whole") => check(&[bytes]),
        Some("each-split-point") => each_split_point(bytes, check),
        Some("every-way") => every_way(bytes, check),
        None if chunking["every"].is_u64() => {
            check(&bytes.chunks(number(&chunking["every"])).collect::<Vec<_>>());
        }
        None if chunking["sizes"].is_array() => {
            let sizes = chunking["sizes"].as_array().into_iter().flatten().map(number);
            check(&by_sizes(bytes, sizes));
        }
        _ => panic!("no such chunking: {chunking}"),
    }
}

/// Two pieces, at every place.
pub fn each_split_point(bytes: &[u8], mut check: impl FnMut(&[&[u8]])) {
    for at in 0..=bytes.len() {
        let (head, tail) = bytes.split_at(at);
        check(&[head, tail]);
    }
}

/// All ways to cut, of which there are two to the power of the length less one.
pub fn every_way(bytes: &[u8], mut check: impl FnMut(&[&[u8]])) {
    for cuts in 0u32..1 << bytes.len().saturating_sub(1) {
        let mut pieces = Vec::new();
        let mut start = 0;
        for end in 1..bytes.len() {
            if cuts >> (end - 1) & 1 == 1 {
                pieces.push(&bytes[start..end]);
                start = end;
            }
        }
        pieces.push(&bytes[start..]);
        check(&pieces);
    }
}

/// Pieces of these sizes, as far as there are bytes; what is left over is the last.
pub fn by_sizes(bytes: &[u8], sizes: impl IntoIterator<Item = usize>) -> Vec<&[u8]> {
    let mut rest = bytes;
    let mut pieces = Vec::new();
    let ended = sizes.into_iter().try_for_each(|size| {
        let (piece, behind) = rest.split_at(size.min(rest.len()));
        pieces.push(piece);
        rest = behind;
        if rest.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if ended.is_continue() {
        pieces.push(rest);
    }
    pieces
}
