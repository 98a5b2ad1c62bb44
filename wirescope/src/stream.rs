//! Frames out of a stream that comes in chunks, as lines.

use crate::line::MAX_UNREAD;
use crate::protocol::{Dissect, Protocol, bmq::Bmq, fila::Fila, mx::MessageX};
use crate::{Line, Options};
use bmq_codec::FrameError;
use codec_common::frame::{FrameDecoder, FrameHeader};

/// Turns one direction of a connection into lines, in memory bounded by its longest frame.
pub struct Stream {
    inner: Box<dyn Feed>,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").finish_non_exhaustive()
    }
}

impl Stream {
    /// A stream from its start.
    #[must_use]
    pub fn new(protocol: Protocol, options: &Options) -> Self {
        match protocol {
            Protocol::Bmq => Self { inner: Box::new(Framed::new(Bmq::new(options))) },
            Protocol::Fila => Self { inner: Box::new(Framed::new(Fila::new(options))) },
            Protocol::Mx => Self { inner: Box::new(Framed::new(MessageX::new(options))) },
        }
    }

    /// Takes the next bytes and gives a line for each frame that ends in them.
    pub fn feed(&mut self, chunk: &[u8], give: &mut dyn FnMut(Line)) {
        self.inner.feed(chunk, give);
    }

    /// Ends the stream: gives a line for what is left over, if anything is.
    pub fn finish(&mut self, give: &mut dyn FnMut(Line)) {
        self.inner.finish(give);
    }

    /// True when the stream broke: what follows is not read, only kept for the last line.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.inner.is_broken()
    }
}

trait Feed {
    fn feed(&mut self, chunk: &[u8], give: &mut dyn FnMut(Line));
    fn finish(&mut self, give: &mut dyn FnMut(Line));
    fn is_broken(&self) -> bool;
}

struct Framed<D: Dissect> {
    dissect: D,
    decoder: FrameDecoder<D::Framing>,
    broken: Option<Broken>,
    /// Offset in the stream of the next chunk.
    position: u64,
}

/// A stream that ended before its bytes did.
struct Broken {
    error: FrameError,
    rest: Vec<u8>,
    omitted: u64,
}

impl Broken {
    fn keep(&mut self, bytes: &[u8]) {
        let room = MAX_UNREAD.saturating_sub(self.rest.len()).min(bytes.len());
        self.rest.extend_from_slice(&bytes[..room]);
        self.omitted += (bytes.len() - room) as u64;
    }
}

impl<D: Dissect> Framed<D> {
    fn new(dissect: D) -> Self {
        let decoder = FrameDecoder::new(dissect.limits());
        Self { dissect, decoder, broken: None, position: 0 }
    }

    /// Keeps the bytes from the error on: those that came in earlier chunks are in the error's head.
    fn break_at(&mut self, error: FrameError, chunk: &[u8]) {
        let mut broken = Broken { error, rest: Vec::new(), omitted: 0 };
        match error.offset().checked_sub(self.position) {
            Some(inside) => {
                broken.keep(chunk.get(usize::try_from(inside).unwrap_or(0)..).unwrap_or_default())
            }
            None => {
                let earlier = usize::try_from(self.position - error.offset()).unwrap_or(0);
                broken.keep(error.head().get(..earlier).unwrap_or_default());
                broken.keep(chunk);
            }
        }
        self.broken = Some(broken);
    }
}

impl<D: Dissect> Feed for Framed<D>
where
    D::Framing: FrameHeader,
{
    fn feed(&mut self, chunk: &[u8], give: &mut dyn FnMut(Line)) {
        if let Some(broken) = &mut self.broken {
            broken.keep(chunk);
            return;
        }
        let mut frames = self.decoder.frames(chunk);
        let fatal = loop {
            match frames.next() {
                Ok(Some(frame)) => give(self.dissect.dissect(frame.bytes(), frame.offset())),
                Ok(None) => break None,
                Err(error) if error.is_fatal() => break Some(error),
                Err(error) => give(self.dissect.refused(&error)),
            }
        };
        drop(frames);
        if let Some(error) = fatal {
            self.break_at(error, chunk);
        }
        self.position += chunk.len() as u64;
    }

    fn finish(&mut self, give: &mut dyn FnMut(Line)) {
        if let Some(broken) = self.broken.take() {
            give(Line::broken_stream(&broken.error, &broken.rest, broken.omitted));
        } else if let Err(error) = self.decoder.finish() {
            let pending = self.decoder.pending();
            let kept = pending.get(..MAX_UNREAD).unwrap_or(pending);
            let omitted = pending.len() - kept.len();
            give(Line::broken_stream(&error, kept, omitted as u64));
        } else if let Some(line) = self.dissect.finish(self.position) {
            give(line);
        }
    }

    fn is_broken(&self) -> bool {
        self.broken.is_some()
    }
}
