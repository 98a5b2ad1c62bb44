//! A receiver: bytes in pieces of any size to what comes out, in order.

use super::vectors::to_hex;
use codec_common::Limits;
use codec_common::frame::{Frame, FrameError, FrameReason};
use codec_common::json::{Shown, Style};
use fila_codec::{FrameDecoder, FrameRef, Header, Operation, Reassembler, ReassemblyError};
use serde_json::Value;

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An operation.
    Message {
        /// Its opcode.
        opcode: u8,
        /// Its request id.
        request_id: u32,
        /// Its body; `None` where it was drained.
        body: Option<Vec<u8>>,
        /// Its fields as JSON, secrets in clear; `null` for an unknown opcode.
        fields: Value,
        /// The bytes behind its layout, as hex.
        trailing: String,
    },
    /// An error.
    Error(Failure),
}

/// An error of any layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// `frame`, `reassembly` or `message`.
    pub layer: &'static str,
    /// Its name.
    pub reason: &'static str,
    /// Whether the connection is dead.
    pub fatal: bool,
    /// The frame, where its header was there.
    pub header: Option<Header>,
    /// Offset in the frame, of an error in a message.
    pub offset: Option<usize>,
    /// The field, of an error in a message.
    pub field: &'static str,
    /// What else is known: `length`, `limit`, `flags`, `left`.
    pub numbers: Vec<(&'static str, u64)>,
}

/// How the bytes come in.
#[derive(Clone, Copy, Debug)]
pub enum Feed {
    /// In chunks that the decoder borrows from.
    Chunks,
    /// Into the decoder's buffer.
    Buffer,
}

/// Feeds `bytes` to a new receiver, cut into pieces of the given lengths (used over and over), and then says that
/// the input has ended. Stops at the first fatal error.
#[must_use]
pub fn receive(bytes: &[u8], limits: Limits, feed: Feed, pieces: &[usize]) -> Vec<Event> {
    let mut receiver = Receiver { reassembler: Reassembler::new(limits), events: Vec::new(), dead: false };
    let mut decoder = FrameDecoder::new(limits);
    let mut lengths = pieces.iter().copied().cycle();
    let mut rest = bytes;
    while !rest.is_empty() && !receiver.dead {
        let len = lengths.next().unwrap_or(rest.len()).clamp(1, rest.len());
        let (piece, behind) = rest.split_at(len);
        rest = behind;
        match feed {
            Feed::Chunks => {
                let mut frames = decoder.frames(piece);
                while !receiver.dead && receiver.take(frames.next()) {}
            }
            Feed::Buffer => {
                decoder.space(len).copy_from_slice(piece);
                decoder.advance(len);
                while !receiver.dead && receiver.take(decoder.next()) {}
            }
        }
    }
    receiver.end(&decoder);
    receiver.events
}

struct Receiver {
    reassembler: Reassembler,
    events: Vec<Event>,
    dead: bool,
}

impl Receiver {
    /// Takes what the decoder gave; false when it needs more bytes.
    fn take(&mut self, next: Result<Option<Frame<'_>>, FrameError>) -> bool {
        let frame = match next {
            Ok(None) => return false,
            Ok(Some(frame)) => FrameRef::from(frame),
            Err(error) => {
                self.fail(frame_failure(&error));
                if let Some(header) = Header::of_error(&error).filter(|_| !error.is_fatal())
                    && let Err(error) = self.reassembler.refuse(header)
                {
                    self.fail(reassembly_failure(&error));
                }
                return true;
            }
        };
        match self.reassembler.push(frame) {
            Ok(None) => {}
            Ok(Some(operation)) => {
                let event = message(&operation);
                self.events.push(event);
            }
            Err(error) => self.fail(reassembly_failure(&error)),
        }
        true
    }

    fn end(&mut self, decoder: &FrameDecoder) {
        if self.dead {
            return;
        }
        if let Err(error) = decoder.finish() {
            self.fail(frame_failure(&error));
        } else if let Err(error) = self.reassembler.finish() {
            self.fail(reassembly_failure(&error));
        }
    }

    fn fail(&mut self, failure: Failure) {
        self.dead |= failure.fatal;
        self.events.push(Event::Error(failure));
    }
}

/// The message of an operation, or why it has none.
#[must_use]
pub fn message(operation: &Operation<'_>) -> Event {
    let header = Header::new(operation.opcode(), operation.request_id());
    match operation.decode() {
        Ok((message, trailing)) => Event::Message {
            opcode: header.opcode.0,
            request_id: header.request_id.0,
            body: (!operation.is_drained()).then(|| operation.body().to_vec()),
            fields: match header.opcode.is_known() {
                true => serde_json::to_value(Shown(message, Style::new().secrets())).expect("is JSON"),
                false => Value::Null,
            },
            trailing: to_hex(trailing),
        },
        Err(error) => Event::Error(Failure {
            layer: "message",
            reason: error.reason().name(),
            fatal: false,
            header: Some(header),
            offset: Some(error.offset()),
            field: error.field(),
            numbers: Vec::new(),
        }),
    }
}

fn frame_failure(error: &FrameError) -> Failure {
    let numbers = match error.reason() {
        FrameReason::LengthTooSmall { length, .. } => vec![("length", length)],
        FrameReason::FrameTooLarge { length, limit } => vec![("length", length), ("limit", limit)],
        FrameReason::ReservedFlags { flags } => vec![("flags", u64::from(flags))],
        FrameReason::EofInFrame { have, .. } => vec![("left", have)],
        _ => Vec::new(),
    };
    Failure {
        layer: "frame",
        reason: error.name(),
        fatal: error.is_fatal(),
        header: Header::of_error(error),
        offset: None,
        field: "",
        numbers,
    }
}

fn reassembly_failure(error: &ReassemblyError) -> Failure {
    Failure {
        layer: "reassembly",
        reason: error.name(),
        fatal: error.is_fatal(),
        header: Some(error.header()),
        offset: None,
        field: "",
        numbers: Vec::new(),
    }
}
