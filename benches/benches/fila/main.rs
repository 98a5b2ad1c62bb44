//! Fila: decoding and encoding of batches, beside a copy of the bytes, a walk over their lengths, and protobuf with
//! the same fields.
//!
//! Names are `<decode|encode>/fila/<batch>/<texts>/<what>`; throughput is in messages. What must not allocate is
//! checked once before it is measured.

mod data;
mod peer;
mod walker;

use codec_common::Uuid;
use codec_common::writer::Gather;
use codec_testkit::alloc_count;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use data::{Shape, Texts};
use fila_codec::message::{Ack, Delivery, Enqueue};
use fila_codec::{BatchWriter, FrameEncoder, MaxFrame, Message, Operation, RequestId};
use prost::Message as _;
use std::hint::black_box;

codec_testkit::count_allocations!();

const ID: RequestId = RequestId(7);

/// The batches that are measured: name, messages, payload, headers.
const SHAPES: [Shape; 3] = [
    Shape { name: "batch-1k", messages: 100, payload: 1024, headers: 3 },
    Shape { name: "batch-16b", messages: 100, payload: 16, headers: 0 },
    Shape { name: "single-1k", messages: 1, payload: 1024, headers: 3 },
];

fn operation(frame: &[u8]) -> Operation<'_> {
    codec_testkit::oracle::fila::whole(frame)
}

/// Measures what must not allocate.
fn free<R>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut() -> R) {
    alloc_count::none(name, || black_box(work()));
    group.bench_function(name, |bench| bench.iter(&mut work));
}

fn copy(group: &mut BenchmarkGroup<'_, WallTime>, bytes: &[u8]) {
    let mut to = vec![0; bytes.len()];
    free(group, "memcpy", || {
        to.copy_from_slice(black_box(bytes));
        black_box(to.as_ptr())
    });
}

fn decode_delivery(criterion: &mut Criterion) {
    for shape in SHAPES {
        for texts in Texts::ALL {
            let owned = data::delivered(&shape, texts);
            let items: Vec<_> = owned.iter().map(data::Owned::delivered).collect();
            let mut frame = Vec::new();
            let delivery = Delivery { messages: items[..].into() };
            FrameEncoder::default().encode_to_vec(&delivery, ID, &mut frame).expect("fits");
            let protobuf = peer::delivery(&owned).encode_to_vec();

            let mut group =
                criterion.benchmark_group(format!("decode/fila/delivery-{}/{}", shape.name, texts.name()));
            group.throughput(Throughput::Elements(shape.messages as u64));
            copy(&mut group, &frame);
            free(&mut group, "walker", || walker::delivery(black_box(&frame[10..])));
            free(&mut group, "stream", || {
                let items = operation(black_box(&frame)).stream::<Delivery>().expect("is good");
                items
                    .map(|item| item.map_or(0, |item| item.payload.len() + item.headers.len()))
                    .sum::<usize>()
            });
            free(&mut group, "decode", || {
                let (message, _) = operation(black_box(&frame)).decode_as::<Delivery<'_>>().expect("is good");
                message.messages.iter().map(|item| item.payload.len() + item.headers.len()).sum::<usize>()
            });
            free(&mut group, "validate", || {
                operation(black_box(&frame)).decode_as::<Delivery<'_>>().expect("is good").0.messages.len()
            });
            group.bench_function("collect", |bench| {
                bench.iter(|| {
                    operation(black_box(&frame)).collect::<Delivery>(usize::MAX).expect("is good").items
                });
            });
            group.bench_function("prost", |bench| {
                bench.iter(|| peer::Delivery::decode(black_box(&protobuf[..])).expect("is good"));
            });
            group.bench_function("prost-bytes", |bench| {
                let shared = bytes::Bytes::copy_from_slice(&protobuf);
                bench.iter(|| peer::Delivery::decode(black_box(shared.clone())).expect("is good"));
            });
            group.finish();
        }
    }
}

fn decode_enqueue(criterion: &mut Criterion) {
    for shape in SHAPES {
        for texts in Texts::ALL {
            let owned = data::delivered(&shape, texts);
            let items: Vec<_> = owned.iter().map(data::Owned::enqueued).collect();
            let mut frame = Vec::new();
            let enqueue = Enqueue { messages: items[..].into() };
            FrameEncoder::default().encode_to_vec(&enqueue, ID, &mut frame).expect("fits");

            let mut group =
                criterion.benchmark_group(format!("decode/fila/enqueue-{}/{}", shape.name, texts.name()));
            group.throughput(Throughput::Elements(shape.messages as u64));
            copy(&mut group, &frame);
            free(&mut group, "walker", || walker::enqueue(black_box(&frame[10..])));
            free(&mut group, "stream", || {
                let items = operation(black_box(&frame)).stream::<Enqueue>().expect("is good");
                items
                    .map(|item| item.map_or(0, |item| item.payload.len() + item.headers.len()))
                    .sum::<usize>()
            });
            free(&mut group, "any-message", || {
                match operation(black_box(&frame)).decode().expect("is good") {
                    (Message::Enqueue(enqueue), _) => enqueue.messages.len(),
                    _ => 0,
                }
            });
            group.finish();
        }
    }
}

