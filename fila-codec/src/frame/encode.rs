//! Messages into frames.

use super::{MaxFrame, OVERHEAD};
use crate::continuation::FrameSink;
use crate::message::Message;
use crate::opcode::Opcode;
use crate::request_id::RequestId;
#[cfg(feature = "alloc")]
use codec_common::writer::{BufSink, Gather};
use codec_common::{At, EncodeError, Fault, Field, Sink, Wire, Writer, table, writer};

/// What can be sent: every message of the tables, and [`Message`].
pub trait Encodable<'a> {
    /// The opcode.
    fn opcode(&self) -> Opcode;

    /// The exact length of the encoded body; what cannot be written is reported to `fault`.
    fn measure(&self, fault: &mut Fault) -> usize;

    /// Writes the body: as many bytes as `measure` gave.
    fn encode<S: Sink<'a>>(&self, sink: &mut S);
}

impl<'a, T: table::Message<'a>> Encodable<'a> for T {
    #[inline]
    fn opcode(&self) -> Opcode {
        Opcode(T::CODE)
    }

    #[inline]
    fn measure(&self, fault: &mut Fault) -> usize {
        Wire::measure(self, fault, BODY)
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        Wire::encode(self, sink);
    }
}

impl<'a> Encodable<'a> for Message<'a> {
    fn opcode(&self) -> Opcode {
        Opcode(self.code())
    }

    fn measure(&self, fault: &mut Fault) -> usize {
        Message::measure(self, fault)
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        Message::encode(self, sink);
    }
}

const BODY: At = &Field::new(crate::PROTOCOL, "frame", "body");

/// Writes operations as frames no longer than the peer takes: one where it fits, else as many as it needs.
///
/// An operation is written whole, or there is an error and the output is as it was. No length is ever cut or
/// wrapped.
///
/// ```
/// use fila_codec::{FrameEncoder, MaxFrame, RequestId, message::{Enqueue, EnqueueMessage}};
/// let messages = [EnqueueMessage {
///     queue: "orders".into(),
///     headers: Default::default(),
///     payload: b"hello"[..].into(),
///     fairness_key: None,
///     weight: None,
///     delay_ms: None,
///     idempotency_key: None,
/// }];
/// let enqueue = Enqueue { messages: messages[..].into() };
/// let mut out = [0; 64];
/// let frame = FrameEncoder::new(MaxFrame::DEFAULT).encode_to_slice(&enqueue, RequestId(1), &mut out)?;
/// assert_eq!(frame.len(), 10 + 4 + 8 + 2 + 9 + 4);
/// # Ok::<(), codec_common::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameEncoder {
    max_frame: MaxFrame,
}

impl FrameEncoder {
    /// An encoder for a peer that takes frames of up to `max_frame`.
    #[must_use]
    pub const fn new(max_frame: MaxFrame) -> Self {
        Self { max_frame }
    }

    /// The longest frame.
    #[must_use]
    pub const fn max_frame(&self) -> MaxFrame {
        self.max_frame
    }

