//! Drawing events from bytes.

use super::{AnyEvent, AnyMessage, AnyOption, AnyValue, interbroker};
use crate::schema::shape::{Described as _, Shape};
use crate::schema::{AuthenticationMessage, ControlMessage, ElectorMessage, NegotiationMessage, generate};
use crate::{
    AckMessage, AckStatus, ConfirmMessage, CorrelationId, Dialect, EncodingType, EventType, MessageGuid,
    PushFlags, Rda, RejectMessage, SchemaId, SubQueueInfo,
};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for AnyEvent {
    /// Any event; the bodies of those between brokers, and of schema messages, are any bytes.
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match u.int_in_range(0..=10u8)? {
            0..=2 => Self::Put(dialect(u)?, some(u, |u| message(u, false))?),
            3..=4 => Self::Push(dialect(u)?, some(u, |u| message(u, true))?),
            5 => Self::Ack(some(u, ack)?),
            6 => Self::Confirm(some(u, confirm)?),
            7 => Self::Reject(some(u, reject)?),
            8 => {
                let kind = *u.choose(&[EventType::CONTROL, EventType::AUTHENTICATION, EventType::ELECTOR])?;
                let json = kind != EventType::ELECTOR && u.arbitrary()?;
                let encoding = if json { EncodingType::JSON } else { EncodingType::BER };
                Self::Schema(kind, encoding, u.arbitrary()?)
            }
            9 => Self::Carried(EventType(*u.choose(&[6, 8, 9, 10, 14, 16, 63])?), u.arbitrary()?),
            _ => Self::Heartbeat(u.arbitrary()?),
        })
    }
}

impl AnyEvent {
    /// An event of that type whose body is valid too; of CONTROL any message of its schema. A type that is not
    /// assigned has any bytes.
    ///
    /// # Errors
    /// Those of the source.
    pub fn of_type(event_type: EventType, u: &mut Unstructured<'_>) -> Result<Self> {
        Ok(match event_type {
            EventType::CONTROL => {
                let shape = if u.ratio(1u8, 4)? { NegotiationMessage::SHAPE } else { ControlMessage::SHAPE };
                Self::schema(event_type, shape, &[], u)?
            }
            EventType::AUTHENTICATION => Self::schema(event_type, AuthenticationMessage::SHAPE, &[], u)?,
            EventType::ELECTOR => Self::schema(event_type, ElectorMessage::SHAPE, &[], u)?,
            EventType::PUT => Self::Put(dialect(u)?, some(u, |u| message(u, false))?),
            EventType::PUSH => Self::Push(dialect(u)?, some(u, |u| message(u, true))?),
            EventType::ACK => Self::Ack(some(u, ack)?),
            EventType::CONFIRM => Self::Confirm(some(u, confirm)?),
            EventType::REJECT => Self::Reject(some(u, reject)?),
            EventType::HEARTBEAT_REQ => Self::Heartbeat(true),
            EventType::HEARTBEAT_RSP => Self::Heartbeat(false),
            _ => Self::Carried(event_type, interbroker::body(event_type, &[], u)?),
        })
    }

    /// An event with a schema message in BER, of which `path` selects; see [`schema::generate`](crate::schema::generate).
    ///
    /// # Errors
    /// Those of the source, and those of a path that selects nothing.
    pub fn schema(
        event_type: EventType,
        shape: &Shape,
        path: &[&str],
        u: &mut Unstructured<'_>,
    ) -> Result<Self> {
        let mut ber = Vec::new();
        generate::message(shape, path, u, &mut ber)?;
        Ok(Self::Schema(event_type, EncodingType::BER, ber))
    }

    /// A CLUSTER_STATE event with a message between brokers, of which `path` selects.
    ///
    /// # Errors
    /// Those of the source, and those of a path that selects nothing.
    pub fn cluster_state(path: &[&str], u: &mut Unstructured<'_>) -> Result<Self> {
        let event_type = EventType::CLUSTER_STATE;
        Ok(Self::Carried(event_type, interbroker::body(event_type, path, u)?))
    }
}

/// One value and perhaps more.
fn some<'a, T>(
    u: &mut Unstructured<'a>,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut all = vec![one(u)?];
    while all.len() < 12 && !u.is_empty() && u.ratio(2u8, 3)? {
        all.push(one(u)?);
    }
    Ok(all)
}

fn dialect(u: &mut Unstructured<'_>) -> Result<Dialect> {
    Ok(if u.ratio(1u8, 4)? { Dialect::NodeSdk } else { Dialect::Official })
}

fn guid(u: &mut Unstructured<'_>) -> Result<MessageGuid> {
    Ok(MessageGuid(u.arbitrary()?))
}

