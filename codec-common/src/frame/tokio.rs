//! The frame layer under `tokio_util::codec`; no runtime comes in.

use core::fmt;
use core::marker::PhantomData;
use std::io;

use bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::{Frame, FrameError, FrameHeader, FrameReason, PREFIX, Split, frame_len, split_frame, wide};
use crate::{EncodeError, limits::Limits};

/// Most bytes that are reserved for a frame before they have come in.
const RESERVE: usize = 64 * 1024;

/// Frames as [`Bytes`], for `tokio_util::codec::{Framed, FramedRead, FramedWrite}`.
///
/// Decoding gives each whole frame, prefix included, cut off the input without a copy. Encoding takes whole
/// frames, as [`Bytes`] or `&[u8]`, and refuses anything else.
///
/// A fatal error is given again by every later call. After one that is not fatal the next call goes on behind the
/// frame; but note that `FramedRead` ends its stream once after each error and has to be polled again.
pub struct FrameCodec<H> {
    limits: Limits,
    send_limits: Limits,
    offset: u64,
    failed: Option<FrameError>,
    header: PhantomData<fn() -> H>,
}

impl<H> FrameCodec<H> {
    /// A codec at the start of a stream, with the same limits for both directions.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, send_limits: limits, offset: 0, failed: None, header: PhantomData }
    }

    /// The limits of what is received.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sets other limits of what is received.
    pub const fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The limits of what is sent.
    #[must_use]
    pub const fn send_limits(&self) -> &Limits {
        &self.send_limits
    }

    /// Sets other limits of what is sent: what the peer takes, as it said in its handshake.
    pub const fn set_send_limits(&mut self, limits: Limits) {
        self.send_limits = limits;
    }

    /// Remembers an error that ends the stream.
    fn fail(&mut self, error: FrameError) -> FrameCodecError {
        self.failed = Some(error);
        error.into()
    }
}

impl<H> Clone for FrameCodec<H> {
    fn clone(&self) -> Self {
        Self {
            limits: self.limits,
            send_limits: self.send_limits,
            offset: self.offset,
            failed: self.failed,
            header: PhantomData,
        }
    }
}

impl<H> fmt::Debug for FrameCodec<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameCodec")
            .field("offset", &self.offset)
            .field("failed", &self.failed)
            .field("limits", &self.limits)
            .field("send_limits", &self.send_limits)
            .finish()
    }
}

/// Why [`FrameCodec`] failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameCodecError {
    /// The frame layer refused the bytes.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A message cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// What was to be written is not exactly one frame.
    #[error("{length} bytes to write are not exactly one {protocol} frame")]
    NotOneFrame {
        /// Short name of the protocol.
        protocol: &'static str,
        /// How many bytes were given.
        length: usize,
    },
}

impl<H: FrameHeader> Decoder for FrameCodec<H> {
    type Item = Bytes;
    type Error = FrameCodecError;

    fn decode(&mut self, src: &mut BytesMut) -> Result<Option<Bytes>, FrameCodecError> {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let Some(prefix) = src.first_chunk::<PREFIX>() else { return Ok(None) };
        let len = match frame_len::<H>(*prefix, &self.limits) {
            Ok(len) => len,
            Err(reason) => {
                return Err(self.fail(FrameError::of_stream(H::PROTOCOL, reason, self.offset, &**src)));
            }
        };
        let missing = len.saturating_sub(src.len());
        if missing > 0 {
            src.reserve(missing.min(RESERVE));
            return Ok(None);
        }
        let frame = src.split_to(len);
        let start = self.offset;
        self.offset = start.wrapping_add(wide(len));
        Frame::checked::<H>(&frame, start)?;
        Ok(Some(frame.freeze()))
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> Result<Option<Bytes>, FrameCodecError> {
        if let Some(frame) = self.decode(src)? {
            return Ok(Some(frame));
        }
        let need = match split_frame::<H>(src, &self.limits) {
            Ok(Split::NeedMore { at_least }) if !src.is_empty() => at_least,
            _ => return Ok(None),
        };
        let reason = FrameReason::EofInFrame { have: wide(src.len()), need: wide(need) };
        Err(self.fail(FrameError::of_stream(H::PROTOCOL, reason, self.offset, &**src)))
    }
}

impl<H: FrameHeader> Encoder<&[u8]> for FrameCodec<H> {
    type Error = FrameCodecError;

    /// Appends the frame; on an error nothing.
    fn encode(&mut self, item: &[u8], dst: &mut BytesMut) -> Result<(), FrameCodecError> {
        match split_frame::<H>(item, &self.send_limits)? {
            Split::Frame { rest: [], .. } => {
                dst.extend_from_slice(item);
                Ok(())
            }
            _ => Err(FrameCodecError::NotOneFrame { protocol: H::PROTOCOL, length: item.len() }),
        }
    }
}

impl<H: FrameHeader> Encoder<Bytes> for FrameCodec<H> {
    type Error = FrameCodecError;

