//! Compressed application data (reference 5.6, 6.3): zlib streams, bounded and exact.

use alloc::vec::Vec;
use codec_common::{At, DecodeError, Reason, Rule};
use core::fmt;

/// Application data shorter than this is sent as it is.
pub const MIN_COMPRESSION_SIZE: usize = 1024;

pub(crate) static CORRUPT: Rule = Rule("the zlib stream is corrupt");
pub(crate) static TRUNCATED: Rule = Rule("the zlib stream ends too early");
pub(crate) static TRAILING: Rule = Rule("bytes follow the end of the zlib stream");

/// What went wrong while inflating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Corrupt,
    Truncated,
    Trailing,
    TooLong,
}

/// Inflates zlib streams into a buffer that is kept for the next one.
///
/// The output never grows beyond the limit that is given; bytes behind the stream's end and streams without an end
/// are refused.
///
/// ```
/// use bmq_codec::compression::{Deflater, Inflater, Level};
/// use codec_common::Field;
/// static AT: Field = Field::new("demo", "Data", "payload");
/// let mut deflated = Vec::new();
/// Deflater::new(Level::default()).deflate(&[7; 5000], &mut deflated);
/// let mut inflater = Inflater::new();
/// assert_eq!(inflater.inflate(&deflated, 5000, 0, &AT)?, &[7; 5000]);
/// let error = inflater.inflate(&deflated, 4999, 0, &AT).unwrap_err();
/// assert_eq!(error.to_string(), "demo Data.payload at byte 0: length 5000, at most 4999");
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
pub struct Inflater {
    out: Vec<u8>,
    len: usize,
    engine: engine::Inflate,
}

impl fmt::Debug for Inflater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inflater").field("capacity", &self.out.capacity()).finish_non_exhaustive()
    }
}

impl Default for Inflater {
    fn default() -> Self {
        Self::new()
    }
}

impl Inflater {
    /// A new one; its window and buffer grow when they are used.
    #[must_use]
    pub fn new() -> Self {
        Self { out: Vec::new(), len: 0, engine: engine::Inflate::new() }
    }

    /// Inflates one whole stream to at most `limit` bytes. `offset` and `at` say where `deflated` stands.
    ///
    /// # Errors
    /// `too_long` beyond the limit, `inflate` for a stream that is corrupt, has no end, or is followed by bytes.
    pub fn inflate(
        &mut self,
        deflated: &[u8],
        limit: usize,
        offset: usize,
        at: At,
    ) -> Result<&[u8], DecodeError> {
        self.len = 0;
        let reason = match self.run(deflated, limit) {
            Ok(len) => {
                self.len = len;
                return Ok(self.inflated());
            }
            Err(Fault::TooLong) => {
                let maximum = u32::try_from(limit).unwrap_or(u32::MAX);
                Reason::TooLong { length: maximum.saturating_add(1), maximum }
            }
            Err(Fault::Corrupt) => Reason::Inflate { rule: &CORRUPT },
            Err(Fault::Truncated) => Reason::Inflate { rule: &TRUNCATED },
            Err(Fault::Trailing) => Reason::Inflate { rule: &TRAILING },
        };
        Err(DecodeError::new(reason, offset, at))
    }

    /// What the last stream inflated to; empty after an error.
    #[must_use]
    pub fn inflated(&self) -> &[u8] {
        self.out.get(..self.len).unwrap_or_default()
    }

    fn run(&mut self, deflated: &[u8], limit: usize) -> Result<usize, Fault> {
        self.engine.reset();
        // One byte beyond the limit tells an output that is too long from one that just fits.
        let most = limit.saturating_add(1);
        let (mut read, mut written) = (0usize, 0usize);
        loop {
            if written == self.out.len() {
                let wanted = self.out.len().saturating_mul(2).max(deflated.len().saturating_mul(4)).max(1024);
                self.out.resize(wanted.min(most).max(written.saturating_add(1)), 0);
            }
            let input = deflated.get(read..).unwrap_or_default();
            let end = self.out.len().min(most);
            let output = self.out.get_mut(written..end).unwrap_or_default();
            let step = self.engine.step(input, output)?;
            read = read.saturating_add(step.read);
            written = written.saturating_add(step.written);
            if written > limit {
                return Err(Fault::TooLong);
            }
            if step.end {
                return if read == deflated.len() { Ok(written) } else { Err(Fault::Trailing) };
            }
            if step.read == 0 && step.written == 0 {
                return Err(Fault::Truncated);
            }
        }
    }
}

