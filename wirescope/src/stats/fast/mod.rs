//! Counts raw streams without making lines of the frames that are as they should be.

mod bmq;
mod fila;
mod mx;

use super::queue::Extent;
use super::{Frame, Stats};
use crate::protocol::{Dissect, Protocol, bmq::Bmq, fila::Fila, mx::MessageX};
use crate::session::raw_protocol;
use crate::{Note, NoteKind, Options};
use codec_common::frame::{FrameDecoder, FrameError};

/// Counts one direction of a connection, in memory bounded by its longest frame. It counts what [`Stats::line`]
/// counts of the lines that a [`Stream`](crate::Stream) makes.
///
/// ```
/// use wirescope::{Options, protocol::Protocol, stats::Counter};
/// let mut counter = Counter::new(Protocol::Bmq, &Options::default());
/// counter.feed(&[0, 0, 0, 8, 0x4B, 2, 0, 0, 0, 0]);
/// let stats = counter.finish();
/// assert_eq!((stats.frames(), stats.errors()), (1, 1));
/// ```
pub struct Counter {
    stats: Stats,
    inner: Box<dyn Feed>,
}

impl std::fmt::Debug for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counter").field("frames", &self.stats.frames).finish_non_exhaustive()
    }
}

impl Counter {
    /// A counter at the start of a stream. Of the options it obeys those about how frames are read.
    #[must_use]
    pub fn new(protocol: Protocol, options: &Options) -> Self {
        let inner: Box<dyn Feed> = match protocol {
            Protocol::Bmq => Box::new(Framed::new(Bmq::new(options))),
            Protocol::Fila => Box::new(Framed::new(Fila::new(options))),
            Protocol::Mx => Box::new(Framed::new(MessageX::new(options))),
        };
        Self { stats: Stats::new(), inner }
    }

    /// A counter of an input that begins with `head`, where that is a raw stream, and what it was taken for, where
    /// that had to be found out. `None` for captures and dumps, for what is to be searched or not to be read from
    /// its start, and for what cannot be recognised: a [`Session`](crate::Session) reads them, or says why not.
    /// With `end`, `head` is all there is; else it should have 64 bytes at least. It is still to be fed.
    #[must_use]
    pub fn of_raw(head: &[u8], end: bool, options: &Options) -> Option<(Self, Option<Note>)> {
        let (protocol, why) = raw_protocol(head, end, options)?;
        Some((Self::new(protocol, options), why.map(|why| Note::new(NoteKind::Protocol, why))))
    }

    /// Takes the next bytes.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.inner.feed(chunk, &mut self.stats);
    }

    /// Ends the stream.
    #[must_use]
    pub fn finish(mut self) -> Stats {
        self.inner.finish(&mut self.stats);
        self.stats
    }
}

trait Feed {
    fn feed(&mut self, chunk: &[u8], stats: &mut Stats);
    fn finish(&mut self, stats: &mut Stats);
}

/// A protocol whose usual frames can be counted without lines.
trait Fast: Dissect {
    /// Counts a frame that is as it should be; false when nothing was counted, and a line is to be made of it.
    fn count(&mut self, frame: &[u8], stats: &mut Stats) -> bool;
}

struct Framed<F: Dissect> {
    protocol: F,
    decoder: FrameDecoder<F::Framing>,
    broken: Option<FrameError>,
    /// Bytes that came.
    position: u64,
}

impl<F: Dissect> Framed<F> {
    fn new(protocol: F) -> Self {
        let decoder = FrameDecoder::new(protocol.limits());
        Self { protocol, decoder, broken: None, position: 0 }
    }
}

impl<F: Fast> Feed for Framed<F> {
    fn feed(&mut self, chunk: &[u8], stats: &mut Stats) {
        self.position += chunk.len() as u64;
        let mut frames = self.decoder.frames(chunk);
        while self.broken.is_none() {
            match frames.next() {
                Ok(Some(frame)) => {
                    if !self.protocol.count(frame.bytes(), stats) {
                        stats.count(&self.protocol.dissect(frame.bytes(), frame.offset()));
                    }
                }
                Ok(None) => break,
                Err(error) if error.is_fatal() => self.broken = Some(error),
                Err(error) => stats.count(&self.protocol.refused(&error)),
            }
        }
    }

    fn finish(&mut self, stats: &mut Stats) {
        if let Some(error) = self.broken.or_else(|| self.decoder.finish().err()) {
            stats.error("frame", error.name(), None, None);
            stats.unframed += 1;
            stats.unread += self.position - error.offset();
        } else if let Some(line) = self.protocol.finish(self.position) {
            stats.count(&line);
        }
    }
}

/// A frame without error of a stream that has no connection, direction or time.
fn frame(protocol: Protocol, kind: &str, length: usize, messages: u64, payloads: Extent) -> Frame<'_> {
    let (length, conn, dir) = (length as u64, None, None);
    Frame { protocol, kind, length, messages, payloads, is_error: false, findings: 0, conn, dir }
}
