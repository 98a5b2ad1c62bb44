//! The schema of control, negotiation, authentication, cluster and election messages, in BER and JSON.
//!
//! Each type is declared once, in a table (reference 7.4-7.6); from it come the Rust type, both encodings and the
//! documentation. Values borrow what they were read from, in either encoding, and are `Copy`: nothing here
//! allocates. [`Schema`] has the entries:
//!
//! ```
//! use bmq_codec::schema::{ControlChoice, ControlMessage, Disconnect, Schema};
//! let message = ControlMessage { r_id: Some(4), choice: ControlChoice::Disconnect(Disconnect {}) };
//! let mut space = [0; 64];
//! let ber = message.encode_ber(&mut space)?;
//! assert_eq!(ber, [0x30, 0x80, 0x80, 1, 4, 0xA1, 0x80, 0xA1, 0x80, 0, 0, 0, 0, 0, 0]);
//! assert_eq!(ControlMessage::from_ber(ber).unwrap(), message);
//!
//! let json = message.encode_json(&mut space)?;
//! assert_eq!(json, br#"{"rId":4,"disconnect":{}}"#);
//! assert_eq!(ControlMessage::from_json(json).unwrap(), message);
//! # Ok::<(), bmq_codec::EncodeError>(())
//! ```
//!
//! Within events: [`SchemaEvent`](crate::SchemaEvent) reads them, [`build`](crate::build) writes them.
//!
//! # What is read
//!
//! What the official decoders read, and no more than can be kept in bounds. In BER: definite and long-form
//! lengths, members in any order, unknown ones (skipped), missing ones (defaults), repeated ones (the last one
//! counts; arrays append), numbers that are not minimal. Refused: numbers that are too wide or have no octet,
//! choices of which nothing known is chosen ([`unset_choice`](codec_common::Reason::UnsetChoice)), lengths beyond
//! the message or 2^31 - 1, nesting beyond the limit.
//!
//! In JSON: any white space (form feeds too), members in any order, unknown ones (skipped, but they must be JSON),
//! missing ones (defaults), repeated ones (the last one counts, of arrays too), null for an optional member or an array,
//! several commas for one, every escape, numbers in quotes or with a fraction of zeros, enumerations by name or number.
//! Refused: what is not JSON, values of another kind, numbers that do not fit, names that an enumeration lacks, half a
//! surrogate pair, choices of which nothing known is chosen, nesting beyond the limit. Of a tagged choice the first
//! member decides.
//!
//! What stands behind a message is not looked at in either encoding.
//!
//! Unknown numbers of enumerations are kept; [`Schema::validate`] reports them, with flags and counts that do not
//! agree and identities that are not printable.

mod array;
mod base64;
mod ber;
mod enumeration;
#[cfg(feature = "arbitrary")]
pub mod generate;
mod json;
mod octets;
mod scalar;
pub mod shape;
mod table;
mod text;
pub(crate) mod trace;
mod types;
mod validate;
mod value;

pub use array::{Array, Iter};
pub use json::Style;
pub use text::{Binary, Text};
pub use types::*;
pub use validate::Finding;

use crate::EncodingType;
use codec_common::writer::split_output;
use codec_common::{At, DecodeError, EncodeError, Fault, Limits, Reason, Rule, Sink, Writer};
use value::Value;

/// The error of a choice of which nothing known is chosen.
#[cold]
pub(crate) const fn unset(offset: usize, at: At) -> DecodeError {
    DecodeError::new(Reason::UnsetChoice, offset, at)
}

static OUTERMOST: Rule = Rule("a message is a sequence (30)");
static ENCODING: Rule = Rule("the encoding is 0 (BER) or 1 (JSON)");

/// A message or part of one: decoding and encoding in BER and JSON.
///
/// Bytes behind the value are ignored, as the official decoders do.
pub trait Schema<'a>: Value<'a> {
    /// The name that errors about the whole of it show.
    const AT: At;

