//! Events of equal items: ACK, CONFIRM and REJECT share a header and a stride (reference 4.1).

use crate::event::EventType;
use codec_common::{At, DecodeError, Rule, Wire};
use core::fmt;
use core::marker::PhantomData;

/// An item of 24 known bytes.
pub trait Item: for<'a> Wire<'a> + Copy + fmt::Debug + 'static {
    /// The names that errors show.
    #[doc(hidden)]
    const NAMES: ItemNames;

    /// Reads the item from its known bytes.
    #[doc(hidden)]
    fn from_bytes(bytes: &[u8; 24]) -> Self;
}

/// The fields around items, by name.
#[derive(Clone, Copy, Debug)]
pub struct ItemNames {
    pub(crate) event: EventType,
    pub(crate) header_words: At,
    pub(crate) per_message_words: At,
    pub(crate) message: At,
    pub(crate) whole: At,
}

/// Bytes of an item that are known; an item may be longer (skipped) or shorter (zeros).
pub(crate) const ITEM_LEN: usize = 24;

/// The canonical header: 1 word of header, 6 words an item.
pub(crate) const HEADER: [u8; 4] = [0x16, 0, 0, 0];

/// The items of an event, checked as a whole; iterating cannot fail and does not allocate.
///
/// ```text
///        0               1               2               3
/// +-------+-------+---------------+-------------------------------+
/// | hdrWds| msgWds|     flags     |           reserved            |
/// +-------+-------+---------------+-------------------------------+
/// | item, msgWds words                                            |
/// | ...                                                           |
/// ```
#[derive(Clone, Copy)]
pub struct Items<'a, T> {
    header: &'a [u8],
    items: &'a [u8],
    stride: usize,
    offset: usize,
    item: PhantomData<fn() -> T>,
}

static NO_HEADER: Rule = Rule("the header has at least 1 word");
static LONG_HEADER: Rule = Rule("the header must end inside the event");
static NO_STRIDE: Rule = Rule("a message has at least 1 word");
static PARTIAL: Rule = Rule("the event must hold whole messages");
static NO_ITEM: Rule = Rule("the event must hold a message");

impl<'a, T: Item> Items<'a, T> {
    /// Reads the header in front of the items; `offset` is that of the body in the event.
    ///
    /// # Errors
    /// `truncated` for an empty body; `bad_length` for a header or an item of 0 words, a header beyond the event,
    /// bytes that are no whole item, or no item at all.
    #[inline]
    pub fn decode(body: &'a [u8], offset: usize) -> Result<Self, DecodeError> {
        let names = T::NAMES;
        let Some(&first) = body.first() else {
            return Err(DecodeError::truncated(HEADER.len(), 0, offset, names.header_words));
        };
        let header_len = usize::from(first >> 4) << 2;
        let stride = usize::from(first & 0x0F) << 2;
        if header_len == 0 {
            return Err(DecodeError::bad_length(0, &NO_HEADER, offset, names.header_words));
        }
        if stride == 0 {
            return Err(DecodeError::bad_length(0, &NO_STRIDE, offset, names.per_message_words));
        }
        let Some((header, items)) = body.split_at_checked(header_len) else {
            return Err(DecodeError::bad_length(header_len, &LONG_HEADER, offset, names.header_words));
        };
        let offset = offset.saturating_add(header_len);
        if items.is_empty() {
            return Err(DecodeError::bad_length(0, &NO_ITEM, offset, names.message));
        }
        if items.len().checked_rem(stride) != Some(0) {
            return Err(DecodeError::bad_length(items.len(), &PARTIAL, offset, names.message));
        }
        Ok(Self { header, items, stride, offset, item: PhantomData })
    }

    /// The header's bytes.
    #[must_use]
    pub const fn header_bytes(&self) -> &'a [u8] {
        self.header
    }

    /// True for a header as current peers write it.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.header == HEADER
    }

    /// Bytes from one item to the next.
    #[must_use]
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// Offset of the first item in the event.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// How many items there are; at least 1.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len().checked_div(self.stride).unwrap_or(0)
    }

    /// False: an event holds at least one item.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The bytes of the items in order, each as long as the stride.
    pub fn raw(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a, T> {
        // The stride is not 0; one byte would do as well, and is never used.
        self.items.chunks_exact(self.stride.max(1))
    }

    /// The items in order.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn iter(&self) -> ItemsIter<'a, T> {
        ItemsIter { rest: self.items, stride: self.stride, item: PhantomData }
    }
}

