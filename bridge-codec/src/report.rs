//! What a mapping left out.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use crate::Counter;

/// Why something was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// The name is the bridge's own.
    Reserved,
    /// The header is private bookkeeping.
    Private,
    /// The name belongs to a transport that does not take it from there.
    TransportName,
    /// The retry count of another transport.
    OtherRetryCount,
    /// Something else of the same name, or for the same purpose, wins.
    Superseded,
    /// The value is not text.
    NotText,
    /// The value has a type that the other side does not have there.
    UnsupportedType,
    /// A number outside the range, or not a whole one.
    OutOfRange,
    /// Over the limit for one name or value.
    TooLong,
    /// Not valid UTF-8, or with control characters.
    Unsafe,
    /// Not a name that the other side allows.
    InvalidName,
    /// Without a value, which the other side refuses.
    Empty,
    /// With characters that the other side refuses.
    Characters,
    /// Text that should be base64 of at least one byte, and is not.
    Undecodable,
    /// All places are taken.
    NoPlace,
    /// It would make the message too large.
    NoRoom,
    /// The protocol version has no such thing.
    NotInProtocol,
}

impl Why {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Private => "private",
            Self::TransportName => "transport_name",
            Self::OtherRetryCount => "other_retry_count",
            Self::Superseded => "superseded",
            Self::NotText => "not_text",
            Self::UnsupportedType => "unsupported_type",
            Self::OutOfRange => "out_of_range",
            Self::TooLong => "too_long",
            Self::Unsafe => "unsafe",
            Self::InvalidName => "invalid_name",
            Self::Empty => "empty",
            Self::Characters => "characters",
            Self::Undecodable => "undecodable",
            Self::NoPlace => "no_place",
            Self::NoRoom => "no_room",
            Self::NotInProtocol => "not_in_protocol",
        }
    }
}

/// One thing that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The name of the header, attribute or property; what is not UTF-8 in it is replaced.
    pub name: String,
    /// Why.
    pub why: Why,
    /// The counter that it counts on, if any.
    pub counter: Option<Counter>,
}

/// What a mapping left out, in the order in which it was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    lost: Vec<Lost>,
}

impl Report {
    /// All that was left out.
    #[must_use]
    pub fn lost(&self) -> &[Lost] {
        &self.lost
    }

    /// Whether nothing was left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty()
    }

    /// How much each counter goes up.
    #[must_use]
    pub fn counters(&self) -> BTreeMap<Counter, u64> {
        let mut counters = BTreeMap::new();
        for counter in self.lost.iter().filter_map(|lost| lost.counter) {
            let count: &mut u64 = counters.entry(counter).or_default();
            *count = count.saturating_add(1);
        }
        counters
    }

    /// Adds what a later step left out.
    pub fn append(&mut self, mut later: Self) {
        self.lost.append(&mut later.lost);
    }

    pub(crate) fn leave_out(&mut self, name: impl Into<String>, why: Why) {
        self.lost.push(Lost { name: name.into(), why, counter: None });
    }

    pub(crate) fn count(&mut self, name: impl Into<String>, why: Why, counter: Counter) {
        self.lost.push(Lost { name: name.into(), why, counter: Some(counter) });
    }
}

/// What a mapping gives, and what it left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapped<T> {
    /// What it gives.
    pub value: T,
    /// What it left out.
    pub report: Report,
}
