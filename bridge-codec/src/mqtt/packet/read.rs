//! Packets off the wire.

use alloc::string::ToString;
use bytes::Bytes;
use core::num::NonZeroU16;
use mqtt_protocol_core::mqtt::packet::{Property, v5_0::Publish};

use super::scan::{Parts, malformed, scan};
use super::{MqttPacket, MqttPacketError};
use crate::mqtt::{MAX_METADATA, MqttPublish};
use crate::{Counter, Poison, PoisonClass, Settle};

impl MqttPacket {
    /// Reads a packet, fixed header included and with nothing behind it; the payload is a slice of `packet`.
    ///
    /// User properties come in their order, as often as they are there.
    ///
    /// # Errors
    /// [`MqttPacketError::Malformed`] where MQTT 5 calls the packet malformed or a protocol error;
    /// [`MqttPacketError::Poison`] at more than 128 user properties, or more than 131,072 bytes of topic and properties.
    pub fn decode(packet: &Bytes) -> Result<Self, MqttPacketError> {
        let parts = scan(packet)?;
        let packet_id = NonZeroU16::new(parts.packet_id);
        if let Some(class) = poison(&parts) {
            let poison = Poison { class, settle: Settle::Acked, counter: Counter::MqttIngressPoisonDropped };
            return Err(MqttPacketError::Poison { poison, packet_id });
        }
        let head = packet.get(parts.start..parts.payload).unwrap_or_default();
        let (read, _) = Publish::parse(parts.flags, head.into())
            .map_err(|_| malformed(parts.start, "a property is wrong or there twice"))?;
        let publish = MqttPublish {
            topic: read.topic_name().to_string(),
            qos: (parts.flags >> 1) & 3,
            retain: read.retain(),
            payload: packet.slice(parts.payload..).into(),
            ..MqttPublish::default()
        };
        let mut made = Self { publish, dup: read.dup(), packet_id, ..Self::default() };
        for property in read.props() {
            made.take(property).map_err(|text| malformed(parts.start, text))?;
        }
        if made.publish.topic.is_empty() && made.topic_alias.is_none() {
            return Err(malformed(parts.start, "has neither topic nor Topic Alias"));
        }
        if made.publish.topic.contains(['+', '#']) {
            return Err(malformed(parts.start, "the topic has a wildcard"));
        }
        Ok(made)
    }

    fn take(&mut self, property: &Property) -> Result<(), &'static str> {
        let publish = &mut self.publish;
        match property {
            Property::PayloadFormatIndicator(format) => self.payload_is_text = Some(format.val() != 0),
            Property::MessageExpiryInterval(interval) => {
                publish.message_expiry_interval = Some(interval.val());
            }
            Property::ContentType(kind) => publish.content_type = Some(kind.val().to_string()),
            Property::ResponseTopic(topic) => {
                let topic = topic.val();
                if topic.is_empty() || topic.contains(['+', '#']) {
                    return Err("the Response Topic is empty or has a wildcard");
                }
                publish.response_topic = Some(topic.to_string());
            }
            Property::CorrelationData(data) => publish.correlation_data = Some(data.val().to_vec().into()),
            Property::SubscriptionIdentifier(id) => self.subscription_identifiers.push(id.val()),
            Property::TopicAlias(alias) => {
                self.topic_alias = Some(NonZeroU16::new(alias.val()).ok_or("the Topic Alias is 0")?);
            }
            Property::UserProperty(user) => {
                publish.user_properties.push((user.key().into(), user.val().into()));
            }
            // The scan lets no other property through.
            _ => return Err("is no property of a PUBLISH"),
        }
        Ok(())
    }
}

/// Whether the publish is one that is dropped as a whole, so that nothing of it need be collected.
fn poison(parts: &Parts) -> Option<PoisonClass> {
    if parts.too_many {
        return Some(PoisonClass::UserProperties);
    }
    (parts.metadata > MAX_METADATA).then_some(PoisonClass::Metadata)
}
