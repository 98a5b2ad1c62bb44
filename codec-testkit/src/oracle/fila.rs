//! The oracles of `fila-codec`.

use super::spans::Spans;
use crate::alloc_count;
use crate::fila::drive::{self, Event, Feed, receive};
use codec_common::generate::Unstructured;
use codec_common::json::{Shown, Style};
use codec_common::{Limits, Wire, frame::Split, table::Message as _};
use fila_codec::message::*;
use fila_codec::operation::Collected;
use fila_codec::{
    Batch, BatchBuffer, BatchWriter, FrameEncoder, MaxFrame, Operation, RequestId, Validate, split_frame,
};

/// Calls `check` with opcode and body of every frame of a stream, and with all of `data` as one frame, its length
/// put right: so a changed length does not hide what is behind it.
fn each_frame(data: &[u8], check: fn(u8, &[u8])) {
    let mut whole = false;
    let mut rest = data;
    while let Ok(Split::Frame { frame, rest: behind }) = split_frame(rest, &Limits::new()) {
        whole |= frame.len() == data.len();
        check(frame.header().opcode.0, frame.body());
        rest = behind;
    }
    if let Some((head, body)) = data.split_first_chunk::<10>().filter(|_| !whole) {
        check(head[4], body);
    }
}

/// Decoding any body gives a message or an error inside the body; everything that can be done with the message
/// ends.
///
/// # Panics
/// When a law is broken.
pub fn fila_decode(data: &[u8]) {
    each_frame(data, decode);
}

fn decode(code: u8, body: &[u8]) {
    let frame_len = body.len() + 10;
    let (decoded, walked) = alloc_count::none("decoding", || {
        let mut spans = Spans::new(frame_len);
        let walked = Message::inspect(code, body, 10, &mut spans);
        if walked.is_ok() {
            spans.finish();
        }
        let decoded = Message::decode(code, body, 10);
        match &decoded {
            Ok((message, _)) => super::show(message),
            Err(error) => super::show_error(error),
        }
        (decoded, walked)
    });
    match decoded {
        Ok((message, _)) => {
            walked.expect("the walk agrees with decode");
            message.problems(&mut |problem| assert!(!problem.to_string().is_empty()));
        }
        Err(error) => {
            assert_eq!(walked, Err(error), "the walk agrees with decode");
            assert!((10..=frame_len).contains(&error.offset()), "{error}");
            assert_eq!(error.at().protocol, "fila");
        }
    }
    entries_agree(code, body);
}

/// `decode`, `collect` and `stream` of a batch say the same.
fn entries_agree(code: u8, body: &[u8]) {
    match code {
        Enqueue::CODE => entries::<Enqueue>(code, body),
        EnqueueResult::CODE => entries::<EnqueueResult>(code, body),
        Delivery::CODE => entries::<Delivery>(code, body),
        Ack::CODE => entries::<Ack>(code, body),
        AckResult::CODE => entries::<AckResult>(code, body),
        Nack::CODE => entries::<Nack>(code, body),
        NackResult::CODE => entries::<NackResult>(code, body),
        ExtendLease::CODE => entries::<ExtendLease>(code, body),
        ExtendLeaseResult::CODE => entries::<ExtendLeaseResult>(code, body),
        _ => {}
    }
}

fn entries<B: Batch>(code: u8, body: &[u8])
where
    for<'v> B::Item<'v>: PartialEq + std::fmt::Debug,
{
    let frame = frame(code, body);
    let operation = whole(&frame);
    let collected = operation.collect::<B>(usize::MAX);
    let streamed = operation.stream::<B>().and_then(|items| items.collect::<Result<Vec<_>, _>>());
    match (&collected, &streamed) {
        (Ok(collected), Ok(streamed)) => assert_eq!(&collected.items, streamed),
        (Err(error), Err(same)) => assert_eq!(error, same),
        // What follows the items is not part of the stream.
        (Err(_), Ok(_)) => assert!(B::Tail::MIN_LEN > 0),
        (Ok(_), Err(error)) => panic!("{error}"),
    }
    let trailing = operation.decode().map(|(_, trailing)| trailing);
    assert_eq!(trailing, collected.as_ref().map(|batch| batch.trailing).map_err(|error| *error));
    if let Ok(collected) = collected {
        built(&collected, &frame[..frame.len() - collected.trailing.len()]);
    }
}

