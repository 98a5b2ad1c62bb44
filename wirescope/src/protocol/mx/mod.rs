//! MessageX.

mod build;
mod message;

pub(crate) use build::build;

use super::{Dissect, InStream};
#[cfg(feature = "stats")]
use crate::stats::{Counting, fast};
use crate::{Line, Options, hex};
use bmq_codec::Limits;
use codec_common::inspect::Visitor;
use mx_codec::{Envelope, LIMITS, MAX_TEXT, Mx};
use serde_json::{Map, Value};

/// Reads frames.
#[derive(Debug)]
pub(crate) struct MessageX {
    pub(crate) limits: Limits,
}

impl MessageX {
    pub(crate) fn new(options: &Options) -> Self {
        Self { limits: options.limit(LIMITS) }
    }
}

impl Dissect for MessageX {
    fn dissect(&mut self, frame: &[u8], offset: u64) -> Line {
        let mut line = read(frame, offset, &self.limits);
        if !line.is_error && build(&line.json).ok().as_deref() != Some(frame) {
            line.json.insert("raw".into(), hex::encode(frame).into());
        }
        line
    }

    #[cfg(feature = "stats")]
    fn count(&mut self, frame: &[u8], counting: &mut Counting<'_>) -> bool {
        fast::mx::count(self, frame, counting)
    }
}

impl InStream for MessageX {
    type Framing = Mx;

    const CHAIN: usize = 1;

    fn recognise(head: &[u8]) -> bool {
        recognise(head).is_some()
    }

    fn is_sound(&mut self, frame: &[u8]) -> bool {
        Envelope::decode(frame, &self.limits).is_ok()
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}

/// Reads one frame into a line, without `raw`.
fn read(frame: &[u8], offset: u64, limits: &Limits) -> Line {
    let mut json = Line::head(offset, Some(frame.len()), "mx");
    let error = match Envelope::decode(frame, limits) {
        Ok(envelope) => {
            json.insert("type".into(), envelope.message().kind().name().into());
            json.insert("message".into(), message::json(&envelope));
            None
        }
        Err(error) => Some(error),
    };
    if let Some(error) = &error {
        json.insert("error".into(), Line::error(error));
        json.insert("bytes".into(), hex::encode(frame).into());
    }
    Line { json, bytes: frame.to_vec(), is_error: error.is_some(), findings: 0 }
}

/// True when `bytes` decode to what `line` shows.
pub(crate) fn decodes_to(bytes: &[u8], line: &Map<String, Value>) -> bool {
    let read = read(bytes, 0, &LIMITS);
    !read.is_error && ["type", "message"].iter().all(|name| read.json.get(*name) == line.get(*name))
}

/// Walks the members of one frame.
pub(crate) fn inspect(
    frame: &[u8],
    options: &Options,
    visitor: &mut dyn Visitor,
) -> Result<(), codec_common::DecodeError> {
    Envelope::decode(frame, &options.limit(LIMITS))?.inspect(visitor);
    Ok(())
}

/// Says why a stream that begins with `head` may be MessageX.
pub(crate) fn recognise(head: &[u8]) -> Option<String> {
    let (prefix, text) = head.split_first_chunk()?;
    let length = u32::from_be_bytes(*prefix);
    if !(2..=MAX_TEXT as u64).contains(&u64::from(length)) {
        return None;
    }
    let text = text.trim_ascii_start().strip_prefix(b"{")?.trim_ascii_start();
    matches!(text.first(), None | Some(b'"' | b'}'))
        .then(|| format!("begins with a length of {length} bytes and a JSON object"))
}
