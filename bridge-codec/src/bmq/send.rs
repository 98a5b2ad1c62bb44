//! "BlazingMQ out of the envelope".

use alloc::string::String;

use super::{BmqMessage, BmqValue, PREFIX};
use crate::own::{MESSAGE_ID, SUBJECT, as_text, outgoing, queue};
use crate::{Code, Envelope, HeaderValue, MapError, Mapped, MqttText, Report, Why, sqs};

/// Properties that a message may have.
pub const MAX_PROPERTIES: usize = 255;

/// The longest name of a property.
pub const MAX_NAME: usize = 4095;

/// How a sender writes messages for BlazingMQ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BmqSender {
    /// The address that was rendered for the message: the URI of its queue.
    pub address: Option<String>,
    /// The queue of messages without an address.
    pub default_queue: Option<String>,
}

/// BlazingMQ out of the envelope.
///
/// | envelope | BlazingMQ PUT |
/// |---|---|
/// | identity | property `gobridge.message-id` (STRING), the first one; the client gives the message a GUID of its own |
/// | payload | payload; BlazingMQ refuses an empty one |
/// | subject | property `gobridge.subject` (STRING), where there is one |
/// | address, else the sender's default queue | queue URI |
/// | other headers | properties of the same name: text STRING, true/false BOOL, whole numbers INT64, bytes BINARY, fractions and times STRING; not `bmq.*` nor the private ones; nothing, and numbers over 63 bits, are left out |
/// | expiry | not sent: a queue has it for all messages |
///
/// 255 properties at most: where there are more, those are kept that SQS would keep. Names have 1 to 4095 bytes and begin
/// with an ASCII letter or digit; others are left out.
///
/// # Errors
/// [`Code::InvalidTopic`]: no queue; [`Code::InvalidPayload`]: an empty payload.
pub fn envelope_to_bmq(envelope: &Envelope, options: &BmqSender) -> Result<Mapped<BmqMessage>, MapError> {
    let mut report = Report::default();
    let queue = queue(options.address.as_deref(), options.default_queue.as_deref())?;
    if envelope.payload.is_empty() {
        return Err(MapError::new(Code::InvalidPayload, "payload", "is empty"));
    }
    let mut made =
        BmqMessage { queue: Some(queue), payload: envelope.payload.clone(), ..BmqMessage::default() };
    made.properties.push((MESSAGE_ID.into(), BmqValue::String(envelope.id().as_str().into())));
    if let Some(subject) = envelope.subject() {
        made.properties.push((SUBJECT.into(), BmqValue::String(subject.into())));
    }
    for (name, _) in envelope.headers.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        report.leave_out(name, Why::TransportName);
    }
    let mut headers = outgoing(envelope, PREFIX, &mut report);
    headers.sort_by_key(|(name, _)| sqs::rank(name));
    let mut kept: alloc::vec::Vec<(MqttText, BmqValue)> = alloc::vec::Vec::new();
    for (name, header) in headers {
        match value(name, header) {
            Err(why) => report.leave_out(name, why),
            Ok(_) if made.properties.len().saturating_add(kept.len()) >= MAX_PROPERTIES => {
                report.leave_out(name, Why::NoPlace);
            }
            Ok(value) => kept.push((name.into(), value)),
        }
    }
    kept.sort_by(|(one, _), (other, _)| one.cmp(other));
    made.properties.append(&mut kept);
    Ok(Mapped { value: made, report })
}

fn value(name: &str, header: &HeaderValue) -> Result<BmqValue, Why> {
    if name.len() > MAX_NAME {
        return Err(Why::TooLong);
    }
    if !name.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        return Err(Why::InvalidName);
    }
    Ok(match header {
        HeaderValue::Bool(value) => BmqValue::Bool(*value),
        HeaderValue::Int(number) => BmqValue::Int64(*number),
        HeaderValue::Uint(number) => BmqValue::Int64(i64::try_from(*number).map_err(|_| Why::OutOfRange)?),
        HeaderValue::Bytes(bytes) => BmqValue::Binary(bytes.clone()),
        other => BmqValue::String(as_text(other)?.into()),
    })
}