/// The builders of batches make the frame of a batch again, item by item.
fn built<B: Batch>(batch: &Collected<'_, B>, expected: &[u8]) {
    let (id, max_frame) = (RequestId(7), MaxFrame::advertised(u32::MAX).expect("is large"));
    let body = &expected[10..];
    // Of the same batch used again, with frames taken in the middle.
    let mut buffer = BatchBuffer::<B>::new();
    for _ in 0..2 {
        buffer.clear();
        for (index, item) in batch.items.iter().enumerate() {
            if index == batch.items.len() / 2 {
                assert!(buffer.finish().expect("can be written").frame(id, max_frame).is_some());
            }
            buffer.push(item).expect("can be written");
        }
        assert_eq!(buffer.len() as usize, batch.items.len());
        let mut whole = buffer.finish_with(&batch.tail).expect("can be written");
        assert_eq!(with_length(whole.frame(id, max_frame).expect("fits")), &expected[4..]);
        assert_eq!(whole.body(), body);
        let chunks = whole.frames(id, MaxFrame::LEAST).flat_map(|chunk| chunk.body);
        assert!(body.len() > 300 || chunks.eq(body));
    }

    let mut out = vec![0xAA; expected.len()];
    let mut writer = BatchWriter::<B>::new(&mut out, id, max_frame).expect("fits");
    for item in &batch.items {
        writer.push(item).expect("fits");
    }
    assert_eq!(with_length(writer.finish_with(&batch.tail).expect("fits")), &expected[4..]);
    if let Some(short) = out.len().checked_sub(1)
        && let Ok(mut writer) = BatchWriter::<B>::new(&mut out[..short], id, max_frame)
    {
        let fits = batch.items.iter().all(|item| writer.push(item).is_ok());
        assert!(!fits || writer.finish_with(&batch.tail).is_err());
    }
}

/// A frame behind its prefix, which must say its length. (That of the batch may count trailing bytes.)
fn with_length(frame: &[u8]) -> &[u8] {
    let (prefix, rest) = frame.split_first_chunk().expect("has a prefix");
    assert_eq!(u32::from_be_bytes(*prefix) as usize, rest.len());
    rest
}

/// A frame with that opcode and body.
#[must_use]
pub fn frame(code: u8, body: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(body.len() + 10);
    frame.extend_from_slice(&(body.len() as u32 + 6).to_be_bytes());
    frame.extend_from_slice(&[code, 0, 0, 0, 0, 7]);
    frame.extend_from_slice(body);
    frame
}

/// The operation of a frame that is whole and good.
///
/// # Panics
/// When it is not.
#[must_use]
pub fn whole(frame: &[u8]) -> Operation<'_> {
    let limits = Limits::new().with_max_frame(usize::MAX);
    match split_frame(frame, &limits) {
        Ok(Split::Frame { frame, rest: [] }) => frame.operation(),
        other => panic!("not one whole frame: {other:?}"),
    }
}

/// What decodes encodes to the same bytes, by every way out and through JSON.
///
/// # Panics
/// When a law is broken.
pub fn fila_roundtrip(data: &[u8]) {
    each_frame(data, roundtrip);
}

