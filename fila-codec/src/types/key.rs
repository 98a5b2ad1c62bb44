//! The `key` primitive.

use crate::PROTOCOL;
use codec_common::wire::U16;
use codec_common::{List, Str, open_enum, record};

open_enum! {
    /// What a part of a key is ("Encoding Primitives", the table of kinds).
    KeyKind: u8 {
        /// A header; the part's name is the header's.
        Header = 0,
        /// The fairness key; the name is empty.
        FairnessKey = 1,
        /// An attribute that `on_enqueue` returned; the name is the attribute's.
        Attribute = 2,
        /// The producer's idempotency key; the name is empty. In deduplication keys only.
        IdempotencyKey = 3,
        /// A hash of the payload; the name is empty. In deduplication keys only.
        PayloadHash = 4,
        /// A hash of every header; the name is empty. In deduplication keys only.
        HeadersHash = 5,
    }
}

impl KeyKind {
    /// True for the kinds whose part has a name.
    #[must_use]
    pub const fn is_named(self) -> bool {
        matches!(self, Self::Header | Self::Attribute)
    }

    /// True for the kinds that belong in deduplication keys only.
    #[must_use]
    pub const fn is_for_deduplication(self) -> bool {
        matches!(self, Self::IdempotencyKey | Self::PayloadHash | Self::HeadersHash)
    }
}

record! {
    /// One part of a [`Key`]: `u8` kind, `string` name.
    KeyPart<'a> {
        /// What it is.
        kind: KeyKind,
        /// Name of the header or attribute; empty for the other kinds. A surplus name is kept;
        /// [`validate`](crate::Validate) reports it.
        name: Str<'a>,
    }
}

impl<'a> KeyPart<'a> {
    /// A header of that name.
    #[must_use]
    pub const fn header(name: &'a str) -> Self {
        Self { kind: KeyKind::Header, name: Str::new(name) }
    }

    /// An attribute of that name that `on_enqueue` returns.
    #[must_use]
    pub const fn attribute(name: &'a str) -> Self {
        Self { kind: KeyKind::Attribute, name: Str::new(name) }
    }

    /// A part of a kind that has no name.
    #[must_use]
    pub const fn unnamed(kind: KeyKind) -> Self {
        Self { kind, name: Str::new("") }
    }
}

/// `key`: a `u16` count of parts, then the parts. They name what messages are grouped, throttled or compared by.
/// No parts means no key.
pub type Key<'a> = List<'a, KeyPart<'a>, U16>;
