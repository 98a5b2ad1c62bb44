//! Statistics of raw streams, beside the frame walker alone, beside what a message's validity takes, and beside a
//! copy of the bytes.

use std::hint::black_box;
use std::time::Duration;

use benches::bmq::{push_event, put_event};
use benches::payloads;
use bmq_codec::EventFraming;
use codec_common::Str;
use codec_common::frame::{FrameDecoder, FrameHeader};
use codec_common::{Limits, Uuid};
use codec_testkit::generate::mx as generate;
use codec_testkit::mx::frame;
use codec_testkit::packets::{Capture, Peer};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fila_codec::RequestId;
use fila_codec::frame::{Fila, FrameEncoder};
use fila_codec::message::{DeliveredMessage, Delivery};
use mx_codec::Mx;
use wirescope::protocol::Protocol;
use wirescope::stats::Stats;
use wirescope::{Options, Session, Stream};

/// Bytes read at a time, as the program reads.
const CHUNK: usize = 1 << 20;

/// A stream of that frame, of about 32 MiB.
fn stream(frame: &[u8]) -> Vec<u8> {
    frame.repeat((32 << 20) / frame.len())
}

/// A Delivery of messages of 1 KiB, with two headers each.
fn delivery() -> Vec<u8> {
    let payloads = payloads(16, 1024);
    let headers =
        [(Str::new("content-type"), Str::new("application/json")), (Str::new("trace"), Str::new("4bf92f35"))];
    let items: Vec<_> = payloads
        .iter()
        .map(|payload| DeliveredMessage {
            message_id: Uuid::from_u128(7),
            queue: Str::new("orders"),
            headers: headers[..].into(),
            payload: payload[..].into(),
            fairness_key: Str::new("tenant"),
            weight: 1,
            attempt_count: 1,
            redrive_count: 0,
            enqueued_at: 1_767_225_600_000,
            leased_at: 1_767_225_600_010,
            lease_expires_at: 1_767_225_630_010,
        })
        .collect();
    let mut bytes = Vec::new();
    let delivery = Delivery { messages: items[..].into() };
    FrameEncoder::default().encode_to_vec(&delivery, RequestId(7), &mut bytes).unwrap();
    bytes
}

/// An EVENT with that payload.
fn event(payload: &str) -> Vec<u8> {
    let text = format!(r#"{{"version":1,"type":"EVENT","event":"MESSAGE_DELIVERED","payload":{payload}}}"#);
    frame(text.as_bytes())
}

fn walk<H: FrameHeader>(bytes: &[u8], limits: Limits) -> u64 {
    let mut decoder = FrameDecoder::<H>::new(limits);
    let mut count = 0;
    for chunk in bytes.chunks(CHUNK) {
        let mut frames = decoder.frames(chunk);
        while let Ok(Some(frame)) = frames.next() {
            count += frame.bytes().len() as u64;
        }
    }
    count
}

fn stats(c: &mut Criterion) {
    let bmq = Limits::new().with_max_frame(1 << 29);
    type Walk = fn(&[u8], Limits) -> u64;
    let rows: [(&str, Protocol, Vec<u8>, Walk); 7] = [
        ("bmq_put_1k", Protocol::Bmq, put_event(&payloads(1, 1024), &[]), walk::<EventFraming>),
        ("bmq_put_100x1k", Protocol::Bmq, put_event(&payloads(100, 1024), &[]), walk::<EventFraming>),
        (
            "bmq_put_properties_1k",
            Protocol::Bmq,
            put_event(&payloads(1, 1024), &benches::bmq::PROPERTIES),
            walk::<EventFraming>,
        ),
        ("bmq_push_16x1k", Protocol::Bmq, push_event(&payloads(16, 1024)), walk::<EventFraming>),
        ("fila_delivery_16x1k", Protocol::Fila, delivery(), walk::<Fila>),
        ("mx_text_4k", Protocol::Mx, event(&generate::text_payload(4 << 10)), walk::<Mx>),
        ("mx_nested_4k", Protocol::Mx, event(&generate::nested_payload(4 << 10)), walk::<Mx>),
    ];
    for (name, protocol, frame, walk) in rows {
        let bytes = stream(&frame);
        let counted = count(Some(protocol), &bytes);
        assert_eq!((counted.errors(), counted.findings()), (0, 0), "{name}");
        assert_eq!(counted.frames(), (bytes.len() / frame.len()) as u64, "{name}");
        let mut group = c.benchmark_group(format!("stats/{name}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("wirescope", |b| b.iter(|| count(Some(protocol), black_box(&bytes)).frames()));
        group.bench_function("frames_only", |b| b.iter(|| walk(black_box(&bytes), bmq)));
        let mut copy = vec![0; CHUNK];
        group.bench_function("memcpy", |b| {
            b.iter(|| {
                for chunk in black_box(&bytes).chunks_exact(CHUNK) {
                    copy.copy_from_slice(chunk);
                    black_box(&mut copy);
                }
            });
        });
        if protocol == Protocol::Mx {
            group.bench_function("from_utf8", |b| b.iter(|| std::str::from_utf8(black_box(&bytes))));
        }
        // What it would take by way of lines; they are slow enough that a part will do.
        let part = &bytes[..bytes.len() / frame.len() / 16 * frame.len()];
        group.throughput(Throughput::Bytes(part.len() as u64));
        group.bench_function("lines", |b| {
            b.iter(|| {
                let mut stats = Stats::new();
                let mut stream = Stream::new(protocol, &Options::default());
                stream.feed(black_box(part), &mut |line| stats.line(&line));
                stats.frames()
            });
        });
    }
}

/// Captures of 64 MiB of a stream in packets of that many bytes, beside the stream.
fn captures(c: &mut Criterion) {
    let stream = put_event(&payloads(1, 1024), &[]).repeat((64 << 20) / 1100);
    let frames = count(Some(Protocol::Bmq), &stream).frames();
    let mut group = c.benchmark_group("stats/captures");
    group.throughput(Throughput::Bytes(stream.len() as u64));
    group.bench_function("stream", |b| b.iter(|| count(Some(Protocol::Bmq), black_box(&stream)).frames()));
    for size in [1448, 32 << 10] {
        let (mut capture, peer) = (Capture::new(), Peer::client(1, 0));
        for (number, segment) in stream.chunks(size).enumerate() {
            capture.push(&peer, number * size, 0, segment);
        }
        assert_eq!(count(None, &capture.bytes).frames(), frames);
        group.bench_function(format!("packets_{size}"), |b| {
            b.iter(|| count(None, black_box(&capture.bytes)).frames());
        });
    }
}

/// Counts an input of that protocol, or a capture.
fn count(protocol: Option<Protocol>, bytes: &[u8]) -> Stats {
    let mut options = Options::default();
    options.protocol = protocol;
    let (mut session, mut stats) = (Session::new(&options), Stats::new());
    bytes.chunks(CHUNK).for_each(|chunk| session.count(chunk, &mut stats, &mut |_| ()));
    session.finish_count(&mut stats, &mut |_| ());
    stats
}

/// Ratios within a run are what counts, so short times do.
fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10)
}

criterion_group! {
    name = all;
    config = short();
    targets = stats, captures
}
criterion_main!(all);
