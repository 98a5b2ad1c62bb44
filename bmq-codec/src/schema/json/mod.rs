//! JSON as the official library writes it, and all that it and its users' libraries read (reference 7.7).
//!
//! Written is compact JSON in the order of the schema: null members and empty arrays are left out, defaults are
//! not; `/` is escaped; enumerations are names; octets are base64; numbers have all their digits.
//!
//! Read are also: any white space (form feeds too), members in any order, unknown members (skipped), missing ones
//! (the default stands), repeated ones (the last one counts), null for an optional member, several commas for
//! one, every escape of JSON (Java writes `\u003d` for `=`), bytes that are not UTF-8, numbers in quotes,
//! numbers with a fraction of zeros, enumerations by number, and whatever follows the value.

mod key;
mod number;
mod reader;
mod scalar;
mod skip;
mod string;
mod write;

pub(crate) use key::{Key, Names};
pub(crate) use number::{put_signed, put_unsigned, signed_len, unsigned_len};
pub(crate) use reader::Reader;
pub(crate) use write::{binary_len, put_binary, put_text, text_len};

/// How octets, secrets and texts that are not UTF-8 are written; reading takes base64 in the first style and
/// hexadecimal digits in the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// As on the wire.
    #[default]
    Wire,
    /// As inspectors show it: octets as hexadecimal digits, text that is not UTF-8 as `{"hex": ...}`, credentials
    /// as `{"redacted": <length>}`.
    Shown,
    /// The same with credentials.
    ShownWithSecrets,
}

impl Style {
    pub(crate) const fn is_wire(self) -> bool {
        matches!(self, Self::Wire)
    }
}
