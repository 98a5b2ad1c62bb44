//! Counted lists: a slice of items to encode, or the still-encoded items of a frame.

use crate::wire::{Prefix, U32};
use crate::{At, DecodeError, EncodeError, Fault, Reader, Sink, Str, Wire};
use core::fmt;
use core::marker::PhantomData;

/// A counted list of `T` behind a count of type `N` (default: four bytes).
///
/// ```text
/// +-----------+--------+--------+-----+
/// | count: N  | item 1 | item 2 | ... |
/// +-----------+--------+--------+-----+
/// ```
///
/// A list to encode borrows a slice of items; a decoded list borrows the encoded items. There are three ways in:
///
/// | entry | passes | allocates | when an item is malformed |
/// |---|---|---|---|
/// | [`decode`](Wire::decode), then [`iter`](Self::iter) | two | no | the whole list is refused; iteration cannot fail |
/// | [`collect`](Self::collect) | one | the `Vec` | the whole list is refused |
/// | [`stream`](Self::stream) | one | no | the items before it have been yielded already |
///
/// `stream` is the fastest; whoever uses it must be able to take back, or not mind, the first half of a batch.
pub struct List<'a, T, N = U32> {
    repr: Repr<'a, T>,
    count: PhantomData<N>,
}

enum Repr<'a, T> {
    Items(&'a [T]),
    Encoded { count: usize, bytes: &'a [u8], offset: usize, at: At },
}

/// A map in wire order, duplicates kept; see [`List::get`].
pub type Map<'a, K, V, N> = List<'a, (K, V), N>;

impl<T> Clone for Repr<'_, T> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Repr<'_, T> {}

impl<T, N> Clone for List<'_, T, N> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, N> Copy for List<'_, T, N> {}

impl<T, N> Default for List<'_, T, N> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<'a, T, N> From<&'a [T]> for List<'a, T, N> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn from(items: &'a [T]) -> Self {
        Self::new(items)
    }
}

impl<'a, T, N> List<'a, T, N> {
    /// A list of `items`, to be encoded.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn new(items: &'a [T]) -> Self {
        Self { repr: Repr::Items(items), count: PhantomData }
    }

    /// How many items there are.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.repr {
            Repr::Items(items) => items.len(),
            Repr::Encoded { count, .. } => count,
        }
    }

    /// True when there are no items.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Wire<'a> + Copy + 'a, N: Prefix> List<'a, T, N> {
    /// The items, in order. A decoded list was validated as a whole, so this cannot fail.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn iter(&self) -> Iter<'a, T> {
        match self.repr {
            Repr::Items(items) => Iter { items, encoded: None },
            Repr::Encoded { count, bytes, offset, at } => {
                Iter { items: &[], encoded: Some(Stream::new(Reader::new_at(bytes, offset), count, at)) }
            }
        }
    }

    /// Reads the count and gives the items one by one while they are decoded: one pass, no allocation.
    ///
    /// A malformed item comes out as an error **after the items before it**; whoever acts on items as they come
    /// has then acted on half of a malformed batch.
    ///
    /// # Errors
    /// `truncated`, or `count_too_large` when the bytes that are left cannot hold that many items.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn stream(mut reader: Reader<'a>, at: At) -> Result<Stream<'a, T>, DecodeError> {
        let left = Self::decode_count(&mut reader, at)?;
        Ok(Stream::new(reader, left, at))
    }

    /// Decodes all items into a `Vec`: one pass, all or nothing.
    ///
    /// # Errors
    /// `count_too_large` when the count is over `max_items` or over what the bytes can hold; what any item breaks.
    #[cfg(feature = "alloc")]
    pub fn collect(
        reader: &mut Reader<'a>,
        max_items: usize,
        at: At,
    ) -> Result<alloc::vec::Vec<T>, DecodeError> {
        let offset = reader.offset();
        let count = Self::decode_count(reader, at)?;
        if count > max_items {
            return Err(DecodeError::count_too_large(count, max_items, offset, at));
        }
        // The count is bounded by the bytes that are there, so this is at most a constant times the input.
        let mut items = alloc::vec::Vec::with_capacity(count);
        for _ in 0..count {
            items.push(T::decode(reader, at)?);
        }
        Ok(items)
    }

    /// The list whose `count` items begin where `start` stands and end where `end` does.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn between(count: usize, start: &Reader<'a>, end: &Reader<'a>, at: At) -> Self {
        let (bytes, offset) = (start.rest(), start.offset());
        let used = end.offset().wrapping_sub(offset);
        // `used` bytes were just read from `bytes`.
        let bytes = bytes.get(..used).unwrap_or_default();
        Self { repr: Repr::Encoded { count, bytes, offset, at }, count: PhantomData }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_count(reader: &mut Reader<'a>, at: At) -> Result<usize, DecodeError> {
        const { assert!(T::MIN_LEN > 0, "an item that may take no bytes cannot bound a count") };
        let offset = reader.offset();
        let count = N::decode(reader, at)?;
        let fits = reader.remaining().checked_div(T::MIN_LEN).unwrap_or_default();
        if count > fits {
            return Err(DecodeError::count_too_large(count, fits, offset, at));
        }
        Ok(count)
    }
}

