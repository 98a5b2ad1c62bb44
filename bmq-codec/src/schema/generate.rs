//! Random valid messages in BER (feature `arbitrary`), for fuzzing, property tests and fixtures.
//!
//! They are written from the schema's [`shape`](super::shape), as the official writer would write them, and read
//! like any other:
//!
//! ```
//! use bmq_codec::schema::generate::{Unstructured, message};
//! use bmq_codec::schema::{ClusterMessage, Schema, shape::Described};
//! let source = [7; 64];
//! let mut ber = Vec::new();
//! message(ClusterMessage::SHAPE, &["leaderAdvisory"], &mut Unstructured::new(&source), &mut ber)?;
//! assert_eq!(ClusterMessage::from_ber(&ber).unwrap().name(), "leaderAdvisory");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::ber::{END, INDEFINITE, SEQUENCE};
use super::shape::{Member, Shape};
use super::value::{Value, tag};
use super::{Binary, Text};
use alloc::string::String;
use alloc::vec::Vec;

pub use arbitrary::{Result, Unstructured};

/// Most items of an array.
const MAX_ITEMS: u8 = 4;

/// Longest text in characters, and most octets of a binary value.
const MAX_LEN: u8 = 24;

/// Appends a message whose outermost choices select what `path` names, one after the other; what `path` does not
/// say is drawn. An exhausted source gives the shortest values.
///
/// # Errors
/// Those of the source; `IncorrectFormat` when a choice has no selection of that name, or `path` is too long.
pub fn message(shape: &Shape, path: &[&str], source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
    let mut path = path;
    out.push(SEQUENCE);
    value(shape, &mut path, source, out)?;
    if path.is_empty() { Ok(()) } else { Err(arbitrary::Error::IncorrectFormat) }
}

