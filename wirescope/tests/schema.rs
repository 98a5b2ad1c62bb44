//! Every line of every fixture is as the schema says.

use serde_json::Value;
use std::path::Path;
use wirescope::{Options, Stream, protocol::Protocol};

fn lines(protocol: Protocol, bytes: &[u8]) -> Vec<Value> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(protocol, &Options::default());
    stream.feed(bytes, &mut |line| lines.push(Value::Object(line.json)));
    stream.finish(&mut |line| lines.push(Value::Object(line.json)));
    lines
}

/// Frames of the vectors of Fila and MessageX: one JSON object a line.
fn vectors(name: &str, member: &str) -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).unwrap()[member].as_str().map(str::to_owned))
        .map(|hex| wirescope::hex::decode(&hex).unwrap())
        .collect()
}

#[test]
fn every_line_of_every_fixture_is_valid() {
    let schema = serde_json::from_str(wirescope::schema::LINES).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut checked = [0; 3];
    let mut check = |protocol: Protocol, bytes: &[u8]| {
        for line in lines(protocol, bytes) {
            let errors: Vec<_> = validator.iter_errors(&line).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{errors:#?}\n{line}");
            checked[protocol as usize] += 1;
        }
    };
    let bmq = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/bmq");
    for folder in ["cpp", "node", "tolerance"] {
        for entry in std::fs::read_dir(bmq.join(folder)).unwrap() {
            check(Protocol::Bmq, &std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
    for (protocol, name) in [(Protocol::Fila, "fila"), (Protocol::Mx, "mx")] {
        for bytes in vectors(&format!("{name}/good.jsonl"), "frame") {
            check(protocol, &bytes);
        }
        for bytes in vectors(&format!("{name}/bad.jsonl"), "bytes") {
            check(protocol, &bytes);
        }
        for bytes in vectors(&format!("{name}/stream.jsonl"), "bytes") {
            check(protocol, &bytes);
        }
    }
    // Captures, whose lines have more members.
    let mut captured = 0;
    for entry in std::fs::read_dir(bmq.join("../pcap")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pcap" || extension == "pcapng") {
            for frame in wirescope::dissect(&std::fs::read(&path).unwrap(), &Options::default()).frames {
                let line = Value::Object(frame.line.json);
                let errors: Vec<_> = validator.iter_errors(&line).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{errors:#?}\n{line}");
                assert!(line["conn"].is_u64() && line["dir"].is_string());
                captured += 1;
            }
        }
    }
    assert!(captured > 1000, "{captured}");
    assert!(checked.iter().all(|count| *count > 10), "{checked:?}");
}

#[test]
fn what_is_no_line_is_invalid() {
    let schema = serde_json::from_str(wirescope::schema::LINES).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for text in [
        r#"{}"#,
        r#"{"offset":0,"protocol":"bmq"}"#,
        r#"{"offset":0,"length":8,"protocol":"xyz","type":"ACK"}"#,
        r#"{"offset":0,"length":8,"protocol":"bmq","type":"ACK","message":{"messages":[{}]}}"#,
        r#"{"offset":0,"length":8,"protocol":"bmq","type":"PUT","message":{"messages":[{"queueId":-1}]}}"#,
        r#"{"offset":0,"length":8,"protocol":"bmq","error":{"reason":"x"}}"#,
        r#"{"offset":0,"length":8,"conn":"1","protocol":"bmq","type":"HEARTBEAT_REQ","message":{}}"#,
        r#"{"offset":0,"length":8,"dir":"up","protocol":"bmq","type":"HEARTBEAT_REQ","message":{}}"#,
        r#"{"offset":0,"length":8,"time":1,"protocol":"bmq","type":"HEARTBEAT_REQ","message":{}}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(text).unwrap()), "{text}");
    }
}
