//! The law of streams, for any protocol: frames do not depend on how the bytes came in.

use crate::alloc_count;
use codec_common::Limits;
use codec_common::frame::{
    Frame, FrameDecoder, FrameError, FrameHeader, FrameReason, PREFIX, Split, split_frame,
};

/// Bytes at the end of an input that say how the rest is cut.
pub const CUTS: usize = 16;

/// Splits `data` in one go and in chunks, which must give the same frames and errors.
///
/// The last [`CUTS`] bytes choose the limit and, over and over, the sizes of the chunks and the way they are handed
/// to the decoder; the stream is what is in front of them.
///
/// # Panics
/// When a law is broken.
pub fn stream<H: FrameHeader>(data: &[u8]) {
    let (stream, cuts) = data.split_at(data.len() - data.len().min(CUTS));
    let (limit, cuts) = cuts.split_first().map_or((0, cuts), |(first, rest)| (*first, rest));
    let limits = Limits::new().with_max_frame([64, 1024, 65_536, 16 << 20][usize::from(limit & 3)]);
    let (items, end) = at_once::<H>(stream, &limits);
    // Not more than twice what came in, and what a read was given to fill.
    alloc_count::at_most("a stream decoder", 2 * stream.len() + Cut::LARGEST, || {
        in_chunks::<H>(stream, cuts, &limits, &items, end);
    });
}

/// Where a frame is, or why it is none; the first number is where it begins.
type Item<'a> = (usize, Result<&'a [u8], FrameError>);

/// What `split_frame` makes of the stream, and what `finish` must say in the end.
fn at_once<'a, H: FrameHeader>(
    stream: &'a [u8],
    limits: &Limits,
) -> (Vec<Item<'a>>, Result<(), FrameReason>) {
    let mut items = Vec::new();
    let mut rest = stream;
    loop {
        let at = stream.len() - rest.len();
        match split_frame::<H>(rest, limits) {
            Ok(Split::Frame { frame, rest: behind }) => {
                let len = frame.bytes().len();
                assert!(len >= PREFIX && len + behind.len() == rest.len(), "a frame of {len} bytes at {at}");
                items.push((at, Ok(frame.bytes())));
                rest = behind;
            }
            Ok(Split::NeedMore { at_least }) => {
                assert!(at_least > 0, "more is needed, but nothing");
                let (have, need) = (rest.len() as u64, at_least as u64);
                let end = if rest.is_empty() { Ok(()) } else { Err(FrameReason::EofInFrame { have, need }) };
                return (items, end);
            }
            Err(error) => {
                super::show_error(&error);
                items.push((at, Err(error)));
                match error.frame_len() {
                    Some(len) => rest = &rest[len..],
                    None => return (items, Err(error.reason())),
                }
            }
        }
    }
}

/// One step of feeding: how many bytes, and by which way.
struct Cut {
    len: usize,
    way: Way,
}

enum Way {
    /// `frames`, all of them.
    All,
    /// `frames`, of which one is taken and the rest is left.
    One,
    /// `space` and `advance`.
    Space,
}

impl Cut {
    const LARGEST: usize = 31 * 31 * 5;

    fn of(byte: u8) -> Self {
        let size = usize::from(byte >> 2) % 32;
        // Mostly a few bytes, at times some thousand.
        let len = if byte & 0x80 == 0 { size } else { size * size * 5 };
        let way = match byte & 3 {
            0 => Way::One,
            1 => Way::Space,
            _ => Way::All,
        };
        Self { len, way }
    }
}

/// Feeds the stream in chunks and compares each frame with the next of `items`.
fn in_chunks<H: FrameHeader>(
    stream: &[u8],
    cuts: &[u8],
    limits: &Limits,
    items: &[Item<'_>],
    end: Result<(), FrameReason>,
) {
    let mut decoder = FrameDecoder::<H>::new(*limits);
    let mut expected = Expected { items: items.iter(), failed: None };
    let mut cuts = cuts.iter().copied().cycle();
    let mut rest = stream;
    while !rest.is_empty() {
        // Without a single byte of cuts, and where they say nothing but 0, it goes on byte by byte.
        let cut = Cut::of(cuts.next().unwrap_or(2));
        let (chunk, behind) = rest.split_at(cut.len.clamp(1, rest.len()));
        rest = behind;
        match cut.way {
            Way::All | Way::One => {
                let mut frames = decoder.frames(chunk);
                while expected.take(frames.next()) && matches!(cut.way, Way::All) {}
            }
            Way::Space => {
                let space = decoder.space(chunk.len());
                assert_eq!(space.len(), chunk.len(), "the space has the length that was asked for");
                space.copy_from_slice(chunk);
                decoder.advance(chunk.len());
                while expected.take(decoder.next()) {}
            }
        }
        if !matches!(cut.way, Way::One) {
            let kept = decoder.buffered();
            assert!(kept <= limits.max_frame() + PREFIX, "{kept} bytes are kept");
            assert!(
                decoder.missing() > 0 || expected.failed.is_some(),
                "nothing is missing and nothing comes"
            );
        }
    }
    while expected.take(decoder.next()) {}
    assert_eq!(expected.items.next(), None, "a frame did not come out of the chunks");
    let finish = decoder.finish();
    assert_eq!(finish.map_err(|error| error.reason()), end, "at the end of the input");
}

/// The frames that must come.
struct Expected<'i, 'a> {
    items: std::slice::Iter<'i, Item<'a>>,
    /// The fatal error, which must come again for ever.
    failed: Option<FrameError>,
}

impl Expected<'_, '_> {
    /// Checks what a decoder gave; true while more may come.
    fn take(&mut self, given: Result<Option<Frame<'_>>, FrameError>) -> bool {
        let given = match given {
            Ok(None) => return false,
            Ok(Some(frame)) => Ok(frame),
            Err(error) => Err(error),
        };
        if let Some(failed) = self.failed {
            assert_eq!(given, Err(failed), "after a fatal error");
            return false;
        }
        let Some((at, expected)) = self.items.next() else { panic!("too much came: {given:?}") };
        match (given, expected) {
            (Ok(frame), Ok(bytes)) => {
                assert_eq!((frame.offset(), frame.bytes()), (*at as u64, *bytes), "frame at {at}");
            }
            (Err(error), Err(same)) => {
                assert_eq!((error.reason(), error.offset()), (same.reason(), *at as u64), "error at {at}");
                assert_eq!(error.frame_len(), same.frame_len(), "error at {at}");
                if error.is_fatal() {
                    self.failed = Some(error);
                    return false;
                }
            }
            (given, expected) => panic!("at {at}: {given:?} in place of {expected:?}"),
        }
        true
    }
}
