//! BlazingMQ's schema as Lua tables.

use super::quoted;
use bmq_codec::schema::shape::{Described as _, Member, Shape};
use bmq_codec::schema::{
    AuthenticationMessage, ClusterMessage, ControlMessage, ElectorMessage, NegotiationMessage,
};
use std::collections::BTreeMap;

/// What events hold.
const MESSAGES: [&Shape; 5] = [
    NegotiationMessage::SHAPE,
    ControlMessage::SHAPE,
    AuthenticationMessage::SHAPE,
    ElectorMessage::SHAPE,
    ClusterMessage::SHAPE,
];

/// The types by name: each is written once.
#[derive(Default)]
struct Found {
    types: BTreeMap<&'static str, &'static [Member]>,
    enums: BTreeMap<&'static str, &'static [(&'static str, i32)]>,
}

impl Found {
    fn look(&mut self, shape: &'static Shape) {
        match shape {
            Shape::Enumeration { name, values } => drop(self.enums.insert(name, values)),
            Shape::Secret(of) | Shape::Optional(of) | Shape::Array(of) => self.look(of),
            Shape::Sequence { name, members } | Shape::Choice { name, selections: members, .. } => {
                self.types.insert(name, members);
                members.iter().for_each(|member| self.look(member.shape));
            }
            _ => {}
        }
    }
}

pub(super) fn write(script: &mut String) {
    let mut found = Found::default();
    MESSAGES.iter().for_each(|shape| found.look(shape));
    script.push_str("local bmq_schema_enums = {\n");
    for (name, values) in &found.enums {
        let rows: Vec<String> =
            values.iter().map(|(name, number)| format!("[{number}] = {}", quoted(name))).collect();
        script.push_str(&format!("    {name} = {{ {} }},\n", rows.join(", ")));
    }
    script.push_str("}\nlocal bmq_schema = {\n");
    for (name, members) in &found.types {
        script.push_str(&format!("    {name} = {{\n"));
        for member in *members {
            let (id, name, shape) = (member.id, quoted(member.name), lua(member.shape));
            script.push_str(&format!("        [{id}] = {{ {name}, {shape} }},\n"));
        }
        script.push_str("    },\n");
    }
    script.push_str("}\n\n");
}

/// A shape as a Lua table; sequences, choices and enumerations by name. What is optional is just as it is when there.
fn lua(shape: &Shape) -> String {
    match shape {
        Shape::Integer { signed, .. } => format!("{{ kind = \"int\", signed = {signed} }}"),
        Shape::Bool => "{ kind = \"bool\" }".into(),
        Shape::Text => "{ kind = \"text\" }".into(),
        Shape::Binary => "{ kind = \"binary\" }".into(),
        Shape::Secret(_) => "{ kind = \"secret\" }".into(),
        Shape::Enumeration { name, .. } => format!("{{ kind = \"enum\", name = \"{name}\" }}"),
        Shape::Optional(of) => lua(of),
        Shape::Array(of) => format!("{{ kind = \"array\", of = {} }}", lua(of)),
        Shape::Sequence { name, .. } => format!("{{ kind = \"sequence\", name = \"{name}\" }}"),
        Shape::Choice { name, untagged, .. } => {
            format!("{{ kind = \"choice\", name = \"{name}\", untagged = {untagged} }}")
        }
        // A kind that the script does not know ends the dissection of a frame, not the script.
        _ => "{ kind = \"unknown\" }".into(),
    }
}
