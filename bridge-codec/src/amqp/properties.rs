//! The properties section as headers.

use super::{AmqpId, AmqpProperties, print};
use crate::{HeaderValue, Headers};

/// The properties that are text, with the ends of their header names.
pub(super) const TEXTS: [&str; 6] =
    ["content-type", "content-encoding", "to", "reply-to", "group-id", "reply-to-group-id"];

impl AmqpProperties {
    /// A text property by its name on the wire.
    pub(super) fn text_mut(&mut self, name: &str) -> Option<&mut Option<alloc::string::String>> {
        Some(match name {
            "content-type" => &mut self.content_type,
            "content-encoding" => &mut self.content_encoding,
            "to" => &mut self.to,
            "reply-to" => &mut self.reply_to,
            "group-id" => &mut self.group_id,
            "reply-to-group-id" => &mut self.reply_to_group_id,
            _ => return None,
        })
    }

    /// Puts what is there into headers `amqp10.<name>`; `user-id` is not carried.
    pub(super) fn into_headers(mut self, headers: &mut Headers) {
        let mut put = |name: &str, value: Option<HeaderValue>| {
            if let Some(value) = value {
                headers.insert(alloc::format!("{}{name}", super::PREFIX), value);
            }
        };
        for name in TEXTS {
            put(name, self.text_mut(name).and_then(Option::take).map(HeaderValue::Text));
        }
        put("subject", self.subject.map(HeaderValue::Text));
        put("message-id", self.message_id.as_ref().and_then(id));
        put("correlation-id", self.correlation_id.as_ref().and_then(id));
        put("group-sequence", self.group_sequence.map(|number| HeaderValue::Uint(number.into())));
        put("creation-time", self.creation_time.map(HeaderValue::Time));
        put("absolute-expiry-time", self.absolute_expiry_time.map(HeaderValue::Time));
    }
}

/// The text of an id, where it is not empty.
fn id(id: &AmqpId) -> Option<HeaderValue> {
    Some(print::id(id)).filter(|text| !text.is_empty()).map(HeaderValue::Text)
}
