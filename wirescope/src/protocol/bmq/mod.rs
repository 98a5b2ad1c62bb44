//! BlazingMQ.

mod build;
mod control;
mod event;
mod interbroker;
mod item;
mod message;
mod option;
mod property;

pub(crate) use build::build;

use super::{Dissect, InStream};
#[cfg(feature = "stats")]
use crate::stats::{Counting, fast};
use crate::{Line, Options};
use bmq_codec::compression::Inflater;
use bmq_codec::{Dialect, Event, EventFraming, EventHeader, EventType, Limits, Strictness, limits};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// Reads events.
#[derive(Debug)]
pub(crate) struct Bmq {
    pub(crate) options: Options,
    pub(crate) limits: Limits,
    pub(crate) inflater: SharedInflater,
}

/// An inflater, which is large, for all streams of a capture.
pub(crate) type SharedInflater = Rc<RefCell<Inflater>>;

impl Bmq {
    pub(crate) fn new(options: &Options) -> Self {
        Self::sharing(options, &SharedInflater::default())
    }

    /// One that has no inflater of its own.
    pub(crate) fn sharing(options: &Options, inflater: &SharedInflater) -> Self {
        let limits = options.limit(limits::client());
        Self { options: options.clone(), limits, inflater: Rc::clone(inflater) }
    }
}

impl Dissect for Bmq {
    fn dissect(&mut self, frame: &[u8], offset: u64) -> Line {
        let mut line = event::Reader::new(&self.options, &self.limits, &mut self.inflater.borrow_mut())
            .read(frame, offset);
        let hidden = !self.options.show_secrets && is_secret(&line.json);
        if !line.is_error
            && !hidden
            && !line.is_redacted()
            && build(&line.json).ok().as_deref() != Some(frame)
        {
            line.json.insert("raw".into(), crate::hex::encode(frame).into());
        }
        line
    }

    #[cfg(feature = "stats")]
    fn count(&mut self, frame: &[u8], counting: &mut Counting<'_>) -> bool {
        fast::bmq::count(self, frame, counting)
    }
}

impl InStream for Bmq {
    type Framing = EventFraming;

    const CHAIN: usize = 1;

    fn recognise(head: &[u8]) -> bool {
        recognise(head).is_some()
    }

    fn is_sound(&mut self, frame: &[u8]) -> bool {
        !event::Reader::new(&self.options, &self.limits, &mut self.inflater.borrow_mut())
            .read(frame, 0)
            .is_error
    }

    fn hides(&self, head: &[u8]) -> bool {
        let event_type = head.get(4).map(|byte| EventType(byte & 0x3F));
        !self.options.show_secrets && event_type == Some(EventType::AUTHENTICATION)
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}

/// True for an event whose bytes may hold credentials.
fn is_secret(line: &Map<String, Value>) -> bool {
    let response = || line.get("message")?.get("control")?.get("authenticationResponse");
    line.get("type").is_some_and(|name| name == "AUTHENTICATION") && response().is_none()
}

/// The fields that a line shows of an event: what is compared when bytes are to be used as they are.
const SHOWN: [&str; 3] = ["type", "header", "message"];

/// True when `bytes` decode to what `line` shows, in whatever way they may have been read.
pub(crate) fn decodes_to(bytes: &[u8], line: &Map<String, Value>) -> bool {
    let ways = [None, Some(Dialect::Official), Some(Dialect::NodeSdk)];
    ways.into_iter().any(|dialect| {
        let options =
            Options { strictness: Strictness::Lenient, dialect, show_secrets: true, ..Options::default() };
        let bmq = Bmq::new(&options);
        let read = event::Reader::new(&options, &bmq.limits, &mut bmq.inflater.borrow_mut()).read(bytes, 0);
        !read.is_error && SHOWN.iter().all(|name| read.json.get(*name) == line.get(*name))
    })
}

/// Says why a stream that begins with `head` may be BlazingMQ.
pub(crate) fn recognise(head: &[u8]) -> Option<String> {
    let header = EventHeader::from_bytes(*head.first_chunk()?);
    let name = header.event_type.name()?;
    let plausible = header.protocol_version == EventHeader::PROTOCOL_VERSION
        && (2..=3).contains(&header.header_words)
        && header.length >= 8
        && head[0] & 0x80 == 0
        && (header.type_specific & 0x1F) == 0;
    plausible.then(|| {
        let length = header.length;
        format!("begins with an event header: {name} of {length} bytes, protocol version 1")
    })
}

/// The type as lines have it: a name, or the number of one that is not assigned.
fn type_json(event_type: EventType) -> Value {
    event_type.name().map_or_else(|| event_type.0.into(), Value::from)
}

/// The header as lines have it: nothing where it is canonical.
fn header_json(event: &Event<'_>) -> Option<Value> {
    let header = event.header();
    let mut canonical = EventHeader::new(header.event_type, header.length);
    if matches!(header.event_type, EventType::CONTROL | EventType::AUTHENTICATION) {
        canonical = canonical.with_encoding(header.encoding());
    }
    (*header != canonical).then(|| {
        let mut json = serde_json::json!({
            "protocolVersion": header.protocol_version,
            "headerWords": header.header_words,
            "typeSpecific": header.type_specific,
        });
        if header.reserved != 0 {
            json["reserved"] = header.reserved.into();
        }
        json
    })
}