fn ack(criterion: &mut Criterion) {
    let ids: Vec<_> =
        (0..1000).map(|number| Uuid::from_u128(0x019b_76da_a801_7025_8000_0000_0000_0000 + number)).collect();
    for texts in Texts::ALL {
        let queues = data::queues(1000, texts);
        let items: Vec<_> = queues.iter().zip(&ids).map(|(queue, id)| data::ack_item(queue, *id)).collect();
        let ack = Ack { items: items[..].into() };
        let mut frame = Vec::new();
        FrameEncoder::default().encode_to_vec(&ack, ID, &mut frame).expect("fits");
        let peer = peer::ack(&items);
        let protobuf = peer.encode_to_vec();

        let mut group = criterion.benchmark_group(format!("decode/fila/ack-1000/{}", texts.name()));
        group.throughput(Throughput::Elements(1000));
        copy(&mut group, &frame);
        free(&mut group, "walker", || walker::ack(black_box(&frame[10..])));
        free(&mut group, "stream", || {
            let items = operation(black_box(&frame)).stream::<Ack>().expect("is good");
            items
                .map(|item| {
                    item.map_or(0, |item| item.queue.len() + usize::from(item.message_id.as_bytes()[15]))
                })
                .sum::<usize>()
        });
        group.bench_function("collect", |bench| {
            bench.iter(|| operation(black_box(&frame)).collect::<Ack>(usize::MAX).expect("is good").items);
        });
        group.bench_function("prost", |bench| {
            bench.iter(|| peer::Ack::decode(black_box(&protobuf[..])).expect("is good"));
        });
        group.finish();

        let mut group = criterion.benchmark_group(format!("encode/fila/ack-1000/{}", texts.name()));
        group.throughput(Throughput::Elements(1000));
        copy(&mut group, &frame);
        let mut out = vec![0; frame.len()];
        free(&mut group, "slice", || {
            FrameEncoder::default().encode_to_slice(black_box(&ack), ID, &mut out).expect("fits").len()
        });
        let mut protobuf_out = Vec::with_capacity(protobuf.len());
        group.bench_function("prost", |bench| {
            bench.iter(|| {
                protobuf_out.clear();
                black_box(&peer).encode(&mut protobuf_out).expect("fits");
                protobuf_out.len()
            });
        });
        group.finish();
    }
}

fn encode(criterion: &mut Criterion) {
    let mut shapes = SHAPES.to_vec();
    shapes.push(Shape { name: "batch-64k", messages: 100, payload: 65_536, headers: 3 });
    for shape in shapes {
        let owned = data::delivered(&shape, Texts::Fixed);
        let items: Vec<_> = owned.iter().map(data::Owned::enqueued).collect();
        let enqueue = Enqueue { messages: items[..].into() };
        let encoder = FrameEncoder::new(MaxFrame::DEFAULT);
        let mut frame = Vec::new();
        encoder.encode_to_vec(&enqueue, ID, &mut frame).expect("fits");
        let peer = peer::enqueue(&owned);

        let mut group = criterion.benchmark_group(format!("encode/fila/enqueue-{}/fixed", shape.name));
        group.throughput(Throughput::Elements(shape.messages as u64));
        copy(&mut group, &frame);
        let mut out = vec![0; frame.len()];
        // What it costs to fetch the texts and payloads from where they lie, without a length between them.
        free(&mut group, "parts", || data::copy_parts(black_box(&owned), &mut out));
        free(&mut group, "slice", || {
            encoder.encode_to_slice(black_box(&enqueue), ID, &mut out).expect("fits").len()
        });
        let mut vec = Vec::with_capacity(frame.len());
        free(&mut group, "vec", || {
            vec.clear();
            encoder.encode_to_vec(black_box(&enqueue), ID, &mut vec).expect("fits")
        });
        let mut buf = bytes::BytesMut::with_capacity(frame.len());
        free(&mut group, "bytes-mut", || {
            buf.clear();
            encoder.encode_to_buf(black_box(&enqueue), ID, &mut buf).expect("fits")
        });
        let mut gather = Gather::new();
        encoder.gather(&enqueue, ID, &mut gather).expect("fits");
        free(&mut group, "gather", || {
            gather.clear();
            encoder.gather(black_box(&enqueue), ID, &mut gather).expect("fits")
        });
        let mut out = vec![0; frame.len()];
        free(&mut group, "batch-writer", || {
            let mut batch = BatchWriter::<Enqueue>::new(&mut out, ID, MaxFrame::DEFAULT).expect("fits");
            black_box(&items).iter().for_each(|item| batch.push(item).expect("fits"));
            batch.finish().expect("fits").len()
        });
        let mut protobuf = Vec::with_capacity(peer.encoded_len());
        group.bench_function("prost", |bench| {
            bench.iter(|| {
                protobuf.clear();
                black_box(&peer).encode(&mut protobuf).expect("fits");
                protobuf.len()
            });
        });
        group.finish();
    }
}

criterion_group! {
    name = all;
    config = benches::short();
    targets = decode_delivery, decode_enqueue, ack, encode
}
criterion_main!(all);
