//! Each rule of the envelope, by hand. The captures are read in the test kit.

use alloc::{format, string::String, vec, vec::Vec};
use std::string::ToString;

use codec_common::EncodeReason;

use super::*;
use crate::{
    Command, Encode, Event, LIMITS, MAX_TEXT, Response,
    json::{Raw, Text},
};

const COMMAND: &str = r#"{"version":1,"type":"COMMAND","command":"C","requestId":"r-1","payload":{}}"#;
const RESPONSE: &str = r#"{"version":1,"type":"RESPONSE","requestId":"r-1","success":true,"payload":{}}"#;
const FAILED: &str =
    r#"{"version":1,"type":"RESPONSE","requestId":"r-1","success":false,"error":{"code":"C","message":"m"}}"#;
const EVENT: &str = r#"{"version":1,"type":"EVENT","event":"E","payload":{}}"#;

fn decode(text: &str) -> Result<Envelope<'_>, DecodeError> {
    Envelope::from_text(text.as_bytes(), &LIMITS)
}

/// The reason, the message and the field of what is wrong with a text.
fn wrong(text: &str) -> (&'static str, &'static str, &'static str) {
    match decode(text) {
        Ok(_) => ("nothing", "", ""),
        Err(error) => (error.reason().name(), error.message(), error.field()),
    }
}

/// `text` with one part replaced, which must be there.
fn with(text: &str, part: &str, by: &str) -> String {
    assert!(text.contains(part), "{part} is not in {text}");
    text.replacen(part, by, 1)
}

#[test]
fn the_three_messages() {
    let raw = |text| Raw::new(text).unwrap();
    let command = Command::new("C", "r-1", raw("{}").as_object().unwrap());
    for (text, message) in [
        (COMMAND, Message::from(command)),
        (RESPONSE, Response::success("r-1", raw("{}")).into()),
        (FAILED, Response::failure("r-1", "C", "m").into()),
        (EVENT, Event::new("E", raw("{}")).into()),
    ] {
        let envelope = decode(text).unwrap();
        assert_eq!((envelope.message(), envelope.text()), (&message, text));
        assert!(envelope.is_canonical());
        assert_eq!(envelope.unknown_members().count(), 0);
        let mut frame = [0; 128];
        let frame = message.encode_to_slice(&mut frame, &LIMITS).unwrap();
        assert_eq!(frame[4..], *text.as_bytes());
        assert_eq!(Envelope::decode(frame, &LIMITS), Ok(envelope));
        assert_eq!(message.frame_len(&LIMITS), Ok(frame.len()));
    }
}

#[test]
fn the_top_level_is_an_object() {
    for text in ["[]", "\"{}\"", "1", "null", "true", " [1]\n"] {
        assert_eq!(wrong(text), ("not_object", "envelope", ""));
    }
    assert_eq!(wrong(""), ("invalid_json", "envelope", ""));
    assert_eq!(wrong("[1"), ("invalid_json", "envelope", ""));
    assert_eq!(wrong(&format!("{COMMAND}{EVENT}")), ("invalid_json", "envelope", ""));
    assert_eq!(wrong(&format!("\u{feff}{COMMAND}")), ("invalid_json", "envelope", ""));
    assert_eq!(wrong(&format!(" {COMMAND}\r\n")), ("nothing", "", ""));
}

#[test]
fn version_is_the_number_one() {
    for (value, reason) in [
        ("1", "nothing"),
        ("1.0", "nothing"),
        ("10e-1", "nothing"),
        ("0", "unsupported_version"),
        ("2", "unsupported_version"),
        ("-1", "unsupported_version"),
        ("1.5", "unsupported_version"),
        ("1e400", "unsupported_version"),
        ("\"1\"", "wrong_type"),
        ("true", "wrong_type"),
        ("null", "wrong_type"),
        ("[1]", "wrong_type"),
    ] {
        let error = wrong(&with(COMMAND, ":1,", &format!(":{value},")));
        assert_eq!(error.0, reason, "{value}");
        assert!(reason == "nothing" || error == (reason, "envelope", "version"));
    }
    assert_eq!(wrong(&with(COMMAND, "\"version\":1,", "")), ("missing_field", "envelope", "version"));
}

