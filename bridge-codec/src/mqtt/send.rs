//! "MQTT out of the envelope".

use alloc::{string::String, vec::Vec};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use super::size::{MAX_REMAINING, packet_len, remaining_len};
use super::{MESSAGE_ID, MqttPublish, MqttText, QOS, RESPONSE_TOPIC, RETAINED, SUBJECT, TOPIC};
use crate::names::{CONTENT_TYPE, CORRELATION_DATA, CORRELATION_ID, is_internal_only};
use crate::{Code, Counter, Envelope, Headers, MapError, Mapped, Payload, Report, Timestamp, Transport, Why};

/// The longest topic, property, key or value on the wire.
pub const MAX_FIELD: usize = 65_535;

/// How a sender writes publishes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MqttSender {
    /// The address that was rendered for the message: its topic.
    pub address: Option<String>,
    /// The topic of messages without an address.
    pub default_topic: Option<String>,
    /// Quality of service of all messages: 0, 1 or 2.
    pub qos: u8,
    /// The RETAIN flag of all messages.
    pub retain: bool,
    /// The broker's Maximum Packet Size.
    pub max_packet_size: Option<usize>,
}

/// "MQTT out of the envelope".
///
/// | envelope | MQTT 5 publish |
/// |---|---|
/// | identity | user property `mqtt.message-id`, the first one; a header of that name is ignored |
/// | payload | payload |
/// | subject | user property `gobridge.subject`, where there is one |
/// | address, else the sender's default topic | topic |
/// | sender's settings | QoS, RETAIN flag |
/// | `x-bridge.correlation-data`, else `x-bridge.correlation-id` | Correlation Data |
/// | `x-bridge.content-type`, `mqtt.response-topic` | Content Type, Response Topic |
/// | expiry | Message Expiry Interval: whole seconds that are left, one at least |
/// | other text headers | user properties of the same name; not `mqtt.topic`, `mqtt.qos`, `mqtt.retained` nor the private ones; others than text are counted |
///
/// # Errors
/// [`Code::InvalidTopic`]: no topic, or one with a wildcard; [`Code::PayloadTooLarge`]: a field over 65,535 bytes, or
/// the packet over the broker's maximum; [`Code::InvalidPayload`]: U+0000 in a text; [`Code::InvalidConfig`].
pub fn envelope_to_mqtt(
    envelope: &Envelope,
    options: &MqttSender,
    now: Timestamp,
) -> Result<Mapped<MqttPublish>, MapError> {
    if options.qos > 2 {
        return Err(MapError::new(Code::InvalidConfig, "qos", "is not 0, 1 or 2"));
    }
    let mut report = Report::default();
    let headers = &envelope.headers;
    let publish = MqttPublish {
        topic: topic(options)?.into(),
        qos: options.qos,
        retain: options.retain,
        payload: envelope.payload.clone(),
        user_properties: user_properties(envelope, &mut report),
        correlation_data: correlation(headers, &mut report),
        content_type: native(headers, CONTENT_TYPE, &mut report),
        response_topic: response_topic(headers, &mut report),
        message_expiry_interval: envelope.expires_at.map(|expiry| seconds_left(expiry, now)),
    };
    check_fields(&publish)?;
    check_topic(&publish.topic)?;
    check_size(&publish, options.max_packet_size)?;
    Ok(Mapped { value: publish, report })
}

fn topic(options: &MqttSender) -> Result<&str, MapError> {
    let topic = options.address.as_deref().filter(|address| !address.is_empty());
    let topic = topic.or(options.default_topic.as_deref()).unwrap_or_default();
    if topic.is_empty() {
        return Err(MapError::new(Code::InvalidTopic, "topic", "is missing"));
    }
    Ok(topic)
}

/// The text of a header that has a place of its own.
fn native(headers: &Headers, name: &str, report: &mut Report) -> Option<String> {
    let value = headers.get(name)?;
    if value.as_text().is_none() {
        report.leave_out(name, Why::NotText);
    }
    value.as_text().map(String::from)
}

