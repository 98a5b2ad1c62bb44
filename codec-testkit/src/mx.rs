//! MessageX: its captures, and how they tell of messages.

pub mod captures;
pub mod chunks;

use crate::fixtures::to_hex;
use mx_codec::{Message, Outcome};
use serde_json::{Map, Value, json};

/// Short names of the page's samples, compact, with the SHA-256 of their whole frames.
pub const KNOWN: [(&str, &str); 3] = [
    (
        r#"{"version":1,"type":"COMMAND","command":"QUEUE_DECLARE","requestId":"request-uuid","payload":{"name":"orders","durable":true}}"#,
        "5fd0dead79d7e3de80ab575f34eb2d291bc64ef5ae9cee22858e10f8421533c7",
    ),
    (
        r#"{"version":1,"type":"RESPONSE","requestId":"request-uuid","success":true,"payload":{"name":"orders"}}"#,
        "ce27550f03594a018abd09c4f4fa5a9fb11a3e3322c4f349858e4c34cfaebff4",
    ),
    (
        r#"{"version":1,"type":"EVENT","event":"MESSAGE_DELIVERED","payload":{"queueName":"orders","deliveryTag":"delivery-uuid"}}"#,
        "cb956f5a88d37c32b4e04912bf29f339bca54f39aa7dfd7036847d77c9bcdc16",
    ),
];

/// A text as a frame: its length, then itself.
///
/// # Panics
/// If the text is longer than four bytes can tell.
pub fn frame(text: &[u8]) -> Vec<u8> {
    let length = u32::try_from(text.len()).expect("tests make no such long texts");
    [&length.to_be_bytes()[..], text].concat()
}

/// SHA-256 in lowercase hex.
pub fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    to_hex(&Sha256::digest(bytes))
}

/// The fields of a message in the form that the captures have them: all but the payload.
pub fn fields(message: &Message<'_>) -> Value {
    let mut fields = Map::new();
    fields.insert("version".into(), json!(mx_codec::VERSION));
    fields.insert("type".into(), json!(message.kind().name()));
    match message {
        Message::Command(command) => {
            fields.insert("command".into(), json!(command.command.to_cow()));
            fields.insert("requestId".into(), json!(command.request_id.to_cow()));
        }
        Message::Response(response) => {
            fields.insert("requestId".into(), json!(response.request_id.to_cow()));
            fields.insert("success".into(), json!(response.is_success()));
            if let Outcome::Failure(failure) = response.outcome {
                let error = json!({ "code": failure.code.to_cow(), "message": failure.message.to_cow() });
                fields.insert("error".into(), error);
            }
        }
        Message::Event(event) => {
            fields.insert("event".into(), json!(event.event.to_cow()));
        }
    }
    Value::Object(fields)
}

/// The text of a message's payload.
pub fn payload<'a>(message: &Message<'a>) -> Option<&'a str> {
    match message {
        Message::Command(command) => Some(command.payload.as_str()),
        Message::Response(response) => response.result().ok().flatten().map(|payload| payload.as_str()),
        Message::Event(event) => event.payload.map(|payload| payload.as_str()),
    }
}
