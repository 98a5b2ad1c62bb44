//! A small protocol for the tests of the frame layer.

use alloc::vec::Vec;

use super::{FrameHeader, FrameReason, PREFIX};
use crate::limits::Limits;

/// A big-endian length that does not count itself, a kind, a byte of flags that must be 0, a body.
#[derive(Debug)]
pub(super) enum Test {}

/// Bytes before the body.
pub(super) const HEADER: usize = 6;

impl FrameHeader for Test {
    const PROTOCOL: &'static str = "test";

    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
        let length = FrameReason::bound(u32::from_be_bytes(prefix), 2, limits.max_frame())?;
        Ok(length.saturating_add(PREFIX))
    }

    fn check(frame: &[u8]) -> Result<(), FrameReason> {
        match frame {
            [_, _, _, _, _, 0, ..] => Ok(()),
            [_, _, _, _, _, flags, ..] => Err(FrameReason::ReservedFlags { flags: u32::from(*flags) }),
            _ => unreachable!("frame_len gives at least {HEADER}"),
        }
    }
}

/// Breaks its contract: all frames have no bytes.
#[derive(Debug)]
pub(super) enum Broken {}

impl FrameHeader for Broken {
    const PROTOCOL: &'static str = "broken";

    fn frame_len(_: [u8; PREFIX], _: &Limits) -> Result<usize, FrameReason> {
        Ok(0)
    }
}

/// A good frame with this body.
pub(super) fn frame(body: &[u8]) -> Vec<u8> {
    flagged(0, body)
}

/// A frame with these flags and this body.
pub(super) fn flagged(flags: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap().checked_add(2).unwrap();
    [&length.to_be_bytes()[..], &[1, flags], body].concat()
}
