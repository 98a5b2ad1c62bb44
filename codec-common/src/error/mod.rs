//! Errors of the message layer: what was wrong, at which byte, in which field.
//!
//! Both errors are small and `Copy`, because they ride in every `Result` of a hot loop: the names are one
//! pointer to a static [`Field`], the reason is a small enum. Errors of the frame layer are
//! [`FrameError`](crate::frame::FrameError).

mod decode;
mod encode;

pub use decode::{DecodeError, Reason};
pub use encode::{EncodeError, EncodeReason};

use core::fmt;

/// The names of one field: protocol, message (or record) and field, each as its specification spells it.
///
/// Tables make one static `Field` for each field that they declare; decoding passes it down as [`At`], so that
/// an error knows its place without any work on the way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Short name of the protocol: `bmq`, `fila`, `mx`.
    pub protocol: &'static str,
    /// Name of the message or record that has the field.
    pub message: &'static str,
    /// Name of the field; empty where the message as a whole is meant.
    pub field: &'static str,
}

/// Where a value stands, by name: passed into every decode and measure.
pub type At = &'static Field;

impl Field {
    /// Names a field; usable in constants.
    #[must_use]
    pub const fn new(protocol: &'static str, message: &'static str, field: &'static str) -> Self {
        Self { protocol, message, field }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.protocol)?;
        f.write_str(" ")?;
        f.write_str(self.message)?;
        if !self.field.is_empty() {
            f.write_str(".")?;
            f.write_str(self.field)?;
        }
        Ok(())
    }
}

/// A rule in words ("must be 1 to 4"), kept behind one pointer so that [`Reason`] stays at 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule(pub &'static str);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    static FIELD: Field = Field::new("test", "Thing", "length");

    #[test]
    fn errors_name_field_offset_and_numbers() {
        let error = DecodeError::bad_length(7, &Rule("must be even"), 40, &FIELD);
        assert_eq!(error.to_string(), "test Thing.length at byte 40: length 7: must be even");
        let error = EncodeError::too_long(70_000, 65_535, &FIELD);
        assert_eq!(error.to_string(), "test Thing.length: 70000 bytes, at most 65535 can be written");
    }

    #[test]
    fn a_field_without_a_name_is_the_whole_message() {
        static WHOLE: Field = Field::new("test", "Thing", "");
        let error = DecodeError::trailing(3, 9, &WHOLE);
        assert_eq!(error.to_string(), "test Thing at byte 9: 3 bytes left over");
    }

    #[test]
    fn numbers_too_large_for_the_error_are_clamped() {
        let error = DecodeError::truncated(usize::MAX, 1, 0, &FIELD);
        assert_eq!(error.reason(), Reason::Truncated { needed: u32::MAX, left: 1 });
    }
}
