//! The vectors of `testdata/fila`: all good frames, all bad ones, all streams.

use codec_common::json::{Shown, Style};
use codec_common::writer::Gather;
use codec_common::{Limits, Str};
use codec_testkit::fila::drive::{Event, Failure, Feed, receive};
use codec_testkit::fila::vectors::{expand, hex, lines, opcode, text, to_hex};
use codec_testkit::oracle::fila::whole;
use fila_codec::connection::{Phase, Role, Rules};
use fila_codec::message::{Consume, Enqueue, EnqueueMessage, GetThrottleBucket, Message, Nack, NackItem};
use fila_codec::types::{BucketKind, Throttle, WhenThrottleKeyMissing};
use fila_codec::{Chunks, Encodable, ErrorCode, FrameEncoder, MaxFrame, Opcode, RequestId, Validate};
use serde_json::Value;
use sha2::{Digest, Sha256};

const NEVER: usize = usize::MAX;

fn body_of(code: u8, fields: &Value) -> Vec<u8> {
    let mut body = Vec::new();
    Message::transcode(code, fields, &mut body).unwrap();
    body
}

fn sha256(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

fn request_id(vector: &Value) -> RequestId {
    RequestId(vector["request_id"].as_u64().unwrap().try_into().unwrap())
}

/// A frame as the vectors have it, with the request id of the vector.
fn frame_of(vector: &Value, body: &[u8]) -> Vec<u8> {
    let max = MaxFrame::advertised(u32::MAX).unwrap();
    let mut chunks = Chunks::new(Opcode(opcode(&vector["opcode"])), request_id(vector), body, max);
    let chunk = chunks.next().unwrap();
    [&chunk.header[..], chunk.body].concat()
}

#[test]
fn good_frames_decode_to_their_fields_and_encode_to_their_bytes() {
    let mut opcodes = std::collections::BTreeSet::new();
    for vector in lines("good.jsonl") {
        let name = vector["name"].as_str().unwrap();
        let code = opcode(&vector["opcode"]);
        opcodes.insert(code);
        let fields = expand(&vector["fields"]);
        let built = frame_of(&vector, &body_of(code, &fields));
        let frame = vector["frame"].as_str().map_or_else(|| built.clone(), hex);
        if let Some(digest) = vector["frame_sha256"].as_str() {
            assert_eq!(frame.len() as u64, vector["frame_len"].as_u64().unwrap(), "{name}");
            assert_eq!(to_hex(&frame[..32]), vector["frame_head"].as_str().unwrap(), "{name}");
            assert_eq!(sha256(&frame), digest, "{name}");
        }

        let operation = whole(&frame);
        assert_eq!(operation.opcode().name(), vector["opcode_name"].as_str(), "{name}");
        assert_eq!(operation.request_id(), request_id(&vector), "{name}");
        let (message, trailing) = operation.decode().unwrap();
        let shown = serde_json::to_value(Shown(message, Style::new().secrets())).unwrap();
        assert_eq!(shown, fields, "{name}");
        assert_eq!(to_hex(trailing), vector["trailing"].as_str().unwrap_or_default(), "{name}");

        let mut again = Vec::new();
        let max = FrameEncoder::new(MaxFrame::advertised(u32::MAX).unwrap());
        max.encode_to_vec(&message, operation.request_id(), &mut again).unwrap();
        again.extend_from_slice(trailing);
        let length = u32::try_from(again.len() - 4).unwrap();
        again[..4].copy_from_slice(&length.to_be_bytes());
        assert!(again == frame, "{name}: the view encodes to other bytes");
        if vector["canonical"] == true {
            assert!(built == frame, "{name}: the fields encode to other bytes");
        }

        let mut problems = Vec::new();
        message.problems(&mut |problem| problems.push(problem.to_string()));
        for violated in vector["violates"].as_array().into_iter().flatten() {
            assert!(problems.iter().any(|problem| violated == problem), "{name}: {problems:?}");
        }
    }
    assert_eq!(opcodes.len(), 61);
    assert!(opcodes.into_iter().eq(sorted(Message::ALL.iter().map(|row| row.code))));
}

fn sorted(codes: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    codes.collect::<std::collections::BTreeSet<_>>().into_iter()
}

#[test]
fn the_figures_of_the_overhead_analysis_hold() {
    let len = |name: &str| {
        let vector = lines("good.jsonl").into_iter().find(|vector| vector["name"] == name).unwrap();
        frame_of(&vector, &body_of(opcode(&vector["opcode"]), &expand(&vector["fields"]))).len()
    };
    assert_eq!(len("Enqueue/spec-1056"), 1_056);
    assert_eq!(len("Enqueue/spec-104214"), 104_214);
    assert_eq!(len("Ack/spec-24014"), 14 + 1_000 * 24);
}

fn limits_of(vector: &Value) -> Limits {
    let mut limits = Limits::new();
    for (name, value) in vector["limits"].as_object().into_iter().flatten() {
        let value = usize::try_from(value.as_u64().unwrap()).unwrap();
        limits = match name.as_str() {
            "max_frame" => limits.with_max_frame(value),
            "max_message" => limits.with_max_message(value),
            "max_fragments" => limits.with_max_fragments(value),
            "max_open_streams" => limits.with_max_open_streams(value),
            "max_buffered" => limits.with_max_buffered(value),
            other => panic!("an unknown limit: {other}"),
        };
    }
    limits
}

/// Whether an event is the message that a vector tells of.
fn check_message(name: &str, event: &Event, expected: &Value) {
    let Event::Message { opcode: code, request_id, body, fields, trailing } = event else {
        panic!("{name}: {event:?} in place of {expected}")
    };
    assert_eq!(
        (*code, u64::from(*request_id)),
        (opcode(&expected["opcode"]), expected["request_id"].as_u64().unwrap()),
        "{name}"
    );
    assert_eq!(*fields, expand(&expected["fields"]), "{name}");
    assert_eq!(trailing, expected["trailing"].as_str().unwrap_or_default(), "{name}");
    if let Some(expected) = expected["body"].as_str() {
        assert_eq!(body.as_deref().map(to_hex).as_deref(), Some(expected), "{name}");
    }
    if let Some(digest) = expected["body_sha256"].as_str() {
        assert_eq!(body.as_deref().map(sha256).as_deref(), Some(digest), "{name}");
    }
}

fn check_failure(name: &str, failure: &Failure, expected: &Value) {
    let reason_accepted = expected["reason"] == failure.reason
        || expected["accept"]
            .as_array()
            .is_some_and(|accept| accept.iter().any(|reason| reason == failure.reason));
    assert!(reason_accepted, "{name}: {failure:?}, expected {expected}");
    assert_eq!(expected["fatal"], failure.fatal, "{name}");
    assert_eq!(expected["layer"], failure.layer, "{name}");
    if let Some(path) = expected["field"].as_str()
        && expected["reason"] == failure.reason
    {
        // An entry of a map or list is known by the list's name.
        let found = path.split(['.', '[', ']']).any(|step| step == failure.field);
        assert!(found, "{name}: {failure:?}, expected {path}");
    }
    if !expected["opcode"].is_null() {
        let header = failure.header.unwrap_or_else(|| panic!("{name}: the frame is not named"));
        assert_eq!(header.opcode.0, opcode(&expected["opcode"]), "{name}");
        assert_eq!(u64::from(header.request_id.0), expected["request_id"], "{name}");
    }
    for (key, number) in &failure.numbers {
        if !expected[key].is_null() {
            assert_eq!(expected[key], *number, "{name}: {key}");
        }
    }
}

#[test]
fn bad_bytes_are_refused_as_the_vectors_say() {
    for vector in lines("bad.jsonl") {
        let name = vector["name"].as_str().unwrap();
        let expected = &vector["expect"];
        if matches!(expected["layer"].as_str().unwrap(), "connection" | "encode") {
            continue;
        }
        let bytes = hex(vector["bytes"].as_str().unwrap());
        let empty = Vec::new();
        let before = vector["before"].as_array().unwrap_or(&empty);
        let then = vector["then"].as_array().unwrap_or(&empty);
        for (feed, pieces) in [(Feed::Chunks, NEVER), (Feed::Chunks, 1), (Feed::Buffer, 1), (Feed::Buffer, 7)]
        {
            let events = receive(&bytes, limits_of(&vector), feed, &[pieces]);
            assert_eq!(events.len(), before.len() + 1 + then.len(), "{name}: {events:?}");
            let (early, late) = events.split_at(before.len());
            early.iter().zip(before).for_each(|(event, expected)| check_message(name, event, expected));
            late[1..].iter().zip(then).for_each(|(event, expected)| check_message(name, event, expected));
            let Event::Error(failure) = &late[0] else { panic!("{name}: {:?}", late[0]) };
            let mut expected = expected.clone();
            if failure.reason == "frame_too_large" && pieces != NEVER {
                // It was refused with its fourth byte, before the header that would name the request.
                expected["opcode"] = Value::Null;
            }
            check_failure(name, failure, &expected);
        }
    }
}

#[test]
fn connection_rules_refuse_frames_that_decode() {
    let mut checked = 0;
    for vector in lines("bad.jsonl").iter().filter(|vector| vector["expect"]["layer"] == "connection") {
        let name = vector["name"].as_str().unwrap();
        let bytes = hex(vector["bytes"].as_str().unwrap());
        let events = receive(&bytes, Limits::new(), Feed::Chunks, &[NEVER]);
        let [event] = &events[..] else { panic!("{name}: {events:?}") };
        match &vector["decodes"] {
            Value::Array(messages) => check_message(name, event, &messages[0]),
            message => check_message(name, event, message),
        }
        let role = if vector["role"] == "server" { Role::Server } else { Role::Client };
        let phase = match vector["state"].as_str().unwrap() {
            "new" => Phase::New,
            "handshaking" => Phase::Handshaking,
            _ => Phase::Ready,
        };
        let violation = Rules::new(role, phase).check(&whole(&bytes)).unwrap_err();
        assert_eq!(vector["expect"]["reason"], violation.reason().name(), "{name}");
        assert_eq!(vector["expect"]["fatal"], violation.is_fatal(), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 9);
}

#[test]
fn what_cannot_be_encoded_is_an_error_that_names_it_and_leaves_the_output() {
    let long = "s".repeat(65_536);
    let message = EnqueueMessage {
        queue: "orders".into(),
        headers: Default::default(),
        payload: Default::default(),
        fairness_key: None,
        weight: None,
        delay_ms: None,
        idempotency_key: None,
    };
    let headers = [(Str::new("k"), Str::new(&long))];
    let messages = [message, EnqueueMessage { headers: headers[..].into(), ..message }];
    let items = [NackItem {
        queue: "q".into(),
        message_id: codec_common::Uuid::nil(),
        error: Str::new(&long),
        retry_after_ms: None,
    }];
    let throttle = Throttle {
        name: "t".into(),
        limits: Default::default(),
        key: Default::default(),
        when_key_missing: WhenThrottleKeyMissing::SharedBucket,
    };
    let throttles = vec![throttle; 65_536];
    let values = vec![Str::new(""); 65_536];
    for vector in lines("bad.jsonl").iter().filter(|vector| vector["expect"]["layer"] == "encode") {
        let expected = &vector["expect"];
        match vector["name"].as_str().unwrap() {
            "encode/header-value-65536" => refused(&Enqueue { messages: messages[..].into() }, expected),
            "encode/nack-error-65536" => refused(&Nack { items: items[..].into() }, expected),
            "encode/throttles-65536" => {
                refused(&Consume { queue: "q".into(), credit: 0, throttles: throttles[..].into() }, expected);
            }
            "encode/bucket-values-65536" => {
                let (name, bucket_kind) = ("t".into(), BucketKind::Keyed);
                refused(&GetThrottleBucket { name, bucket_kind, values: values[..].into() }, expected);
            }
            other => panic!("an unknown vector: {other}"),
        }
        let code = opcode(&vector["opcode"]);
        let error = Message::transcode(code, &expand(&vector["fields"]), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("65536 "), "{error}");
    }
}

fn refused<'a>(message: &impl Encodable<'a>, expected: &Value) {
    let encoder = FrameEncoder::new(MaxFrame::DEFAULT);
    let mut out = vec![0xAA; 200_000];
    let error = encoder.encode_to_slice(message, RequestId(1), &mut out).unwrap_err();
    assert!(out.iter().all(|byte| *byte == 0xAA));
    let mut vec = vec![1, 2, 3];
    assert_eq!(encoder.encode_to_vec(message, RequestId(1), &mut vec), Err(error));
    let mut buf = bytes::BytesMut::from(&vec[..]);
    assert_eq!(encoder.encode_to_buf(message, RequestId(1), &mut buf), Err(error));
    assert_eq!((&vec[..], &buf[..]), (&[1, 2, 3][..], &[1, 2, 3][..]));
    let mut gather = Gather::new();
    assert_eq!(encoder.gather(message, RequestId(1), &mut gather), Err(error));
    assert!(gather.is_empty());
    assert_eq!(expected["reason"], error.reason().name());
    assert!(
        expected["field"].as_str().unwrap().split(['.', '[']).any(|step| step == error.field()),
        "{error}"
    );
    assert!(error.to_string().contains("65536 ") && error.to_string().contains("65535 "), "{error}");
}

#[test]
fn streams_give_their_messages_however_they_are_cut() {
    for vector in lines("stream.jsonl") {
        let name = vector["name"].as_str().unwrap();
        let messages = vector["messages"].as_array().unwrap();
        let bytes = match vector["bytes"].as_str() {
            Some(bytes) => hex(bytes),
            None => {
                let bytes = split(&vector, &messages[0]).concat();
                assert_eq!(bytes.len() as u64, vector["bytes_len"].as_u64().unwrap(), "{name}");
                assert_eq!(sha256(&bytes), vector["bytes_sha256"].as_str().unwrap(), "{name}");
                bytes
            }
        };
        let limits = limits_of(&vector);
        for feed in [Feed::Chunks, Feed::Buffer] {
            for pieces in [&[NEVER][..], &[1], &[2], &[3, 11], &[64], &[1000, 1, 17]] {
                if bytes.len() > 100_000 && pieces[0] < 64 {
                    continue;
                }
                let events = receive(&bytes, limits, feed, pieces);
                assert_eq!(events.len(), messages.len(), "{name}: {events:?}");
                events
                    .iter()
                    .zip(messages)
                    .for_each(|(event, expected)| check_message(name, event, expected));
            }
        }
        if vector["split"].is_object() {
            let frames = split(&vector, &messages[0]);
            assert!(frames.concat() == bytes, "{name}: the splitter gives other bytes");
            encoded_in_frames(name, &vector, &messages[0], &bytes);
        }
    }
}

fn max_frame(vector: &Value) -> MaxFrame {
    MaxFrame::advertised(vector["split"]["max_frame"].as_u64().unwrap().try_into().unwrap()).unwrap()
}

/// A message in frames, from its encoded body.
fn split(vector: &Value, message: &Value) -> Vec<Vec<u8>> {
    let code = opcode(&message["opcode"]);
    let body = body_of(code, &expand(&message["fields"]));
    let chunks = Chunks::new(Opcode(code), request_id(message), &body, max_frame(vector));
    chunks.map(|chunk| [&chunk.header[..], chunk.body].concat()).collect()
}

/// The same from the message itself, whose body is never built.
fn encoded_in_frames(name: &str, vector: &Value, message: &Value, bytes: &[u8]) {
    let code = opcode(&message["opcode"]);
    let body = body_of(code, &expand(&message["fields"]));
    let (view, _) = Message::decode(code, &body, 10).unwrap();
    let encoder = FrameEncoder::new(max_frame(vector));
    let mut out = Vec::new();
    assert_eq!(encoder.encode_to_vec(&view, request_id(message), &mut out), Ok(bytes.len()), "{name}");
    assert!(out == bytes, "{name}");
    let mut gather = Gather::new();
    encoder.gather(&view, request_id(message), &mut gather).unwrap();
    assert!(gather.segments().collect::<Vec<_>>().concat() == bytes, "{name}");
}

#[test]
fn the_tables_are_those_of_the_page() {
    let page: std::collections::BTreeMap<u8, (String, String)> = text("opcodes.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [code, name, direction] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            (opcode(&code.to_lowercase().into()), (name.to_owned(), direction.to_owned()))
        })
        .collect();
    assert_eq!(page.len(), 61);
    for code in 0..=255 {
        let row = Message::info(code).map(|row| {
            let direction = match row.direction {
                codec_common::table::Direction::ClientToServer => "c2s",
                codec_common::table::Direction::ServerToClient => "s2c",
                codec_common::table::Direction::Either => "either",
            };
            (row.name.to_owned(), direction.to_owned())
        });
        assert_eq!(row, page.get(&code).cloned(), "{code:#x}");
        assert_eq!(Opcode(code).is_known(), row.is_some());
    }
    // In the page's order.
    let order = text("opcodes.tsv");
    let order =
        order.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').nth(1).unwrap());
    assert!(Message::ALL.iter().map(|row| row.name).eq(order));

    let errors = text("error-codes.tsv");
    let errors: Vec<_> = errors.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(errors.len(), 29);
    for (line, code) in errors.iter().zip(ErrorCode::ALL) {
        assert_eq!(*line, format!("0x{:02X}\t{}", code.0, code.name().unwrap()));
    }
    assert_eq!((0..=255).filter(|code| ErrorCode(*code).name().is_some()).count(), 29);
}
