//! Objects to records: members in any order.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

/// A record's fields as an object has them; the table macros implement it.
pub trait Members {
    /// The record's name.
    const NAME: &'static str;
    /// Its fields, in wire order.
    const FIELDS: &'static [&'static str];
    /// For each field the bytes that it stands for when it is missing.
    const ABSENT: &'static [Option<&'static [u8]>];

    /// Transcodes the value of the field with that index.
    ///
    /// # Errors
    /// What the value breaks.
    fn member<'de, A: MapAccess<'de>>(index: usize, map: &mut A, out: &mut Vec<u8>) -> Result<(), A::Error>;
}

/// Transcodes an object.
///
/// # Errors
/// What a member breaks; an unknown, repeated or missing member.
pub fn record<'de, M: Members, D: Deserializer<'de>>(
    deserializer: D,
    out: &mut Vec<u8>,
) -> Result<(), D::Error> {
    deserializer.deserialize_struct(M::NAME, M::FIELDS, Object::<M>(out, PhantomData))
}

struct Object<'o, M>(&'o mut Vec<u8>, PhantomData<fn() -> M>);

impl<'de, M: Members> Visitor<'de> for Object<'_, M> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object of {}", M::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        gather(&mut map, self.0, M::FIELDS, M::ABSENT, M::member::<A>)
    }
}

/// [`Members::member`] of some record.
type Member<A, E> = fn(usize, &mut A, &mut Vec<u8>) -> Result<(), E>;

/// Reads members in any order and leaves their bytes in wire order. Not generic over the record, as it is large.
fn gather<'de, A: MapAccess<'de>>(
    map: &mut A,
    out: &mut Vec<u8>,
    fields: &'static [&'static str],
    absent: &[Option<&'static [u8]>],
    member: Member<A, A::Error>,
) -> Result<(), A::Error> {
    let start = out.len();
    // Where each member's bytes are: behind one another, in the order in which they came.
    let mut spans: Vec<Option<Range<usize>>> = vec![None; fields.len()];
    let mut in_order = true;
    let mut next = 0usize;
    while let Some(index) = map.next_key_seed(Name(fields))? {
        let from = out.len();
        member(index, map, out)?;
        let field = fields.get(index).copied().unwrap_or_default();
        let span = spans.get_mut(index).ok_or_else(|| A::Error::missing_field(field))?;
        if span.is_some() {
            return Err(A::Error::duplicate_field(field));
        }
        *span = Some(from..out.len());
        in_order &= index == next;
        next = next.saturating_add(1);
    }
    if in_order && next == spans.len() {
        return Ok(());
    }
    let came = out.get(start..).unwrap_or_default().to_vec();
    out.truncate(start);
    for ((span, absent), field) in spans.into_iter().zip(absent).zip(fields) {
        let bytes = match span {
            Some(span) => came.get(span.start.saturating_sub(start)..span.end.saturating_sub(start)),
            None => *absent,
        };
        out.extend_from_slice(bytes.ok_or_else(|| A::Error::missing_field(field))?);
    }
    Ok(())
}

/// The index of a member's name.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let index = self.0.iter().position(|field| *field == name);
        index.ok_or_else(|| E::unknown_field(name, self.0))
    }
}
