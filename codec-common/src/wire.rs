//! The trait of everything that has a wire form, and the primitives.

use crate::{At, DecodeError, EncodeError, Fault, Reader, Rule, Sink, Writer};
use uuid::Uuid;

/// A value with a wire form: decoded from a [`Reader`] as a view that borrows, measured, and encoded.
///
/// ```text
/// bytes --decode--> view --measure--> exact length or EncodeError --encode--> the same bytes
/// ```
///
/// `at` is the name of the field that the value stands in; errors show it.
pub trait Wire<'a>: Sized {
    /// The least number of bytes that any value takes. It bounds counts: `n` items need `n * MIN_LEN` bytes, so a
    /// hostile count is refused before anything is done for it.
    const MIN_LEN: usize;

    /// True when every value takes exactly `MIN_LEN` bytes.
    const FIXED: bool = false;

    /// Reads a value.
    ///
    /// # Errors
    /// What the bytes break, with offset and field.
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError>;

    /// Reads a value from bytes that [`decode`](Self::decode) has read before: the same value, but texts are not
    /// checked to be UTF-8 again. From other bytes the value may be wrong, no more.
    ///
    /// # Errors
    /// None in practice.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_again(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        Self::decode(reader, at)
    }

    /// The exact length of the encoding; what cannot be written is reported to `fault`.
    fn measure(&self, fault: &mut Fault, at: At) -> usize;

    /// Writes the encoding: as many bytes as `measure` gave.
    fn encode<S: Sink<'a>>(&self, sink: &mut S);

    /// The exact length of the encoding.
    ///
    /// # Errors
    /// The first value that cannot be written.
    #[inline]
    fn encoded_len(&self, at: At) -> Result<usize, EncodeError> {
        let mut fault = Fault::new();
        let len = self.measure(&mut fault, at);
        fault.result()?;
        Ok(len)
    }

    /// Writes the encoding to the start of `out` and gives the part that was written.
    ///
    /// # Errors
    /// The first value that cannot be written, or `buffer_too_small`; `out` is then as it was.
    #[inline]
    fn encode_to_slice<'o>(&self, out: &'o mut [u8], at: At) -> Result<&'o mut [u8], EncodeError> {
        let len = self.encoded_len(at)?;
        let (slot, _) = crate::writer::split_output(out, len, at)?;
        let mut writer = Writer::new(slot);
        self.encode(&mut writer);
        debug_assert!(!writer.overflowed() && writer.written() == len, "measure and encode disagree");
        Ok(slot)
    }

    /// Appends the encoding to `out` and gives its length.
    ///
    /// # Errors
    /// The first value that cannot be written; `out` is then as it was.
    #[cfg(feature = "alloc")]
    #[inline]
    fn encode_to_vec(&self, out: &mut alloc::vec::Vec<u8>, at: At) -> Result<usize, EncodeError> {
        let len = self.encoded_len(at)?;
        let start = out.len();
        out.resize(start.saturating_add(len), 0);
        if let Some(slot) = out.get_mut(start..) {
            let mut writer = Writer::new(slot);
            self.encode(&mut writer);
            debug_assert!(!writer.overflowed() && writer.written() == len, "measure and encode disagree");
        }
        Ok(len)
    }

    /// Appends the encoding to any [`bytes::BufMut`] and gives its length.
    ///
    /// # Errors
    /// The first value that cannot be written, or `buffer_too_small`; `out` is then as it was.
    #[cfg(feature = "alloc")]
    fn encode_to_buf<B: bytes::BufMut>(&self, out: &mut B, at: At) -> Result<usize, EncodeError> {
        let len = self.encoded_len(at)?;
        if out.remaining_mut() < len {
            return Err(EncodeError::buffer_too_small(len, out.remaining_mut(), at));
        }
        self.encode(&mut crate::writer::BufSink::new(out));
        Ok(len)
    }
}

/// Decodes a value that must take up all of `bytes`.
///
/// # Errors
/// What the bytes break; `trailing` when some are left over.
#[inline]
pub fn decode_exact<'a, T: Wire<'a>>(bytes: &'a [u8], at: At) -> Result<T, DecodeError> {
    let mut reader = Reader::new(bytes);
    let value = T::decode(&mut reader, at)?;
    reader.finish(at)?;
    Ok(value)
}

