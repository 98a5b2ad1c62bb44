//! Options of a message (reference sections 3.3 to 3.5).

use crate::Strictness;
use crate::names::option as at;
use codec_common::padding::strip_word;
use codec_common::{DecodeError, Reason, Rule, open_enum};
use core::fmt;

open_enum! {
    /// Type of an option: six bits.
    OptionType: u8 {
        /// Ids of sub-queues, each with unlimited delivery attempts; written by old brokers.
        SUB_QUEUE_IDS_OLD = 1,
        /// The group that a message belongs to.
        MSG_GROUP_ID = 2,
        /// Subscription ids with their remaining delivery attempts.
        SUB_QUEUE_INFOS = 3,
    }
}

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

/// One option, as it stands on the wire.
///
/// ```text
///        0               1               2               3
/// +-----------+-+-------+-----------------------------------------+
/// | type (6)  |P|spec(4)|              words (21)                 |  0
/// +-----------+-+-------+-----------------------------------------+
/// |                 payload: words - 1 words                      |  4
/// +---------------------------------------------------------------+
/// ```
///
/// A packed option (P) is these 4 bytes and no more; `words` is then its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct OptionView<'a> {
    bytes: &'a [u8],
    offset: usize,
    first: u32,
}

impl fmt::Debug for OptionView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptionView")
            .field("type", &self.option_type())
            .field("packed", &self.is_packed())
            .field("words", &self.words())
            .finish_non_exhaustive()
    }
}

static NOT_ALL_BYTES: Rule = Rule("an option that is not packed has at least 2 words");
static TOO_LONG: Rule = Rule("the option must end inside the options");
static UNKNOWN_TYPE: Rule = Rule("options have type 1, 2 or 3");
static NO_ITEM_SIZE: Rule = Rule("the item size in words must not be 0");
static PARTIAL_ITEM: Rule = Rule("the payload must be whole items");
static GROUP_ID_LENGTH: Rule = Rule("a message group id has 1 to 31 bytes");
static MAY_NOT_BE_PACKED: Rule = Rule("only SUB_QUEUE_INFOS may be packed");

impl<'a> OptionView<'a> {
    /// The type.
    #[must_use]
    pub const fn option_type(&self) -> OptionType {
        let [high, ..] = self.first.to_be_bytes();
        OptionType(high >> 2)
    }

    /// True when the option is 4 bytes and `words` its value.
    #[must_use]
    pub const fn is_packed(&self) -> bool {
        self.first & (1 << 25) != 0
    }

    /// Four bits of the type's own.
    #[must_use]
    pub const fn type_specific(&self) -> u8 {
        let [_, second, ..] = (self.first >> 5).to_be_bytes();
        second & 0x0F
    }

    /// Length in words, header included; the value of a packed option.
    #[must_use]
    pub const fn words(&self) -> u32 {
        self.first & 0x001F_FFFF
    }

    /// All bytes of the option.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Offset of the option in the event.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The bytes behind the header.
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        self.bytes.get(4..).unwrap_or_default()
    }

    /// Reads the option by its type.
    ///
    /// # Errors
    /// `bad_length` for an item size of 0 or a payload that is not whole items, `padding` or `bad_length` for a
    /// message group id, `bad_value` for a packed option of a type that has no packed form.
    pub fn value(&self) -> Result<MessageOption<'a>, DecodeError> {
        match self.option_type() {
            OptionType::SUB_QUEUE_INFOS if self.is_packed() => {
                let [.., rda] = self.words().to_be_bytes();
                Ok(MessageOption::SubQueueInfosPacked(Rda(rda)))
            }
            OptionType::SUB_QUEUE_INFOS => {
                let item = usize::from(self.type_specific()) << 2;
                let infos = Infos { payload: self.payload(), item, has_rda: true };
                self.whole_items(item)?;
                Ok(MessageOption::SubQueueInfos(SubQueueInfos::Encoded(infos)))
            }
            OptionType::SUB_QUEUE_IDS_OLD if !self.is_packed() => {
                let infos = Infos { payload: self.payload(), item: 4, has_rda: false };
                Ok(MessageOption::SubQueueIdsOld(SubQueueInfos::Encoded(infos)))
            }
            OptionType::MSG_GROUP_ID if !self.is_packed() => self.group_id().map(MessageOption::MsgGroupId),
            OptionType::SUB_QUEUE_IDS_OLD | OptionType::MSG_GROUP_ID => {
                let packed = u32::from(self.option_type().0);
                Err(DecodeError::bad_value(packed, &MAY_NOT_BE_PACKED, self.offset, &at::TYPE))
            }
            _ => Ok(MessageOption::Unknown(*self)),
        }
    }

    fn whole_items(&self, item: usize) -> Result<(), DecodeError> {
        let offset = self.offset.saturating_add(4);
        match self.payload().len().checked_rem(item) {
            None => Err(DecodeError::bad_length(0, &NO_ITEM_SIZE, self.offset, &at::TYPE_SPECIFIC)),
            Some(0) => Ok(()),
            Some(_) => {
                Err(DecodeError::bad_length(self.payload().len(), &PARTIAL_ITEM, offset, &at::PAYLOAD))
            }
        }
    }

    fn group_id(&self) -> Result<&'a [u8], DecodeError> {
        let end = self.offset.saturating_add(self.bytes.len());
        let Ok(stripped) = strip_word(self.payload()) else {
            let value = self.payload().last().copied().unwrap_or_default();
            return Err(DecodeError::new(Reason::Padding { value }, end.saturating_sub(1), &at::GROUP_ID));
        };
        match stripped.data.len() {
            1..=31 => Ok(stripped.data),
            length => {
                let offset = self.offset.saturating_add(4);
                Err(DecodeError::bad_length(length, &GROUP_ID_LENGTH, offset, &at::GROUP_ID))
            }
        }
    }
}