#[test]
fn type_is_one_of_three() {
    for value in ["\"command\"", "\"COMMAND \"", "\"\"", "\"PING\""] {
        let text = with(COMMAND, "\"COMMAND\"", value);
        assert_eq!(wrong(&text), ("unknown_type", "envelope", "type"));
    }
    assert_eq!(wrong(&with(COMMAND, "\"COMMAND\"", "1")), ("wrong_type", "envelope", "type"));
    assert_eq!(wrong(&with(COMMAND, "\"COMMAND\"", "\"\\ud800\"")), ("lone_surrogate", "envelope", "type"));
    assert_eq!(wrong(&with(COMMAND, "\"type\":\"COMMAND\",", "")), ("missing_field", "envelope", "type"));
    assert_eq!(wrong("{}"), ("missing_field", "envelope", "version"));
    assert_eq!(wrong(&with(COMMAND, "COMMAND", "\\u0043OMMAND")), ("nothing", "", ""));
}

#[test]
fn members_that_must_be_there() {
    for (text, message, members) in [
        (COMMAND, "COMMAND", &["command", "requestId", "payload"][..]),
        (RESPONSE, "RESPONSE", &["requestId", "success"]),
        (FAILED, "RESPONSE", &["requestId", "success", "error"]),
        (EVENT, "EVENT", &["event"]),
    ] {
        for member in members {
            let text = with(text, &format!("\"{member}\""), &format!("\"{member}?\""));
            let error = decode(&text).unwrap_err();
            assert_eq!(
                (error.reason().name(), error.message(), error.field()),
                ("missing_field", message, *member)
            );
            assert_eq!(error.offset(), text.len() - 1);
        }
    }
    assert_eq!(wrong(&with(FAILED, "\"code\"", "\"Code\"")), ("missing_field", "RESPONSE", "error.code"));
    assert_eq!(wrong(&with(FAILED, "\"message\"", "\"m\"")), ("missing_field", "RESPONSE", "error.message"));
    assert_eq!(wrong(&with(RESPONSE, ",\"payload\":{}", "")), ("nothing", "", ""));
    assert_eq!(wrong(&with(EVENT, ",\"payload\":{}", "")), ("nothing", "", ""));
}

#[test]
fn members_of_another_kind() {
    for (text, part, values, message, field) in [
        (COMMAND, "\"C\"", &["7", "null", "{}"][..], "COMMAND", "command"),
        (COMMAND, "\"r-1\"", &["7", "null", "[\"r\"]"], "COMMAND", "requestId"),
        (COMMAND, "{}", &["null", "[]", "1", "\"{}\""], "COMMAND", "payload"),
        (RESPONSE, "\"r-1\"", &["7"], "RESPONSE", "requestId"),
        (RESPONSE, "true", &["1", "\"true\"", "null"], "RESPONSE", "success"),
        (FAILED, "{\"code\":\"C\",\"message\":\"m\"}", &["null", "\"C\"", "[]"], "RESPONSE", "error"),
        (FAILED, "\"C\"", &["404", "null"], "RESPONSE", "error.code"),
        (FAILED, "\"m\"", &["null", "{}"], "RESPONSE", "error.message"),
        (EVENT, "\"E\"", &["1", "true"], "EVENT", "event"),
    ] {
        let place = text.find(part).unwrap();
        for value in values {
            let text = with(text, part, value);
            let error = decode(&text).unwrap_err();
            assert_eq!(
                (error.reason().name(), error.message(), error.field()),
                ("wrong_type", message, field)
            );
            assert_eq!(error.offset(), place, "{text}");
        }
    }
    for value in ["null", "[]", "1", "\"text\""] {
        for text in [RESPONSE, EVENT] {
            let text = with(text, "{}", value);
            let envelope = decode(&text).unwrap();
            assert!(envelope.is_canonical());
            assert_eq!(envelope.object().get("payload").unwrap().as_str(), value);
        }
    }
}

#[test]
fn success_decides_which_members_are_looked_at() {
    for error in ["null", "{}", "{\"code\":1,\"code\":2}", "\"\\ud800\""] {
        let text = with(RESPONSE, "\"payload\"", &format!("\"error\":{error},\"payload\""));
        let envelope = decode(&text).unwrap();
        let Message::Response(response) = envelope.message() else { panic!() };
        assert_eq!(response.result().unwrap().unwrap().as_str(), "{}");
        assert!(response.is_success() && !envelope.is_canonical());
        assert_eq!(envelope.unknown_members().count(), 0);
        assert_eq!(envelope.object().get("error").unwrap().as_str(), error);
    }
    let text = with(FAILED, "\"error\"", "\"payload\":[],\"error\"");
    let envelope = decode(&text).unwrap();
    let Message::Response(response) = envelope.message() else { panic!() };
    assert_eq!(response.result().unwrap_err().to_string(), "C: m");
    assert!(!response.is_success() && !envelope.is_canonical());
}

