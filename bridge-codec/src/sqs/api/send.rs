//! `SendMessage` and `SendMessageBatch`.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use base64::{Engine, engine::general_purpose::STANDARD};

use super::value::Members;
use super::{SqsResponseError, attributes_md5, body_md5};
use crate::json::{Members as Json, quoted};
use crate::{SqsAttribute, SqsFailure, SqsMessage, SqsValue};

/// How many messages one `SendMessageBatch` takes.
pub const MAX_BATCH: usize = 10;

/// Where messages go, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqsDestination<'a> {
    /// `QueueUrl`
    pub queue_url: &'a str,
    /// `DelaySeconds`, 0 to 900; FIFO queues do not have it for each message.
    pub delay_seconds: Option<u32>,
}

/// The body of the request `SendMessage`.
///
/// What SQS gives itself is not sent: `message_id` and the system attributes.
///
/// ```
/// use bridge_codec::{SqsAttribute, SqsMessage, sqs::api::{SqsDestination, send_message}};
/// let message = SqsMessage {
///     body: "21.5".into(),
///     attributes: vec![("sig".into(), SqsAttribute::binary(vec![0, 255]))],
///     ..SqsMessage::default()
/// };
/// let to = SqsDestination { queue_url: "http://localhost/1/q", ..SqsDestination::default() };
/// assert_eq!(
///     send_message(&message, &to),
///     r#"{"QueueUrl":"http://localhost/1/q","MessageBody":"21.5","MessageAttributes":{"sig":{"DataType":"Binary","BinaryValue":"AP8="}}}"#,
/// );
/// ```
#[must_use]
pub fn send_message(message: &SqsMessage, to: &SqsDestination<'_>) -> String {
    let mut members = Json::new();
    members.text("QueueUrl", to.queue_url);
    put(message, to, &mut members);
    members.finish()
}

/// The body of the request `SendMessageBatch`: the messages have the ids `0`, `1` and so on. SQS takes [`MAX_BATCH`] of
/// them, which together are as long as one message may be.
#[must_use]
pub fn send_message_batch(messages: &[SqsMessage], to: &SqsDestination<'_>) -> String {
    let entries = messages.iter().enumerate().map(|(number, message)| {
        let mut members = Json::new();
        members.text("Id", &number.to_string());
        put(message, to, &mut members);
        members.finish()
    });
    let mut members = Json::new();
    members.text("QueueUrl", to.queue_url);
    members.json("Entries", &format!("[{}]", entries.collect::<Vec<_>>().join(",")));
    members.finish()
}

fn put(message: &SqsMessage, to: &SqsDestination<'_>, members: &mut Json) {
    members.text("MessageBody", &message.body);
    if let Some(seconds) = to.delay_seconds {
        members.json("DelaySeconds", &seconds.to_string());
    }
    if !message.attributes.is_empty() {
        let mut attributes = Json::new();
        for (name, attribute) in &message.attributes {
            attributes.json(name, &show(attribute));
        }
        members.json("MessageAttributes", &attributes.finish());
    }
    if let Some(id) = &message.message_deduplication_id {
        members.text("MessageDeduplicationId", id);
    }
    if let Some(id) = &message.message_group_id {
        members.text("MessageGroupId", id);
    }
}

fn show(attribute: &SqsAttribute) -> String {
    let kind = quoted(&attribute.data_type);
    match &attribute.value {
        SqsValue::Text(text) => format!("{{\"DataType\":{kind},\"StringValue\":{}}}", quoted(text)),
        SqsValue::Binary(bytes) => {
            format!("{{\"DataType\":{kind},\"BinaryValue\":\"{}\"}}", STANDARD.encode(&**bytes))
        }
    }
}

/// What SQS says about a message that it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentMessage {
    /// `MessageId`: what a receiver will see.
    pub message_id: String,
    /// `SequenceNumber`: FIFO queues.
    pub sequence_number: Option<String>,
    body_md5: Option<String>,
    attributes_md5: Option<String>,
}

impl SentMessage {
    fn read(members: &mut Members) -> Result<Self, SqsResponseError> {
        Ok(Self {
            message_id: members.needed("MessageId")?,
            sequence_number: members.text("SequenceNumber")?,
            body_md5: members.text("MD5OfMessageBody")?,
            attributes_md5: members.text("MD5OfMessageAttributes")?,
        })
    }

    /// Whether SQS got what was sent: the sums that it gives are those of the message.
    #[must_use]
    pub fn is_of(&self, message: &SqsMessage) -> bool {
        let same =
            |sum: &Option<String>, own: &dyn Fn() -> String| sum.as_ref().is_none_or(|sum| *sum == own());
        same(&self.body_md5, &|| body_md5(&message.body))
            && (message.attributes.is_empty()
                || same(&self.attributes_md5, &|| attributes_md5(&message.attributes)))
    }
}

/// Reads the response to `SendMessage`.
///
/// # Errors
/// No JSON, or no `MessageId`.
pub fn read_send_message(response: &[u8]) -> Result<SentMessage, SqsResponseError> {
    SentMessage::read(&mut Members::parse(response)?)
}

/// A message of a batch that SQS did not take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchFailure {
    /// `Code`
    pub code: String,
    /// `SenderFault`
    pub sender_fault: bool,
    /// `Message`: for people.
    pub message: Option<String>,
}

impl BatchFailure {
    /// What it means for the message.
    #[must_use]
    pub fn failure(&self) -> SqsFailure<'_> {
        SqsFailure { code: &self.code, batch: true, sender_fault: self.sender_fault, seconds_since_first: 0 }
    }
}

/// Reads the response to a `SendMessageBatch` of `count` messages: what became of each, in their order. Of a message
/// that the response does not name nothing is known: it counts as not sent, with an empty code.
///
/// # Errors
/// No JSON; an entry without its members, or with an id that was not sent.
pub fn read_send_message_batch(
    response: &[u8],
    count: usize,
) -> Result<Vec<Result<SentMessage, BatchFailure>>, SqsResponseError> {
    let mut members = Members::parse(response)?;
    let mut fates: Vec<_> = (0..count).map(|_| Err(BatchFailure::default())).collect();
    for (list, sent) in [("Successful", true), ("Failed", false)] {
        for entry in members.list(list)? {
            let mut entry = Members::of(entry).ok_or(SqsResponseError::new(list, "must hold objects"))?;
            let id = entry.needed("Id")?;
            let fate = id.parse().ok().and_then(|number: usize| fates.get_mut(number));
            let fate = fate.ok_or(SqsResponseError::new("Id", "was not sent"))?;
            *fate = if sent {
                Ok(SentMessage::read(&mut entry)?)
            } else {
                Err(BatchFailure {
                    code: entry.needed("Code")?,
                    sender_fault: entry.boolean("SenderFault"),
                    message: entry.text("Message")?,
                })
            };
        }
    }
    Ok(fates)
}
