//! Fila's frames: the message put together from the fields, by the layouts.

use crate::pdml::Node;
use codec_common::shape::{FieldShape, Shape};
use fila_codec::Message;
use serde_json::{Map, Value, json};
use wirescope::Line;

pub fn same(frame: &Node, line: &Line, context: &str) {
    let opcode = frame.get("fila.opcode").number();
    assert_eq!(line.json["opcode"], format!("{opcode:#04x}"), "{context}");
    assert_eq!(line.json["flags"], frame.get("fila.flags").number(), "{context}");
    let more = frame.get("fila.flags").get("fila.flags.continuation");
    assert_eq!(line.json["flags"] == 1, more.bool(), "{context}");
    assert_eq!(line.json["request_id"], frame.get("fila.request_id").number(), "{context}");
    assert_eq!(line.json["length"], frame.get("fila.length").number() + 4, "{context}");
    if let Some(body) = line.json.get("body") {
        let shown = frame.find("fila.body");
        // What may hold a secret is not shown in lines.
        if body.is_string() {
            assert_eq!(shown.map(Node::hex).unwrap_or_default(), body.as_str().unwrap(), "{context}");
        }
    }
    let frames = frame.find("fila.frames").map(Node::number);
    assert_eq!(line.json.get("frames").and_then(Value::as_u64), frames, "{context}");
    let trailing = frame.find("fila.trailing").map(Node::hex);
    assert_eq!(line.json.get("trailing").and_then(Value::as_str), trailing.as_deref(), "{context}");

    let Some(message) = line.json.get("message") else { return };
    let name = line.json["type"].as_str().unwrap();
    let shape =
        Message::ALL.iter().zip(Message::SHAPES).find(|(row, _)| row.name == name).map(|(_, shape)| shape);
    let Some(Shape::Record { fields, .. }) = shape else { panic!("{context}: no shape") };
    let shown = record(frame.get(&format!("fila.{name}")), fields);
    assert_eq!(shown, *message, "{context}");
}

fn record(node: &Node, fields: &'static [FieldShape]) -> Value {
    let mut children = node.children.iter().filter(|child| child.name.starts_with("fila."));
    let members: Map<String, Value> = fields
        .iter()
        .map(|field| {
            let child = children.next().unwrap_or_else(|| panic!("no {} in {}", field.name, node.name));
            if !matches!(field.shape, Shape::Record { .. }) {
                assert_eq!(child.name.split('.').nth(2), Some(field.name), "{}", node.name);
            }
            (field.name.to_owned(), value(child, field.shape))
        })
        .collect();
    assert!(children.next().is_none(), "more in {}", node.name);
    members.into()
}

fn value(node: &Node, shape: &'static Shape) -> Value {
    let mut children = node.children.iter().filter(|child| child.name.starts_with("fila."));
    match shape {
        Shape::Unsigned { .. } | Shape::Enum { .. } | Shape::Flags { .. } => node.number().into(),
        Shape::Signed { .. } => node.signed().into(),
        Shape::Bool => node.bool().into(),
        Shape::Uuid => node.show.clone().into(),
        Shape::Text { .. } => node.text(),
        Shape::Bytes { .. } | Shape::Blob { .. } => node.hex().into(),
        Shape::Secret(Shape::Text { prefix }) => json!({ "redacted": node.size - prefix }),
        Shape::Optional(_) if node.key() == "absent" => Value::Null,
        Shape::Optional(of) => value(node, of),
        Shape::Pair(first, second) => {
            json!([value(children.next().unwrap(), first), value(children.next().unwrap(), second)])
        }
        Shape::List { item, .. } => {
            let items: Vec<Value> = children.map(|child| value(child, item)).collect();
            assert_eq!(items.len() as u64, node.number(), "{}", node.name);
            items.into()
        }
        Shape::Record { fields, .. } => record(node, fields),
        other => panic!("{other:?} is in no message"),
    }
}
