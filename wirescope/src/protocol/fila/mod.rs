//! Fila.
//!
//! Every frame is a line. An operation of one frame is `message`, with `trailing` where bytes follow its layout. A
//! frame of an operation that is continued shows its part as `body`; the one that completes it has the whole as
//! `message` beside it. Frames that reassembly ignores, after an error, are parts too.

mod build;
mod line;

pub(crate) use build::{Parts, build, decodes_to};

use super::{Dissect, InStream};
#[cfg(feature = "stats")]
use crate::stats::{Counting, fast};
use crate::{Line, Options};
use codec_common::frame::Split;
use codec_common::inspect::{Value, Visitor};
use codec_common::json::Style;
use codec_common::table::Message as _;
use codec_common::{DecodeError, Field, Limits, Reader, Wire};
#[cfg(feature = "stats")]
use fila_codec::Operation;
use fila_codec::frame::{FilaLenient, OVERHEAD};
use fila_codec::message::{CreateApiKeyResult, Handshake};
use fila_codec::{FrameRef, Header, Message, Opcode, Reassembler};
use serde_json::{Map, Value as Json};

/// The short name.
pub(crate) const PROTOCOL: &str = "fila";

/// Reads frames and puts operations together.
#[derive(Debug)]
pub(crate) struct Fila {
    style: Style,
    limits: Limits,
    reassembler: Reassembler,
    /// The ids of continued operations, and of those whose frames a gap left incomplete.
    open: Ids,
    orphans: Ids,
}

/// Request ids in order: a set that takes little code.
#[derive(Debug, Default)]
struct Ids(Vec<u32>);

impl Ids {
    fn contains(&self, id: u32) -> bool {
        self.0.binary_search(&id).is_ok()
    }

    fn insert(&mut self, id: u32) {
        if let Err(at) = self.0.binary_search(&id) {
            self.0.insert(at, id);
        }
    }

    fn remove(&mut self, id: u32) {
        if let Ok(at) = self.0.binary_search(&id) {
            self.0.remove(at);
        }
    }
}

impl Fila {
    pub(crate) fn new(options: &Options) -> Self {
        let limits = options.limit_reassembly(options.limit(Limits::new()));
        let style = if options.show_secrets { Style::new().secrets() } else { Style::new() };
        let style = if options.names { style.names() } else { style };
        Self {
            style,
            limits,
            reassembler: Reassembler::new(limits),
            open: Ids::default(),
            orphans: Ids::default(),
        }
    }
}

impl Dissect for Fila {
    fn dissect(&mut self, frame: &[u8], offset: u64) -> Line {
        if whole(frame).is_some_and(|frame| self.is_orphan(frame.header())) {
            return line::part_only(frame, offset, self.style);
        }
        let line = line::read(frame, offset, &mut self.reassembler, self.style);
        debug_assert!(line.is_error || line.is_redacted() || build(&line.json).as_deref() == Ok(frame));
        line
    }

    #[cfg(feature = "stats")]
    fn count(&mut self, frame: &[u8], counting: &mut Counting<'_>) -> bool {
        fast::fila::count(self, frame, counting)
    }
}

impl InStream for Fila {
    // Reserved flags are an error here as well, but one that has all bytes of its frame.
    type Framing = FilaLenient;

    // Headers are short and bodies take trailing bytes, so that one frame alone proves little.
    const CHAIN: usize = 2;

    fn recognise(head: &[u8]) -> bool {
        recognise(head).is_some()
    }

    fn is_sound(&mut self, frame: &[u8]) -> bool {
        whole(frame).is_some_and(|frame| {
            let header = frame.header();
            header.continues()
                || Message::decode(header.opcode.0, frame.body(), 0).is_ok_and(|(_, rest)| rest.is_empty())
        })
    }

    fn hides(&self, head: &[u8]) -> bool {
        !self.style.has_secrets() && head.get(4).is_some_and(|opcode| has_secret(Opcode(*opcode)))
    }

