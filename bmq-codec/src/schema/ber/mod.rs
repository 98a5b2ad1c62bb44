//! BER as the official library writes it, and all that it reads (reference 7.8).
//!
//! ```text
//! element: identifier, length, contents
//!
//! identifier: class (2 bits), constructed (1 bit), number (5 bits; 31: base-128 octets follow)
//! length:     00..7F one octet | 81..84 that many octets follow | 80 indefinite: up to 00 00
//! ```
//!
//! Written are: indefinite lengths on everything constructed, minimal definite ones on the rest, context tags by
//! id, minimal integers, defaults and empty arrays too. Read are also definite and long-form lengths, integers
//! that are not minimal, members in any order, unknown members (skipped), missing ones (the default stands) and
//! repeated ones (the last one counts; arrays append).

mod header;
mod integer;
mod reader;
mod write;

pub(crate) use header::Header;
pub(crate) use integer::{Contents, integer_len};
pub(crate) use reader::{Reader, Scope};
pub(crate) use write::{END, INDEFINITE, length_len, put_length};

/// The identifier of the outermost value and of array elements: a sequence.
pub(crate) const SEQUENCE: u8 = 0x30;
/// The class and form of a member that holds others; its id is added.
pub(crate) const CONSTRUCTED_MEMBER: u8 = 0xA0;
/// The class and form of a member that holds no others; its id is added.
pub(crate) const PRIMITIVE_MEMBER: u8 = 0x80;