impl<'a, L: Prefix, V: Wire<'a> + Copy + 'a, N: Prefix> List<'a, (Str<'a, L>, V), N> {
    /// The value of `key`; where a key occurs more than once, the last one, as peers' hash maps have it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<V> {
        self.iter().filter(|(name, _)| name == key).map(|(_, value)| value).last()
    }
}

impl<'a, T: Wire<'a> + Copy + 'a, N: Prefix> IntoIterator for List<'a, T, N> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Wire<'a> + Copy + PartialEq + 'a, N: Prefix> PartialEq for List<'a, T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Wire<'a> + Copy + Eq + 'a, N: Prefix> Eq for List<'a, T, N> {}

impl<'a, T: Wire<'a> + Copy + fmt::Debug + 'a, N: Prefix> fmt::Debug for List<'a, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Wire<'a> + Copy + 'a, N: Prefix> Wire<'a> for List<'a, T, N> {
    const MIN_LEN: usize = N::LEN;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let count = Self::decode_count(reader, at)?;
        let start = reader.clone();
        for _ in 0..count {
            T::decode(reader, at)?;
        }
        Ok(Self::between(count, &start, reader, at))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode_again(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        let count = Self::decode_count(reader, at)?;
        let start = reader.clone();
        for _ in 0..count {
            T::decode_again(reader, at)?;
        }
        Ok(Self::between(count, &start, reader, at))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, fault: &mut Fault, at: At) -> usize {
        let body = match self.repr {
            Repr::Items(items) => {
                items.iter().fold(0usize, |sum, item| sum.saturating_add(item.measure(fault, at)))
            }
            Repr::Encoded { bytes, .. } => bytes.len(),
        };
        if self.len() > N::MAX {
            fault.report(EncodeError::too_many_items(self.len(), N::MAX, at));
        }
        body.saturating_add(N::LEN)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        N::encode(self.len(), sink);
        match self.repr {
            Repr::Items(items) => {
                for item in items {
                    item.encode(sink);
                }
            }
            Repr::Encoded { bytes, .. } => sink.put_borrowed(bytes),
        }
    }
}

/// The items of a [`List`].
#[derive(Clone)]
pub struct Iter<'a, T> {
    items: &'a [T],
    encoded: Option<Stream<'a, T>>,
}

impl<T> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").finish_non_exhaustive()
    }
}

