//! Fila's messages and records as Lua tables.

use super::names::{by_number, in_order};
use super::quoted;
use codec_common::shape::{FieldShape, Shape};
use fila_codec::Message;
use std::collections::BTreeMap;

/// What the messages are made of, by name: each is written once.
#[derive(Default)]
struct Found {
    enums: BTreeMap<&'static str, &'static [(&'static str, u64)]>,
    flags: BTreeMap<&'static str, &'static [(&'static str, u64)]>,
    records: BTreeMap<&'static str, &'static [FieldShape]>,
}

impl Found {
    fn look(&mut self, shape: &'static Shape) {
        match shape {
            Shape::Enum { name, values, .. } => drop(self.enums.insert(name, values)),
            Shape::Flags { name, values, .. } => drop(self.flags.insert(name, values)),
            Shape::Record { name, fields } => {
                self.records.insert(name, fields);
                fields.iter().for_each(|field| self.look(field.shape));
            }
            Shape::Secret(of) | Shape::Optional(of) | Shape::List { item: of, .. } => self.look(of),
            Shape::Pair(key, value) => {
                self.look(key);
                self.look(value);
            }
            _ => {}
        }
    }
}

pub(super) fn write(script: &mut String) {
    let mut found = Found::default();
    Message::SHAPES.iter().for_each(|shape| found.look(shape));
    script.push_str("local fila_messages = {\n");
    for row in Message::ALL {
        script.push_str(&format!("    [{:#04x}] = {},\n", row.code, quoted(row.name)));
    }
    script.push_str("}\nlocal fila_enums = {\n");
    for (name, values) in &found.enums {
        script.push_str(&format!("    {name} = {},\n", by_number(values)));
    }
    script.push_str("}\nlocal fila_flags = {\n");
    for (name, values) in &found.flags {
        script.push_str(&format!("    {name} = {},\n", in_order(values.iter().copied())));
    }
    script.push_str("}\nlocal fila_records = {\n");
    for (name, fields) in &found.records {
        script.push_str(&format!("    {name} = {{\n"));
        for field in *fields {
            script.push_str(&format!("        {{ {}, {} }},\n", quoted(field.name), lua(field.shape)));
        }
        script.push_str("    },\n");
    }
    script.push_str("}\n\n");
}

/// A shape as a Lua table; records, enums and flags by name.
fn lua(shape: &Shape) -> String {
    match shape {
        Shape::Unsigned { len } => format!("{{ kind = \"uint\", len = {len} }}"),
        Shape::Signed { len } => format!("{{ kind = \"int\", len = {len} }}"),
        Shape::Float => "{ kind = \"float\" }".into(),
        Shape::Bool => "{ kind = \"bool\" }".into(),
        Shape::Uuid => "{ kind = \"uuid\" }".into(),
        Shape::Bytes { len } => format!("{{ kind = \"bytes\", len = {len} }}"),
        Shape::Enum { name, len, .. } => format!("{{ kind = \"enum\", len = {len}, name = \"{name}\" }}"),
        Shape::Flags { name, len, .. } => format!("{{ kind = \"flags\", len = {len}, name = \"{name}\" }}"),
        Shape::Text { prefix } => format!("{{ kind = \"text\", prefix = {prefix} }}"),
        Shape::Blob { prefix } => format!("{{ kind = \"blob\", prefix = {prefix} }}"),
        Shape::Secret(of) => format!("{{ kind = \"secret\", of = {} }}", lua(of)),
        Shape::Optional(of) => format!("{{ kind = \"optional\", of = {} }}", lua(of)),
        Shape::Pair(key, value) => format!("{{ kind = \"pair\", {}, {} }}", lua(key), lua(value)),
        Shape::List { prefix, item } => {
            format!("{{ kind = \"list\", prefix = {prefix}, of = {} }}", lua(item))
        }
        Shape::Record { name, .. } => format!("{{ kind = \"record\", name = \"{name}\" }}"),
        // A kind that the script does not know ends the dissection of a frame, not the script.
        _ => "{ kind = \"unknown\" }".into(),
    }
}
