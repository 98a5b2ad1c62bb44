//! From text to message: one pass that finds the members, then a look at those of its type.

use codec_common::{At, DecodeError, Limits, Reason, Rule};

use super::{
    Envelope,
    members::{ErrorMembers, Members, Own, OwnInError},
    version::is_one,
};
use crate::{
    fields,
    json::{Kind, Member, Raw, Scanner, Text},
    message::{Command, Event, Failure, Message, MessageType, Outcome, Response},
};

type Result<T> = core::result::Result<T, DecodeError>;

static TEXT: Rule = Rule("must be text");
static NUMBER: Rule = Rule("must be a number");
static BOOL: Rule = Rule("must be true or false");
static OBJECT: Rule = Rule("must be an object");

/// Decodes `text`, whose first byte has the offset `base`.
pub(super) fn decode<'a>(text: &'a str, limits: &Limits, base: usize) -> Result<Envelope<'a>> {
    let mut scanner = Scanner::new(text, limits.max_depth(), base, &fields::ENVELOPE);
    scanner.space();
    if scanner.peek() != Some(b'{') {
        return Err(not_object(scanner));
    }
    let mut found = Found { text, base, end: 0, members: Members::default(), error: ErrorMembers::default() };
    scanner.open(0)?;
    let mut first = true;
    while let Some(name) = scanner.name(first)? {
        first = false;
        let offset = scanner.offset_of(scanner.index());
        let own = Own::of(&name);
        let value = if own == Some(Own::Error) && scanner.peek() == Some(b'{') {
            error_object(&mut scanner, &mut found.error)?
        } else {
            scanner.value(1)?
        };
        if let Some(own) = own {
            found.members.keep(own, value, offset);
        }
    }
    found.end = scanner.offset_of(scanner.index()).saturating_sub(1);
    scanner.finish()?;
    Ok(Envelope { text, message: found.message()? })
}

#[cold]
#[inline(never)]
fn not_object(mut scanner: Scanner<'_>) -> DecodeError {
    let offset = scanner.offset_of(scanner.index());
    let json = scanner.value_out_of_line(0).and_then(|_| scanner.finish());
    json.err().unwrap_or_else(|| DecodeError::new(Reason::NotObject, offset, &fields::ENVELOPE))
}

/// The object `error`, whose members are found in the same pass.
#[inline(never)]
fn error_object<'a>(scanner: &mut Scanner<'a>, members: &mut ErrorMembers<'a>) -> Result<Raw<'a>> {
    let start = scanner.index();
    scanner.open(1)?;
    let mut first = true;
    while let Some(Member { name, value }) = scanner.member(first, 2)? {
        first = false;
        if let Some(own) = OwnInError::of(&name) {
            let index = scanner.index().saturating_sub(value.as_str().len());
            members.keep(own, value, scanner.offset_of(index));
        }
    }
    Ok(Raw::of(scanner.since(start), Kind::Object))
}

/// What the pass has found.
struct Found<'a> {
    text: &'a str,
    base: usize,
    /// Offset of the closing brace.
    end: usize,
    members: Members<'a>,
    error: ErrorMembers<'a>,
}

/// The value, or the error that it is not there or not what it must be. Errors are made out of line, so that the
/// value need not be moved about in a `Result` with one.
macro_rules! must {
    ($value:expr, $error:expr) => {
        match $value {
            Some(value) => value,
            None => return Err($error),
        }
    };
}