fn ack(u: &mut Unstructured<'_>) -> Result<AckMessage> {
    let status = AckStatus(u.int_in_range(0..=15)?);
    let id = CorrelationId(u.int_in_range(0..=CorrelationId::MAX.0)?);
    Ok(AckMessage::new(status, id, guid(u)?, u.arbitrary()?))
}

fn confirm(u: &mut Unstructured<'_>) -> Result<ConfirmMessage> {
    Ok(ConfirmMessage { queue_id: u.arbitrary()?, guid: guid(u)?, sub_queue_id: u.arbitrary()? })
}

fn reject(u: &mut Unstructured<'_>) -> Result<RejectMessage> {
    Ok(RejectMessage { queue_id: u.arbitrary()?, guid: guid(u)?, sub_queue_id: u.arbitrary()? })
}

fn message(u: &mut Unstructured<'_>, push: bool) -> Result<AnyMessage> {
    let implicit = push && u.ratio(1u8, 10)?;
    let id = guid(u)?;
    let flags = match (push, implicit) {
        (true, true) => PushFlags::IMPLICIT_PAYLOAD.0,
        (true, false) => {
            if u.arbitrary()? {
                PushFlags::OUT_OF_ORDER.0
            } else {
                0
            }
        }
        (false, _) => {
            if id.is_unset() {
                0
            } else {
                u.int_in_range(0..=1)?
            }
        }
    };
    let schema_id = SchemaId(match u.int_in_range(0..=3u8)? {
        0 => 0,
        1 | 2 => 1,
        _ => u.arbitrary()?,
    });
    Ok(AnyMessage {
        queue_id: u.arbitrary()?,
        id,
        flags,
        schema_id,
        options: options(u)?,
        properties: if implicit { Vec::new() } else { properties(u)? },
        payload: if implicit { Vec::new() } else { payload(u)? },
        compress: !implicit && u.ratio(1u8, 3)?,
    })
}

fn options(u: &mut Unstructured<'_>) -> Result<Vec<AnyOption>> {
    let mut options = Vec::new();
    match u.int_in_range(0..=5u8)? {
        0 => options.push(AnyOption::Packed(Rda(u.arbitrary()?))),
        1 => options.push(AnyOption::Infos(some(u, |u| {
            Ok(SubQueueInfo { id: u.arbitrary()?, rda: Rda(u.arbitrary()?) })
        })?)),
        _ => {}
    }
    if u.ratio(1u8, 6)? {
        options
            .push(AnyOption::Ids(some(u, |u| Ok(SubQueueInfo { id: u.arbitrary()?, rda: Rda::UNLIMITED }))?));
    }
    if u.ratio(1u8, 6)? {
        let len = u.int_in_range(1..=31)?;
        options.push(AnyOption::GroupId(u.bytes(len.min(u.len()).max(1))?.to_vec()));
    }
    Ok(options)
}

fn properties(u: &mut Unstructured<'_>) -> Result<Vec<(Vec<u8>, AnyValue)>> {
    let mut properties = Vec::new();
    if !u.ratio(1u8, 2)? {
        return Ok(properties);
    }
    for index in 0..u.int_in_range(1..=20usize)? {
        // The index in front makes names differ, and the first character one that is allowed.
        let mut name = format!("{index}.").into_bytes();
        let len = u.int_in_range(0..=20usize)?;
        name.extend(u.bytes(len.min(u.len()))?);
        properties.push((name, value(u)?));
    }
    Ok(properties)
}

/// Any bytes, of a moderate length.
fn bytes(u: &mut Unstructured<'_>, least: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; u.int_in_range(least..=48)?];
    u.fill_buffer(&mut bytes)?;
    Ok(bytes)
}

/// A payload, at times a long one that compresses well.
fn payload(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let bytes = bytes(u, 1)?;
    let times = if u.ratio(1u8, 4)? { 1500usize.checked_div(bytes.len()).unwrap_or(0) } else { 0 };
    Ok(bytes.repeat(times.saturating_add(1)))
}

fn value(u: &mut Unstructured<'_>) -> Result<AnyValue> {
    Ok(match u.int_in_range(0..=6u8)? {
        0 => AnyValue::Bool(u.arbitrary()?),
        1 => AnyValue::Char(u.arbitrary()?),
        2 => AnyValue::Short(u.arbitrary()?),
        3 => AnyValue::Int32(u.arbitrary()?),
        4 => AnyValue::Int64(u.arbitrary()?),
        5 => AnyValue::String(bytes(u, 0)?),
        _ => AnyValue::Binary(bytes(u, 0)?),
    })
}