    fn lost(&mut self) {
        std::mem::take(&mut self.open).0.into_iter().for_each(|id| self.orphans.insert(id));
        self.reassembler = Reassembler::new(self.limits);
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn finish(&mut self, offset: u64) -> Option<Line> {
        self.reassembler.finish().err().map(|error| line::unfinished(&error, offset))
    }
}

impl Fila {
    /// The operation of a frame, where no other is unfinished: without it for a frame that is ignored. `None` when
    /// nothing was looked at, since there is more to the frame.
    #[cfg(feature = "stats")]
    pub(crate) fn alone<'a>(&'a mut self, frame: &'a [u8]) -> Option<Option<Operation<'a>>> {
        let frame = whole(frame).filter(|_| self.open.0.is_empty() && self.orphans.0.is_empty())?;
        let header = frame.header();
        let fits = frame.body().len() <= self.limits.max_message();
        let plain = fits && header.flags.unknown() == 0 && !header.continues();
        plain.then(|| self.reassembler.push(frame).ok())?
    }

    /// Keeps account of operations that are continued; true for a frame whose operation a gap cut.
    fn is_orphan(&mut self, header: Header) -> bool {
        let id = header.request_id.0;
        if self.orphans.contains(id) {
            if !header.continues() {
                self.orphans.remove(id);
            }
            return true;
        }
        if header.continues() {
            // Those beyond the bound are refused by the reassembler, or poisoned, and show no message either.
            if self.open.0.len() <= self.limits.max_open_streams() {
                self.open.insert(id);
            }
        } else {
            self.open.remove(id);
        }
        false
    }
}

/// True for the messages that have a secret in them.
const fn has_secret(opcode: Opcode) -> bool {
    matches!(opcode.0, Handshake::CODE | CreateApiKeyResult::CODE)
}

/// The frame in `bytes`, when they are one.
fn whole(bytes: &[u8]) -> Option<FrameRef<'_>> {
    let limits = Limits::new().with_max_frame(usize::MAX);
    match codec_common::frame::split_frame::<FilaLenient>(bytes, &limits) {
        Ok(Split::Frame { frame, rest: [] }) => Some(frame.into()),
        _ => None,
    }
}

/// Says why a stream that begins with `head` may be Fila.
pub(crate) fn recognise(head: &[u8]) -> Option<String> {
    let header = Header::of_prefixed(head)?;
    let length = u32::from_be_bytes(*head.first_chunk()?);
    let name = header.opcode.name()?;
    let handshake = matches!(header.opcode.0, 0x01 | 0x02);
    let plausible = (6..=16 << 20).contains(&length)
        && header.flags.unknown() == 0
        && (header.request_id.0 == 0) == handshake
        && header.request_id.0 != 0x8000_0000;
    plausible.then(|| format!("begins with a frame header: {name} with a body of {} bytes", length - 6))
}

/// Whether the frame of a line is one of several of an operation, or was refused or ignored as such.
pub(crate) fn is_part(line: &Map<String, Json>) -> bool {
    let layer = line.get("error").and_then(|error| error.get("layer"));
    line.contains_key("frames")
        || line.contains_key("body")
        || layer.is_some_and(|layer| layer == "reassembly")
}

/// Walks prefix, header and, of an operation's only frame, the body.
pub(crate) fn inspect(frame: &[u8], part: bool, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
    static LENGTH: Field = Field::new(PROTOCOL, "frame", "length");
    static OPCODE: Field = Field::new(PROTOCOL, "frame", "opcode");
    static FLAGS: Field = Field::new(PROTOCOL, "frame", "flags");
    static REQUEST_ID: Field = Field::new(PROTOCOL, "frame", "request_id");
    static BODY: Field = Field::new(PROTOCOL, "frame", "body");

    let mut reader = Reader::new(frame);
    let length = u32::decode(&mut reader, &LENGTH)?;
    visitor.value(&LENGTH, 0..4, Value::Unsigned(length.into()));
    let opcode = Opcode(u8::decode(&mut reader, &OPCODE)?);
    visitor.value(&OPCODE, 4..5, Value::Named(opcode.0.into(), opcode.name()));
    let flags = u8::decode(&mut reader, &FLAGS)?;
    visitor.value(&FLAGS, 5..6, Value::Unsigned(flags.into()));
    let request_id = u32::decode(&mut reader, &REQUEST_ID)?;
    visitor.value(&REQUEST_ID, 6..OVERHEAD, Value::Unsigned(request_id.into()));
    let body = reader.rest();
    if flags == 0 && !part && opcode.is_known() {
        Message::inspect(opcode.0, body, OVERHEAD, visitor)
    } else {
        let value = if has_secret(opcode) { Value::Secret(body.len()) } else { Value::Bytes(body) };
        visitor.value(&BODY, OVERHEAD..frame.len(), value);
        Ok(())
    }
}
