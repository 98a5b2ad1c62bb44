//! CRC32-C (Castagnoli; polynomial 1EDC6F41, reflected, initial value and final XOR FFFFFFFF).
//!
//! BlazingMQ guards application data and cluster records with it. The check value, of the ASCII text `123456789`,
//! is E3069283; no bytes give 0.
//!
//! | backend | used |
//! |---|---|
//! | [`backend::table`] | without `std`, and on targets other than x86-64 and AArch64 |
//! | `backend::fast` (crc-fast) | with `std` on x86-64 and AArch64 |
//! | `backend::crc32c` | with the feature `crc32c` |
//!
//! All give the same values; the choice is one of speed.

/// CRC32-C of `bytes`.
///
/// ```
/// assert_eq!(codec_common::crc::crc32c(b"123456789"), 0xE306_9283);
/// ```
#[inline]
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    crc32c_append(0, bytes)
}

/// CRC32-C of some bytes followed by `bytes`, where `crc` is the checksum of those that went before (0 for none).
#[inline]
#[must_use]
pub fn crc32c_append(crc: u32, bytes: &[u8]) -> u32 {
    backend::selected(crc, bytes)
}

/// CRC32-C of bytes that come in pieces.
///
/// ```
/// use codec_common::crc::{Crc32c, crc32c};
/// let mut crc = Crc32c::new();
/// crc.update(b"1234");
/// crc.update(b"56789");
/// assert_eq!(crc.finish(), crc32c(b"123456789"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crc32c {
    // The checksum of all pieces so far, final XOR included: what every backend takes up again.
    crc: u32,
}

impl Crc32c {
    /// Starts with no bytes.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { crc: 0 }
    }

    /// Adds the next piece.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        self.crc = crc32c_append(self.crc, bytes);
    }

    /// The checksum of all pieces so far; more may follow.
    #[inline]
    #[must_use]
    pub const fn finish(&self) -> u32 {
        self.crc
    }
}

