//! Layouts as data: what the tables declare, for tools that write dissectors, documents or bindings from them.
//!
//! A [`Shape`] is a constant that comes from the same declaration as decode and encode. It costs nothing where it is
//! not used: a constant is in no program that does not name it.
//!
//! ```
//! use codec_common::shape::{Described, Shape};
//! use codec_common::{List, Str, record, wire::U16};
//! const PROTOCOL: &str = "demo";
//!
//! record! {
//!     /// A book.
//!     Book<'a> { year: u16, authors: List<'a, Str<'a>, U16> }
//! }
//! let Shape::Record { name, fields } = Book::SHAPE else { panic!() };
//! assert_eq!((*name, fields[0].name, fields[1].name), ("Book", "year", "authors"));
//! assert_eq!(*fields[0].shape, Shape::Unsigned { len: 2 });
//! assert_eq!(*fields[1].shape, Shape::List { prefix: 2, item: &Shape::Text { prefix: 2 } });
//! ```

use crate::wire::Prefix;
use crate::{Blob, List, Secret, Str};
use uuid::Uuid;

/// How a type stands on the wire. Numbers are big-endian; lengths and prefixes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// An unsigned integer.
    Unsigned {
        /// Its bytes: 1, 2, 4 or 8.
        len: usize,
    },
    /// A signed integer.
    Signed {
        /// Its bytes: 1, 2, 4 or 8.
        len: usize,
    },
    /// A floating-point number of 8 bytes.
    Float,
    /// A byte that is 0 or 1.
    Bool,
    /// 16 bytes.
    Uuid,
    /// Bytes of a fixed number.
    Bytes {
        /// How many.
        len: usize,
    },
    /// An open enum: an unsigned integer with names.
    Enum {
        /// The type's name.
        name: &'static str,
        /// Its bytes.
        len: usize,
        /// The names, in the specification's order.
        values: &'static [(&'static str, u64)],
    },
    /// Open flags: an unsigned integer whose bits have names.
    Flags {
        /// The type's name.
        name: &'static str,
        /// Its bytes.
        len: usize,
        /// The names, in the specification's order.
        values: &'static [(&'static str, u64)],
    },
    /// A length, then UTF-8.
    Text {
        /// Bytes of the length.
        prefix: usize,
    },
    /// A length, then bytes.
    Blob {
        /// Bytes of the length.
        prefix: usize,
    },
    /// What must not be shown.
    Secret(&'static Self),
    /// A byte that is 0 or 1, and after 1 the value.
    Optional(&'static Self),
    /// One after the other.
    Pair(&'static Self, &'static Self),
    /// A count, then that many items.
    List {
        /// Bytes of the count.
        prefix: usize,
        /// What each item is.
        item: &'static Self,
    },
    /// Fields, one after the other.
    Record {
        /// The type's name.
        name: &'static str,
        /// The fields, in wire order.
        fields: &'static [FieldShape],
    },
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldShape {
    /// Its name.
    pub name: &'static str,
    /// How it stands on the wire.
    pub shape: &'static Shape,
}

/// A type whose layout is known as data.
pub trait Described {
    /// The layout.
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
    u8 => Shape::Unsigned { len: 1 };
    u16 => Shape::Unsigned { len: 2 };
    u32 => Shape::Unsigned { len: 4 };
    u64 => Shape::Unsigned { len: 8 };
    i8 => Shape::Signed { len: 1 };
    i16 => Shape::Signed { len: 2 };
    i32 => Shape::Signed { len: 4 };
    i64 => Shape::Signed { len: 8 };
    f64 => Shape::Float;
    bool => Shape::Bool;
    Uuid => Shape::Uuid;
}

impl<const N: usize> Described for [u8; N] {
    const SHAPE: &'static Shape = &Shape::Bytes { len: N };
}

impl<L: Prefix> Described for Str<'_, L> {
    const SHAPE: &'static Shape = &Shape::Text { prefix: L::LEN };
}

impl<L: Prefix> Described for Blob<'_, L> {
    const SHAPE: &'static Shape = &Shape::Blob { prefix: L::LEN };
}

impl<T: Described> Described for Secret<T> {
    const SHAPE: &'static Shape = &Shape::Secret(T::SHAPE);
}

impl<T: Described> Described for Option<T> {
    const SHAPE: &'static Shape = &Shape::Optional(T::SHAPE);
}

impl<A: Described, B: Described> Described for (A, B) {
    const SHAPE: &'static Shape = &Shape::Pair(A::SHAPE, B::SHAPE);
}

impl<T: Described, N: Prefix> Described for List<'_, T, N> {
    const SHAPE: &'static Shape = &Shape::List { prefix: N::LEN, item: T::SHAPE };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::U16;
    use crate::{Map, messages, open_enum, open_flags, protocol, record};

    const PROTOCOL: &str = "test";

    open_enum! {
        /// How it went.
        Outcome: u16 {
            /// Well.
            Fine = 0,
            /// Not well.
            Bad = 0x1FF,
        }
    }

    open_flags! {
        /// What it can do.
        wire Skills: u32 {
            /// It swims.
            SWIMS = 4,
        }
    }

    record! {
        /// One of each.
        Item<'a> {
            outcome: Outcome,
            skills: Skills,
            tag: [u8; 3],
            key: Option<Secret<Str<'a>>>,
            headers: Map<'a, Str<'a>, Blob<'a>, U16>,
        }
    }

    messages! { $ all;
        /// A batch.
        0x10 => Batch<'a> (ClientToServer) { items: List<'a, Item<'a>> }
        /// Nothing in it.
        0x11 => Ping (Either) {}
    }

    protocol! { Message = all }

    #[test]
    fn a_declaration_comes_out_as_it_was_written() {
        const PAIR: Shape = Shape::Pair(&Shape::Text { prefix: 2 }, &Shape::Blob { prefix: 4 });
        let Shape::Record { name: "Item", fields } = Item::SHAPE else { panic!("{:?}", Item::SHAPE) };
        let names: alloc::vec::Vec<_> = fields.iter().map(|field| field.name).collect();
        assert_eq!(names, ["outcome", "skills", "tag", "key", "headers"]);
        let shape = |index: usize| fields[index].shape;
        assert_eq!(
            *shape(0),
            Shape::Enum { name: "Outcome", len: 2, values: &[("Fine", 0), ("Bad", 0x1FF)] }
        );
        assert_eq!(*shape(1), Shape::Flags { name: "Skills", len: 4, values: &[("SWIMS", 4)] });
        assert_eq!(*shape(2), Shape::Bytes { len: 3 });
        assert_eq!(*shape(3), Shape::Optional(&Shape::Secret(&Shape::Text { prefix: 2 })));
        assert_eq!(*shape(4), Shape::List { prefix: 2, item: &PAIR });
    }

    #[test]
    fn a_protocol_has_the_shape_of_each_message_in_the_order_of_its_table() {
        assert_eq!(Message::SHAPES.len(), Message::ALL.len());
        for (row, shape) in Message::ALL.iter().zip(Message::SHAPES) {
            assert!(matches!(shape, Shape::Record { name, .. } if *name == row.name));
        }
        assert_eq!(*Message::SHAPES[1], Shape::Record { name: "Ping", fields: &[] });
    }
}
