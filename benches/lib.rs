//! What the benches of the broker codecs share: data, and floors, which do the least that a task can take.
//!
//! A bench is called `{decode,encode,stream}/<protocol>/<size>/<what>`; floors are called so too, in the same
//! group, so that each run gives ratios. Sizes: `small` is one message of 16 bytes, `batch` 100 messages of 1 KiB
//! in one frame, `large` one message of 1 MiB. Where a page says that nothing is allocated, the bench asserts it
//! before it measures.

pub mod bmq;

use criterion::Criterion;
use std::hint::black_box;
use std::time::Duration;

/// The sizes by name: how many messages, of how many bytes.
pub const SIZES: [(&str, usize, usize); 3] = [("small", 1, 16), ("batch", 100, 1024), ("large", 1, 1 << 20)];

/// Payloads of a size: bytes without a pattern.
#[must_use]
pub fn payloads(count: usize, len: usize) -> Vec<Vec<u8>> {
    let mut state = 1u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..count).map(|_| (0..len).map(|_| byte()).collect()).collect()
}

/// Short measurements: what counts are ratios within a run, so all of a group should see the same machine.
#[must_use]
pub fn short() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(1))
}

/// Uses a value, so that it is not optimised away.
#[inline(always)]
pub fn consume<T>(value: T) {
    black_box(value);
}

/// Copies payloads one behind the other.
pub fn copy_all(payloads: &[Vec<u8>], to: &mut [u8]) {
    let mut rest = to;
    for payload in payloads {
        let (slot, behind) = rest.split_at_mut(payload.len());
        slot.copy_from_slice(payload);
        rest = behind;
    }
    black_box(rest);
}

/// Copies payloads one behind the other, and takes the CRC of each copy.
pub fn copy_and_crc_all(payloads: &[Vec<u8>], to: &mut [u8]) -> u32 {
    let (mut rest, mut sum) = (to, 0);
    for payload in payloads {
        let (slot, behind) = rest.split_at_mut(payload.len());
        slot.copy_from_slice(payload);
        sum ^= codec_common::crc::crc32c(slot);
        rest = behind;
    }
    sum
}

/// Takes the CRC of each payload.
#[must_use]
pub fn crc_all<T: AsRef<[u8]>>(payloads: &[T]) -> u32 {
    payloads.iter().fold(0, |sum, payload| sum ^ codec_common::crc::crc32c(payload.as_ref()))
}
