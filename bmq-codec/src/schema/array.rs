//! Arrays: a slice of items to encode, or the encoded items of a message.

use super::ber::{self, Header};
use super::json::{self, Style};
use super::trace::{Trace, Unheard};
use super::validate::Finding;
use super::value::{Member, Value, put_prefix, tag};
use codec_common::{At, DecodeError, Fault, Field, Rule, Sink};
use core::fmt;

/// An array of sequences: a borrowed slice of items (to encode), or the items as they stand in a message.
///
/// A decoded array was read as a whole, so that iterating it cannot fail; it does not allocate either.
///
/// ```
/// use bmq_codec::schema::{ConsumerInfo, Schema, Subscription};
/// let consumers = [ConsumerInfo { consumer_priority: 1, ..Default::default() }];
/// let subscription = Subscription { s_id: 1, consumers: consumers[..].into(), ..Default::default() };
/// let mut space = [0; 128];
/// let ber = subscription.encode_ber(&mut space)?;
/// let decoded = Subscription::from_ber(ber).unwrap();
/// assert_eq!(decoded.consumers.iter().next(), Some(consumers[0]));
/// # Ok::<(), bmq_codec::EncodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Array<'a, T>(Repr<'a, T>);

#[derive(Clone, Copy)]
enum Repr<'a, T> {
    Items(&'a [T]),
    /// From the tag of the first occurrence of the array to the end of the last one.
    Ber {
        bytes: &'a [u8],
        count: usize,
        /// The number of its tag, which one occurrence may write in other octets than another.
        number: u32,
    },
    /// From bracket to bracket.
    Json {
        bytes: &'a [u8],
        count: usize,
        style: Style,
    },
}

impl<T> Default for Array<'_, T> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<'a, T> From<&'a [T]> for Array<'a, T> {
    #[inline]
    fn from(items: &'a [T]) -> Self {
        Self::new(items)
    }
}

impl<'a, T> Array<'a, T> {
    /// An array of `items`, to be encoded.
    #[inline]
    #[must_use]
    pub const fn new(items: &'a [T]) -> Self {
        Self(Repr::Items(items))
    }

    /// How many items there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.0 {
            Repr::Items(items) => items.len(),
            Repr::Ber { count, .. } | Repr::Json { count, .. } => count,
        }
    }

    /// True when there are no items.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Value<'a>> Array<'a, T> {
    /// The items, in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'a, T> {
        Iter(match self.0 {
            Repr::Items(items) => Walk::Items(items.iter()),
            Repr::Ber { bytes, count, number } => {
                let reader = ber::Reader::new(bytes, 0, usize::MAX, Unheard);
                Walk::Ber { reader, scope: None, number, left: count }
            }
            Repr::Json { bytes, count, style } => {
                let mut reader = json::Reader::new(bytes, 0, usize::MAX, style, Unheard);
                let entered = reader.array(&ITEM).is_ok();
                Walk::Json { reader, left: if entered { count } else { 0 }, first: true }
            }
        })
    }
}

impl<'a, T: Value<'a>> IntoIterator for Array<'a, T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// Equal items in the same order, whatever they were read from.
impl<'a, T: Value<'a>> PartialEq for Array<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Value<'a>> fmt::Debug for Array<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

static ITEM: Field = Field::new(crate::PROTOCOL, "Array", "item");
static SEQUENCE: Rule = Rule("an item of an array is a sequence (30)");

/// The items of an [`Array`].
pub struct Iter<'a, T>(Walk<'a, T>);

impl<T> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("left", &self.0.left()).finish_non_exhaustive()
    }
}

enum Walk<'a, T> {
    Items(core::slice::Iter<'a, T>),
    Ber { reader: ber::Reader<'a>, scope: Option<ber::Scope<'a>>, number: u32, left: usize },
    Json { reader: json::Reader<'a>, left: usize, first: bool },
}

impl<T> Walk<'_, T> {
    /// How many items are left.
    fn left(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Ber { left, .. } | Self::Json { left, .. } => *left,
        }
    }
}

impl<'a, T: Value<'a>> Iterator for Iter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            Walk::Items(items) => items.next().copied(),
            Walk::Ber { reader, scope, number, left } => {
                *left = left.checked_sub(1)?;
                next_in_ber(reader, scope, *number)
            }
            Walk::Json { reader, left, first } => {
                *left = left.checked_sub(1)?;
                reader.element(*first, &ITEM).ok().filter(|more| *more)?;
                *first = false;
                json_item(reader)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.left();
        (left, Some(left))
    }
}

impl<'a, T: Value<'a>> ExactSizeIterator for Iter<'a, T> {}

/// The next item of the occurrences of the array; everything was read before, so nothing is an error.
fn next_in_ber<'a, T: Value<'a>>(
    reader: &mut ber::Reader<'a>,
    scope: &mut Option<ber::Scope<'a>>,
    number: u32,
) -> Option<T> {
    loop {
        match *scope {
            None => {
                let header = reader.header(&ITEM).ok()?;
                if header.is_member() && header.number == number {
                    *scope = Some(reader.enter(&header, &ITEM, "").ok()?);
                } else {
                    reader.skip(&header, &ITEM).ok()?;
                }
            }
            Some(open) => match reader.next(&open, &ITEM).ok()? {
                None => {
                    reader.leave(open);
                    *scope = None;
                }
                Some(header) if header.identifier == ber::SEQUENCE => {
                    return ber_item(reader, &header);
                }
                Some(header) => reader.skip(&header, &ITEM).ok()?,
            },
        }
    }
}

