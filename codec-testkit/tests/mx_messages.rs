//! Messages of MessageX: properties, other readers' views, hostile texts.

use std::{
    thread,
    time::{Duration, Instant},
};

use codec_testkit::generate::mx as generate;
use codec_testkit::mx::{KNOWN, captures, frame, payload};
use codec_testkit::oracle;
use mx_codec::{
    Answer, Encode, Envelope, FrameDecoder, LIMITS, MAX_TEXT, Message, Outcome, Pending, Response,
    json::{Raw, RawBuf},
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The laws of decoding and encoding on one text.
fn whole(text: &[u8]) {
    oracle::mx_decode(&frame(text));
    oracle::mx_roundtrip(&frame(text));
}

proptest! {
    #[test]
    fn any_message_round_trips(draft in generate::any_draft()) {
        oracle::mx::built(&draft);
    }

    #[test]
    fn any_value_is_a_payload(value in generate::any_value()) {
        let payload = RawBuf::serialize(&value).unwrap();
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(payload.as_raw().as_str(), &text);
        prop_assert_eq!(payload.as_raw().deserialize::<Value>().unwrap(), serde_json::from_str::<Value>(&text).unwrap());
        let bytes = json!({ "payload": &value, "event": "E", "version": 1, "type": "EVENT" }).to_string();
        let envelope = Envelope::from_text(bytes.as_bytes(), &LIMITS).unwrap();
        let Message::Event(event) = envelope.message() else { panic!("it is an event") };
        prop_assert_eq!(event.payload.unwrap().as_str(), &text);
        whole(bytes.as_bytes());
    }

    #[test]
    fn any_bytes(bytes: Vec<u8>, tokens in "[\\[\\]{},:\"\\\\ utrefalsn0-9.eE+-]{0,60}") {
        whole(&bytes);
        whole(tokens.as_bytes());
    }

    #[test]
    fn any_change_of_one_byte(sample in 0..KNOWN.len(), at in 0..101usize, byte: u8) {
        let mut bytes = KNOWN[sample].0.as_bytes().to_vec();
        bytes[at] = byte;
        whole(&bytes);
    }
}

#[test]
fn every_truncation_of_every_capture_is_an_error() {
    for case in captures::good().iter().filter(|case| case.frame.len() < 2000) {
        let text = case.frame[4..].trim_ascii();
        for len in 0..text.len() {
            let error = Envelope::from_text(&text[..len], &LIMITS).unwrap_err();
            let name = error.reason().name();
            assert!(["invalid_json", "invalid_utf8"].contains(&name), "{} {len}: {error}", case.name);
            assert!(error.offset() <= len);
        }
    }
}

#[test]
fn every_byte_of_the_known_frames_changed() {
    for (text, _) in KNOWN {
        for at in 0..text.len() {
            for byte in [0, b' ', b'"', b'\\', b'0', b'{', b'}', b'[', b',', b'a', 0x80, 0xff] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                whole(&bytes);
            }
        }
    }
}

