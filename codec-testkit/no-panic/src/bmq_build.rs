//! Entry points of `bmq-codec`: building into a slice.

use crate::digest::Digest;
use crate::input;
use bmq_codec::build::{Buffer, ItemsBuilder, SliceBuffer, schema_event};
use bmq_codec::{
    AckMessage, AckStatus, ConfirmMessage, CorrelationId, Dialect, EncodeError, EncodingType, EventBuilder,
    EventType, Item, MessageGuid, MessageOption, NewProperty, NewPush, NewPut, PropertyValue, PushFlags,
    PutFlags, Rda, RejectMessage, SchemaId, SubQueueInfo, SubQueueInfos,
};
use codec_common::{Field, Reader};

/// Where the values come from.
static AT: Field = Field::new("bmq", "Input", "");

/// Values out of the caller's bytes; zeros behind their end.
struct Values<'a>(Reader<'a>);

impl<'a> Values<'a> {
    /// The next bytes as an array.
    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.0.array::<N>(&AT).copied().unwrap_or([0; N])
    }

    /// The next number.
    fn number(&mut self) -> u32 {
        u32::from_be_bytes(self.array())
    }

    /// The next bytes, as many as the byte in front of them says.
    fn bytes(&mut self) -> &'a [u8] {
        let [len] = self.array();
        self.0.take(len.into(), &AT).unwrap_or_default()
    }

    /// The next sub-queue.
    fn info(&mut self) -> SubQueueInfo {
        let [rda] = self.array();
        SubQueueInfo { id: self.number(), rda: Rda(rda) }
    }

    /// One property of every type.
    fn properties(&mut self) -> [NewProperty<'a>; 7] {
        let [bool, char, a, b] = self.array();
        [
            PropertyValue::Bool(bool == 1),
            PropertyValue::Char(char),
            PropertyValue::Short(i16::from_be_bytes([a, b])),
            PropertyValue::Int32(i32::from_be_bytes(self.array())),
            PropertyValue::Int64(i64::from_be_bytes(self.array())),
            PropertyValue::String(self.bytes()),
            PropertyValue::Binary(self.bytes()),
        ]
        .map(|value| NewProperty { name: self.bytes(), value })
    }
}

/// Takes in what is in a builder's buffer, or why it is not.
fn finish(digest: &mut Digest, pushed: Result<(), EncodeError>, bytes: &[u8]) {
    digest.written(pushed.map(|()| bytes));
    digest.bytes(bytes);
}

/// PUT and PUSH events of two messages each, with all that they can hold.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_build_messages(data: *const u8, len: usize, out: *mut u8, room: usize) -> u64 {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, room)) };
    let mut values = Values(Reader::new(data));
    let mut digest = Digest::default();

    let infos = [values.info(), values.info(), values.info()];
    let [count, rda, flags, dialect] = values.array();
    let some = SubQueueInfos::Items(infos.get(..count.into()).unwrap_or_default());
    let options = [
        MessageOption::SubQueueInfos(some),
        MessageOption::SubQueueIdsOld(some),
        MessageOption::MsgGroupId(values.bytes()),
        MessageOption::SubQueueInfosPacked(Rda(rda)),
    ];
    let options = options.get(usize::from(count)..).unwrap_or_default();
    let properties = values.properties();
    let properties = properties.get(usize::from(flags)..).unwrap_or_default();
    let dialect = if dialect == 0 { Dialect::Official } else { Dialect::NodeSdk };
    let [s0, s1] = values.array();
    let (queue_id, id, schema_id) =
        (values.number(), MessageGuid(values.array()), SchemaId(u16::from_be_bytes([s0, s1])));
    let limit = usize::try_from(values.number()).unwrap_or(usize::MAX);
    let payload = values.0.rest();

    let put = NewPut {
        queue_id,
        id,
        flags: PutFlags(flags),
        schema_id,
        options,
        properties,
        payload,
        crc32c: None,
    };
    let given = NewPut { crc32c: Some(queue_id), id: CorrelationId(queue_id).into(), options: &[], ..put };
    let mut event = EventBuilder::put(SliceBuffer::new(&mut *out)).dialect(dialect).limit(limit);
    let pushed = event.push(&put).and_then(|()| event.push(&given));
    finish(&mut digest, pushed, event.into_bytes());

    let flags = PushFlags(flags);
    let push = NewPush { queue_id, guid: id, flags, schema_id, options, properties, payload };
    let mut event = EventBuilder::push_event(SliceBuffer::new(out)).dialect(dialect).limit(limit);
    let pushed = event.push(&push).and_then(|()| event.push(&NewPush { properties: &[], ..push }));
    finish(&mut digest, pushed, event.into_bytes());
    digest.0
}

/// ACK, CONFIRM and REJECT events.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_build_items(data: *const u8, len: usize, out: *mut u8, room: usize) -> u64 {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, room)) };
    let mut values = Values(Reader::new(data));
    let mut digest = Digest::default();
    build_items(out, &mut digest, &mut values, |values| {
        let [status] = values.array();
        let guid = MessageGuid(values.array());
        AckMessage::new(AckStatus(status), CorrelationId(values.number()), guid, values.number())
    });
    build_items(out, &mut digest, &mut values, |values| ConfirmMessage {
        queue_id: values.number(),
        guid: MessageGuid(values.array()),
        sub_queue_id: values.number(),
    });
    build_items(out, &mut digest, &mut values, |values| RejectMessage {
        queue_id: values.number(),
        guid: MessageGuid(values.array()),
        sub_queue_id: values.number(),
    });
    digest.0
}

/// As many items as the values say, or as there is room for.
fn build_items<'a, T: Item>(
    out: &mut [u8],
    digest: &mut Digest,
    values: &mut Values<'a>,
    item: impl Fn(&mut Values<'a>) -> T,
) {
    let mut event = ItemsBuilder::new(SliceBuffer::new(out));
    let [count] = values.array();
    let pushed = (0..count).try_for_each(|_| event.push(&item(values)));
    finish(digest, pushed, event.finish());
}

/// An event of one schema message.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_build_schema(
    kind: u8,
    encoding: u8,
    data: *const u8,
    len: usize,
    out: *mut u8,
    room: usize,
) -> u64 {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, room)) };
    let mut digest = Digest::default();
    let mut buffer = SliceBuffer::new(out);
    let built = schema_event(&mut buffer, EventType(kind), EncodingType(encoding), data);
    finish(&mut digest, built, buffer.written());
    digest.0
}
