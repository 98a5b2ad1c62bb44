use super::{Shown, Style};
use crate::wire::U16;
use crate::{Blob, List, Map, Owned, Secret, Str, Text, messages, open_enum, open_flags, protocol, record};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
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

open_flags! {
    /// What it can do.
    wire Skills: u32 {
        /// Swim.
        SWIMS = 1,
    }
}

record! {
    /// One of each.
    Item<'a> {
        id: Uuid,
        headers: Map<'a, Str<'a>, Str<'a>, U16>,
        payload: Blob<'a>,
        delay: Option<u64>,
        note: Option<Text<'a>>,
        balance: i64,
        ratio: f64,
        tag: [u8; 2],
        outcome: Outcome,
        skills: Skills,
        done: bool,
    }
}

messages! { $ all;
    /// A batch.
    0x10 => Batch<'a> (ClientToServer) { key: Secret<Str<'a>>, items: List<'a, Item<'a>>, codes: List<'a, Outcome, U16> }
    /// Nothing in it.
    0x11 => Ping (Either) {}
}

protocol! { Message = all }

const JSON: &str = r#"{"key":"s3cret","items":[{"id":"00000000-0000-0000-0000-0000000000ff","headers":[["k","v"],["k","é\n"]],"payload":"00ff10","delay":18446744073709551615,"note":null,"balance":-9223372036854775808,"ratio":1.5,"tag":"abcd","outcome":9,"skills":3,"done":true}],"codes":[0,9,66]}"#;

fn clear(code: u8, bytes: &[u8]) -> String {
    let (message, _) = Message::decode(code, bytes, 0).unwrap();
    serde_json::to_string(&Shown(message, Style::new().secrets())).unwrap()
}

fn transcode(code: u8, json: &str) -> Result<Vec<u8>, String> {
    let mut out = vec![7];
    let mut deserializer = serde_json::Deserializer::from_str(json);
    Message::transcode(code, &mut deserializer, &mut out).map_err(|error| error.to_string())?;
    Ok(out.split_off(1))
}

#[test]
fn json_and_bytes_are_two_forms_of_the_same() {
    let bytes = transcode(0x10, JSON).unwrap();
    assert_eq!(clear(0x10, &bytes), JSON);
    assert!(transcode(0x11, "{}").unwrap().is_empty());
    assert_eq!(transcode(0x99, "\"00Ff\"").unwrap(), [0, 255]);
    assert_eq!(clear(0x99, &[0, 255]), "\"00ff\"");
}

#[test]
fn secrets_are_redacted_and_names_shown_where_asked_for() {
    let bytes = transcode(0x10, JSON).unwrap();
    let owned = Owned::<Batch<'static>>::new(bytes.into()).unwrap();
    let json = serde_json::to_string(&owned).unwrap();
    assert!(json.starts_with(r#"{"key":{"redacted":6},"#), "{json}");
    let json = serde_json::to_string(&Shown(owned.view().unwrap(), Style::new().names())).unwrap();
    assert!(json.ends_with(r#""codes":["Fine","Broken",66]}"#), "{json}");
    assert!(transcode(0x10, r#"{"key":{"redacted":6},"items":[],"codes":[]}"#).is_err());
}

#[test]
fn members_come_in_any_order_and_optional_ones_may_be_missing() {
    let scrambled = r#"{"codes":["Broken",0],"items":[{"done":false,"skills":0,"outcome":"Fine","tag":"0000",
        "ratio":2,"balance":0,"payload":"","headers":[],"id":"00000000000000000000000000000001"}],"key":""}"#;
    let owned: Owned<Batch<'static>> = serde_json::from_str(scrambled).unwrap();
    let batch = owned.view().unwrap();
    assert_eq!(batch.codes.iter().collect::<Vec<_>>(), [Outcome::Broken, Outcome::Fine]);
    let item = batch.items.iter().next().unwrap();
    assert_eq!((item.delay, item.note, item.ratio, item.id), (None, None, 2.0, Uuid::from_u128(1)));
    assert_eq!(serde_json::from_str::<Owned<Batch<'static>>>(scrambled).unwrap(), owned);
}

#[test]
fn what_json_cannot_say_of_floats_is_hex() {
    for bits in [0x7FF0_0000_0000_0001u64, 0xFFF0_0000_0000_0000] {
        let json = JSON.replace("1.5", &format!("\"{bits:016x}\""));
        assert_eq!(clear(0x10, &transcode(0x10, &json).unwrap()), json);
    }
}

#[test]
fn faults_are_named() {
    for (json, fault) in [
        (r#"{"key":"","items":[]}"#, "missing field `codes`"),
        (r#"{"key":"","items":[],"codes":[],"more":1}"#, "unknown field `more`"),
        (r#"{"key":"","items":[],"codes":[],"key":""}"#, "duplicate field `key`"),
        (r#"{"key":"","items":[],"codes":[256]}"#, "invalid value: integer `256`"),
        (r#"{"key":"","items":[],"codes":["Lost"]}"#, "no Outcome is called that"),
        (r#"{"key":null,"items":[],"codes":[]}"#, "expected text"),
        (r#"[]"#, "expected an object of Batch"),
        (&JSON.replace("00ff10", "0"), "not hex"),
        (&JSON.replace("abcd", "ab"), "1 bytes, must be 2"),
        (&JSON.replace("-0000-", "-"), "not a UUID"),
        (&JSON.replace(r#"["k","v"]"#, r#"["k"]"#), "invalid length 1, expected two"),
        (&JSON.replace("s3cret", &"x".repeat(65_536)), "65536 bytes, at most 65535 can be written"),
    ] {
        let error = transcode(0x10, json).unwrap_err();
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn more_items_than_the_count_can_say_are_an_error() {
    let codes = vec!["0"; 65_536].join(",");
    let error = transcode(0x10, &format!(r#"{{"key":"","items":[],"codes":[{codes}]}}"#)).unwrap_err();
    assert!(error.contains("65536 items, at most 65535 can be written"), "{error}");
}
