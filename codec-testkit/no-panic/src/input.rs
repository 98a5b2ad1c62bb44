//! How bytes get in: raw parts from the caller, as from C or JavaScript.

/// The caller's bytes, to read.
///
/// # Safety
/// `data` points to `len` initialised bytes that nobody writes while the result is in use.
pub(crate) unsafe fn bytes<'a>(data: *const u8, len: usize) -> &'a [u8] {
    // SAFETY: promised by the caller.
    unsafe { core::slice::from_raw_parts(data, len) }
}

/// The caller's buffer, to write.
///
/// # Safety
/// `data` points to `len` initialised bytes that nobody else reads or writes while the result is in use.
pub(crate) unsafe fn buffer<'a>(data: *mut u8, len: usize) -> &'a mut [u8] {
    // SAFETY: promised by the caller.
    unsafe { core::slice::from_raw_parts_mut(data, len) }
}