/// One call of an engine: what it took and gave, and whether the stream ended.
struct Step {
    read: usize,
    written: usize,
    end: bool,
}

/// Compression level: 0 (store) to 9 (smallest); 6 by default, as in the official client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// A level; more than 9 is taken as 9.
    #[must_use]
    pub const fn new(level: u8) -> Self {
        Self(if level > 9 { 9 } else { level })
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self(6)
    }
}

/// How matches are sought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Few short matches: what the official C++ client uses.
    #[default]
    Filtered,
    /// zlib's default: what the Java and Node clients use.
    Default,
    /// No matches at all.
    HuffmanOnly,
    /// Matches at distance one only.
    Rle,
}

/// Deflates into zlib streams. A new state costs some 300 kB and 10 microseconds, so it is kept for the next one.
pub struct Deflater {
    engine: engine::Deflate,
    scratch: Vec<u8>,
}

impl fmt::Debug for Deflater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deflater").finish_non_exhaustive()
    }
}

impl Default for Deflater {
    fn default() -> Self {
        Self::new(Level::default())
    }
}

impl Deflater {
    /// A deflater of that level, with the official client's strategy.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self::with_strategy(level, Strategy::default())
    }

    /// A deflater of that level and strategy.
    #[must_use]
    pub fn with_strategy(level: Level, strategy: Strategy) -> Self {
        Self { engine: engine::Deflate::new(level, strategy), scratch: Vec::new() }
    }

    /// Appends `data` to `out` as one zlib stream.
    pub fn deflate(&mut self, data: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        // Stored blocks cost 5 bytes each 16 KiB at worst, the wrapper 6.
        let bound = data.len().saturating_add(data.len() >> 11).saturating_add(64);
        if self.run(data, out, start.saturating_add(bound)).is_none() {
            out.truncate(start);
        }
    }

    fn run(&mut self, data: &[u8], out: &mut Vec<u8>, bound: usize) -> Option<()> {
        self.engine.reset();
        let (mut read, mut written) = (0usize, out.len());
        out.resize(bound, 0);
        loop {
            let step = self.engine.step(data.get(read..)?, out.get_mut(written..)?)?;
            read = read.saturating_add(step.read);
            written = written.saturating_add(step.written);
            if step.end {
                out.truncate(written);
                return Some(());
            }
            out.resize(out.len().saturating_add(1024), 0);
        }
    }

    /// The compressed form of `parts`, one after the other, where it is strictly smaller and there are at least
    /// [`MIN_COMPRESSION_SIZE`] bytes; `None` where the data is to be sent as it is.
    pub(crate) fn worthwhile(&mut self, parts: &[&[u8]]) -> Option<&[u8]> {
        let len = parts.iter().fold(0usize, |sum, part| sum.saturating_add(part.len()));
        if len < MIN_COMPRESSION_SIZE {
            return None;
        }
        let mut scratch = core::mem::take(&mut self.scratch);
        scratch.clear();
        match parts {
            [one] => self.deflate(one, &mut scratch),
            parts => self.deflate(&parts.concat(), &mut scratch),
        }
        self.scratch = scratch;
        (!self.scratch.is_empty() && self.scratch.len() < len).then_some(&self.scratch[..])
    }
}

#[cfg(feature = "std")]
mod engine {
    //! zlib-rs.

    use super::{Fault, Level, Step, Strategy};
    use zlib_rs::{DeflateConfig, DeflateFlush, InflateFlush, Status};

    const WINDOW_BITS: u8 = 15;

    pub(super) struct Inflate(zlib_rs::Inflate);

