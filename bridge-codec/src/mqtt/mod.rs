//! MQTT 5; "MQTT 5".

#[cfg(feature = "alloc")]
mod content_hash;
#[cfg(feature = "alloc")]
mod header;
#[cfg(feature = "alloc")]
mod message;
#[cfg(feature = "mqtt")]
pub mod packet;
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
#[cfg(feature = "mqtt")]
pub use packet::{MqttPacket, MqttPacketError};
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

#[cfg(feature = "alloc")]
use header::{GENERATED, MESSAGE_ID, QOS, RESPONSE_TOPIC, RETAINED, SUBJECT, TOPIC};