/// The selections that are still to be made.
type Path<'p> = &'p [&'p str];

/// Length and contents.
fn value(shape: &Shape, path: &mut Path<'_>, source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
    match shape {
        Shape::Integer { octets: 8, signed: true } => i64::put_ber(&integer(source)?.cast_signed(), out),
        Shape::Integer { octets: 8, .. } => u64::put_ber(&integer(source)?, out),
        Shape::Integer { signed: true, .. } => i32::put_ber(&low(integer(source)?).cast_signed(), out),
        Shape::Integer { .. } => u32::put_ber(&low(integer(source)?), out),
        Shape::Bool => bool::put_ber(&source.arbitrary()?, out),
        Shape::Text => {
            let text = text(source)?;
            Text::new(&text).put_ber(out);
        }
        Shape::Binary => {
            let mut octets = [0; 24];
            let len = usize::from(source.int_in_range(0..=MAX_LEN)?);
            let octets = octets.get_mut(..len).unwrap_or_default();
            source.fill_buffer(octets)?;
            Binary::new(octets).put_ber(out);
        }
        // At times a number that the schema does not name.
        Shape::Enumeration { .. } if source.ratio(1, 16)? => {
            i32::put_ber(&low(integer(source)?).cast_signed(), out);
        }
        Shape::Enumeration { values, .. } => i32::put_ber(&source.choose(values)?.1, out),
        Shape::Secret(shape) | Shape::Optional(shape) => value(shape, path, source, out)?,
        Shape::Array(item) => {
            out.push(INDEFINITE);
            for _ in 0..source.int_in_range(0..=MAX_ITEMS)? {
                out.push(SEQUENCE);
                value(item, &mut &[][..], source, out)?;
            }
            out.extend_from_slice(&END);
        }
        Shape::Sequence { members, .. } => {
            out.push(INDEFINITE);
            members.iter().try_for_each(|one| member(one, path, source, out))?;
            out.extend_from_slice(&END);
        }
        Shape::Choice { untagged: true, selections, .. } => {
            out.push(INDEFINITE);
            one_of(selections, path, source, out)?;
            out.extend_from_slice(&END);
        }
        Shape::Choice { selections, .. } => {
            out.extend_from_slice(&[INDEFINITE, tag(0, true), INDEFINITE]);
            one_of(selections, path, source, out)?;
            out.extend_from_slice(&END);
            out.extend_from_slice(&END);
        }
    }
    Ok(())
}

/// Tag, length and contents; nothing of a member that is absent.
fn member(one: &Member, path: &mut Path<'_>, source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
    if matches!(one.shape, Shape::Optional(_)) && !source.arbitrary::<bool>()? {
        return Ok(());
    }
    // Only an untagged choice is part of the outermost sequence's choice.
    let mut none = &[][..];
    let path = if matches!(one.shape, Shape::Choice { untagged: true, .. }) { path } else { &mut none };
    out.push(tag(one.id, is_constructed(one.shape)));
    value(one.shape, path, source, out)
}

/// A selection: the one that `path` names next, or any.
fn one_of(
    selections: &[Member],
    path: &mut Path<'_>,
    source: &mut Unstructured<'_>,
    out: &mut Vec<u8>,
) -> Result<()> {
    let one = match path.split_first() {
        Some((name, rest)) => {
            *path = rest;
            selections.iter().find(|one| one.name == *name).ok_or(arbitrary::Error::IncorrectFormat)?
        }
        None => source.choose(selections)?,
    };
    out.push(tag(one.id, is_constructed(one.shape)));
    value(one.shape, path, source, out)
}

const fn is_constructed(shape: &Shape) -> bool {
    match shape {
        Shape::Array(_) | Shape::Sequence { .. } | Shape::Choice { .. } => true,
        Shape::Optional(shape) => matches!(shape, Shape::Sequence { .. } | Shape::Choice { .. }),
        _ => false,
    }
}

/// A small number as often as any.
fn integer(source: &mut Unstructured<'_>) -> Result<u64> {
    let any: u64 = source.arbitrary()?;
    let shift: u32 = source.int_in_range(0..=u64::BITS.saturating_sub(1))?;
    Ok(any.checked_shr(shift).unwrap_or(any))
}

/// The low half.
fn low(number: u64) -> u32 {
    let [.., a, b, c, d] = number.to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

/// Printable text mostly; any characters at times.
fn text(source: &mut Unstructured<'_>) -> Result<String> {
    let len = source.int_in_range(0..=MAX_LEN)?;
    let printable = source.ratio(7, 8)?;
    (0..len)
        .map(
            |_| if printable { source.int_in_range(b' '..=b'~').map(char::from) } else { source.arbitrary() },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EncodingType;
    use crate::schema::shape::Described;
    use crate::schema::{
        AuthenticationMessage, ClusterMessage, ControlMessage, ElectorMessage, NegotiationMessage, Schema,
    };
    use alloc::vec;
    use proptest::prelude::*;

    /// Decodes what was generated: canonical, so encoding gives it back.
    fn check<'a, M: Schema<'a>>(ber: &'a [u8]) {
        let message = M::from_ber(ber).unwrap();
        let mut out = vec![0; message.encoded_len(EncodingType::BER).unwrap()];
        assert_eq!(message.encode_ber(&mut out).unwrap(), ber);
    }

    proptest! {
        #[test]
        fn what_is_generated_is_canonical(seed in proptest::collection::vec(any::<u8>(), 0..600)) {
            let draw = |shape: &Shape| {
                let mut out = Vec::new();
                message(shape, &[], &mut Unstructured::new(&seed), &mut out).unwrap();
                out
            };
            check::<NegotiationMessage<'_>>(&draw(NegotiationMessage::SHAPE));
            check::<AuthenticationMessage<'_>>(&draw(AuthenticationMessage::SHAPE));
            check::<ElectorMessage>(&draw(ElectorMessage::SHAPE));
            check::<ControlMessage<'_>>(&draw(ControlMessage::SHAPE));
            check::<ClusterMessage<'_>>(&draw(ClusterMessage::SHAPE));
        }
    }

    #[test]
    fn a_path_selects() {
        let draw = |path: &[&str]| {
            let mut out = Vec::new();
            message(ControlMessage::SHAPE, path, &mut Unstructured::new(&[3; 400]), &mut out).map(|()| out)
        };
        let path = ["clusterMessage", "clusterStateFSMMessage", "followerLSNResponse"];
        let ber = draw(&path).unwrap();
        let json = ControlMessage::from_ber(&ber).unwrap().to_json().unwrap();
        let json = String::from_utf8(json).unwrap();
        assert!(
            json.contains(r#""clusterMessage":{"clusterStateFSMMessage":{"followerLSNResponse":{"#),
            "{json}"
        );
        assert!(draw(&["noSuchSelection"]).is_err());
        assert!(draw(&["disconnect", "more"]).is_err());
    }
}
