//! "MQTT into the envelope".

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use super::user::{MAX_USER_PROPERTIES, User};
use super::{
    MAX_METADATA, MAX_TEXT, MESSAGE_ID, MqttPublish, QOS, RESPONSE_TOPIC, RETAINED, TOPIC, content_hash,
    is_safe, metadata_len,
};
use crate::names::{CONTENT_TYPE, CORRELATION_DATA, CORRELATION_ID, GENERATED_ID};
use crate::{
    Counter, Envelope, Headers, Identity, Mapped, Poison, PoisonClass, Report, Settle, Timestamp, Why,
};

/// How a receiver reads publishes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MqttReceiver {
    /// The longest payload that is converted.
    pub max_payload_bytes: Option<usize>,
    /// The version of the protocol.
    pub protocol: MqttProtocol,
    /// Where identities of MQTT 3.1.1 come from.
    pub message_id: MqttMessageId,
    /// The client id of the connection, for [`MqttMessageId::ContentHash`].
    pub client_id: String,
    /// The URLs of the brokers, for [`MqttMessageId::ContentHash`].
    pub broker_urls: Vec<String>,
}

/// A version of MQTT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MqttProtocol {
    /// MQTT 5.
    #[default]
    V5,
    /// MQTT 3.1.1: no properties.
    V311,
}

/// Where identities of MQTT 3.1.1 come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MqttMessageId {
    /// A new id for each delivery.
    #[default]
    Random,
    /// A hash of what is in the publish: [`content_hash`].
    ContentHash,
}

/// "MQTT into the envelope".
///
/// | MQTT 5 publish | envelope |
/// |---|---|
/// | user property `mqtt.message-id` | identity, and a header of that name |
/// | Correlation Data, where there is none | identity; `mqtt-bin:<base64>` where it is no safe text |
/// | neither | `new_id`, also in `mqtt.message-id`, with `x-bridge.generated-id` |
/// | payload | payload |
/// | topic, QoS, RETAIN flag | headers `mqtt.topic`, `mqtt.qos`, `mqtt.retained` |
/// | user property `gobridge.subject` | subject, no header |
/// | Content Type, Response Topic | headers `x-bridge.content-type`, `mqtt.response-topic` |
/// | Correlation Data | header `x-bridge.correlation-id` where it is text, else `x-bridge.correlation-data` |
/// | Message Expiry Interval | expiry: receive time plus the interval |
/// | other user properties | headers of the same name, the last of a name; not the bridge's own names nor what is over 256 bytes, no UTF-8 or has control characters |
///
/// # Errors
/// The payload is over the limit; more than 128 user properties; metadata over 131,072 bytes.
pub fn mqtt_to_envelope(
    publish: MqttPublish,
    options: &MqttReceiver,
    now: Timestamp,
    new_id: impl FnOnce() -> Identity,
) -> Result<Mapped<Envelope>, Poison> {
    let poison = |class| Poison { class, settle: Settle::Acked, counter: Counter::MqttIngressPoisonDropped };
    if options.max_payload_bytes.is_some_and(|max| publish.payload.len() > max) {
        return Err(poison(PoisonClass::Payload));
    }
    if publish.user_properties.len() > MAX_USER_PROPERTIES {
        return Err(poison(PoisonClass::UserProperties));
    }
    if metadata_len(&publish) > MAX_METADATA {
        return Err(poison(PoisonClass::Metadata));
    }
    let mut report = Report::default();
    let read = match options.protocol {
        MqttProtocol::V5 => properties(&publish, &mut report),
        MqttProtocol::V311 => hashed(&publish, options, &mut report),
    };
    let Properties { user: User { mut headers, id, subject }, correlation, correlation_id } = read;
    // An identity of its own is a header, too; one from Correlation Data is not.
    if let Some(id) = &id {
        headers.insert(MESSAGE_ID, id.as_str());
    }
    let id = id.or(correlation_id).unwrap_or_else(|| {
        let id = new_id();
        headers.insert(MESSAGE_ID, id.as_str());
        headers.insert(GENERATED_ID, "true");
        id
    });
    if let Some((name, text)) = correlation {
        headers.insert(name, text);
    }
    headers.insert(TOPIC, publish.topic);
    headers.insert(QOS, i64::from(publish.qos));
    headers.insert(RETAINED, publish.retain);
    let mut envelope = Envelope::new(id, publish.payload, now);
    envelope.set_subject(subject);
    envelope.headers = headers;
    if options.protocol == MqttProtocol::V5 {
        envelope.expires_at = publish.message_expiry_interval.map(|seconds| now.plus_seconds(seconds));
    }
    Ok(Mapped { value: envelope, report })
}

/// What the properties of a publish give.
#[derive(Default)]
struct Properties {
    user: User,
    /// The header that Correlation Data becomes.
    correlation: Option<(&'static str, String)>,
    /// The identity that Correlation Data is good for.
    correlation_id: Option<Identity>,
}

fn properties(publish: &MqttPublish, report: &mut Report) -> Properties {
    let mut user = User::read(&publish.user_properties, report);
    native(&mut user.headers, CONTENT_TYPE, "Content Type", publish.content_type.as_deref(), report);
    native(&mut user.headers, RESPONSE_TOPIC, "Response Topic", publish.response_topic.as_deref(), report);
    let mut read = Properties { user, ..Properties::default() };
    match publish.correlation_data.as_deref() {
        None | Some([]) => {}
        Some(data) if data.len() > MAX_TEXT => {
            report.count("Correlation Data", Why::TooLong, Counter::MqttIngressHeaderDropped);
        }
        Some(data) => match core::str::from_utf8(data).ok().filter(|text| is_safe(text)) {
            Some(text) => {
                read.correlation_id = Identity::new(text);
                read.correlation = Some((CORRELATION_ID, text.to_string()));
            }
            None => {
                let text = URL_SAFE_NO_PAD.encode(data);
                read.correlation_id = Identity::new(format!("mqtt-bin:{text}"));
                read.correlation = Some((CORRELATION_DATA, text));
            }
        },
    }
    read
}

/// A native property that becomes a header.
fn native(headers: &mut Headers, name: &str, shown: &str, text: Option<&str>, report: &mut Report) {
    let Some(text) = text else { return };
    let why = match text.len() {
        0..=MAX_TEXT if is_safe(text) => {
            if headers.insert(name, text).is_some() {
                report.leave_out(name, Why::Superseded);
            }
            return;
        }
        0..=MAX_TEXT => Why::Unsafe,
        _ => Why::TooLong,
    };
    report.count(shown, why, Counter::MqttIngressHeaderDropped);
}

/// MQTT 3.1.1 has no properties; what stands in their place is left out.
fn hashed(publish: &MqttPublish, options: &MqttReceiver, report: &mut Report) -> Properties {
    let native = [
        ("Content Type", publish.content_type.is_some()),
        ("Response Topic", publish.response_topic.is_some()),
        ("Correlation Data", publish.correlation_data.is_some()),
        ("Message Expiry Interval", publish.message_expiry_interval.is_some()),
    ];
    for (name, _) in native.into_iter().filter(|(_, is_there)| *is_there) {
        report.leave_out(name, Why::NotInProtocol);
    }
    for (key, _) in &publish.user_properties {
        report.leave_out(key.to_string(), Why::NotInProtocol);
    }
    let mut read = Properties::default();
    if options.message_id == MqttMessageId::ContentHash {
        let hash = content_hash(&options.client_id, &options.broker_urls, &publish.topic, &publish.payload);
        read.user.id = Identity::new(hash);
    }
    read
}
