//! MessageX's frames: the members as they stand in the text.

use crate::pdml::Node;
use serde_json::Value;
use wirescope::Line;

pub fn same(frame: &Node, line: &Line, context: &str) {
    assert_eq!(frame.get("mx.json").bytes(), line.bytes[4..], "{context}");
    assert_eq!(frame.get("mx.length").number() + 4, line.bytes.len() as u64, "{context}");
    assert_eq!(line.json["type"], text(frame.get("mx.type")), "{context}");
    let message = line.json["message"].as_object().unwrap();
    for name in ["version", "command", "event", "requestId", "success"] {
        let shown = frame.find(&format!("mx.{name}")).map(|node| match message.get(name) {
            Some(Value::String(_)) => text(node),
            _ => serde_json::from_slice(&node.bytes()).unwrap(),
        });
        assert_eq!(shown.as_ref(), message.get(name), "{context}: {name}");
    }
    if let Some(error) = message.get("error") {
        let shown = frame.get("mx.error");
        assert_eq!(error["code"], text(shown.get("mx.error.code")), "{context}");
        assert_eq!(error["message"], text(shown.get("mx.error.message")), "{context}");
    }
    let payload = frame.find("mx.payload");
    match message.get("payload") {
        Some(Value::String(_)) => assert_eq!(message["payload"], text(payload.unwrap()), "{context}"),
        Some(value) => {
            let shown: Value = serde_json::from_slice(&payload.unwrap().bytes()).unwrap();
            assert_eq!(shown, *value, "{context}");
        }
        None => {
            let shown = payload.map(|node| String::from_utf8(node.bytes()).unwrap());
            let text = message.get("payloadText").and_then(Value::as_str).map(|text| text.trim_matches('"'));
            assert_eq!(shown.as_deref(), text, "{context}");
        }
    }
    assert!(frame.all().any(|node| node.name == "json"), "{context}: no JSON");
}

/// A text without its quotes, unescaped.
fn text(node: &Node) -> Value {
    let inner = String::from_utf8(node.bytes()).unwrap();
    serde_json::from_str(&format!("\"{inner}\"")).unwrap()
}
