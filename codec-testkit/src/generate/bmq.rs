//! Valid BlazingMQ events of every kind.

mod samples;

use arbitrary::{Arbitrary, Unstructured};
use bmq_codec::build::{self, Buffer, ItemsBuilder};
use bmq_codec::compression::Deflater;
use bmq_codec::{
    AckMessage, AckStatus, ConfirmMessage, CorrelationId, Dialect, EncodeError, EncodingType, EventBuilder,
    EventHeader, EventType, MessageGuid, MessageOption, NewProperty, NewPush, NewPut, PropertyValue,
    PushFlags, PutFlags, Rda, RejectMessage, SchemaId, SubQueueInfo, SubQueueInfos,
};
use codec_common::Field;

/// What the bytes gave.
type Drawn<T> = arbitrary::Result<T>;

/// An event as values, owned.
#[derive(Clone, Debug)]
pub enum AnyEvent {
    /// A PUT event in a dialect.
    Put(Dialect, Vec<AnyMessage>),
    /// A PUSH event in a dialect.
    Push(Dialect, Vec<AnyMessage>),
    /// An ACK event.
    Ack(Vec<AckMessage>),
    /// A CONFIRM event.
    Confirm(Vec<ConfirmMessage>),
    /// A REJECT event.
    Reject(Vec<RejectMessage>),
    /// A CONTROL, AUTHENTICATION or ELECTOR event with any bytes as its message.
    Schema(EventType, EncodingType, Vec<u8>),
    /// A heartbeat: true for a request.
    Heartbeat(bool),
    /// An event whose body is carried as bytes: one between brokers, or of a type that is not assigned.
    Carried(EventType, Vec<u8>),
}

/// A PUT or PUSH message.
#[derive(Clone, Debug)]
pub struct AnyMessage {
    /// The queue.
    pub queue_id: u32,
    /// The GUID or correlation id.
    pub id: MessageGuid,
    /// The flags that may be set freely.
    pub flags: u8,
    /// Schema of the properties.
    pub schema_id: SchemaId,
    /// The options.
    pub options: Vec<AnyOption>,
    /// Names and values of the properties.
    pub properties: Vec<(Vec<u8>, AnyValue)>,
    /// The payload; empty for an implicit one only.
    pub payload: Vec<u8>,
    /// To be compressed where that helps.
    pub compress: bool,
}

/// An option.
#[derive(Clone, Debug)]
pub enum AnyOption {
    /// SUB_QUEUE_INFOS in the header itself.
    Packed(Rda),
    /// SUB_QUEUE_INFOS.
    Infos(Vec<SubQueueInfo>),
    /// SUB_QUEUE_IDS_OLD.
    Ids(Vec<SubQueueInfo>),
    /// MSG_GROUP_ID.
    GroupId(Vec<u8>),
}

/// The value of a property.
#[derive(Clone, Debug, Arbitrary)]
#[expect(missing_docs, reason = "those of PropertyValue")]
pub enum AnyValue {
    Bool(bool),
    Char(u8),
    Short(i16),
    Int32(i32),
    Int64(i64),
    String(Vec<u8>),
    Binary(Vec<u8>),
}

impl AnyValue {
    /// The value as builders take it.
    #[must_use]
    pub fn view(&self) -> PropertyValue<'_> {
        match self {
            Self::Bool(value) => PropertyValue::Bool(*value),
            Self::Char(value) => PropertyValue::Char(*value),
            Self::Short(value) => PropertyValue::Short(*value),
            Self::Int32(value) => PropertyValue::Int32(*value),
            Self::Int64(value) => PropertyValue::Int64(*value),
            Self::String(value) => PropertyValue::String(value),
            Self::Binary(value) => PropertyValue::Binary(value),
        }
    }
}

