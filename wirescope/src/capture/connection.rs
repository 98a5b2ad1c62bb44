//! One TCP connection: its two streams, and the protocol that they have.

use super::half::{Half, Part};
use super::held::{Held, HeldPart, side};
use super::packet::Segment;
use crate::Options;
use crate::protocol::bmq::SharedInflater;
use crate::session::{Direction, Found, Give, Note, NoteKind, Place};
use crate::stream::Flow;
use crate::time::Time;
use std::net::SocketAddr;

/// What all connections of a capture have in common.
pub(super) struct Shared {
    pub(super) options: Options,
    pub(super) inflater: SharedInflater,
}

/// A connection, by the order of its first packet: as tshark's `tcp.stream`.
pub(super) struct Connection {
    number: u64,
    client: SocketAddr,
    server: SocketAddr,
    /// What client and server sent.
    halves: [Half; 2],
    content: Content,
    /// Bytes of content that the connection had, of whatever protocol.
    pub(super) bytes: u64,
    packets: u64,
    pub(super) reset: bool,
    limited: bool,
    /// True when the start of a direction was missing, and that was told.
    told_start: bool,
}

/// What the connection holds.
enum Content {
    /// Not known yet: what came so far.
    Unknown(Held),
    Known([Flow; 2]),
    /// None of the protocols.
    Other,
}

impl Connection {
    pub(super) fn new(number: u64, first: &Segment<'_>, shared: &Shared) -> Self {
        let listens =
            |address: &SocketAddr| shared.options.ports.iter().any(|(port, _)| *port == address.port());
        let from_client = match (first.syn, first.ack.is_some()) {
            (true, is_answer) => !is_answer,
            // The start was not captured: servers have the port that was named, or the lower one.
            _ if listens(&first.from) != listens(&first.to) => listens(&first.to),
            _ => first.from.port() >= first.to.port(),
        };
        let (client, server) = if from_client { (first.from, first.to) } else { (first.to, first.from) };
        Self {
            number,
            client,
            server,
            halves: Default::default(),
            content: Content::Unknown(Held::default()),
            bytes: 0,
            packets: 0,
            reset: false,
            limited: false,
            told_start: false,
        }
    }

    /// True when the segment cannot belong to this connection, since it opens another one.
    pub(super) fn is_over(&self, segment: &Segment<'_>) -> bool {
        segment.syn && !self.halves[side(self.direction(segment))].fits_syn(segment.seq)
    }

    /// Memory in use for what came out of order or is not recognised.
    pub(super) fn cost(&self) -> usize {
        let held = match &self.content {
            Content::Unknown(held) => held.cost(),
            _ => 0,
        };
        held + self.halves[0].cost() + self.halves[1].cost()
    }

    /// True when both sides have ended.
    pub(super) fn is_closed(&self) -> bool {
        self.reset || self.halves.iter().all(Half::is_done)
    }

    /// True when it holds none of the protocols.
    pub(super) const fn is_other(&self) -> bool {
        matches!(self.content, Content::Other)
    }

    /// Takes a segment of the connection.
    pub(super) fn segment(
        &mut self,
        segment: &Segment<'_>,
        time: Option<Time>,
        shared: &Shared,
        give: Give<'_>,
    ) {
        self.packets += 1;
        let direction = self.direction(segment);
        let sender = side(direction);
        self.halves[sender].seen = true;
        if let Some(ack) = segment.ack.filter(|_| !segment.rst) {
            self.halves[1 - sender].acknowledge(ack);
        }
        if segment.syn {
            self.halves[sender].begin(segment.seq);
        }
        let mut seq = segment.seq;
        if segment.syn {
            seq = seq.wrapping_add(1);
        }
        self.run(direction, shared, give, |half, packets, take| {
            half.segment((seq, segment.payload, segment.cut), segment.fin, (time, packets), take);
        });
        for direction in Direction::ALL {
            self.run(direction, shared, give, |half, packets, take| half.give_up(packets, take));
        }
        if segment.rst && !self.reset {
            self.reset = true;
            if self.bytes > 0 && !self.is_other() {
                let by = if sender == 0 { "client" } else { "server" };
                let note = Note::new(NoteKind::Reset, format!("reset by the {by}"));
                give(Found::Note(Note { conn: Some(self.number), time, ..note }));
            }
        }
    }

    /// Frees memory: gives up what is missing, and decides on the protocol.
    pub(super) fn squeeze(&mut self, shared: &Shared, give: Give<'_>) {
        if !std::mem::replace(&mut self.limited, true) {
            let text = "the bound on bytes kept out of order is hit: what is missing is given up";
            give(Found::Note(Note { conn: Some(self.number), ..Note::new(NoteKind::Limit, text) }));
        }
        for direction in Direction::ALL {
            self.run(direction, shared, give, |half, _, take| half.give_up_all(take));
        }
        self.decide(true, shared, give);
    }