/// An option by its type; also what builders take.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MessageOption<'a> {
    /// One entry for the default subscription, in the option header itself.
    SubQueueInfosPacked(Rda),
    /// Subscription ids with their remaining delivery attempts.
    SubQueueInfos(SubQueueInfos<'a>),
    /// Sub-queue ids of old brokers.
    SubQueueIdsOld(SubQueueInfos<'a>),
    /// A message group id, 1 to 31 bytes. The official library reads it; its builder has the feature off.
    MsgGroupId(&'a [u8]),
    /// An option of a type that is not assigned, which only lenient reading gives.
    Unknown(OptionView<'a>),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infos<'a> {
    payload: &'a [u8],
    item: usize,
    has_rda: bool,
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

/// The options of a message, walked as they are asked for.
///
/// The walk ends at the first option that is broken. Under [`Strictness::Official`] an unknown type is such an
/// error; under [`Strictness::Lenient`] it comes out as [`MessageOption::Unknown`].
#[derive(Clone)]
pub struct Options<'a> {
    rest: &'a [u8],
    offset: usize,
    strictness: Strictness,
    seen: u64,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("len", &self.rest.len()).finish_non_exhaustive()
    }
}

impl<'a> Options<'a> {
    /// Most options of one message (reference 1.4).
    pub const MAX_OPTIONS: usize = 63;

    pub(crate) const fn new(bytes: &'a [u8], offset: usize, strictness: Strictness) -> Self {
        Self { rest: bytes, offset, strictness, seen: 0 }
    }

    /// True when there is no option left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes of the options that are left.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.rest
    }

    /// The error that an option of unknown type is, or would be if read strictly.
    #[must_use]
    pub fn unknown_type_fault(option: &OptionView<'_>) -> DecodeError {
        let kind = u32::from(option.option_type().0);
        DecodeError::bad_value(kind, &UNKNOWN_TYPE, option.offset, &at::TYPE)
    }

    /// The entry that a client needs: the first of SUB_QUEUE_INFOS, else of SUB_QUEUE_IDS_OLD, else the default
    /// subscription with unlimited attempts.
    ///
    /// # Errors
    /// What any option breaks.
    pub fn sub_queue_info(self) -> Result<SubQueueInfo, DecodeError> {
        let mut old = None;
        let mut new = None;
        for option in self {
            match option?.value()? {
                MessageOption::SubQueueInfosPacked(rda) => new = Some(SubQueueInfo { id: 0, rda }),
                MessageOption::SubQueueInfos(infos) => new = infos.iter().next(),
                MessageOption::SubQueueIdsOld(infos) => old = infos.iter().next(),
                MessageOption::MsgGroupId(_) | MessageOption::Unknown(_) => {}
            }
        }
        Ok(new.or(old).unwrap_or(SubQueueInfo::DEFAULT))
    }

    fn step(&mut self) -> Result<OptionView<'a>, DecodeError> {
        let offset = self.offset;
        let Some(head) = self.rest.first_chunk::<4>() else {
            return Err(DecodeError::truncated(4, self.rest.len(), offset, &at::WHOLE));
        };
        let mut option = OptionView { bytes: self.rest, offset, first: u32::from_be_bytes(*head) };
        let len = if option.is_packed() {
            4
        } else if option.words() < 2 {
            // 0 would not advance; 1 would have no payload.
            let words = usize::try_from(option.words()).unwrap_or(usize::MAX);
            return Err(DecodeError::bad_length(words, &NOT_ALL_BYTES, offset, &at::WORDS));
        } else {
            usize::try_from(option.words()).unwrap_or(usize::MAX).saturating_mul(4)
        };
        let Some((bytes, rest)) = self.rest.split_at_checked(len) else {
            return Err(DecodeError::bad_length(len, &TOO_LONG, offset, &at::WORDS));
        };
        option.bytes = bytes;
        if option.option_type().name().is_none() && self.strictness == Strictness::Official {
            return Err(Self::unknown_type_fault(&option));
        }
        let bit = 1u64.wrapping_shl(option.option_type().0.into());
        if self.seen & bit != 0 {
            return Err(DecodeError::new(Reason::Duplicate, offset, &at::TYPE));
        }
        self.seen |= bit;
        self.rest = rest;
        self.offset = offset.saturating_add(len);
        Ok(option)
    }
}

impl<'a> Iterator for Options<'a> {
    type Item = Result<OptionView<'a>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let option = self.step();
        if option.is_err() {
            self.rest = &[];
        }
        Some(option)
    }
}

#[cfg(test)]
mod tests;