    /// Decodes BER with the default limits.
    ///
    /// # Errors
    /// What the bytes break: `truncated`, `bad_length`, `bad_value`, `unset_choice`, `too_deep`.
    #[inline]
    fn from_ber(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        decode_ber(bytes, 0, &Limits::default(), trace::nobody())
    }

    /// Decodes JSON with the default limits.
    ///
    /// # Errors
    /// What the text breaks: `invalid_json`, `wrong_type`, `bad_value`, `lone_surrogate`, `unset_choice`,
    /// `too_deep`.
    #[inline]
    fn from_json(text: &'a [u8]) -> Result<Self, DecodeError> {
        Self::from_json_styled(text, Style::Wire)
    }

    /// Decodes JSON in an inspector's style.
    ///
    /// # Errors
    /// Those of [`from_json`](Self::from_json).
    fn from_json_styled(text: &'a [u8], style: Style) -> Result<Self, DecodeError> {
        decode_json(text, 0, style, &Limits::default(), trace::nobody())
    }

    /// The exact length in that encoding.
    ///
    /// # Errors
    /// The first value that cannot be written.
    fn encoded_len(&self, encoding: EncodingType) -> Result<usize, EncodeError> {
        let mut fault = Fault::new();
        let len = match encoding {
            EncodingType::BER => self.ber_len(&mut fault, Self::AT).saturating_add(1),
            EncodingType::JSON => self.json_len(Style::Wire, &mut fault, Self::AT),
            other => return Err(EncodeError::bad_value(other.0.into(), &ENCODING, Self::AT)),
        };
        fault.result()?;
        Ok(len)
    }

    /// Writes it in that encoding: as many bytes as [`encoded_len`](Self::encoded_len) gave, and none where that
    /// refuses the encoding.
    fn put<S: Sink<'a>>(&self, encoding: EncodingType, sink: &mut S) {
        match encoding {
            EncodingType::BER => {
                sink.put_array([ber::SEQUENCE]);
                self.put_ber(sink);
            }
            EncodingType::JSON => self.put_json(Style::Wire, sink),
            _ => {}
        }
    }

    /// Writes BER to the start of `out` and gives the part that was written.
    ///
    /// # Errors
    /// `buffer_too_small`, `too_long`; `out` is then as it was.
    fn encode_ber<'o>(&self, out: &'o mut [u8]) -> Result<&'o mut [u8], EncodeError> {
        self.encode(EncodingType::BER, out)
    }

    /// Writes JSON to the start of `out` and gives the part that was written.
    ///
    /// # Errors
    /// `buffer_too_small`, `utf8`; `out` is then as it was.
    fn encode_json<'o>(&self, out: &'o mut [u8]) -> Result<&'o mut [u8], EncodeError> {
        self.encode(EncodingType::JSON, out)
    }

    /// Writes it in that encoding to the start of `out` and gives the part that was written.
    ///
    /// # Errors
    /// `buffer_too_small`, `too_long`, `utf8`; `bad_value` for an unknown encoding. `out` is then as it was.
    fn encode<'o>(&self, encoding: EncodingType, out: &'o mut [u8]) -> Result<&'o mut [u8], EncodeError> {
        let len = self.encoded_len(encoding)?;
        let (slot, _) = split_output(out, len, Self::AT)?;
        let mut writer = Writer::new(slot);
        self.put(encoding, &mut writer);
        debug_assert!(!writer.overflowed() && writer.written() == len, "the length was measured");
        Ok(slot)
    }

    /// As BER.
    ///
    /// # Errors
    /// `too_long`.
    #[cfg(feature = "alloc")]
    fn to_ber(&self) -> Result<alloc::vec::Vec<u8>, EncodeError> {
        to_vec(self, EncodingType::BER)
    }

    /// As JSON.
    ///
    /// # Errors
    /// `utf8` for text that is not.
    #[cfg(feature = "alloc")]
    fn to_json(&self) -> Result<alloc::vec::Vec<u8>, EncodeError> {
        to_vec(self, EncodingType::JSON)
    }

    /// As JSON in an inspector's style.
    #[cfg(feature = "alloc")]
    fn to_json_styled(&self, style: Style) -> alloc::vec::Vec<u8> {
        let len = self.json_len(style, &mut Fault::new(), Self::AT);
        let mut out = alloc::vec::Vec::with_capacity(len);
        self.put_json(style, &mut out);
        out
    }

    /// Tells what is not as the schema, or the official broker, would have it: unknown numbers of enumerations,
    /// counts that do not go with their flags, identities that are not printable.
    fn validate(&self, mut found: impl FnMut(Finding)) {
        Value::validate(self, Self::AT, &mut found);
    }
}

