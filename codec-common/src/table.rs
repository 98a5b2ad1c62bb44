//! Message tables: one declaration from which everything else comes.
//!
//! [`record!`](crate::record) declares a structure, [`messages!`](crate::messages) a chapter of a protocol's
//! opcode table, [`protocol!`](crate::protocol) the enum over all chapters. A constant `PROTOCOL: &str` with the
//! protocol's short name must be in scope where they are used.
//!
//! ```
//! mod demo {
//!     use codec_common::{List, Str, messages, protocol, record};
//!     use codec_common::wire::U16;
//!     const PROTOCOL: &str = "demo";
//!
//!     record! {
//!         /// One page of a book.
//!         Page<'a> {
//!             /// Counted from 1.
//!             number: u32,
//!             text: Str<'a>,
//!         }
//!     }
//!     messages! { $ reading;
//!         /// Asks for pages.
//!         0x01 => Read (ClientToServer) { first: u32, last: u32 }
//!         /// The pages, in order.
//!         0x02 => Pages<'a> (ServerToClient) { pages: List<'a, Page<'a>, U16> }
//!     }
//!     protocol! { Message = reading }
//! }
//! use demo::{Message, Page, Pages};
//!
//! let pages = [Page { number: 1, text: "It was".into() }];
//! let message = Message::from(Pages { pages: pages[..].into() });
//! let mut out = [0; 64];
//! let bytes = message.encode_to_slice(&mut out)?;
//! let (decoded, trailing) = Message::decode(0x02, bytes, 0)?;
//! assert_eq!(decoded, message);
//! assert!(trailing.is_empty());
//!
//! let error = Message::decode(0x02, b"\0\x01\0\0\0\x01\0\x06It", 10).unwrap_err();
//! assert_eq!(error.to_string(), "demo Page.text at byte 18: needs 6 more bytes, 2 left");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{At, Wire};

/// Which peer sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The client sends it.
    ClientToServer,
    /// The server sends it.
    ServerToClient,
    /// Both do.
    Either,
}

/// A message of a protocol's opcode table.
pub trait Message<'a>: Wire<'a> {
    /// Its opcode.
    const CODE: u8;
    /// Its name in the specification.
    const NAME: &'static str;
    /// Who sends it.
    const DIRECTION: Direction;
}

/// A row of a protocol's opcode table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageInfo {
    /// The opcode.
    pub code: u8,
    /// The name in the specification.
    pub name: &'static str,
    /// Who sends it.
    pub direction: Direction,
    /// The least number of bytes that a body takes.
    pub min_len: usize,
    /// The message by name, as errors show it.
    pub at: At,
}

