//! What is built decodes to what it was built from.

use crate::generate::bmq::{AnyEvent, AnyMessage};
use arbitrary::{Arbitrary, Unstructured};
use bmq_codec::build::SliceBuffer;
use bmq_codec::compression::{Deflater, Inflater};
use bmq_codec::{
    Body, CompressionAlgorithmType, CrcScope, Dialect, Event, Item, Items, Kind, Message, Messages,
    NewProperty, Strictness,
};
use std::cell::RefCell;

/// More than any generated payload.
const INFLATE_LIMIT: usize = 1 << 20;

thread_local! {
    static ENGINES: RefCell<(Deflater, Inflater)> = RefCell::new(Default::default());
}

/// Builds events as the bytes choose, reads them, and reads each again with one byte changed.
pub(super) fn events(data: &[u8]) {
    let mut u = Unstructured::new(data);
    // Drawn to the end, where bytes run out and all that is drawn is 0.
    for _ in 0..2 {
        let Ok(event) = AnyEvent::arbitrary(&mut u) else { return };
        let mut bytes = ENGINES.with_borrow_mut(|(deflater, inflater)| {
            let bytes = build(&event, deflater);
            compare(&event, &bytes, inflater);
            bytes
        });
        super::roundtrip::fields(&bytes);
        let place = u.choose_index(bytes.len()).unwrap_or(0);
        bytes[place] ^= u.arbitrary::<u8>().unwrap_or(0).max(1);
        super::bmq_decode(&bytes);
        if u.is_empty() {
            return;
        }
    }
}

/// Builds into a growing buffer, into a slice of the same length, and into one that is too short.
fn build(event: &AnyEvent, deflater: &mut Deflater) -> Vec<u8> {
    let mut bytes = vec![0xEE; 3];
    assert_eq!(event.build(&mut bytes, deflater), Ok(()), "{event:?}");
    assert_eq!(bytes[..3], [0xEE; 3], "what was in the buffer stays");
    bytes.drain(..3);
    let mut space = vec![0; bytes.len()];
    assert_eq!(event.build(SliceBuffer::new(&mut space), deflater), Ok(()), "a slice of just that length");
    assert_eq!(space, bytes, "the same in a slice");
    let short =
        event.build(SliceBuffer::new(&mut space[1..]), deflater).map_err(|error| error.reason().name());
    assert_eq!(short, Err("buffer_too_small"));
    bytes
}

fn compare(event: &AnyEvent, bytes: &[u8], inflater: &mut Inflater) {
    let body = Event::decode(bytes).and_then(|event| event.body());
    match (event, body) {
        (AnyEvent::Put(dialect, expected), Ok(Body::Put(messages))) => {
            let crc = |message: &Message<'_, _>| match dialect {
                Dialect::Official => assert_eq!(message.crc_scope(), CrcScope::Unpadded),
                Dialect::NodeSdk => assert_ne!(message.crc_scope(), CrcScope::Mismatch),
            };
            compare_messages(*dialect, expected, messages, inflater, crc);
        }
        (AnyEvent::Push(dialect, expected), Ok(Body::Push(messages))) => {
            compare_messages(*dialect, expected, messages, inflater, |_| {});
        }
        (AnyEvent::Ack(expected), Ok(Body::Ack(items))) => compare_items(expected, &items),
        (AnyEvent::Confirm(expected), Ok(Body::Confirm(items))) => compare_items(expected, &items),
        (AnyEvent::Reject(expected), Ok(Body::Reject(items))) => compare_items(expected, &items),
        (
            AnyEvent::Schema(_, encoding, expected),
            Ok(Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema)),
        ) => {
            assert_eq!((schema.encoding(), schema.body()), (*encoding, &expected[..]));
            assert_eq!(schema.padding_fault(), None);
        }
        (AnyEvent::Heartbeat(true), Ok(Body::HeartbeatReq)) => {}
        (AnyEvent::Heartbeat(false), Ok(Body::HeartbeatRsp)) => {}
        (AnyEvent::Carried(event_type, expected), _) => {
            let event = Event::decode(bytes).ok();
            assert_eq!(
                event.map(|event| (event.event_type(), event.body_bytes())),
                Some((*event_type, &expected[..]))
            );
        }
        (event, body) => panic!("built from {event:?}, decoded as {body:?}"),
    }
}

fn compare_items<T: Item + PartialEq>(expected: &[T], items: &Items<'_, T>) {
    assert!(items.iter().eq(expected.iter().copied()), "{items:?} from {expected:?}");
    assert!(items.is_canonical());
}

fn compare_messages<K: Kind>(
    dialect: Dialect,
    expected: &[AnyMessage],
    messages: Messages<'_, K>,
    inflater: &mut Inflater,
    crc: impl Fn(&Message<'_, K>),
) {
    let mut expected = expected.iter();
    for message in messages {
        let (Ok(message), Some(expected)) = (&message, expected.next()) else {
            panic!("{message:?} is unexpected")
        };
        crc(message);
        compare_message(dialect, expected, message, inflater);
    }
    assert!(expected.next().is_none(), "a message is missing");
}

fn compare_message<K: Kind>(
    dialect: Dialect,
    expected: &AnyMessage,
    message: &Message<'_, K>,
    inflater: &mut Inflater,
) {
    assert_eq!((message.queue_id(), message.guid()), (expected.queue_id, expected.id));
    assert_eq!(message.has_properties(), !expected.properties.is_empty());
    let schema = if expected.properties.is_empty() { 0 } else { expected.schema_id.0 };
    assert_eq!((message.schema_id().0, message.strictness()), (schema, Strictness::Official));
    assert!(expected.compress || message.compression() == CompressionAlgorithmType::NONE);
    message.framing_findings(&mut |error| panic!("built, but: {error}"));

    let options = message.options().map(|option| option.and_then(|option| option.value()));
    let expected_options = expected.options();
    assert!(
        options.eq(expected_options.iter().map(|option| Ok(super::as_written(*option)))),
        "{:?}",
        expected.options
    );

    let properties = expected.properties();
    match message.contents_in(dialect, inflater, INFLATE_LIMIT) {
        Ok(contents) => {
            assert_eq!(contents.payload, expected.payload);
            let read = contents.properties.into_iter().flatten().map(NewProperty::from);
            assert!(read.eq(properties.iter().copied()), "{:?} from {properties:?}", contents.properties);
            contents
                .properties
                .iter()
                .for_each(|area| area.findings(&mut |error| panic!("built, but: {error}")));
        }
        Err(error) => panic!("built, but: {error}"),
    }
    let read = message.read(Some(dialect), inflater, INFLATE_LIMIT, &mut |_| {});
    assert_eq!(read.map(|reading| reading.contents.payload), Ok(&expected.payload[..]));
}
