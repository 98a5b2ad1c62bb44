//! BlazingMQ's events: the message of a line put together from the fields.

use crate::pdml::Node;
use crate::schema;
use bmq_codec::interbroker::{
    ClusterStateRecordType, RecoveryFileChunkType, StorageFlags, StorageMessageType,
};
use bmq_codec::schema::shape::Described as _;
use bmq_codec::schema::{
    AuthenticationMessage, ClusterMessage, ControlMessage, ElectorMessage, NegotiationMessage,
};
use bmq_codec::{
    AckStatus, CompressionAlgorithmType, EventType, OptionType, PropertyType, PushFlags, PutFlags, Rda,
};
use serde_json::{Map, Value, json};
use wirescope::Line;

pub fn same(frame: &Node, line: &Line, context: &str) {
    let number = |name: &str| frame.get(name).number();
    assert_eq!(number("bmq.length"), line.bytes.len() as u64, "{context}");
    let event_type = EventType(small(frame.get("bmq.type")));
    assert_eq!(line.json["type"], name_or_number(event_type.name(), event_type.0), "{context}");
    let header = line.json.get("header");
    let canonical = |field: &str, usual: u64| header.map_or(usual, |header| header[field].as_u64().unwrap());
    assert_eq!(number("bmq.protocolVersion"), canonical("protocolVersion", 1), "{context}");
    assert_eq!(number("bmq.headerWords"), canonical("headerWords", 2), "{context}");
    let message = &line.json["message"];
    match event_type {
        EventType::PUT | EventType::PUSH => messages(frame, message, event_type == EventType::PUT, context),
        EventType::ACK => assert_eq!(list(frame, "bmq.ack", ack), *message, "{context}"),
        EventType::CONFIRM => assert_eq!(list(frame, "bmq.confirm", confirm), *message, "{context}"),
        EventType::REJECT => assert_eq!(list(frame, "bmq.reject", confirm), *message, "{context}"),
        EventType::STORAGE | EventType::PARTITION_SYNC => {
            assert_eq!(list(frame, "bmq.storage", storage), *message, "{context}");
        }
        EventType::RECOVERY => assert_eq!(list(frame, "bmq.recovery", recovery), *message, "{context}"),
        EventType::REPLICATION_RECEIPT => {
            let receipt = frame.get("bmq.receipt");
            let names = ["partitionId", "sequenceNumber", "primaryLeaseId"];
            assert_eq!(numbers(receipt, "bmq.receipt", &names), *message, "{context}");
        }
        EventType::CLUSTER_STATE => cluster_state(frame.get("bmq.record"), message, context),
        EventType::HEARTBEAT_REQ | EventType::HEARTBEAT_RSP => {
            assert!(frame.find("bmq.body").is_none(), "{context}");
        }
        _ => control(frame, line, event_type, context),
    }
}

fn small(node: &Node) -> u8 {
    u8::try_from(node.number()).unwrap()
}

fn name_or_number(name: Option<&str>, number: u8) -> Value {
    name.map_or_else(|| number.into(), Value::from)
}

fn list(frame: &Node, name: &str, one: fn(&Node) -> Value) -> Value {
    json!({ "messages": frame.every(name).map(one).collect::<Vec<_>>() })
}

fn numbers(node: &Node, prefix: &str, names: &[&str]) -> Value {
    let number = |name: &&str| ((*name).to_owned(), node.get(&format!("{prefix}.{name}")).number().into());
    names.iter().map(number).collect::<Map<String, Value>>().into()
}

fn guid(node: &Node) -> Value {
    node.hex().to_uppercase().into()
}

fn ack(node: &Node) -> Value {
    let status = AckStatus(small(node.get("bmq.ack.status")));
    json!({
        "status": name_or_number(status.name(), status.0),
        "correlationId": node.get("bmq.ack.correlationId").number(),
        "guid": guid(node.get("bmq.ack.guid")),
        "queueId": node.get("bmq.ack.queueId").number(),
    })
}

