//! Message options, as JSON and back.

use super::event::Reader;
use crate::fields::{FieldError, Fields, from_text_or_hex, text_or_hex};
use crate::hex;
use bmq_codec::{
    Kind, Message, MessageOption, OptionType, OptionView, Options, Rda, Strictness, SubQueueInfo,
    SubQueueInfos,
};
use serde_json::{Value, json};

/// The options of a message as JSON; what is wrong with one is noted and stands in its place.
pub(super) fn list<K: Kind>(message: &Message<'_, K>, reader: &mut Reader<'_>) -> Vec<Value> {
    message
        .options()
        .map(|option| match option.and_then(|option| option.value().map(|value| (option, value))) {
            Ok((option, value)) => {
                if let Some(fault) = option.padding_fault() {
                    reader.found(&fault);
                }
                if let MessageOption::Unknown(view) = &value {
                    let fault = Options::unknown_type_fault(view);
                    if reader.options.strictness == Strictness::Lenient {
                        reader.found(&fault);
                    }
                }
                one(&option, &value)
            }
            Err(error) => reader.broken(error),
        })
        .collect()
}

fn one(option: &OptionView<'_>, value: &MessageOption<'_>) -> Value {
    let kind = option.option_type();
    let kind = kind.name().map_or_else(|| kind.0.into(), Value::from);
    match value {
        MessageOption::SubQueueInfosPacked(rda) => {
            json!({ "type": kind, "packed": true, "rda": rda_json(*rda) })
        }
        MessageOption::SubQueueInfos(infos) => {
            let infos: Vec<_> =
                infos.iter().map(|info| json!({ "id": info.id, "rda": rda_json(info.rda) })).collect();
            json!({ "type": kind, "infos": infos })
        }
        MessageOption::SubQueueIdsOld(infos) => {
            json!({ "type": kind, "ids": infos.iter().map(|info| info.id).collect::<Vec<_>>() })
        }
        MessageOption::MsgGroupId(id) => json!({ "type": kind, "id": text_or_hex(id) }),
        _ => json!({ "type": kind, "raw": hex::encode(option.bytes()) }),
    }
}

/// `"unlimited"`, or the counter and whether the message may be poisonous; the number of an odd byte.
fn rda_json(rda: Rda) -> Value {
    match rda.counter() {
        _ if !rda.is_canonical() => rda.0.into(),
        None => "unlimited".into(),
        Some(counter) => {
            json!({ "counter": counter, "potentiallyPoisonous": rda.is_potentially_poisonous() })
        }
    }
}

fn to_rda(value: &Value) -> Result<Rda, FieldError> {
    match value {
        Value::String(text) if text == "unlimited" => Ok(Rda::UNLIMITED),
        Value::Number(_) => crate::fields::number(value).map(Rda),
        Value::Object(_) => {
            let fields = Fields::of(value)?;
            let counter: u8 = fields.number("counter")?;
            if counter > Rda::MAX_COUNTER {
                return Err(FieldError::new("counter", format!("{counter} is more than 63")));
            }
            let poisonous = fields.optional("potentiallyPoisonous").is_some_and(|value| *value == true);
            Ok(Rda::limited(counter, poisonous))
        }
        _ => Err(FieldError::new("", "must be \"unlimited\", an object or a number")),
    }
}

/// An option that owns what it was read from.
pub(super) enum OwnedOption {
    Packed(Rda),
    Infos(Vec<SubQueueInfo>),
    IdsOld(Vec<SubQueueInfo>),
    GroupId(Vec<u8>),
}

impl OwnedOption {
    pub(super) fn read(value: &Value) -> Result<Self, FieldError> {
        let fields = Fields::of(value)?;
        let kind = match fields.required("type")? {
            Value::String(name) => OptionType::from_name(name),
            _ => None,
        };
        match kind {
            Some(OptionType::SUB_QUEUE_INFOS) if fields.optional("rda").is_some() => {
                to_rda(fields.required("rda")?).map_err(|error| error.within("rda")).map(Self::Packed)
            }
            Some(OptionType::SUB_QUEUE_INFOS) => {
                let info = |value| {
                    let fields = Fields::of(value)?;
                    let rda = to_rda(fields.required("rda")?).map_err(|error| error.within("rda"))?;
                    Ok(SubQueueInfo { id: fields.number("id")?, rda })
                };
                fields.each("infos", info).map(Self::Infos)
            }
            Some(OptionType::SUB_QUEUE_IDS_OLD) => {
                let id =
                    |value| crate::fields::number(value).map(|id| SubQueueInfo { id, rda: Rda::UNLIMITED });
                fields.each("ids", id).map(Self::IdsOld)
            }
            Some(OptionType::MSG_GROUP_ID) => {
                let id = from_text_or_hex(fields.required("id")?).map_err(|error| error.within("id"))?;
                Ok(Self::GroupId(id))
            }
            _ => Err(FieldError::new("type", "is not one that can be built")),
        }
    }

    pub(super) fn borrow(&self) -> MessageOption<'_> {
        match self {
            Self::Packed(rda) => MessageOption::SubQueueInfosPacked(*rda),
            Self::Infos(infos) => MessageOption::SubQueueInfos(SubQueueInfos::Items(infos)),
            Self::IdsOld(infos) => MessageOption::SubQueueIdsOld(SubQueueInfos::Items(infos)),
            Self::GroupId(id) => MessageOption::MsgGroupId(id),
        }
    }
}
