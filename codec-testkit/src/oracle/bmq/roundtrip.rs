//! What decodes encodes again.

use super::decoded;
use bmq_codec::build::{self, Buffer, ItemsBuilder, SliceBuffer};
use bmq_codec::compression::{Deflater, Inflater};
use bmq_codec::{
    Body, Contents, DecodeError, EncodeError, Event, EventBuilder, EventHeader, EventType, Item, Items, Kind,
    Message, MessageOption, Messages, NewProperty, NewPush, NewPut, OptionView, Push, Put, SchemaEvent,
};
use std::cell::RefCell;

/// What compressed data may inflate to.
const INFLATE_LIMIT: usize = 1 << 20;

thread_local! {
    static ENGINES: RefCell<Engines> = RefCell::new(Engines::default());
}

#[derive(Default)]
struct Engines {
    inflater: Inflater,
    again: Inflater,
    deflater: Deflater,
}

/// The bytes of an event from the views of its parts, down to options and properties. What is behind a broken part
/// comes as it is.
pub(super) fn views(bytes: &[u8]) -> Vec<u8> {
    let Some(event) = decoded(bytes) else { return bytes.to_vec() };
    let mut out = event.header().to_bytes().to_vec();
    out.extend(&bytes[EventHeader::LEN..event.body_offset()]);
    match event.body() {
        Ok(Body::Put(messages)) => {
            messages.map_while(Result::ok).for_each(|message| parts(&message, &mut out))
        }
        Ok(Body::Push(messages)) => {
            messages.map_while(Result::ok).for_each(|message| parts(&message, &mut out))
        }
        Ok(Body::Ack(items)) => item_parts(&items, &mut out),
        Ok(Body::Confirm(items)) => item_parts(&items, &mut out),
        Ok(Body::Reject(items)) => item_parts(&items, &mut out),
        Ok(Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema)) => {
            out.extend(schema.body());
            out.extend(schema.padding());
        }
        Ok(_) | Err(_) => {}
    }
    out.extend(&bytes[out.len()..]);
    out
}

fn parts<K: Kind>(message: &Message<'_, K>, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend(&message.bytes()[..message.header_words() as usize * 4]);
    message.options().map_while(Result::ok).for_each(|option| out.extend(option.bytes()));
    // Behind a broken option.
    out.extend(&message.bytes()[out.len() - start..message.app_data_offset() - message.offset()]);
    match message.app() {
        Ok(app) => {
            app.properties().iter().for_each(|area| out.extend(area.bytes()));
            out.extend(app.payload());
        }
        Err(_) => out.extend(message.app_data()),
    }
    out.extend(message.padding());
}

fn item_parts<T: Item>(items: &Items<'_, T>, out: &mut Vec<u8>) {
    out.extend(items.header_bytes());
    items.raw().for_each(|item| out.extend(item));
}

/// Builds the event's parts again from their fields.
pub(super) fn fields(bytes: &[u8]) {
    let Some(event) = decoded(bytes) else { return };
    let canonical = *event.header() == EventHeader::new(event.event_type(), event.header().length);
    match event.body() {
        Ok(Body::Put(messages)) => rebuild_all(messages),
        Ok(Body::Push(messages)) => rebuild_all(messages),
        Ok(Body::Ack(items)) => rebuild_items(&event, &items, canonical),
        Ok(Body::Confirm(items)) => rebuild_items(&event, &items, canonical),
        Ok(Body::Reject(items)) => rebuild_items(&event, &items, canonical),
        Ok(Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema)) => {
            rebuild_schema(&event, &schema);
        }
        Ok(Body::HeartbeatReq) if canonical && bytes.len() == 8 => assert_eq!(bytes, build::HEARTBEAT_REQ),
        Ok(Body::HeartbeatRsp) if canonical && bytes.len() == 8 => assert_eq!(bytes, build::HEARTBEAT_RSP),
        Ok(_) | Err(_) => {}
    }
}

fn rebuild_schema(event: &Event<'_>, schema: &SchemaEvent<'_>) {
    let mut again = Vec::new();
    let kind = event.event_type();
    let built = build::schema_event(&mut again, kind, schema.encoding(), schema.body());
    assert_eq!(built, Ok(()));
    let mut header = EventHeader::new(kind, event.header().length);
    if kind != EventType::ELECTOR {
        header = header.with_encoding(schema.encoding());
    }
    if *event.header() == header && schema.padding_fault().is_none() {
        assert_eq!(again, event.bytes(), "a canonical event is built again");
    }
}

