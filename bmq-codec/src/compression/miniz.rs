//! The engine without `std`: miniz_oxide.

use super::{Fault, Level, Step, Strategy};
use alloc::boxed::Box;
use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::inflate::stream::InflateState;
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

pub(super) struct Inflate(Option<Box<InflateState>>);

impl Inflate {
    pub(super) fn new() -> Self {
        Self(None)
    }

    pub(super) fn reset(&mut self) {
        match &mut self.0 {
            Some(state) => state.reset(DataFormat::Zlib),
            None => self.0 = Some(InflateState::new_boxed(DataFormat::Zlib)),
        }
    }

    pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, Fault> {
        let state = self.0.get_or_insert_with(|| InflateState::new_boxed(DataFormat::Zlib));
        let result = miniz_oxide::inflate::stream::inflate(state, input, output, MZFlush::None);
        let end = match result.status {
            Ok(status) => status == MZStatus::StreamEnd,
            Err(MZError::Buf) => false,
            Err(_) => return Err(Fault::Corrupt),
        };
        Ok(Step { read: result.bytes_consumed, written: result.bytes_written, end })
    }
}

pub(super) struct Deflate(Box<CompressorOxide>);

impl Deflate {
    pub(super) fn new(level: Level, strategy: Strategy) -> Self {
        let strategy = match strategy {
            Strategy::Default => 0,
            Strategy::Filtered => 1,
            Strategy::HuffmanOnly => 2,
            Strategy::Rle => 3,
        };
        let flags = create_comp_flags_from_zip_params(level.get().into(), 15, strategy);
        Self(Box::new(CompressorOxide::new(flags)))
    }

    pub(super) fn reset(&mut self) {
        self.0.reset();
    }

    pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Option<Step> {
        let result = miniz_oxide::deflate::stream::deflate(&mut self.0, input, output, MZFlush::Finish);
        let end = match result.status {
            Ok(status) => status == MZStatus::StreamEnd,
            Err(MZError::Buf) => false,
            Err(_) => return None,
        };
        Some(Step { read: result.bytes_consumed, written: result.bytes_written, end })
    }
}