fn roundtrip(code: u8, body: &[u8]) {
    let Ok((message, trailing)) = Message::decode(code, body, 10) else { return };
    let layout = &body[..body.len() - trailing.len()];
    let max_frame = MaxFrame::advertised(u32::MAX).expect("is large");
    let encoder = FrameEncoder::new(max_frame);
    let expected = frame(code, layout);
    let id = RequestId(7);
    assert_eq!(encoder.encoded_len(&message), Ok(expected.len()));
    let mut slice = vec![0xAA; expected.len() + 3];
    assert_eq!(encoder.encode_to_slice(&message, id, &mut slice).expect("fits"), expected);
    assert_eq!(slice[expected.len()..], [0xAA; 3]);
    let mut vec = vec![1];
    encoder.encode_to_vec(&message, id, &mut vec).expect("can be written");
    assert_eq!(vec[1..], expected);
    let mut gather = codec_common::writer::Gather::new();
    encoder.gather(&message, id, &mut gather).expect("can be written");
    assert_eq!(gather.segments().collect::<Vec<_>>().concat(), expected);
    let mut buffer = bytes::BytesMut::from(&[1][..]);
    encoder.encode_to_buf(&message, id, &mut buffer).expect("can be written");
    assert_eq!(buffer[1..], expected);

    let json = serde_json::to_string(&Shown(message, Style::new().secrets())).expect("is JSON");
    let mut again = Vec::new();
    Message::transcode(code, &mut serde_json::Deserializer::from_str(&json), &mut again).expect(&json);
    assert_eq!(again, layout, "{json}");
}

/// Frames and operations do not depend on how the stream was cut, and small limits hold; see
/// [`stream`](super::stream::stream) for the input.
///
/// # Panics
/// When a law is broken.
pub fn fila_stream(data: &[u8]) {
    super::stream::stream::<fila_codec::Fila>(data);
    let (bytes, cuts) = data.split_at(data.len() - data.len().min(super::stream::CUTS));
    let pieces: Vec<usize> = cuts.iter().map(|cut| usize::from(*cut) + 1).chain([1]).collect();
    let limits = Limits::new()
        .with_max_frame(300)
        .with_max_message(600)
        .with_max_buffered(900)
        .with_max_open_streams(3)
        .with_max_fragments(9);
    let whole = receive(bytes, limits, Feed::Chunks, &[usize::MAX]);
    for feed in [Feed::Chunks, Feed::Buffer] {
        let cut = receive(bytes, limits, feed, &pieces);
        assert_eq!(without_headers(cut), without_headers(whole.clone()));
    }
}

/// How much of a frame that is too large is there when it is refused depends on the cuts.
fn without_headers(mut events: Vec<Event>) -> Vec<Event> {
    for event in &mut events {
        if let Event::Error(failure) = event {
            failure.header = failure.header.filter(|_| failure.layer != "frame");
        }
    }
    events
}

/// Valid messages of any shape round trip, and split operations come together again.
///
/// # Panics
/// When a law is broken.
pub fn fila_structured(data: &[u8]) {
    let mut source = Unstructured::new(data);
    let mut body = Vec::new();
    let Ok(code) = Message::generate_any(&mut source, &mut body) else { return };
    decode(code, &body);
    roundtrip(code, &body);
    let Ok(max) = source.int_in_range(7..=u32::from(u8::MAX)) else { return };
    let (message, trailing) = Message::decode(code, &body, 10).expect("was generated");
    assert!(trailing.is_empty());
    let handshake = [Handshake::CODE, HandshakeOk::CODE].contains(&code);
    let mut frames = Vec::new();
    let encoder = FrameEncoder::new(MaxFrame::advertised(max).expect("is at least 7"));
    if let Err(error) = encoder.encode_to_vec(&message, RequestId(7), &mut frames) {
        assert!(handshake, "{error}");
        return;
    }
    let limits = Limits::new().with_max_frame(max as usize).with_max_fragments(usize::MAX);
    let events = receive(&frames, limits, Feed::Chunks, &[usize::MAX]);
    assert_eq!(events, [drive::message(&whole(&frame(code, &body)))]);
}
