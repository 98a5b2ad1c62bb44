//! Padding that tells its own length: `n` bytes, each of value `n`, up to the next multiple of a modulus.
//!
//! BlazingMQ pads to words (4 bytes: bodies of schema messages, application data, property areas, message group
//! ids) and, in storage payloads, to dwords (8 bytes). There is always at least one byte of padding; an area that
//! is aligned already gets a whole word or dword:
//!
//! | length mod 4 | padding |
//! |---|---|
//! | 0 | `04 04 04 04` |
//! | 1 | `03 03 03` |
//! | 2 | `02 02` |
//! | 3 | `01` |
//!
//! The official reader looks at the last byte only. [`strip_word`] and [`strip_dword`] do the same and tell beside
//! it whether the other bytes were as the writer makes them; [`Unpadded::exact`] makes that an error.

use core::fmt;

/// Bytes of a word, the modulus of [`word_padding`].
pub const WORD: usize = 4;

/// Bytes of a dword, the modulus of [`dword_padding`].
pub const DWORD: usize = 8;

/// Number of padding bytes, 1 to `MODULUS`, that follow `len` bytes: `MODULUS - len % MODULUS`.
///
/// ```
/// use codec_common::padding::padding_len;
/// assert_eq!([0, 1, 2, 3, 4].map(padding_len::<4>), [4, 3, 2, 1, 4]);
/// ```
#[inline]
#[must_use]
pub const fn padding_len<const MODULUS: usize>(len: usize) -> usize {
    const { assert!(MODULUS.is_power_of_two()) };
    // A mask instead of a remainder: no division, and nothing that the compiler must prove not to be zero.
    let over = len & MODULUS.wrapping_sub(1);
    MODULUS.wrapping_sub(over)
}

/// The word padding that follows `len` bytes: 1 to 4 bytes to copy as they are.
///
/// ```
/// use codec_common::padding::word_padding;
/// assert_eq!(word_padding(5), [3, 3, 3]);
/// assert_eq!(word_padding(8), [4, 4, 4, 4]);
/// ```
#[inline]
#[must_use]
pub const fn word_padding(len: usize) -> &'static [u8] {
    match padding_len::<WORD>(len) {
        1 => &[1],
        2 => &[2; 2],
        3 => &[3; 3],
        _ => &[4; 4],
    }
}

/// The dword padding that follows `len` bytes: 1 to 8 bytes to copy as they are.
///
/// ```
/// use codec_common::padding::dword_padding;
/// assert_eq!(dword_padding(13), [3, 3, 3]);
/// ```
#[inline]
#[must_use]
pub const fn dword_padding(len: usize) -> &'static [u8] {
    match padding_len::<DWORD>(len) {
        1 => &[1],
        2 => &[2; 2],
        3 => &[3; 3],
        4 => &[4; 4],
        5 => &[5; 5],
        6 => &[6; 6],
        7 => &[7; 7],
        _ => &[8; 8],
    }
}

/// An area without its padding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Unpadded<'a> {
    /// The bytes before the padding; may be empty.
    pub data: &'a [u8],
    /// The padding, as it stood: as many bytes as its last byte says.
    pub padding: &'a [u8],
}

impl<'a> Unpadded<'a> {
    /// True when every byte of the padding has the value that the writer gives it, the padding's length.
    #[inline]
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.padding.last().is_none_or(|fill| self.padding.iter().all(|byte| byte == fill))
    }

    /// Refuses padding whose bytes are not all alike; the official reader does not.
    ///
    /// # Errors
    /// [`PaddingError::WrongFill`] with the first byte that differs.
    pub fn exact(self) -> Result<Self, PaddingError> {
        let length = self.padding.last().copied().unwrap_or_default();
        match self.padding.iter().find(|&&byte| byte != length) {
            None => Ok(self),
            Some(&value) => Err(PaddingError::WrongFill { value, length }),
        }
    }
}

// Lengths only: the data may be a payload.
impl fmt::Debug for Unpadded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpadded").field("data", &self.data.len()).field("padding", &self.padding).finish()
    }
}

/// Takes the word padding (1 to 4 bytes) off the end of `area`, going by its last byte.
///
/// ```
/// use codec_common::padding::{PaddingError, strip_word};
/// let stripped = strip_word(b"hello\x03\x03\x03")?;
/// assert_eq!((stripped.data, stripped.is_canonical()), (&b"hello"[..], true));
/// assert_eq!(strip_word(b"hell"), Err(PaddingError::OutOfRange { value: b'l', maximum: 4 }));
/// # Ok::<(), PaddingError>(())
/// ```
///
/// # Errors
/// [`PaddingError`] when the area is empty, its last byte is not 1 to 4, or that is more than the area has.
#[inline]
pub fn strip_word(area: &[u8]) -> Result<Unpadded<'_>, PaddingError> {
    strip::<4>(area)
}

/// Takes the dword padding (1 to 8 bytes) off the end of `area`, going by its last byte.
///
/// # Errors
/// [`PaddingError`] when the area is empty, its last byte is not 1 to 8, or that is more than the area has.
#[inline]
pub fn strip_dword(area: &[u8]) -> Result<Unpadded<'_>, PaddingError> {
    strip::<8>(area)
}

