//! MessageX: lines carry all that is in a stream, and can be edited.

use assert_cmd::Command;
use codec_testkit::mx::captures::{self, BadInput};
use codec_testkit::mx::{KNOWN, frame};
use serde_json::{Map, Value, json};
use wirescope::{Encoder, Line, Options, Stream, protocol::Protocol};

fn lines(bytes: &[u8], chunk: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(Protocol::Mx, &Options::default());
    bytes.chunks(chunk).for_each(|chunk| stream.feed(chunk, &mut |line| lines.push(line)));
    stream.finish(&mut |line| lines.push(line));
    lines
}

/// The line of a text.
fn line(text: &str) -> Map<String, Value> {
    let mut lines = lines(&frame(text.as_bytes()), 1 << 20);
    assert_eq!(lines.len(), 1);
    lines.remove(0).json
}

/// Encodes a line through text, as between two programs.
fn encode(line: &Map<String, Value>) -> Result<Vec<u8>, String> {
    let text = serde_json::to_string(line).unwrap();
    Encoder::new().encode(&serde_json::from_str(&text).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_line_has_the_names_of_the_page() {
    let expected = json!({
        "offset": 0, "length": 130, "protocol": "mx", "type": "COMMAND",
        "message": {
            "version": 1, "command": "QUEUE_DECLARE", "requestId": "request-uuid",
            "payload": { "name": "orders", "durable": true },
        },
    });
    assert_eq!(Value::Object(line(KNOWN[0].0)).to_string(), expected.to_string());
}

#[test]
fn every_capture_comes_back_byte_for_byte() {
    let good = captures::good().into_iter().map(|case| (case.name, case.frame));
    let bad = captures::bad().into_iter().filter_map(|case| match case.input {
        BadInput::Frame(bytes) | BadInput::Stream { bytes, .. } => Some((case.name, bytes)),
        BadInput::Message { .. } => None,
    });
    let streams = captures::streams().into_iter().map(|case| (case.name, case.bytes));
    for (name, bytes) in good.chain(bad).chain(streams) {
        for chunk in [7, 1 << 21] {
            let lines = lines(&bytes, chunk);
            let encoded: Vec<_> = lines.iter().flat_map(|line| encode(&line.json).unwrap()).collect();
            assert!(encoded == bytes, "{name}");
        }
    }
}

#[test]
fn canonical_frames_carry_no_raw_and_bad_ones_an_error() {
    for case in captures::good() {
        let line = lines(&case.frame, 1 << 21).remove(0);
        assert!(!line.is_error, "{}", case.name);
        assert!(!case.canonical || !line.json.contains_key("raw"), "{}", case.name);
    }
    for case in captures::bad() {
        if let BadInput::Frame(bytes) = case.input {
            let line = lines(&bytes, 1 << 21).remove(0);
            assert!(line.is_error, "{}", case.name);
            let error = &line.json["error"];
            assert_eq!(
                (&error["fatal"], &error["layer"]),
                (&json!(false), &json!("message")),
                "{}",
                case.name
            );
            assert_eq!(error["reason"], case.expect["reason"], "{}", case.name);
        }
    }
}

#[test]
fn payloads_that_a_parser_would_change_are_text() {
    for (payload, as_text) in [
        (r#"{"a":9007199254740993}"#, false),
        (r#"{"a":18446744073709551615,"b":"å\n"}"#, false),
        (r#"{"a":18446744073709551616}"#, true),
        (r#"{"a":1.0}"#, false),
        (r#"{"a":1e2}"#, true),
        (r#"{"a":-0}"#, true),
        (r#"{"a":1,"a":2}"#, true),
        (r#"{ "a":1}"#, true),
        (r#"{"a":"\u00e5"}"#, true),
        (r#"{"a":"\ud800"}"#, true),
    ] {
        let text = with_payload(payload);
        let line = line(&text);
        assert_eq!(line["message"].get("payloadText").is_some(), as_text, "{payload}");
        assert!(!line.contains_key("raw"), "{payload}");
        assert_eq!(encode(&line).unwrap(), frame(text.as_bytes()));
    }
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(120), "]".repeat(120));
    assert!(line(&with_payload(&deep))["message"].get("payloadText").is_some());
}

fn with_payload(payload: &str) -> String {
    format!(r#"{{"version":1,"type":"COMMAND","command":"C","requestId":"r","payload":{payload}}}"#)
}

#[test]
fn other_members_are_shown_and_survive_an_edit() {
    let text =
        r#"{"version":1,"type":"RESPONSE","requestId":"r","success":true,"error":null,"x":1e2,"x":[]}"#;
    let mut line = line(text);
    let members =
        json!([{"name":"error","value":null},{"name":"x","valueText":"1e2"},{"name":"x","value":[]}]);
    assert_eq!(line["message"]["members"], members);
    assert!(!line.contains_key("raw"));
    line["message"]["requestId"] = "another".into();
    let edited = text.replace("\"r\"", "\"another\"");
    assert_eq!(encode(&line).unwrap(), frame(edited.as_bytes()));
}

#[test]
fn raw_is_used_only_while_it_decodes_to_the_fields() {
    let text = format!(" {}", KNOWN[2].0);
    let mut line = line(&text);
    assert!(line.contains_key("raw"));
    assert_eq!(encode(&line).unwrap(), frame(text.as_bytes()));
    line["message"]["event"] = "E".into();
    assert_eq!(encode(&line).unwrap(), frame(KNOWN[2].0.replace("MESSAGE_DELIVERED", "E").as_bytes()));
}

#[test]
fn what_cannot_be_encoded_is_told_with_its_place() {
    for (path, value, text) in [
        ("type", json!("PING"), "type: must be COMMAND, RESPONSE or EVENT"),
        ("version", json!(2), "message.version: must be 1"),
        ("command", json!(7), "message.command: must be text"),
        ("payload", json!([]), "message.payload: must be an object"),
        (
            "payload",
            json!({"a": "x".repeat(1 << 20)}),
            "message: mx COMMAND: 1048678 bytes, at most 1048576 can be written",
        ),
        ("members", json!([{"name": "a"}]), "message.members[0].value: is missing"),
    ] {
        let mut line = line(KNOWN[0].0);
        let place = if path == "type" { &mut line } else { line["message"].as_object_mut().unwrap() };
        place.insert(path.into(), value);
        assert_eq!(encode(&line).unwrap_err(), text);
    }
}

#[test]
fn a_stream_is_recognised() {
    let recognised = |bytes: &[u8]| Protocol::detect(bytes).map(|(protocol, _)| protocol);
    for case in captures::good() {
        assert_eq!(recognised(&case.frame[..case.frame.len().min(64)]), Some(Protocol::Mx), "{}", case.name);
    }
    assert_eq!(recognised(b"\0\0\0\x02[]"), None);
    assert_eq!(recognised(b"\0\x20\0\0{\"a\":1}"), None);
    assert_eq!(recognised(&[0, 0, 0, 8, 0x4B, 2, 0, 0]), Some(Protocol::Bmq));
}

#[test]
fn the_program_shows_explains_and_encodes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stream.bin");
    let stream: Vec<u8> = KNOWN.iter().flat_map(|(text, _)| frame(text.as_bytes())).collect();
    std::fs::write(&path, &stream).unwrap();
    let run = |args: &[&str]| {
        let output = Command::cargo_bin("wirescope").unwrap().args(args).arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let tree = String::from_utf8(run(&["decode", "--protocol", "mx"])).unwrap();
    assert!(tree.starts_with("COMMAND at 0, 130 bytes\n  version 1\n  command QUEUE_DECLARE\n"), "{tree}");
    assert!(tree.contains("  payload {\"name\":\"orders\",\"durable\":true}\n"), "{tree}");
    let explained = String::from_utf8(run(&["explain"])).unwrap();
    assert!(explained.contains("requestId"), "{explained}");
    let json = run(&["decode", "--json"]);
    let encoded = Command::cargo_bin("wirescope").unwrap().arg("encode").write_stdin(json).output().unwrap();
    assert_eq!(encoded.stdout, stream);
}
