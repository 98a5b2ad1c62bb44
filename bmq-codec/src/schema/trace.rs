//! What a decoder comes across on its way, for whoever wants to know.

use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError};
use core::fmt;
use core::ops::Range;

/// Is told of what a decoder comes across. [`Unheard`] wants to know nothing, and costs nothing.
///
/// Offsets are those of the event.
pub trait Trace {
    /// False when nobody hears what is told.
    const HEARD: bool = true;

    /// A value that holds no others; `span` has its tag and length, or its quotes.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn value(&mut self, _: At, _: Range<usize>, _: Value<'_>) {}

    /// A sequence, choice or array begins.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn enter(&mut self, _: At, _: usize, _: &'static str) {}

    /// What was entered last ends before `offset`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn leave(&mut self, _: usize) {}

    /// The message ends before the first offset; from the second one on, what stands behind it is no white space.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn end(&mut self, _: usize, _: usize) {}

    /// Something that is read, though no official writer writes it.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn finding(&mut self, _: DecodeError) {}
}

/// Wants to know nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unheard;

impl Trace for Unheard {
    const HEARD: bool = false;
}

/// Whoever wants to know something. One type for all, since each has its own copy of the decoders, which are large.
pub(crate) enum Listener<'l> {
    /// Hands values and groups on; findings are left out.
    Visit {
        /// Is told.
        visitor: &'l mut dyn Visitor,
        /// Nothing that is not known may be shown: the message may hold credentials.
        secret: bool,
        /// Where the message is.
        place: Place<'l>,
    },
    /// Hands findings on.
    Findings {
        /// Is told.
        found: &'l mut dyn FnMut(DecodeError),
        /// Where the message is.
        place: Place<'l>,
    },
    /// Drops everything.
    #[cfg(feature = "small")]
    Nobody,
}

/// The bytes that should be a message and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'l> {
    /// The bytes.
    pub(crate) bytes: &'l [u8],
    /// Their offset in the event.
    pub(crate) offset: usize,
    /// The name of what stands behind the message.
    pub(crate) at: At,
}

impl<'l> Place<'l> {
    /// What stands behind a message that ends before the offset `end`: none where the message reaches beyond these
    /// bytes, into what only looks like padding.
    fn behind(&self, end: usize) -> &'l [u8] {
        self.bytes.get(end.saturating_sub(self.offset)..).unwrap_or_default()
    }
}

/// For whoever wants to know nothing: decoders are compiled of their own.
#[cfg(not(feature = "small"))]
pub(crate) const fn nobody() -> Unheard {
    Unheard
}

/// For whoever wants to know nothing: with the feature `small` there is one copy of the decoders.
#[cfg(feature = "small")]
pub(crate) const fn nobody() -> Listener<'static> {
    Listener::Nobody
}

impl Trace for Listener<'_> {
    fn value(&mut self, at: At, span: Range<usize>, value: Value<'_>) {
        if let Self::Visit { visitor, secret, .. } = self {
            let value = match value {
                Value::Bytes(bytes) if *secret => Value::Secret(bytes.len()),
                value => value,
            };
            visitor.value(at, span, value);
        }
    }

    fn enter(&mut self, at: At, offset: usize, name: &'static str) {
        if let Self::Visit { visitor, .. } = self {
            visitor.enter(at, offset, name, None);
        }
    }

    fn leave(&mut self, offset: usize) {
        if let Self::Visit { visitor, .. } = self {
            visitor.leave(offset);
        }
    }

    fn end(&mut self, offset: usize, junk: usize) {
        let place = match self {
            Self::Visit { place, .. } | Self::Findings { place, .. } => *place,
            #[cfg(feature = "small")]
            Self::Nobody => return,
        };
        let behind = place.behind(offset);
        if !behind.is_empty() {
            self.value(place.at, offset..offset.saturating_add(behind.len()), Value::Bytes(behind));
        }
        let behind = place.behind(junk).len();
        if behind > 0 {
            self.finding(DecodeError::trailing(behind, junk, place.at));
        }
    }

    fn finding(&mut self, finding: DecodeError) {
        if let Self::Findings { found, .. } = self {
            found(finding);
        }
    }
}

impl fmt::Debug for Listener<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}
