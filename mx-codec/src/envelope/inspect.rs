//! The walk over the fields of a frame and their bytes.

use core::ops::Range;

use codec_common::{
    At,
    frame::PREFIX,
    inspect::{Value, Visitor},
};

use super::{
    Envelope,
    members::{Own, OwnInError},
};
use crate::{
    fields,
    json::{Kind, Member, Raw, Text},
};

impl<'a> Envelope<'a> {
    /// Tells `visitor` of the length and of every member, in the order of the text. Ranges are offsets in the frame,
    /// of the values as they stand there, quotes included.
    ///
    /// Values are the JSON text; of strings in which nothing is escaped, the text itself.
    pub fn inspect(&self, visitor: &mut dyn Visitor) {
        let length = u64::try_from(self.text.len()).unwrap_or(u64::MAX);
        visitor.value(&fields::LENGTH, 0..PREFIX, Value::Unsigned(length));
        let name = self.message.kind().name();
        visitor.enter(&fields::ENVELOPE, self.range(self.object().as_str()).start, name, None);
        for member in self.object().members() {
            match (Own::of(&member.name), member.value.as_object()) {
                (Some(Own::Error), Some(error)) => {
                    let range = self.range(error.as_str());
                    visitor.enter(Own::Error.at(), range.start, "", None);
                    for member in error.members() {
                        self.member(OwnInError::of(&member.name).map(OwnInError::at), &member, visitor);
                    }
                    visitor.leave(range.end);
                }
                (own, _) => self.member(own.map(Own::at), &member, visitor),
            }
        }
        visitor.leave(self.range(self.object().as_str()).end);
    }

    /// Tells of one member: its value alone where its name is known, else both.
    fn member(&self, at: Option<At>, member: &Member<'a>, visitor: &mut dyn Visitor) {
        let range = self.range(member.value.as_str());
        if let Some(at) = at {
            return visitor.value(at, range, value(member.value));
        }
        let name = self.range(member.name.source());
        let name = name.start.saturating_sub(1)..name.end.saturating_add(1);
        visitor.enter(&fields::MEMBER, name.start, "", None);
        visitor.value(&fields::MEMBER_NAME, name, text(member.name));
        visitor.value(&fields::MEMBER_VALUE, range.clone(), value(member.value));
        visitor.leave(range.end);
    }

    /// Where a part of the text stands in the frame.
    fn range(&self, part: &str) -> Range<usize> {
        let (part_start, text_start) = (part.as_ptr().addr(), self.text.as_ptr().addr());
        let start = part_start.saturating_sub(text_start).saturating_add(PREFIX);
        start..start.saturating_add(part.len())
    }
}

fn value(raw: Raw<'_>) -> Value<'_> {
    match (raw.kind(), raw.as_bool(), raw.as_text()) {
        (_, Some(value), _) => Value::Bool(value),
        (_, _, Some(string)) => text(string),
        (Kind::Number, ..) => match raw.as_str().parse() {
            Ok(number) => Value::Unsigned(number),
            Err(_) => Value::Text(raw.as_str().as_bytes()),
        },
        _ => Value::Text(raw.as_str().as_bytes()),
    }
}

fn text(text: Text<'_>) -> Value<'_> {
    Value::Text(text.source().as_bytes())
}
