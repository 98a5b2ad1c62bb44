//! Opcodes as the frame header carries them.

use crate::message::Message;
use codec_common::table::{Direction, MessageInfo};
use core::fmt;

/// The first byte of a frame header. Open: a value that no table names keeps its number.
///
/// The opcode of a message is its `CODE` ([`table::Message`](codec_common::table::Message)); the whole table is
/// [`Message::ALL`].
///
/// ```
/// use fila_codec::Opcode;
/// assert_eq!(Opcode(0x10).to_string(), "0x10 Enqueue");
/// assert_eq!(Opcode(0x42).to_string(), "0x42");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u8);

impl Opcode {
    pub(crate) const HANDSHAKE: Self = Self(0x01);
    pub(crate) const HANDSHAKE_OK: Self = Self(0x02);
    pub(crate) const PING: Self = Self(0x03);
    pub(crate) const PONG: Self = Self(0x04);
    pub(crate) const DISCONNECT: Self = Self(0x05);
    pub(crate) const ERROR: Self = Self(0xFE);

    /// Its row of the opcode table; `None` for an unknown opcode.
    #[must_use]
    pub fn info(self) -> Option<&'static MessageInfo> {
        Message::info(self.0)
    }

    /// The page's name; `None` for an unknown opcode.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        self.info().map(|row| row.name)
    }

    /// Who sends it; `None` for an unknown opcode.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        self.info().map(|row| row.direction)
    }

    /// True when the table names it.
    #[inline]
    #[must_use]
    pub const fn is_known(self) -> bool {
        matches!(self.0, 0x01..=0x05 | 0x10..=0x1C | 0xD4..=0xFE)
    }

    /// True for the messages whose body begins with an error code: `Error` and the answers of the admin chapter.
    #[must_use]
    pub const fn begins_with_error_code(self) -> bool {
        matches!(self.0, 0xFE | 0xD4..=0xFC) && self.0 & 1 == 0
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opcode({self})")
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#04x}", self.0)?;
        match self.name() {
            Some(name) => write!(f, " {name}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_those_of_the_table() {
        for code in 0..=255 {
            assert_eq!(Opcode(code).is_known(), Message::info(code).is_some(), "{code:#x}");
        }
    }

    #[test]
    fn bodies_that_begin_with_an_error_code_do() {
        let zeros = [0; 128];
        for row in Message::ALL {
            let first = first_field(row.code, &zeros);
            assert_eq!(Opcode(row.code).begins_with_error_code(), first == "error_code", "{}", row.name);
        }
    }

    fn first_field(code: u8, body: &[u8]) -> &'static str {
        use codec_common::inspect::{Value, Visitor};
        struct First(&'static str);
        impl Visitor for First {
            fn value(&mut self, at: codec_common::At, _: core::ops::Range<usize>, _: Value<'_>) {
                if self.0.is_empty() {
                    self.0 = at.field;
                }
            }
            fn enter(&mut self, at: codec_common::At, _: usize, _: &'static str, _: Option<usize>) {
                if self.0.is_empty() {
                    self.0 = at.field;
                }
            }
            fn leave(&mut self, _: usize) {}
        }
        let mut first = First("");
        Message::inspect(code, body, 0, &mut first).unwrap();
        first.0
    }
}
