//! "How headers become attributes".

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use super::{SqsAttribute, characters, number};
use crate::names::{
    DEDUP_ID, IDEMPOTENCY_KEY, ORDERING_KEY, TRACEPARENT, TRACESTATE, is_bridge_to_bridge, is_internal_only,
};
use crate::{Counter, Envelope, HeaderValue, Report, Why};

/// Attributes that a message may have, `Subject` among them.
pub const MAX_ATTRIBUTES: usize = 10;

/// Whether SQS allows an attribute of that name: 1 to 256 of the characters A-Z a-z 0-9 _ - and the dot, which does
/// not stand at either end nor beside another; and the name does not begin with `AWS.` or `Amazon.`, in any case.
#[must_use]
pub fn is_attribute_name(name: &str) -> bool {
    let begins =
        |prefix: &str| name.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix));
    let characters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=256).contains(&name.len())
        && name.bytes().all(characters)
        && !name.split('.').any(str::is_empty)
        && !begins("AWS.")
        && !begins("Amazon.")
}

/// What a header becomes, or why it becomes nothing; `true` where that counts.
fn attribute(name: &str, value: &HeaderValue) -> Result<SqsAttribute, (Why, bool)> {
    if name == ORDERING_KEY || name == DEDUP_ID || name == "Subject" || name.starts_with("sqs.") {
        return Err((Why::TransportName, false));
    }
    if is_internal_only(name) {
        return Err((Why::Private, false));
    }
    if !is_attribute_name(name) {
        return Err((Why::InvalidName, false));
    }
    let attribute = match value {
        HeaderValue::Text(text) => SqsAttribute::string(text.as_str()),
        HeaderValue::Bool(value) => SqsAttribute::string(value.to_string()),
        HeaderValue::Time(time) => SqsAttribute::string(time.to_string()),
        HeaderValue::Int(number) => SqsAttribute::number(number.to_string()),
        HeaderValue::Float(fraction) => SqsAttribute::number(number::float(*fraction)),
        HeaderValue::Bytes(bytes) => SqsAttribute::binary(bytes.clone()),
        HeaderValue::Uint(_) | HeaderValue::Null => return Err((Why::UnsupportedType, false)),
    };
    if attribute.value.is_empty() {
        return Err((Why::Empty, true));
    }
    if !attribute.as_text().is_none_or(characters::is_text) {
        return Err((Why::Characters, true));
    }
    Ok(attribute)
}

/// Who is kept when there is not room for all: the smaller rank goes first.
pub(crate) fn rank(name: &str) -> u8 {
    if [TRACEPARENT, TRACESTATE, IDEMPOTENCY_KEY].iter().any(|first| first.eq_ignore_ascii_case(name)) {
        0
    } else if is_bridge_to_bridge(name) {
        2
    } else {
        1
    }
}

/// Bytes of an attribute that count for the size of the message.
fn size(name: &str, attribute: &SqsAttribute) -> usize {
    name.len().saturating_add(attribute.data_type.len()).saturating_add(attribute.value.len())
}

/// The attributes of a message: `Subject`, then the headers that find room, by rank and name. They come in the byte
/// order of their names.
pub(super) fn attributes(
    envelope: &Envelope,
    max_message_bytes: usize,
    report: &mut Report,
) -> Vec<(String, SqsAttribute)> {
    let mut taken = envelope.payload.len();
    let mut kept = Vec::new();
    if let Some(subject) = envelope.subject() {
        if characters::is_text(subject) {
            let subject = SqsAttribute::string(subject);
            taken = taken.saturating_add(size("Subject", &subject));
            kept.push(("Subject".to_string(), subject));
        } else {
            report.count("Subject", Why::Characters, Counter::SqsDroppedAttributes);
        }
    }
    let mut wanted = Vec::new();
    for (name, value) in envelope.headers.iter() {
        match attribute(name, value) {
            Ok(attribute) => wanted.push((rank(name), name, attribute)),
            Err((why, true)) => report.count(name, why, Counter::SqsDroppedAttributes),
            Err((why, false)) => report.leave_out(name, why),
        }
    }
    // Headers come by name, and the sort is stable.
    wanted.sort_by_key(|(rank, ..)| *rank);
    for (_, name, attribute) in wanted {
        let with = taken.saturating_add(size(name, &attribute));
        let why = if kept.len() >= MAX_ATTRIBUTES {
            Why::NoPlace
        } else if with > max_message_bytes {
            Why::NoRoom
        } else {
            taken = with;
            kept.push((name.to_string(), attribute));
            continue;
        };
        report.count(name, why, Counter::SqsDroppedAttributes);
    }
    kept.sort_by(|(one, _), (other, _)| one.cmp(other));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_sqs_allows() {
        let longest = "a".repeat(256);
        for name in ["ok", "x-bridge.correlation-id", "a_b.c-d", "AWSx", &longest] {
            assert!(is_attribute_name(name), "{name}");
        }
        let too_long = "a".repeat(257);
        for name in
            ["", &too_long, "AWS.x", "aws.x", "Amazon.x", "AMAZON.x", ".x", "x.", "a..b", "a b", "a/b", "å"]
        {
            assert!(!is_attribute_name(name), "{name}");
        }
    }
}