impl<'a, T: Wire<'a> + Copy> Iterator for Iter<'a, T> {
    type Item = T;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn next(&mut self) -> Option<T> {
        match &mut self.encoded {
            // Validated as a whole when the list was decoded.
            Some(stream) => {
                stream.left = stream.left.checked_sub(1)?;
                T::decode_again(&mut stream.reader, stream.at).ok()
            }
            None => {
                let (first, rest) = self.items.split_first()?;
                self.items = rest;
                Some(*first)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.encoded.as_ref().map_or(self.items.len(), |stream| stream.left);
        (left, Some(left))
    }
}

impl<'a, T: Wire<'a> + Copy> ExactSizeIterator for Iter<'a, T> {}

/// Items that are decoded as they are asked for; see [`List::stream`].
#[derive(Clone)]
pub struct Stream<'a, T> {
    reader: Reader<'a>,
    left: usize,
    at: At,
    item: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Stream<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<'a, T> Stream<'a, T> {
    const fn new(reader: Reader<'a>, left: usize, at: At) -> Self {
        Self { reader, left, at, item: PhantomData }
    }

    /// Items that have not been yielded.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn left(&self) -> usize {
        self.left
    }

    /// The reader behind the items yielded so far; after the last item, what follows the list.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn into_reader(self) -> Reader<'a> {
        self.reader
    }
}

impl<'a, T: Wire<'a>> Iterator for Stream<'a, T> {
    type Item = Result<T, DecodeError>;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let item = T::decode(&mut self.reader, self.at);
        if item.is_err() {
            self.left = 0;
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{U16, decode_exact};
    use crate::{EncodeReason, Field, Reason};
    use alloc::vec::Vec;

    static FIELD: Field = Field::new("test", "Batch", "items");

    type Numbers<'a> = List<'a, u16, U16>;

    #[test]
    fn decoded_and_built_lists_are_equal_and_encode_alike() {
        let bytes = [0, 2, 0, 7, 0, 9];
        let decoded = decode_exact::<Numbers<'_>>(&bytes, &FIELD).unwrap();
        let built = Numbers::new(&[7, 9]);
        assert_eq!(decoded, built);
        assert_eq!(decoded.iter().collect::<Vec<_>>(), [7, 9]);
        for list in [decoded, built] {
            let mut out = [0; 6];
            assert_eq!(list.encode_to_slice(&mut out, &FIELD).unwrap(), bytes);
            assert_eq!(list.iter().len(), 2);
        }
    }

    #[test]
    fn a_hostile_count_is_refused_before_any_item_is_read() {
        let bytes = [0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3];
        let error = decode_exact::<List<'_, u16>>(&bytes, &FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::CountTooLarge { count: u32::MAX, fits: 1 });
        assert_eq!(error.offset(), 0);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn collect_is_all_or_nothing_and_limited() {
        let bytes = [0, 2, 1, 2];
        let error = List::<bool, U16>::collect(&mut Reader::new(&bytes), 9, &FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::BadBool { value: 2 });
        let error = List::<u8, U16>::collect(&mut Reader::new(&bytes), 1, &FIELD).unwrap_err();
        assert_eq!(error.reason(), Reason::CountTooLarge { count: 2, fits: 1 });
        assert_eq!(List::<u8, U16>::collect(&mut Reader::new(&bytes), 2, &FIELD).unwrap(), [1, 2]);
    }

    #[test]
    fn stream_yields_what_came_before_the_bad_item_and_then_ends() {
        let mut stream = List::<bool, U16>::stream(Reader::new(&[0, 3, 1, 2, 0]), &FIELD).unwrap();
        assert_eq!(stream.next(), Some(Ok(true)));
        assert_eq!(stream.next().unwrap().unwrap_err().offset(), 3);
        assert_eq!(stream.next(), None);
    }

    #[test]
    fn the_last_of_several_equal_keys_wins() {
        let bytes = b"\0\x03\0\x01a\x01\0\x01b\x02\0\x01a\x03";
        let map = decode_exact::<Map<'_, Str<'_>, u8, U16>>(bytes, &FIELD).unwrap();
        assert_eq!((map.get("a"), map.get("b"), map.get("c")), (Some(3), Some(2), None));
    }

    #[test]
    fn more_items_than_the_count_can_say_are_an_error() {
        let items = [0u8; 256];
        let error = List::<u8, crate::wire::U8>::new(&items).encoded_len(&FIELD).unwrap_err();
        assert_eq!(error.reason(), EncodeReason::TooManyItems { length: 256, maximum: 255 });
    }
}
