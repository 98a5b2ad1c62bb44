//! `ReceiveMessage`.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

use super::value::Members;
use super::{SqsBackstop, SqsResponseError, attributes_md5, body_md5};
use crate::json::Members as Json;
use crate::{Poison, SqsAttribute, SqsMessage, SqsValue};

/// The body of the request `ReceiveMessage`: for all attributes and all system attributes, and up to `max_messages`, 1 to
/// 10. The receiver asks a FIFO queue for one.
///
/// ```
/// use bridge_codec::sqs::api::receive_message;
/// assert_eq!(
///     receive_message("http://localhost/1/q", 10, 20),
///     r#"{"QueueUrl":"http://localhost/1/q","MaxNumberOfMessages":10,"WaitTimeSeconds":20,"MessageAttributeNames":["All"],"MessageSystemAttributeNames":["All"]}"#,
/// );
/// ```
#[must_use]
pub fn receive_message(queue_url: &str, max_messages: u8, wait_seconds: u8) -> String {
    let mut members = Json::new();
    members.text("QueueUrl", queue_url);
    members.json("MaxNumberOfMessages", &max_messages.to_string());
    members.json("WaitTimeSeconds", &wait_seconds.to_string());
    members.json("MessageAttributeNames", r#"["All"]"#);
    members.json("MessageSystemAttributeNames", r#"["All"]"#);
    members.finish()
}

/// What `ReceiveMessage` gave: messages one by one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SqsResponse {
    /// The messages, in the order of the response.
    pub messages: Vec<SqsReceived>,
}

/// A message, or why it cannot be converted.
#[derive(Clone, Debug, PartialEq)]
pub struct SqsReceived {
    /// `ReceiptHandle`: what the message is deleted with.
    pub receipt_handle: Option<String>,
    /// The message. A poison one stays in the queue, or is deleted, as its `settle` says.
    pub message: Result<SqsMessage, Poison>,
}

/// Reads the response to `ReceiveMessage`; `backstop` says what becomes of messages that cannot be converted: those
/// without a text as body, with an attribute that has no value of its type, or whose MD5 sums are others than given.
///
/// Attributes of any type but `Binary` have a `StringValue`. Lists of values, which SQS reserves, are not looked at.
///
/// ```
/// use bridge_codec::sqs::api::{SqsBackstop, read_receive_message};
/// let response = br#"{"Messages":[
///     {"MessageId":"7c1d","ReceiptHandle":"h","Body":"hello","MD5OfBody":"5d41402abc4b2a76b9719d911017c592"},
///     {"MessageId":"7c1e","ReceiptHandle":"i"}
/// ]}"#;
/// let received = read_receive_message(response, &SqsBackstop::default())?.messages;
/// assert_eq!(received[0].message.as_ref().unwrap().body, "hello");
/// let poison = received[1].message.as_ref().unwrap_err();
/// assert_eq!((poison.counter.name(), poison.settle.name()), ("SQSMalformedMessages", "kept"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No JSON, or `Messages` is no list of objects. An empty response has no messages.
pub fn read_receive_message(
    response: &[u8],
    backstop: &SqsBackstop,
) -> Result<SqsResponse, SqsResponseError> {
    let items = Members::parse(response)?.list("Messages")?;
    let messages = items.into_iter().map(|item| {
        let members = Members::of(item).ok_or(SqsResponseError::new("Messages", "must hold objects"))?;
        Ok(received(members, backstop))
    });
    Ok(SqsResponse { messages: messages.collect::<Result<_, _>>()? })
}

fn received(mut members: Members, backstop: &SqsBackstop) -> SqsReceived {
    let receipt_handle = members.text("ReceiptHandle").ok().flatten();
    let system_attributes = system_attributes(&mut members);
    let receives = system_attributes
        .iter()
        .find(|(name, _)| name == "ApproximateReceiveCount")
        .and_then(|(_, count)| count.parse().ok());
    let message = message(members, system_attributes).map_err(|_| backstop.poison(receives));
    SqsReceived { receipt_handle, message }
}

/// What is no text among them is left out.
fn system_attributes(members: &mut Members) -> Vec<(String, String)> {
    let Ok(Some(attributes)) = members.object("Attributes") else { return Vec::new() };
    let texts = attributes.into_iter().filter_map(|(name, value)| match value {
        Value::String(text) => Some((name, text)),
        _ => None,
    });
    texts.collect()
}

fn message(
    mut members: Members,
    system_attributes: Vec<(String, String)>,
) -> Result<SqsMessage, SqsResponseError> {
    let body = members.needed("Body")?;
    if members.text("MD5OfBody")?.is_some_and(|sum| sum != body_md5(&body)) {
        return Err(SqsResponseError::new("MD5OfBody", "is another"));
    }
    let mut attributes = Vec::new();
    if let Some(members) = members.object("MessageAttributes")? {
        for (name, value) in members.into_iter() {
            attributes.push((name, attribute(value)?));
        }
    }
    // The sum is over the attributes that came: over all, since all were asked for.
    let sum = members.text("MD5OfMessageAttributes")?;
    if sum.is_some_and(|sum| sum != attributes_md5(&attributes)) {
        return Err(SqsResponseError::new("MD5OfMessageAttributes", "is another"));
    }
    let message_id = members.text("MessageId")?;
    Ok(SqsMessage { message_id, body, attributes, system_attributes, ..SqsMessage::default() })
}

fn attribute(value: Value) -> Result<SqsAttribute, SqsResponseError> {
    let mut members =
        Members::of(value).ok_or(SqsResponseError::new("MessageAttributes", "must hold objects"))?;
    let data_type = members.needed("DataType")?;
    let value = if data_type.split('.').next() == Some("Binary") {
        let text = members.needed("BinaryValue")?;
        let bytes = STANDARD.decode(text.as_bytes());
        SqsValue::Binary(bytes.map_err(|_| SqsResponseError::new("BinaryValue", "is no base64"))?.into())
    } else {
        SqsValue::Text(members.needed("StringValue")?)
    };
    Ok(SqsAttribute { data_type, value })
}
