//! What both encodings ask of a type of the schema.

use super::ber::{self, Header};
use super::json::{self, Style};
use super::trace::Trace;
use super::validate::Finding;
use codec_common::{At, DecodeError, Fault, Sink};
use core::fmt;

/// A type of the schema: what stands behind a tag in BER and behind a colon in JSON.
///
/// The tables implement it; it is not for other crates.
pub trait Value<'a>: Copy + PartialEq + fmt::Debug + Sized {
    /// True for sequences, choices and arrays.
    const CONSTRUCTED: bool;

    /// Reads the value whose identifier and length are `header`.
    fn read_ber<T: Trace>(
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<Self, DecodeError>;

    /// The octets of length and contents.
    fn ber_len(&self, fault: &mut Fault, at: At) -> usize;

    /// Writes length and contents.
    fn put_ber<S: Sink<'a>>(&self, sink: &mut S);

    /// Reads the value.
    fn read_json<T: Trace>(reader: &mut json::Reader<'a, T>, at: At) -> Result<Self, DecodeError>;

    /// The length of the value as JSON.
    fn json_len(&self, style: Style, fault: &mut Fault, at: At) -> usize;

    /// Writes the value as JSON.
    fn put_json<S: Sink<'a>>(&self, style: Style, sink: &mut S);

    /// Tells what is not as it should be.
    fn validate(&self, _: At, _: &mut dyn FnMut(Finding)) {}
}

/// What stands in a member of a sequence: a value, an optional one, an array, or an untagged choice.
pub(crate) trait Member<'a>: Sized {
    /// What is gathered while the sequence is read.
    type Slot;

    /// True for an untagged choice, whose selection stands in the sequence's own object in JSON.
    const FLAT: bool = false;

    /// What stands where the member is missing.
    fn start() -> Self::Slot;

    /// What was gathered.
    fn finish(slot: Self::Slot, offset: usize, at: At) -> Result<Self, DecodeError>;

    /// Reads the member.
    fn read_ber<T: Trace>(
        slot: &mut Self::Slot,
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<(), DecodeError>;

    /// The octets of the member, its tag included.
    fn ber_len(&self, fault: &mut Fault, at: At) -> usize;

    /// Writes the member with the tag of `id`.
    fn put_ber<S: Sink<'a>>(&self, id: u8, sink: &mut S);

    /// Reads the member's value.
    fn read_json<T: Trace>(
        slot: &mut Self::Slot,
        reader: &mut json::Reader<'a, T>,
        at: At,
    ) -> Result<(), DecodeError>;

    /// Reads the selection that the reader's key names; false where it names none.
    fn select_json<T: Trace>(
        _: &mut Self::Slot,
        _: &mut json::Reader<'a, T>,
        _: At,
    ) -> Result<bool, DecodeError> {
        Ok(false)
    }

    /// The length of the member with `prefix`, its comma, name and colon; 0 where it is not written.
    fn json_len(&self, prefix: &'static str, style: Style, fault: &mut Fault, at: At) -> usize;

    /// Writes the member behind `prefix`; the first one without the comma.
    fn put_json<S: Sink<'a>>(&self, prefix: &'static str, first: &mut bool, style: Style, sink: &mut S);

    /// Tells what is not as it should be.
    fn validate(&self, at: At, found: &mut dyn FnMut(Finding));
}

/// The identifier of a member.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) const fn tag(id: u8, constructed: bool) -> u8 {
    id | if constructed { ber::CONSTRUCTED_MEMBER } else { ber::PRIMITIVE_MEMBER }
}

/// Writes comma, name and colon; the first member has no comma.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn put_prefix<'a, S: Sink<'a>>(prefix: &'static str, first: &mut bool, sink: &mut S) {
    let bytes = prefix.as_bytes();
    sink.put(if *first { bytes.get(1..).unwrap_or_default() } else { bytes });
    *first = false;
}

impl<'a, V: Value<'a> + Default> Member<'a> for V {
    type Slot = Self;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn start() -> Self {
        Self::default()
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn finish(slot: Self, _: usize, _: At) -> Result<Self, DecodeError> {
        Ok(slot)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read_ber<T: Trace>(
        slot: &mut Self,
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<(), DecodeError> {
        *slot = V::read_ber(reader, header, at)?;
        Ok(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn ber_len(&self, fault: &mut Fault, at: At) -> usize {
        V::ber_len(self, fault, at).saturating_add(1)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_ber<S: Sink<'a>>(&self, id: u8, sink: &mut S) {
        sink.put_array([tag(id, V::CONSTRUCTED)]);
        V::put_ber(self, sink);
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read_json<T: Trace>(
        slot: &mut Self,
        reader: &mut json::Reader<'a, T>,
        at: At,
    ) -> Result<(), DecodeError> {
        *slot = V::read_json(reader, at)?;
        Ok(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn json_len(&self, prefix: &'static str, style: Style, fault: &mut Fault, at: At) -> usize {
        V::json_len(self, style, fault, at).saturating_add(prefix.len())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_json<S: Sink<'a>>(&self, prefix: &'static str, first: &mut bool, style: Style, sink: &mut S) {
        put_prefix(prefix, first, sink);
        V::put_json(self, style, sink);
    }

    fn validate(&self, at: At, found: &mut dyn FnMut(Finding)) {
        V::validate(self, at, found);
    }
}

/// A member that may be null: not written then.
impl<'a, V: Value<'a>> Member<'a> for Option<V> {
    type Slot = Self;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn start() -> Self {
        None
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn finish(slot: Self, _: usize, _: At) -> Result<Self, DecodeError> {
        Ok(slot)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read_ber<T: Trace>(
        slot: &mut Self,
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<(), DecodeError> {
        *slot = Some(V::read_ber(reader, header, at)?);
        Ok(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn ber_len(&self, fault: &mut Fault, at: At) -> usize {
        self.as_ref().map_or(0, |value| V::ber_len(value, fault, at).saturating_add(1))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_ber<S: Sink<'a>>(&self, id: u8, sink: &mut S) {
        if let Some(value) = self {
            sink.put_array([tag(id, V::CONSTRUCTED)]);
            V::put_ber(value, sink);
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn read_json<T: Trace>(
        slot: &mut Self,
        reader: &mut json::Reader<'a, T>,
        at: At,
    ) -> Result<(), DecodeError> {
        *slot = if reader.null() { None } else { Some(V::read_json(reader, at)?) };
        Ok(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn json_len(&self, prefix: &'static str, style: Style, fault: &mut Fault, at: At) -> usize {
        self.as_ref().map_or(0, |value| V::json_len(value, style, fault, at).saturating_add(prefix.len()))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn put_json<S: Sink<'a>>(&self, prefix: &'static str, first: &mut bool, style: Style, sink: &mut S) {
        if let Some(value) = self {
            put_prefix(prefix, first, sink);
            V::put_json(value, style, sink);
        }
    }

    fn validate(&self, at: At, found: &mut dyn FnMut(Finding)) {
        if let Some(value) = self {
            V::validate(value, at, found);
        }
    }
}
