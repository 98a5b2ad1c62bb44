use crate::compression::Deflater;
use crate::{Event, EventBuilder, NewProperty, NewPush, PropertyValue, Strictness};
use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError};
use core::ops::Range;
use std::vec::Vec;

/// The fields that were visited, with their bytes.
#[derive(Default)]
struct Seen(Vec<(&'static str, Range<usize>)>);

impl Visitor for Seen {
    fn value(&mut self, at: At, span: Range<usize>, _: Value<'_>) {
        self.0.push((at.field, span));
    }

    fn enter(&mut self, _: At, _: usize, _: &'static str, _: Option<usize>) {}

    fn leave(&mut self, _: usize) {}
}

fn inspect(bytes: &[u8], strictness: Strictness) -> Result<Vec<(&'static str, Range<usize>)>, DecodeError> {
    let mut seen = Seen::default();
    Event::decode(bytes)?.inspect(strictness, &mut seen)?;
    Ok(seen.0)
}

fn names(bytes: &[u8]) -> Vec<&'static str> {
    inspect(bytes, Strictness::Lenient).unwrap().into_iter().map(|(name, _)| name).collect()
}

/// A PUSH event with two properties of the new style, whose schema id is then made 0.
fn offsets_without_schema(payload: &[u8]) -> Vec<u8> {
    let mut event = EventBuilder::push_event(Vec::new());
    let properties = [
        NewProperty::new("a", PropertyValue::Int32(1)),
        NewProperty::new("b", PropertyValue::String(b"two")),
    ];
    let push = NewPush { properties: &properties, payload, ..NewPush::default() };
    event.push_compressed(&push, &mut Deflater::default()).unwrap();
    let mut bytes = event.into_buffer();
    bytes[8 + 28..8 + 30].fill(0);
    bytes
}

#[test]
fn properties_are_walked_in_every_form_that_they_are_read_in() {
    for (payload, name) in [(&[7; 9][..], "payload"), (&[7; 3000][..], "payload (zlib)")] {
        let bytes = offsets_without_schema(payload);
        let names = names(&bytes);
        assert!(names.ends_with(&["headers", "name", "value", "name", "value", "padding", name, "padding"]));
    }
    let strict = inspect(&offsets_without_schema(b"p"), Strictness::Official).unwrap_err();
    assert_eq!((strict.reason().name(), strict.field()), ("bad_length", "propertyValueLength"));
}
