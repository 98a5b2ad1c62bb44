use crate::build::cluster_state_event;
use crate::compression::Deflater;
use crate::interbroker::{ClusterStateRecordType, NewClusterStateRecord};
use crate::schema::NodeStatusAdvisory;
use crate::{Body, Event, EventBuilder, NewProperty, NewPush, PropertyValue, Strictness};
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

/// A CONTROL event with that body behind its header.
fn control(encoding: u8, body: &[u8]) -> Vec<u8> {
    let len = u8::try_from(8 + body.len()).unwrap();
    [&[0, 0, 0, len, 0x41, 2, encoding, 0], body].concat()
}

/// What is found in the message of an event, by offset.
fn findings(bytes: &[u8]) -> Vec<(&'static str, usize)> {
    let mut found = Vec::new();
    let mut tell = |finding: DecodeError| found.push((finding.reason().name(), finding.offset()));
    match Event::decode(bytes).unwrap().body().unwrap() {
        Body::Control(schema) | Body::Authentication(schema) => {
            schema.message_with_findings(&mut tell).unwrap();
        }
        Body::ClusterState(record) => {
            record.message_with_findings(&mut tell).unwrap();
        }
        body => panic!("{body:?}"),
    }
    found
}

const DISCONNECT: [u8; 15] = [0x30, 0x80, 0x80, 1, 4, 0xA1, 0x80, 0xA1, 0x80, 0, 0, 0, 0, 0, 0];

#[test]
fn bytes_between_a_message_and_its_padding_are_shown_and_told() {
    let ber = control(0, &[&DISCONNECT[..], &[0xEE, 0xFF, 2, 2]].concat());
    assert!(
        inspect(&ber, Strictness::Lenient).unwrap().ends_with(&[("trailing", 23..25), ("padding", 25..27)])
    );
    assert_eq!(findings(&ber), [("trailing", 23)]);
    let json = control(0x20, b"{\"rId\":4,\"disconnect\":{}} x\x01");
    assert!(
        inspect(&json, Strictness::Lenient).unwrap().ends_with(&[("trailing", 33..35), ("padding", 35..36)])
    );
    assert_eq!(findings(&json), [("trailing", 34)]);
    // White space belongs to JSON.
    let json = control(0x20, b"{\"rId\":4,\"disconnect\":{}}\r\n\x01");
    assert!(names(&json).ends_with(&["trailing", "padding"]));
    assert_eq!(findings(&json), []);
    // Nothing behind the message, and a message whose end looks like padding.
    for body in [&[&DISCONNECT[..], &[1]].concat()[..], &DISCONNECT] {
        assert!(!names(&control(0, body)).contains(&"trailing"));
        assert_eq!(findings(&control(0, body)), []);
    }
}

#[test]
fn bytes_behind_credentials_are_shown_by_their_number() {
    struct Secrets(Vec<usize>);
    impl Visitor for Secrets {
        fn value(&mut self, at: At, _: Range<usize>, value: Value<'_>) {
            match value {
                Value::Secret(len) if at.field == "trailing" => self.0.push(len),
                Value::Bytes(_) => panic!("{at:?}"),
                _ => {}
            }
        }
        fn enter(&mut self, _: At, _: usize, _: &'static str, _: Option<usize>) {}
        fn leave(&mut self, _: usize) {}
    }
    let mut bytes = control(0x20, b"{\"authenticationRequest\":{}}hunter2\x04\x04\x04\x04");
    bytes[4] = 0x4F;
    let mut secrets = Secrets(Vec::new());
    Event::decode(&bytes).unwrap().inspect(Strictness::Lenient, &mut secrets).unwrap();
    assert_eq!(secrets.0, [7]);
}

#[test]
fn what_is_odd_about_a_ledger_record_is_told() {
    let message = NodeStatusAdvisory::default().into();
    let record = NewClusterStateRecord {
        record_type: ClusterStateRecordType::UPDATE,
        elector_term: 1,
        sequence_number: 2,
        timestamp: 3,
        message,
    };
    let mut bytes = Vec::new();
    cluster_state_event(&mut bytes, &record).unwrap();
    let fault = |bytes: &[u8]| {
        let Body::ClusterState(record) = Event::decode(bytes).unwrap().body().unwrap() else { panic!() };
        record.padding_fault().map(|error| (error.offset(), record.padding().len()))
    };
    assert_eq!((findings(&bytes), fault(&bytes)), (Vec::new(), None));
    // A word between message and padding: the padding says less than it covers.
    let padding_at = bytes.len() - 4 - usize::from(bytes[bytes.len() - 5]);
    let mut longer = bytes.clone();
    longer.splice(padding_at..padding_at, [7; 4]);
    (longer[3], longer[8 + 7]) = (longer[3] + 4, longer[8 + 7] + 1);
    assert_eq!((findings(&longer), fault(&longer)), (Vec::from([("trailing", padding_at)]), None));
    assert!(names(&longer).ends_with(&["trailing", "padding", "crc32c"]));
    // No padding in front of the CRC.
    bytes[padding_at] = 9;
    assert_eq!(fault(&bytes), Some((bytes.len() - 4, 0)));
}

#[test]
fn every_field_of_the_header_is_walked() {
    let heartbeat = [0, 0, 0, 8, 0x4B, 2, 0, 0];
    let names = ["length", "protocolVersion", "type", "headerWords", "typeSpecific", "reserved"];
    let spans = [0..4, 4..5, 4..5, 5..6, 6..7, 7..8];
    let expected: Vec<_> = names.into_iter().zip(spans).collect();
    assert_eq!(inspect(&heartbeat, Strictness::Official), Ok(expected));
}
