//! Control, negotiation, authentication and election messages against recorded and golden bytes: every one decodes
//! to what its index or text says, and encodes to the same bytes in its own encoding.

use bmq_codec::schema::{ControlKind, ControlMessage, NegotiationMessage, Schema, Style};
use bmq_codec::{
    Body, EncodingType, Event, EventType, SchemaEvent, SchemaMessage, Split, limits, split_frame,
};
use codec_testkit::alloc_count;
use codec_testkit::fixtures::{beside, bins, read, read_testdata, testdata};
use codec_testkit::oracle;
use proptest::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

codec_testkit::count_allocations!();

/// The schema events of a stream, with their offsets.
fn schema_events(stream: &[u8]) -> Vec<(usize, &[u8], SchemaEvent<'_>)> {
    let mut found = Vec::new();
    let mut rest = stream;
    while let Ok(Split::Frame { frame, rest: behind }) = split_frame(rest, &limits::client()) {
        let offset = stream.len() - rest.len();
        rest = behind;
        let Ok(body) = frame.decode().and_then(|event| event.body()) else { continue };
        if let Body::Control(schema) | Body::Authentication(schema) | Body::Elector(schema) = body {
            found.push((offset, frame.bytes(), schema));
        }
    }
    found
}

/// The canonical event of a message.
fn built(message: &SchemaMessage<'_>, encoding: EncodingType) -> Vec<u8> {
    let mut out = Vec::new();
    message.build(&mut out, encoding).unwrap();
    out
}

fn json(message: &SchemaMessage<'_>) -> Map<String, Value> {
    match serde_json::from_slice(&message.to_json_styled(Style::ShownWithSecrets)).unwrap() {
        Value::Object(json) => json,
        other => panic!("{other}"),
    }
}

/// True when all that `part` says stands in `whole` too; what `part` leaves out has its default there.
fn within(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .filter(|(name, value)| *name != "_choiceTag" && **value != Value::Array(Vec::new()))
            .all(|(name, value)| whole.get(name).is_some_and(|other| within(value, other))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| within(part, whole))
        }
        (part, whole) => part == whole,
    }
}

/// What is decoded keeps its value through the other encoding, whatever the writer.
fn crosses(message: &SchemaMessage<'_>) {
    for encoding in [EncodingType::BER, EncodingType::JSON] {
        if message.event_type() == EventType::ELECTOR && encoding == EncodingType::JSON {
            continue;
        }
        let bytes = built(message, encoding);
        let event = Event::decode(&bytes).unwrap();
        let (Body::Control(schema) | Body::Authentication(schema) | Body::Elector(schema)) =
            event.body().unwrap()
        else {
            panic!("a schema event")
        };
        let again = schema.message().unwrap();
        assert_eq!(again, *message);
        assert_eq!(built(&again, EncodingType::BER), built(message, EncodingType::BER));
    }
}

fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    bins(&testdata().join("bmq").join(folder))
        .into_iter()
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), read(&path)))
        .collect()
}

#[test]
fn every_recorded_message_says_what_the_index_says_and_encodes_to_its_bytes() {
    let index: Value = serde_json::from_slice(&read_testdata("bmq/index.json")).unwrap();
    let mut seen = BTreeMap::<(&str, &str), usize>::new();
    for (folder, name, bytes) in ["cpp", "node"]
        .iter()
        .flat_map(|folder| files(folder).into_iter().map(|(name, bytes)| (*folder, name, bytes)))
    {
        let listed: Vec<_> = index[&name]["events"]
            .as_array()
            .unwrap_or_else(|| panic!("{name} is not in the index"))
            .iter()
            .filter(|event| event.get("enc").is_some())
            .collect();
        let events = schema_events(&bytes);
        assert_eq!(events.len(), listed.len(), "{name}");
        for ((offset, frame, schema), listed) in events.into_iter().zip(listed) {
            let place = format!("{name} at {offset}");
            assert_eq!(listed["off"], offset, "{place}");
            assert_eq!(schema.encoding().name(), listed["enc"].as_str(), "{place}");
            let message = alloc_count::none("decoding", || schema.message())
                .unwrap_or_else(|error| panic!("{place}: {error}"));
            let expected = match listed.get("msg") {
                Some(expected) => expected.clone(),
                None => serde_json::from_str(listed["text"].as_str().unwrap()).unwrap(),
            };
            let shown = Value::Object(json(&message));
            assert!(within(&expected, &shown), "{place}: {expected} is not within {shown}");
            let mut findings = Vec::new();
            schema.message_with_findings(&mut |finding| findings.push(finding)).unwrap();
            assert_eq!(findings, [], "{place}");
            let same = built(&message, schema.encoding()) == frame;
            // A message that was written before the last member of its type existed is built with it, and the JSON
            // of the broker that answered is not the official writer's.
            let official = schema.encoding() == EncodingType::BER && within(&shown, &expected);
            assert!(same || !official, "{place}: another encoding");
            assert!(
                same || !name.starts_with("cpp") || !name.ends_with("c2b.bin") || !within(&shown, &expected)
            );
            crosses(&message);
            *seen.entry((folder, if same { "same bytes" } else { "same value" })).or_default() += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen[&("cpp", "same bytes")] > 100, "{seen:?}");
    assert!(seen.values().sum::<usize>() > 150, "{seen:?}");
}

/// The text of a golden file in place of its printed form: `[ a = 1 b = [ c = "x" ] ]`.
struct Printed<'p> {
    rest: &'p str,
}

