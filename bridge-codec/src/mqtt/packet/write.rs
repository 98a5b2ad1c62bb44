//! Packets onto the wire.

use alloc::vec::Vec;
use mqtt_protocol_core::mqtt::packet::{
    ContentType, CorrelationData, MessageExpiryInterval, PayloadFormat, PayloadFormatIndicator, Properties,
    Property, Qos, ResponseTopic, SubscriptionIdentifier, TopicAlias, UserProperty, v5_0::Publish,
};
use mqtt_protocol_core::mqtt::result_code::MqttError;

use super::{MAX_SUBSCRIPTION_IDENTIFIER, MqttPacket};
use crate::mqtt::send::check_fields;
use crate::mqtt::size::{MAX_REMAINING, remaining_len};
use crate::mqtt::{MqttPublish, MqttText};
use crate::{Code, MapError};

impl MqttPacket {
    /// The bytes of the packet: properties in the order of their identifiers, user properties in their own.
    ///
    /// # Errors
    /// [`Code::PayloadTooLarge`]: a field over 65,535 bytes, or a packet over the largest length of MQTT;
    /// [`Code::InvalidPayload`]: a text that has U+0000 or is not UTF-8; [`Code::InvalidTopic`]: no topic and no alias,
    /// or a wildcard, also in the Response Topic, which cannot be empty either; [`Code::InvalidConfig`]: QoS, DUP
    /// flag, Packet Identifier or a Subscription Identifier that MQTT does not allow.
    pub fn encode(&self) -> Result<Vec<u8>, MapError> {
        let publish = &self.publish;
        check_fields(publish)?;
        self.check_topics()?;
        self.check_flags()?;
        // Each identifier is a byte, and four at most for its value; the alias and the format are three and two.
        let more = self.subscription_identifiers.len().saturating_mul(5).saturating_add(5);
        if remaining_len(publish).saturating_add(more) > MAX_REMAINING {
            return Err(MapError::new(Code::PayloadTooLarge, "packet", "is over the largest length of MQTT"));
        }
        let properties = self.properties()?;
        self.build(properties).map(|packet| packet.to_continuous_buffer()).map_err(|_| refused("packet"))
    }

    fn build(&self, properties: Properties) -> Result<Publish, MqttError> {
        let publish = &self.publish;
        let qos = match publish.qos {
            0 => Qos::AtMostOnce,
            1 => Qos::AtLeastOnce,
            _ => Qos::ExactlyOnce,
        };
        let builder = Publish::builder()
            .topic_name(publish.topic.as_str())?
            .qos(qos)
            .dup(self.dup)
            .retain(publish.retain)
            .props(properties)
            .payload(&*publish.payload);
        match self.packet_id {
            Some(id) => builder.packet_id(id.get()).build(),
            None => builder.build(),
        }
    }

    fn check_topics(&self) -> Result<(), MapError> {
        let refused = |part: &str, text| Err(MapError::new(Code::InvalidTopic, part, text));
        let MqttPublish { topic, response_topic, .. } = &self.publish;
        if topic.is_empty() && self.topic_alias.is_none() {
            return refused("topic", "is missing");
        }
        if topic.contains(['+', '#']) {
            return refused("topic", "has a wildcard");
        }
        if response_topic.as_ref().is_some_and(|topic| topic.is_empty() || topic.contains(['+', '#'])) {
            return refused("Response Topic", "is empty or has a wildcard");
        }
        Ok(())
    }

    fn check_flags(&self) -> Result<(), MapError> {
        let refused = |part: &str, text| Err(MapError::new(Code::InvalidConfig, part, text));
        match (self.publish.qos, self.packet_id) {
            (3.., _) => return refused("qos", "is not 0, 1 or 2"),
            (0, Some(_)) => return refused("Packet Identifier", "stands at QoS 1 and 2 only"),
            (1 | 2, None) => return refused("Packet Identifier", "is missing"),
            (0, None) if self.dup => return refused("DUP", "stands at QoS 1 and 2 only"),
            _ => {}
        }
        let fits = |id: &u32| (1..=MAX_SUBSCRIPTION_IDENTIFIER).contains(id);
        if !self.subscription_identifiers.iter().all(fits) {
            return refused("Subscription Identifier", "is not 1 to 268,435,455");
        }
        Ok(())
    }

    fn properties(&self) -> Result<Properties, MapError> {
        let publish = &self.publish;
        let mut made = Vec::new();
        let mut put = |part: &str, property: Result<Property, MqttError>| -> Result<(), MapError> {
            made.push(property.map_err(|_| refused(part))?);
            Ok(())
        };
        if let Some(is_text) = self.payload_is_text {
            let format = if is_text { PayloadFormat::String } else { PayloadFormat::Binary };
            put(
                "Payload Format Indicator",
                PayloadFormatIndicator::new(format).map(Property::PayloadFormatIndicator),
            )?;
        }
        if let Some(seconds) = publish.message_expiry_interval {
            let interval = MessageExpiryInterval::new(seconds);
            put("Message Expiry Interval", interval.map(Property::MessageExpiryInterval))?;
        }
        if let Some(kind) = publish.content_type.as_deref() {
            put("Content Type", ContentType::new(kind).map(Property::ContentType))?;
        }
        if let Some(topic) = publish.response_topic.as_deref() {
            put("Response Topic", ResponseTopic::new(topic).map(Property::ResponseTopic))?;
        }
        if let Some(data) = publish.correlation_data.as_deref() {
            let data = CorrelationData::new(data.to_vec());
            put("Correlation Data", data.map(Property::CorrelationData))?;
        }
        for id in &self.subscription_identifiers {
            let id = SubscriptionIdentifier::new(*id);
            put("Subscription Identifier", id.map(Property::SubscriptionIdentifier))?;
        }
        if let Some(alias) = self.topic_alias {
            put("Topic Alias", TopicAlias::new(alias.get()).map(Property::TopicAlias))?;
        }
        for (key, value) in &publish.user_properties {
            let user = UserProperty::new(text(key)?, text(value)?);
            put("user property", user.map(Property::UserProperty))?;
        }
        Ok(made)
    }
}

fn text(text: &MqttText) -> Result<&str, MapError> {
    text.as_str().ok_or_else(|| MapError::new(Code::InvalidPayload, "user property", "is not UTF-8"))
}

/// What `mqtt-protocol-core` does not take, though it was checked.
fn refused(part: &str) -> MapError {
    MapError::new(Code::InvalidPayload, part, "is refused")
}
