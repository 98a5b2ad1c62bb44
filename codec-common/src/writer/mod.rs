//! Where encodings go: a slice, a growing buffer, or segments that borrow their payloads.
//!
//! Encoding has two steps. [`Wire::measure`](crate::Wire::measure) gives the exact length and finds every value
//! that cannot be written; then [`Wire::encode`](crate::Wire::encode) writes without any further `Result`. So an
//! output is either written whole or left as it was.

#[cfg(feature = "alloc")]
mod buf;
#[cfg(feature = "alloc")]
mod gather;

#[cfg(feature = "alloc")]
pub use buf::BufSink;
#[cfg(feature = "alloc")]
pub use gather::{Gather, Segments};

use crate::{At, EncodeError, Field};

/// Takes the bytes of an encoding, in order.
///
/// `'a` is the lifetime of the values being encoded: what they borrow may be kept instead of copied.
pub trait Sink<'a> {
    /// Takes a copy of `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Takes bytes that outlive the sink's use; a gathering sink keeps them borrowed.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_borrowed(&mut self, bytes: &'a [u8]) {
        self.put(bytes);
    }

    /// Takes a fixed run of bytes: one length check for all of it.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.put(&bytes);
    }

    /// Takes a length and the bytes that it is of, which outlive the sink's use: one check for both.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_prefixed<const N: usize>(&mut self, length: [u8; N], bytes: &'a [u8]) {
        self.put_array(length);
        self.put_borrowed(bytes);
    }
}

/// Writes into a slice; never beyond its end.
///
/// A write that does not fit marks the writer as overflowed and changes nothing, and so do all later ones.
/// After `measure` said that the slice is long enough, this cannot happen.
#[derive(Debug)]
pub struct Writer<'w> {
    rest: &'w mut [u8],
    capacity: usize,
    overflowed: bool,
}

impl<'w> Writer<'w> {
    /// Writes from the start of `out`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new(out: &'w mut [u8]) -> Self {
        let capacity = out.len();
        Self { rest: out, capacity, overflowed: false }
    }

    /// Bytes written so far.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn written(&self) -> usize {
        self.capacity.wrapping_sub(self.rest.len())
    }

    /// True when something did not fit.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn overflowed(&self) -> bool {
        self.overflowed
    }

    // Inline, though cold: a call would take the writer's address and so keep it out of registers.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn overflow(&mut self) {
        self.overflowed = true;
        // Nothing later may be written in the place of what did not fit.
        self.capacity = self.written();
        self.rest = &mut [];
    }

    /// Takes the next `len` bytes of the slice, for the caller to fill.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn slot(&mut self, len: usize) -> Option<&'w mut [u8]> {
        if len > self.rest.len() {
            self.overflow();
            return None;
        }
        let (head, tail) = core::mem::take(&mut self.rest).split_at_mut_checked(len)?;
        self.rest = tail;
        Some(head)
    }
}

/// Copies without a panicking path: the two always have the same length here.
///
/// Names, counts and header values are short, and a call costs more than they do: up to 32 bytes are copied as two
/// words that may overlap.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn copy(to: &mut [u8], from: &[u8]) {
    match from.len() {
        16..=32 => overlapping::<16>(to, from),
        8..16 => overlapping::<8>(to, from),
        4..8 => overlapping::<4>(to, from),
        2..4 => overlapping::<2>(to, from),
        1 => overlapping::<1>(to, from),
        _ => copy_long(to, from),
    }
}

/// The first and the last `N` bytes, which are all there are.
#[cfg_attr(not(feature = "small"), inline(always))]
fn overlapping<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) {
        if let Some(head) = to.first_chunk_mut() {
            *head = *first;
        }
        if let Some(tail) = to.last_chunk_mut() {
            *tail = *last;
        }
    }
}

/// Out of line and the only one, so that test and copy come together however little is inlined.
#[inline(never)]
fn copy_long(to: &mut [u8], from: &[u8]) {
    if to.len() == from.len() {
        to.copy_from_slice(from);
    }
}

impl<'a> Sink<'a> for Writer<'_> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put(&mut self, bytes: &[u8]) {
        if let Some(slot) = self.slot(bytes.len()) {
            copy(slot, bytes);
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        if N > self.rest.len() {
            return self.overflow();
        }
        if let Some((head, tail)) = core::mem::take(&mut self.rest).split_first_chunk_mut::<N>() {
            *head = bytes;
            self.rest = tail;
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_prefixed<const N: usize>(&mut self, length: [u8; N], bytes: &'a [u8]) {
        if let Some(slot) = self.slot(bytes.len().saturating_add(N))
            && let Some((head, tail)) = slot.split_first_chunk_mut()
        {
            *head = length;
            copy(tail, bytes);
        }
    }
}

/// The first reason why a value cannot be written; filled by [`Wire::measure`](crate::Wire::measure).
#[derive(Clone, Copy, Debug, Default)]
pub struct Fault {
    first: Option<EncodeError>,
}

impl Fault {
    /// No fault so far.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new() -> Self {
        Self { first: None }
    }

    /// Records `error` unless an earlier one stands.
    #[cold]
    #[inline(never)]
    pub fn report(&mut self, error: EncodeError) {
        if self.first.is_none() {
            self.first = Some(error);
        }
    }

    /// `length` of a value whose maximum is `maximum`: a fault when it is over.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn check_len(&mut self, length: usize, maximum: usize, at: At) {
        if length > maximum {
            self.report(EncodeError::too_long(length, maximum, at));
        }
    }

    /// The outcome.
    ///
    /// # Errors
    /// The first fault that was reported.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn result(self) -> Result<(), EncodeError> {
        match self.first {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }
}

/// The place that errors about whole outputs name.
pub static OUTPUT: Field = Field::new("encode", "output", "");

/// Gives the first `len` bytes of `out` and the rest.
///
/// # Errors
/// `buffer_too_small` when `out` is shorter.
#[inline]
pub fn split_output(out: &mut [u8], len: usize, at: At) -> Result<(&mut [u8], &mut [u8]), EncodeError> {
    let have = out.len();
    out.split_at_mut_checked(len).ok_or_else(|| EncodeError::buffer_too_small(len, have, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overflow_is_kept_and_nothing_is_written_after_it() {
        let mut out = [0u8; 4];
        let mut writer = Writer::new(&mut out);
        writer.put(&[1, 2]);
        writer.put(&[3, 4, 5]);
        writer.put_array([6]);
        assert!(writer.overflowed());
        assert_eq!(writer.written(), 2);
        assert_eq!(out, [1, 2, 0, 0]);
    }

    #[test]
    fn every_length_is_copied_whole() {
        let from: [u8; 80] = core::array::from_fn(|index| u8::try_from(index + 1).unwrap());
        for len in 0..=from.len() {
            let mut out = [0; 81];
            let mut writer = Writer::new(&mut out);
            writer.put(&from[..len]);
            assert!(!writer.overflowed());
            assert_eq!((&out[..len], &out[len..]), (&from[..len], &[0; 81][len..]));
        }
    }
}