fn rebuild_items<T: Item + PartialEq>(event: &Event<'_>, items: &Items<'_, T>, canonical: bool) {
    let mut builder = ItemsBuilder::new(Vec::new());
    items.iter().for_each(|item| assert_eq!(builder.push(&item), Ok(()), "an item that was read: {item:?}"));
    let again = builder.into_buffer();
    let offset = EventHeader::LEN;
    let body = again.get(offset..).unwrap_or_default();
    match Items::<T>::decode(body, offset) {
        Ok(same) => assert!(same.iter().eq(items.iter()), "{same:?} from {items:?}"),
        Err(error) => panic!("built, but: {error}"),
    }
    if canonical && items.is_canonical() {
        assert_eq!(again, event.bytes(), "a canonical event is built again");
    }
}

/// A kind whose messages can be built from what was read.
trait Rebuild: Kind {
    /// The messages of a body of this kind.
    fn messages(body: Body<'_>) -> Option<Messages<'_, Self>>;

    fn build<B: Buffer>(
        buffer: B,
        message: &Message<'_, Self>,
        options: &[MessageOption<'_>],
        properties: &[NewProperty<'_>],
        payload: &[u8],
        deflater: &mut Deflater,
    ) -> Result<usize, EncodeError>;
}

impl Rebuild for Put {
    fn messages(body: Body<'_>) -> Option<Messages<'_, Self>> {
        if let Body::Put(messages) = body { Some(messages) } else { None }
    }

    fn build<B: Buffer>(
        buffer: B,
        message: &Message<'_, Self>,
        options: &[MessageOption<'_>],
        properties: &[NewProperty<'_>],
        payload: &[u8],
        deflater: &mut Deflater,
    ) -> Result<usize, EncodeError> {
        let new = NewPut {
            queue_id: message.queue_id(),
            id: message.guid(),
            flags: message.flags(),
            schema_id: message.schema_id(),
            options,
            properties,
            payload,
            crc32c: Some(message.crc32c()),
        };
        let mut event = EventBuilder::put(buffer);
        match message.compression().0 {
            0 => event.push(&new)?,
            _ => event.push_compressed(&new, deflater)?,
        }
        Ok(event.finish().len())
    }
}

impl Rebuild for Push {
    fn messages(body: Body<'_>) -> Option<Messages<'_, Self>> {
        if let Body::Push(messages) = body { Some(messages) } else { None }
    }

    fn build<B: Buffer>(
        buffer: B,
        message: &Message<'_, Self>,
        options: &[MessageOption<'_>],
        properties: &[NewProperty<'_>],
        payload: &[u8],
        deflater: &mut Deflater,
    ) -> Result<usize, EncodeError> {
        let new = NewPush {
            queue_id: message.queue_id(),
            guid: message.guid(),
            flags: message.flags(),
            schema_id: message.schema_id(),
            options,
            properties,
            payload,
        };
        let mut event = EventBuilder::push_event(buffer);
        match message.compression().0 {
            0 => event.push(&new)?,
            _ => event.push_compressed(&new, deflater)?,
        }
        Ok(event.finish().len())
    }
}

fn rebuild_all<K: Rebuild>(messages: Messages<'_, K>) {
    // Deflating is slow, and one message says what many do.
    let mut compressed = 0;
    for message in messages.map_while(Result::ok) {
        compressed += usize::from(message.compression().0 != 0);
        if compressed < 4 {
            ENGINES.with_borrow_mut(|engines| rebuild(&message, engines));
        }
    }
}

fn rebuild<K: Rebuild>(message: &Message<'_, K>, engines: &mut Engines) {
    let Engines { inflater, again, deflater } = engines;
    let Ok(contents) = message.contents(inflater, INFLATE_LIMIT) else { return };
    let Ok(options) = options(message) else { return };
    let properties: Vec<NewProperty<'_>> =
        contents.properties.into_iter().flatten().map(NewProperty::from).collect();

    let mut event = Vec::new();
    match K::build(&mut event, message, &options, &properties, contents.payload, deflater) {
        Ok(len) => assert_eq!(len, event.len(), "finish gives the whole event"),
        Err(error) => return refused(error),
    }
    same_fields(message, &options, &contents, &event, again);
    if is_canonical(message, &options, &contents) {
        assert_eq!(event[EventHeader::LEN..], *message.bytes(), "a canonical message is built again");
    }

    let mut space = vec![0xA5; event.len()];
    let fits = SliceBuffer::new(&mut space);
    let built = K::build(fits, message, &options, &properties, contents.payload, deflater);
    assert_eq!((built, &space), (Ok(event.len()), &event), "into a slice of just that length");
    space.fill(0xA5);
    let short = SliceBuffer::new(&mut space[1..]);
    match K::build(short, message, &options, &properties, contents.payload, deflater) {
        Err(error) => assert_eq!(error.reason().name(), "buffer_too_small"),
        Ok(len) => panic!("{len} bytes into a slice of {}", space.len() - 1),
    }
    assert!(space.iter().all(|byte| *byte == 0xA5), "a refused message leaves the slice as it was");
}

/// The options by their types.
fn options<'a, K: Kind>(message: &Message<'a, K>) -> Result<Vec<MessageOption<'a>>, DecodeError> {
    message.options().map(|option| option?.value()).collect()
}

/// Builders refuse what is read: unused flags, an ACK without an id, no payload behind the properties, and names
/// that the official setter would not take.
fn refused(error: EncodeError) {
    super::super::show_error(&error);
    let known = ["flags", "guid", "payload", "name"].contains(&error.field());
    assert!(known && error.reason().name() == "bad_value", "refused what was read: {error}");
}

fn same_fields<K: Rebuild>(
    message: &Message<'_, K>,
    expected_options: &[MessageOption<'_>],
    expected: &Contents<'_>,
    event: &[u8],
    inflater: &mut Inflater,
) {
    let again = match Event::decode(event).and_then(|event| event.body()) {
        Ok(body) => K::messages(body).and_then(|mut messages| messages.next()),
        Err(error) => panic!("built, but: {error}"),
    };
    let Some(Ok(again)) = again else { panic!("built, but: {again:?}") };
    assert_eq!((again.queue_id(), again.guid()), (message.queue_id(), message.guid()));
    if expected.properties.is_some() {
        assert_eq!(again.schema_id(), message.schema_id());
    }
    let expected_options: Vec<_> = expected_options.iter().copied().map(super::as_written).collect();
    assert_eq!(options(&again), Ok(expected_options));
    match again.contents(inflater, INFLATE_LIMIT) {
        Ok(same) => assert_eq!(same, *expected),
        Err(error) => panic!("built, but: {error}"),
    }
}

/// True for a message as the builder writes it, by what the reference says of each part.
fn is_canonical<K: Rebuild>(
    message: &Message<'_, K>,
    options: &[MessageOption<'_>],
    contents: &Contents<'_>,
) -> bool {
    let mut findings = 0;
    message.framing_findings(&mut |_| findings += 1);
    contents.properties.iter().for_each(|area| area.findings(&mut |_| findings += 1));
    let reserved = message.bytes().get(K::SCHEMA_OFFSET + 2..K::HEADER_LEN);
    let implicit = !message.is_implicit()
        || (message.padding() == [4; 4] && !message.has_properties() && message.schema_id().0 == 0);
    let views: Vec<OptionView<'_>> = message.options().map_while(Result::ok).collect();
    message.compression().0 == 0
        && message.header_words() as usize * 4 == K::HEADER_LEN
        && reserved == Some(&[0, 0])
        && findings == 0
        && implicit
        && views.iter().zip(options).all(|(view, value)| is_canonical_option(view, value))
        && contents.properties.is_none_or(|area| is_canonical_area(area.bytes(), area.len()))
}

fn is_canonical_option(view: &OptionView<'_>, value: &MessageOption<'_>) -> bool {
    let payload = view.payload();
    match value {
        MessageOption::SubQueueInfosPacked(_) => view.bytes()[..3] == [0x0E, 0, 0],
        // Items of 2 words, the last three bytes of which are reserved; a lone one of id 0 would be packed.
        MessageOption::SubQueueInfos(_) => {
            super::as_written(*value) == *value
                && view.type_specific() == 2
                && payload.chunks(8).all(|item| item[5..] == [0, 0, 0])
        }
        MessageOption::SubQueueIdsOld(_) => view.type_specific() == 0,
        MessageOption::MsgGroupId(id) => {
            let padding = &payload[id.len()..];
            view.type_specific() == 0 && padding.iter().all(|byte| usize::from(*byte) == padding.len())
        }
        _ => false,
    }
}

/// Headers of 6 bytes whose reserved bits are 0.
fn is_canonical_area(area: &[u8], count: usize) -> bool {
    let (head, rest) = area.split_at(6);
    let headers = rest.chunks(6).take(count);
    head[0] == 0x1B
        && head[4] == 0
        && headers.into_iter().all(|header| header[0] & 0x80 == 0 && header[4] & 0xF0 == 0)
}
