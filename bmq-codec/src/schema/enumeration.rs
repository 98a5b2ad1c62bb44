//! Open enumerations: numbers in BER, names in JSON.

use super::ber::{self, Header};
use super::json;
use super::octets::Octets;
use super::trace::Trace;
use super::validate::Finding;
use codec_common::inspect;
use codec_common::{At, DecodeError, Rule};

static UNKNOWN: Rule = Rule("no value that the schema names");

pub(crate) const fn unknown(value: i32, at: At) -> Finding {
    Finding::new(i128_of(value), &UNKNOWN, at)
}

#[expect(clippy::as_conversions, reason = "a wider type, in a constant")]
const fn i128_of(value: i32) -> i128 {
    value as i128
}

pub(crate) fn read_ber<'a, T: Trace>(
    reader: &mut ber::Reader<'a, T>,
    header: &Header,
    name: fn(i32) -> Option<&'static str>,
    at: At,
) -> Result<i32, DecodeError> {
    let bits = reader.enumerated(header, 4, true, at)?.to_be_bytes();
    let value = bits.last_chunk::<4>().map_or(0, |low| i32::from_be_bytes(*low));
    let span = header.start..reader.offset();
    tell(&mut reader.trace, span, value, name(value), at);
    Ok(value)
}

fn tell<T: Trace>(
    trace: &mut T,
    span: core::ops::Range<usize>,
    value: i32,
    name: Option<&'static str>,
    at: At,
) {
    let shown = match u64::try_from(value) {
        Ok(value) => inspect::Value::Named(value, name),
        Err(_) => inspect::Value::Signed(value.into()),
    };
    trace.value(at, span, shown);
}

/// A name that the schema has, exactly; or any number.
pub(crate) fn read_json<'a, T: Trace>(
    reader: &mut json::Reader<'a, T>,
    names: &[(i32, &'static str)],
    at: At,
) -> Result<i32, DecodeError> {
    let Some((start, text)) = reader.name(at)? else { return reader.signed(at) };
    let found = names.iter().find(|(_, name)| text == Octets::raw(name.as_bytes()));
    let Some((value, name)) = found else {
        return Err(DecodeError::refused(&UNKNOWN, start, at));
    };
    let span = start..reader.offset();
    tell(&mut reader.trace, span, *value, Some(name), at);
    Ok(*value)
}
