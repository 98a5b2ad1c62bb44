//! Entry points of `codec-common`.

use crate::input;

/// The big-endian length in the first four bytes, or zero if there are fewer.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn common_length_prefix(data: *const u8, len: usize) -> u32 {
    // SAFETY: promised by the caller.
    let data = unsafe { input::bytes(data, len) };
    data.first_chunk().map_or(0, |prefix| u32::from_be_bytes(*prefix))
}
