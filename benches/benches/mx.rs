//! MessageX beside what one would write with serde_json: typed with the payload as a `RawValue`, and as a `Value`.
//!
//! serde_json is given text that was checked with `core::str::from_utf8`, which is faster than its own reading of
//! bytes; the check is part of what is measured, as it is for mx-codec. Allocations are not counted here, since that
//! would slow those down that make some: that mx-codec makes none is asserted by its oracles.

use std::{borrow::Cow, hint::black_box};

use bytes::BytesMut;
use codec_testkit::generate::mx as generate;
use codec_testkit::mx::frame;
use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use mx_codec::{Command, Encode, Envelope, FrameDecoder, LIMITS, Message, json::RawBuf};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use tokio_util::codec::{Decoder, LengthDelimitedCodec};

/// A COMMAND of 152 bytes.
const SMALL: &str = r#"{"version":1,"type":"COMMAND","command":"QUEUE_DECLARE","requestId":"8e3c1f52-6d0b-4f6a-9a55-0b7f3f3a1c2d","payload":{"name":"invoices","durable":true}}"#;

/// The envelope as serde users write it.
#[derive(Deserialize, Serialize)]
struct Typed<'a> {
    version: u32,
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    command: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    event: Option<Cow<'a, str>>,
    #[serde(rename = "requestId", borrow, skip_serializing_if = "Option::is_none")]
    request_id: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    payload: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    error: Option<&'a RawValue>,
}

impl<'a> Typed<'a> {
    fn decode(text: &'a [u8]) -> Self {
        serde_json::from_str(std::str::from_utf8(text).unwrap()).unwrap()
    }

    /// A command as a frame, behind its length.
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend([0; 4]);
        serde_json::to_writer(&mut *out, self).unwrap();
        let length = u32::try_from(out.len() - 4).unwrap();
        out[..4].copy_from_slice(&length.to_be_bytes());
    }
}

fn value(text: &[u8]) -> Value {
    serde_json::from_str(std::str::from_utf8(text).unwrap()).unwrap()
}

/// A COMMAND with this payload.
fn command(payload: &str) -> Command<'_> {
    let request_id = "8e3c1f52-6d0b-4f6a-9a55-0b7f3f3a1c2d".into();
    Command { command: "MESSAGE_PUBLISH".into(), request_id, payload: generate::object(payload) }
}

fn text_of(command: &Command<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    command.encode_to_vec(&mut bytes, &LIMITS).unwrap();
    bytes.split_off(4)
}

fn decode(c: &mut Criterion) {
    assert_eq!(SMALL.len(), 152);
    let text = text_of(&command(&generate::text_payload(64 << 10)));
    let nested = text_of(&command(&generate::nested_payload((1 << 20) - 200)));
    for (name, text) in [("small", SMALL.as_bytes()), ("text_64k", &text), ("nested_1m", &nested)] {
        let mut group = group(c, &format!("decode/mx/{name}"), text.len());
        group.bench_function("mx-codec", |b| {
            b.iter(|| Envelope::from_text(black_box(text), &LIMITS).map(Message::from));
        });
        group.bench_function("serde_json_raw", |b| b.iter(|| Typed::decode(black_box(text))));
        group.bench_function("serde_json_value", |b| b.iter(|| value(black_box(text))));
        group.bench_function("from_utf8", |b| b.iter(|| std::str::from_utf8(black_box(text))));
    }
}

fn encode(c: &mut Criterion) {
    let (small, large) = (r#"{"name":"orders","durable":true}"#, generate::text_payload(64 << 10));
    for (name, payload) in [("small", small), ("raw_64k", &large)] {
        let command = command(payload);
        let text = text_of(&command);
        let typed = Typed::decode(&text);
        let bytes = frame(&text);
        let mut out = Vec::with_capacity(bytes.len());
        let mut group = group(c, &format!("encode/mx/{name}"), bytes.len());
        let mut slice = vec![0; bytes.len()];
        group.bench_function("mx-codec_slice", |b| {
            b.iter(|| {
                black_box(&command).encode_to_slice(black_box(&mut slice), &LIMITS).map(|frame| frame.len())
            });
        });
        group.bench_function("mx-codec_vec", |b| {
            b.iter(|| {
                out.clear();
                black_box(&command).encode_to_vec(black_box(&mut out), &LIMITS)
            });
        });
        group.bench_function("serde_json_raw", |b| {
            b.iter(|| {
                out.clear();
                black_box(&typed).encode(black_box(&mut out));
            });
        });
        group.bench_function("memcpy", |b| {
            b.iter(|| {
                out.clear();
                out.extend_from_slice(black_box(&bytes));
                black_box(&mut out);
            });
        });
    }

    // From Rust types to a frame.
    let orders = serde_json::json!({ "name": "orders", "durable": true });
    let mut group = group(c, "encode/mx/serialize", SMALL.len());
    let mut out = Vec::new();
    group.bench_function("mx-codec", |b| {
        b.iter(|| {
            out.clear();
            let payload = RawBuf::serialize(black_box(&orders)).unwrap();
            let payload = payload.as_object().unwrap();
            let command =
                Command { command: "QUEUE_DECLARE".into(), request_id: "request-uuid".into(), payload };
            command.encode_to_vec(&mut out, &LIMITS)
        });
    });
}

fn stream(c: &mut Criterion) {
    let chunk = frame(SMALL.as_bytes()).repeat(10_000);
    let mut group = group(c, "stream/mx/10k_small", chunk.len());
    group.bench_function("mx-codec_frames", |b| {
        b.iter(|| {
            let mut decoder = FrameDecoder::new(LIMITS);
            let mut frames = decoder.frames(black_box(&chunk));
            let mut count = 0;
            while let Some(frame) = frames.next().unwrap() {
                count += frame.bytes().len();
            }
            count
        });
    });
    group.bench_function("mx-codec", |b| {
        b.iter(|| {
            let mut decoder = FrameDecoder::new(LIMITS);
            let mut count = 0;
            for piece in black_box(&chunk).chunks(64 << 10) {
                let mut frames = decoder.frames(piece);
                while let Some(frame) = frames.next().unwrap() {
                    black_box(Envelope::decode(frame.bytes(), &LIMITS).unwrap());
                    count += 1;
                }
            }
            count
        });
    });
    group.bench_function("tokio-util_serde_json_raw", |b| {
        b.iter(|| length_delimited(black_box(&chunk), |text| drop(black_box(Typed::decode(text)))));
    });
    group.bench_function("tokio-util_serde_json_value", |b| {
        b.iter(|| length_delimited(black_box(&chunk), |text| drop(black_box(value(text)))));
    });
}

/// The frames by tokio-util's codec, from the same chunks.
fn length_delimited(chunk: &[u8], mut each: impl FnMut(&[u8])) -> usize {
    let mut codec = LengthDelimitedCodec::new();
    let mut buffer = BytesMut::new();
    let mut count = 0;
    for piece in chunk.chunks(64 << 10) {
        buffer.extend_from_slice(piece);
        while let Some(text) = codec.decode(&mut buffer).unwrap() {
            each(&text);
            count += 1;
        }
    }
    count
}

fn group<'c>(c: &'c mut Criterion, name: &str, bytes: usize) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes as u64));
    group
}

criterion_group! {
    name = all;
    config = benches::short();
    targets = decode, encode, stream
}
criterion_main!(all);
