//! A cursor over a borrowed slice that cannot panic and always knows its absolute offset.

use crate::{At, DecodeError};

/// Reads values from the front of a slice. All integers are big-endian, as in every protocol of this family.
///
/// Each read either gives its value and moves on, or gives a [`DecodeError`] with the absolute offset and leaves
/// the reader where it was.
///
/// ```
/// use codec_common::{Field, Reader};
/// static ID: Field = Field::new("demo", "Hello", "id");
/// let mut reader = Reader::new(&[0, 0, 0, 7, b'x']);
/// assert_eq!(reader.u32(&ID)?, 7);
/// assert_eq!((reader.offset(), reader.rest()), (4, &b"x"[..]));
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    // Absolute offset of the end: one subtraction gives the offset, and a read updates only the slice.
    end: usize,
}

impl<'a> Reader<'a> {
    /// Reads `bytes`, whose first byte has offset 0.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, end: bytes.len() }
    }

    /// Reads `bytes`, whose first byte has the absolute offset `offset`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new_at(bytes: &'a [u8], offset: usize) -> Self {
        Self { rest: bytes, end: offset.wrapping_add(bytes.len()) }
    }

    /// Absolute offset of the next byte.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.end.wrapping_sub(self.rest.len())
    }

    /// Bytes that are left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// True when all has been read.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes that are left, without reading them.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Reads `len` bytes as a borrowed slice.
    ///
    /// # Errors
    /// `truncated` when fewer are left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn take(&mut self, len: usize, at: At) -> Result<&'a [u8], DecodeError> {
        match self.rest.split_at_checked(len) {
            Some((head, tail)) => {
                self.rest = tail;
                Ok(head)
            }
            None => Err(self.truncated(len, at)),
        }
    }

    /// Reads `N` bytes as a borrowed array: one length check for a whole run of fixed fields.
    ///
    /// # Errors
    /// `truncated` when fewer are left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn array<const N: usize>(&mut self, at: At) -> Result<&'a [u8; N], DecodeError> {
        match self.rest.split_first_chunk::<N>() {
            Some((head, tail)) => {
                self.rest = tail;
                Ok(head)
            }
            None => Err(self.truncated(N, at)),
        }
    }

    /// Reads `len` bytes as a reader of its own, whose offsets stay absolute.
    ///
    /// # Errors
    /// `truncated` when fewer are left.
    #[inline]
    pub fn sub(&mut self, len: usize, at: At) -> Result<Self, DecodeError> {
        let offset = self.offset();
        Ok(Self::new_at(self.take(len, at)?, offset))
    }

    /// Reads one byte.
    ///
    /// # Errors
    /// `truncated` when none is left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn u8(&mut self, at: At) -> Result<u8, DecodeError> {
        self.array::<1>(at).map(|&[byte]| byte)
    }

    /// Reads a big-endian `u16`.
    ///
    /// # Errors
    /// `truncated` when fewer than 2 bytes are left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn u16(&mut self, at: At) -> Result<u16, DecodeError> {
        self.array(at).map(|&bytes| u16::from_be_bytes(bytes))
    }

    /// Reads a big-endian `u32`.
    ///
    /// # Errors
    /// `truncated` when fewer than 4 bytes are left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn u32(&mut self, at: At) -> Result<u32, DecodeError> {
        self.array(at).map(|&bytes| u32::from_be_bytes(bytes))
    }

    /// Reads a big-endian `u64`.
    ///
    /// # Errors
    /// `truncated` when fewer than 8 bytes are left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn u64(&mut self, at: At) -> Result<u64, DecodeError> {
        self.array(at).map(|&bytes| u64::from_be_bytes(bytes))
    }

    /// Ends the reading: all must have been read.
    ///
    /// # Errors
    /// `trailing` with the number of bytes that are left.
    #[inline]
    pub fn finish(self, at: At) -> Result<(), DecodeError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(DecodeError::trailing(self.rest.len(), self.offset(), at))
        }
    }

    /// The error that `needed` bytes are not there.
    // Inline, though cold: a call would take the reader's address and so keep it out of registers.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn truncated(&self, needed: usize, at: At) -> DecodeError {
        DecodeError::truncated(needed, self.rest.len(), self.offset(), at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Reason};

    static FIELD: Field = Field::new("test", "Thing", "field");

    #[test]
    fn a_failed_read_leaves_the_reader_where_it_was() {
        let mut reader = Reader::new_at(&[1, 2, 3], 10);
        assert_eq!(reader.u8(&FIELD), Ok(1));
        let error = reader.u32(&FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::Truncated { needed: 4, left: 2 });
        assert_eq!(error.offset(), 11);
        assert_eq!(reader.u16(&FIELD), Ok(0x0203));
        assert!(reader.is_empty());
    }

    #[test]
    fn a_sub_reader_keeps_absolute_offsets() {
        let mut reader = Reader::new_at(&[0, 1, 2, 3, 4], 100);
        reader.u8(&FIELD).unwrap();
        let mut sub = reader.sub(2, &FIELD).unwrap();
        assert_eq!((sub.offset(), reader.offset()), (101, 103));
        assert_eq!(sub.u64(&FIELD).unwrap_err().offset(), 101);
        assert_eq!(reader.finish(&FIELD).unwrap_err().reason(), Reason::Trailing { left: 2 });
    }
}
