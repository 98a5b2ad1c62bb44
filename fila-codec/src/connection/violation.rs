//! What a frame breaks that decodes.

use crate::frame::Header;
use crate::opcode::Opcode;
use crate::types::ErrorCode;
use core::fmt;

/// Which rule of the connection a frame breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ViolationReason {
    /// Request id 0 outside the handshake. (`Disconnect` and `Error` may have it.)
    RequestIdZero,
    /// Request id 0x80000000, which neither range has.
    RequestIdOutOfRange,
    /// An id of the other side's range.
    RequestIdWrongSide,
    /// Anything but a handshake while that is due.
    HandshakeExpected,
    /// A handshake when that is done, or on its way.
    UnexpectedHandshake,
    /// A handshake with another request id than 0.
    HandshakeRequestId,
    /// No version that both speak.
    UnsupportedVersion,
    /// A maximum frame size of 1 to 6.
    MaxFrameSizeTooSmall,
    /// A message that only the other side sends.
    WrongDirection,
    /// An opcode that no table names.
    UnknownOpcode,
}

impl ViolationReason {
    /// The reason's name in the vocabulary that errors and JSON share (snake_case).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RequestIdZero => "request_id_zero",
            Self::RequestIdOutOfRange => "request_id_out_of_range",
            Self::RequestIdWrongSide => "request_id_wrong_side",
            Self::HandshakeExpected => "handshake_expected",
            Self::UnexpectedHandshake => "unexpected_handshake",
            Self::HandshakeRequestId => "handshake_request_id",
            Self::UnsupportedVersion => "unsupported_version",
            Self::MaxFrameSizeTooSmall => "max_frame_size_too_small",
            Self::WrongDirection => "wrong_direction",
            Self::UnknownOpcode => "unknown_opcode",
        }
    }

    /// True when the connection cannot go on.
    #[must_use]
    pub const fn is_fatal(self) -> bool {
        matches!(
            self,
            Self::HandshakeExpected
                | Self::HandshakeRequestId
                | Self::UnsupportedVersion
                | Self::MaxFrameSizeTooSmall
        )
    }
}

/// A frame breaks a rule of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    pub(super) reason: ViolationReason,
    pub(super) header: Header,
}

impl Violation {
    /// Which rule.
    #[must_use]
    pub const fn reason(&self) -> ViolationReason {
        self.reason
    }

    /// The frame.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// True when the connection cannot go on; otherwise one request failed.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        self.reason.is_fatal()
    }

    /// True when a server answers it with an `Error`; never one with another.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.header.opcode != Opcode::ERROR
    }

    /// The code that a server answers it with.
    #[must_use]
    pub const fn error_code(&self) -> ErrorCode {
        match self.reason {
            ViolationReason::UnsupportedVersion => ErrorCode::UnsupportedVersion,
            _ => ErrorCode::InvalidFrame,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { opcode, request_id, .. } = self.header;
        write!(f, "fila {opcode}, request {request_id}: {}", self.reason.name())
    }
}

impl core::error::Error for Violation {}
