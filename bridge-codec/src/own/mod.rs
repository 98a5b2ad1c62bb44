//! What Fila, BlazingMQ and MessageX have in common as sides of the bridge: rules of this crate, since gobridge's page does not
//! have them. They follow those of MQTT.

use alloc::string::{String, ToString};

use crate::names::{is_internal_only, is_reserved};
use crate::{Code, Envelope, HeaderValue, Headers, Identity, MapError, Report, Why, sqs};

/// The identity as another bridge, or a publisher, names it.
pub(crate) const MESSAGE_ID: &str = "gobridge.message-id";
/// The subject.
pub(crate) const SUBJECT: &str = "gobridge.subject";

/// Headers of a received message, while they are read.
#[derive(Debug, Default)]
pub(crate) struct Incoming {
    pub(crate) headers: Headers,
    pub(crate) id: Option<Identity>,
    pub(crate) subject: String,
}

impl Incoming {
    /// Takes a header in: the last one of a name counts. `prefix` is that of the side's own headers.
    pub(crate) fn take(&mut self, name: &str, value: HeaderValue, prefix: &str, report: &mut Report) {
        if is_reserved(name) {
            report.leave_out(name, Why::Reserved);
        } else if name.starts_with(prefix) {
            report.leave_out(name, Why::TransportName);
        } else if name == SUBJECT || name == MESSAGE_ID {
            match value.as_text() {
                None => report.leave_out(name, Why::NotText),
                Some("") => report.leave_out(name, Why::Empty),
                Some(text) if name == SUBJECT => self.subject = text.to_string(),
                Some(text) => self.id = Identity::new(text),
            }
        } else if self.headers.insert(name, value).is_some() {
            report.leave_out(name, Why::Superseded);
        }
    }
}

/// The headers that go out under their own names.
pub(crate) fn outgoing<'e>(
    envelope: &'e Envelope,
    prefix: &str,
    report: &mut Report,
) -> alloc::vec::Vec<(&'e str, &'e HeaderValue)> {
    let mut kept = alloc::vec::Vec::new();
    for (name, value) in envelope.headers.iter() {
        let why = match name {
            MESSAGE_ID | SUBJECT => Why::TransportName,
            _ if is_internal_only(name) => Why::Private,
            _ if name.starts_with(prefix) => {
                // What of these has a place of its own is read there.
                continue;
            }
            _ => {
                kept.push((name, value));
                continue;
            }
        };
        report.leave_out(name, why);
    }
    kept
}

/// A header as text, where it has a form; as SQS attributes have it.
pub(crate) fn as_text(value: &HeaderValue) -> Result<String, Why> {
    Ok(match value {
        HeaderValue::Text(text) => text.clone(),
        HeaderValue::Bool(value) => value.to_string(),
        HeaderValue::Int(number) => number.to_string(),
        HeaderValue::Uint(number) => number.to_string(),
        HeaderValue::Float(number) => sqs::float_text(*number),
        HeaderValue::Time(time) => time.to_string(),
        HeaderValue::Bytes(_) | HeaderValue::Null => return Err(Why::UnsupportedType),
    })
}

/// The queue: the address of the message, else the sender's own.
pub(crate) fn queue(address: Option<&str>, default: Option<&str>) -> Result<String, MapError> {
    let queue = address.filter(|address| !address.is_empty()).or(default).unwrap_or_default();
    if queue.is_empty() {
        return Err(MapError::new(Code::InvalidTopic, "queue", "is missing"));
    }
    Ok(queue.to_string())
}