    impl Inflate {
        pub(super) fn new() -> Self {
            Self(zlib_rs::Inflate::new(true, WINDOW_BITS))
        }

        pub(super) fn reset(&mut self) {
            self.0.reset(true);
        }

        pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, Fault> {
            let (before_in, before_out) = (self.0.total_in(), self.0.total_out());
            let status =
                self.0.decompress(input, output, InflateFlush::NoFlush).map_err(|_| Fault::Corrupt)?;
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
}

#[cfg(not(feature = "std"))]
mod engine {
    //! miniz_oxide.

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use codec_common::Field;
    use std::vec;

    static AT: Field = Field::new("test", "Data", "payload");

    fn deflated(data: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        Deflater::default().deflate(data, &mut out);
        out
    }

    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        };
        (0..len).map(|_| next()).collect()
    }

    #[test]
    fn streams_of_every_level_and_strategy_inflate_to_what_they_were_made_from() {
        let mut inflater = Inflater::new();
        let text = b"all work and no play ".repeat(300);
        for level in 0..=9 {
            for strategy in [Strategy::Filtered, Strategy::Default, Strategy::HuffmanOnly, Strategy::Rle] {
                let mut deflater = Deflater::with_strategy(Level::new(level), strategy);
                for data in [&text[..], &noise(5000), &[], &[1]] {
                    let mut out = vec![0xEE];
                    deflater.deflate(data, &mut out);
                    assert_eq!(out[0], 0xEE);
                    assert_eq!(inflater.inflate(&out[1..], data.len(), 0, &AT).unwrap(), data);
                }
            }
        }
    }

    /// Problem 2: the cap, one below and one above.
    #[test]
    fn the_limit_on_inflated_data_bites_and_bounds_memory() {
        let len = 8 << 20;
        let stream = deflated(&vec![0; len]);
        assert!(stream.len() < 20_000);
        let mut inflater = Inflater::new();
        let error = inflater.inflate(&stream, len - 1, 7, &AT).unwrap_err();
        assert_eq!((error.reason().name(), error.offset()), ("too_long", 7));
        for limit in [len, len + 1] {
            assert_eq!(inflater.inflate(&stream, limit, 0, &AT).unwrap().len(), len);
        }
        let mut small = Inflater::new();
        small.inflate(&stream, 1000, 0, &AT).unwrap_err();
        assert!(small.out.capacity() <= 2048, "{}", small.out.capacity());
    }

    /// Case A of the problems: bytes behind the stream.
    #[test]
    fn bytes_behind_the_stream_and_streams_without_an_end_are_refused() {
        let stream = deflated(&noise(3000));
        let mut inflater = Inflater::new();
        for extra in 1..=5 {
            let mut bytes = stream.clone();
            bytes.resize(stream.len() + extra, 0x55);
            let error = inflater.inflate(&bytes, 10_000, 0, &AT).unwrap_err();
            assert_eq!(error.reason(), Reason::Inflate { rule: &TRAILING });
        }
        for cut in 0..stream.len() {
            let error = inflater.inflate(&stream[..cut], 10_000, 0, &AT).unwrap_err();
            assert_eq!(error.reason(), Reason::Inflate { rule: &TRUNCATED }, "{cut}");
        }
        let error = inflater.inflate(b"no zlib at all", 10_000, 0, &AT).unwrap_err();
        assert_eq!(error.reason(), Reason::Inflate { rule: &CORRUPT });
        assert_eq!(inflater.inflate(&stream, 3000, 0, &AT).unwrap(), noise(3000));
    }

    #[test]
    fn compression_is_kept_only_where_it_helps() {
        let mut deflater = Deflater::default();
        assert!(deflater.worthwhile(&[&[7; 1023]]).is_none());
        assert!(deflater.worthwhile(&[&[7; 1024]]).is_some());
        assert!(deflater.worthwhile(&[&[7; 24], &[7; 1000]]).is_some());
        assert!(deflater.worthwhile(&[&noise(2000)]).is_none());
    }
}
