//! The three messages, as values: page, "Protocol envelope".
//!
//! A decoded [`Envelope`](crate::Envelope) gives one of these, and each of them [encodes](crate::Encode) to the one
//! canonical form: compact, its members in the order of the page, nothing escaped that need not be.

mod command;
mod event;
mod response;

use codec_common::{At, Sink};

pub use command::Command;
pub use event::Event;
pub use response::{Failure, Outcome, Response};

use crate::encode::Body;

/// Which of the three a message is: the member `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageType {
    /// From a client to the broker.
    Command,
    /// The broker's answer to a command.
    Response,
    /// From the broker, unasked.
    Event,
}

impl MessageType {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Command, Self::Response, Self::Event];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Command => "COMMAND",
            Self::Response => "RESPONSE",
            Self::Event => "EVENT",
        }
    }

    /// The members that the page gives a message of this type, in its order.
    #[must_use]
    pub const fn members(self) -> &'static [&'static str] {
        match self {
            Self::Command => &["version", "type", "command", "requestId", "payload"],
            Self::Response => &["version", "type", "requestId", "success", "payload", "error"],
            Self::Event => &["version", "type", "event", "payload"],
        }
    }
}

/// One of the three messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// From a client to the broker.
    Command(Command<'a>),
    /// The broker's answer to a command.
    Response(Response<'a>),
    /// From the broker, unasked.
    Event(Event<'a>),
}

impl Message<'_> {
    /// Which of the three it is.
    #[must_use]
    pub const fn kind(&self) -> MessageType {
        match self {
            Self::Command(_) => MessageType::Command,
            Self::Response(_) => MessageType::Response,
            Self::Event(_) => MessageType::Event,
        }
    }
}

impl<'a> Body<'a> for Message<'a> {
    fn at(&self) -> At {
        match self {
            Self::Command(message) => message.at(),
            Self::Response(message) => message.at(),
            Self::Event(message) => message.at(),
        }
    }

    fn is_utf8(&self) -> bool {
        match self {
            Self::Command(message) => message.is_utf8(),
            Self::Response(message) => message.is_utf8(),
            Self::Event(message) => message.is_utf8(),
        }
    }

    fn measure(&self) -> usize {
        match self {
            Self::Command(message) => message.measure(),
            Self::Response(message) => message.measure(),
            Self::Event(message) => message.measure(),
        }
    }

    fn write<S: Sink<'a>>(&self, sink: &mut S) {
        match self {
            Self::Command(message) => message.write(sink),
            Self::Response(message) => message.write(sink),
            Self::Event(message) => message.write(sink),
        }
    }
}

macro_rules! from {
    ($($name:ident)+) => {$(
        impl<'a> From<$name<'a>> for Message<'a> {
            #[inline]
            fn from(message: $name<'a>) -> Self {
                Self::$name(message)
            }
        }
    )+};
}

from! { Command Response Event }
