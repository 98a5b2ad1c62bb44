//! PUT and PUSH messages as JSON.

use super::event::Reader;
use super::{option, property};
use crate::hex;
use bmq_codec::{Dialect, Kind, Message, PropertyStyle, Push, PushMessage, Put, PutMessage};
use serde_json::{Map, Value, json};

/// What only one kind of message has.
pub(super) trait KindJson: Kind {
    /// The names of the flags that are set, and the number of those without a name.
    fn flag_list(message: &Message<'_, Self>) -> Vec<Value>;
    /// What stands behind the GUID.
    fn id(message: &Message<'_, Self>, json: &mut Map<String, Value>);
    /// The checksum.
    fn crc(message: &Message<'_, Self>, json: &mut Map<String, Value>, reader: &mut Reader<'_>);
}

fn flags(names: impl Iterator<Item = &'static str>, unknown: u8) -> Vec<Value> {
    names.map(Value::from).chain((unknown != 0).then(|| unknown.into())).collect()
}

impl KindJson for Put {
    fn flag_list(message: &PutMessage<'_>) -> Vec<Value> {
        flags(message.flags().names(), message.flags().unknown())
    }

    fn id(message: &PutMessage<'_>, json: &mut Map<String, Value>) {
        if let Some(id) = message.correlation_id() {
            json.insert("correlationId".into(), id.0.into());
        }
    }

    fn crc(message: &PutMessage<'_>, json: &mut Map<String, Value>, reader: &mut Reader<'_>) {
        let scope = message.crc_scope();
        json.insert("crc32c".into(), json!({ "value": message.crc32c(), "scope": scope.name() }));
        if let Some(fault) = message.crc_fault() {
            reader.found(&fault);
        }
    }
}

impl KindJson for Push {
    fn flag_list(message: &PushMessage<'_>) -> Vec<Value> {
        flags(message.flags().names(), message.flags().unknown())
    }

    fn id(_: &PushMessage<'_>, _: &mut Map<String, Value>) {}

    fn crc(_: &PushMessage<'_>, _: &mut Map<String, Value>, _: &mut Reader<'_>) {}
}

/// One message; what is wrong with its contents stands under `error`.
pub(super) fn json<K: KindJson>(message: &Message<'_, K>, reader: &mut Reader<'_>) -> Value {
    let mut json = Map::new();
    json.insert("queueId".into(), message.queue_id().into());
    json.insert("guid".into(), message.guid().to_string().into());
    K::id(message, &mut json);
    json.insert("flags".into(), K::flag_list(message).into());
    K::crc(message, &mut json, reader);
    if message.header_words() as usize * 4 != K::HEADER_LEN {
        json.insert("headerWords".into(), message.header_words().into());
    }
    let compression = message.compression();
    json.insert("compression".into(), compression.name().map_or_else(|| compression.0.into(), Value::from));
    json.insert("schemaId".into(), message.schema_id().0.into());

    let mut findings = Vec::new();
    message.framing_findings(&mut |finding| findings.push(finding));
    let options = option::list(message, reader);
    let dialect = reader.options.dialect;
    let limit = reader.limits.max_message();
    let read = message.read(dialect, reader.inflater, limit, &mut |finding| findings.push(finding));
    let error = match read {
        Ok(reading) => {
            let properties: Vec<_> =
                reading.contents.properties.into_iter().flatten().map(property::json).collect();
            if !properties.is_empty() {
                let style = match reading.style {
                    PropertyStyle::Old => "old",
                    PropertyStyle::New => "new",
                };
                json.insert("style".into(), style.into());
            }
            json.insert("options".into(), options.into());
            json.insert("properties".into(), properties.into());
            let payload = if message.is_implicit() {
                Value::Null
            } else {
                hex::encode(reading.contents.payload).into()
            };
            json.insert("payload".into(), payload);
            json.insert("dialect".into(), reading.dialect.map_or("either", Dialect::name).into());
            None
        }
        Err(error) => {
            json.insert("options".into(), options.into());
            Some(error)
        }
    };
    findings.iter().for_each(|finding| reader.found(finding));
    if let Some(error) = error
        && let Value::Object(error) = reader.broken(error)
    {
        json.extend(error);
    }
    Value::Object(json)
}