#[test]
fn own_members_come_once() {
    let own = ["version", "type", "command", "event", "requestId", "success", "payload", "error"];
    for text in [COMMAND, RESPONSE, FAILED, EVENT] {
        for name in own {
            for second in [name.into(), format!("\\u{:04x}{}", name.as_bytes()[0], &name[1..])] {
                let text = format!("{{\"{name}\":1,\"{second}\":2,{}", &text[1..]);
                assert_eq!(wrong(&text), ("duplicate_field", "envelope", name), "{text}");
            }
        }
        let text = format!("{{\"x\":1,\"x\":2,\"Type\":1,\"Type\":2,{}", &text[1..]);
        assert_eq!(decode(&text).unwrap().unknown_members().count(), 4);
    }
    let text = with(FAILED, "\"message\"", "\"code\":\"D\",\"message\"");
    assert_eq!(wrong(&text), ("duplicate_field", "RESPONSE", "error.code"));
    let text = with(FAILED, "\"message\"", "\"x\":1,\"x\":2,\"message\"");
    assert_eq!(wrong(&text).0, "nothing");
    let error = decode(r#"{"type":1, "type":  2}"#).unwrap_err();
    assert_eq!((error.offset(), error.field()), (20, "type"));
}

#[test]
fn request_id_is_no_member_of_an_event() {
    let text = with(EVENT, "\"event\"", "\"requestId\":7,\"event\"");
    let envelope = decode(&text).unwrap();
    let member = envelope.unknown_members().next().unwrap();
    assert_eq!((member.name, member.value.as_str()), (Text::new("requestId"), "7"));
}

#[test]
fn lone_surrogates_are_refused_in_own_texts_and_kept_elsewhere() {
    for (text, part, field) in [
        (COMMAND, "\"C\"", "command"),
        (COMMAND, "\"r-1\"", "requestId"),
        (FAILED, "\"C\"", "error.code"),
        (FAILED, "\"m\"", "error.message"),
        (EVENT, "\"E\"", "event"),
    ] {
        let text = with(text, part, "\"\\ud83c\"");
        let error = decode(&text).unwrap_err();
        assert_eq!((error.reason().name(), error.field()), ("lone_surrogate", field));
    }
    let text = with(COMMAND, "{}", r#"{"\ud800":"\udc00"}"#);
    let text = with(&text, "\"command\"", r#""\ud800":"\ud800","command""#);
    assert_eq!(wrong(&text).0, "nothing");

    // Such a text, taken out of a payload, can be no text of a message's own.
    let [lone, other, sound] =
        [r#""\ud800""#, r#""\udc00""#, r#""\u0041""#].map(|text| Raw::new(text).unwrap().as_text().unwrap());
    assert!(lone == lone && lone != other && lone != Text::new("\u{fffd}") && sound == "A");
    let payload = decode(COMMAND).unwrap().object();
    for message in [
        Message::from(Command::new(lone, "r", payload)),
        Command::new("C", lone, payload).into(),
        Response::success(lone, payload).into(),
        Response::failure("r", lone, "m").into(),
        Response::failure("r", "C", lone).into(),
        Event::new(lone, payload).into(),
    ] {
        let mut out = [7; 200];
        assert_eq!(message.encode_to_slice(&mut out, &LIMITS).unwrap_err().reason(), EncodeReason::Utf8);
        assert_eq!(out, [7; 200]);
    }
    assert!(Event::new(sound, payload).frame_len(&LIMITS).is_ok());
}

#[test]
fn a_text_over_the_limit_is_refused_however_it_comes() {
    let limits = LIMITS.with_max_frame(EVENT.len());
    assert!(Envelope::from_text(EVENT.as_bytes(), &limits).is_ok());
    let limits = limits.with_max_frame(EVENT.len() - 1);
    let error = Envelope::from_text(EVENT.as_bytes(), &limits).unwrap_err();
    assert_eq!(error.to_string(), "mx envelope at byte 0: length 53, at most 52");
}

#[test]
fn every_order_of_members_is_the_same_message() {
    for text in [COMMAND, RESPONSE, FAILED, EVENT] {
        let expected = *decode(text).unwrap().message();
        let members: Vec<_> =
            decode(text).unwrap().object().members().map(|m| format!("\"{}\":{}", m.name, m.value)).collect();
        for order in permutations(members.len()) {
            let members: Vec<_> = order.iter().map(|index| members[*index].as_str()).collect();
            let text = format!("{{{}}}", members.join(","));
            assert_eq!(decode(&text).unwrap().message(), &expected);
        }
    }
}

fn permutations(len: usize) -> Vec<Vec<usize>> {
    let Some(last) = len.checked_sub(1) else { return vec![vec![]] };
    let insert = |shorter: Vec<usize>| {
        (0..len).map(move |place| [&shorter[..place], &[last], &shorter[place..]].concat())
    };
    permutations(last).into_iter().flat_map(insert).collect()
}

#[test]
fn offsets_count_from_the_frame() {
    let frame = |text: &[u8]| [&u32::try_from(text.len()).unwrap().to_be_bytes()[..], text].concat();
    let bytes = frame(b"{\"a\":\xff}");
    let error = Envelope::decode(&bytes, &LIMITS).unwrap_err();
    assert_eq!(error.to_string(), "mx envelope at byte 9: JSON text is not UTF-8");
    let bytes = frame(b"{\"version\":7}");
    let error = Envelope::decode(&bytes, &LIMITS).unwrap_err();
    assert_eq!(error.to_string(), "mx envelope.version at byte 15: version is not supported");
    let bytes = frame(with(COMMAND, "{}", "[]").as_bytes());
    let error = Envelope::decode(&bytes, &LIMITS).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("mx COMMAND.payload at byte {}: must be an object", bytes.len() - 3)
    );
    assert_eq!(Envelope::decode(&bytes[..2], &LIMITS).unwrap_err().reason().name(), "truncated");
    assert_eq!(Envelope::decode(&bytes[..9], &LIMITS).unwrap_err().reason().name(), "bad_length");
    assert_eq!(
        Envelope::decode(&[bytes, vec![0]].concat(), &LIMITS).unwrap_err().reason().name(),
        "bad_length"
    );
}

#[test]
fn every_truncation_is_refused() {
    for text in [COMMAND, RESPONSE, FAILED, EVENT] {
        for len in 0..text.len() {
            assert_eq!(wrong(&text[..len]).0, "invalid_json");
        }
    }
}

#[test]
fn depth_counts_the_envelope() {
    let limits = |depth| LIMITS.with_max_depth(depth);
    let decode = |text: &str, depth| {
        Envelope::from_text(text.as_bytes(), &limits(depth)).map_err(|error| error.reason().name()).err()
    };
    assert_eq!(decode(COMMAND, 0), Some("too_deep"));
    assert_eq!(decode(COMMAND, 1), Some("too_deep"));
    assert_eq!(decode(COMMAND, 2), None);
    assert_eq!(decode(FAILED, 1), Some("too_deep"));
    let text = with(FAILED, "\"C\"", "\"C\",\"x\":[]");
    assert_eq!((decode(&text, 2), decode(&text, 3)), (Some("too_deep"), None));
}

#[test]
fn an_envelope_encodes_to_the_bytes_that_it_came_as() {
    let text = format!("\n {} ", with(COMMAND, ",\"command\"", " , \"x\":[ ],\"\\u0063ommand\""));
    let envelope = decode(&text).unwrap();
    let mut frame = [0; 128];
    let frame = envelope.encode_to_slice(&mut frame, &LIMITS).unwrap();
    assert_eq!(frame[4..], *text.as_bytes());
    assert!(!envelope.is_canonical());
    assert_eq!(
        format!("{envelope:?}"),
        "Envelope { message: Command(Command { command: \"C\", request_id: \"r-1\", payload: <Object of 2 bytes> }), \
         len: 93 }"
    );
}

#[test]
fn nothing_is_written_over_the_limit_or_into_too_small_a_slice() {
    let filler = "a".repeat(MAX_TEXT - COMMAND.len() - 6);
    let payload = format!("{{\"a\":\"{filler}\"}}");
    let command = |payload| Command {
        command: "C".into(),
        request_id: "r-1".into(),
        payload: Raw::new(payload).unwrap().as_object().unwrap(),
    };
    assert_eq!(command(&payload).frame_len(&LIMITS), Ok(MAX_TEXT + 4));
    // A limit above the page's changes nothing.
    let over = payload.replace("\"a\":", "\"ab\":");
    for limits in [LIMITS, Limits::new()] {
        let mut out = vec![7; MAX_TEXT + 100];
        let error = command(&over).encode_to_slice(&mut out, &limits).unwrap_err();
        let length = u64::try_from(MAX_TEXT).unwrap() + 1;
        assert_eq!(error.reason(), EncodeReason::TooLong { length, maximum: length - 1 });
        assert_eq!(error.to_string(), "mx COMMAND: 1048577 bytes, at most 1048576 can be written");
        assert!(out.iter().all(|byte| *byte == 7));
    }
    let mut out = [7; 78];
    let error = command("{}").encode_to_slice(&mut out, &LIMITS).unwrap_err();
    assert_eq!(error.reason(), EncodeReason::BufferTooSmall { length: 79, maximum: 78 });
    assert_eq!(out, [7; 78]);
    let small = LIMITS.with_max_frame(74);
    assert_eq!(command("{}").frame_len(&small).unwrap_err().reason().name(), "too_long");
}

#[cfg(feature = "alloc")]
#[test]
fn every_output_gets_the_same_bytes() {
    let payload = format!("{{\"a\":\"{}\"}}", "x".repeat(1000));
    let event = Event { event: "E\n".into(), payload: Some(Raw::new(&payload).unwrap()) };
    let mut slice = vec![0; event.frame_len(&LIMITS).unwrap()];
    event.encode_to_slice(&mut slice, &LIMITS).unwrap();
    let mut vec = vec![9];
    assert_eq!(event.encode_to_vec(&mut vec, &LIMITS), Ok(slice.len()));
    let mut buf = bytes::BytesMut::from(&[9][..]);
    assert_eq!(event.encode_to_buf(&mut buf, &LIMITS), Ok(slice.len()));
    let mut gather = codec_common::writer::Gather::new();
    assert_eq!(event.gather(&mut gather, &LIMITS), Ok(slice.len()));
    assert_eq!(vec[1..], slice[..]);
    assert_eq!(buf[..], vec[..]);
    assert_eq!(gather.segments().collect::<Vec<_>>().concat(), slice);
    assert!(gather.segments().any(|segment| core::ptr::eq(segment, payload.as_bytes())));

    let small = LIMITS.with_max_frame(100);
    assert!(event.encode_to_vec(&mut vec, &small).is_err());
    assert!(event.encode_to_buf(&mut buf, &small).is_err());
    assert_eq!((vec.len(), buf.len()), (slice.len() + 1, slice.len() + 1));
    let mut fixed = &mut [7; 20][..];
    assert_eq!(event.encode_to_buf(&mut fixed, &LIMITS).unwrap_err().reason().name(), "buffer_too_small");
    assert_eq!(fixed, [7; 20]);
}

#[test]
fn the_walk_tells_of_every_member_and_its_bytes() {
    use codec_common::{
        At,
        inspect::{Value, Visitor},
    };
    use core::ops::Range;

    struct Lines(Vec<String>);
    impl Visitor for Lines {
        fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
            let value = match value {
                Value::Text(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
                value => format!("{value:?}"),
            };
            self.0.push(format!("{} {span:?} {value}", at.field));
        }
        fn enter(&mut self, at: At, offset: usize, name: &'static str, _: Option<usize>) {
            self.0.push(format!("{}{} {name}{{ {offset}", at.message, at.field));
        }
        fn leave(&mut self, offset: usize) {
            self.0.push(format!("}} {offset}"));
        }
    }

    let text = with(FAILED, ",\"error\":{", ", \"x\\n\":[1] ,\"error\": {\"more\":null,");
    let envelope = decode(&text).unwrap();
    let mut lines = Lines(vec![]);
    envelope.inspect(&mut lines);
    assert_eq!(
        lines.0,
        [
            "length 0..4 Unsigned(125)",
            "envelope RESPONSE{ 4",
            "version 15..16 Unsigned(1)",
            "type 24..34 RESPONSE",
            "requestId 47..52 r-1",
            "success 63..68 Bool(false)",
            "envelopemember { 70",
            "name 70..75 x\\n",
            "value 76..79 [1]",
            "} 79",
            "envelopeerror { 90",
            "envelopemember { 91",
            "name 91..97 more",
            "value 98..102 null",
            "} 102",
            "error.code 110..113 C",
            "error.message 124..127 m",
            "} 128",
            "} 129",
        ]
    );
}
