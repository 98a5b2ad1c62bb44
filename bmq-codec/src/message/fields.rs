//! Small fields of the message headers.

use codec_common::{open_enum, open_flags};

open_flags! {
    /// Flags of a PUT message: four bits (reference 2.2).
    PutFlags: u8 {
        /// The client wants an ACK.
        ACK_REQUESTED = 1,
        /// The application data begins with properties.
        MESSAGE_PROPERTIES = 2,
    }
}

open_flags! {
    /// Flags of a PUSH message: four bits (reference 3.2).
    PushFlags: u8 {
        /// There is no application data; used between brokers.
        IMPLICIT_PAYLOAD = 1,
        /// The application data begins with properties.
        MESSAGE_PROPERTIES = 2,
        /// The message is delivered out of order, as a redelivery is.
        OUT_OF_ORDER = 4,
    }
}

open_enum! {
    /// How application data is compressed: three bits (reference 6.3).
    CompressionAlgorithmType: u8 {
        /// Not at all.
        NONE = 0,
        /// A zlib stream (RFC 1950).
        ZLIB = 1,
    }
}

/// The schema id as it is on the wire (reference 2.4): `(id << 1) | recycled`.
///
/// | wire | with the properties flag |
/// |---|---|
/// | 0 | old style properties |
/// | 1 | new style, no schema |
/// | even, 2 or more | new style, schema `wire / 2` |
/// | odd, 3 or more | new style, schema `wire / 2`, whose names are no longer those learned before |
///
/// A schema id stands for one sequence of property names, within one connection and direction. A decoder needs
/// none of it, and this one uses none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SchemaId(pub u16);

impl SchemaId {
    /// New style properties without a schema: what a simple client sends.
    pub const NO_SCHEMA: Self = Self(1);

    /// The schema; `None` for 0 and 1, which name none.
    #[must_use]
    pub const fn schema(self) -> Option<u16> {
        match self.0 >> 1 {
            0 => None,
            schema => Some(schema),
        }
    }

    /// True when the schema's id was used before for other names.
    #[must_use]
    pub const fn is_recycled(self) -> bool {
        self.0 & 1 == 1 && self.0 > 1
    }
}

/// A client's number for a PUT message, 24 bits, echoed in its ACK; 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CorrelationId(pub u32);

impl CorrelationId {
    /// No correlation id.
    pub const NONE: Self = Self(0);
    /// The largest: 2^24 - 1.
    pub const MAX: Self = Self(0x00FF_FFFF);

    /// The next one: skips 0, which means none.
    #[must_use]
    pub const fn next(self) -> Self {
        if self.0 >= Self::MAX.0 { Self(1) } else { Self(self.0.wrapping_add(1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_ids_split_into_schema_and_recycled() {
        let table = [(0, None, false), (1, None, false), (4, Some(2), false), (5, Some(2), true)];
        for (wire, schema, recycled) in table {
            assert_eq!((SchemaId(wire).schema(), SchemaId(wire).is_recycled()), (schema, recycled));
        }
        assert_eq!(SchemaId(u16::MAX).schema(), Some(32_767));
    }

    #[test]
    fn correlation_ids_wrap_past_zero() {
        assert_eq!(CorrelationId::NONE.next(), CorrelationId(1));
        assert_eq!(CorrelationId::MAX.next(), CorrelationId(1));
    }
}
