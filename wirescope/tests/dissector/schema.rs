//! BlazingMQ's schema messages in BER: JSON put together from the fields, by the schema.

use crate::pdml::Node;
use bmq_codec::schema::shape::{Member, Shape};
use serde_json::{Map, Value, json};

/// The members of a sequence, or the selection of a choice, as an object.
pub fn object(node: &Node, shape: &'static Shape) -> Value {
    let mut found = Map::new();
    gather(node, shape, &mut found);
    found.into()
}

fn gather(node: &Node, shape: &'static Shape, found: &mut Map<String, Value>) {
    let (name, members): (_, &[Member]) = match shape {
        Shape::Sequence { name, members } | Shape::Choice { name, selections: members, .. } => {
            (name, members)
        }
        Shape::Optional(of) => return gather(node, of, found),
        other => panic!("{other:?} has no members"),
    };
    for child in node.children.iter().filter(|child| child.name.starts_with("bmq.")) {
        let member = members.iter().find(|member| child.name == format!("bmq.{name}.{}", member.name));
        let member = member.unwrap_or_else(|| panic!("{} has no {}", name, child.name));
        if let Shape::Choice { untagged: true, .. } = member.shape {
            gather(child, member.shape, found);
        } else if let Some(value) = value(child, member.shape) {
            found.insert(member.name.into(), value);
        }
    }
}

/// A value; `None` for an empty array, which lines leave out.
fn value(node: &Node, shape: &'static Shape) -> Option<Value> {
    Some(match shape {
        Shape::Integer { signed: true, .. } => node.signed().into(),
        Shape::Integer { .. } => node.number().into(),
        Shape::Bool => node.bool().into(),
        Shape::Text => node.text(),
        Shape::Binary => node.hex().into(),
        Shape::Secret(_) => json!({ "redacted": node.size }),
        Shape::Enumeration { values, .. } => {
            let number = node.signed();
            let name = values.iter().find(|(_, value)| i64::from(*value) == number).map(|(name, _)| *name);
            name.map_or_else(|| number.into(), Value::from)
        }
        Shape::Optional(of) => return value(node, of),
        Shape::Array(of) => {
            let items: Vec<Value> = node
                .children
                .iter()
                .filter(|child| child.name.starts_with("bmq."))
                .map(|child| object(child, of))
                .collect();
            if items.is_empty() {
                return None;
            }
            items.into()
        }
        Shape::Sequence { .. } | Shape::Choice { .. } => object(node, shape),
        other => panic!("{other:?} is in no message"),
    })
}

/// All that is shown is in the line; what a peer of an older schema left out is there with its default.
pub fn assert_part(shown: &Value, whole: &Value, context: &str) {
    match (shown, whole) {
        (Value::Object(shown), Value::Object(whole)) => {
            for (name, value) in shown {
                let other = whole.get(name).unwrap_or_else(|| panic!("{context}: no {name} in {whole:?}"));
                assert_part(value, other, context);
            }
        }
        (Value::Array(shown), Value::Array(whole)) => {
            assert_eq!(shown.len(), whole.len(), "{context}");
            shown.iter().zip(whole).for_each(|(shown, whole)| assert_part(shown, whole, context));
        }
        _ => assert_eq!(shown, whole, "{context}"),
    }
}