/// The implementations that are compiled in, for tests that compare them and for measurements.
///
/// Each takes the checksum of the bytes that went before (0 for none) and the next bytes.
pub mod backend {
    #[cfg(feature = "crc32c")]
    pub(super) use crc32c as selected;
    #[cfg(all(
        feature = "std",
        not(feature = "crc32c"),
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    pub(super) use fast as selected;
    #[cfg(not(any(
        feature = "crc32c",
        all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64"))
    )))]
    pub(super) use table as selected;

    #[cfg(not(feature = "small"))]
    static TABLE: crc::Crc<u32, crc::Table<16>> = crc::Crc::<u32, crc::Table<16>>::new(&crc::CRC_32_ISCSI);

    /// The 16 tables (16 KiB) of the crate `crc`, one lookup for each byte: everywhere, without `std` and without
    /// special instructions.
    ///
    /// The loop is our own, because the crate's keeps bounds checks, and with them a panic that is never reached.
    #[cfg(not(feature = "small"))]
    #[must_use]
    pub fn table(crc: u32, bytes: &[u8]) -> u32 {
        let tables = TABLE.table();
        let [single, ..] = tables;
        let (blocks, rest) = bytes.as_chunks::<16>();
        let mut register = !crc;
        for block in blocks {
            // A byte's table is chosen by how many bytes of the block follow it. The first four wait for the
            // register, so they come last.
            let mixed = (u128::from_le_bytes(*block) ^ u128::from(register)).to_le_bytes();
            let entries = mixed.iter().rev().zip(tables).map(|(&byte, table)| entry(table, byte));
            register = entries.fold(0, |all, entry| all ^ entry);
        }
        !bytewise(single, register, rest)
    }

    #[cfg(feature = "small")]
    static TABLE: crc::Crc<u32, crc::Table<1>> = crc::Crc::<u32, crc::Table<1>>::new(&crc::CRC_32_ISCSI);

    /// One table (1 KiB) of the crate `crc`.
    #[cfg(feature = "small")]
    #[must_use]
    pub fn table(crc: u32, bytes: &[u8]) -> u32 {
        let [table] = TABLE.table();
        !bytewise(table, !crc, bytes)
    }

    #[inline]
    fn bytewise(table: &[u32; 256], register: u32, bytes: &[u8]) -> u32 {
        bytes.iter().fold(register, |register, byte| {
            let [low, ..] = register.to_le_bytes();
            (register >> 8) ^ entry(table, low ^ byte)
        })
    }

    #[inline]
    fn entry(table: &[u32; 256], index: u8) -> u32 {
        table.get(usize::from(index)).copied().unwrap_or_default()
    }

    /// The crate `crc-fast`: the processor's CRC instruction, and carry-less multiplication for long inputs.
    #[cfg(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline]
    #[must_use]
    pub fn fast(crc: u32, bytes: &[u8]) -> u32 {
        use crc_fast::{CrcAlgorithm, Digest};
        if crc == 0 {
            return crc_fast::crc32_iscsi(bytes);
        }
        let mut digest = Digest::new_with_init_state(CrcAlgorithm::Crc32Iscsi, u64::from(!crc));
        digest.update(bytes);
        low_word(digest.finalize())
    }

    /// The checksum is in the low half of the crate's common result for all widths.
    #[cfg(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline]
    fn low_word(value: u64) -> u32 {
        let [.., a, b, c, d] = value.to_be_bytes();
        u32::from_be_bytes([a, b, c, d])
    }

    /// The crate `crc32c`.
    #[cfg(feature = "crc32c")]
    #[inline]
    #[must_use]
    pub fn crc32c(crc: u32, bytes: &[u8]) -> u32 {
        ::crc32c::crc32c_append(crc, bytes)
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "a test may panic")]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    type Backend = fn(u32, &[u8]) -> u32;

    const BACKENDS: &[(&str, Backend)] = &[
        ("selected", crc32c_append),
        ("table", backend::table),
        #[cfg(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64")))]
        ("crc-fast", backend::fast),
        #[cfg(feature = "crc32c")]
        ("crc32c", backend::crc32c),
    ];

    /// The definition, bit by bit.
    fn definition(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |register, &byte| {
            (0..8).fold(register ^ u32::from(byte), |register, _| {
                if register & 1 == 1 { (register >> 1) ^ 0x82F6_3B78 } else { register >> 1 }
            })
        })
    }

    #[test]
    fn check_value_and_no_bytes() {
        for (name, backend) in BACKENDS {
            assert_eq!(backend(0, b"123456789"), 0xE306_9283, "{name}");
            assert_eq!(backend(0, b""), 0, "{name}");
            assert_eq!(backend(0xE306_9283, b""), 0xE306_9283, "{name}");
        }
        assert_eq!(Crc32c::new().finish(), 0);
    }

    #[test]
    fn every_short_length_and_alignment() {
        let bytes: Vec<u8> = (0..600u32).map(|i| i.wrapping_mul(0x9E37_79B1).to_be_bytes()[0]).collect();
        for start in 0..16 {
            for len in 0..(bytes.len() - start) {
                let piece = &bytes[start..start + len];
                let expected = definition(piece);
                for (name, backend) in BACKENDS {
                    assert_eq!(backend(0, piece), expected, "{name}, {len} bytes at {start}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn backends_agree_however_the_bytes_are_cut(
            bytes in proptest::collection::vec(any::<u8>(), 0..5000),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let expected = definition(&bytes);
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces = || cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
            for (name, backend) in BACKENDS {
                prop_assert_eq!(pieces().fold(0, backend), expected, "{}", name);
            }
            let mut streaming = Crc32c::new();
            pieces().for_each(|piece| streaming.update(piece));
            prop_assert_eq!(streaming.finish(), expected);
        }
    }
}
