//! An envelope as a wire value, so that `codec_common::Owned` can keep one with its bytes.

use codec_common::{At, DecodeError, Fault, Reader, Sink, Wire, frame::PREFIX, owned::View};

use super::Envelope;
use crate::{
    encode::{Body, write_frame},
    fields,
    limits::{LIMITS, MAX_TEXT},
};

/// A whole frame under the default limits. The length tells where it ends, as in a stream.
impl<'a> Wire<'a> for Envelope<'a> {
    const MIN_LEN: usize = PREFIX;

    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let start = reader.offset();
        let length = reader.u32(at)?;
        let text = reader.take(usize::try_from(length).unwrap_or(usize::MAX), at)?;
        Self::from_bytes(text, &LIMITS, start.saturating_add(PREFIX))
    }

    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        fault.check_len(self.text.len(), MAX_TEXT, at);
        self.text.len().saturating_add(PREFIX)
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        write_frame(self, Body::measure(self).saturating_add(PREFIX), sink);
    }
}

/// `Owned<Envelope<'static>>` holds a frame's `Bytes` and gives the envelope back.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use bytes::Bytes;
/// use codec_common::Owned;
/// use mx_codec::Envelope;
/// let frame = Bytes::from_static(b"\0\0\0\x34{\"version\":1,\"type\":\"EVENT\",\"event\":\"E\",\"payload\":1}");
/// let owned = Owned::<Envelope<'static>>::new(frame)?;
/// let payload = owned.view()?.object().get("payload").unwrap();
/// assert_eq!(owned.slice_ref(payload.as_str().as_bytes()), &b"1"[..]);
/// # }
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
impl View for Envelope<'static> {
    type Of<'v> = Envelope<'v>;
    const AT: At = &fields::ENVELOPE;
}