    /// Appends the frame; on an error nothing.
    fn encode(&mut self, item: Bytes, dst: &mut BytesMut) -> Result<(), FrameCodecError> {
        self.encode(&*item, dst)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use alloc::{string::ToString, vec::Vec};

    fn codec() -> FrameCodec<Test> {
        FrameCodec::new(Limits::new().with_max_frame(20))
    }

    fn reason<T: fmt::Debug>(result: Result<T, FrameCodecError>) -> FrameReason {
        match result {
            Err(FrameCodecError::Frame(error)) => error.reason(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn frames_come_out_whole_whatever_the_reads_were() {
        let stream = [frame(&[1]), frame(&[]), frame(&[0; 18])].concat();
        for size in 1..=stream.len() {
            let (mut codec, mut src, mut got) = (codec(), BytesMut::new(), Vec::new());
            for read in stream.chunks(size) {
                src.extend_from_slice(read);
                while let Some(frame) = codec.decode(&mut src).unwrap() {
                    got.push(frame);
                }
            }
            assert_eq!(codec.decode_eof(&mut src).unwrap(), None);
            assert_eq!(got, [frame(&[1]), frame(&[]), frame(&[0; 18])]);
        }
    }

    #[test]
    fn a_frame_is_cut_off_without_a_copy() {
        let mut src = BytesMut::from(&frame(&[1, 2, 3])[..]);
        let at = src.as_ptr();
        assert_eq!(codec().decode(&mut src).unwrap().unwrap().as_ptr(), at);
    }

    #[test]
    fn a_fatal_error_is_given_again_and_another_is_not() {
        let mut codec = codec();
        let mut src =
            BytesMut::from(&[flagged(1, &[]), frame(&[]), u32::MAX.to_be_bytes().to_vec()].concat()[..]);
        assert_eq!(reason(codec.decode(&mut src)), FrameReason::ReservedFlags { flags: 1 });
        assert!(codec.decode(&mut src).unwrap().is_some());
        let too_large = FrameReason::FrameTooLarge { length: u64::from(u32::MAX), limit: 20 };
        for _ in 0..2 {
            assert_eq!(reason(codec.decode(&mut src)), too_large);
            src.extend_from_slice(&frame(&[]));
        }
        assert_eq!(codec.failed.unwrap().offset(), 12);
    }

    #[test]
    fn the_end_of_input_inside_a_frame_is_an_error_with_counts() {
        let whole = frame(&[0; 4]);
        for have in 1..whole.len() {
            let (mut codec, mut src) = (codec(), BytesMut::from(&whole[..have]));
            let need = wide(if have < PREFIX { PREFIX - have } else { whole.len() - have });
            let end = FrameReason::EofInFrame { have: wide(have), need };
            assert_eq!(reason(codec.decode_eof(&mut src)), end);
            assert_eq!(reason(codec.decode(&mut src)), end);
        }
    }

    #[test]
    fn a_declared_length_reserves_little() {
        let mut codec = FrameCodec::<Test>::new(Limits::new());
        let mut src = BytesMut::from(&16_000_000u32.to_be_bytes()[..]);
        assert_eq!(codec.decode(&mut src).unwrap(), None);
        assert!(src.capacity() <= 2 * RESERVE, "{}", src.capacity());
    }

    #[test]
    fn only_exactly_one_frame_is_written() {
        let (mut codec, mut dst) = (codec(), BytesMut::new());
        let whole = frame(&[1, 2]);
        codec.encode(&whole[..], &mut dst).unwrap();
        codec.encode(Bytes::from(whole.clone()), &mut dst).unwrap();
        let written = [whole.clone(), whole.clone()].concat();
        assert_eq!(dst, written);

        for bad in [&whole[..7], &whole[..2], &[], &written] {
            let error = codec.encode(bad, &mut dst).unwrap_err();
            let text = alloc::format!("{} bytes to write are not exactly one test frame", bad.len());
            assert_eq!(error.to_string(), text);
        }
        assert_eq!(
            reason(codec.encode(&frame(&[0; 19])[..], &mut dst)),
            FrameReason::FrameTooLarge { length: 21, limit: 20 }
        );
        assert_eq!(dst, written);
        // The peer takes longer ones than we do.
        codec.set_send_limits(Limits::new().with_max_frame(21));
        codec.encode(&frame(&[0; 19])[..], &mut dst).unwrap();
        let mut back = BytesMut::from(&frame(&[0; 19])[..]);
        assert_eq!(reason(codec.decode(&mut back)), FrameReason::FrameTooLarge { length: 21, limit: 20 });
    }
}
