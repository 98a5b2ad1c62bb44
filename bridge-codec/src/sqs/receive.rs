//! "SQS into the envelope".

use alloc::{
    format,
    string::{String, ToString},
};

use super::{SqsAttribute, SqsMessage, SqsValue, unwrap_sns};
use crate::names::{DEDUP_ID, GENERATED_ID, IDEMPOTENCY_KEY, ORDERING_KEY, is_reserved};
use crate::{Envelope, HeaderValue, Headers, Identity, Mapped, Payload, Report, Timestamp, Why};

/// How a receiver reads messages of SQS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqsReceiver {
    /// Whether the body of an SNS notification is replaced by the message inside it.
    pub sns_unwrap: bool,
}

/// "SQS into the envelope".
///
/// | SQS message | envelope |
/// |---|---|
/// | `MessageId` | identity; `new_id` where it is missing, with `x-bridge.generated-id` |
/// | body | payload; with [`SqsReceiver::sns_unwrap`] the message inside an SNS notification |
/// | message attribute | header of the same name: text or bytes; names beginning with `x-bridge.` are dropped |
/// | attribute `x-bridge.idempotency-key` of type String | lifted to the header of that name |
/// | `Subject` attribute | subject; stays a header, too |
/// | system attributes | headers `sqs.<name>`; `SentTimestamp` is a time and the creation time, `ApproximateReceiveCount` a number |
/// | `MessageDeduplicationId`, `MessageGroupId` | also headers `x-bridge.dedup-id`, `x-bridge.ordering-key` |
#[must_use]
pub fn sqs_to_envelope(
    message: SqsMessage,
    options: &SqsReceiver,
    now: Timestamp,
    new_id: impl FnOnce() -> Identity,
) -> Mapped<Envelope> {
    let mut report = Report::default();
    let mut headers = Headers::new();
    let given = message.message_id.and_then(Identity::new);
    let id = given.unwrap_or_else(|| {
        headers.insert(GENERATED_ID, "true");
        new_id()
    });
    let key = idempotency_key(&message.attributes).map(str::to_string);
    let mut subject = None;
    for (name, attribute) in message.attributes {
        if is_reserved(&name) {
            report.leave_out(name, Why::Reserved);
            continue;
        }
        let value = match attribute.value {
            SqsValue::Text(text) => HeaderValue::Text(text),
            SqsValue::Binary(bytes) => HeaderValue::Bytes(bytes),
        };
        if name == "Subject" {
            subject = value.as_text().map(str::to_string);
        }
        headers.insert(name, value);
    }
    if let Some(key) = key {
        headers.insert(IDEMPOTENCY_KEY, key);
    }
    let mut created_at = now;
    for (name, text) in message.system_attributes {
        let value = system_value(&name, text);
        match (name.as_str(), &value) {
            ("SentTimestamp", HeaderValue::Time(time)) => created_at = *time,
            ("MessageDeduplicationId", HeaderValue::Text(text)) => lift(&mut headers, DEDUP_ID, text),
            ("MessageGroupId", HeaderValue::Text(text)) => lift(&mut headers, ORDERING_KEY, text),
            _ => {}
        }
        let name = format!("sqs.{name}");
        if headers.insert(name.as_str(), value).is_some() {
            report.leave_out(name, Why::Superseded);
        }
    }
    let notification = options.sns_unwrap.then(|| unwrap_sns(&message.body)).flatten();
    let payload: Payload = match notification {
        None => message.body.into(),
        Some(inside) => {
            headers.insert("sns.topic_arn", inside.topic_arn);
            if !inside.subject.is_empty() {
                headers.insert("sns.subject", inside.subject.as_str());
                subject = Some(inside.subject);
            }
            inside.message.into()
        }
    };
    let mut envelope = Envelope::new(id, payload, created_at);
    envelope.set_subject(subject.unwrap_or_default());
    envelope.headers = headers;
    Mapped { value: envelope, report }
}

fn lift(headers: &mut Headers, name: &str, text: &str) {
    if !text.is_empty() {
        headers.insert(name, text);
    }
}

fn system_value(name: &str, text: String) -> HeaderValue {
    match (name, text.parse()) {
        ("SentTimestamp", Ok(millis)) => HeaderValue::Time(Timestamp::from_millis(millis)),
        ("ApproximateReceiveCount", Ok(count)) => HeaderValue::Int(count),
        _ => HeaderValue::Text(text),
    }
}

/// The idempotency key: of type `String` exactly and not empty. The exact name goes first, then the variant in other
/// case that is smallest in byte order.
fn idempotency_key(attributes: &[(String, SqsAttribute)]) -> Option<&str> {
    let texts = attributes.iter().filter_map(|(name, attribute)| {
        let text = attribute.as_text().filter(|text| !text.is_empty() && attribute.data_type == "String")?;
        name.eq_ignore_ascii_case(IDEMPOTENCY_KEY).then_some((name != IDEMPOTENCY_KEY, name, text))
    });
    texts.min_by_key(|(variant, name, _)| (*variant, *name)).map(|(_, _, text)| text)
}
