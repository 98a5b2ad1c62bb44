//! Writing options.

use crate::names::option as at;
use crate::options::{MessageOption, OptionType, Options, Rda};
use codec_common::padding::{padding_len, word_padding};
use codec_common::{At, EncodeError, EncodeReason, Fault, Rule, Sink};

/// Longest option in bytes: 2^21 - 1 words (reference 1.4).
const MAX_OPTION: usize = 8_388_604;
/// Longest options in bytes, all together: 2^24 - 1 words (reference 1.4).
const MAX_AREA: usize = 67_108_860;

static GROUP_ID_LENGTH: Rule = Rule("a message group id has 1 to 31 bytes");

/// Length of the options, which the header has as `area`; an option without entries is not written. Reports what
/// cannot be.
pub(super) fn options_len(options: &[MessageOption<'_>], fault: &mut Fault, area: At) -> usize {
    let mut seen = 0u64;
    if options.len() > Options::MAX_OPTIONS {
        fault.report(EncodeError::too_many_items(options.len(), Options::MAX_OPTIONS, &at::WHOLE));
    }
    let len = options.iter().fold(0usize, |sum, option| {
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
            fault.report(EncodeError::refused(&GROUP_ID_LENGTH, &at::GROUP_ID));
        }
        sum.saturating_add(len)
    });
    fault.check_len(len, MAX_AREA, area);
    len
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

/// The value of an option that is packed: one entry whose id is 0 always is (reference 3.4).
fn packed(option: &MessageOption<'_>) -> Option<Rda> {
    match option {
        MessageOption::SubQueueInfosPacked(rda) => Some(*rda),
        MessageOption::SubQueueInfos(infos) => {
            let mut infos = infos.iter();
            let first = infos.next()?;
            (first.id == 0 && infos.next().is_none()).then_some(first.rda)
        }
        _ => None,
    }
}

fn option_len(option: &MessageOption<'_>) -> usize {
    match option {
        MessageOption::SubQueueInfosPacked(_) => 4,
        MessageOption::SubQueueInfos(_) if packed(option).is_some() => 4,
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
        if let Some(rda) = packed(option) {
            sink.put_array([0x0E, 0, 0, rda.0]);
            continue;
        }
        let words = u32::try_from(option_len(option) >> 2).unwrap_or(u32::MAX);
        if words == 0 {
            continue;
        }
        let head = |type_specific: u32| {
            let kind = u32::from(kind(option).0).wrapping_shl(26);
            (kind | type_specific.wrapping_shl(21) | (words & 0x001F_FFFF)).to_be_bytes()
        };
        match option {
            MessageOption::SubQueueInfosPacked(_) => {}
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

#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use crate::options::{SubQueueInfo, SubQueueInfos};
    use crate::{Strictness, names};
    use std::vec;
    use std::vec::Vec;

    fn written(options: &[MessageOption<'_>]) -> Vec<u8> {
        let mut fault = Fault::new();
        let len = options_len(options, &mut fault, &names::push::OPTIONS_WORDS);
        fault.result().unwrap();
        let mut out = Vec::new();
        write_options(options, &mut out);
        assert_eq!(out.len(), len);
        out
    }

    #[test]
    fn one_entry_of_id_0_is_packed() {
        let info = |id, rda| SubQueueInfo { id, rda: Rda(rda) };
        let built =
            |infos: &[SubQueueInfo]| written(&[MessageOption::SubQueueInfos(SubQueueInfos::Items(infos))]);
        assert_eq!(built(&[info(0, 5)]), [0x0E, 0, 0, 5]);
        assert_eq!(built(&[info(0, 0x80)]), [0x0E, 0, 0, 0x80]);
        assert_eq!(built(&[info(7, 0x80)]), [0x0C, 0x40, 0, 3, 0, 0, 0, 7, 0x80, 0, 0, 0]);
        assert_eq!(built(&[info(0, 5), info(0, 5)]).len(), 20);
        assert_eq!(built(&[]), []);
        // As it was read from an option that is not packed.
        let unpacked = [0x0C, 0x40, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0];
        let read: Vec<_> = Options::new(&unpacked, 0, Strictness::Official)
            .map(|option| option.and_then(|option| option.value()).unwrap())
            .collect();
        assert_eq!(written(&read), [0x0E, 0, 0, 5]);
    }

    #[test]
    fn options_together_have_2_to_the_24_words_at_most() {
        // Options of the longest length, of types that are not assigned.
        let mut bytes = vec![0; 9 * MAX_OPTION];
        for (kind, option) in (4u32..).zip(bytes.chunks_exact_mut(MAX_OPTION)) {
            option[..4].copy_from_slice(&(kind << 26 | 0x001F_FFFF).to_be_bytes());
        }
        let read: Vec<_> = Options::new(&bytes, 0, Strictness::Lenient)
            .map(|option| option.and_then(|option| option.value()).unwrap())
            .collect();
        let result = |options: &[MessageOption<'_>]| {
            let mut fault = Fault::new();
            options_len(options, &mut fault, &names::push::OPTIONS_WORDS);
            fault.result().map_err(|error| (error.reason().name(), error.field()))
        };
        // Eight of them are 7 words short of the maximum.
        assert_eq!(MAX_AREA - 8 * MAX_OPTION, 28);
        assert_eq!(result(&read[..8]), Ok(()));
        assert_eq!(result(&read), Err(("too_long", "optionsWords")));
    }
}