impl AnyOption {
    /// The option as builders take it.
    #[must_use]
    pub fn view(&self) -> MessageOption<'_> {
        match self {
            Self::Packed(rda) => MessageOption::SubQueueInfosPacked(*rda),
            Self::Infos(infos) => MessageOption::SubQueueInfos(SubQueueInfos::Items(infos)),
            Self::Ids(infos) => MessageOption::SubQueueIdsOld(SubQueueInfos::Items(infos)),
            Self::GroupId(id) => MessageOption::MsgGroupId(id),
        }
    }
}

impl AnyMessage {
    /// The options as builders take them.
    #[must_use]
    pub fn options(&self) -> Vec<MessageOption<'_>> {
        self.options.iter().map(AnyOption::view).collect()
    }

    /// The properties as builders take them.
    #[must_use]
    pub fn properties(&self) -> Vec<NewProperty<'_>> {
        self.properties.iter().map(|(name, value)| NewProperty { name, value: value.view() }).collect()
    }

    /// The message as PUT.
    #[must_use]
    pub fn put<'m>(
        &'m self,
        options: &'m [MessageOption<'m>],
        properties: &'m [NewProperty<'m>],
    ) -> NewPut<'m> {
        let Self { queue_id, id, schema_id, ref payload, .. } = *self;
        NewPut {
            queue_id,
            id,
            flags: PutFlags(self.flags),
            schema_id,
            options,
            properties,
            payload,
            crc32c: None,
        }
    }

    /// The message as PUSH.
    #[must_use]
    pub fn push<'m>(
        &'m self,
        options: &'m [MessageOption<'m>],
        properties: &'m [NewProperty<'m>],
    ) -> NewPush<'m> {
        let Self { queue_id, id: guid, schema_id, ref payload, .. } = *self;
        NewPush { queue_id, guid, flags: PushFlags(self.flags), schema_id, options, properties, payload }
    }
}

impl AnyEvent {
    /// Appends the event to `buffer`.
    ///
    /// # Errors
    /// Those of the builders.
    pub fn build(&self, mut buffer: impl Buffer, deflater: &mut Deflater) -> Result<(), EncodeError> {
        match self {
            Self::Put(dialect, messages) => {
                let mut event = EventBuilder::put(buffer).dialect(*dialect);
                for message in messages {
                    let (options, properties) = (message.options(), message.properties());
                    let put = message.put(&options, &properties);
                    if message.compress { event.push_compressed(&put, deflater) } else { event.push(&put) }?;
                }
                event.finish();
            }
            Self::Push(dialect, messages) => {
                let mut event = EventBuilder::push_event(buffer).dialect(*dialect);
                for message in messages {
                    let (options, properties) = (message.options(), message.properties());
                    let push = message.push(&options, &properties);
                    if message.compress {
                        event.push_compressed(&push, deflater)
                    } else {
                        event.push(&push)
                    }?;
                }
                event.finish();
            }
            Self::Ack(items) => build_items(buffer, items)?,
            Self::Confirm(items) => build_items(buffer, items)?,
            Self::Reject(items) => build_items(buffer, items)?,
            Self::Schema(event_type, encoding, body) => {
                build::schema_event(&mut buffer, *event_type, *encoding, body)?;
            }
            Self::Heartbeat(request) => {
                let bytes = if *request { build::HEARTBEAT_REQ } else { build::HEARTBEAT_RSP };
                append(&mut buffer, bytes, &[])?;
            }
            Self::Carried(event_type, body) => {
                let len = u32::try_from(body.len() + EventHeader::LEN).unwrap_or(u32::MAX);
                append(&mut buffer, EventHeader::new(*event_type, len).to_bytes(), body)?;
            }
        }
        Ok(())
    }

    /// The event's bytes.
    ///
    /// # Panics
    /// When a builder refuses it.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let built = self.build(&mut bytes, &mut Deflater::default());
        assert!(built.is_ok(), "{built:?} from {self:?}");
        bytes
    }

    /// One of every kind, with all that it can hold: seeds for fuzzing.
    #[must_use]
    pub fn samples() -> Vec<(&'static str, Self)> {
        samples::all()
    }
}