    /// Bytes of all frames of `message`, prefixes included.
    ///
    /// # Errors
    /// The first value that cannot be written; `too_long` for a handshake that does not fit one frame.
    #[inline]
    pub fn encoded_len<'a>(&self, message: &impl Encodable<'a>) -> Result<usize, EncodeError> {
        Ok(self.framed_len(self.body_len(message)?))
    }

    /// Writes the frames of `message` to the start of `out` and gives the part that was written.
    ///
    /// # Errors
    /// As for [`encoded_len`](Self::encoded_len), or `buffer_too_small`; `out` is then as it was.
    #[inline]
    pub fn encode_to_slice<'a, 'o>(
        &self,
        message: &impl Encodable<'a>,
        request_id: RequestId,
        out: &'o mut [u8],
    ) -> Result<&'o mut [u8], EncodeError> {
        let body_len = self.body_len(message)?;
        let (slot, _) = writer::split_output(out, self.framed_len(body_len), BODY)?;
        self.write(message, request_id, body_len, &mut Writer::new(slot));
        Ok(slot)
    }

    /// Appends the frames of `message` to `out` and gives their length.
    ///
    /// # Errors
    /// As for [`encoded_len`](Self::encoded_len); `out` is then as it was.
    #[cfg(feature = "alloc")]
    pub fn encode_to_vec<'a>(
        &self,
        message: &impl Encodable<'a>,
        request_id: RequestId,
        out: &mut alloc::vec::Vec<u8>,
    ) -> Result<usize, EncodeError> {
        let body_len = self.body_len(message)?;
        let len = self.framed_len(body_len);
        let start = out.len();
        out.resize(start.saturating_add(len), 0);
        self.write(message, request_id, body_len, &mut Writer::new(out.get_mut(start..).unwrap_or_default()));
        Ok(len)
    }

    /// Appends the frames of `message` to any [`bytes::BufMut`], such as `BytesMut`, and gives their length.
    ///
    /// # Errors
    /// As for [`encoded_len`](Self::encoded_len), or `buffer_too_small`; `out` is then as it was.
    #[cfg(feature = "alloc")]
    pub fn encode_to_buf<'a, B: bytes::BufMut>(
        &self,
        message: &impl Encodable<'a>,
        request_id: RequestId,
        out: &mut B,
    ) -> Result<usize, EncodeError> {
        let body_len = self.body_len(message)?;
        let len = self.framed_len(body_len);
        if out.remaining_mut() < len {
            return Err(EncodeError::buffer_too_small(len, out.remaining_mut(), BODY));
        }
        self.write(message, request_id, body_len, &mut BufSink::new(out));
        Ok(len)
    }

    /// Appends the frames of `message` to `out` as segments for a vectored write; long payloads are borrowed from
    /// the message. Gives their length.
    ///
    /// # Errors
    /// As for [`encoded_len`](Self::encoded_len); `out` is then as it was.
    #[cfg(feature = "alloc")]
    pub fn gather<'a>(
        &self,
        message: &impl Encodable<'a>,
        request_id: RequestId,
        out: &mut Gather<'a>,
    ) -> Result<usize, EncodeError> {
        let body_len = self.body_len(message)?;
        self.write(message, request_id, body_len, out);
        Ok(self.framed_len(body_len))
    }

    #[inline]
    fn body_len<'a>(&self, message: &impl Encodable<'a>) -> Result<usize, EncodeError> {
        let mut fault = Fault::new();
        let body_len = message.measure(&mut fault);
        // The handshake comes before continuation is agreed on.
        if matches!(message.opcode(), Opcode::HANDSHAKE | Opcode::HANDSHAKE_OK) {
            fault.check_len(body_len, self.max_body(), BODY);
        }
        fault.result()?;
        Ok(body_len)
    }

    fn max_body(&self) -> usize {
        usize::try_from(self.max_frame.body()).unwrap_or(usize::MAX)
    }

    /// Bytes of all frames that a body takes.
    #[inline]
    fn framed_len(&self, body_len: usize) -> usize {
        let max_body = self.max_body();
        let frames = if body_len <= max_body {
            1
        } else {
            let full = body_len.checked_div(max_body).unwrap_or_default();
            let rest = body_len.checked_rem(max_body).unwrap_or_default();
            full.saturating_add(usize::from(rest > 0))
        };
        frames.saturating_mul(OVERHEAD).saturating_add(body_len)
    }

    #[inline]
    fn write<'a, S: Sink<'a>>(
        &self,
        message: &impl Encodable<'a>,
        request_id: RequestId,
        body_len: usize,
        sink: &mut S,
    ) {
        match u32::try_from(body_len) {
            Ok(len) if len <= self.max_frame.body() => {
                sink.put_array(super::prefixed(message.opcode(), request_id, len, false));
                message.encode(sink);
            }
            _ => self.write_split(message, request_id, body_len, sink),
        }
    }

    #[cold]
    #[inline(never)]
    fn write_split<'a, S: Sink<'a>>(
        &self,
        message: &impl Encodable<'a>,
        request_id: RequestId,
        body_len: usize,
        sink: &mut S,
    ) {
        let mut frames = FrameSink::new(sink, message.opcode(), request_id, body_len, self.max_frame);
        message.encode(&mut frames);
        // The body's length was that of the message.
        debug_assert_eq!(frames.finish(), Ok(()));
    }
}
