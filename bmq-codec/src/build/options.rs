//! Writing options.

use crate::names::option as at;
use crate::options::{MessageOption, OptionType, Options};
use codec_common::padding::{padding_len, word_padding};
use codec_common::{EncodeError, EncodeReason, Fault, Rule, Sink};

/// Longest option in bytes: 2^21 - 1 words (reference 1.4).
const MAX_OPTION: usize = 8_388_604;

static GROUP_ID_LENGTH: Rule = Rule("a message group id has 1 to 31 bytes");

/// Length of the options; an option without entries is not written. Reports what cannot be.
pub(super) fn options_len(options: &[MessageOption<'_>], fault: &mut Fault) -> usize {
    let mut seen = 0u64;
    if options.len() > Options::MAX_OPTIONS {
        fault.report(EncodeError::too_many_items(options.len(), Options::MAX_OPTIONS, &at::WHOLE));
    }
    options.iter().fold(0usize, |sum, option| {
        let bit = 1u64.wrapping_shl(kind(option).0.into());
        if seen & bit != 0 {
            fault.report(EncodeError::new(EncodeReason::Duplicate, &at::TYPE));
        }
        seen |= bit;
        let len = option_len(option);
        fault.check_len(len, MAX_OPTION, &at::PAYLOAD);
        if let MessageOption::MsgGroupId(id) = option
            && !(1..=31).contains(&id.len())
        {
            let length = u32::try_from(id.len()).unwrap_or(u32::MAX);
            fault.report(EncodeError::bad_value(length, &GROUP_ID_LENGTH, &at::GROUP_ID));
        }
        sum.saturating_add(len)
    })
}

fn kind(option: &MessageOption<'_>) -> OptionType {
    match option {
        MessageOption::SubQueueInfosPacked(_) | MessageOption::SubQueueInfos(_) => {
            OptionType::SUB_QUEUE_INFOS
        }
        MessageOption::SubQueueIdsOld(_) => OptionType::SUB_QUEUE_IDS_OLD,
        MessageOption::MsgGroupId(_) => OptionType::MSG_GROUP_ID,
        MessageOption::Unknown(view) => view.option_type(),
    }
}

fn option_len(option: &MessageOption<'_>) -> usize {
    match option {
        MessageOption::SubQueueInfosPacked(_) => 4,
        MessageOption::SubQueueInfos(infos) if infos.is_empty() => 0,
        MessageOption::SubQueueInfos(infos) => infos.len().saturating_mul(8).saturating_add(4),
        MessageOption::SubQueueIdsOld(infos) if infos.is_empty() => 0,
        MessageOption::SubQueueIdsOld(infos) => infos.len().saturating_mul(4).saturating_add(4),
        MessageOption::MsgGroupId(id) => {
            id.len().saturating_add(padding_len::<4>(id.len())).saturating_add(4)
        }
        MessageOption::Unknown(view) => view.bytes().len(),
    }
}

/// Writes the options that `options_len` measured.
pub(super) fn write_options<'a, S: Sink<'a>>(options: &[MessageOption<'a>], sink: &mut S) {
    for option in options {
        let words = u32::try_from(option_len(option) >> 2).unwrap_or(u32::MAX);
        if words == 0 {
            continue;
        }
        let head = |type_specific: u32| {
            let kind = u32::from(kind(option).0).wrapping_shl(26);
            (kind | type_specific.wrapping_shl(21) | (words & 0x001F_FFFF)).to_be_bytes()
        };
        match option {
            MessageOption::SubQueueInfosPacked(rda) => sink.put_array([0x0E, 0, 0, rda.0]),
            MessageOption::SubQueueInfos(infos) => {
                // The item size in words.
                sink.put_array(head(2));
                for info in infos.iter() {
                    sink.put_array(info.id.to_be_bytes());
                    sink.put_array([info.rda.0, 0, 0, 0]);
                }
            }
            MessageOption::SubQueueIdsOld(infos) => {
                sink.put_array(head(0));
                infos.iter().for_each(|info| sink.put_array(info.id.to_be_bytes()));
            }
            MessageOption::MsgGroupId(id) => {
                sink.put_array(head(0));
                sink.put_borrowed(id);
                sink.put(word_padding(id.len()));
            }
            MessageOption::Unknown(view) => sink.put_borrowed(view.bytes()),
        }
    }
}
