//! Messages drawn from bytes, for fuzzing and property tests.

use super::{Array, Binary, Text};
use arbitrary::{Result, Unstructured};
use codec_common::Secret;

/// A value that can be drawn from bytes. Texts are UTF-8 and borrow the bytes; arrays are empty, for there is
/// nothing that could own their items.
pub trait Generate<'a>: Sized {
    /// Draws a value.
    ///
    /// # Errors
    /// When there are not enough bytes.
    fn generate(bytes: &mut Unstructured<'a>) -> Result<Self>;
}

macro_rules! numbers {
    ($($type:ident)*) => {$(
        /// A small number as often as any.
        impl<'a> Generate<'a> for $type {
            fn generate(bytes: &mut Unstructured<'a>) -> Result<Self> {
                let any: Self = bytes.arbitrary()?;
                let shift: u32 = bytes.int_in_range(0..=Self::BITS.saturating_sub(1))?;
                Ok(any.checked_shr(shift).unwrap_or(any))
            }
        }
    )*};
}

numbers! { i32 i64 u32 u64 }

impl<'a> Generate<'a> for bool {
    fn generate(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary()
    }
}

impl<'a> Generate<'a> for Text<'a> {
    fn generate(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Text::new)
    }
}

impl<'a> Generate<'a> for Binary<'a> {
    fn generate(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Binary::new)
    }
}

impl<'a> Generate<'a> for Secret<Binary<'a>> {
    fn generate(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Binary::generate(bytes).map(Secret)
    }
}

impl<'a, T: Generate<'a>> Generate<'a> for Option<T> {
    fn generate(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(if bytes.arbitrary()? { Some(T::generate(bytes)?) } else { None })
    }
}

impl<'a, T> Generate<'a> for Array<'a, T> {
    fn generate(_: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::default())
    }
}
