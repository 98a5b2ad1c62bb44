//! What the page fixes, and what this crate bounds.

use codec_common::Limits;

/// Longest JSON text of a frame in bytes (1,048,576), the four bytes of the length not counted. Page, "Frame format".
///
/// [`Limits::max_frame`] can lower it; a larger value there changes nothing.
pub const MAX_TEXT: usize = 1 << 20;

/// Deepest nesting that can be allowed, the envelope's own braces counted: `{` and `[` open at once.
///
/// [`Limits::max_depth`] is 127 in [`LIMITS`] and can be less; above 128 it changes nothing.
pub const MAX_DEPTH: usize = 128;

/// The only version of the protocol, and the only value of `version` that is accepted. Page, "TCP protocol and framing".
pub const VERSION: u32 = 1;

/// The limits of the page, and a depth of 127.
///
/// `max_frame` counts the JSON text alone, as the length prefix does; of the others only `max_depth` is used here.
///
/// ```
/// use mx_codec::LIMITS;
/// assert_eq!((LIMITS.max_frame(), LIMITS.max_depth()), (1_048_576, 127));
/// ```
pub const LIMITS: Limits = Limits::new().with_max_frame(MAX_TEXT).with_max_depth(127);

/// Longest JSON text under these limits.
#[inline]
pub(crate) const fn max_text(limits: &Limits) -> usize {
    if limits.max_frame() < MAX_TEXT { limits.max_frame() } else { MAX_TEXT }
}
