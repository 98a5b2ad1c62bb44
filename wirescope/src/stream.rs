//! Frames out of a stream that comes in chunks, as lines.

mod framed;
mod searching;

use crate::protocol::bmq::{Bmq, SharedInflater};
use crate::protocol::{Protocol, fila::Fila, mx::MessageX};
use crate::session::{Found, Given};
use crate::time::Time;
use crate::{Line, Options};
use framed::{Feed, Framed};

/// Turns one direction of a connection into lines, in memory bounded by its longest frame.
pub struct Stream {
    flow: Flow,
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
        Self { flow: Flow::new(protocol, options, 0) }
    }

    /// Takes the next bytes and gives a line for each frame that ends in them.
    pub fn feed(&mut self, chunk: &[u8], give: &mut dyn FnMut(Line)) {
        self.flow.feed(chunk, None, &mut only_lines(give));
    }

    /// Ends the stream: gives a line for what is left over, if anything is.
    pub fn finish(&mut self, give: &mut dyn FnMut(Line)) {
        self.flow.finish(&mut only_lines(give));
    }

    /// True when the stream broke: what follows is not read, only kept for the last line.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.flow.is_broken()
    }
}

fn only_lines(give: &mut dyn FnMut(Line)) -> impl FnMut(Found<'_>, Option<Time>) {
    move |found, _| {
        if let Given::Line(line) = found.given() {
            give(line);
        }
    }
}

/// Takes what a stream gives, with the time of its last byte.
pub(crate) type Give<'g> = &'g mut dyn FnMut(Found<'_>, Option<Time>);

/// A stream that may have gaps: lines, and notes on what had to be searched for.
pub(crate) struct Flow {
    inner: Box<dyn Feed>,
}

impl Flow {
    /// A stream whose first byte, at `offset`, begins a frame.
    pub(crate) fn new(protocol: Protocol, options: &Options, offset: u64) -> Self {
        Self::sharing(protocol, options, offset, &SharedInflater::default())
    }

    /// A stream of a capture: after damage the next frame is searched for.
    pub(crate) fn captured(protocol: Protocol, options: &Options, inflater: &SharedInflater) -> Self {
        Self::sharing(protocol, &Options { resync: true, ..options.clone() }, 0, inflater)
    }

    fn sharing(protocol: Protocol, options: &Options, offset: u64, inflater: &SharedInflater) -> Self {
        let resync = options.resync;
        Self {
            inner: match protocol {
                Protocol::Bmq => Box::new(Framed::new(Bmq::sharing(options, inflater), offset, resync)),
                Protocol::Fila => Box::new(Framed::new(Fila::new(options), offset, resync)),
                Protocol::Mx => Box::new(Framed::new(MessageX::new(options), offset, resync)),
            },
        }
    }

    /// The next bytes, captured at `time`.
    pub(crate) fn feed(&mut self, chunk: &[u8], time: Option<Time>, give: Give<'_>) {
        self.inner.feed(chunk, time, give);
    }

    /// Says that the next `len` bytes are missing.
    pub(crate) fn gap(&mut self, len: u64, time: Option<Time>, give: Give<'_>) {
        self.inner.gap(len, time, give);
    }

    /// Says that the next bytes may begin anywhere in a frame.
    pub(crate) fn search(&mut self) {
        self.inner.search();
    }

    /// Offset in the stream of the next byte.
    pub(crate) fn position(&self) -> u64 {
        self.inner.position()
    }

    /// Ends the stream.
    pub(crate) fn finish(&mut self, give: Give<'_>) {
        self.inner.finish(give);
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.inner.is_broken()
    }
}
