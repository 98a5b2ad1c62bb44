//! From text to message: one pass that finds the members, then a look at those of its type.

use codec_common::{At, DecodeError, Limits, Reason, Rule};

use super::{
    Envelope,
    members::{ErrorMembers, Members},
    version::is_one,
};
use crate::{
    fields,
    json::{Kind, Object, Raw, Scanner, Text},
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
    let start = scanner.index();
    if scanner.peek() != Some(b'{') {
        scanner.value(0)?;
        scanner.finish()?;
        return Err(DecodeError::new(Reason::NotObject, scanner.offset_of(start), &fields::ENVELOPE));
    }
    let mut found = Found { text, base, end: 0, members: Members::new(), error: ErrorMembers::new() };
    scanner.open(0)?;
    let mut first = true;
    while let Some(name) = scanner.name(first)? {
        first = false;
        let index = scanner.index();
        let value = if name == "error" && scanner.peek() == Some(b'{') {
            error_object(&mut scanner, &mut found.error)?
        } else {
            scanner.value(1)?
        };
        found.members.keep(&name, value, scanner.offset_of(index));
    }
    let object = Object::of(Raw::of(scanner.since(start), Kind::Object));
    found.end = scanner.offset_of(scanner.index()).saturating_sub(1);
    scanner.finish()?;
    Ok(Envelope { text, object, message: found.message()? })
}

/// The object `error`, whose members are found in the same pass.
fn error_object<'a>(scanner: &mut Scanner<'a>, members: &mut ErrorMembers<'a>) -> Result<Raw<'a>> {
    let start = scanner.index();
    scanner.open(1)?;
    let mut first = true;
    while let Some(name) = scanner.name(first)? {
        first = false;
        let index = scanner.index();
        let value = scanner.value(2)?;
        members.keep(&name, value, scanner.offset_of(index));
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

impl<'a> Found<'a> {
    fn message(&self) -> Result<Message<'a>> {
        if let Some((offset, at)) = self.members.second {
            return Err(DecodeError::new(Reason::DuplicateField, offset, at));
        }
        self.version()?;
        Ok(match self.kind()? {
            MessageType::Command => Message::Command(Command {
                command: self.text(self.members.command.value, &fields::COMMAND_NAME)?,
                request_id: self.text(self.members.request_id.value, &fields::COMMAND_REQUEST_ID)?,
                payload: self.object(self.members.payload.value, &fields::COMMAND_PAYLOAD)?,
            }),
            MessageType::Response => Message::Response(Response {
                request_id: self.text(self.members.request_id.value, &fields::RESPONSE_REQUEST_ID)?,
                outcome: self.outcome()?,
            }),
            MessageType::Event => Message::Event(Event {
                event: self.text(self.members.event.value, &fields::EVENT_NAME)?,
                payload: self.members.payload.value,
            }),
        })
    }

    fn version(&self) -> Result<()> {
        let version = self.required(self.members.version.value, &fields::VERSION)?;
        if version.kind() != Kind::Number {
            return self.wrong_type(version, &NUMBER, &fields::VERSION);
        }
        if !is_one(version.as_str()) {
            return self.refused(Reason::UnsupportedVersion, version, &fields::VERSION);
        }
        Ok(())
    }

    fn kind(&self) -> Result<MessageType> {
        let kind = self.text(self.members.kind.value, &fields::TYPE)?;
        match MessageType::ALL.into_iter().find(|known| kind == known.name()) {
            Some(known) => Ok(known),
            None => {
                let value = self.required(self.members.kind.value, &fields::TYPE)?;
                self.refused(Reason::UnknownType, value, &fields::TYPE)
            }
        }
    }

    fn outcome(&self) -> Result<Outcome<'a>> {
        let success = self.required(self.members.success.value, &fields::RESPONSE_SUCCESS)?;
        match success.as_bool() {
            Some(true) => Ok(Outcome::Success { payload: self.members.payload.value }),
            Some(false) => self.failure().map(Outcome::Failure),
            None => self.wrong_type(success, &BOOL, &fields::RESPONSE_SUCCESS),
        }
    }

    fn failure(&self) -> Result<Failure<'a>> {
        self.object(self.members.error.value, &fields::RESPONSE_ERROR)?;
        if let Some((offset, at)) = self.error.second {
            return Err(DecodeError::new(Reason::DuplicateField, offset, at));
        }
        Ok(Failure {
            code: self.text(self.error.code.value, &fields::RESPONSE_ERROR_CODE)?,
            message: self.text(self.error.message.value, &fields::RESPONSE_ERROR_MESSAGE)?,
        })
    }

    #[inline]
    fn required(&self, value: Option<Raw<'a>>, at: At) -> Result<Raw<'a>> {
        value.ok_or_else(|| DecodeError::new(Reason::MissingField, self.end, at))
    }

    #[inline]
    fn text(&self, value: Option<Raw<'a>>, at: At) -> Result<Text<'a>> {
        let value = self.required(value, at)?;
        match value.as_text() {
            Some(text) if !text.has_lone_surrogate() => Ok(text),
            Some(_) => self.refused(Reason::LoneSurrogate, value, at),
            None => self.wrong_type(value, &TEXT, at),
        }
    }

    #[inline]
    fn object(&self, value: Option<Raw<'a>>, at: At) -> Result<Object<'a>> {
        let value = self.required(value, at)?;
        match value.as_object() {
            Some(object) => Ok(object),
            None => self.wrong_type(value, &OBJECT, at),
        }
    }

    #[cold]
    fn wrong_type<T>(&self, value: Raw<'a>, rule: &'static Rule, at: At) -> Result<T> {
        self.refused(Reason::WrongType { rule }, value, at)
    }

    #[cold]
    fn refused<T>(&self, reason: Reason, value: Raw<'a>, at: At) -> Result<T> {
        let (value, text) = (value.as_str().as_ptr().addr(), self.text.as_ptr().addr());
        let offset = self.base.saturating_add(value.saturating_sub(text));
        Err(DecodeError::new(reason, offset, at))
    }
}
