//! Names of headers and user properties that belong to MQTT; exact.

/// The topic of a received publish.
pub(super) const TOPIC: &str = "mqtt.topic";
/// The quality of service of a received publish.
pub(super) const QOS: &str = "mqtt.qos";
/// The RETAIN flag of a received publish.
pub(super) const RETAINED: &str = "mqtt.retained";
/// The identity.
pub(super) const MESSAGE_ID: &str = "mqtt.message-id";
/// The adapter's own mark of an identity that it made up; not taken from the wire.
pub(super) const GENERATED: &str = "mqtt.generated-id";
/// The Response Topic.
pub(super) const RESPONSE_TOPIC: &str = "mqtt.response-topic";
/// The subject.
pub(super) const SUBJECT: &str = "gobridge.subject";