/// Texts that want to make a reader slow or deep, of `len` bytes or a little more.
fn hostile(len: usize) -> Vec<(&'static str, String)> {
    let wrap = |payload: String| format!(r#"{{"version":1,"type":"EVENT","event":"E","payload":{payload}}}"#);
    let fill = |unit: &str| unit.repeat(len / unit.len());
    vec![
        ("open brackets", fill("[")),
        ("open objects", fill("{\"a\":")),
        ("open brackets in a payload", wrap(fill("["))),
        ("brackets side by side", wrap(format!("[{}1]", fill("[[[[]]]],")))),
        ("escapes", wrap(format!("\"{}\"", fill("\\u00e5")))),
        ("short escapes", wrap(format!("\"{}\"", fill("\\\\")))),
        ("an escaped name", format!("{{\"{}\":1}}", fill("\\n"))),
        (
            "escapes in a request id",
            format!(
                r#"{{"version":1,"type":"COMMAND","command":"C","payload":{{}},"requestId":"{}"}}"#,
                fill("\\u00e5")
            ),
        ),
        (
            "half pairs in a request id",
            format!(
                r#"{{"version":1,"type":"COMMAND","command":"C","payload":{{}},"requestId":"{}x"}}"#,
                fill("\\ud83c\\udf0d")
            ),
        ),
        ("a number", wrap(fill("1"))),
        ("a version", format!(r#"{{"version":1.{}}}"#, fill("0"))),
        ("an exponent", wrap(format!("1e{}", fill("9")))),
        ("white space", format!("{}{{}}", fill(" \n"))),
        ("members of no account", format!("{{{}\"a\":1}}", fill("\"a\":1,"))),
        ("members that come again", format!("{{{}\"a\":1}}", fill("\"version\":1,"))),
        ("an unclosed text", format!("{{\"{}", fill("a"))),
        ("other alphabets", wrap(format!("\"{}\"", fill("åäö€🌍")))),
        ("quotes", wrap(format!("[{}1]", fill("\"\",")))),
    ]
}

#[test]
fn hostile_texts_take_linear_time_and_no_stack() {
    // The thread's stack would not hold one frame of recursion for each bracket.
    let time = |text: &str| {
        let start = Instant::now();
        let _ = std::hint::black_box(Envelope::from_text(text.as_bytes(), &LIMITS));
        start.elapsed()
    };
    let check = move || {
        for ((name, short), (_, long)) in hostile(MAX_TEXT / 16).iter().zip(&hostile(MAX_TEXT - 200)) {
            // 16 times the bytes; quadratic work would be 256 times, however often it is tried. The best times
            // count: a machine may be busy with other things.
            let (mut best_short, mut best_long) = (Duration::MAX, Duration::MAX);
            let linear = (0..50).any(|_| {
                best_short = best_short.min(time(short));
                best_long = best_long.min(time(long));
                best_long < best_short * 64 + Duration::from_micros(200)
            });
            assert!(linear, "{name}: {best_short:?} and {best_long:?}");
        }
    };
    thread::Builder::new().stack_size(64 * 1024).spawn(check).unwrap().join().unwrap();
}

#[test]
fn hostile_texts_are_read_as_serde_json_reads_them() {
    for (_, text) in hostile(20_000) {
        whole(text.as_bytes());
    }
}

#[test]
fn what_node_reads_differently_passes_through() {
    for value in
        ["9007199254740993", "18446744073709551616", "1e400", "-0", "\"\\ud800\"", "{\"__proto__\":1}"]
    {
        let text = format!(r#"{{"version":1,"type":"EVENT","event":"E","payload":{value}}}"#);
        let envelope = Envelope::from_text(text.as_bytes(), &LIMITS).unwrap();
        assert_eq!(payload(envelope.message()), Some(value));
        assert!(envelope.is_canonical());
    }
}

#[test]
fn payloads_as_rust_types() {
    let envelope = Envelope::from_text(KNOWN[0].0.as_bytes(), &LIMITS).unwrap();
    let Message::Command(command) = envelope.message() else { panic!("it is a command") };
    let map: std::collections::BTreeMap<&str, Value> = command.payload.deserialize().unwrap();
    assert_eq!(map["name"], "orders");
    assert!(command.payload.deserialize::<Vec<u8>>().is_err());
    let keys_that_are_no_texts = std::collections::BTreeMap::from([([1u8], 1)]);
    assert!(RawBuf::serialize(&keys_that_are_no_texts).is_err());
    let deep = (0..127).fold(json!(1), |inner, _| json!([inner]));
    assert!(RawBuf::serialize(&deep).unwrap_err().to_string().contains("nested deeper than 127"));
}

#[test]
fn answers_find_their_commands_in_a_stream() {
    let response = |id: &str| {
        let mut bytes = Vec::new();
        let outcome = Outcome::Success { payload: Some(Raw::NULL) };
        Response { request_id: id.into(), outcome }.encode_to_vec(&mut bytes, &LIMITS).unwrap();
        bytes
    };
    let event = frame(KNOWN[2].0.as_bytes());
    let stream = [response("2"), event, response("1"), response("2"), response("?")].concat();
    let mut pending = Pending::new(2);
    pending.insert("1", 'a').unwrap();
    pending.insert("2", 'b').unwrap();
    let mut decoder = FrameDecoder::new(LIMITS);
    let mut frames = decoder.frames(&stream);
    let mut answers = Vec::new();
    while let Some(frame) = frames.next().unwrap() {
        if let Message::Response(response) = Envelope::decode(frame.bytes(), &LIMITS).unwrap().message() {
            answers.push(pending.answer(response));
        }
    }
    assert_eq!(answers, [Answer::Expected('b'), Answer::Expected('a'), Answer::Repeated, Answer::Unknown]);
}
