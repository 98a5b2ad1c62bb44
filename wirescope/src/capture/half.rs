//! One direction of a TCP connection: segments in whatever order to a stream with gaps.

use super::pieces::Pieces;
use crate::time::Time;

/// Packets of a connection that are waited for a missing segment after its receiver has acknowledged it: captures of
/// several queues are not quite in order.
const GRACE: u64 = 64;

/// Furthest that a sequence number can be from the last: the largest window that TCP has.
const WINDOW: i64 = 1 << 30;

/// A part of the stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// The next bytes, and when they came.
    Bytes(&'a [u8], Option<Time>),
    /// So many bytes that were not captured.
    Gap(u64),
}

/// Takes the parts of the stream, in order.
pub(super) type Take<'t> = &'t mut dyn FnMut(Part<'_>);

/// The stream of one sender. Offsets count from the first byte behind its SYN or, where that was not captured, from
/// the first byte that was.
#[derive(Debug, Default)]
pub(super) struct Half {
    /// The sequence number of offset 0.
    base: Option<u32>,
    /// True when the base is that of a SYN.
    pub(super) syn: bool,
    /// Offset of the end of what was given.
    next: u64,
    pieces: Pieces,
    /// Furthest offset that is known to have been sent, captured or not.
    sent: u64,
    /// Furthest offset that the receiver acknowledged.
    acked: u64,
    /// While there is no base: the first acknowledgement, and how far those after it went.
    acked_only: Option<(u32, u32)>,
    /// Where the stream ends, when its FIN was captured.
    pub(super) end: Option<u64>,
    /// When the last segment came.
    pub(super) time: Option<Time>,
    /// True when anything of this sender was captured.
    pub(super) seen: bool,
}

impl Half {
    /// Memory in use for what came out of order.
    pub(super) const fn cost(&self) -> usize {
        self.pieces.cost()
    }

    /// True when a SYN with this sequence number belongs to the connection as it is known.
    pub(super) fn fits_syn(&self, seq: u32) -> bool {
        self.base.is_none_or(|base| base == seq.wrapping_add(1))
    }

    /// Takes the SYN.
    pub(super) fn begin(&mut self, seq: u32) {
        self.syn = true;
        self.base = Some(seq.wrapping_add(1));
    }

    /// True when all up to the FIN was given.
    pub(super) fn is_done(&self) -> bool {
        self.end.is_some_and(|end| self.next >= end)
    }

    /// Takes a segment of the sender: bytes that begin at `seq`, behind them `cut` ones that were not captured.
    pub(super) fn segment(
        &mut self,
        (seq, bytes, cut): (u32, &[u8], usize),
        fin: bool,
        (time, packet): (Option<Time>, u64),
        take: Take<'_>,
    ) {
        if bytes.is_empty() && cut == 0 && !fin {
            return;
        }
        let base = *self.base.get_or_insert(seq);
        if let Some((first, last)) = self.acked_only.take() {
            self.acknowledge(first.wrapping_add(last));
        }
        let Some(start) = self.offset(base, seq) else { return };
        let reach = start + (bytes.len() + cut) as i64;
        // Whatever stands in front of the first byte captured cannot be given any more.
        let Ok(reach) = u64::try_from(reach) else { return };
        // What follows the FIN is not of this stream.
        if self.end.is_some_and(|end| reach > end) {
            return;
        }
        self.sent = self.sent.max(reach);
        if fin {
            self.end = Some(reach);
        }
        let known = usize::try_from(self.next as i64 - start).unwrap_or(0).min(bytes.len());
        let (bytes, start) = (&bytes[known..], start + known as i64);
        if let Ok(start) = u64::try_from(start)
            && !bytes.is_empty()
        {
            self.time = time.max(self.time);
            if start == self.next {
                self.give(bytes, time, take);
                self.drain(take);
            } else {
                self.pieces.insert(start, bytes, time, packet);
            }
        }
    }

    /// Takes an acknowledgement of the receiver.
    pub(super) fn acknowledge(&mut self, ack: u32) {
        let Some(base) = self.base else {
            let (first, last) = self.acked_only.unwrap_or((ack, 0));
            let count = ack.wrapping_sub(first);
            self.acked_only = Some((first, if i64::from(count) < WINDOW { last.max(count) } else { last }));
            return;
        };
        if let Some(offset) = self.offset(base, ack).and_then(|offset| u64::try_from(offset).ok()) {
            self.acked = self.acked.max(offset);
        }
    }

    /// Gives up what the receiver has but the capture has not, once it was waited for.
    pub(super) fn give_up(&mut self, packet: u64, take: Take<'_>) {
        while let Some((start, since)) = self.pieces.first()
            && self.acked >= start
            && packet.saturating_sub(since) >= GRACE
        {
            self.skip_to(start, take);
        }
    }

    /// Gives up all that is missing in front of what was captured.
    pub(super) fn give_up_all(&mut self, take: Take<'_>) {
        while let Some((start, _)) = self.pieces.first() {
            self.skip_to(start, take);
        }
    }

    /// Ends the stream: gives all that came, and tells of what is known to have been sent behind it.
    pub(super) fn finish(&mut self, take: Take<'_>) {
        self.give_up_all(take);
        let acked = match (self.base, self.acked_only) {
            (None, Some((_, count))) => u64::from(count),
            _ => self.acked,
        };
        // A FIN that was not captured is acknowledged like a byte.
        let acked = if self.end.is_none() && acked > self.next.max(self.sent) { acked - 1 } else { acked };
        let last = self.end.unwrap_or(acked).max(self.sent);
        if last > self.next {
            take(Part::Gap(last - self.next));
            self.next = last;
        }
    }

    /// The offset of a sequence number; none when it is too far from the last.
    fn offset(&self, base: u32, seq: u32) -> Option<i64> {
        let [.., b0, b1, b2, b3] = self.next.to_be_bytes();
        let here = base.wrapping_add(u32::from_be_bytes([b0, b1, b2, b3]));
        let ahead = i64::from(i32::from_be_bytes(seq.wrapping_sub(here).to_be_bytes()));
        let next = i64::try_from(self.next).ok()?;
        (ahead.abs() <= WINDOW).then(|| next + ahead)
    }

    fn skip_to(&mut self, start: u64, take: Take<'_>) {
        if start > self.next {
            take(Part::Gap(start - self.next));
            self.next = start;
        }
        self.drain(take);
    }

    /// Gives the pieces that nothing is missing in front of.
    fn drain(&mut self, take: Take<'_>) {
        while let Some(piece) = self.pieces.take(self.next) {
            self.give(&piece.bytes, piece.time, take);
        }
    }

    fn give(&mut self, bytes: &[u8], time: Option<Time>, take: Take<'_>) {
        self.next += bytes.len() as u64;
        take(Part::Bytes(bytes, time));
    }
}
