//! Captures of packets: files to packets, packets to segments, segments to streams, streams to lines.

mod connection;
mod file;
mod fragments;
mod half;
mod held;
mod packet;
mod pieces;
mod tracker;

use crate::Options;
use crate::session::{Found, Give, Note, NoteKind};
use file::{Reader, Step};
use tracker::Tracker;

/// A capture that comes in chunks.
pub(crate) struct Capture {
    reader: Reader,
    tracker: Tracker,
    /// What is left of the chunks so far: less than one packet, but for its first bytes that were read.
    buffer: Vec<u8>,
    /// Bytes of a block of no interest that are still to come.
    skip: u64,
    /// Nothing can be read any more.
    ended: bool,
}

impl Capture {
    /// A capture in the format of libpcap.
    pub(crate) fn pcap(options: &Options) -> Self {
        Self::new(Reader::pcap(), options)
    }

    /// A capture in the format pcapng.
    pub(crate) fn pcapng(options: &Options) -> Self {
        Self::new(Reader::pcapng(), options)
    }

    fn new(reader: Reader, options: &Options) -> Self {
        Self { reader, tracker: Tracker::new(options), buffer: Vec::new(), skip: 0, ended: false }
    }

    /// Takes the next bytes of the file.
    pub(crate) fn feed(&mut self, chunk: &[u8], give: Give<'_>) {
        if self.ended {
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.extend_from_slice(chunk);
        let mut rest = &buffer[..];
        while !self.ended {
            if self.skip > 0 {
                let skipped = rest.len().min(usize::try_from(self.skip).unwrap_or(usize::MAX));
                self.skip -= skipped as u64;
                rest = &rest[skipped..];
            }
            match self.reader.step(rest) {
                Step::NeedMore => break,
                Step::Packet(len, packet) => {
                    self.tracker.packet(&packet, give);
                    rest = &rest[len..];
                }
                Step::Other(len) => rest = &rest[len..],
                Step::Skip(len) => self.skip = len,
                Step::Unreadable(text) => {
                    give(Found::Note(Note::new(NoteKind::Malformed, text)));
                    self.ended = true;
                }
            }
        }
        let read = buffer.len() - rest.len();
        buffer.drain(..read);
        self.buffer = buffer;
    }

    /// Ends the file, and all connections in it.
    pub(crate) fn finish(&mut self, give: Give<'_>) {
        if !self.ended && (self.skip > 0 || !self.buffer.is_empty()) {
            let what = self.reader.unit();
            let text = format!("the file ends inside {what}; what stands before it is read");
            give(Found::Note(Note::new(NoteKind::Truncated, text)));
        }
        self.ended = true;
        self.buffer = Vec::new();
        self.tracker.finish(give);
    }
}