macro_rules! integers {
    ($($type:ident $len:literal)*) => {$(
        impl<'a> Wire<'a> for $type {
            const MIN_LEN: usize = $len;
            const FIXED: bool = true;

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
                reader.array::<$len>(at).map(|&bytes| $type::from_be_bytes(bytes))
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn measure(&self, _: &mut Fault, _: At) -> usize {
                $len
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn encode<S: Sink<'a>>(&self, sink: &mut S) {
                sink.put_array(self.to_be_bytes());
            }
        }
    )*};
}

integers! { u8 1 u16 2 u32 4 u64 8 i8 1 i16 2 i32 4 i64 8 f64 8 }

impl<'a> Wire<'a> for bool {
    const MIN_LEN: usize = 1;
    const FIXED: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let offset = reader.offset();
        match reader.u8(at)? {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(DecodeError::new(crate::Reason::BadBool { value }, offset, at)),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, _: &mut Fault, _: At) -> usize {
        1
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array([u8::from(*self)]);
    }
}

impl<'a> Wire<'a> for Uuid {
    const MIN_LEN: usize = 16;
    const FIXED: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        reader.array::<16>(at).map(|&bytes| Self::from_bytes(bytes))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, _: &mut Fault, _: At) -> usize {
        16
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array(*self.as_bytes());
    }
}

impl<'a, const N: usize> Wire<'a> for [u8; N] {
    const MIN_LEN: usize = N;
    const FIXED: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        reader.array::<N>(at).copied()
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, _: &mut Fault, _: At) -> usize {
        N
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array(*self);
    }
}

