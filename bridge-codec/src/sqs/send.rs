//! "SQS out of the envelope".

use alloc::string::{String, ToString};

use super::{SqsMessage, attributes::attributes, characters, fifo};
use crate::{Code, Envelope, MapError, Mapped, Report, Transport};

/// The default of `max_message_bytes`: 1 MiB.
pub const MAX_MESSAGE_BYTES: usize = 1_048_576;

/// How a sender writes messages for SQS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SqsSender {
    /// The queue; a name that ends in `.fifo` is that of a FIFO queue.
    pub queue_url: Option<String>,
    /// Whether the queue is a FIFO queue.
    pub fifo: bool,
    /// The message group of messages that bring none.
    pub message_group_id: Option<String>,
    /// Seconds that messages stay hidden; FIFO queues do not have that.
    pub delay_seconds: u32,
    /// Bytes of body and attributes together; 0 is [`MAX_MESSAGE_BYTES`].
    pub max_message_bytes: usize,
    /// The address that was rendered for the message.
    pub address: Option<String>,
    /// The address that the sender is for.
    pub configured_address: Option<String>,
}

/// "SQS out of the envelope".
///
/// | envelope | SQS message |
/// |---|---|
/// | payload | body; refused where it is empty, no UTF-8, or has a character that SQS refuses |
/// | subject | `Subject` attribute, where there is one |
/// | headers | attributes of the same name, ten at most with `Subject`, within `max_message_bytes` |
/// | identity | not sent |
/// | headers `x-bridge.ordering-key`, `x-bridge.dedup-id` | message group and deduplication id of FIFO queues |
///
/// First come `traceparent`, `tracestate` and `x-bridge.idempotency-key`, last what bridges tell each other. Headers
/// `Subject`, `sqs.*` and the private ones, invalid names and types without a form are left out uncounted.
///
/// # Errors
/// [`Code::InvalidConfig`]; [`Code::InvalidTopic`]: another address than the configured one;
/// [`Code::InvalidPayload`]: the body, or no message group.
pub fn envelope_to_sqs(envelope: &Envelope, options: &SqsSender) -> Result<Mapped<SqsMessage>, MapError> {
    fifo::check(options)?;
    if let Some(address) = &options.address {
        Transport::Sqs.check(address, options.configured_address.as_deref())?;
    }
    let body = body(&envelope.payload)?.to_string();
    let (message_group_id, message_deduplication_id) = fifo::fields(envelope, options)?;
    let max = if options.max_message_bytes == 0 { MAX_MESSAGE_BYTES } else { options.max_message_bytes };
    let mut report = Report::default();
    let attributes = attributes(envelope, max, &mut report);
    let value =
        SqsMessage { body, attributes, message_group_id, message_deduplication_id, ..SqsMessage::default() };
    Ok(Mapped { value, report })
}

fn body(payload: &[u8]) -> Result<&str, MapError> {
    let refused = |text| MapError::new(Code::InvalidPayload, "body", text);
    let text = core::str::from_utf8(payload).map_err(|_| refused("is not UTF-8"))?;
    if text.is_empty() {
        return Err(refused("is empty"));
    }
    if !characters::is_text(text) {
        return Err(refused("has a character that SQS refuses"));
    }
    Ok(text)
}
