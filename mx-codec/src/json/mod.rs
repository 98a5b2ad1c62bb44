//! JSON text that stays text: checked once, then borrowed in pieces.
//!
//! | type | what it is |
//! |---|---|
//! | [`Raw`] | any JSON value, as its text |
//! | [`Object`] | a [`Raw`] that is an object, with its [`Members`] |
//! | [`Text`] | a string, unescaped only when asked for |
//! | `RawBuf` (feature `alloc`) | a [`Raw`] that owns its text |
//!
//! The grammar is that of RFC 8259 and no more: no comments, no trailing commas, no `NaN`, no byte order mark.
//! Numbers are not converted, names may repeat, and a lone surrogate escape is let through: what two JSON parsers
//! read differently stays as it was written. The scanner works in one pass, without recursion, and allocates
//! nothing.

mod grammar;
mod object;
mod plain;
mod raw;
#[cfg(feature = "alloc")]
mod raw_buf;
mod scan;
mod text;
#[cfg(feature = "serde")]
mod typed;

#[cfg(test)]
mod tests;

pub use object::{Member, Members, Object};
pub use raw::{Kind, Raw};
#[cfg(feature = "alloc")]
pub use raw_buf::RawBuf;
pub(crate) use scan::Scanner;
pub use text::{Chars, Text};
#[cfg(feature = "serde")]
pub use typed::Error;
