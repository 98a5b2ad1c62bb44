//! Fila's vectors as lines, and back.

use codec_testkit::fila::vectors::{expand, hex, lines};
use serde_json::{Map, Value, json};
use wirescope::protocol::{Protocol, inspect};
use wirescope::{Encoder, Line, Options, Stream};

fn options(vector: &Value, show_secrets: bool) -> Options {
    let limit = |name: &str| vector["limits"][name].as_u64().map(|limit| usize::try_from(limit).unwrap());
    let mut options = Options::default();
    options.show_secrets = show_secrets;
    (options.max_frame, options.max_message) = (limit("max_frame"), limit("max_message"));
    options.max_fragments = limit("max_fragments");
    options.max_open_streams = limit("max_open_streams");
    options.max_buffered = limit("max_buffered");
    options
}

/// The lines of a stream that comes in chunks of that length.
fn read(bytes: &[u8], options: &Options, chunk: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(Protocol::Fila, options);
    bytes.chunks(chunk).for_each(|chunk| stream.feed(chunk, &mut |line| lines.push(line)));
    stream.finish(&mut |line| lines.push(line));
    lines
}

fn encode(lines: &[Line]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    lines.iter().flat_map(|line| encoder.encode(&line.json).unwrap()).collect()
}

/// The lines of a file whose bytes are given, so all but the large ones.
fn with_bytes(file: &str, member: &str) -> impl Iterator<Item = (String, Vec<u8>, Value)> {
    lines(file).into_iter().filter_map(move |vector| {
        let bytes = hex(vector[member].as_str()?);
        Some((vector["name"].as_str()?.to_owned(), bytes, vector))
    })
}

#[test]
fn good_frames_are_lines_with_their_fields_and_lines_are_their_frames() {
    for (name, frame, vector) in with_bytes("good.jsonl", "frame") {
        let lines = read(&frame, &options(&vector, true), usize::MAX);
        let [line] = &lines[..] else { panic!("{name}: {lines:?}") };
        let mut expected = json!({
            "offset": 0,
            "length": frame.len(),
            "protocol": "fila",
            "type": vector["opcode_name"],
            "opcode": vector["opcode"],
            "flags": 0,
            "request_id": vector["request_id"],
            "message": expand(&vector["fields"]),
        });
        if let Some(trailing) = vector.get("trailing") {
            expected["trailing"] = trailing.clone();
        }
        // What the page does not allow and decoding does not enforce.
        let kinds = "kind must be produce, consume or admin";
        let rules = match (name.as_str(), vector["violates"].as_array()) {
            ("SetAcl/extreme", None) => {
                vec![format!("permissions[0].{kinds}"), format!("permissions[1].{kinds}")]
            }
            (_, rules) => rules.into_iter().flatten().map(|rule| rule.as_str().unwrap().to_owned()).collect(),
        };
        if !rules.is_empty() {
            let kind = vector["opcode_name"].as_str().unwrap();
            let text = |rule: String| format!("fila {kind}: {rule}");
            let finding = |rule| json!({ "reason": "bad_value", "offset": 10, "text": text(rule) });
            expected["findings"] = rules.into_iter().map(finding).collect();
        }
        assert_eq!(Value::Object(line.json.clone()).to_string(), expected.to_string(), "{name}");
        assert_eq!(encode(&lines), frame, "{name}");

        // The text survives a file.
        let again: Map<String, Value> = serde_json::from_str(&expected.to_string()).unwrap();
        assert_eq!(Encoder::new().encode(&again).unwrap(), frame, "{name}");
    }
}

#[test]
fn secrets_are_redacted_and_then_not_encoded() {
    let mut redacted = 0;
    for (name, frame, vector) in with_bytes("good.jsonl", "frame") {
        let lines = read(&frame, &options(&vector, false), usize::MAX);
        let line = &lines[0].json;
        let message = &line["message"];
        let Some(secret) = ["api_key", "key"].into_iter().find(|name| message[*name].is_object()) else {
            assert_eq!(encode(&lines), frame, "{name}");
            continue;
        };
        redacted += 1;
        let fields = expand(&vector["fields"]);
        let text = fields[secret].as_str().unwrap();
        assert_eq!(message[secret], json!({ "redacted": text.len() }), "{name}");
        assert!(!line.contains_key("raw") && !line.contains_key("bytes"), "{name}");
        let error = Encoder::new().encode(line).unwrap_err().to_string();
        assert!(error.starts_with(&format!("message.{secret}: is redacted")), "{error}");
    }
    assert!(redacted >= 4);
    // Neither does a frame that cannot be read show them.
    let lines = read(&hex("0000000d01000000000000010700000001"), &Options::default(), usize::MAX);
    assert_eq!(lines[0].json["bytes"], json!({ "redacted": 17 }));
}

