//! IP packets that came in fragments.

use super::packet::{Fragment, FragmentId};
use super::pieces::Pieces;

/// Most packets that are put together at a time; the oldest one makes room.
const MAX_OPEN: usize = 64;

/// Longest payload of a packet.
const LONGEST: u64 = 65_535;

/// Packets of which some fragments are there.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    /// Oldest first.
    open: Vec<(FragmentId, Open)>,
    /// Packets that were given up.
    lost: u64,
}

#[derive(Debug, Default)]
struct Open {
    pieces: Pieces,
    /// Length of the payload, from its last fragment.
    end: Option<u64>,
}

impl Fragments {
    /// Takes a fragment; gives the payload of the packet that it completes.
    pub(super) fn push(&mut self, fragment: &Fragment<'_>) -> Option<Vec<u8>> {
        let (start, end) = (fragment.offset as u64, (fragment.offset + fragment.payload.len()) as u64);
        if end > LONGEST {
            self.lost += 1;
            return None;
        }
        let known = self.open.iter().position(|(id, _)| *id == fragment.id);
        let index = known.unwrap_or_else(|| {
            if self.open.len() >= MAX_OPEN {
                self.open.remove(0);
                self.lost += 1;
            }
            self.open.push((fragment.id, Open::default()));
            self.open.len() - 1
        });
        let (_, open) = self.open.get_mut(index)?;
        open.pieces.insert(start, fragment.payload, None, 0);
        if !fragment.more {
            open.end = Some(end);
        }
        let whole = open.end.filter(|end| open.pieces.reach() >= *end)?;
        let mut pieces = self.open.remove(index).1.pieces;
        let mut payload = Vec::new();
        while let Some(piece) = pieces.take(payload.len() as u64) {
            payload.extend(piece.bytes);
        }
        payload.truncate(usize::try_from(whole).unwrap_or(usize::MAX));
        Some(payload)
    }

    /// Packets that cannot be put together any more, at the end of the capture.
    pub(super) fn lost(&self) -> u64 {
        self.lost + self.open.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv6Addr};

    fn fragment(id: u32, offset: usize, more: bool, payload: &[u8]) -> Fragment<'_> {
        let address = IpAddr::V6(Ipv6Addr::LOCALHOST);
        Fragment { id: (address, address, id), offset, more, payload }
    }

    #[test]
    fn packets_come_out_when_their_last_fragment_is_there() {
        let mut fragments = Fragments::default();
        assert_eq!(fragments.push(&fragment(1, 16, false, b"end")), None);
        assert_eq!(fragments.push(&fragment(1, 0, true, b"01234567")), None);
        // Of another packet.
        assert_eq!(fragments.push(&fragment(2, 8, true, b"xxxxxxxx")), None);
        assert_eq!(fragments.push(&fragment(1, 0, true, b"yyyyyyyy")), None);
        assert_eq!(fragments.push(&fragment(1, 8, true, b"89abcdef")), Some(b"0123456789abcdefend".to_vec()));
        assert_eq!(fragments.lost(), 1);
    }

    #[test]
    fn packets_that_are_never_whole_make_room() {
        let mut fragments = Fragments::default();
        for id in 0..1000 {
            assert_eq!(fragments.push(&fragment(id, 0, true, b"01234567")), None);
        }
        assert_eq!((fragments.open.len(), fragments.lost()), (MAX_OPEN, 1000));
        assert_eq!(fragments.push(&fragment(0, 65_528, false, b"01234567")), None);
        assert_eq!(fragments.lost(), 1001);
        assert_eq!(fragments.push(&fragment(999, 8, false, b"")), Some(b"01234567".to_vec()));
    }
}
