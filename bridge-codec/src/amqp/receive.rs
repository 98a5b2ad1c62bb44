//! "AMQP 1.0 into the envelope".

use alloc::{string::String, vec::Vec};

use super::{AmqpBody, AmqpMessage, AmqpProperties, AmqpValue, PREFIX, lift::lifted, print};
use crate::names::{AMQP_DELIVERY_COUNT, GENERATED_ID, LIFTED, is_reserved};
use crate::{
    Counter, Envelope, HeaderValue, Headers, Identity, Mapped, Payload, Poison, PoisonClass, Report, Settle,
    Timestamp, Why,
};

/// How a receiver reads messages of AMQP 1.0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AmqpReceiver {
    /// The address of the link; never becomes a subject.
    pub link_address: Option<String>,
}

/// "AMQP 1.0 into the envelope".
///
/// | AMQP 1.0 message | envelope |
/// |---|---|
/// | `message-id` | identity as text, and header `amqp10.message-id`; `new_id` where it is missing, with `x-bridge.generated-id` |
/// | body | payload: data sections joined, or a value that is text or binary |
/// | `subject` | subject, and header `amqp10.subject` |
/// | other properties but `user-id` | headers `amqp10.<name>` |
/// | `creation-time` | creation time, too |
/// | `absolute-expiry-time`, else `ttl` above 0 behind the receive time | expiry |
/// | `delivery-count` | header `amqp10.delivery-count`, where there is a header section |
/// | application properties | headers of the same name; binary becomes hex text, UUIDs and symbols text; names beginning with `x-bridge.` or `amqp10.` are dropped |
/// | application properties `x-bridge.idempotency-key`, `.dedup-id`, `.ordering-key` that are text | lifted to the headers of those names |
///
/// # Errors
/// The body is not bytes: the message is rejected at the broker.
pub fn amqp_to_envelope(
    message: AmqpMessage,
    _options: &AmqpReceiver,
    now: Timestamp,
    new_id: impl FnOnce() -> Identity,
) -> Result<Mapped<Envelope>, Poison> {
    let payload = payload(message.body)?;
    let mut report = Report::default();
    let mut headers = Headers::new();
    application_properties(message.application_properties.unwrap_or_default(), &mut headers, &mut report);
    let properties = message.properties.unwrap_or_default();
    let given = properties.message_id.as_ref().map(print::id).and_then(Identity::new);
    let id = given.unwrap_or_else(|| {
        headers.insert(GENERATED_ID, "true");
        new_id()
    });
    let mut envelope = Envelope::new(id, payload, properties.creation_time.unwrap_or(now));
    envelope.set_subject(properties.subject.as_deref().unwrap_or_default());
    envelope.expires_at = properties.absolute_expiry_time;
    if let Some(header) = message.header {
        headers.insert(AMQP_DELIVERY_COUNT, u64::from(header.delivery_count.unwrap_or(0)));
        if let Some(ttl @ 1..) = header.ttl {
            envelope.expires_at = envelope.expires_at.or(Some(now.plus_millis(ttl.into())));
        }
    }
    if properties.user_id.is_some() {
        report.leave_out("user-id", Why::TransportName);
    }
    AmqpProperties::into_headers(properties, &mut headers);
    envelope.headers = headers;
    Ok(Mapped { value: envelope, report })
}

fn payload(body: Option<AmqpBody>) -> Result<Payload, Poison> {
    match body {
        None => Ok(Payload::default()),
        Some(AmqpBody::Data(mut sections)) => Ok(match sections.len() {
            // One section is the rule: it is not copied.
            0 | 1 => sections.pop().unwrap_or_default(),
            _ => sections.iter().fold(Vec::new(), joined).into(),
        }),
        Some(AmqpBody::Value(AmqpValue::Binary(bytes))) => Ok(bytes),
        Some(AmqpBody::Value(AmqpValue::String(text))) => Ok(text.into()),
        Some(AmqpBody::Value(_) | AmqpBody::Sequence(_)) => Err(Poison {
            class: PoisonClass::Body,
            settle: Settle::Rejected,
            counter: Counter::Amqp10IngressRejected,
        }),
    }
}

fn joined(mut all: Vec<u8>, section: &Payload) -> Vec<u8> {
    all.extend_from_slice(section);
    all
}

fn application_properties(properties: Vec<(String, AmqpValue)>, headers: &mut Headers, report: &mut Report) {
    for name in LIFTED {
        if let Some(text) = lifted(&properties, name) {
            headers.insert(name, text);
        }
    }
    for (name, value) in properties {
        if is_reserved(&name) {
            report.leave_out(name, Why::Reserved);
        } else if name.starts_with(PREFIX) {
            report.leave_out(name, Why::TransportName);
        } else {
            headers.insert(name, header(value));
        }
    }
}

/// The number that reads as a `float` does: 0.1, and not what 0.1 is in 32 bits.
fn widened(number: f32) -> f64 {
    alloc::format!("{number}").parse().unwrap_or_else(|_| number.into())
}

/// The header that an application property becomes.
fn header(value: AmqpValue) -> HeaderValue {
    match value {
        AmqpValue::Null => HeaderValue::Null,
        AmqpValue::Boolean(value) => HeaderValue::Bool(value),
        AmqpValue::Ubyte(number) => HeaderValue::Uint(number.into()),
        AmqpValue::Ushort(number) => HeaderValue::Uint(number.into()),
        AmqpValue::Uint(number) => HeaderValue::Uint(number.into()),
        AmqpValue::Ulong(number) => HeaderValue::Uint(number),
        AmqpValue::Byte(number) => HeaderValue::Int(number.into()),
        AmqpValue::Short(number) => HeaderValue::Int(number.into()),
        AmqpValue::Int(number) => HeaderValue::Int(number.into()),
        AmqpValue::Long(number) => HeaderValue::Int(number),
        AmqpValue::Float(number) => HeaderValue::Float(widened(number)),
        AmqpValue::Double(number) => HeaderValue::Float(number),
        AmqpValue::Timestamp(time) => HeaderValue::Time(time),
        AmqpValue::String(text) | AmqpValue::Symbol(text) => HeaderValue::Text(text),
        other => HeaderValue::Text(print::value(&other)),
    }
}