#[test]
fn every_frame_of_a_stream_is_a_line_and_operations_are_told_where_they_end() {
    for (name, bytes, vector) in with_bytes("stream.jsonl", "bytes") {
        let frames = vector["frames"].as_array().unwrap();
        for chunk in [usize::MAX, 7] {
            let lines = read(&bytes, &options(&vector, true), chunk);
            assert_eq!(lines.len(), frames.len(), "{name}");
            for (line, frame) in lines.iter().zip(frames) {
                let shown =
                    ["offset", "length", "opcode", "flags", "request_id"].map(|name| &line.json[name]);
                assert!(shown.into_iter().eq(frame.as_array().unwrap()), "{name}: {line:?}");
                assert!(!line.is_error, "{name}: {line:?}");
            }
            let messages = vector["messages"].as_array().unwrap();
            let mut ends = lines.iter().filter(|line| line.json.contains_key("message"));
            // Of what is drained nothing is told but its frames.
            for message in messages.iter().filter(|message| !message["body"].is_null()) {
                let line = &ends.next().unwrap().json;
                assert_eq!(line["request_id"], message["request_id"], "{name}");
                match message["fields"].is_null() {
                    true => assert_eq!(line["message"]["body"], message["body"], "{name}"),
                    false => assert_eq!(line["message"], expand(&message["fields"]), "{name}"),
                }
            }
            assert_eq!(ends.next(), None, "{name}");
            assert_eq!(encode(&lines), bytes, "{name}");
        }
    }
}

#[test]
fn bad_bytes_are_lines_with_the_error_and_come_back() {
    for (name, bytes, vector) in with_bytes("bad.jsonl", "bytes") {
        let expected = &vector["expect"];
        let lines = read(&bytes, &options(&vector, true), usize::MAX);
        assert_eq!(encode(&lines), bytes, "{name}");
        if expected["layer"] == "connection" {
            // Who receives it is not known here.
            assert!(lines.iter().all(|line| !line.is_error), "{name}");
            continue;
        }
        let error =
            &lines.iter().find(|line| line.is_error).unwrap_or_else(|| panic!("{name}")).json["error"];
        let accepted = expected["accept"].as_array().into_iter().flatten().chain([&expected["reason"]]);
        assert!(accepted.into_iter().any(|reason| *reason == error["reason"]), "{name}: {error}");
        assert_eq!((&error["layer"], &error["fatal"]), (&expected["layer"], &expected["fatal"]), "{name}");
    }
}

#[test]
fn an_edited_field_is_encoded() {
    let (_, frame, vector) =
        with_bytes("good.jsonl", "frame").find(|(name, ..)| name == "Enqueue/typical-batch").unwrap();
    let mut line = read(&frame, &options(&vector, true), usize::MAX).remove(0).json;
    line["message"]["messages"][0]["queue"] = "other".into();
    line["request_id"] = 99.into();
    line.insert("trailing".into(), "00ff".into());
    let edited = Encoder::new().encode(&line).unwrap();
    let again = read(&edited, &options(&vector, true), usize::MAX).remove(0).json;
    assert_eq!(again["message"], line["message"]);
    assert_eq!((&again["request_id"], &again["trailing"]), (&json!(99), &json!("00ff")));

    line["message"]["messages"][0]["weight"] = "heavy".into();
    let error = Encoder::new().encode(&line).unwrap_err().to_string();
    assert!(error.starts_with("message: invalid type: string \"heavy\", expected u32"), "{error}");
}

#[test]
fn enums_are_numbers_or_names_and_both_are_read() {
    let name = "Error/typical-not-leader";
    let (_, frame, vector) = with_bytes("good.jsonl", "frame").find(|(found, ..)| found == name).unwrap();
    let mut options = options(&vector, true);
    options.names = true;
    let lines = read(&frame, &options, usize::MAX);
    assert_eq!(lines[0].json["message"]["error_code"], "NotLeader");
    assert_eq!(encode(&lines), frame);
}

#[test]
fn the_end_of_input_in_an_operation_is_a_line_without_bytes() {
    let (_, bytes, vector) =
        with_bytes("stream.jsonl", "bytes").find(|(name, ..)| name == "split-2-middle").unwrap();
    let first = &bytes[..51];
    let lines = read(first, &options(&vector, true), usize::MAX);
    assert_eq!(lines.len(), 2);
    let error = &lines[1].json;
    assert_eq!((&error["offset"], &error["error"]["reason"]), (&json!(51), &json!("eof_in_continuation")));
    assert_eq!(encode(&lines), first);
}

