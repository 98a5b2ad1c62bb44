//! All connections of a capture.

use super::connection::{Connection, Shared};
use super::file::Packet;
use super::fragments::Fragments;
use super::packet::{self, Content, Segment};
use crate::Options;
use crate::protocol::bmq::SharedInflater;
use crate::session::{Found, Give, Note, NoteKind};
use crate::time::Time;
use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;

/// Packets after which a connection that has ended is forgotten: what comes late is still told from a new one.
const LINGER: u64 = 256;

/// Packets that are remembered beyond those that need be.
const SLACK: usize = 1_000;

/// Both ends of a connection, the lesser first.
type Ends = (SocketAddr, SocketAddr);

/// Follows the connections of a capture.
pub(super) struct Tracker {
    shared: Shared,
    open: HashMap<Ends, Followed>,
    /// Packets with their connections, oldest first; the last one of each is among them.
    by_age: VecDeque<(u64, Ends)>,
    /// Those that have ended, by the packet that ended them.
    ended: VecDeque<(u64, u64, Ends)>,
    fragments: Fragments,
    /// Memory in use for what came out of order, over all connections.
    cost: usize,
    counts: Counts,
}

struct Followed {
    connection: Connection,
    number: u64,
    last_packet: u64,
    is_ended: bool,
}

/// What is told at the end.
#[derive(Debug, Default)]
struct Counts {
    packets: u64,
    connections: u64,
    /// Packets without a time, and with less than all of their bytes.
    untimed: u64,
    cut: u64,
    /// Packets that are not TCP, that cannot be read, and of unknown link layers.
    other: u64,
    unreadable: u64,
    unknown_link: Option<(i32, u64)>,
    /// Connections that hold none of the protocols, and their bytes.
    other_connections: u64,
    other_bytes: u64,
    /// Connections that made room for others.
    evicted: u64,
}

impl Tracker {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            shared: Shared { options: options.clone(), inflater: SharedInflater::default() },
            open: HashMap::new(),
            by_age: VecDeque::new(),
            ended: VecDeque::new(),
            fragments: Fragments::default(),
            cost: 0,
            counts: Counts::default(),
        }
    }

    /// Takes the next packet.
    pub(super) fn packet(&mut self, packet: &Packet<'_>, give: Give<'_>) {
        let counts = &mut self.counts;
        counts.packets += 1;
        counts.untimed += u64::from(packet.time.is_none());
        counts.cut += u64::from(packet.is_cut);
        match packet::parse(packet) {
            Content::Segment(segment) => self.segment(&segment, packet.time, give),
            Content::Fragment(fragment) => {
                if let Some(payload) = self.fragments.push(&fragment) {
                    match packet::in_payload(fragment.id.0, fragment.id.1, &payload) {
                        Some(segment) => self.segment(&segment, packet.time, give),
                        None => self.counts.unreadable += 1,
                    }
                }
            }
            Content::Other => counts.other += 1,
            Content::Unreadable => counts.unreadable += 1,
            Content::UnknownLink => counts.unknown_link.get_or_insert((packet.link, 0)).1 += 1,
        }
        self.forget_ended(give);
    }

    /// Ends all connections, in the order of their numbers, and tells what was left out.
    pub(super) fn finish(&mut self, give: Give<'_>) {
        let mut open: Vec<_> = self.open.drain().map(|(_, followed)| followed).collect();
        open.sort_unstable_by_key(|followed| followed.number);
        for mut followed in open {
            followed.connection.finish(&self.shared, give);
            self.counts.ended(&followed.connection);
        }
        self.by_age.clear();
        self.ended.clear();
        self.cost = 0;
        self.counts.tell(self.fragments.lost(), give);
    }

    fn segment(&mut self, segment: &Segment<'_>, time: Option<Time>, give: Give<'_>) {
        let ends = (segment.from.min(segment.to), segment.from.max(segment.to));
        if self.open.get(&ends).is_some_and(|followed| followed.connection.is_over(segment)) {
            self.close(ends, give);
        }
        if !self.open.contains_key(&ends) {
            while self.open.len() >= self.shared.options.max_connections.max(1) {
                let Some((packet, oldest)) = self.by_age.pop_front() else { break };
                if is_last(&self.open, packet, &oldest) {
                    self.counts.evicted += 1;
                    self.close(oldest, give);
                }
            }
            let number = self.counts.connections;
            self.counts.connections += 1;
            let connection = Connection::new(number, segment, &self.shared);
            self.open.insert(ends, Followed { connection, number, last_packet: 0, is_ended: false });
        }
        let packet = self.counts.packets;
        self.aged(packet, ends);
        let Some(followed) = self.open.get_mut(&ends) else { return };
        followed.last_packet = packet;
        let connection = &mut followed.connection;
        let before = connection.cost();
        connection.segment(segment, time, &self.shared, give);
        self.cost = self.cost - before + connection.cost();
        if self.cost > self.shared.options.max_unordered {
            let before = connection.cost();
            connection.squeeze(&self.shared, give);
            self.cost = self.cost - before + connection.cost();
        }
        if connection.is_closed() && !followed.is_ended {
            followed.is_ended = true;
            self.ended.push_back((packet, followed.number, ends));
        }
    }

    /// A connection is the youngest now. The packets that came before are not looked for at once, but when most of
    /// those that are remembered are such.
    fn aged(&mut self, packet: u64, ends: Ends) {
        if self.by_age.len() > 2 * self.open.len() + SLACK {
            let open = &self.open;
            self.by_age.retain(|(packet, ends)| is_last(open, *packet, ends));
        }
        self.by_age.push_back((packet, ends));
    }

    /// Ends connections that nothing is to be expected of.
    fn forget_ended(&mut self, give: Give<'_>) {
        while let Some((packet, number, ends)) = self.ended.front().copied()
            && self.counts.packets - packet >= LINGER
        {
            self.ended.pop_front();
            if self.open.get(&ends).is_some_and(|followed| followed.number == number) {
                self.close(ends, give);
            }
        }
    }

    fn close(&mut self, ends: Ends, give: Give<'_>) {
        let Some(mut followed) = self.open.remove(&ends) else { return };
        self.cost -= followed.connection.cost();
        followed.connection.finish(&self.shared, give);
        self.counts.ended(&followed.connection);
    }
}

