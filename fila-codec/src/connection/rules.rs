//! The rules, by role and phase.

use super::{Violation, ViolationReason as Reason};
use crate::frame::{Header, MaxFrame};
use crate::message::Message;
use crate::opcode::Opcode;
use crate::operation::Operation;
use crate::request_id::Originator;
use codec_common::table::Direction;

/// Which side of the connection the receiver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It receives what the server sends.
    Client,
    /// It receives what the client sends.
    Server,
}

/// What to do with an unknown opcode ("Handling Unknown Opcodes").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownOpcode {
    /// A server answers with `InvalidFrame` and keeps the connection.
    Reply,
    /// A client fails the pending request with this id, or it would wait for ever.
    FailRequest,
    /// A client ignores a frame that no request waits for: so the server may be extended.
    Ignore,
}

impl Role {
    /// The rule for an opcode that this side does not know. `pending` says whether a request with the frame's id
    /// waits for its answer; a client handles what only clients send in the same way.
    ///
    /// ```
    /// use fila_codec::connection::{Role, UnknownOpcode};
    /// assert_eq!(Role::Server.unknown_opcode(false), UnknownOpcode::Reply);
    /// assert_eq!(Role::Client.unknown_opcode(true), UnknownOpcode::FailRequest);
    /// assert_eq!(Role::Client.unknown_opcode(false), UnknownOpcode::Ignore);
    /// ```
    #[must_use]
    pub const fn unknown_opcode(self, pending: bool) -> UnknownOpcode {
        match (self, pending) {
            (Self::Server, _) => UnknownOpcode::Reply,
            (Self::Client, true) => UnknownOpcode::FailRequest,
            (Self::Client, false) => UnknownOpcode::Ignore,
        }
    }

    const fn receives(self, direction: Direction) -> bool {
        match direction {
            Direction::Either => true,
            Direction::ClientToServer => matches!(self, Self::Server),
            Direction::ServerToClient => matches!(self, Self::Client),
        }
    }
}

/// How far the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Nothing was exchanged: a server waits for the `Handshake`, a client has still to send it.
    New,
    /// The client has sent its `Handshake`, and the server has not answered.
    Handshaking,
    /// The handshake is done.
    Ready,
}

/// Judges what a peer receives: role and phase, nothing else. The session moves the phase on.
///
/// ```
/// use fila_codec::connection::{Phase, Role, Rules};
/// use fila_codec::{Limits, split_frame};
/// # use codec_common::frame::Split;
/// # let Split::Frame { frame, .. } = split_frame(b"\0\0\0\x06\x03\0\0\0\0\x09", &Limits::new())? else { panic!() };
/// let rules = Rules::new(Role::Server, Phase::New);
/// let violation = rules.check(&frame.operation()).unwrap_err();
/// assert_eq!(violation.to_string(), "fila 0x03 Ping, request 9: handshake_expected");
/// assert!(violation.is_fatal());
/// # Ok::<(), codec_common::frame::FrameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    role: Role,
    phase: Phase,
}

impl Rules {
    /// The rules for a receiver.
    #[must_use]
    pub const fn new(role: Role, phase: Phase) -> Self {
        Self { role, phase }
    }

    /// The receiver's role.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// How far the connection is.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Moves on.
    pub const fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
    }

    /// Judges opcode, request id and, of a handshake, its values. A body that does not decode is not judged.
    ///
    /// # Errors
    /// The rule that it breaks. An unknown opcode is one too: [`Role::unknown_opcode`] says what follows from it.
    pub fn check(&self, operation: &Operation<'_>) -> Result<(), Violation> {
        let header = Header::new(operation.opcode(), operation.request_id());
        let judged = match self.phase {
            Phase::Ready => self.check_ready(header),
            phase => self.check_handshake(phase, header, operation),
        };
        judged.map_err(|reason| Violation { reason, header })
    }

    fn check_handshake(&self, phase: Phase, header: Header, operation: &Operation<'_>) -> Result<(), Reason> {
        match (self.role, phase, header.opcode) {
            (Role::Server, Phase::New, Opcode::HANDSHAKE)
            | (Role::Client, Phase::Handshaking, Opcode::HANDSHAKE_OK) => {}
            // One that nobody asked for, or a second one.
            (Role::Server, _, Opcode::HANDSHAKE) | (Role::Client, _, Opcode::HANDSHAKE_OK) => {
                return Err(Reason::UnexpectedHandshake);
            }
            // The server may refuse the handshake, or the connection before it.
            (Role::Client, _, Opcode::ERROR) => return Ok(()),
            _ => return Err(Reason::HandshakeExpected),
        }
        if header.request_id.originator() != Originator::Handshake {
            return Err(Reason::HandshakeRequestId);
        }
        match operation.decode() {
            Ok((Message::Handshake(hello), _)) if hello.protocol_version == 0 => {
                Err(Reason::UnsupportedVersion)
            }
            Ok((Message::HandshakeOk(ok), _)) if !(1..=super::VERSION).contains(&ok.negotiated_version) => {
                Err(Reason::UnsupportedVersion)
            }
            Ok((Message::HandshakeOk(ok), _)) if MaxFrame::advertised(ok.max_frame_size).is_err() => {
                Err(Reason::MaxFrameSizeTooSmall)
            }
            _ => Ok(()),
        }
    }

    fn check_ready(&self, header: Header) -> Result<(), Reason> {
        let opcode = header.opcode;
        if matches!(opcode, Opcode::HANDSHAKE | Opcode::HANDSHAKE_OK) {
            return Err(Reason::UnexpectedHandshake);
        }
        self.check_id(header)?;
        match opcode.direction() {
            None => Err(Reason::UnknownOpcode),
            Some(direction) if !self.role.receives(direction) => Err(Reason::WrongDirection),
            Some(_) => Ok(()),
        }
    }

    fn check_id(&self, header: Header) -> Result<(), Reason> {
        let opcode = header.opcode;
        match (header.request_id.originator(), self.role) {
            // A peer that gives up, or cannot tell which frame failed, has no id to name.
            (_, _) if opcode == Opcode::DISCONNECT => Ok(()),
            (Originator::Handshake, _) if opcode == Opcode::ERROR => Ok(()),
            (Originator::Handshake, _) => Err(Reason::RequestIdZero),
            (Originator::OutOfRange, _) => Err(Reason::RequestIdOutOfRange),
            // Of the server's requests a client answers; it begins none with such an id.
            (Originator::Server, Role::Server) if opcode != Opcode::PONG => Err(Reason::RequestIdWrongSide),
            // A server begins pings only, and those not in the client's range.
            (Originator::Client, Role::Client) if opcode == Opcode::PING => Err(Reason::RequestIdWrongSide),
            // Unknown opcodes may be extensions that the server begins.
            (Originator::Server, Role::Client) if opcode.is_known() && opcode != Opcode::PING => {
                Err(Reason::RequestIdWrongSide)
            }
            _ => Ok(()),
        }
    }
}
