//! "BlazingMQ into the envelope".

use super::{BmqMessage, BmqValue, PREFIX};
use crate::names::GENERATED_ID;
use crate::own::Incoming;
use crate::{Envelope, HeaderValue, Identity, Mapped, Report, Timestamp, Why, amqp};

/// BlazingMQ into the envelope.
///
/// | BlazingMQ PUSH | envelope |
/// |---|---|
/// | property `gobridge.message-id` (STRING) | identity |
/// | GUID, where there is no such property | identity: 32 upper-case hexadecimal digits |
/// | neither | `new_id`, with `x-bridge.generated-id` |
/// | GUID | header `bmq.guid` |
/// | payload | payload |
/// | property `gobridge.subject` (STRING) | subject, no header |
/// | other properties | headers of the same name: BOOL true/false, CHAR, SHORT, INT32, INT64 numbers, STRING text (bytes where it is not UTF-8), BINARY bytes; names beginning with `x-bridge.` or `bmq.`, and those not UTF-8, are dropped |
/// | queue URI | header `bmq.queue`; not the subject |
/// | receive time | creation time: BlazingMQ has none |
#[must_use]
pub fn bmq_to_envelope(
    message: BmqMessage,
    now: Timestamp,
    new_id: impl FnOnce() -> Identity,
) -> Mapped<Envelope> {
    let mut report = Report::default();
    let mut incoming = Incoming::default();
    for (name, value) in message.properties {
        match name.as_str() {
            Some(name) => incoming.take(name, header(value), PREFIX, &mut report),
            None => report.leave_out(alloc::string::ToString::to_string(&name), Why::Unsafe),
        }
    }
    let Incoming { mut headers, id, subject } = incoming;
    let guid = message.guid.map(|guid| amqp::hex(&guid).to_ascii_uppercase());
    if let Some(guid) = &guid {
        headers.insert("bmq.guid", guid.as_str());
    }
    if let Some(queue) = message.queue {
        headers.insert("bmq.queue", queue);
    }
    let id = id.or_else(|| guid.and_then(Identity::new)).unwrap_or_else(|| {
        headers.insert(GENERATED_ID, "true");
        new_id()
    });
    let mut envelope = Envelope::new(id, message.payload, now);
    envelope.set_subject(subject);
    envelope.headers = headers;
    Mapped { value: envelope, report }
}

fn header(value: BmqValue) -> HeaderValue {
    match value {
        BmqValue::Bool(value) => HeaderValue::Bool(value),
        BmqValue::Char(number) => HeaderValue::Int(number.into()),
        BmqValue::Short(number) => HeaderValue::Int(number.into()),
        BmqValue::Int32(number) => HeaderValue::Int(number.into()),
        BmqValue::Int64(number) => HeaderValue::Int(number),
        BmqValue::String(text) => match text.as_str() {
            Some(text) => text.into(),
            None => HeaderValue::Bytes(text.as_bytes().to_vec().into()),
        },
        BmqValue::Binary(bytes) => HeaderValue::Bytes(bytes),
    }
}
