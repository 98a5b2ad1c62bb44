//! Lengths as they are written.

use codec_common::Sink;

/// The length of everything constructed.
pub(crate) const INDEFINITE: u8 = 0x80;
/// What ends it.
pub(crate) const END: [u8; 2] = [0, 0];

/// How many octets the length `len` takes.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) const fn length_len(len: usize) -> usize {
    match len {
        0..=0x7F => 1,
        0x80..=0xFF => 2,
        0x100..=0xFFFF => 3,
        0x1_0000..=0xFF_FFFF => 4,
        _ => 5,
    }
}

/// Writes the length of contents that are not constructed: at most 2^31 - 1, as an event is not longer.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn put_length<'a, S: Sink<'a>>(len: usize, sink: &mut S) {
    match u8::try_from(len) {
        Ok(short @ 0..=0x7F) => sink.put_array([short]),
        _ => put_long(len, sink),
    }
}

#[cold]
fn put_long<'a, S: Sink<'a>>(len: usize, sink: &mut S) {
    let [a, b, c, d] = u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes();
    match length_len(len) {
        2 => sink.put_array([0x81, d]),
        3 => sink.put_array([0x82, c, d]),
        4 => sink.put_array([0x83, b, c, d]),
        _ => sink.put_array([0x84, a, b, c, d]),
    }
}

// What is written is collected in a `Vec`.
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn lengths_are_minimal() {
        for (len, octets) in [
            (0, &[0][..]),
            (127, &[127]),
            (128, &[0x81, 128]),
            (255, &[0x81, 255]),
            (256, &[0x82, 1, 0]),
            (65_536, &[0x83, 1, 0, 0]),
            (1 << 24, &[0x84, 1, 0, 0, 0]),
        ] {
            let mut out = Vec::new();
            put_length(len, &mut out);
            assert_eq!(out, octets);
            assert_eq!(length_len(len), octets.len());
        }
    }
}