/// A presence byte, then the value when it is 1.
impl<'a, T: Wire<'a>> Wire<'a> for Option<T> {
    const MIN_LEN: usize = 1;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let offset = reader.offset();
        match reader.u8(at)? {
            0 => Ok(None),
            1 => T::decode(reader, at).map(Some),
            value => Err(DecodeError::new(crate::Reason::BadPresence { value }, offset, at)),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_again(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        match reader.u8(at)? {
            0 => Ok(None),
            _ => T::decode_again(reader, at).map(Some),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        match self {
            None => 1,
            Some(value) => value.measure(fault, at).saturating_add(1),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        match self {
            None => sink.put_array([0]),
            Some(value) => {
                sink.put_array([1]);
                value.encode(sink);
            }
        }
    }
}

/// One after the other; the entries of a map are such pairs.
impl<'a, A: Wire<'a>, B: Wire<'a>> Wire<'a> for (A, B) {
    const MIN_LEN: usize = A::MIN_LEN.saturating_add(B::MIN_LEN);
    const FIXED: bool = A::FIXED && B::FIXED;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        Ok((A::decode(reader, at)?, B::decode(reader, at)?))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_again(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        Ok((A::decode_again(reader, at)?, B::decode_again(reader, at)?))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        self.0.measure(fault, at).saturating_add(self.1.measure(fault, at))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        self.0.encode(sink);
        self.1.encode(sink);
    }
}

/// An unsigned integer that stands before something as its length or count.
pub trait Prefix: Copy + 'static {
    /// Bytes that it takes.
    const LEN: usize;
    /// The largest length or count that it can say (at most `usize::MAX`).
    const MAX: usize;

    /// Reads it.
    ///
    /// # Errors
    /// `truncated`; `bad_length` where the number is beyond the address space.
    fn decode(reader: &mut Reader<'_>, at: At) -> Result<usize, DecodeError>;

    /// Writes it; `len` is at most [`MAX`](Self::MAX), as `measure` made sure.
    fn encode<'a, S: Sink<'a>>(len: usize, sink: &mut S);

    /// Writes the length of `bytes` and the bytes.
    fn encode_with<'a, S: Sink<'a>>(bytes: &'a [u8], sink: &mut S);
}

static TOO_WIDE: Rule = Rule("must fit the address space");

macro_rules! prefixes {
    ($($(#[$doc:meta])* $name:ident $type:ident $len:literal)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Prefix for $name {
            const LEN: usize = $len;
            // In a const context, and clamped where usize is the narrower type.
            #[expect(clippy::as_conversions, reason = "compared as u128 first")]
            const MAX: usize = {
                let (max, wide) = ($type::MAX as u128, usize::MAX as u128);
                if max < wide { max as usize } else { usize::MAX }
            };

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn decode(reader: &mut Reader<'_>, at: At) -> Result<usize, DecodeError> {
                let offset = reader.offset();
                let number = reader.array::<$len>(at).map(|&bytes| $type::from_be_bytes(bytes))?;
                usize::try_from(number).map_err(|_| DecodeError::bad_length(usize::MAX, &TOO_WIDE, offset, at))
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn encode<'a, S: Sink<'a>>(len: usize, sink: &mut S) {
                sink.put_array($type::try_from(len).unwrap_or($type::MAX).to_be_bytes());
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn encode_with<'a, S: Sink<'a>>(bytes: &'a [u8], sink: &mut S) {
                sink.put_prefixed($type::try_from(bytes.len()).unwrap_or($type::MAX).to_be_bytes(), bytes);
            }
        }
    )*};
}

prefixes! {
    /// One byte: up to 255.
    U8 u8 1
    /// Two bytes, big-endian: up to 65,535.
    U16 u16 2
    /// Four bytes, big-endian: up to 4,294,967,295.
    U32 u32 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Reason};

    static FIELD: Field = Field::new("test", "Thing", "field");

    fn round_trip<T: for<'a> Wire<'a> + PartialEq + core::fmt::Debug>(value: T, bytes: &[u8]) {
        let mut out = [0xAA; 32];
        assert_eq!(value.encode_to_slice(&mut out, &FIELD).unwrap(), bytes);
        assert_eq!(value.encoded_len(&FIELD), Ok(bytes.len()));
        assert_eq!(decode_exact::<T>(bytes, &FIELD), Ok(value));
        for cut in 0..bytes.len() {
            let error = decode_exact::<T>(&bytes[..cut], &FIELD).unwrap_err();
            assert!(matches!(error.reason(), Reason::Truncated { .. }));
        }
    }

    #[test]
    fn primitives_round_trip_and_are_big_endian() {
        round_trip(0x12u8, &[0x12]);
        round_trip(0x1234u16, &[0x12, 0x34]);
        round_trip(0x1234_5678u32, &[0x12, 0x34, 0x56, 0x78]);
        round_trip(u64::MAX - 1, &[255, 255, 255, 255, 255, 255, 255, 254]);
        round_trip(-2i64, &[255, 255, 255, 255, 255, 255, 255, 254]);
        round_trip(1.5f64, &[0x3F, 0xF8, 0, 0, 0, 0, 0, 0]);
        round_trip(true, &[1]);
        round_trip(Some(7u16), &[1, 0, 7]);
        round_trip(None::<u16>, &[0]);
        round_trip((1u8, 2u16), &[1, 0, 2]);
        round_trip(Uuid::from_u128(1), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn bools_and_presence_bytes_are_zero_or_one() {
        let error = decode_exact::<bool>(&[2], &FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::BadBool { value: 2 });
        let error = decode_exact::<Option<u8>>(&[7, 0], &FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::BadPresence { value: 7 });
    }

    #[test]
    fn the_bits_of_a_nan_survive() {
        let bytes = [0x7F, 0xF0, 0, 0, 0, 0, 0, 1];
        let value = decode_exact::<f64>(&bytes, &FIELD).unwrap();
        let mut out = [0; 8];
        assert_eq!(value.encode_to_slice(&mut out, &FIELD).unwrap(), bytes);
    }

    #[test]
    fn a_short_output_is_left_as_it_was() {
        let mut out = [0xAA; 3];
        let error = 1u32.encode_to_slice(&mut out, &FIELD).unwrap_err();
        assert_eq!(error.reason(), crate::EncodeReason::BufferTooSmall { length: 4, maximum: 3 });
        assert_eq!(out, [0xAA; 3]);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn vec_and_bufmut_get_the_same_bytes_appended() {
        let value = Some(0x0102_0304u32);
        let mut vec = alloc::vec![9];
        assert_eq!(value.encode_to_vec(&mut vec, &FIELD), Ok(5));
        let mut buf = bytes::BytesMut::from(&[9u8][..]);
        assert_eq!(value.encode_to_buf(&mut buf, &FIELD), Ok(5));
        assert_eq!(vec, [9, 1, 1, 2, 3, 4]);
        assert_eq!(buf[..], vec[..]);
    }
}