/// Whether a packet is the last one of its connection.
fn is_last(open: &HashMap<Ends, Followed>, packet: u64, ends: &Ends) -> bool {
    open.get(ends).is_some_and(|followed| followed.last_packet == packet)
}

impl Counts {
    fn ended(&mut self, connection: &Connection) {
        if connection.is_other() && connection.bytes > 0 {
            self.other_connections += 1;
            self.other_bytes += connection.bytes;
        }
    }

    fn tell(&self, fragments: u64, give: Give<'_>) {
        let mut note = |kind, text: String| give(Found::Note(Note::new(kind, text)));
        let Self { packets, other, unreadable, other_connections, other_bytes, evicted, .. } = self;
        if self.cut > 0 {
            let text = format!("{} of {packets} packets were cut when they were captured", self.cut);
            note(NoteKind::Snaplen, text);
        }
        if self.untimed > 0 {
            note(NoteKind::NoTimes, format!("{} of {packets} packets have no time", self.untimed));
        }
        if fragments > 0 {
            note(NoteKind::Fragments, format!("{fragments} fragmented packets could not be put together"));
        }
        if *other_connections > 0 {
            let text = format!("{other_connections} other TCP connections, with {other_bytes} bytes");
            note(NoteKind::Other, text);
        }
        if *other > 0 {
            note(NoteKind::Other, format!("{other} of {packets} packets are not TCP"));
        }
        if *unreadable > 0 {
            note(NoteKind::Unreadable, format!("{unreadable} of {packets} packets cannot be read"));
        }
        if let Some((link, count)) = self.unknown_link {
            let text = format!("{count} of {packets} packets have a link layer that is not known ({link})");
            note(NoteKind::Unreadable, text);
        }
        if *evicted > 0 {
            let text = format!("the bound on connections was hit: {evicted} were ended to make room");
            note(NoteKind::Limit, text);
        }
    }
}
