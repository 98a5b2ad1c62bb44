//! The engine where `std` is there: zlib-rs.

use super::{Fault, Level, Step, Strategy};
use ::zlib_rs::{DeflateConfig, DeflateFlush, InflateFlush, Status};

const WINDOW_BITS: u8 = 15;

pub(super) struct Inflate(zlib_rs::Inflate);

impl Inflate {
    pub(super) fn new() -> Self {
        Self(::zlib_rs::Inflate::new(true, WINDOW_BITS))
    }

    pub(super) fn reset(&mut self) {
        self.0.reset(true);
    }

    pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, Fault> {
        let (before_in, before_out) = (self.0.total_in(), self.0.total_out());
        let status = self.0.decompress(input, output, InflateFlush::NoFlush).map_err(|_| Fault::Corrupt)?;
        Ok(Step {
            read: delta(before_in, self.0.total_in()),
            written: delta(before_out, self.0.total_out()),
            end: status == Status::StreamEnd,
        })
    }
}

pub(super) struct Deflate(zlib_rs::Deflate);

impl Deflate {
    pub(super) fn new(level: Level, strategy: Strategy) -> Self {
        let strategy = match strategy {
            Strategy::Filtered => zlib_rs::Strategy::Filtered,
            Strategy::Default => zlib_rs::Strategy::Default,
            Strategy::HuffmanOnly => zlib_rs::Strategy::HuffmanOnly,
            Strategy::Rle => zlib_rs::Strategy::Rle,
        };
        let config = DeflateConfig {
            level: level.get().into(),
            window_bits: WINDOW_BITS.into(),
            mem_level: 8,
            strategy,
            ..DeflateConfig::default()
        };
        Self(zlib_rs::Deflate::new_with_config(config))
    }

    pub(super) fn reset(&mut self) {
        self.0.reset();
    }

    pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Option<Step> {
        let (before_in, before_out) = (self.0.total_in(), self.0.total_out());
        let status = self.0.compress(input, output, DeflateFlush::Finish).ok()?;
        Some(Step {
            read: delta(before_in, self.0.total_in()),
            written: delta(before_out, self.0.total_out()),
            end: status == Status::StreamEnd,
        })
    }
}

fn delta(before: u64, after: u64) -> usize {
    usize::try_from(after.saturating_sub(before)).unwrap_or(usize::MAX)
}
