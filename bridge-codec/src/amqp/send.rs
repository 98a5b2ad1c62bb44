//! "AMQP 1.0 out of the envelope".

use alloc::{format, string::String, vec, vec::Vec};

use super::properties::TEXTS;
use super::{AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpValue, PREFIX};
use crate::names::{is_bridge_to_bridge, is_internal_only, is_reserved};
use crate::{Envelope, HeaderValue, Headers, MapError, Mapped, Report, Timestamp, Transport, Why};

/// How a sender writes messages of AMQP 1.0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmqpSender {
    /// Whether messages are durable; `true` by default.
    pub durable: bool,
    /// The address that was rendered for the message.
    pub address: Option<String>,
    /// The address of the link.
    pub configured_address: Option<String>,
    /// What becomes of reserved names that are neither private nor bridge-to-bridge.
    pub unclassified: Unclassified,
}

impl Default for AmqpSender {
    fn default() -> Self {
        Self { durable: true, address: None, configured_address: None, unclassified: Unclassified::Pass }
    }
}

/// What becomes of reserved names that are neither private nor bridge-to-bridge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unclassified {
    /// They are sent: the page's rule.
    #[default]
    Pass,
    /// They are not sent: gobridge's present sources.
    Drop,
}

/// "AMQP 1.0 out of the envelope".
///
/// | envelope | AMQP 1.0 message |
/// |---|---|
/// | header `amqp10.message-id`, else identity | `message-id` |
/// | payload | one data section |
/// | subject | `subject`; the header `amqp10.subject` is not used |
/// | header `amqp10.correlation-id` | `correlation-id`: text, bytes or a number without sign |
/// | headers `amqp10.content-type`, `.content-encoding`, `.to`, `.reply-to`, `.group-id`, `.reply-to-group-id` | properties of those names: text only |
/// | header `amqp10.group-sequence` | `group-sequence`: a whole number of 32 bits |
/// | header `amqp10.creation-time` that is a time, else creation time | `creation-time` |
/// | expiry, else header `amqp10.absolute-expiry-time` | `absolute-expiry-time` |
/// | sender's durable | header section, where it is true |
/// | other headers | application properties of the same name; not `amqp10.*` nor the private ones |
///
/// # Errors
/// [`Code::InvalidTopic`](crate::Code::InvalidTopic): another address than that of the link.
pub fn envelope_to_amqp(envelope: &Envelope, options: &AmqpSender) -> Result<Mapped<AmqpMessage>, MapError> {
    if let Some(address) = &options.address {
        Transport::Amqp.check(address, options.configured_address.as_deref())?;
    }
    let mut report = Report::default();
    let application = application_properties(&envelope.headers, options.unclassified, &mut report);
    let value = AmqpMessage {
        header: options.durable.then(|| AmqpHeader { durable: Some(true), ..AmqpHeader::default() }),
        properties: Some(properties(envelope, &mut report)),
        application_properties: Some(application).filter(|properties| !properties.is_empty()),
        body: Some(AmqpBody::Data(vec![envelope.payload.clone()])),
    };
    Ok(Mapped { value, report })
}

fn properties(envelope: &Envelope, report: &mut Report) -> AmqpProperties {
    let mut own = Own { headers: &envelope.headers, report };
    let mut made = AmqpProperties {
        message_id: own
            .read("message-id", id)
            .or_else(|| Some(AmqpId::String(envelope.id().as_str().into()))),
        correlation_id: own.read("correlation-id", id),
        subject: envelope.subject().map(String::from),
        group_sequence: own.read("group-sequence", sequence),
        creation_time: own.read("creation-time", time).or(Some(envelope.created_at)),
        absolute_expiry_time: envelope.expires_at.or(own.read("absolute-expiry-time", time)),
        ..AmqpProperties::default()
    };
    for name in TEXTS {
        if let Some(place) = made.text_mut(name) {
            *place = own.read(name, if SYMBOLS.contains(&name) { symbol } else { text });
        }
    }
    made
}

/// Headers that become properties.
struct Own<'e> {
    headers: &'e Headers,
    report: &'e mut Report,
}

impl Own<'_> {
    /// What the header of a property gives; where it is of no use, the report says why.
    fn read<T>(&mut self, name: &str, read: impl FnOnce(&HeaderValue) -> Result<T, Why>) -> Option<T> {
        let name = format!("{PREFIX}{name}");
        let value = read(self.headers.get(&name)?);
        value.map_err(|why| self.report.leave_out(name, why)).ok()
    }
}

/// What AMQP accepts as an id; an empty text is none.
fn id(value: &HeaderValue) -> Result<AmqpId, Why> {
    match value {
        HeaderValue::Text(text) if text.is_empty() => Err(Why::Empty),
        HeaderValue::Text(text) => Ok(AmqpId::String(text.clone())),
        HeaderValue::Bytes(bytes) => Ok(AmqpId::Binary(bytes.clone())),
        HeaderValue::Uint(number) => Ok(AmqpId::Ulong(*number)),
        _ => Err(Why::UnsupportedType),
    }
}

fn text(value: &HeaderValue) -> Result<String, Why> {
    value.as_text().map(String::from).ok_or(Why::NotText)
}

/// The properties that are symbols on the wire.
const SYMBOLS: [&str; 2] = ["content-type", "content-encoding"];

fn symbol(value: &HeaderValue) -> Result<String, Why> {
    text(value).and_then(|text| if text.is_ascii() { Ok(text) } else { Err(Why::Characters) })
}

fn time(value: &HeaderValue) -> Result<Timestamp, Why> {
    match value {
        HeaderValue::Time(time) => Ok(*time),
        _ => Err(Why::UnsupportedType),
    }
}

/// A whole number of 32 bits; another one is left out, never wrapped.
fn sequence(value: &HeaderValue) -> Result<u32, Why> {
    value.as_whole().and_then(|number| u32::try_from(number).ok()).ok_or(Why::OutOfRange)
}

fn application_properties(
    headers: &Headers,
    unclassified: Unclassified,
    report: &mut Report,
) -> Vec<(String, AmqpValue)> {
    let mut properties = Vec::new();
    for (name, value) in headers.iter() {
        let drop = unclassified == Unclassified::Drop;
        if let Some(own) = name.strip_prefix(PREFIX) {
            if !is_property(own) {
                report.leave_out(name, Why::TransportName);
            }
        } else if is_internal_only(name) {
            report.leave_out(name, Why::Private);
        } else if drop && is_reserved(name) && !is_bridge_to_bridge(name) {
            report.leave_out(name, Why::Reserved);
        } else {
            properties.push((name.into(), typed(value)));
        }
    }
    properties
}

/// Whether a header behind `amqp10.` has a place among the properties.
fn is_property(name: &str) -> bool {
    const OTHERS: [&str; 5] =
        ["message-id", "correlation-id", "group-sequence", "creation-time", "absolute-expiry-time"];
    TEXTS.contains(&name) || OTHERS.contains(&name)
}

fn typed(value: &HeaderValue) -> AmqpValue {
    match value {
        HeaderValue::Text(text) => AmqpValue::String(text.clone()),
        HeaderValue::Int(number) => AmqpValue::Long(*number),
        HeaderValue::Uint(number) => AmqpValue::Ulong(*number),
        HeaderValue::Float(number) => AmqpValue::Double(*number),
        HeaderValue::Bool(value) => AmqpValue::Boolean(*value),
        HeaderValue::Time(time) => AmqpValue::Timestamp(*time),
        HeaderValue::Bytes(bytes) => AmqpValue::Binary(bytes.clone()),
        HeaderValue::Null => AmqpValue::Null,
    }
}
