//! The schema as data: what the tables declare, for tools that write dissectors, documents or messages from it.
//!
//! ```
//! use bmq_codec::schema::shape::{Described, Shape};
//! use bmq_codec::schema::Status;
//! let Shape::Sequence { name, members } = Status::SHAPE else { panic!() };
//! assert_eq!((*name, members[1].id, members[1].name), ("Status", 1, "code"));
//! assert_eq!(*members[1].shape, Shape::Integer { octets: 4, signed: true });
//! ```

use super::{Array, Binary, Text};
use codec_common::Secret;

/// What a type of the schema is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// An integer.
    Integer {
        /// Most octets of a value: 4 or 8.
        octets: usize,
        /// True when it may be negative.
        signed: bool,
    },
    /// A truth value.
    Bool,
    /// Text.
    Text,
    /// Octets.
    Binary,
    /// What must not be shown.
    Secret(&'static Self),
    /// An open enumeration: an integer with names.
    Enumeration {
        /// The type's name.
        name: &'static str,
        /// The names, in the schema's order.
        values: &'static [(&'static str, i32)],
    },
    /// What may be absent.
    Optional(&'static Self),
    /// Any number of sequences.
    Array(&'static Self),
    /// Members.
    Sequence {
        /// The type's name.
        name: &'static str,
        /// The members, in the schema's order.
        members: &'static [Member],
    },
    /// One of several.
    Choice {
        /// The type's name.
        name: &'static str,
        /// True when the selection stands in its parent's place: no element of its own in BER, no object in JSON.
        untagged: bool,
        /// The selections, in the schema's order.
        selections: &'static [Member],
    },
}

/// A member of a sequence, or a selection of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of its tag in BER.
    pub id: u8,
    /// The schema's name.
    pub name: &'static str,
    /// What it is.
    pub shape: &'static Shape,
}

/// A type that the schema has as data.
pub trait Described {
    /// What it is.
    const SHAPE: &'static Shape;
}

macro_rules! shapes {
    ($($type:ty => $shape:expr;)*) => {$(
        impl Described for $type {
            const SHAPE: &'static Shape = &$shape;
        }
    )*};
}

shapes! {
    i32 => Shape::Integer { octets: 4, signed: true };
    u32 => Shape::Integer { octets: 4, signed: false };
    i64 => Shape::Integer { octets: 8, signed: true };
    u64 => Shape::Integer { octets: 8, signed: false };
    bool => Shape::Bool;
    Text<'_> => Shape::Text;
    Binary<'_> => Shape::Binary;
}

impl<T: Described> Described for Secret<T> {
    const SHAPE: &'static Shape = &Shape::Secret(T::SHAPE);
}

impl<T: Described> Described for Option<T> {
    const SHAPE: &'static Shape = &Shape::Optional(T::SHAPE);
}

impl<T: Described> Described for Array<'_, T> {
    const SHAPE: &'static Shape = &Shape::Array(T::SHAPE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{
        AuthenticationRequest, ControlMessage, NegotiationMessage, StatusCategory, StreamParameters,
    };

    #[test]
    fn tables_come_out_as_they_were_written() {
        let Shape::Enumeration { name: "StatusCategory", values } = StatusCategory::SHAPE else { panic!() };
        assert_eq!(values[1], ("E_UNKNOWN", -1));
        let Shape::Choice { untagged: false, selections, .. } = NegotiationMessage::SHAPE else { panic!() };
        assert_eq!((selections[1].id, selections[1].name), (1, "brokerResponse"));
        let Shape::Sequence { members, .. } = ControlMessage::SHAPE else { panic!() };
        assert!(matches!(members[1].shape, Shape::Choice { name: "ControlChoice", untagged: true, .. }));
        let Shape::Sequence { members, .. } = StreamParameters::SHAPE else { panic!() };
        assert!(matches!(members[1].shape, Shape::Array(Shape::Sequence { name: "Subscription", .. })));
        let Shape::Sequence { members, .. } = AuthenticationRequest::SHAPE else { panic!() };
        assert_eq!(*members[1].shape, Shape::Optional(&Shape::Secret(&Shape::Binary)));
    }
}
