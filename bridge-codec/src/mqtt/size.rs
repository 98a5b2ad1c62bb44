//! Sizes of publishes.

use super::{MqttPublish, MqttText};

/// The longest metadata of a publish that a receiver converts.
pub const MAX_METADATA: usize = 131_072;

/// The longest remaining length of an MQTT packet.
pub const MAX_REMAINING: usize = 268_435_455;

/// What the metadata of a publish counts: 13 bytes, the topic, and what each property takes on the wire.
#[must_use]
pub fn metadata_len(publish: &MqttPublish) -> usize {
    publish.topic.len().saturating_add(13).saturating_add(properties_len(publish))
}

/// Bytes of the publish on the wire, fixed header included.
#[must_use]
pub fn packet_len(publish: &MqttPublish) -> usize {
    let rest = remaining_len(publish);
    rest.saturating_add(integer_len(rest)).saturating_add(1)
}

/// Bytes behind the fixed header.
pub(super) fn remaining_len(publish: &MqttPublish) -> usize {
    let packet_id = if publish.qos > 0 { 2 } else { 0 };
    let properties = properties_len(publish);
    [publish.topic.len(), packet_id, integer_len(properties), properties, publish.payload.len()]
        .into_iter()
        .fold(2, usize::saturating_add)
}

/// Bytes of the properties, without their length.
fn properties_len(publish: &MqttPublish) -> usize {
    let user = |(key, value): &(MqttText, MqttText)| key.len().saturating_add(value.len()).saturating_add(5);
    let field = |len: Option<usize>| len.map_or(0, |len| len.saturating_add(3));
    let fields = [
        field(publish.correlation_data.as_ref().map(|data| data.len())),
        field(publish.content_type.as_ref().map(|text| text.len())),
        field(publish.response_topic.as_ref().map(|text| text.len())),
        if publish.message_expiry_interval.is_some() { 5 } else { 0 },
    ];
    publish.user_properties.iter().map(user).chain(fields).fold(0, usize::saturating_add)
}

/// Bytes of a variable byte integer.
const fn integer_len(number: usize) -> usize {
    match number {
        0..=127 => 1,
        128..=16_383 => 2,
        16_384..=2_097_151 => 3,
        _ => 4,
    }
}
