//! MQTT publishes.

use alloc::{string::String, vec::Vec};

use super::MqttText;
use crate::Payload;

/// A publish of MQTT 5. One of MQTT 3.1.1 has topic, quality of service, RETAIN flag and payload only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MqttPublish {
    /// Topic Name.
    pub topic: String,
    /// Quality of service: 0, 1 or 2.
    pub qos: u8,
    /// The RETAIN flag.
    pub retain: bool,
    /// Application Message.
    pub payload: Payload,
    /// User Properties: the order counts, and names may repeat.
    pub user_properties: Vec<(MqttText, MqttText)>,
    /// Correlation Data.
    pub correlation_data: Option<Payload>,
    /// Content Type.
    pub content_type: Option<String>,
    /// Response Topic.
    pub response_topic: Option<String>,
    /// Message Expiry Interval, in seconds.
    pub message_expiry_interval: Option<u32>,
}
