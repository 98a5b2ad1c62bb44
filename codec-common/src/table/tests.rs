//! A protocol of its own, so that the bodies of the table macros are linted and tested where they are written.

use crate::inspect::{Value, Visitor};
use crate::wire::U16;
use crate::{At, List, Map, Reason, Secret, Str, Text, Wire, open_enum};
use alloc::{format, string::String, vec, vec::Vec};
use core::ops::Range;
use uuid::Uuid;

const PROTOCOL: &str = "test";

open_enum! {
    /// How it went.
    Outcome: u8 {
        /// Well.
        Fine = 0,
        /// Badly.
        Broken = 9,
    }
}

record! {
    /// An item of a batch.
    hot Item<'a> {
        queue: Str<'a>,
        /// Who it is.
        id: Uuid,
        headers: Map<'a, Str<'a>, Str<'a>, U16>,
        delay: Option<u64>,
    }
}

record! {
    /// No borrowed field.
    Limit { max: u64, window: u32 }
}

messages! { $ control;
    /// Opens.
    0x01 => Hello<'a> (ClientToServer) { version: u16, key: Option<Secret<Str<'a>>> }
    /// Nothing in it.
    0x03 => Ping (Either) {}
}

messages! { $ hot;
    /// A batch.
    0x10 => Batch<'a> (ClientToServer) { items: List<'a, Item<'a>>, limits: List<'a, Limit, U16> }
    /// How it went, one by one.
    0x11 => BatchResult<'a> (ServerToClient) { results: List<'a, Outcome>, note: Text<'a> }
}

protocol! { Message = control hot }

fn batch_bytes() -> Vec<u8> {
    let pairs = [(Str::new("k"), Str::new("v"))];
    let items = [
        Item { queue: "q1".into(), id: Uuid::from_u128(1), headers: pairs[..].into(), delay: Some(5) },
        Item { queue: "".into(), id: Uuid::nil(), headers: List::default(), delay: None },
    ];
    let limits = [Limit { max: 3, window: 1000 }];
    let message = Message::from(Batch { items: items[..].into(), limits: limits[..].into() });
    let mut out = vec![0; message.encoded_len().unwrap()];
    message.encode_to_slice(&mut out).unwrap();
    out
}

#[test]
fn the_table_lists_every_message_in_order() {
    let rows: Vec<_> = Message::ALL.iter().map(|row| (row.code, row.name, row.min_len)).collect();
    assert_eq!(rows, [(1, "Hello", 3), (3, "Ping", 0), (16, "Batch", 6), (17, "BatchResult", 8)]);
    assert_eq!(Message::info(0x11).unwrap().name, "BatchResult");
    assert_eq!(Message::info(0x12), None);
    const { assert!(Limit::FIXED && Limit::MIN_LEN == 12 && !Item::FIXED) };
}

#[test]
fn a_message_decodes_to_what_was_encoded_and_back() {
    let bytes = batch_bytes();
    let (message, trailing) = Message::decode(0x10, &bytes, 10).unwrap();
    assert!(trailing.is_empty());
    let Message::Batch(batch) = message else { panic!("{message:?}") };
    let items: Vec<_> = batch.items.iter().collect();
    assert_eq!(items[0].queue, "q1");
    assert_eq!(items[0].headers.get("k").unwrap(), "v");
    assert_eq!((items[0].delay, items[1].delay), (Some(5), None));
    let mut out = vec![0; bytes.len()];
    assert_eq!(message.encode_to_slice(&mut out).unwrap(), bytes);
}

#[test]
fn every_truncation_is_an_error_with_the_place() {
    let bytes = batch_bytes();
    for cut in 0..bytes.len() {
        let error = Message::decode(0x10, &bytes[..cut], 0).unwrap_err();
        assert!(
            matches!(error.reason(), Reason::Truncated { .. } | Reason::CountTooLarge { .. }),
            "{cut}: {error}"
        );
        assert!(error.offset() <= cut && !error.field().is_empty(), "{cut}: {error}");
    }
}

#[test]
fn unknown_opcodes_values_and_trailing_bytes_are_kept() {
    let (message, _) = Message::decode(0x77, &[1, 2, 3], 0).unwrap();
    let Message::Unknown { code: 0x77, body } = message else { panic!("{message:?}") };
    assert_eq!(body.as_bytes(), [1, 2, 3]);
    let (message, trailing) = Message::decode(0x11, &[0, 0, 0, 1, 42, 0, 0, 0, 0, 9, 9], 0).unwrap();
    let Message::BatchResult(result) = message else { panic!("{message:?}") };
    assert_eq!(result.results.iter().next(), Some(Outcome(42)));
    assert_eq!(trailing, [9, 9]);
}

#[test]
fn secrets_do_not_show() {
    let hello = Hello { version: 1, key: Some(Secret("hunter2".into())) };
    assert_eq!(format!("{hello:?}"), "Hello { version: 1, key: Some(<redacted>) }");
}

#[derive(Default)]
struct Spans(Vec<String>, usize);

impl Visitor for Spans {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        self.0.push(format!("{}{} {span:?} {value:?}", " ".repeat(self.1), at.field));
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str, items: Option<usize>) {
        self.0.push(format!("{}{} {offset} {name} {items:?}", " ".repeat(self.1), at.field));
        self.1 += 1;
    }

    fn leave(&mut self, _: usize) {
        self.1 -= 1;
    }
}

#[test]
fn the_walk_tells_of_every_field_with_its_bytes() {
    let mut spans = Spans::default();
    Message::inspect(0x11, &[0, 0, 0, 2, 0, 42, 0, 0, 0, 1, b'x'], 10, &mut spans).unwrap();
    assert_eq!(
        spans.0,
        [
            " 10 BatchResult None",
            " results 10  Some(2)",
            "  results 14..15 Named(0, Some(\"Fine\"))",
            "  results 15..16 Named(42, None)",
            " note 16..21 Text([120])",
        ]
    );
    let mut spans = Spans::default();
    let error = Message::inspect(0x11, &[0, 0, 0, 1, 0, 0, 0, 0, 9], 0, &mut spans).unwrap_err();
    assert_eq!((error.field(), error.offset(), spans.0.len()), ("note", 9, 3));
}
