//! The CRC32-C backends.

use codec_common::crc::{backend, crc32c_append};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

type Backend = fn(u32, &[u8]) -> u32;

const BACKENDS: &[(&str, Backend)] = &[
    ("selected", crc32c_append),
    ("table", backend::table),
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    ("crc-fast", backend::fast),
    #[cfg(feature = "crc32c")]
    ("crc32c", backend::crc32c),
];

fn crc(c: &mut Criterion) {
    for (name, backend) in BACKENDS {
        let mut group = c.benchmark_group(format!("crc/{name}"));
        for len in [64, 256, 1024, 4096, 65_536, 1 << 20] {
            let data = benches::payloads(1, len).concat();
            group.throughput(Throughput::Bytes(len as u64));
            group.bench_with_input(BenchmarkId::from_parameter(len), &data, |bencher, data| {
                bencher.iter(|| backend(0, black_box(data)));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = all;
    config = benches::short();
    targets = crc
}
criterion_main!(all);