#[cfg(feature = "alloc")]
fn to_vec<'a, M: Schema<'a>>(
    message: &M,
    encoding: EncodingType,
) -> Result<alloc::vec::Vec<u8>, EncodeError> {
    let len = message.encoded_len(encoding)?;
    let mut out = alloc::vec::Vec::with_capacity(len);
    message.put(encoding, &mut out);
    debug_assert!(out.len() == len, "the length was measured");
    Ok(out)
}

pub(crate) fn decode_ber<'a, M: Schema<'a>, T: trace::Trace>(
    bytes: &'a [u8],
    offset: usize,
    limits: &Limits,
    trace: T,
) -> Result<M, DecodeError> {
    let mut reader = ber::Reader::new(bytes, offset, limits.max_depth(), trace);
    let header = reader.header(M::AT)?;
    if header.identifier != ber::SEQUENCE {
        return Err(DecodeError::bad_value(header.identifier.into(), &OUTERMOST, offset, M::AT));
    }
    let message = M::read_ber(&mut reader, &header, M::AT);
    if T::HEARD && message.is_ok() {
        reader.trace.end(reader.offset(), reader.offset());
    }
    message
}

pub(crate) fn decode_json<'a, M: Schema<'a>, T: trace::Trace>(
    text: &'a [u8],
    offset: usize,
    style: Style,
    limits: &Limits,
    trace: T,
) -> Result<M, DecodeError> {
    let mut reader = json::Reader::new(text, offset, limits.max_depth(), style, trace);
    let message = M::read_json(&mut reader, M::AT);
    if T::HEARD && message.is_ok() {
        let end = reader.offset();
        reader.space();
        reader.trace.end(end, reader.offset());
    }
    message
}

/// What a CONTROL event holds, by the first octets of its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlKind {
    /// A [`NegotiationMessage`]: the first event of a connection in each direction.
    Negotiation,
    /// A [`ControlMessage`].
    Control,
}

impl ControlKind {
    /// Finds out which of the two a message is. BER does not say (reference 7.1), but the octet behind the
    /// outermost tag differs: a negotiation begins with the tag A0, a control message with 80 (a request id) or
    /// A1. In JSON the name tells.
    #[must_use]
    pub fn detect(encoding: EncodingType, message: &[u8]) -> Self {
        let negotiation = match encoding {
            EncodingType::JSON => json_names_negotiation(message).unwrap_or(false),
            _ => {
                let mut reader = ber::Reader::new(message, 0, 1, trace::Unheard);
                reader.header(NegotiationMessage::AT).is_ok()
                    && reader.header(NegotiationMessage::AT).is_ok_and(|member| member.identifier == 0xA0)
            }
        };
        if negotiation { Self::Negotiation } else { Self::Control }
    }
}

fn json_names_negotiation(text: &[u8]) -> Result<bool, DecodeError> {
    let at = NegotiationMessage::AT;
    let mut reader = json::Reader::new(text, 0, usize::MAX, Style::Wire, trace::Unheard);
    reader.object(at, "")?;
    let mut first = true;
    while reader.member(first, at)? {
        first = false;
        if NegotiationMessage::SELECTIONS.iter().any(|(_, name)| reader.key.is(name)) {
            return Ok(true);
        }
        reader.skip(at)?;
    }
    Ok(false)
}
