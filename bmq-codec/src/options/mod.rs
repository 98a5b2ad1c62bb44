//! Options of a message (reference sections 3.3 to 3.5): the walk over them.

mod infos;
mod view;

pub use infos::{Infos, Rda, SubQueueInfo, SubQueueInfos};
pub use view::{MessageOption, OptionView};

use crate::Strictness;
use crate::names::option as at;
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

static NOT_ALL_BYTES: Rule = Rule("an option that is not packed has at least 2 words");
static TOO_LONG: Rule = Rule("the option must end inside the options");
static UNKNOWN_TYPE: Rule = Rule("options have type 1, 2 or 3");

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
        DecodeError::bad_value(kind, &UNKNOWN_TYPE, option.offset(), &at::TYPE)
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
        let option = OptionView::new(self.rest, offset, u32::from_be_bytes(*head));
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
        let option = option.of(bytes);
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