fn confirm(node: &Node) -> Value {
    let field = |name: &str| node.get(&format!("{}.{name}", node.name));
    json!({
        "queueId": field("queueId").number(),
        "guid": guid(field("guid")),
        "subQueueId": field("subQueueId").number(),
    })
}

fn storage(node: &Node) -> Value {
    let field = |name: &str| node.get(&format!("bmq.storage.{name}"));
    let kind = StorageMessageType(small(field("messageType")));
    json!({
        "flags": StorageFlags(small(field("flags"))).names().collect::<Vec<_>>(),
        "messageType": name_or_number(kind.name(), kind.0),
        "partitionId": field("partitionId").number(),
        "journalOffsetWords": field("journalOffsetWords").number(),
        "payload": node.find("bmq.storage.payload").map(Node::hex).unwrap_or_default(),
    })
}

fn recovery(node: &Node) -> Value {
    let field = |name: &str| node.get(&format!("bmq.recovery.{name}"));
    let kind = RecoveryFileChunkType(small(field("chunkType")));
    json!({
        "isFinalChunk": field("isFinalChunk").bool(),
        "chunkType": name_or_number(kind.name(), kind.0),
        "partitionId": field("partitionId").number(),
        "chunkSequenceNumber": field("chunkSequenceNumber").number(),
        "md5": field("md5").hex(),
        "chunk": node.find("bmq.recovery.chunk").map(Node::hex).unwrap_or_default(),
    })
}

fn cluster_state(node: &Node, message: &Value, context: &str) {
    let field = |name: &str| node.get(&format!("bmq.record.{name}"));
    let kind = ClusterStateRecordType(small(field("recordType")));
    assert_eq!(message["recordType"], name_or_number(kind.name(), kind.0), "{context}");
    for name in ["electorTerm", "sequenceNumber", "timestamp"] {
        assert_eq!(message[name], field(name).number(), "{context}: {name}");
    }
    assert_eq!(message["crc32c"]["value"], field("crc32c").number(), "{context}");
    let shown = schema::object(node.get("bmq.ClusterMessage"), ClusterMessage::SHAPE);
    assert_eq!(shown, message["control"], "{context}");
}

fn control(frame: &Node, line: &Line, event_type: EventType, context: &str) {
    let message = &line.json["message"];
    if message["encoding"] == "JSON" {
        if event_type == EventType::AUTHENTICATION {
            return;
        }
        let text = frame.get("bmq.json").bytes();
        assert_eq!(line.bytes[8..8 + text.len()], text, "{context}");
        assert!(line.bytes.len() - 8 - text.len() <= 4, "{context}");
        assert!(frame.all().any(|node| node.name == "json"), "{context}: no JSON");
        return;
    }
    let (name, shape) = match event_type {
        EventType::AUTHENTICATION => ("AuthenticationMessage", AuthenticationMessage::SHAPE),
        EventType::ELECTOR => ("ElectorMessage", ElectorMessage::SHAPE),
        _ if frame.find("bmq.NegotiationMessage").is_some() => {
            ("NegotiationMessage", NegotiationMessage::SHAPE)
        }
        _ => ("ControlMessage", ControlMessage::SHAPE),
    };
    let shown = schema::object(frame.get(&format!("bmq.{name}")), shape);
    if line.json.contains_key("raw") {
        schema::assert_part(&shown, &message["control"], context);
    } else {
        assert_eq!(shown, message["control"], "{context}");
    }
}

fn messages(frame: &Node, message: &Value, is_put: bool, context: &str) {
    let expected = message["messages"].as_array().unwrap();
    let shown: Vec<&Node> = frame.every("bmq.message").collect();
    assert_eq!(shown.len(), expected.len(), "{context}");
    for (index, (node, expected)) in shown.into_iter().zip(expected).enumerate() {
        one(node, expected, is_put, &format!("{context}, message {index}"));
    }
}

