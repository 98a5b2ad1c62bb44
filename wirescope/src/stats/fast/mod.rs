//! Counts frames without making lines of those that are as they should be.

pub(crate) mod bmq;
pub(crate) mod fila;
pub(crate) mod mx;

use super::queue::{Extent, Queue};
use super::{Frame, Stats};
use crate::Note;
use crate::pairing::{At, Event};
use crate::protocol::Protocol;
use crate::session::{Found, FoundFrame, Place};

impl Stats {
    /// Counts what was found; gives it back where it is a note.
    pub(crate) fn found(&mut self, found: Found<'_>) -> Option<Note> {
        match found {
            Found::Frame(frame) => {
                let FoundFrame { dissect, bytes, offset, place } = frame;
                let at = self.pairing.at(place, offset);
                if !dissect.count(bytes, &mut Counting { stats: self, place, at }) {
                    self.line(&FoundFrame { dissect, bytes, offset, place }.line());
                }
            }
            Found::Line(line) => self.line(&line),
            Found::Note(note) => return Some(note),
        }
        None
    }
}

/// The place of a frame that is counted.
pub(crate) struct Counting<'s> {
    stats: &'s mut Stats,
    place: Place,
    /// Where there are pairs.
    at: Option<At>,
}

impl Counting<'_> {
    /// Counts a frame without error.
    fn frame(&mut self, protocol: Protocol, kind: &str, length: usize, contents: Contents) {
        let (length, Place { conn, dir, time }) = (length as u64, self.place);
        let Contents { messages, payloads, findings } = contents;
        time.into_iter().for_each(|time| self.stats.time(time));
        self.stats.frame(&Frame {
            protocol,
            kind,
            length,
            messages,
            payloads,
            is_error: false,
            findings,
            conn,
            dir,
        });
    }

    /// Counts a message of BlazingMQ under the number of its queue.
    fn queue(&mut self, number: u32, kind: &str, payload: Option<u64>) {
        self.stats.queues.add(Queue::Number(self.place.conn, number.into()), kind, payload);
    }

    /// Counts what is asked or answered; nothing is asked for where there are no pairs.
    fn pair<'e>(&mut self, protocol: Protocol, event: impl FnOnce() -> Option<Event<'e>>) {
        if let Some(at) = self.at
            && let Some(event) = event()
        {
            let _ = self.stats.pairing.event(event, protocol.name(), at);
        }
    }
}

/// What a frame holds.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    messages: u64,
    payloads: Extent,
    findings: u64,
}
