//! Encoding: the exact length first, then the bytes; an output is written whole or left as it was.

use codec_common::{
    At, EncodeError, EncodeReason, Limits, Sink, Writer, frame::PREFIX, writer::split_output,
};

use crate::limits::max_text;

/// The JSON text of a frame. Not nameable outside, so that [`Encode`] is ours to implement.
pub trait Body<'a> {
    /// What errors name.
    fn at(&self) -> At;
    /// Whether every text can be written in canonical form, which has no escape for half of a surrogate pair.
    fn is_utf8(&self) -> bool;
    /// Exact length of the text.
    fn measure(&self) -> usize;
    /// Writes the text: as many bytes as `measure` gave.
    fn write<S: Sink<'a>>(&self, sink: &mut S);
}

/// What encodes to a frame: [`Message`](crate::Message) and its three kinds, in canonical form, and
/// [`Envelope`](crate::Envelope), as the bytes that it was decoded from.
///
/// Lengths are of the whole frame, prefix included; limits count the text alone. Whatever goes wrong, the output is
/// as it was.
pub trait Encode<'a>: Body<'a> {
    /// The exact length of the frame.
    ///
    /// # Errors
    /// `too_long` when the text is over the limit; `utf8` when a text of the message's own, taken from other JSON,
    /// has a lone surrogate ([`Text::has_lone_surrogate`](crate::json::Text::has_lone_surrogate)).
    #[inline]
    fn frame_len(&self, limits: &Limits) -> Result<usize, EncodeError> {
        if !self.is_utf8() {
            return Err(EncodeError::new(EncodeReason::Utf8, self.at()));
        }
        let (text, limit) = (self.measure(), max_text(limits));
        if text > limit {
            return Err(EncodeError::too_long(text, limit, self.at()));
        }
        Ok(text.saturating_add(PREFIX))
    }

    /// Writes the frame to the start of `out` and gives the part that was written.
    ///
    /// # Errors
    /// Those of [`frame_len`](Self::frame_len); `buffer_too_small`.
    #[inline]
    fn encode_to_slice<'o>(&self, out: &'o mut [u8], limits: &Limits) -> Result<&'o mut [u8], EncodeError> {
        let len = self.frame_len(limits)?;
        let (slot, _) = split_output(out, len, self.at())?;
        let mut writer = Writer::new(slot);
        write_frame(self, len, &mut writer);
        debug_assert!(!writer.overflowed() && writer.written() == len, "measure and write disagree");
        Ok(slot)
    }

    /// Appends the frame to `out` and gives its length.
    ///
    /// # Errors
    /// Those of [`frame_len`](Self::frame_len).
    #[cfg(feature = "alloc")]
    #[inline]
    fn encode_to_vec(&self, out: &mut alloc::vec::Vec<u8>, limits: &Limits) -> Result<usize, EncodeError> {
        let len = self.frame_len(limits)?;
        out.reserve(len);
        write_frame(self, len, &mut growing::VecSink(out));
        Ok(len)
    }

    /// Appends the frame to any [`bytes::BufMut`] and gives its length.
    ///
    /// # Errors
    /// Those of [`frame_len`](Self::frame_len); `buffer_too_small` when `out` cannot grow.
    #[cfg(feature = "alloc")]
    fn encode_to_buf<B: bytes::BufMut>(&self, out: &mut B, limits: &Limits) -> Result<usize, EncodeError> {
        let len = self.frame_len(limits)?;
        if out.remaining_mut() < len {
            return Err(EncodeError::buffer_too_small(len, out.remaining_mut(), self.at()));
        }
        write_frame(self, len, &mut growing::BufSink(out));
        Ok(len)
    }

    /// Appends the frame to `out` as segments for a vectored write, and gives its length; long payloads stay
    /// borrowed.
    ///
    /// # Errors
    /// Those of [`frame_len`](Self::frame_len).
    #[cfg(feature = "alloc")]
    fn gather(
        &self,
        out: &mut codec_common::writer::Gather<'a>,
        limits: &Limits,
    ) -> Result<usize, EncodeError> {
        let len = self.frame_len(limits)?;
        write_frame(self, len, out);
        Ok(len)
    }
}

impl<'a, T: Body<'a>> Encode<'a> for T {}

#[inline]
pub(crate) fn write_frame<'a, T: Body<'a> + ?Sized, S: Sink<'a>>(body: &T, len: usize, sink: &mut S) {
    // At most MAX_TEXT, as frame_len made sure.
    let text = u32::try_from(len.saturating_sub(PREFIX)).unwrap_or(u32::MAX);
    sink.put_array(text.to_be_bytes());
    body.write(sink);
}

/// The sum of lengths.
#[inline]
pub(crate) fn total<const N: usize>(lengths: [usize; N]) -> usize {
    lengths.into_iter().fold(0, usize::saturating_add)
}

/// Compares what is written with bytes that are there already.
pub(crate) struct Comparison<'b> {
    rest: &'b [u8],
    same: bool,
}

impl<'b> Comparison<'b> {
    /// Nothing compared yet.
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes, same: true }
    }

    /// Whether all the bytes, and no others, were written.
    pub(crate) const fn same(&self) -> bool {
        self.same && self.rest.is_empty()
    }
}

impl Sink<'_> for Comparison<'_> {
    fn put(&mut self, bytes: &[u8]) {
        match self.rest.strip_prefix(bytes) {
            Some(rest) => self.rest = rest,
            None => self.same = false,
        }
    }
}

#[cfg(feature = "alloc")]
mod growing {
    use alloc::vec::Vec;
    use codec_common::Sink;

    pub(super) struct VecSink<'v>(pub(super) &'v mut Vec<u8>);

    impl Sink<'_> for VecSink<'_> {
        #[inline]
        fn put(&mut self, bytes: &[u8]) {
            self.0.extend_from_slice(bytes);
        }
    }

    pub(super) struct BufSink<'b, B>(pub(super) &'b mut B);

    impl<B: bytes::BufMut> Sink<'_> for BufSink<'_, B> {
        #[inline]
        fn put(&mut self, bytes: &[u8]) {
            // `put_slice` panics when the buffer is full; it was measured before.
            if self.0.remaining_mut() >= bytes.len() {
                self.0.put_slice(bytes);
            }
        }
    }
}