/// Declares a structure: its fields in wire order. See the [module](crate::table) for an example.
///
/// `hot` before the name inlines decode and encode into their callers: for the items of batches.
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* hot $name:ident $($rest:tt)*) => {
        $crate::__record! { [#[inline(always)]] $(#[$meta])* $name $($rest)* }
    };
    ($(#[$meta:meta])* $name:ident $($rest:tt)*) => {
        $crate::__record! { [#[inline]] $(#[$meta])* $name $($rest)* }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    (
        $inline:tt $(#[$meta:meta])* $name:ident <$lt:lifetime> {
            $($(#[$fmeta:meta])* $field:ident: $type:ty),* $(,)?
        }
    ) => {
        $crate::__record! { @ $inline [$lt] [<$lt>] [<'static>] [<'_>] $(#[$meta])* $name {
            $($(#[$fmeta])* $field: $type),*
        } }
    };
    ($inline:tt $(#[$meta:meta])* $name:ident { $($(#[$fmeta:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $crate::__record! { @ $inline ['w] [] [] [] $(#[$meta])* $name { $($(#[$fmeta])* $field: $type),* } }
    };
    (
        @ [$(#[$inline:meta])*] [$lt:lifetime] [$($generics:tt)*] [$($owned:tt)*] [$($elided:tt)*]
        $(#[$meta:meta])* $name:ident { $($(#[$fmeta:meta])* $field:ident: $type:ty),* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name $($generics)* {
            $(
                #[doc = concat!("`", stringify!($field), ": ", stringify!($type), "`")]
                ///
                $(#[$fmeta])*
                pub $field: $type,
            )*
        }

        impl $($generics)* $name $($generics)* {
            /// The name that errors about the whole of it show.
            pub const AT: $crate::At = &$crate::Field::new(PROTOCOL, stringify!($name), "");
        }

        impl<$lt> $crate::Wire<$lt> for $name $($generics)* {
            const MIN_LEN: usize = 0usize$(.saturating_add(<$type as $crate::Wire<$lt>>::MIN_LEN))*;
            const FIXED: bool = true $(&& <$type as $crate::Wire<$lt>>::FIXED)*;

            $(#[$inline])*
            #[allow(unused_variables, reason = "a record may have no fields")]
            fn decode(
                reader: &mut $crate::Reader<$lt>,
                _: $crate::At,
            ) -> Result<Self, $crate::DecodeError> {
                Ok(Self {$(
                    $field: <$type as $crate::Wire<$lt>>::decode(
                        reader,
                        const { &$crate::Field::new(PROTOCOL, stringify!($name), stringify!($field)) },
                    )?,
                )*})
            }

            $(#[$inline])*
            #[allow(unused_variables, reason = "a record may have no fields")]
            fn decode_again(
                reader: &mut $crate::Reader<$lt>,
                _: $crate::At,
            ) -> Result<Self, $crate::DecodeError> {
                Ok(Self {$(
                    $field: <$type as $crate::Wire<$lt>>::decode_again(
                        reader,
                        const { &$crate::Field::new(PROTOCOL, stringify!($name), stringify!($field)) },
                    )?,
                )*})
            }

            $(#[$inline])*
            #[allow(unused_variables, reason = "a record may have no fields")]
            fn measure(&self, fault: &mut $crate::Fault, _: $crate::At) -> usize {
                0usize$(.saturating_add($crate::Wire::measure(
                    &self.$field,
                    fault,
                    const { &$crate::Field::new(PROTOCOL, stringify!($name), stringify!($field)) },
                )))*
            }

            $(#[$inline])*
            #[allow(unused_variables, reason = "a record may have no fields")]
            fn encode<S: $crate::Sink<$lt>>(&self, sink: &mut S) {
                $($crate::Wire::encode(&self.$field, sink);)*
            }
        }

        impl<$lt> $crate::Inspect<$lt> for $name $($generics)* {
            fn inspect(
                reader: &mut $crate::Reader<$lt>,
                at: $crate::At,
                visitor: &mut dyn $crate::inspect::Visitor,
            ) -> Result<(), $crate::DecodeError> {
                visitor.enter(at, reader.offset(), stringify!($name), None);
                $(
                    <$type as $crate::Inspect<$lt>>::inspect(
                        reader,
                        const { &$crate::Field::new(PROTOCOL, stringify!($name), stringify!($field)) },
                        visitor,
                    )?;
                )*
                visitor.leave(reader.offset());
                Ok(())
            }
        }

        impl $($generics)* $crate::shape::Described for $name $($generics)* {
            const SHAPE: &'static $crate::shape::Shape = &$crate::shape::Shape::Record {
                name: stringify!($name),
                fields: &[$($crate::shape::FieldShape {
                    name: stringify!($field),
                    shape: <$type as $crate::shape::Described>::SHAPE,
                }),*],
            };
        }

        $crate::__owned_view! { $name [$($owned)*] [$($elided)*] }
        $crate::__record_serde! { $name [$lt] [$($generics)*] { $($field: $type),* } }
        $crate::__record_generate! { $name [$lt] [$($generics)*] { $($field: $type),* } }
    };
}

/// Declares a chapter of an opcode table; see the [module](crate::table) for an example.
///
/// The chapter's name becomes a macro that [`protocol!`](crate::protocol) calls back; the lone `$` lets this macro
/// write that one.
#[macro_export]
macro_rules! messages {
    (
        $dollar:tt $chapter:ident;
        $(
            $(#[$meta:meta])*
            $code:literal => $name:ident $(<$lt:lifetime>)? ($direction:ident) $fields:tt
        )*
    ) => {
        $(
            $crate::__record! { [#[inline]] $(#[$meta])* $name $(<$lt>)? $fields }
            $crate::__message! { $code $name [$($lt)?] $direction }
        )*

        #[allow(unused_macros, reason = "a chapter may stand alone")]
        macro_rules! $chapter {
            ({ $dollar($dollar acc:tt)* } $dollar enum_name:ident $dollar($dollar next:ident)*) => {
                $crate::__protocol! {
                    {
                        $dollar($dollar acc)*
                        $({ $code $name [$($lt)?] { $(#[$meta])* } })*
                    }
                    $dollar enum_name $dollar($dollar next)*
                }
            };
        }
        #[allow(unused_imports, reason = "a chapter may stand alone")]
        pub(crate) use $chapter;
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __message {
    ($code:literal $name:ident [$lt:lifetime] $direction:ident) => {
        $crate::__message! { @ $code $name [$lt] [<$lt>] $direction }
    };
    ($code:literal $name:ident [] $direction:ident) => {
        $crate::__message! { @ $code $name ['w] [] $direction }
    };
    (@ $code:literal $name:ident [$lt:lifetime] [$($generics:tt)*] $direction:ident) => {
        impl<$lt> $crate::table::Message<$lt> for $name $($generics)* {
            const CODE: u8 = $code;
            const NAME: &'static str = stringify!($name);
            const DIRECTION: $crate::table::Direction = $crate::table::Direction::$direction;
        }
    };
}

/// Builds the message enum over chapters: `protocol! { Message = control hot admin }`.
#[macro_export]
macro_rules! protocol {
    ($enum_name:ident = $first:ident $($next:ident)*) => {
        $first! { {} $enum_name $($next)* }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __protocol {
    ({ $($acc:tt)* } $enum_name:ident $first:ident $($next:ident)*) => {
        $first! { { $($acc)* } $enum_name $($next)* }
    };
    ({ $({ $code:literal $name:ident [$($lt:lifetime)?] { $(#[$meta:meta])* } })* } $enum_name:ident) => {
        /// Any message of the protocol; an opcode that no table names keeps its body.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $enum_name<'a> {
            $(
                $(#[$meta])*
                $name($name $(<$lt>)?),
            )*
            /// An opcode that no table names.
            Unknown {
                /// The opcode.
                code: u8,
                /// The body, as it came.
                body: $crate::Blob<'a>,
            },
        }

        $(
            impl<'a> From<$name $(<$lt>)?> for $enum_name<'a> {
                #[inline]
                fn from(message: $name $(<$lt>)?) -> Self {
                    Self::$name(message)
                }
            }
        )*

        impl<'a> $enum_name<'a> {
            /// The opcode table, in the specification's order.
            pub const ALL: &'static [$crate::table::MessageInfo] = &[$(
                $crate::table::MessageInfo {
                    code: $code,
                    name: stringify!($name),
                    direction: <$name as $crate::table::Message<'_>>::DIRECTION,
                    min_len: <$name as $crate::Wire<'_>>::MIN_LEN,
                    at: $name::AT,
                }
            ),*];

            /// The layouts of the messages, in the order of [`ALL`](Self::ALL).
            pub const SHAPES: &'static [&'static $crate::shape::Shape] =
                &[$(<$name as $crate::shape::Described>::SHAPE),*];

            /// The row of an opcode; `None` when no table names it.
            #[must_use]
            pub fn info(code: u8) -> Option<&'static $crate::table::MessageInfo> {
                Self::ALL.iter().find(|row| row.code == code)
            }

            /// Decodes the body of a message with that opcode; `offset` is the body's offset in its frame. Gives
            /// the bytes that follow the layout beside it.
            ///
            /// # Errors
            /// What the body breaks. An unknown opcode is no error.
            pub fn decode(
                code: u8,
                body: &'a [u8],
                offset: usize,
            ) -> Result<(Self, &'a [u8]), $crate::DecodeError> {
                let mut reader = $crate::Reader::new_at(body, offset);
                let message = match code {
                    $($code => Self::$name($crate::Wire::decode(&mut reader, $name::AT)?),)*
                    code => return Ok((Self::Unknown { code, body: body.into() }, &[])),
                };
                Ok((message, reader.rest()))
            }

            /// Walks the fields of a body; see [`codec_common::inspect`]($crate::inspect).
            ///
            /// # Errors
            /// What the body breaks; the fields before it have been visited.
            pub fn inspect(
                code: u8,
                body: &'a [u8],
                offset: usize,
                visitor: &mut dyn $crate::inspect::Visitor,
            ) -> Result<(), $crate::DecodeError> {
                let mut reader = $crate::Reader::new_at(body, offset);
                match code {
                    $($code => <$name as $crate::Inspect<'_>>::inspect(&mut reader, $name::AT, visitor),)*
                    _ => Ok(()),
                }
            }

            /// The opcode.
            #[must_use]
            pub const fn code(&self) -> u8 {
                match self {
                    $(Self::$name(_) => $code,)*
                    Self::Unknown { code, .. } => *code,
                }
            }

            /// The specification's name; `None` for an unknown opcode.
            #[must_use]
            pub const fn name(&self) -> Option<&'static str> {
                match self {
                    $(Self::$name(_) => Some(stringify!($name)),)*
                    Self::Unknown { .. } => None,
                }
            }

            const UNKNOWN: $crate::At = &$crate::Field::new(PROTOCOL, "Unknown", "");

            const fn at(&self) -> $crate::At {
                match self {
                    $(Self::$name(_) => $name::AT,)*
                    Self::Unknown { .. } => Self::UNKNOWN,
                }
            }

            /// The exact length of the encoded body; what cannot be written is reported to `fault`.
            pub fn measure(&self, fault: &mut $crate::Fault) -> usize {
                match self {
                    $(Self::$name(message) => $crate::Wire::measure(message, fault, $name::AT),)*
                    Self::Unknown { body, .. } => body.len(),
                }
            }

            /// Writes the body.
            pub fn encode<S: $crate::Sink<'a>>(&self, sink: &mut S) {
                match self {
                    $(Self::$name(message) => $crate::Wire::encode(message, sink),)*
                    Self::Unknown { body, .. } => sink.put_borrowed(body.as_bytes()),
                }
            }

            /// The exact length of the encoded body.
            ///
            /// # Errors
            /// The first value that cannot be written.
            pub fn encoded_len(&self) -> Result<usize, $crate::EncodeError> {
                let mut fault = $crate::Fault::new();
                let len = self.measure(&mut fault);
                fault.result()?;
                Ok(len)
            }

            /// Writes the body to the start of `out` and gives the part that was written.
            ///
            /// # Errors
            /// The first value that cannot be written, or `buffer_too_small`; `out` is then as it was.
            pub fn encode_to_slice<'o>(
                &self,
                out: &'o mut [u8],
            ) -> Result<&'o mut [u8], $crate::EncodeError> {
                let len = self.encoded_len()?;
                let (slot, _) = $crate::writer::split_output(out, len, self.at())?;
                self.encode(&mut $crate::Writer::new(slot));
                Ok(slot)
            }
        }

        $crate::__protocol_serde! { $enum_name { $($code $name [$($lt)?])* } }
        $crate::__protocol_generate! { $enum_name { $($code $name [$($lt)?])* } }
    };
}

#[cfg(test)]
mod tests;
