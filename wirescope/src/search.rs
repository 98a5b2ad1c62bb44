//! Finding the next frame in bytes whose frames are not known: after lost or damaged ones, or from the middle of a
//! connection.
//!
//! A place is taken for the start of a frame when a chain of frames begins there: the first ones decode without
//! an error, and a plausible header follows them, or the end of the data. Nothing else is ever shown as a frame.

use crate::Options;
use crate::protocol::{InStream, Protocol, bmq::Bmq, fila::Fila, mx::MessageX};
use codec_common::frame::{FrameHeader, PREFIX};

/// Longest frame that a search looks past, in bytes: what is longer is not found, and does not hold the search up.
pub(crate) const LONGEST: usize = 4 << 20;

/// Bytes of a header that are looked at; fewer are looked at only when no more will come.
const HEADER: usize = 16;

/// What a search may spend on decoding candidates for each byte that it searches, so that no data makes it quadratic.
const SPEND: usize = 16;

/// What it may spend at once.
const ADVANCE: usize = 4 * LONGEST;

/// A search in one stream, which goes on as bytes come.
#[derive(Debug)]
pub(crate) struct Search {
    /// Bytes that decoding may still look at.
    credit: usize,
}

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A frame begins here.
    Found(usize),
    /// None begins in front of here; whether one does here depends on bytes to come.
    Open(usize),
}

/// What is known of one place.
enum Verdict {
    Frame,
    No,
    Unknown,
}

impl Search {
    pub(crate) const fn new() -> Self {
        Self { credit: ADVANCE }
    }

    /// Looks for a frame in `bytes` from `from` on. With `end`, no more bytes will come.
    pub(crate) fn find<D: InStream>(
        &mut self,
        dissect: &mut D,
        bytes: &[u8],
        from: usize,
        end: bool,
    ) -> Place {
        for place in from..bytes.len() {
            match self.judge(dissect, &bytes[place..], end) {
                Verdict::Frame => return Place::Found(place),
                Verdict::Unknown => return Place::Open(place),
                Verdict::No => self.credit = (self.credit + SPEND).min(ADVANCE),
            }
        }
        Place::Open(bytes.len())
    }

    /// Follows the chain that may begin with `bytes`: the headers first, since decoding is dear, and to be done once.
    fn judge<D: InStream>(&mut self, dissect: &mut D, bytes: &[u8], end: bool) -> Verdict {
        let limits = dissect.limits();
        let mut rest = bytes;
        let mut links = 0;
        loop {
            if rest.len() < HEADER && !end {
                return Verdict::Unknown;
            }
            if rest.is_empty() && links > 0 {
                break;
            }
            if !D::recognise(rest) {
                return Verdict::No;
            }
            if links == D::CHAIN {
                break;
            }
            let prefix = rest.first_chunk::<PREFIX>().copied().unwrap_or_default();
            let len = match D::Framing::frame_len(prefix, &limits) {
                Ok(len) if (PREFIX..=LONGEST).contains(&len) => len,
                _ => return Verdict::No,
            };
            match rest.split_at_checked(len) {
                Some((_, behind)) => rest = behind,
                None => return if end { Verdict::No } else { Verdict::Unknown },
            }
            links += 1;
        }
        let mut frames = &bytes[..bytes.len() - rest.len()];
        let Some(credit) = self.credit.checked_sub(frames.len()) else { return Verdict::No };
        self.credit = credit;
        while let Some(prefix) = frames.first_chunk::<PREFIX>() {
            let len = D::Framing::frame_len(*prefix, &limits).unwrap_or(frames.len());
            match frames.split_at_checked(len) {
                Some((frame, behind)) if dissect.is_sound(frame) => frames = behind,
                _ => return Verdict::No,
            }
        }
        Verdict::Frame
    }
}

/// Finds out which protocol the middle of a stream has: the first one of which a frame is found.
pub(crate) fn detect(bytes: &[u8], options: &Options, end: bool) -> Option<(Protocol, usize)> {
    fn find<D: InStream>(mut dissect: D, bytes: &[u8], end: bool) -> Option<usize> {
        match Search::new().find(&mut dissect, bytes, 0, end) {
            Place::Found(place) => Some(place),
            Place::Open(_) => None,
        }
    }
    let candidates = Protocol::ALL.iter().filter(|protocol| options.may_be(**protocol));
    candidates
        .filter_map(|protocol| {
            let place = match protocol {
                Protocol::Bmq => find(Bmq::new(options), bytes, end),
                Protocol::Fila => find(Fila::new(options), bytes, end),
                Protocol::Mx => find(MessageX::new(options), bytes, end),
            };
            Some((*protocol, place?))
        })
        .min_by_key(|(_, place)| *place)
}
