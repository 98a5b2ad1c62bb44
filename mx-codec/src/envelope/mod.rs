//! A decoded message with the text that it was decoded from.

mod decode;
mod inspect;
mod members;
mod version;
mod wire;

#[cfg(test)]
mod tests;

use core::fmt;

use codec_common::{At, DecodeError, Limits, Reason, Rule, Sink, frame::PREFIX};

use crate::{
    encode::{Body, Comparison},
    fields,
    json::{Kind, Member, Object, Raw},
    limits::max_text,
    message::Message,
};

static LENGTH: Rule = Rule("must be the length of what follows");

/// A message as it came: typed, and with its text, in which nothing is lost.
///
/// [`Encode`](crate::Encode) writes the bytes that it was decoded from, whatever their layout, order of members and
/// unknown members were. To write the canonical form, encode the [`message`](Self::message).
///
/// `Debug` shows no payload.
///
/// ```
/// use mx_codec::{Envelope, LIMITS, Message};
/// let text = br#"{ "type": "EVENT", "event": "MESSAGE_DELIVERED", "version": 1, "trace": 7, "payload": {} }"#;
/// let envelope = Envelope::from_text(text, &LIMITS)?;
/// let Message::Event(event) = envelope.message() else { panic!("it is an event") };
/// assert_eq!(event.event, "MESSAGE_DELIVERED");
/// assert_eq!(event.payload.unwrap().as_str(), "{}");
/// assert_eq!(envelope.unknown_members().next().unwrap().value.as_str(), "7");
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Envelope<'a> {
    text: &'a str,
    message: Message<'a>,
}

impl<'a> Envelope<'a> {
    /// Decodes a whole frame, as the frame layer gives it: the length and the text.
    ///
    /// One pass over the text, no allocation. Of several faults one is reported, in this order, so that it does not
    /// depend on the order of members: UTF-8; JSON and depth, at the first place; the object; a second member;
    /// `version`; `type`; then the members of that type in the order of the page.
    ///
    /// # Errors
    /// With offsets from the frame's first byte:
    ///
    /// | reason | when |
    /// |---|---|
    /// | `truncated`, `bad_length` | the slice is not one frame |
    /// | `too_long` | the text is longer than [`Limits::max_frame`] |
    /// | `invalid_utf8` | the text is not UTF-8 |
    /// | `invalid_json` | it is not one JSON value: a byte order mark, `NaN`, a second document |
    /// | `too_deep` | more containers are open at once than [`Limits::max_depth`] (at most 128) |
    /// | `not_object` | the value is not an object |
    /// | `duplicate_field` | a member of the envelope's own, of whichever type, occurs twice |
    /// | `missing_field` | a member that its type must have is not there |
    /// | `wrong_type` | it is of another kind than it must be |
    /// | `unsupported_version` | `version` is a number other than 1 |
    /// | `unknown_type` | `type` is none of the three |
    /// | `lone_surrogate` | half of a surrogate pair is escaped in a text of the envelope's own |
    ///
    /// The frame was taken out of the stream whole, so the stream goes on behind it.
    pub fn decode(frame: &'a [u8], limits: &Limits) -> Result<Self, DecodeError> {
        let Some((prefix, text)) = frame.split_first_chunk::<PREFIX>() else {
            return Err(DecodeError::truncated(PREFIX, frame.len(), 0, &fields::ENVELOPE));
        };
        if usize::try_from(u32::from_be_bytes(*prefix)) != Ok(text.len()) {
            let length = usize::try_from(u32::from_be_bytes(*prefix)).unwrap_or(usize::MAX);
            return Err(DecodeError::bad_length(length, &LENGTH, 0, &fields::ENVELOPE));
        }
        Self::from_bytes(text, limits, PREFIX)
    }

    /// Decodes the JSON text alone, without a length before it.
    ///
    /// # Errors
    /// See [`decode`](Self::decode); offsets count from the start of the text.
    pub fn from_text(text: &'a [u8], limits: &Limits) -> Result<Self, DecodeError> {
        Self::from_bytes(text, limits, 0)
    }

    #[inline]
    fn from_bytes(bytes: &'a [u8], limits: &Limits, base: usize) -> Result<Self, DecodeError> {
        let limit = max_text(limits);
        if bytes.len() > limit {
            return Err(DecodeError::too_long(bytes.len(), limit, base, &fields::ENVELOPE));
        }
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let offset = base.saturating_add(error.valid_up_to());
            DecodeError::new(Reason::InvalidUtf8, offset, &fields::ENVELOPE)
        })?;
        decode::decode(text, limits, base)
    }

    /// The JSON text, with the white space around it.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The message.
    #[must_use]
    pub const fn message(&self) -> &Message<'a> {
        &self.message
    }

    /// All members as they stand in the text.
    #[must_use]
    pub fn object(&self) -> Object<'a> {
        Object::of(Raw::of(self.text.trim_matches([' ', '\n', '\r', '\t']), Kind::Object))
    }

    /// The members that are not part of a message of this type, in order. Reads through the text.
    ///
    /// Names are compared after unescaping and are case-exact. So `requestId` is one of these in an EVENT.
    pub fn unknown_members(&self) -> impl Iterator<Item = Member<'a>> + use<'a> {
        let known = self.message.kind().members();
        self.object().members().filter(move |member| known.iter().all(|name| member.name != *name))
    }

    /// Whether the text is the one that encoding the [`message`](Self::message) gives. Allocates nothing.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        let mut comparison = Comparison::new(self.text.as_bytes());
        self.message.write(&mut comparison);
        comparison.same()
    }
}

impl<'a> From<Envelope<'a>> for Message<'a> {
    #[inline]
    fn from(envelope: Envelope<'a>) -> Self {
        envelope.message
    }
}

impl<'a> Body<'a> for Envelope<'a> {
    fn at(&self) -> At {
        self.message.at()
    }

    fn is_utf8(&self) -> bool {
        true
    }

    fn measure(&self) -> usize {
        self.text.len()
    }

    fn write<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_borrowed(self.text.as_bytes());
    }
}

impl fmt::Debug for Envelope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Envelope").field("message", &self.message).field("len", &self.text.len()).finish()
    }
}
