//! The captures in `testdata/mx`: their README has the forms.

use super::frame;
use crate::fixtures::{hex, read_testdata};
use mx_codec::{Command, Event, Failure, Message, Outcome, Response, json::Raw};
use serde_json::Value;

/// A frame that is decoded to the end.
pub struct Good {
    /// Name of the case.
    pub name: String,
    /// The whole frame.
    pub frame: Vec<u8>,
    /// SHA-256 of the frame.
    pub sha256: String,
    /// All fields but the payload.
    pub envelope: Value,
    /// The payload's text.
    pub payload: Option<String>,
    /// Names of the members that are not part of the type.
    pub unknown_members: Vec<String>,
    /// Whether encoding the fields gives the frame.
    pub canonical: bool,
    /// The limit on depth to set.
    pub max_depth: Option<usize>,
}

/// Bytes or fields that are refused.
pub struct Bad {
    /// Name of the case.
    pub name: String,
    /// What is refused.
    pub input: BadInput,
    /// What the error has to be.
    pub expect: Value,
    /// Any of these reasons is right, if there are any.
    pub reasons: Vec<String>,
}

/// What is refused.
pub enum BadInput {
    /// A whole frame, by the envelope.
    Frame(Vec<u8>),
    /// A stream, by the frame layer.
    Stream {
        /// All of it.
        bytes: Vec<u8>,
        /// The error appears when the input ends.
        at_end: bool,
    },
    /// A message to encode.
    Message {
        /// All fields but the payload.
        envelope: Value,
        /// The payload's text.
        payload: Option<String>,
    },
}

/// A stream of frames, with all ways to cut it into chunks that are to be tried.
pub struct Stream {
    /// Name of the case.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
    /// How to cut it.
    pub chunkings: Vec<Value>,
    /// What comes out, in order; repeated events are listed as often.
    pub events: Vec<Value>,
    /// How it ends.
    pub end: Value,
}

/// The cases of `good.jsonl`.
pub fn good() -> Vec<Good> {
    let case = |case: &Value| Good {
        name: text(&case["name"]),
        frame: whole_frame(case),
        sha256: text(&case["sha256"]),
        envelope: case["envelope"].clone(),
        payload: payload(&case["payload"]),
        unknown_members: list(&case["unknown_members"]).iter().map(text).collect(),
        canonical: case["canonical"].as_bool().expect("a bool"),
        max_depth: case["limits"]["max_depth"].as_u64().map(|depth| usize::try_from(depth).expect("small")),
    };
    read("good.jsonl").iter().map(case).collect()
}

/// The cases of `bad.jsonl`.
pub fn bad() -> Vec<Bad> {
    let input = |case: &Value| {
        if case["direction"] == "encode" {
            BadInput::Message { envelope: case["envelope"].clone(), payload: payload(&case["payload"]) }
        } else if case["expect"]["layer"] == "frame" {
            BadInput::Stream { bytes: forms(&case["bytes"]), at_end: case["at_end"] == true }
        } else {
            BadInput::Frame(whole_frame(case))
        }
    };
    let case = |case: &Value| Bad {
        name: text(&case["name"]),
        input: input(case),
        expect: case["expect"].clone(),
        reasons: case["expect"]["reason_any"].as_array().into_iter().flatten().map(text).collect(),
    };
    read("bad.jsonl").iter().map(case).collect()
}

/// The cases of `stream.jsonl`.
pub fn streams() -> Vec<Stream> {
    let events = |case: &Value| {
        list(&case["expect"]["events"])
            .iter()
            .flat_map(|event| {
                let mut event = event.clone();
                let times = event.as_object_mut().and_then(|event| event.remove("times"));
                let times = times.and_then(|times| times.as_u64()).unwrap_or(1);
                std::iter::repeat_n(event, usize::try_from(times).expect("small"))
            })
            .collect()
    };
    let case = |case: &Value| Stream {
        name: text(&case["name"]),
        bytes: forms(&case["bytes"]),
        chunkings: list(&case["chunkings"]).to_vec(),
        events: events(case),
        end: case["expect"]["end"].clone(),
    };
    read("stream.jsonl").iter().map(case).collect()
}

/// The message that these fields say.
///
/// # Panics
/// If they say none.
pub fn message<'a>(envelope: &'a Value, payload: Option<&'a str>) -> Message<'a> {
    let text = |value: &'a Value| value.as_str().expect("a text").into();
    let payload = payload.map(|text| Raw::new(text).expect("JSON"));
    match envelope["type"].as_str() {
        Some("COMMAND") => Message::Command(Command {
            command: text(&envelope["command"]),
            request_id: text(&envelope["requestId"]),
            payload: payload.and_then(|payload| payload.as_object()).expect("an object"),
        }),
        Some("RESPONSE") => {
            let error = &envelope["error"];
            let outcome = match envelope["success"].as_bool() {
                Some(true) => Outcome::Success { payload },
                _ => {
                    Outcome::Failure(Failure { code: text(&error["code"]), message: text(&error["message"]) })
                }
            };
            Message::Response(Response { request_id: text(&envelope["requestId"]), outcome })
        }
        Some("EVENT") => Message::Event(Event { event: text(&envelope["event"]), payload }),
        other => panic!("no type of message: {other:?}"),
    }
}

/// The lines of a file.
fn read(file: &str) -> Vec<Value> {
    let lines = String::from_utf8(read_testdata(&format!("mx/{file}"))).expect("text");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").into()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A payload's text, which may be made by a generator.
fn payload(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        generator => Some(generated(generator)),
    }
}

/// The frame of a case: hex, or the text of a generator behind its length.
fn whole_frame(case: &Value) -> Vec<u8> {
    match case["frame"].as_str() {
        Some(digits) => hex(digits),
        None => frame(generated(&case["generator"]).as_bytes()),
    }
}

fn forms(value: &Value) -> Vec<u8> {
    let bytes = |form: &Value| match form {
        Value::String(digits) => hex(digits),
        _ if form["prefix"].is_string() => frame(generated(form).as_bytes()),
        _ => hex(&text(&form["repeat"])).repeat(times(form)),
    };
    list(value).iter().flat_map(bytes).collect()
}

fn generated(value: &Value) -> String {
    let part = |name: &str| text(&value[name]);
    part("prefix") + &part("repeat").repeat(times(value)) + &part("suffix")
}

fn times(value: &Value) -> usize {
    value["times"].as_u64().and_then(|times| usize::try_from(times).ok()).expect("a count")
}
