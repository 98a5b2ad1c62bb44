//! What is wanted of a frame beside its type.

use super::GenerateError;
use super::seed::Seed;
use crate::protocol::Protocol;
use crate::{Encoder, Options, Stream, hex};
use bmq_codec::{Dialect, EncodingType};
use serde_json::{Map, Value, json};

/// What is wanted of every frame; what is not said is drawn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Wanted {
    /// Bytes of each payload, where the type has one. Of MessageX: of its JSON, 11 at least.
    pub payload: Option<usize>,
    /// How many items the message's lists have; of BlazingMQ, how many messages the event.
    pub items: Option<usize>,
    /// BlazingMQ: how many properties each message of a PUT or PUSH has.
    pub properties: Option<usize>,
    /// BlazingMQ: whether payloads are compressed with zlib.
    pub compressed: Option<bool>,
    /// BlazingMQ: the dialect of PUT and PUSH.
    pub dialect: Dialect,
    /// BlazingMQ: the encoding of schema messages, where the type has a choice.
    pub encoding: EncodingType,
    /// Fila: longest frame; what is longer is continued in more frames.
    pub max_frame: Option<u32>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            payload: None,
            items: None,
            properties: None,
            compressed: None,
            dialect: Dialect::Official,
            encoding: EncodingType::BER,
            max_frame: None,
        }
    }
}

/// The lists that items are counted in; names, bounds and hints beside them are left as they are.
const LISTS: [&str; 10] = [
    "messages",
    "items",
    "results",
    "queues",
    "entries",
    "keys",
    "permissions",
    "nodes",
    "buckets",
    "per_key_stats",
];

/// Most bytes that all payloads of a message may have together: what is read by default, with room for the rest.
const LARGEST: usize = 60 << 20;

impl Wanted {
    /// Refuses what the protocol does not have.
    pub(super) fn check(&self, protocol: Protocol) -> Result<(), GenerateError> {
        let bmq = self.properties.is_some()
            || self.compressed.is_some()
            || self.dialect != Dialect::Official
            || self.encoding != EncodingType::BER;
        let bytes = self.payload.unwrap_or(0).saturating_mul(self.items.unwrap_or(1));
        if bytes > LARGEST {
            return Err(GenerateError::new(format!(
                "the payloads of a message would have {bytes} bytes; {LARGEST} are read by default"
            )));
        }
        let refuse = |what: &str| Err(GenerateError::new(format!("{protocol} has no {what}")));
        match protocol {
            Protocol::Bmq if self.max_frame.is_some() => refuse("frames that are continued"),
            Protocol::Fila if bmq => refuse("properties, compression, dialect or encoding"),
            Protocol::Mx if bmq || self.items.is_some() || self.max_frame.is_some() => {
                refuse("items, properties, compression, dialect, encoding or continued frames")
            }
            _ => Ok(()),
        }
    }

    /// The frame with what is wanted: its line is edited and encoded. `None` when a list of which items are wanted is
    /// empty, so that the frame must be drawn anew.
    pub(super) fn apply(
        &self,
        protocol: Protocol,
        frame: &[u8],
        seed: &mut Seed,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        if self.payload.is_none()
            && self.items.is_none()
            && self.properties.is_none()
            && self.compressed.is_none()
        {
            return Ok(Some(frame.to_vec()));
        }
        let mut line = line(protocol, frame)?;
        let Some(message) = line.get_mut("message").and_then(Value::as_object_mut) else {
            return Ok(Some(frame.to_vec()));
        };
        if !self.set_items(message) {
            return Ok(None);
        }
        if protocol == Protocol::Mx {
            self.set_json_payload(message);
        } else {
            self.set_payloads(message, seed);
        }
        line.remove("raw");
        Encoder::new().encode(&line).map(Some).map_err(|error| GenerateError::new(error.to_string()))
    }

    /// Cuts lists, or repeats what is in them; false when one is empty.
    fn set_items(&self, message: &mut Map<String, Value>) -> bool {
        let Some(wanted) = self.items else { return true };
        for list in LISTS {
            let Some(items) = message.get_mut(list).and_then(Value::as_array_mut) else { continue };
            if items.is_empty() {
                return false;
            }
            *items = items.iter().cycle().take(wanted).cloned().collect();
        }
        true
    }

    fn set_json_payload(&self, message: &mut Map<String, Value>) {
        let had = message.contains_key("payload") || message.contains_key("payloadText");
        if let Some(len) = self.payload.filter(|_| had) {
            message.remove("payloadText");
            let text = "x".repeat(len.saturating_sub(r#"{"data":""}"#.len()));
            message.insert("payload".into(), json!({ "data": text }));
        }
    }

    /// Payloads, properties and compression of each message.
    fn set_payloads(&self, message: &mut Map<String, Value>, seed: &mut Seed) {
        let Some(messages) = message.get_mut("messages").and_then(Value::as_array_mut) else { return };
        for message in messages.iter_mut().filter_map(Value::as_object_mut) {
            // A PUSH may leave its payload out; what has none is no message with a payload.
            let Some(payload) = message.get_mut("payload").filter(|payload| payload.is_string()) else {
                continue;
            };
            if let Some(len) = self.payload {
                *payload = hex::encode(&seed.bytes(len)).into();
            }
            let Some(compression) = message.get_mut("compression") else { continue };
            if let Some(compressed) = self.compressed {
                *compression = if compressed { "ZLIB" } else { "NONE" }.into();
            }
            if let Some(count) = self.properties {
                set_properties(message, count);
            }
            message.remove("crc32c");
        }
    }
}

/// One property of each type in turn.
fn set_properties(message: &mut Map<String, Value>, count: usize) {
    let values =
        [("BOOL", json!(true)), ("INT32", json!(-7)), ("INT64", json!(7)), ("STRING", json!("text"))];
    let properties: Vec<Value> = (0..count)
        .map(|index| {
            let (kind, value) = &values[index % values.len()];
            json!({ "name": format!("property{index}"), "type": kind, "value": value })
        })
        .collect();
    if properties.is_empty() {
        message.remove("style");
        message.insert("schemaId".into(), 0.into());
    } else if !message.contains_key("style") {
        message.insert("style".into(), "new".into());
        message.insert("schemaId".into(), 1.into());
    }
    message.insert("properties".into(), properties.into());
}

/// The line of a frame.
fn line(protocol: Protocol, frame: &[u8]) -> Result<Map<String, Value>, GenerateError> {
    let options = Options { show_secrets: true, ..Options::default() };
    let mut found = None;
    Stream::new(protocol, &options).feed(frame, &mut |line| found = Some(line.json));
    found.ok_or_else(|| GenerateError::new("what was drawn is no whole frame"))
}