#[cfg(not(feature = "small"))]
fn ber_item<'a, T: Value<'a>>(reader: &mut ber::Reader<'a>, header: &Header) -> Option<T> {
    T::read_ber(reader, header, &ITEM).ok()
}

/// By the decoders that tell a listener, so that there are no others.
#[cfg(feature = "small")]
fn ber_item<'a, T: Value<'a>>(reader: &mut ber::Reader<'a>, header: &Header) -> Option<T> {
    let mut heard = reader.heard_by(super::trace::nobody());
    let item = T::read_ber(&mut heard, header, &ITEM).ok();
    *reader = heard.heard_by(Unheard);
    item
}

#[cfg(not(feature = "small"))]
fn json_item<'a, T: Value<'a>>(reader: &mut json::Reader<'a>) -> Option<T> {
    T::read_json(reader, &ITEM).ok()
}

/// By the decoders that tell a listener, so that there are no others.
#[cfg(feature = "small")]
fn json_item<'a, T: Value<'a>>(reader: &mut json::Reader<'a>) -> Option<T> {
    let mut heard = reader.heard_by(super::trace::nobody());
    let item = T::read_json(&mut heard, &ITEM).ok();
    *reader = heard.heard_by(Unheard);
    item
}

/// An array while its sequence is read: it may occur again.
pub(crate) struct Gather<'a, T> {
    /// Offset of the first occurrence.
    start: Option<usize>,
    array: Array<'a, T>,
}

impl<T> fmt::Debug for Gather<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gather").field("start", &self.start).finish_non_exhaustive()
    }
}

/// An array that is missing is empty; an empty one is written in BER and left out in JSON.
impl<'a, V: Value<'a>> Member<'a> for Array<'a, V> {
    type Slot = Gather<'a, V>;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn start() -> Gather<'a, V> {
        const { assert!(V::CONSTRUCTED, "the schema has arrays of sequences only") };
        Gather { start: None, array: Self::default() }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn finish(slot: Gather<'a, V>, _: usize, _: At) -> Result<Self, DecodeError> {
        Ok(slot.array)
    }

    fn read_ber<T: Trace>(
        slot: &mut Gather<'a, V>,
        reader: &mut ber::Reader<'a, T>,
        header: &Header,
        at: At,
    ) -> Result<(), DecodeError> {
        let scope = reader.enter(header, at, "")?;
        let mut count = slot.array.len();
        while let Some(item) = reader.next(&scope, at)? {
            match item.identifier {
                ber::SEQUENCE => {
                    V::read_ber(reader, &item, at)?;
                    count = count.saturating_add(1);
                }
                // A hint of the array's length, which nobody needs.
                _ if item.is_member() && !item.is_constructed() => reader.skip(&item, at)?,
                other => return Err(DecodeError::bad_value(other.into(), &SEQUENCE, item.start, at)),
            }
        }
        reader.leave(scope);
        let start = *slot.start.get_or_insert(header.start);
        slot.array = Self(Repr::Ber { bytes: reader.since(start), count, number: header.number });
        Ok(())
    }

    fn ber_len(&self, fault: &mut Fault, at: At) -> usize {
        let add = |sum: usize, item: V| sum.saturating_add(V::ber_len(&item, fault, at)).saturating_add(1);
        self.iter().fold(4, add)
    }

    fn put_ber<S: Sink<'a>>(&self, id: u8, sink: &mut S) {
        sink.put_array([tag(id, true), ber::INDEFINITE]);
        for item in self.iter() {
            sink.put_array([ber::SEQUENCE]);
            V::put_ber(&item, sink);
        }
        sink.put_array(ber::END);
    }

    fn read_json<T: Trace>(
        slot: &mut Gather<'a, V>,
        reader: &mut json::Reader<'a, T>,
        at: At,
    ) -> Result<(), DecodeError> {
        if reader.null() {
            slot.array = Self::default();
            return Ok(());
        }
        let (start, style) = (reader.offset(), reader.style);
        reader.array(at)?;
        let mut count = 0usize;
        while reader.element(count == 0, at)? {
            V::read_json(reader, at)?;
            count = count.saturating_add(1);
        }
        slot.array = Self(Repr::Json { bytes: reader.since(start), count, style });
        Ok(())
    }

    fn json_len(&self, prefix: &'static str, style: Style, fault: &mut Fault, at: At) -> usize {
        if self.is_empty() {
            return 0;
        }
        // Two brackets, and a comma for each item but one.
        let start = prefix.len().saturating_add(self.len()).saturating_add(1);
        self.iter().fold(start, |sum, item| sum.saturating_add(V::json_len(&item, style, fault, at)))
    }

    fn put_json<S: Sink<'a>>(&self, prefix: &'static str, first: &mut bool, style: Style, sink: &mut S) {
        if self.is_empty() {
            return;
        }
        put_prefix(prefix, first, sink);
        let mut separator = b'[';
        for item in self.iter() {
            sink.put_array([separator]);
            V::put_json(&item, style, sink);
            separator = b',';
        }
        sink.put_array([b']']);
    }

    fn validate(&self, at: At, found: &mut dyn FnMut(Finding)) {
        self.iter().for_each(|item| V::validate(&item, at, found));
    }
}

#[cfg(test)]
mod tests;
