//! One whole operation: what a request, a result or a push says, in as many frames as it took.

use crate::batch::Batch;
use crate::frame::{FrameFlags, Header, OVERHEAD};
use crate::message::Message;
use crate::opcode::Opcode;
use crate::request_id::RequestId;
use crate::types::ErrorCode;
#[cfg(feature = "alloc")]
use codec_common::Wire;
use codec_common::table::Message as Named;
use codec_common::wire::U32;
use codec_common::{DecodeError, Field, List, Reader, Rule, list::Stream};
use core::fmt;

/// An operation's header and its whole body.
///
/// Offsets of errors are 10 plus the position in the body: as in the frame where there is one, else as in a frame
/// that had it all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Operation<'a> {
    header: Header,
    body: &'a [u8],
    frames: usize,
    drained: bool,
}

static OPCODE: Field = Field::new(crate::PROTOCOL, "frame", "opcode");
static OTHER_MESSAGE: Rule = Rule("is another message's opcode");

impl<'a> Operation<'a> {
    pub(crate) const fn whole(header: Header, body: &'a [u8]) -> Self {
        Self { header, body, frames: 1, drained: false }
    }

    #[cfg(feature = "alloc")]
    pub(crate) const fn reassembled(header: Header, body: &'a [u8], frames: usize, drained: bool) -> Self {
        Self { header: Header { flags: FrameFlags::empty(), ..header }, body, frames, drained }
    }

    /// The opcode.
    #[inline]
    #[must_use]
    pub const fn opcode(&self) -> Opcode {
        self.header.opcode
    }

    /// Which request it belongs to.
    #[inline]
    #[must_use]
    pub const fn request_id(&self) -> RequestId {
        self.header.request_id
    }

    /// The flags of its only frame; none for one that came in several.
    #[inline]
    #[must_use]
    pub const fn flags(&self) -> FrameFlags {
        self.header.flags
    }

    /// The whole body.
    #[inline]
    #[must_use]
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }

    /// How many frames it came in.
    #[inline]
    #[must_use]
    pub const fn frames(&self) -> usize {
        self.frames
    }

    /// True for an unknown opcode that came in several frames: its body was not kept.
    #[inline]
    #[must_use]
    pub const fn is_drained(&self) -> bool {
        self.drained
    }

    /// Decodes the message, and gives the bytes that follow its layout beside it: they are tolerated.
    ///
    /// # Errors
    /// What the body breaks. An unknown opcode is no error.
    pub fn decode(&self) -> Result<(Message<'a>, &'a [u8]), DecodeError> {
        Message::decode(self.opcode().0, self.body, OVERHEAD)
    }

    /// Decodes one type of message only: nothing else is linked.
    ///
    /// # Errors
    /// What the body breaks; `bad_value` of the opcode when it is another message's.
    #[inline]
    pub fn decode_as<T: Named<'a>>(&self) -> Result<(T, &'a [u8]), DecodeError> {
        let mut reader = self.reader(Opcode(T::CODE))?;
        let message = T::decode(&mut reader, &OPCODE)?;
        Ok((message, reader.rest()))
    }

    /// The items of a batch, one by one while they are decoded: one pass, no allocation.
    ///
    /// ```
    /// use fila_codec::{Limits, message::Ack, split_frame};
    /// # use codec_common::frame::Split;
    /// # let bytes = b"\0\0\0\x21\x17\0\0\0\0\x06\0\0\0\x01\0\x05mails\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x07";
    /// # let Split::Frame { frame, .. } = split_frame(bytes, &Limits::new())? else { panic!() };
    /// for item in frame.operation().stream::<Ack>()? {
    ///     assert_eq!(item?.queue, "mails");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A malformed item comes out as an error **after the items before it**: whoever acts on items as they come
    /// has then acted on half of a malformed batch. [`collect`](Self::collect) and [`decode`](Self::decode) are
    /// all or nothing.
    ///
    /// # Errors
    /// `truncated`, or `count_too_large` when the body cannot hold that many items; `bad_value` of the opcode.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn stream<B: Batch>(&self) -> Result<Stream<'a, B::Item<'a>>, DecodeError> {
        List::<B::Item<'a>, U32>::stream(self.reader(B::OPCODE)?, B::ITEMS)
    }

    /// The items of a batch in a `Vec`, with what follows them: one pass, all or nothing.
    ///
    /// # Errors
    /// As for [`decode_as`](Self::decode_as); `count_too_large` for more than `max_items`.
    #[cfg(feature = "alloc")]
    pub fn collect<B: Batch>(&self, max_items: usize) -> Result<Collected<'a, B>, DecodeError> {
        let mut reader = self.reader(B::OPCODE)?;
        let items = List::<B::Item<'a>, U32>::collect(&mut reader, max_items, B::ITEMS)?;
        let tail = B::Tail::decode(&mut reader, B::TAIL)?;
        Ok(Collected { items, tail, trailing: reader.rest() })
    }

    /// The error code that the body begins with, for the messages that begin with one.
    ///
    /// For a body that is too short to decode: a terse server may have sent the code alone.
    #[must_use]
    pub fn error_code(&self) -> Option<ErrorCode> {
        let first = self.opcode().begins_with_error_code().then(|| self.body.first())??;
        Some(ErrorCode(*first))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn reader(&self, expected: Opcode) -> Result<Reader<'a>, DecodeError> {
        if self.header.opcode == expected {
            Ok(Reader::new_at(self.body, OVERHEAD))
        } else {
            Err(DecodeError::bad_value(u32::from(self.header.opcode.0), &OTHER_MESSAGE, 4, &OPCODE))
        }
    }
}

// The body may be a payload or a secret.
impl fmt::Debug for Operation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operation")
            .field("header", &self.header)
            .field("body_len", &self.body.len())
            .field("frames", &self.frames)
            .field("drained", &self.drained)
            .finish()
    }
}

/// A batch as [`Operation::collect`] gives it.
#[cfg(feature = "alloc")]
pub struct Collected<'a, B: Batch> {
    /// The items, in order.
    pub items: alloc::vec::Vec<B::Item<'a>>,
    /// The fields that follow them: the route hints of an `EnqueueResult`.
    pub tail: B::Tail<'a>,
    /// Bytes that follow the layout.
    pub trailing: &'a [u8],
}

#[cfg(feature = "alloc")]
impl<B: Batch> fmt::Debug for Collected<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collected")
            .field("items", &self.items.len())
            .field("trailing", &self.trailing.len())
            .finish_non_exhaustive()
    }
}
