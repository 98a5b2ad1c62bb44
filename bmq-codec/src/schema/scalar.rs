//! The types that hold no others: numbers, truth values, text and octets.

use super::ber::{self, Contents, Header, integer_len, length_len, put_length};
use super::json::{self, Style};
use super::text::{Binary, Text};
use super::trace::Trace;
use super::value::Value;
use codec_common::inspect;
use codec_common::{At, DecodeError, EncodeError, Fault, Reason, Secret, Sink};

/// The longest text or octets: what an event can say.
const MAX_LEN: usize = 0x7FFF_FFFF;

#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn put_integer<'a, S: Sink<'a>>(number: i128, sink: &mut S) {
    let contents = Contents::new(number);
    let octets = contents.as_bytes();
    put_length(octets.len(), sink);
    sink.put(octets);
}

macro_rules! integers {
    ($($type:ident $octets:literal $signed:literal $read:ident $len:ident $put:ident $wide:ident;)*) => {$(
        impl<'a> Value<'a> for $type {
            const CONSTRUCTED: bool = false;

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn read_ber<T: Trace>(
                reader: &mut ber::Reader<'a, T>,
                header: &Header,
                at: At,
            ) -> Result<Self, DecodeError> {
                let bits = reader.integer(header, $octets, $signed, at)?;
                // The octets were counted: the type's own are the low ones.
                let bits = bits.to_be_bytes();
                Ok(bits.last_chunk::<$octets>().map_or(0, |low| Self::from_be_bytes(*low)))
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn ber_len(&self, _: &mut Fault, _: At) -> usize {
                integer_len((*self).into()).wrapping_add(1)
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn put_ber<S: Sink<'a>>(&self, sink: &mut S) {
                put_integer((*self).into(), sink);
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn read_json<T: Trace>(
                reader: &mut json::Reader<'a, T>,
                at: At,
            ) -> Result<Self, DecodeError> {
                reader.$read(at)
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn json_len(&self, _: Style, _: &mut Fault, _: At) -> usize {
                json::$len($wide::from(*self))
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn put_json<S: Sink<'a>>(&self, _: Style, sink: &mut S) {
                json::$put($wide::from(*self), sink);
            }
        }
    )*};
}

integers! {
    i32 4 true signed signed_len put_signed i64;
    i64 8 true signed signed_len put_signed i64;
    u32 4 false unsigned unsigned_len put_unsigned u64;
    u64 8 false unsigned unsigned_len put_unsigned u64;
}

/// One octet: 01 for true; any but zero is read as true.
impl<'a> Value<'a> for bool {
    const CONSTRUCTED: bool = false;

    #[inline]
    fn read_ber<T: Trace>(
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<Self, DecodeError> {
        static ONE: codec_common::Rule = codec_common::Rule("a truth value has 1 octet");
        let contents = reader.primitive(header, at)?;
        let [octet] = contents else {
            return Err(DecodeError::bad_length(contents.len(), &ONE, header.start, at));
        };
        let span = header.start..reader.offset();
        reader.trace.value(at, span, inspect::Value::Bool(*octet != 0));
        if *octet > 1 {
            let reason = Reason::BadBool { value: *octet };
            reader.trace.finding(DecodeError::new(reason, header.start, at));
        }
        Ok(*octet != 0)
    }

    #[inline]
    fn ber_len(&self, _: &mut Fault, _: At) -> usize {
        2
    }

    #[inline]
    fn put_ber<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array([1, u8::from(*self)]);
    }

    #[inline]
    fn read_json<T: Trace>(reader: &mut json::Reader<'a, T>, at: At) -> Result<Self, DecodeError> {
        reader.bool(at)
    }

    #[inline]
    fn json_len(&self, _: Style, _: &mut Fault, _: At) -> usize {
        if *self { 4 } else { 5 }
    }

    #[inline]
    fn put_json<S: Sink<'a>>(&self, _: Style, sink: &mut S) {
        if *self { sink.put_array(*b"true") } else { sink.put_array(*b"false") }
    }
}

macro_rules! octets_in_ber {
    () => {
        const CONSTRUCTED: bool = false;

        #[cfg_attr(not(feature = "small"), inline(always))]
        fn ber_len(&self, fault: &mut Fault, at: At) -> usize {
            let len = self.len();
            if len > MAX_LEN {
                fault.report(EncodeError::too_long(len, MAX_LEN, at));
            }
            len.saturating_add(length_len(len))
        }

        #[cfg_attr(not(feature = "small"), inline(always))]
        fn put_ber<S: Sink<'a>>(&self, sink: &mut S) {
            match self.0.as_raw() {
                Some(bytes) => {
                    put_length(bytes.len(), sink);
                    sink.put_borrowed(bytes);
                }
                None => {
                    put_length(self.len(), sink);
                    self.0.pieces().for_each(|piece| sink.put(piece.as_bytes()));
                }
            }
        }
    };
}

impl<'a> Value<'a> for Text<'a> {
    octets_in_ber! {}

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read_ber<T: Trace>(
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<Self, DecodeError> {
        reader.text(header, at).map(Self::from_bytes)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read_json<T: Trace>(reader: &mut json::Reader<'a, T>, at: At) -> Result<Self, DecodeError> {
        reader.text(at).map(Self)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn json_len(&self, style: Style, fault: &mut Fault, at: At) -> usize {
        json::text_len(&self.0, style, fault, at)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_json<S: Sink<'a>>(&self, style: Style, sink: &mut S) {
        json::put_text(&self.0, style, sink);
    }
}

impl<'a> Value<'a> for Binary<'a> {
    octets_in_ber! {}

    fn read_ber<T: Trace>(
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<Self, DecodeError> {
        let bytes = reader.primitive(header, at)?;
        let span = header.start..reader.offset();
        reader.trace.value(at, span, inspect::Value::Bytes(bytes));
        Ok(Self::from_bytes(bytes))
    }

    fn read_json<T: Trace>(reader: &mut json::Reader<'a, T>, at: At) -> Result<Self, DecodeError> {
        let start = reader.offset();
        let octets = reader.binary(at)?;
        reader.told_binary(start, at);
        Ok(Self(octets))
    }

    fn json_len(&self, style: Style, _: &mut Fault, _: At) -> usize {
        json::binary_len(&self.0, style)
    }

    fn put_json<S: Sink<'a>>(&self, style: Style, sink: &mut S) {
        json::put_binary(&self.0, style, sink);
    }
}

/// Octets that are told to nobody.
impl<'a> Value<'a> for Secret<Binary<'a>> {
    const CONSTRUCTED: bool = false;

    fn read_ber<T: Trace>(
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<Self, DecodeError> {
        let bytes = reader.primitive(header, at)?;
        let span = header.start..reader.offset();
        reader.trace.value(at, span, inspect::Value::Secret(bytes.len()));
        Ok(Self(Binary::new(bytes)))
    }

    fn ber_len(&self, fault: &mut Fault, at: At) -> usize {
        Value::ber_len(&self.0, fault, at)
    }

    fn put_ber<S: Sink<'a>>(&self, sink: &mut S) {
        Value::put_ber(&self.0, sink);
    }

    fn read_json<T: Trace>(reader: &mut json::Reader<'a, T>, at: At) -> Result<Self, DecodeError> {
        let start = reader.offset();
        let octets = reader.binary(at)?;
        let span = start..reader.offset();
        reader.trace.value(at, span, inspect::Value::Secret(octets.len()));
        Ok(Self(Binary(octets)))
    }

    fn json_len(&self, style: Style, fault: &mut Fault, at: At) -> usize {
        match style {
            Style::Shown => {
                let len = u64::try_from(self.0.len()).unwrap_or(u64::MAX);
                json::unsigned_len(len).saturating_add(REDACTED.len()).saturating_add(1)
            }
            _ => Value::json_len(&self.0, style, fault, at),
        }
    }

    fn put_json<S: Sink<'a>>(&self, style: Style, sink: &mut S) {
        match style {
            Style::Shown => {
                sink.put_array(*REDACTED);
                json::put_unsigned(u64::try_from(self.0.len()).unwrap_or(u64::MAX), sink);
                sink.put_array([b'}']);
            }
            _ => Value::put_json(&self.0, style, sink),
        }
    }
}

const REDACTED: &[u8; 12] = b"{\"redacted\":";