impl<T: Item> fmt::Debug for Items<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Item> IntoIterator for Items<'a, T> {
    type Item = T;
    type IntoIter = ItemsIter<'a, T>;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn into_iter(self) -> ItemsIter<'a, T> {
        self.iter()
    }
}

/// The items of an event in order.
#[derive(Clone)]
pub struct ItemsIter<'a, T> {
    rest: &'a [u8],
    stride: usize,
    item: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for ItemsIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.rest.len().checked_div(self.stride).unwrap_or(0);
        f.debug_struct("ItemsIter").field("left", &left).finish_non_exhaustive()
    }
}

impl<T: Item> Iterator for ItemsIter<'_, T> {
    type Item = T;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn next(&mut self) -> Option<T> {
        if self.stride == ITEM_LEN {
            // The stride of all current peers, as a constant.
            let (item, rest) = self.rest.split_first_chunk::<ITEM_LEN>()?;
            self.rest = rest;
            return Some(T::from_bytes(item));
        }
        let (item, rest) = self.rest.split_at_checked(self.stride)?;
        self.rest = rest;
        Some(odd(item))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.len().checked_div(self.stride).unwrap_or(0);
        (left, Some(left))
    }
}

impl<T: Item> ExactSizeIterator for ItemsIter<'_, T> {}

/// An item longer or shorter than what is known.
#[cold]
#[inline(never)]
fn odd<T: Item>(item: &[u8]) -> T {
    let mut known = [0; ITEM_LEN];
    known.iter_mut().zip(item).for_each(|(to, from)| *to = *from);
    T::from_bytes(&known)
}

#[cfg(test)]
mod tests {
    use crate::{AckMessage, Acks, ConfirmMessage, Confirms, RejectMessage, Rejects};
    use std::vec::Vec;

    /// Case F of the problems.
    #[test]
    fn headers_and_strides_of_no_words_are_refused_for_all_three() {
        for (first, field) in [(0x10, "perMessageWords"), (0x06, "headerWords"), (0x00, "headerWords")] {
            let mut body = [0u8; 28];
            body[0] = first;
            let fields = [
                Acks::decode(&body, 8).unwrap_err().field(),
                Confirms::decode(&body, 8).unwrap_err().field(),
                Rejects::decode(&body, 8).unwrap_err().field(),
            ];
            assert_eq!(fields, [field; 3]);
        }
    }

    #[test]
    fn partial_items_and_empty_events_are_refused() {
        let body = [0x16, 0, 0, 0, 1, 2, 3, 4];
        assert_eq!(Acks::decode(&body, 8).unwrap_err().offset(), 12);
        assert!(Acks::decode(&body[..4], 8).is_err());
        assert!(Acks::decode(&[], 8).is_err());
        assert!(Acks::decode(&[0xF6], 8).is_err());
    }

    #[test]
    fn longer_items_are_skipped_and_shorter_ones_read_as_zeros() {
        let mut body: Vec<u8> = [0x17, 0, 0, 0].into();
        body.extend([7, 0, 0, 5].iter().chain(&[9; 16]).chain(&[0, 0, 0, 3]).chain(&[0xFF; 4]));
        let acks: Vec<AckMessage> = Acks::decode(&body, 8).unwrap().iter().collect();
        assert_eq!((acks.len(), acks[0].queue_id, acks[0].correlation_id.0), (1, 3, 5));
        let short = [0x12, 0, 0, 0, 0, 0, 0, 7, 1, 2, 3, 4];
        let confirms: Vec<ConfirmMessage> = Confirms::decode(&short, 8).unwrap().iter().collect();
        assert_eq!((confirms[0].queue_id, confirms[0].guid.0[3], confirms[0].sub_queue_id), (7, 4, 0));
        let rejects: Vec<RejectMessage> = Rejects::decode(&short, 8).unwrap().iter().collect();
        assert_eq!(rejects[0].queue_id, 7);
    }
}
