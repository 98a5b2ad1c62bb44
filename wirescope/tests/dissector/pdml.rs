//! What tshark shows, as a tree.

use roxmltree::{Document, ParsingOptions};

/// A protocol or field.
#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    /// The value as text.
    pub show: String,
    /// The bytes in hexadecimal digits.
    pub value: String,
    pub size: usize,
    pub children: Vec<Node>,
}

impl Node {
    fn read(element: roxmltree::Node<'_, '_>) -> Self {
        let text = |name: &str| element.attribute(name).unwrap_or_default().to_owned();
        Self {
            name: text("name"),
            show: text("show"),
            value: text("value"),
            size: text("size").parse().unwrap_or(0),
            children: element.children().filter(roxmltree::Node::is_element).map(Self::read).collect(),
        }
    }

    /// The node and all below it.
    pub fn all(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        Box::new(std::iter::once(self).chain(self.children.iter().flat_map(Self::all)))
    }

    /// True for the expert information that something is malformed or was not captured.
    pub fn is_problem(&self) -> bool {
        ["bmq", "fila", "mx"].iter().any(|protocol| {
            self.name == format!("{protocol}.malformed") || self.name == format!("{protocol}.cut")
        })
    }

    /// The last part of the name.
    pub fn key(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }

    pub fn find(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub fn get(&self, name: &str) -> &Self {
        self.find(name).unwrap_or_else(|| panic!("no {name} in {}: {:?}", self.name, self.children))
    }

    pub fn every<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The value as an unsigned number, in decimal or hexadecimal digits.
    pub fn number(&self) -> u64 {
        let parsed = match self.show.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => self.show.parse(),
        };
        parsed.unwrap_or_else(|_| panic!("{self:?} is no number"))
    }

    pub fn signed(&self) -> i64 {
        self.show.parse().unwrap_or_else(|_| panic!("{self:?} is no number"))
    }

    pub fn bool(&self) -> bool {
        match self.show.as_str() {
            "1" | "True" | "true" => true,
            "0" | "False" | "false" => false,
            _ => panic!("{self:?} is no truth value"),
        }
    }

    /// The bytes; nothing where the field takes none.
    pub fn bytes(&self) -> Vec<u8> {
        if self.size == 0 {
            return Vec::new();
        }
        let digits: String = self.value.chars().filter(char::is_ascii_hexdigit).collect();
        (0..digits.len() / 2).map(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16).unwrap()).collect()
    }

    pub fn hex(&self) -> String {
        wirescope::hex::encode(&self.bytes())
    }

    /// The bytes as lines show text.
    pub fn text(&self) -> serde_json::Value {
        match String::from_utf8(self.bytes()) {
            Ok(text) => text.into(),
            Err(_) => serde_json::json!({ "hex": self.hex() }),
        }
    }
}

/// A packet: its connection, where it came from, and the frames that end in it.
pub struct Packet {
    pub stream: String,
    pub source: String,
    pub frames: Vec<Node>,
}

/// The packets of a PDML document.
pub fn packets(text: &str) -> Vec<Packet> {
    // Texts that are shown may have characters that no XML has; their bytes stand beside them.
    let is_xml = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    let text: String = text.chars().map(|c| if is_xml(c) { c } else { '?' }).collect();
    let options = ParsingOptions { allow_dtd: true, nodes_limit: u32::MAX };
    let document = Document::parse_with_options(&text, options).expect("it is XML");
    let elements = document.root_element().children().filter(|node| node.has_tag_name("packet"));
    elements.filter_map(packet).collect()
}

fn packet(element: roxmltree::Node<'_, '_>) -> Option<Packet> {
    let nodes: Vec<Node> = element.children().filter(roxmltree::Node::is_element).map(Node::read).collect();
    let tcp = nodes.iter().find(|node| node.name == "tcp")?;
    let ip = nodes.iter().find(|node| node.name == "ip" || node.name == "ipv6")?;
    let host = ip.find("ip.src").or_else(|| ip.find("ipv6.src"))?;
    let source = format!("{}:{}", host.show, tcp.get("tcp.srcport").show);
    let stream = tcp.get("tcp.stream").show.clone();
    let of_ours = |node: &Node| ["bmq", "fila", "mx"].contains(&&*node.name);
    Some(Packet { stream, source, frames: nodes.into_iter().filter(of_ours).collect() })
}
