//! The messages of a PUT or PUSH event, one by one.

use super::{Kind, Message};
use crate::Strictness;
use codec_common::{DecodeError, Rule};
use core::fmt;
use core::marker::PhantomData;

/// Iterates the messages of an event without allocating.
///
/// A message whose framing is broken ends the iteration: where the next one begins is not known. Messages before
/// it have been yielded and stay valid.
///
/// ```
/// use bmq_codec::{Body, Event};
/// # let bytes = [0, 0, 0, 0x34, 0x42, 2, 0, 0, 0x10, 0, 0, 0x0b, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1,
/// #   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x9a, 0x71, 0xbb, 0x4c, 0, 0, 0, 0,
/// #   b'h', b'e', b'l', b'l', b'o', 3, 3, 3];
/// let Body::Put(messages) = Event::decode(&bytes)?.body()? else { panic!() };
/// for message in messages {
///     let message = message?;
///     assert_eq!((message.queue_id(), message.payload()?), (0, &b"hello"[..]));
/// }
/// # Ok::<(), bmq_codec::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Messages<'a, K> {
    rest: &'a [u8],
    offset: usize,
    strictness: Strictness,
    // An event without messages is refused once.
    begun: bool,
    kind: PhantomData<K>,
}

impl<K: Kind> fmt::Debug for Messages<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(K::NAME).field("offset", &self.offset).finish_non_exhaustive()
    }
}

static NO_MESSAGES: Rule = Rule("the event must hold a message");

impl<'a, K: Kind> Messages<'a, K> {
    #[inline]
    pub(crate) const fn new(bytes: &'a [u8], offset: usize, strictness: Strictness) -> Self {
        Self { rest: bytes, offset, strictness, begun: false, kind: PhantomData }
    }

    /// The bytes that have not been read.
    #[inline]
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// True when the event holds no message, which the official library refuses.
    #[inline]
    #[must_use]
    pub const fn is_empty_event(&self) -> bool {
        !self.begun && self.rest.is_empty()
    }

    /// The error of an event without messages.
    #[must_use]
    pub fn empty_event_fault(&self) -> DecodeError {
        no_messages::<K>(self.offset)
    }
}

/// Of values, as all that iterating calls: a reference would keep the iterator in memory.
#[cold]
#[inline(never)]
fn no_messages<K: Kind>(offset: usize) -> DecodeError {
    DecodeError::bad_length(0, &NO_MESSAGES, offset, K::names().app_data)
}

impl<'a, K: Kind> Iterator for Messages<'a, K> {
    type Item = Result<Message<'a, K>, DecodeError>;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            if self.begun || self.strictness == Strictness::Lenient {
                return None;
            }
            self.begun = true;
            return Some(Err(no_messages::<K>(self.offset)));
        }
        self.begun = true;
        match Message::decode(self.rest, self.offset, self.strictness) {
            Ok(message) => {
                let len = message.bytes().len();
                self.rest = self.rest.get(len..).unwrap_or_default();
                self.offset = self.offset.wrapping_add(len);
                Some(Ok(message))
            }
            Err(error) => {
                self.rest = &[];
                Some(Err(error))
            }
        }
    }
}
