//! Subscription ids and remaining delivery attempts (reference sections 3.4, 3.5).

use core::fmt;

/// Remaining delivery attempts: one byte (reference 3.5).
///
/// ```text
///   7   6   5             0
/// +---+---+-----------------+
/// | U | P |  counter (6)    |   U: unlimited, P: potentially poisonous
/// +---+---+-----------------+
/// ```
///
/// When U is set the other bits carry nothing; the official writer then leaves them 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rda(pub u8);

impl Rda {
    /// Any number of attempts.
    pub const UNLIMITED: Self = Self(0x80);
    /// The largest counter.
    pub const MAX_COUNTER: u8 = 63;

    /// That many attempts, at most 63; more are taken as 63.
    #[must_use]
    pub const fn limited(counter: u8, potentially_poisonous: bool) -> Self {
        let counter = if counter > Self::MAX_COUNTER { Self::MAX_COUNTER } else { counter };
        Self(if potentially_poisonous { counter | 0x40 } else { counter })
    }

    /// True for any number of attempts.
    #[must_use]
    pub const fn is_unlimited(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// True when the message may have brought a consumer down; false when unlimited.
    #[must_use]
    pub const fn is_potentially_poisonous(self) -> bool {
        self.0 & 0xC0 == 0x40
    }

    /// Attempts that remain, 0 to 63; `None` when unlimited.
    #[must_use]
    pub const fn counter(self) -> Option<u8> {
        if self.is_unlimited() { None } else { Some(self.0 & 0x3F) }
    }

    /// True for a byte that the official writer makes.
    #[must_use]
    pub const fn is_canonical(self) -> bool {
        !self.is_unlimited() || self.0 == Self::UNLIMITED.0
    }
}

impl fmt::Debug for Rda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.counter() {
            None => f.write_str("unlimited"),
            Some(counter) if self.is_potentially_poisonous() => {
                write!(f, "{counter} (potentially poisonous)")
            }
            Some(counter) => write!(f, "{counter}"),
        }
    }
}

/// An entry of SUB_QUEUE_INFOS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubQueueInfo {
    /// The subscription id of `configureStream` in a PUSH to a client; 0 is the default subscription.
    pub id: u32,
    /// Remaining delivery attempts.
    pub rda: Rda,
}

impl SubQueueInfo {
    /// What a message without such an option has: the default subscription, unlimited.
    pub const DEFAULT: Self = Self { id: 0, rda: Rda::UNLIMITED };
}

/// Entries of a SUB_QUEUE_INFOS or SUB_QUEUE_IDS_OLD option: a slice to encode, or the encoded items.
#[derive(Clone, Copy)]
pub enum SubQueueInfos<'a> {
    /// To be encoded.
    Items(&'a [SubQueueInfo]),
    /// As they stand on the wire.
    Encoded(Infos<'a>),
}

/// Encoded items: `item` bytes each, of which the first eight are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Infos<'a> {
    pub(super) payload: &'a [u8],
    pub(super) item: usize,
    pub(super) has_rda: bool,
}

impl fmt::Debug for Infos<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = SubQueueInfos::Encoded(*self).len();
        f.debug_struct("Infos").field("len", &len).field("item", &self.item).finish_non_exhaustive()
    }
}

impl<'a> SubQueueInfos<'a> {
    /// The entries; bytes by which an item is longer than what is known are skipped.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = SubQueueInfo> + use<'a> {
        let (items, encoded) = match *self {
            Self::Items(items) => (items, Infos { payload: &[], item: 4, has_rda: false }),
            Self::Encoded(infos) => (&[][..], infos),
        };
        SubQueueInfoIter { items, chunks: encoded.payload, encoded }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// True when there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl PartialEq for SubQueueInfos<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for SubQueueInfos<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

struct SubQueueInfoIter<'a> {
    items: &'a [SubQueueInfo],
    chunks: &'a [u8],
    encoded: Infos<'a>,
}

impl Iterator for SubQueueInfoIter<'_> {
    type Item = SubQueueInfo;

    fn next(&mut self) -> Option<SubQueueInfo> {
        if let Some((first, rest)) = self.items.split_first() {
            self.items = rest;
            return Some(*first);
        }
        if self.encoded.item == 0 {
            return None;
        }
        let (item, rest) = self.chunks.split_at_checked(self.encoded.item)?;
        self.chunks = rest;
        let id = u32::from_be_bytes(*item.first_chunk()?);
        // An item without the byte reads as 0, as any field that a shorter structure lacks.
        let rda = if self.encoded.has_rda { Rda(item.get(4).copied().unwrap_or(0)) } else { Rda::UNLIMITED };
        Some(SubQueueInfo { id, rda })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let encoded = self.chunks.len().checked_div(self.encoded.item).unwrap_or(0);
        let len = self.items.len().saturating_add(encoded);
        (len, Some(len))
    }
}

impl ExactSizeIterator for SubQueueInfoIter<'_> {}
