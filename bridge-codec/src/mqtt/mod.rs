//! MQTT 5; "MQTT 5".

#[cfg(feature = "alloc")]
mod content_hash;
#[cfg(feature = "alloc")]
mod message;
mod reason;
#[cfg(feature = "alloc")]
mod receive;
#[cfg(feature = "alloc")]
mod send;
#[cfg(feature = "alloc")]
mod size;
#[cfg(feature = "alloc")]
mod text;
#[cfg(feature = "alloc")]
mod user;

#[cfg(feature = "alloc")]
pub use content_hash::content_hash;
#[cfg(feature = "alloc")]
pub use message::MqttPublish;
pub use reason::{disconnect_reason, publish_reason};
#[cfg(feature = "alloc")]
pub use receive::{MqttMessageId, MqttProtocol, MqttReceiver, mqtt_to_envelope};
#[cfg(feature = "alloc")]
pub use send::{MAX_FIELD, MqttSender, envelope_to_mqtt};
#[cfg(feature = "alloc")]
pub use size::{MAX_METADATA, MAX_REMAINING, metadata_len, packet_len};
#[cfg(feature = "alloc")]
pub use text::{MAX_TEXT, MqttText, is_safe};
#[cfg(feature = "alloc")]
pub use user::MAX_USER_PROPERTIES;

/// The topic of a received publish.
pub(crate) const TOPIC: &str = "mqtt.topic";
/// The quality of service of a received publish.
pub(crate) const QOS: &str = "mqtt.qos";
/// The RETAIN flag of a received publish.
pub(crate) const RETAINED: &str = "mqtt.retained";
/// The identity.
pub(crate) const MESSAGE_ID: &str = "mqtt.message-id";
/// The adapter's own mark of an identity that it made up; not taken from the wire.
pub(crate) const GENERATED: &str = "mqtt.generated-id";
/// The Response Topic.
pub(crate) const RESPONSE_TOPIC: &str = "mqtt.response-topic";
/// The subject.
pub(crate) const SUBJECT: &str = "gobridge.subject";