/// A topic for answers; an empty one or a wildcard would be an error of the protocol.
fn response_topic(headers: &Headers, report: &mut Report) -> Option<String> {
    let topic = native(headers, RESPONSE_TOPIC, report)?;
    let why = match topic.as_str() {
        "" => Why::Empty,
        topic if topic.contains(['+', '#']) => Why::Characters,
        _ => return Some(topic),
    };
    report.leave_out(RESPONSE_TOPIC, why);
    None
}

/// Identity, subject, then headers by name.
fn user_properties(envelope: &Envelope, report: &mut Report) -> Vec<(MqttText, MqttText)> {
    let mut properties: Vec<(MqttText, MqttText)> = Vec::new();
    properties.push((MESSAGE_ID.into(), envelope.id().as_str().into()));
    if let Some(subject) = envelope.subject() {
        properties.push((SUBJECT.into(), subject.into()));
    }
    for (name, value) in envelope.headers.iter() {
        match name {
            MESSAGE_ID | SUBJECT | TOPIC | RETAINED | QOS => report.leave_out(name, Why::TransportName),
            // These have a place of their own.
            CORRELATION_ID | CORRELATION_DATA | CONTENT_TYPE | RESPONSE_TOPIC => {}
            _ if is_internal_only(name) => report.leave_out(name, Why::Private),
            _ => match value.as_text() {
                Some(text) => properties.push((name.into(), text.into())),
                None => report.count(name, Why::NotText, Counter::MqttNonStringHeaderDropped),
            },
        }
    }
    properties
}

fn correlation(headers: &Headers, report: &mut Report) -> Option<Payload> {
    if let Some(data) = headers.get(CORRELATION_DATA) {
        let decoded = data.as_text().and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        match decoded.filter(|bytes| !bytes.is_empty()) {
            Some(bytes) => {
                if headers.get(CORRELATION_ID).is_some() {
                    report.leave_out(CORRELATION_ID, Why::Superseded);
                }
                return Some(bytes.into());
            }
            None => report.count(CORRELATION_DATA, Why::Undecodable, Counter::MqttNonStringHeaderDropped),
        }
    }
    let id = native(headers, CORRELATION_ID, report).filter(|id| !id.is_empty())?;
    Some(id.into_bytes().into())
}

/// Whole seconds until the expiry: one at least, since none would make the message live for ever.
fn seconds_left(expiry: Timestamp, now: Timestamp) -> u32 {
    u32::try_from(expiry.millis_since(now) / 1000).unwrap_or(u32::MAX).max(1)
}

/// Nothing is cut short, and nothing is sent for which a broker breaks the connection.
pub(super) fn check_fields(publish: &MqttPublish) -> Result<(), MapError> {
    let refused =
        |code, part: &str, text| Err(MapError::new(code, part, text).counted(Counter::MqttEgressRejected));
    let correlation = publish.correlation_data.as_ref().map_or(0, |data| data.len());
    if correlation > MAX_FIELD {
        return refused(Code::PayloadTooLarge, "Correlation Data", "is over 65,535 bytes");
    }
    let native = [
        ("topic", Some(&publish.topic)),
        ("Content Type", publish.content_type.as_ref()),
        ("Response Topic", publish.response_topic.as_ref()),
    ];
    let native = native.into_iter().filter_map(|(part, text)| Some((part, text?.as_bytes())));
    let user = publish.user_properties.iter();
    let user = user
        .flat_map(|(key, value)| [("user property", key.as_bytes()), ("user property", value.as_bytes())]);
    for (part, text) in native.chain(user) {
        if text.len() > MAX_FIELD {
            return refused(Code::PayloadTooLarge, part, "is over 65,535 bytes");
        }
        if text.contains(&0) {
            return refused(Code::InvalidPayload, part, "has U+0000");
        }
        if core::str::from_utf8(text).is_err() {
            return refused(Code::InvalidPayload, part, "is not UTF-8");
        }
    }
    Ok(())
}

fn check_topic(topic: &str) -> Result<(), MapError> {
    Transport::Mqtt.check(topic, None)
}

fn check_size(publish: &MqttPublish, max: Option<usize>) -> Result<(), MapError> {
    let fits = match max {
        Some(max) => packet_len(publish) <= max,
        None => true,
    };
    if fits && remaining_len(publish) <= MAX_REMAINING {
        return Ok(());
    }
    Err(MapError::new(Code::PayloadTooLarge, "packet", "is over the broker's maximum"))
}