impl<'a> Found<'a> {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn message(&self) -> Result<Message<'a>> {
        let members = &self.members;
        if let Some((offset, at)) = members.second {
            return Err(DecodeError::new(Reason::DuplicateField, offset, at));
        }
        if !members.version.is_some_and(is_version) {
            return Err(self.no_version());
        }
        Ok(match must!(message_type(members.kind), self.no_type()) {
            MessageType::Command => Message::Command(Command {
                command: must!(text(members.command), self.no_text(members.command, &fields::COMMAND_NAME)),
                request_id: must!(
                    text(members.request_id),
                    self.no_text(members.request_id, &fields::COMMAND_REQUEST_ID)
                ),
                payload: must!(
                    members.payload.and_then(|value| value.as_object()),
                    self.wrong(members.payload, &OBJECT, &fields::COMMAND_PAYLOAD)
                ),
            }),
            MessageType::Response => Message::Response(Response {
                request_id: must!(
                    text(members.request_id),
                    self.no_text(members.request_id, &fields::RESPONSE_REQUEST_ID)
                ),
                outcome: match must!(
                    members.success.and_then(|value| value.as_bool()),
                    self.wrong(members.success, &BOOL, &fields::RESPONSE_SUCCESS)
                ) {
                    true => Outcome::Success { payload: members.payload },
                    false => Outcome::Failure(self.failure()?),
                },
            }),
            MessageType::Event => Message::Event(Event {
                event: must!(text(members.event), self.no_text(members.event, &fields::EVENT_NAME)),
                payload: members.payload,
            }),
        })
    }

    fn failure(&self) -> Result<Failure<'a>> {
        let (members, error) = (&self.error, self.members.error);
        if error.and_then(|value| value.as_object()).is_none() {
            return Err(self.wrong(error, &OBJECT, &fields::RESPONSE_ERROR));
        }
        if let Some((offset, at)) = members.second {
            return Err(DecodeError::new(Reason::DuplicateField, offset, at));
        }
        let (code, message) = (&fields::RESPONSE_ERROR_CODE, &fields::RESPONSE_ERROR_MESSAGE);
        Ok(Failure {
            code: must!(text(members.code), self.no_text(members.code, code)),
            message: must!(text(members.message), self.no_text(members.message, message)),
        })
    }

    #[cold]
    #[inline(never)]
    fn no_version(&self) -> DecodeError {
        match self.members.version {
            Some(version) if version.kind() == Kind::Number => {
                self.refused(Reason::UnsupportedVersion, version, &fields::VERSION)
            }
            version => self.wrong(version, &NUMBER, &fields::VERSION),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_type(&self) -> DecodeError {
        match self.members.kind {
            Some(kind) if text(Some(kind)).is_some() => {
                self.refused(Reason::UnknownType, kind, &fields::TYPE)
            }
            kind => self.no_text(kind, &fields::TYPE),
        }
    }

    /// There is no text, or one with a lone surrogate.
    #[cold]
    #[inline(never)]
    fn no_text(&self, value: Option<Raw<'a>>, at: At) -> DecodeError {
        match value {
            Some(value) if value.kind() == Kind::String => self.refused(Reason::LoneSurrogate, value, at),
            value => self.wrong(value, &TEXT, at),
        }
    }

    /// There is no value, or one of another kind than `rule` says.
    #[cold]
    #[inline(never)]
    fn wrong(&self, value: Option<Raw<'a>>, rule: &'static Rule, at: At) -> DecodeError {
        match value {
            Some(value) => self.refused(Reason::WrongType { rule }, value, at),
            None => DecodeError::new(Reason::MissingField, self.end, at),
        }
    }

    #[cold]
    fn refused(&self, reason: Reason, value: Raw<'a>, at: At) -> DecodeError {
        let (value, text) = (value.as_str().as_ptr().addr(), self.text.as_ptr().addr());
        DecodeError::new(reason, self.base.saturating_add(value.saturating_sub(text)), at)
    }
}

#[cfg_attr(not(feature = "small"), inline(always))]
fn is_version(value: Raw<'_>) -> bool {
    value.kind() == Kind::Number && is_one(value.as_str())
}

#[cfg_attr(not(feature = "small"), inline(always))]
fn message_type(value: Option<Raw<'_>>) -> Option<MessageType> {
    let kind = value?.as_text()?;
    MessageType::ALL.into_iter().find(|known| kind == known.name())
}

/// A text that stands for characters only.
#[cfg_attr(not(feature = "small"), inline(always))]
fn text(value: Option<Raw<'_>>) -> Option<Text<'_>> {
    let text = value?.as_text()?;
    (!text.is_escaped() || !text.has_lone_surrogate()).then_some(text)
}
