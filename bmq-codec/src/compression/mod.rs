//! Compressed application data (reference 5.6, 6.3): zlib streams, bounded and exact.

#[cfg(not(feature = "std"))]
#[path = "miniz.rs"]
mod engine;
#[cfg(feature = "std")]
#[path = "zlib_rs.rs"]
mod engine;
#[cfg(test)]
mod tests;

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
