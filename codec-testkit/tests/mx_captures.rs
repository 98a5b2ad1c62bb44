//! The captures of MessageX: `testdata/mx`.

use codec_testkit::mx::{captures, chunks, fields, payload, sha256};
use mx_codec::{Encode, Envelope, FrameDecoder, FrameError, FrameReason, LIMITS, Message};
use serde_json::{Value, json};

#[test]
fn good_frames_decode_and_encode() {
    let cases = captures::good();
    assert_eq!(cases.len(), 18);
    for case in cases {
        let limits = case.max_depth.map_or(LIMITS, |depth| LIMITS.with_max_depth(depth));
        assert_eq!(sha256(&case.frame), case.sha256, "{}", case.name);
        let envelope =
            Envelope::decode(&case.frame, &limits).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        let message = envelope.message();
        assert_eq!(fields(message), case.envelope, "{}", case.name);
        let expected = case.payload.as_deref();
        assert_eq!(payload(message), expected, "{}", case.name);
        assert_eq!(
            envelope.object().get("payload").map(|payload| payload.as_str()),
            expected,
            "{}",
            case.name
        );
        let unknown: Vec<_> = envelope.unknown_members().map(|member| member.name.to_string()).collect();
        assert_eq!(unknown, case.unknown_members, "{}", case.name);
        assert_eq!(envelope.is_canonical(), case.canonical, "{}", case.name);

        let mut bytes = Vec::new();
        envelope.encode_to_vec(&mut bytes, &limits).unwrap();
        assert_eq!(bytes, case.frame, "{}", case.name);
        let mut built = Vec::new();
        let len = captures::message(&case.envelope, expected).encode_to_vec(&mut built, &limits).unwrap();
        assert_eq!((built == case.frame, len), (case.canonical, built.len()), "{}", case.name);
    }
}

/// The name that the captures have for the reason of a frame error.
fn frame_reason(error: &FrameError) -> &'static str {
    match error.reason() {
        FrameReason::LengthTooSmall { .. } => "zero_length",
        FrameReason::FrameTooLarge { .. } => "too_large",
        FrameReason::EofInFrame { .. } => "truncated",
        _ => error.name(),
    }
}

/// The frames that come out of a stream, as the captures tell them, and how it ends.
fn run(pieces: &[&[u8]]) -> (Vec<Value>, Value) {
    let mut decoder = FrameDecoder::new(LIMITS);
    let mut events = Vec::new();
    for piece in pieces {
        let mut frames = decoder.frames(piece);
        loop {
            match frames.next() {
                Ok(Some(frame)) => events.push(event(frame.bytes())),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(frames.next(), Err(error));
                    drop(frames);
                    assert_eq!(decoder.next(), Err(error));
                    assert_eq!(decoder.finish(), Err(error));
                    let error = json!({ "layer": "frame", "reason": frame_reason(&error), "fatal": error.is_fatal() });
                    events.push(json!({ "error": error }));
                    return (events, json!("dead"));
                }
            }
        }
    }
    let end = match decoder.finish().map_err(|error| error.reason()) {
        Ok(()) => json!("clean"),
        Err(FrameReason::EofInFrame { have, need }) => json!({ "have": have, "need": need }),
        Err(reason) => panic!("{reason:?} at the end"),
    };
    (events, end)
}

fn event(frame: &[u8]) -> Value {
    let text = &frame[4..];
    let mut event = json!({ "length": text.len(), "sha256": sha256(text) });
    match Envelope::decode(frame, &LIMITS) {
        Ok(envelope) => event["message"] = summary(envelope.message()),
        Err(error) => {
            let mut expect = json!({ "layer": "envelope", "reason": error.reason().name(), "fatal": false });
            if !error.field().is_empty() {
                expect["field"] = error.field().into();
            }
            event["error"] = expect;
        }
    }
    event
}

/// Fields of a message as the captures of streams have them.
fn summary(message: &Message<'_>) -> Value {
    let Value::Object(mut fields) = fields(message) else { panic!("it is an object") };
    fields.remove("version");
    fields.remove("error");
    Value::Object(fields)
}

#[test]
fn bad_bytes_are_refused_by_the_right_layer() {
    let cases = captures::bad();
    assert_eq!(cases.len(), 33);
    for case in cases {
        let expect = &case.expect;
        match case.input {
            captures::BadInput::Frame(frame) => {
                let (events, end) = run(&[&frame]);
                let [event] = &events[..] else { panic!("{}: {events:?}", case.name) };
                let reason = event["error"]["reason"].as_str().unwrap_or_default();
                if case.reasons.iter().any(|any| any == reason) {
                    continue;
                }
                assert_eq!((&event["error"], end), (expect, json!("clean")), "{}", case.name);
            }
            captures::BadInput::Stream { bytes, at_end: false } => {
                let (events, end) = run(&[&bytes[..4]]);
                assert_eq!(
                    (&events[..], end),
                    (&[json!({ "error": expect })][..], json!("dead")),
                    "{}",
                    case.name
                );
            }
            captures::BadInput::Stream { bytes, at_end: true } => {
                let (events, end) = run(&[&bytes]);
                let counts = json!({ "have": expect["have"], "need": expect["need"] });
                assert_eq!((events.len(), end), (0, counts), "{}", case.name);
            }
            captures::BadInput::Message { envelope, payload } => {
                assert_eq!(expect["reason"], "too_large");
                let mut out = vec![7];
                let message = captures::message(&envelope, payload.as_deref());
                let error = message.encode_to_vec(&mut out, &LIMITS).unwrap_err();
                assert_eq!((error.reason().name(), &out[..]), ("too_long", &[7][..]), "{}", case.name);
            }
        }
    }
}

#[test]
fn streams_do_not_depend_on_how_they_are_cut() {
    let cases = captures::streams();
    assert_eq!(cases.len(), 9);
    for case in cases {
        for chunking in &case.chunkings {
            chunks::cut(&case.bytes, chunking, |pieces| {
                let (events, end) = run(pieces);
                assert_eq!(events, case.events, "{} {chunking}", case.name);
                assert_eq!(end, case.end, "{} {chunking}", case.name);
            });
        }
    }
}
