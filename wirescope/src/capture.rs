//! Captures of packets; not read yet.

use crate::Options;
use crate::session::{Given, Note, NoteKind};

/// A capture that comes in chunks.
pub(crate) struct Capture;

impl Capture {
    pub(crate) fn pcap(_: &Options) -> Self {
        Self
    }

    pub(crate) fn pcapng(_: &Options) -> Self {
        Self
    }

    pub(crate) fn feed(&mut self, _: &[u8], _: &mut dyn FnMut(Given)) {}

    pub(crate) fn finish(&mut self, give: &mut dyn FnMut(Given)) {
        give(Given::Note(Note::new(NoteKind::Unreadable, "captures of packets are not read yet")));
    }
}