impl<'p> Printed<'p> {
    fn token(&mut self) -> &'p str {
        self.rest = self.rest.trim_start();
        let len = if self.rest.starts_with('"') {
            // Printed texts may hold quotes: one ends where a member, a bracket or the end follows.
            let ends = |at: usize| {
                let behind = self.rest[at + 1..].trim_start();
                behind.is_empty() || behind.starts_with(']') || behind.split_whitespace().nth(1) == Some("=")
            };
            1 + self.rest.match_indices('"').map(|(at, _)| at).skip(1).find(|at| ends(*at)).unwrap()
        } else {
            self.rest.find(char::is_whitespace).unwrap_or(self.rest.len())
        };
        let (token, rest) = self.rest.split_at(len);
        self.rest = rest;
        token
    }

    fn peek(&self) -> &'p str {
        Printed { rest: self.rest }.token()
    }

    /// Every scalar in order, as text; names are left out, choices are not members.
    fn scalars(mut self) -> Vec<String> {
        let mut scalars = Vec::new();
        while !self.rest.trim().is_empty() {
            let token = self.token();
            match token {
                "[" | "]" | "=" | "NULL" => {}
                name if self.peek() == "=" => scalars.push(name.to_owned()),
                text => {
                    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                    scalars.push(inside.unwrap_or(text).to_owned());
                }
            }
        }
        scalars
    }
}

fn flat(name: &str, value: &Value, into: &mut Vec<String>) {
    if !name.is_empty() {
        into.push(name.to_owned());
    }
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| flat(name, value, into)),
        Value::Array(items) => items.iter().for_each(|item| flat("", item, into)),
        Value::String(text) => into.push(text.clone()),
        other => into.push(other.to_string()),
    }
}

#[test]
fn golden_messages_decode_to_their_text_and_encode_to_their_bytes() {
    let Some(folder) = beside("bmq/golden") else { return };
    let mut count = 0;
    for path in bins(&folder) {
        let bytes = read(&path);
        for (_, frame, schema) in schema_events(&bytes) {
            let place = path.display();
            let message = schema.message().unwrap_or_else(|error| panic!("{place}: {error}"));
            assert_eq!(built(&message, schema.encoding()), frame, "{place}");
            crosses(&message);
            printed(&path, &message);
            count += 1;
        }
    }
    assert!(count >= 30, "{count}");
}

/// The words of the printed form, in which empty arrays, nulls and the names of untagged choices differ.
fn printed(path: &Path, message: &SchemaMessage<'_>) {
    let text = String::from_utf8(read(&path.with_extension("txt"))).unwrap();
    let Some(start) = text.find("printed by bmqp_ctrlmsg: ") else { return };
    let start = start + "printed by bmqp_ctrlmsg: ".len();
    let end = text[start..].find("\nround-trip").unwrap() + start;
    let words = Printed { rest: &text[start..end] }.scalars();
    let mut shown = Vec::new();
    flat("", &Value::Object(json(message)), &mut shown);
    // Bytes are printed in upper-case digits or as text.
    let normal = |word: &String| word.to_lowercase();
    let missing: Vec<_> = shown
        .iter()
        .map(normal)
        .filter(|word| !word.is_empty() && !words.iter().map(normal).any(|printed| printed == *word))
        .filter(|word| *word != "757365723a7077")
        .collect();
    assert!(missing.is_empty(), "{}: {missing:?} are not in {words:?}", path.display());
}