#[inline]
fn strip<const MAXIMUM: u8>(area: &[u8]) -> Result<Unpadded<'_>, PaddingError> {
    let Some(&value) = area.last() else { return Err(PaddingError::Empty) };
    if value == 0 || value > MAXIMUM {
        return Err(PaddingError::OutOfRange { value, maximum: MAXIMUM });
    }
    let split = area.len().checked_sub(usize::from(value)).and_then(|len| area.split_at_checked(len));
    match split {
        Some((data, padding)) => Ok(Unpadded { data, padding }),
        None => Err(PaddingError::TooLong { value, length: area.len() }),
    }
}

/// Why an area's padding cannot be taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PaddingError {
    /// The area has no bytes, so there is no padding.
    Empty,
    /// The last byte is 0 or more than the modulus.
    OutOfRange {
        /// The last byte.
        value: u8,
        /// The largest number of padding bytes: 4 or 8.
        maximum: u8,
    },
    /// The last byte asks for more bytes than the area has.
    TooLong {
        /// The last byte.
        value: u8,
        /// Bytes of the area.
        length: usize,
    },
    /// A padding byte has another value than the padding's length ([`Unpadded::exact`] only).
    WrongFill {
        /// The first byte that differs.
        value: u8,
        /// The padding's length, the value that it should have.
        length: u8,
    },
}

impl PaddingError {
    /// The reason's name in the vocabulary that errors, findings and JSON share.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        "padding"
    }
}

impl fmt::Display for PaddingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => f.write_str("no bytes, so no padding"),
            Self::OutOfRange { value, maximum } => {
                write!(f, "last byte of the padding is {value}, must be 1 to {maximum}")
            }
            Self::TooLong { value, length } => write!(f, "{value} bytes of padding in an area of {length}"),
            Self::WrongFill { value, length } => write!(f, "padding byte is {value}, must be {length}"),
        }
    }
}

impl core::error::Error for PaddingError {}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "a test may panic")]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec::Vec};
    use proptest::prelude::*;

    type Strip = fn(&[u8]) -> Result<Unpadded<'_>, PaddingError>;

    fn padded(data: &[u8], padding: &[u8]) -> Vec<u8> {
        [data, padding].concat()
    }

    proptest! {
        #[test]
        fn padding_is_n_bytes_of_value_n_up_to_the_next_multiple(len in 0usize..10_000) {
            for (modulus, n, bytes) in [
                (WORD, padding_len::<WORD>(len), word_padding(len)),
                (DWORD, padding_len::<DWORD>(len), dword_padding(len)),
            ] {
                prop_assert_eq!(n, modulus - len % modulus);
                prop_assert_eq!(bytes.len(), n);
                prop_assert!(bytes.iter().all(|&byte| usize::from(byte) == n));
            }
        }

        #[test]
        fn strip_undoes_padding(data: Vec<u8>) {
            let cases: [(Vec<u8>, Strip); 2] = [
                (padded(&data, word_padding(data.len())), strip_word),
                (padded(&data, dword_padding(data.len())), strip_dword),
            ];
            for (area, strip) in cases {
                let stripped = strip(&area).unwrap();
                prop_assert_eq!(stripped.data, &data[..]);
                prop_assert_eq!(stripped.data.len() + stripped.padding.len(), area.len());
                prop_assert!(stripped.is_canonical());
                prop_assert_eq!(stripped.exact(), Ok(stripped));
            }
        }

        #[test]
        fn strip_loses_no_byte_of_any_area(area: Vec<u8>) {
            for (maximum, result) in [(4, strip_word(&area)), (8, strip_dword(&area))] {
                let last = area.last().copied().unwrap_or(0);
                let fits = (1..=maximum).contains(&last) && usize::from(last) <= area.len();
                prop_assert_eq!(result.is_ok(), fits);
                if let Ok(stripped) = result {
                    prop_assert_eq!(padded(stripped.data, stripped.padding), area.clone());
                    prop_assert_eq!(stripped.is_canonical(), stripped.exact().is_ok());
                }
            }
        }
    }

    #[test]
    fn largest_length_does_not_overflow() {
        assert_eq!(padding_len::<WORD>(usize::MAX), 1);
        assert_eq!(padding_len::<DWORD>(usize::MAX - 7), 8);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        assert_eq!(strip_word(&[]), Err(PaddingError::Empty));
        assert_eq!(strip_word(&[9, 9, 9, 0]), Err(PaddingError::OutOfRange { value: 0, maximum: 4 }));
        assert_eq!(strip_word(&[5; 8]), Err(PaddingError::OutOfRange { value: 5, maximum: 4 }));
        assert_eq!(strip_dword(&[9; 16]), Err(PaddingError::OutOfRange { value: 9, maximum: 8 }));
        assert_eq!(strip_word(&[4]), Err(PaddingError::TooLong { value: 4, length: 1 }));
        let wrong = strip_word(&[7, 1, 2, 3]).unwrap();
        assert_eq!((wrong.data, wrong.padding, wrong.is_canonical()), (&[7][..], &[1, 2, 3][..], false));
        assert_eq!(wrong.exact(), Err(PaddingError::WrongFill { value: 1, length: 3 }));
        assert_eq!(PaddingError::Empty.name(), "padding");
        assert_eq!(
            strip_word(&[5]).unwrap_err().to_string(),
            "last byte of the padding is 5, must be 1 to 4"
        );
    }

    #[test]
    fn debug_shows_lengths_of_data_not_bytes() {
        let stripped = strip_word(b"secr\x04\x04\x04\x04").unwrap();
        assert_eq!(alloc::format!("{stripped:?}"), "Unpadded { data: 4, padding: [4, 4, 4, 4] }");
    }
}