    /// Ends the connection.
    pub(super) fn finish(&mut self, shared: &Shared, give: Give<'_>) {
        for direction in Direction::ALL {
            self.run(direction, shared, give, |half, _, take| half.finish(take));
        }
        self.decide(true, shared, give);
        let places = Direction::ALL.map(|direction| self.place(direction));
        let Content::Known(flows) = &mut self.content else { return };
        for (flow, place) in flows.iter_mut().zip(places) {
            flow.finish(&mut placed(place, shared.options.from_offset, give));
        }
    }

    fn direction(&self, segment: &Segment<'_>) -> Direction {
        if segment.from == self.client { Direction::ClientToServer } else { Direction::ServerToClient }
    }

    /// The place of what has no time of its own: that of the last segment.
    fn place(&self, direction: Direction) -> Place {
        Place { conn: Some(self.number), dir: Some(direction), time: self.halves[side(direction)].time }
    }

    /// Lets a half give parts, and passes them on.
    fn run(
        &mut self,
        direction: Direction,
        shared: &Shared,
        give: Give<'_>,
        act: impl FnOnce(&mut Half, u64, &mut dyn FnMut(Part<'_>)),
    ) {
        let sender = side(direction);
        let place = self.place(direction);
        let half_seen = self.halves[sender].seen;
        let (content, bytes) = (&mut self.content, &mut self.bytes);
        let mut grew = false;
        act(&mut self.halves[sender], self.packets, &mut |part| {
            if let Part::Bytes(part, _) = part {
                *bytes += part.len() as u64;
            }
            match content {
                Content::Unknown(held) => {
                    held.push(sender, part);
                    grew = true;
                }
                Content::Known(flows) => {
                    pass(&mut flows[sender], part, half_seen, place, shared.options.from_offset, give);
                }
                Content::Other => {}
            }
        });
        if grew {
            self.decide(false, shared, give);
        }
    }

    /// Finds out the protocol, if that is still to be done and can be. With `end`, nothing more will come.
    fn decide(&mut self, end: bool, shared: &Shared, give: Give<'_>) {
        let Content::Unknown(held) = &mut self.content else { return };
        let ends = [end || self.halves[0].is_done(), end || self.halves[1].is_done()];
        let named = shared
            .options
            .ports
            .iter()
            .find(|(port, _)| [self.server.port(), self.client.port()].contains(port))
            .map(|(port, protocol)| (*protocol, format!("by its port {port}")));
        let starts = [self.halves[0].syn, self.halves[1].syn];
        let found = named.or_else(|| held.recognise(starts, ends, &shared.options));
        let Some((protocol, why)) = found else {
            if end || held.is_full() || held.is_hopeless(starts, ends) {
                self.content = Content::Other;
            }
            return;
        };
        if held.parts.iter().all(Vec::is_empty) {
            return;
        }
        let text = format!("{} > {}: {protocol}: {why}", self.client, self.server);
        give(Found::Note(Note { conn: Some(self.number), ..Note::new(NoteKind::Protocol, text) }));
        let held = std::mem::take(held);
        let flow = || Flow::captured(protocol, &shared.options, &shared.inflater);
        let mut flows = [flow(), flow()];
        for direction in Direction::ALL {
            let sender = side(direction);
            if !starts[sender] && self.halves[sender].seen {
                flows[sender].search();
                if !std::mem::replace(&mut self.told_start, true) {
                    let note = Note::new(NoteKind::MidStream, "its start was not captured");
                    give(Found::Note(Note { conn: Some(self.number), ..note }));
                }
            }
        }
        for (direction, parts) in Direction::ALL.into_iter().zip(held.parts) {
            let sender = side(direction);
            let place = self.place(direction);
            for part in &parts {
                let part = match part {
                    HeldPart::Bytes(bytes, time) => Part::Bytes(bytes, *time),
                    HeldPart::Gap(len) => Part::Gap(*len),
                };
                pass(
                    &mut flows[sender],
                    part,
                    self.halves[sender].seen,
                    place,
                    shared.options.from_offset,
                    give,
                );
            }
        }
        self.content = Content::Known(flows);
    }
}

/// Passes a part of a stream on, and tells of gaps.
fn pass(flow: &mut Flow, part: Part<'_>, seen: bool, place: Place, from: u64, give: Give<'_>) {
    let mut give = placed(place, from, give);
    match part {
        Part::Bytes(bytes, time) => flow.feed(bytes, time, &mut give),
        Part::Gap(len) => {
            let at = flow.position();
            let text = if seen {
                format!("gap: {len} bytes from {at} on were not captured")
            } else {
                format!("gap: nothing of this direction was captured; its receiver acknowledged {len} bytes")
            };
            give(Found::Note(Note::new(NoteKind::Gap, text).at(at, len)), None);
            flow.gap(len, place.time, &mut give);
        }
    }
}

/// Gives what a stream gives, with its place; lines in front of the offset `from` are left out.
fn placed(place: Place, from: u64, give: Give<'_>) -> impl FnMut(Found<'_>, Option<Time>) {
    move |found, time| {
        let found = found.placed(Place { time: time.or(place.time), ..place });
        if found.offset().is_some_and(|offset| offset < from) {
            // The frames behind it may depend on it.
            drop(found.given());
        } else {
            give(found);
        }
    }
}