fn one(node: &Node, expected: &Value, is_put: bool, context: &str) {
    let field = |name: &str| node.get(&format!("bmq.message.{name}"));
    assert_eq!(expected["queueId"], field("queueId").number(), "{context}");
    assert_eq!(expected["guid"], guid(field("guid")), "{context}");
    // A header of an older peer may end in front of it.
    let schema = node.find("bmq.message.schemaId").map_or(0, Node::number);
    assert_eq!(expected["schemaId"], schema, "{context}");
    let compression = CompressionAlgorithmType(small(field("compression")));
    assert_eq!(expected["compression"], name_or_number(compression.name(), compression.0), "{context}");
    let flags = small(field("flags"));
    let names: Vec<&str> =
        if is_put { PutFlags(flags).names().collect() } else { PushFlags(flags).names().collect() };
    assert_eq!(expected["flags"], json!(names), "{context}");
    if is_put {
        assert_eq!(expected["crc32c"]["value"], field("crc32c").number(), "{context}");
    }
    let options: Vec<Value> = node
        .find("bmq.options")
        .map(|list| list.every("bmq.option").map(option).collect())
        .unwrap_or_default();
    assert_eq!(expected["options"], json!(options), "{context}");
    let properties: Vec<Value> = node
        .find("bmq.properties")
        .map(|area| area.every("bmq.property").map(property).collect())
        .unwrap_or_default();
    assert_eq!(expected["properties"], json!(properties), "{context}");
    if let Some(area) = node.find("bmq.properties") {
        assert_eq!(expected["style"], area.get("bmq.properties.style").show, "{context}");
    }
    let payload = node.find("bmq.payload").map(Node::hex);
    assert_eq!(expected["payload"].as_str().filter(|text| !text.is_empty()), payload.as_deref(), "{context}");
}

fn rda(node: &Node) -> Value {
    let rda = Rda(small(node));
    match rda.counter() {
        _ if !rda.is_canonical() => rda.0.into(),
        None => "unlimited".into(),
        Some(counter) => {
            json!({ "counter": counter, "potentiallyPoisonous": rda.is_potentially_poisonous() })
        }
    }
}

fn option(node: &Node) -> Value {
    let kind = OptionType(small(node.get("bmq.option.type")));
    let name = name_or_number(kind.name(), kind.0);
    let ids = node.every("bmq.option.id").map(Node::number);
    let rdas: Vec<Value> = node.every("bmq.option.rda").map(rda).collect();
    match kind {
        OptionType::SUB_QUEUE_INFOS if node.get("bmq.option.packed").bool() => {
            json!({ "type": name, "packed": true, "rda": rdas[0] })
        }
        OptionType::SUB_QUEUE_INFOS => {
            let infos: Vec<Value> = ids.zip(&rdas).map(|(id, rda)| json!({ "id": id, "rda": rda })).collect();
            json!({ "type": name, "infos": infos })
        }
        OptionType::SUB_QUEUE_IDS_OLD => json!({ "type": name, "ids": ids.collect::<Vec<_>>() }),
        OptionType::MSG_GROUP_ID => json!({ "type": name, "id": node.get("bmq.option.groupId").text() }),
        _ => json!({ "type": name }),
    }
}

fn property(node: &Node) -> Value {
    let kind = PropertyType(small(node.get("bmq.property.type")));
    let value = |name: &str| node.get(&format!("bmq.property.{name}"));
    let value: Value = match kind {
        PropertyType::BOOL => value("bool").bool().into(),
        PropertyType::CHAR => value("char").hex().into(),
        PropertyType::SHORT => value("short").signed().into(),
        PropertyType::INT32 => value("int32").signed().into(),
        PropertyType::INT64 => value("int64").signed().into(),
        PropertyType::STRING => value("string").text(),
        _ => value("binary").hex().into(),
    };
    json!({ "name": node.get("bmq.property.name").text(), "type": kind.name(), "value": value })
}