#[test]
fn messages_of_the_java_sdk_and_of_a_real_broker_decode() {
    let Some(folder) = beside("bmq/java-sdk") else { return };
    let (mut same, mut other) = (0, 0);
    for path in bins(&folder) {
        let bytes = read(&path);
        for (offset, frame, schema) in schema_events(&bytes) {
            let place = format!("{} at {offset}", path.display());
            let message = schema.message().unwrap_or_else(|error| panic!("{place}: {error}"));
            crosses(&message);
            if schema.encoding() == EncodingType::JSON {
                let text: Value = serde_json::from_slice(schema.body()).unwrap();
                assert!(within(&text, &Value::Object(json(&message))), "{place}");
            }
            if built(&message, schema.encoding()) == frame { same += 1 } else { other += 1 }
        }
    }
    assert!(same >= 8 && same + other >= 15, "{same} {other}");
}

#[test]
fn negotiation_and_control_are_told_apart() {
    for (name, bytes) in files("cpp").into_iter().chain(files("node")) {
        let mut kinds = schema_events(&bytes)
            .into_iter()
            .filter(|(_, _, schema)| schema.event_type() == EventType::CONTROL)
            .map(|(_, _, schema)| ControlKind::detect(schema.encoding(), schema.body()));
        assert_eq!(kinds.next(), Some(ControlKind::Negotiation), "{name}");
        assert!(kinds.all(|kind| kind == ControlKind::Control), "{name}");
    }
}

#[test]
fn canonical_ber_to_json_to_ber_is_the_identity() {
    for bytes in files("cpp").into_values() {
        for (_, _, schema) in schema_events(&bytes) {
            macro_rules! identity {
                ($message:expr, $type:ident) => {{
                    let ber = $message.to_ber().unwrap();
                    let json = bmq_codec::schema::$type::from_ber(&ber).unwrap().to_json().unwrap();
                    let again = bmq_codec::schema::$type::from_json(&json).unwrap();
                    assert_eq!(again.to_ber().unwrap(), ber);
                    assert_eq!(again.to_json().unwrap(), json);
                }};
            }
            match schema.message().unwrap() {
                SchemaMessage::Negotiation(message) => identity!(message, NegotiationMessage),
                SchemaMessage::Control(message) => identity!(message, ControlMessage),
                other => panic!("{other:?}"),
            }
        }
    }
}

/// The messages of the recorded streams, each once.
fn recorded() -> Vec<(EncodingType, Vec<u8>)> {
    let mut found = Vec::new();
    for bytes in files("cpp").into_values().chain(files("node").into_values()) {
        for (_, _, schema) in schema_events(&bytes) {
            let message = (schema.encoding(), schema.body().to_vec());
            if !found.contains(&message) {
                found.push(message);
            }
        }
    }
    found
}

#[test]
fn a_message_that_is_cut_short_is_refused() {
    for (encoding, body) in recorded() {
        for len in 0..body.len() {
            let control = match encoding {
                EncodingType::BER => ControlMessage::from_ber(&body[..len]).err(),
                _ => ControlMessage::from_json(&body[..len]).err(),
            };
            let negotiation = match encoding {
                EncodingType::BER => NegotiationMessage::from_ber(&body[..len]).err(),
                _ => NegotiationMessage::from_json(&body[..len]).err(),
            };
            for error in [control, negotiation] {
                let error = error.unwrap_or_else(|| panic!("{len} bytes of {body:?} are a message"));
                assert!(error.offset() <= len, "{error}");
            }
        }
    }
}

#[test]
fn a_message_with_a_byte_changed_keeps_the_laws() {
    for (encoding, body) in recorded().into_iter().step_by(5) {
        let oracle = if encoding == EncodingType::BER { oracle::bmq_ber } else { oracle::bmq_control_json };
        for place in 0..body.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut changed = body.clone();
                changed[place] ^= flip;
                oracle(&changed);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn generated_messages_keep_the_laws(bytes in proptest::collection::vec(any::<u8>(), 0..1500)) {
        oracle::bmq_control_roundtrip(&bytes);
    }

    #[test]
    fn any_bytes_keep_the_laws(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        oracle::bmq_ber(&[&[0x30, 0x80, 0x80, 1, 1, 0xA1, 0x80][..], &bytes].concat());
        oracle::bmq_control_json(&bytes);
        oracle::bmq_interbroker(&bytes);
    }
}
