//! BlazingMQ: building, reading and framing, beside the least that each can take.

use benches::bmq::{
    INFOS, PROPERTIES, acks, build_items, build_put, compressed_event, confirms, push_event, put, put_event,
    walk_items, walk_messages,
};
use benches::{SIZES, consume, copy_all, copy_and_crc_all, crc_all, payloads};
use bmq_codec::compression::{Deflater, Inflater};
use bmq_codec::{Acks, Body, Confirms, Event, EventBuilder, FrameDecoder, limits};
use codec_testkit::alloc_count;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

codec_testkit::count_allocations!();

/// Measures `work`, which must not allocate once it has run.
fn bench(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut()) {
    work();
    alloc_count::none(name, &mut work);
    group.bench_function(name, |bencher| bencher.iter(&mut work));
}

fn puts(event: &[u8], mut each: impl FnMut(&bmq_codec::PutMessage<'_>)) {
    let Ok(Body::Put(messages)) = Event::decode(black_box(event)).and_then(|event| event.body()) else {
        panic!("not a PUT event");
    };
    for message in messages {
        match message {
            Ok(message) => each(&message),
            Err(error) => panic!("{error}"),
        }
    }
}

/// The payloads where they stand.
fn message_bytes<'a>(event: &'a [u8], parts: &mut Vec<&'a [u8]>) {
    if let Ok(Body::Put(messages)) = Event::decode(event).and_then(|event| event.body()) {
        parts.extend(messages.flatten().map(|message| message.app_data()));
    }
}

