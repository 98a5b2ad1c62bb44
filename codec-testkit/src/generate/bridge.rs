//! Messages of the bridge's transports, envelopes and routes, from the bytes of a fuzzer.

use arbitrary::{Result, Unstructured};
use bridge_codec::{
    AmqpArray, AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpValue, DeliveryMode, Envelope,
    HeaderValue, Identity, Lifted, MqttPublish, MqttText, Payload, RetryHeaders, Route, SqsAttribute,
    SqsMessage, Timestamp, names,
};

/// Names that mean something to one of the transports.
const KNOWN: [&str; 14] = [
    "Subject",
    "amqp10.group-sequence",
    "amqp10.message-id",
    "amqp10.to",
    "amqp10.x",
    "gobridge.message-id",
    "gobridge.subject",
    "mqtt.generated-id",
    "mqtt.message-id",
    "mqtt.response-topic",
    "mqtt.topic",
    "sqs.SentTimestamp",
    "sqs.x",
    "a..b",
];

/// A received message of one of the transports.
#[derive(Clone, Debug)]
pub enum Received {
    /// Of AWS SQS.
    Sqs(SqsMessage),
    /// Of MQTT 5.
    Mqtt(MqttPublish),
    /// Of AMQP 1.0.
    Amqp(AmqpMessage),
    /// Of none: an envelope as it is.
    Envelope(Envelope),
}

/// A received message of any side.
///
/// # Errors
/// When the bytes are used up.
pub fn received(u: &mut Unstructured<'_>) -> Result<Received> {
    Ok(match u.int_in_range(0..=3)? {
        0 => Received::Sqs(sqs(u)?),
        1 => Received::Mqtt(publish(u)?),
        2 => Received::Amqp(amqp(u)?),
        _ => Received::Envelope(envelope(u)?),
    })
}

/// A route with any rules.
///
/// # Errors
/// When the bytes are used up.
pub fn route(u: &mut Unstructured<'_>) -> Result<Route> {
    let source = *u.choose(&[None, Some("sqs"), Some("mqtt"), Some("amqp10"), Some("")])?;
    Ok(Route {
        trust_bridge_headers: u.arbitrary()?,
        source: source.map(String::from),
        route_id: "route".into(),
        instance_id: "bridge".into(),
        delivery_mode: if u.arbitrary()? { DeliveryMode::SharedOutbox } else { DeliveryMode::DirectHold },
        retry_headers: if u.arbitrary()? { RetryHeaders::Strip } else { RetryHeaders::Keep },
        lifted: if u.arbitrary()? { Lifted::Keep } else { Lifted::Strip },
        ..Route::default()
    })
}

fn name(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match u.int_in_range(0..=5)? {
        0 => (*u.choose(&KNOWN)?).into(),
        1 => (*u.choose(&names::INTERNAL_ONLY)?).into(),
        2 => (*u.choose(&names::BRIDGE_TO_BRIDGE)?).into(),
        3 => u.choose(&names::BRIDGE_TO_BRIDGE)?.to_uppercase(),
        _ => u.arbitrary()?,
    })
}

/// A list of up to `most` items.
fn several<T>(
    u: &mut Unstructured<'_>,
    most: usize,
    mut item: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..u.int_in_range(0..=most)?).map(|_| item(u)).collect()
}

