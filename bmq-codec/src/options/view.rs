//! One option (reference section 3.3).

use super::{Infos, OptionType, Rda, SubQueueInfos};
use crate::names::option as at;
use crate::padding;
use codec_common::padding::strip_word;
use codec_common::{DecodeError, Reason, Rule};
use core::fmt;

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

static NO_ITEM_SIZE: Rule = Rule("the item size in words must not be 0");
static PARTIAL_ITEM: Rule = Rule("the payload must be whole items");
static GROUP_ID_LENGTH: Rule = Rule("a message group id has 1 to 31 bytes");
static MAY_NOT_BE_PACKED: Rule = Rule("only SUB_QUEUE_INFOS may be packed");

impl<'a> OptionView<'a> {
    /// The option whose header is `first`; its bytes are set once its length is checked.
    pub(super) const fn new(bytes: &'a [u8], offset: usize, first: u32) -> Self {
        Self { bytes, offset, first }
    }

    /// The same option with just these bytes.
    pub(super) const fn of(self, bytes: &'a [u8]) -> Self {
        Self { bytes, ..self }
    }

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

    /// The padding of a message group id whose bytes differ, as a finding.
    #[must_use]
    pub fn padding_fault(&self) -> Option<DecodeError> {
        match self.value() {
            Ok(MessageOption::MsgGroupId(id)) => {
                let padding = self.payload().get(id.len()..).unwrap_or_default();
                padding::fault(id, padding, self.offset.saturating_add(4), &at::GROUP_ID)
            }
            _ => None,
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
#[derive(Clone, Copy, PartialEq)]
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
