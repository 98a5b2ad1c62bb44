//! Raw streams: one direction of a connection.

use super::{Direction, Found, Give, Note, NoteKind, Place};
use crate::protocol::Protocol;
use crate::stream::Flow;
use crate::time::Time;
use crate::{Options, hex, search};

/// Bytes from which the protocol is found out, when fewer do not tell.
const ENOUGH: usize = 64;

/// Bytes that a search for a protocol looks at.
const SEARCHED: usize = 1 << 20;

/// The first bytes of a stream.
struct Head {
    bytes: Vec<u8>,
    /// How many of them are searched next, for the same answer however they come; twice as many each time, so that
    /// the work is in proportion.
    next_look: usize,
}

/// A raw stream, from `from_offset` on.
pub(super) struct Raw {
    options: Options,
    direction: Option<Direction>,
    /// Bytes that are still to be left out.
    skip: u64,
    state: State,
}

enum State {
    /// The first bytes, which do not tell yet.
    Unknown(Head),
    Known(Flow),
    /// Nothing is read.
    Unrecognised,
}

impl Raw {
    pub(super) fn new(options: &Options, direction: Option<Direction>) -> Self {
        let state = match options.protocol {
            Some(protocol) => State::Known(Flow::new(protocol, options, options.from_offset)),
            None => State::Unknown(Head { bytes: Vec::new(), next_look: ENOUGH }),
        };
        Self { options: options.clone(), direction, skip: options.from_offset, state }
    }

    pub(super) fn feed(&mut self, chunk: &[u8], give: Give<'_>) {
        let skipped = chunk.len().min(usize::try_from(self.skip).unwrap_or(usize::MAX));
        self.skip -= skipped as u64;
        let chunk = &chunk[skipped..];
        match &mut self.state {
            State::Unknown(head) => {
                head.bytes.extend_from_slice(chunk);
                self.detect(false, give);
            }
            State::Known(flow) => flow.feed(chunk, None, &mut placed(self.direction, give)),
            State::Unrecognised => {}
        }
    }

    pub(super) fn finish(&mut self, give: Give<'_>) {
        self.detect(true, give);
        if let State::Known(flow) = &mut self.state {
            flow.finish(&mut placed(self.direction, give));
        }
    }

    /// Finds out the protocol, if that is still to be done and can be.
    fn detect(&mut self, end: bool, give: Give<'_>) {
        let State::Unknown(head) = &mut self.state else { return };
        let bytes = &head.bytes[..];
        let mut note = |kind, text: String| {
            give(Found::Note(Note { dir: self.direction, ..Note::new(kind, text) }));
        };
        let (protocol, searched) = match recognise(bytes, end) {
            Some((protocol, why)) => {
                note(NoteKind::Protocol, format!("{protocol}: {why}"));
                (protocol, false)
            }
            None if bytes.is_empty() || !end && bytes.len() < ENOUGH => return,
            None if self.options.resync => match head.search(end, &self.options) {
                Some((protocol, place)) => {
                    let at = self.options.from_offset + place as u64;
                    note(NoteKind::Protocol, format!("{protocol}: a frame was found at byte {at}"));
                    (protocol, true)
                }
                None if !end && head.next_look <= SEARCHED => return,
                None => {
                    let searched = head.bytes.len().min(SEARCHED);
                    note(NoteKind::Unrecognised, format!("no known frame in {searched} bytes"));
                    self.state = State::Unrecognised;
                    return;
                }
            },
            None => {
                let first = hex::encode(&bytes[..bytes.len().min(8)]);
                note(NoteKind::Unrecognised, format!("its first bytes ({first}) begin no known frame"));
                self.state = State::Unrecognised;
                return;
            }
        };
        let mut flow = Flow::new(protocol, &self.options, self.options.from_offset);
        if searched {
            flow.search();
        }
        let State::Unknown(head) = std::mem::replace(&mut self.state, State::Known(flow)) else { return };
        if let State::Known(flow) = &mut self.state {
            flow.feed(&head.bytes, None, &mut placed(self.direction, give));
        }
    }
}

impl Head {
    /// Searches for a frame of any protocol, as far as that was not done.
    fn search(&mut self, end: bool, options: &Options) -> Option<(Protocol, usize)> {
        while self.next_look <= SEARCHED
            && let Some(bytes) = self.bytes.get(..self.next_look)
        {
            self.next_look *= 2;
            let found = search::detect(bytes, options, false);
            if found.is_some() {
                return found;
            }
        }
        let all = self.bytes.get(..SEARCHED).unwrap_or(&self.bytes);
        end.then(|| search::detect(all, options, all.len() == self.bytes.len()))?
    }
}

/// The protocol of a stream that begins with `head`, when that is long enough to give the answer that all of the
/// stream would give.
pub(crate) fn recognise(head: &[u8], end: bool) -> Option<(Protocol, String)> {
    let found = Protocol::detect(head)?;
    // The protocol that is tried first needs 8 bytes; those after it must not win for want of them.
    let sure = match found.0 {
        Protocol::Bmq => 8,
        _ => 10,
    };
    (end || head.len() >= sure).then_some(found)
}

/// Gives what a stream gives, with its direction.
fn placed(dir: Option<Direction>, give: Give<'_>) -> impl FnMut(Found<'_>, Option<Time>) {
    move |found, _| give(found.placed(Place { dir, ..Place::default() }))
}