fn maybe<T>(
    u: &mut Unstructured<'_>,
    item: impl FnOnce(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Option<T>> {
    if u.arbitrary()? { item(u).map(Some) } else { Ok(None) }
}

fn bytes(u: &mut Unstructured<'_>) -> Result<Payload> {
    Ok(u.arbitrary::<Vec<u8>>()?.into())
}

fn time(u: &mut Unstructured<'_>) -> Result<Timestamp> {
    u.arbitrary().map(Timestamp::from_millis)
}

fn sqs(u: &mut Unstructured<'_>) -> Result<SqsMessage> {
    let system = ["SentTimestamp", "ApproximateReceiveCount", "MessageGroupId", "MessageDeduplicationId"];
    Ok(SqsMessage {
        message_id: u.arbitrary()?,
        body: u.arbitrary()?,
        attributes: several(u, 12, |u| {
            let attribute = match u.int_in_range(0..=2)? {
                0 => SqsAttribute::string(u.arbitrary::<String>()?),
                1 => SqsAttribute::number(u.arbitrary::<i64>()?.to_string()),
                _ => SqsAttribute::binary(bytes(u)?),
            };
            Ok((name(u)?, attribute))
        })?,
        system_attributes: several(u, 4, |u| Ok(((*u.choose(&system)?).into(), u.arbitrary()?)))?,
        ..SqsMessage::default()
    })
}

fn publish(u: &mut Unstructured<'_>) -> Result<MqttPublish> {
    Ok(MqttPublish {
        topic: u.arbitrary()?,
        qos: u.int_in_range(0..=2)?,
        retain: u.arbitrary()?,
        payload: bytes(u)?,
        user_properties: several(u, 130, |u| {
            let value = if u.arbitrary()? {
                MqttText::from(u.arbitrary::<String>()?)
            } else {
                MqttText::from(u.arbitrary::<Vec<u8>>()?)
            };
            Ok((name(u)?.into(), value))
        })?,
        correlation_data: maybe(u, bytes)?,
        content_type: u.arbitrary()?,
        response_topic: u.arbitrary()?,
        message_expiry_interval: u.arbitrary()?,
    })
}

fn amqp(u: &mut Unstructured<'_>) -> Result<AmqpMessage> {
    Ok(AmqpMessage {
        header: maybe(u, |u| {
            Ok(AmqpHeader {
                durable: u.arbitrary()?,
                priority: u.arbitrary()?,
                ttl: u.arbitrary()?,
                first_acquirer: u.arbitrary()?,
                delivery_count: u.arbitrary()?,
            })
        })?,
        properties: maybe(u, |u| {
            Ok(AmqpProperties {
                message_id: maybe(u, id)?,
                user_id: maybe(u, bytes)?,
                to: u.arbitrary()?,
                subject: u.arbitrary()?,
                reply_to: u.arbitrary()?,
                correlation_id: maybe(u, id)?,
                content_type: u.arbitrary()?,
                content_encoding: u.arbitrary()?,
                absolute_expiry_time: maybe(u, time)?,
                creation_time: maybe(u, time)?,
                group_id: u.arbitrary()?,
                group_sequence: u.arbitrary()?,
                reply_to_group_id: u.arbitrary()?,
            })
        })?,
        application_properties: maybe(u, |u| several(u, 12, |u| Ok((name(u)?, value(u, 4)?))))?,
        body: maybe(u, |u| {
            Ok(match u.int_in_range(0..=3)? {
                0 => AmqpBody::Value(value(u, 4)?),
                1 => AmqpBody::Sequence(several(u, 3, |u| several(u, 3, |u| value(u, 4)))?),
                _ => AmqpBody::Data(several(u, 3, bytes)?),
            })
        })?,
    })
}

fn id(u: &mut Unstructured<'_>) -> Result<AmqpId> {
    Ok(match u.int_in_range(0..=3)? {
        0 => AmqpId::String(u.arbitrary()?),
        1 => AmqpId::Uuid(u.arbitrary()?),
        2 => AmqpId::Ulong(u.arbitrary()?),
        _ => AmqpId::Binary(bytes(u)?),
    })
}

/// A value of any type, that holds others to this depth.
fn value(u: &mut Unstructured<'_>, depth: u8) -> Result<AmqpValue> {
    let kinds = if depth == 0 { 20 } else { 24 };
    Ok(match u.int_in_range(0..=kinds)? {
        0 => AmqpValue::Null,
        1 => AmqpValue::Boolean(u.arbitrary()?),
        2 => AmqpValue::Ubyte(u.arbitrary()?),
        3 => AmqpValue::Ushort(u.arbitrary()?),
        4 => AmqpValue::Uint(u.arbitrary()?),
        5 => AmqpValue::Ulong(u.arbitrary()?),
        6 => AmqpValue::Byte(u.arbitrary()?),
        7 => AmqpValue::Short(u.arbitrary()?),
        8 => AmqpValue::Int(u.arbitrary()?),
        9 => AmqpValue::Long(u.arbitrary()?),
        10 => AmqpValue::Float(u.arbitrary()?),
        11 => AmqpValue::Double(u.arbitrary()?),
        12 => AmqpValue::Decimal32(u.arbitrary()?),
        13 => AmqpValue::Decimal64(u.arbitrary()?),
        14 => AmqpValue::Decimal128(u.arbitrary()?),
        15 => AmqpValue::Char(u.arbitrary()?),
        16 => AmqpValue::Timestamp(time(u)?),
        17 => AmqpValue::Uuid(u.arbitrary()?),
        18 => AmqpValue::Binary(bytes(u)?),
        19 => AmqpValue::String(u.arbitrary()?),
        20 => AmqpValue::Symbol(u.arbitrary()?),
        21 => AmqpValue::List(several(u, 4, |u| value(u, depth - 1))?),
        22 => AmqpValue::Map(several(u, 4, |u| Ok((value(u, depth - 1)?, value(u, depth - 1)?)))?),
        23 => AmqpValue::Array(Box::new(AmqpArray {
            descriptors: several(u, 2, |u| value(u, 0))?,
            items: several(u, 4, |u| value(u, depth - 1))?,
        })),
        _ => AmqpValue::Described(Box::new((value(u, depth - 1)?, value(u, depth - 1)?))),
    })
}

fn envelope(u: &mut Unstructured<'_>) -> Result<Envelope> {
    let id = Identity::new(u.arbitrary::<String>()?).ok_or(arbitrary::Error::IncorrectFormat)?;
    let payload = if u.arbitrary()? { bytes(u)? } else { u.arbitrary::<String>()?.into() };
    let mut envelope = Envelope::new(id, payload, time(u)?);
    envelope.set_subject(u.arbitrary::<String>()?);
    envelope.expires_at = maybe(u, time)?;
    envelope.headers = several(u, 20, |u| Ok((name(u)?, header(u)?)))?.into_iter().collect();
    Ok(envelope)
}

fn header(u: &mut Unstructured<'_>) -> Result<HeaderValue> {
    Ok(match u.int_in_range(0..=8)? {
        0 => HeaderValue::Int(u.arbitrary()?),
        1 => HeaderValue::Uint(u.arbitrary()?),
        2 => HeaderValue::Float(u.arbitrary()?),
        3 => HeaderValue::Bool(u.arbitrary()?),
        4 => HeaderValue::Time(time(u)?),
        5 => HeaderValue::Bytes(bytes(u)?),
        6 => HeaderValue::Null,
        _ => HeaderValue::Text(u.arbitrary()?),
    })
}