#[test]
fn an_edit_of_a_continued_message_is_refused_where_it_would_be_lost() {
    let (_, bytes, vector) =
        with_bytes("stream.jsonl", "bytes").find(|(name, ..)| name == "split-2-middle").unwrap();
    let mut lines = read(&bytes, &options(&vector, true), usize::MAX);
    assert_eq!(lines[1].json["frames"], 2);
    lines[1].json["message"]["messages"][0]["weight"] = 8765.into();
    let mut encoder = Encoder::new();
    encoder.encode(&lines[0].json).unwrap();
    let error = encoder.encode(&lines[1].json).unwrap_err().to_string();
    assert_eq!(error, "message: is not what the parts say; edit the `body` of its lines");
}

#[test]
fn the_frames_of_an_operation_are_walked_as_parts() {
    let (mut parts, mut completed) = (0, 0);
    for (name, bytes, vector) in with_bytes("stream.jsonl", "bytes") {
        let options = options(&vector, true);
        for line in read(&bytes, &options, usize::MAX) {
            let (spans, error) = line.spans(&options);
            let Some(body) = line.json.get("body") else { continue };
            let last = spans.last().unwrap();
            assert_eq!((last.name.as_str(), last.range.clone()), ("body", 10..line.bytes.len()), "{name}");
            assert_eq!((spans.len(), error), (5, None), "{name}");
            assert_eq!(body.as_str().unwrap().len(), 2 * last.range.len(), "{name}");
            parts += 1;
            completed += usize::from(line.json.contains_key("message"));
        }
    }
    assert!(parts > 10 && completed > 3, "{parts} {completed}");
}

#[test]
fn an_operation_with_a_refused_frame_shows_no_message() {
    let frame = |flags: u8, body: &[u8]| {
        [&[0, 0, 0, 6 + u8::try_from(body.len()).unwrap(), 0x17, flags, 0, 0, 0, 7], body].concat()
    };
    for refused in 0..3 {
        let mut frames = [frame(1, &[0, 0]), frame(1, &[0]), frame(0, &[0])];
        frames[refused][5] |= 0x40;
        let bytes = [frames.concat(), frame(0, &[0; 4])].concat();
        let lines = read(&bytes, &Options::default(), usize::MAX);
        let messages: Vec<_> = lines.iter().map(|line| line.json.contains_key("message")).collect();
        assert_eq!(messages, [false, false, false, true], "{refused}");
        let errors: Vec<_> = lines.iter().map(|line| line.is_error).collect();
        assert_eq!(errors.iter().filter(|error| **error).count(), 1);
        assert_eq!(lines[refused].json["error"]["reason"], "reserved_flags");
        assert_eq!(encode(&lines), bytes);
    }
}

#[test]
fn the_walk_of_a_frame_covers_its_bytes() {
    #[derive(Default)]
    struct Leaves(Vec<std::ops::Range<usize>>);
    impl codec_common::inspect::Visitor for Leaves {
        fn value(
            &mut self,
            _: codec_common::At,
            span: std::ops::Range<usize>,
            _: codec_common::inspect::Value<'_>,
        ) {
            self.0.push(span);
        }
        fn enter(&mut self, _: codec_common::At, _: usize, _: &'static str, _: Option<usize>) {}
        fn leave(&mut self, _: usize) {}
    }
    for (name, frame, vector) in with_bytes("good.jsonl", "frame") {
        let mut leaves = Leaves::default();
        inspect(Protocol::Fila, &frame, &Options::default(), &mut leaves).unwrap();
        let trailing = vector["trailing"].as_str().map_or(0, |hex| hex.len() / 2);
        let end = leaves.0.iter().map(|span| span.end).max().unwrap();
        assert!(end <= frame.len() - trailing, "{name}");
        assert!(leaves.0.windows(2).all(|pair| pair[0].end <= pair[1].start), "{name}");
    }
}

#[test]
fn the_protocol_is_found_out() {
    let (mut found, mut other) = (0, 0);
    for (name, frame, vector) in with_bytes("good.jsonl", "frame") {
        match Protocol::detect(&frame) {
            Some((Protocol::Fila, why)) => {
                found += 1;
                assert!(why.contains(vector["opcode_name"].as_str().unwrap()), "{name}: {why}");
            }
            // A handshake with another id than 0 and the like.
            None => other += 1,
            Some((protocol, why)) => panic!("{name}: {protocol}: {why}"),
        }
    }
    assert!(found > 20 * other, "{found} {other}");
}