fn pushes(event: &[u8], mut each: impl FnMut(&bmq_codec::PushMessage<'_>)) {
    let Ok(Body::Push(messages)) = Event::decode(black_box(event)).and_then(|event| event.body()) else {
        panic!("not a PUSH event");
    };
    for message in messages {
        match message {
            Ok(message) => each(&message),
            Err(error) => panic!("{error}"),
        }
    }
}

fn decode_messages(c: &mut Criterion) {
    assert!(alloc_count::is_counting());
    for (size, count, len) in SIZES {
        let payloads = payloads(count, len);
        let mut group = c.benchmark_group(format!("decode/bmq/{size}"));

        let event = put_event(&payloads, &[]);
        group.throughput(Throughput::Bytes(event.len() as u64));
        bench(&mut group, "put", || puts(&event, |message| consume(message.payload())));
        bench(&mut group, "put-fields", || {
            puts(&event, |message| consume((message.queue_id(), message.guid(), message.payload())));
        });
        bench(&mut group, "put-crc", || puts(&event, |message| assert!(message.crc_fault().is_none())));
        bench(&mut group, "put-walker", || walk_messages(black_box(&event)));
        // Where they stand in the event: for some backends other places are faster or slower.
        let mut parts = Vec::new();
        message_bytes(&event, &mut parts);
        bench(&mut group, "crc-of-payloads", || consume(crc_all(black_box(&parts))));

        let event = push_event(&payloads);
        group.throughput(Throughput::Bytes(event.len() as u64));
        bench(&mut group, "push", || pushes(&event, |message| consume(message.payload())));
        bench(&mut group, "push-options", || {
            pushes(&event, |message| {
                let info = message.options().sub_queue_info();
                assert!(info == Ok(INFOS[0]));
                consume(message.payload());
            });
        });
        bench(&mut group, "push-walker", || walk_messages(black_box(&event)));

        let mut space = vec![0; count * len];
        bench(&mut group, "memcpy", || copy_all(black_box(&payloads), &mut space));
        group.finish();
    }
}

fn decode_items(c: &mut Criterion) {
    for (size, count) in [("small", 1), ("batch", 100), ("large", 10_000)] {
        let mut group = c.benchmark_group(format!("decode/bmq/{size}"));
        let mut space = vec![0; 12 + count * 24];
        let len = build_items(&acks(count), &mut space);
        let event = space[..len].to_vec();
        group.throughput(Throughput::Bytes(event.len() as u64));
        bench(&mut group, "ack", || match Acks::decode(black_box(&event[8..]), 8) {
            Ok(acks) => acks.iter().for_each(consume),
            Err(error) => panic!("{error}"),
        });
        bench(&mut group, "ack-walker", || walk_items(black_box(&event)));
        let len = build_items(&confirms(count), &mut space);
        let event = space[..len].to_vec();
        bench(&mut group, "confirm", || match Confirms::decode(black_box(&event[8..]), 8) {
            Ok(confirms) => confirms.iter().for_each(consume),
            Err(error) => panic!("{error}"),
        });
        group.finish();
    }
}

fn decode_properties(c: &mut Criterion) {
    let mut group = c.benchmark_group("decode/bmq/properties");
    let event = put_event(&payloads(1, 16), &PROPERTIES);
    group.throughput(Throughput::Bytes(event.len() as u64));
    let properties = |event: &[u8], each: &mut dyn FnMut(bmq_codec::Properties<'_>)| {
        puts(event, |message| match message.app().map(|app| app.properties()) {
            Ok(Some(properties)) => each(properties),
            other => panic!("{other:?}"),
        });
    };
    bench(&mut group, "decode", || properties(&event, &mut |properties| consume(properties)));
    bench(&mut group, "iterate", || {
        properties(&event, &mut |properties| properties.iter().for_each(consume));
    });
    bench(&mut group, "get", || {
        properties(&event, &mut |properties| consume(properties.get("region")));
    });
    group.finish();
}

fn encode_messages(c: &mut Criterion) {
    for (size, count, len) in SIZES {
        let payloads = payloads(count, len);
        let mut space = vec![0; 8 + count * (len + 64)];
        let mut group = c.benchmark_group(format!("encode/bmq/{size}"));
        group.throughput(Throughput::Bytes((count * len) as u64));
        bench(&mut group, "put", || consume(build_put(black_box(&payloads), &[], &mut space)));
        let mut buffer = Vec::new();
        bench(&mut group, "put-vec", || {
            buffer.clear();
            let mut event = EventBuilder::put(&mut buffer);
            for (n, payload) in black_box(&payloads).iter().enumerate() {
                assert!(event.push(&put(n, &[], payload)).is_ok());
            }
            black_box(event.finish());
        });
        bench(&mut group, "memcpy-crc", || {
            black_box(copy_and_crc_all(black_box(&payloads), &mut space));
        });
        bench(&mut group, "memcpy", || copy_all(black_box(&payloads), &mut space));
        group.finish();
    }
}

fn encode_items(c: &mut Criterion) {
    for (size, count) in [("small", 1), ("batch", 100)] {
        let (acks, confirms) = (acks(count), confirms(count));
        let mut space = vec![0; 12 + count * 24];
        let mut group = c.benchmark_group(format!("encode/bmq/{size}"));
        group.throughput(Throughput::Bytes(space.len() as u64));
        bench(&mut group, "ack", || consume(build_items(black_box(&acks), &mut space)));
        bench(&mut group, "confirm", || consume(build_items(black_box(&confirms), &mut space)));
        group.finish();
    }
}

fn encode_properties(c: &mut Criterion) {
    let mut group = c.benchmark_group("encode/bmq/properties");
    let payloads = payloads(1, 16);
    let mut space = vec![0; 1024];
    let len = build_put(&payloads, &PROPERTIES, &mut space);
    group.throughput(Throughput::Bytes(len as u64));
    bench(&mut group, "put", || consume(build_put(&payloads, black_box(&PROPERTIES), &mut space)));
    group.finish();
}

fn stream(c: &mut Criterion) {
    let frames: Vec<Vec<u8>> =
        payloads(1000, 1024).chunks(1).map(|payload| put_event(payload, &[])).collect();
    let bytes = frames.concat();
    let mut group = c.benchmark_group("stream/bmq/batch");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    for (name, chunk_len) in [("64KiB", 65_536), ("1460B", 1460)] {
        let mut decoder = FrameDecoder::new(limits::broker());
        bench(&mut group, &format!("chunks-of-{name}"), || {
            let mut count = 0;
            for chunk in black_box(&bytes).chunks(chunk_len) {
                let mut frames = decoder.frames(chunk);
                while let Ok(Some(frame)) = frames.next() {
                    black_box(frame.bytes());
                    count += 1;
                }
            }
            assert!(count == frames.len() && decoder.finish().is_ok());
        });
    }
    let mut decoder = FrameDecoder::new(limits::broker());
    bench(&mut group, "reads-of-64KiB", || {
        let mut count = 0;
        for chunk in black_box(&bytes).chunks(65_536) {
            decoder.space(chunk.len()).copy_from_slice(chunk);
            decoder.advance(chunk.len());
            while let Ok(Some(frame)) = decoder.next() {
                black_box(frame.bytes());
                count += 1;
            }
        }
        assert!(count == frames.len() && decoder.finish().is_ok());
    });
    let mut space = vec![0; bytes.len()];
    bench(&mut group, "memcpy", || space.copy_from_slice(black_box(&bytes)));
    group.finish();
}

fn zlib(c: &mut Criterion) {
    let text: Vec<u8> =
        (0..400).flat_map(|n| format!("{{\"order\":{n},\"state\":\"open\"}},").into_bytes()).collect();
    let event = compressed_event(&text);
    let mut inflater = Inflater::new();
    let mut group = c.benchmark_group("decode/bmq/zlib");
    group.throughput(Throughput::Bytes(text.len() as u64));
    bench(&mut group, "inflate", || {
        puts(&event, |message| match message.contents(&mut inflater, 1 << 20) {
            Ok(contents) => assert!(contents.payload.len() == text.len()),
            Err(error) => panic!("{error}"),
        });
    });
    group.finish();

    let mut group = c.benchmark_group("encode/bmq/zlib");
    group.throughput(Throughput::Bytes(text.len() as u64));
    let mut deflater = Deflater::default();
    let mut buffer = Vec::new();
    bench(&mut group, "deflate", || {
        buffer.clear();
        let mut event = EventBuilder::put(&mut buffer);
        assert!(event.push_compressed(&put(1, &[], black_box(&text)), &mut deflater).is_ok());
    });
    group.finish();
}

criterion_group! {
    name = all;
    config = benches::short();
    targets = decode_messages, decode_items, decode_properties, encode_messages, encode_items, encode_properties,
        stream, zlib
}
criterion_main!(all);