static EVENT: Field = Field::new("bmq", "Event", "");

/// For the events that no builder is needed for.
fn append(buffer: &mut impl Buffer, header: [u8; 8], body: &[u8]) -> Result<(), EncodeError> {
    let len = header.len() + body.len();
    buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, &EVENT))?;
    buffer.put_array(header);
    buffer.put(body);
    Ok(())
}

fn build_items<T: bmq_codec::Item>(buffer: impl Buffer, items: &[T]) -> Result<(), EncodeError> {
    let mut event = ItemsBuilder::new(buffer);
    items.iter().try_for_each(|item| event.push(item))?;
    event.finish();
    Ok(())
}

impl<'a> Arbitrary<'a> for AnyEvent {
    fn arbitrary(u: &mut Unstructured<'a>) -> Drawn<Self> {
        Ok(match u.int_in_range(0..=10u8)? {
            0..=2 => Self::Put(dialect(u)?, some(u, |u| message(u, false))?),
            3..=4 => Self::Push(dialect(u)?, some(u, |u| message(u, true))?),
            5 => Self::Ack(some(u, ack)?),
            6 => Self::Confirm(some(u, |u| {
                Ok(ConfirmMessage { queue_id: u.arbitrary()?, guid: guid(u)?, sub_queue_id: u.arbitrary()? })
            })?),
            7 => Self::Reject(some(u, |u| {
                Ok(RejectMessage { queue_id: u.arbitrary()?, guid: guid(u)?, sub_queue_id: u.arbitrary()? })
            })?),
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

/// One value and perhaps more.
fn some<'a, T>(
    u: &mut Unstructured<'a>,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Drawn<T>,
) -> Drawn<Vec<T>> {
    let mut all = vec![one(u)?];
    while all.len() < 12 && !u.is_empty() && u.ratio(2u8, 3)? {
        all.push(one(u)?);
    }
    Ok(all)
}

fn dialect(u: &mut Unstructured<'_>) -> Drawn<Dialect> {
    Ok(if u.ratio(1u8, 4)? { Dialect::NodeSdk } else { Dialect::Official })
}

fn guid(u: &mut Unstructured<'_>) -> Drawn<MessageGuid> {
    Ok(MessageGuid(u.arbitrary()?))
}

fn ack(u: &mut Unstructured<'_>) -> Drawn<AckMessage> {
    let status = AckStatus(u.int_in_range(0..=15)?);
    let id = CorrelationId(u.int_in_range(0..=CorrelationId::MAX.0)?);
    Ok(AckMessage::new(status, id, guid(u)?, u.arbitrary()?))
}

fn message(u: &mut Unstructured<'_>, push: bool) -> Drawn<AnyMessage> {
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

fn options(u: &mut Unstructured<'_>) -> Drawn<Vec<AnyOption>> {
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

fn properties(u: &mut Unstructured<'_>) -> Drawn<Vec<(Vec<u8>, AnyValue)>> {
    let mut properties = Vec::new();
    if !u.ratio(1u8, 2)? {
        return Ok(properties);
    }
    for index in 0..u.int_in_range(1..=20usize)? {
        // The index in front makes names differ, and the first character one that is allowed.
        let mut name = index.to_string().into_bytes();
        name.push(b'.');
        let len = u.int_in_range(0..=20usize)?;
        name.extend(u.bytes(len.min(u.len()))?);
        properties.push((name, u.arbitrary()?));
    }
    Ok(properties)
}

/// A payload, at times a long one that compresses well.
fn payload(u: &mut Unstructured<'_>) -> Drawn<Vec<u8>> {
    let mut bytes: Vec<u8> = u.arbitrary()?;
    if bytes.is_empty() {
        bytes.push(u.arbitrary()?);
    }
    if u.ratio(1u8, 4)? {
        bytes = bytes.repeat(1500 / bytes.len() + 1);
    }
    Ok(bytes)
}
