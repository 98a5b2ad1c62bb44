//! The laws of [`FrameDecoder`], each a test of its own.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "a test may panic")]

use alloc::{vec, vec::Vec};

use proptest::{collection, prelude::*, sample::Index};

use super::{testing::*, *};

const LIMIT: usize = 300;
const LIMITS: Limits = Limits::new().with_max_frame(LIMIT);

/// What came out of a decoder, but for the head of an error, which may depend on the chunks.
#[derive(Clone, Debug, PartialEq)]
enum Event {
    Frame(u64, Vec<u8>),
    Error { reason: FrameReason, offset: u64, frame_len: Option<usize> },
}

fn event(result: Result<Frame<'_>, FrameError>) -> Event {
    match result {
        Ok(frame) => Event::Frame(frame.offset(), frame.bytes().to_vec()),
        Err(error) => {
            Event::Error { reason: error.reason(), offset: error.offset(), frame_len: error.frame_len() }
        }
    }
}

fn is_fatal(event: &Event) -> bool {
    matches!(event, Event::Error { frame_len: None, .. })
}

/// The events of a whole stream by the stateless primitive, the end of input among them.
fn expected(stream: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut at = 0;
    while at < stream.len() {
        let offset = wide(at);
        match split_frame::<Test>(&stream[at..], &LIMITS) {
            Ok(Split::Frame { frame, .. }) => {
                events.push(Event::Frame(offset, frame.bytes().to_vec()));
                at += frame.bytes().len();
            }
            Ok(Split::NeedMore { at_least }) => {
                let reason = FrameReason::EofInFrame { have: wide(stream.len() - at), need: wide(at_least) };
                events.push(Event::Error { reason, offset, frame_len: None });
                break;
            }
            Err(error) => {
                let (reason, frame_len) = (error.reason(), error.frame_len());
                events.push(Event::Error { reason, offset, frame_len });
                let Some(len) = frame_len else { break };
                at += len;
            }
        }
    }
    events
}

/// How one chunk is given to the decoder.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// `frames`, and at most so many are taken.
    Frames(usize),
    /// `space` and `advance`, and at most so many are taken with `next`.
    Space(usize),
}

fn ways() -> impl Strategy<Value = Way> {
    let most = || prop_oneof![4 => Just(usize::MAX), 1 => 0..3usize];
    prop_oneof![most().prop_map(Way::Frames), most().prop_map(Way::Space)]
}

/// Feeds one chunk; appends what comes out, up to a fatal error.
fn feed(decoder: &mut FrameDecoder<Test>, chunk: &[u8], way: Way, events: &mut Vec<Event>) {
    fn take<'a>(next: Result<Option<Frame<'a>>, FrameError>, events: &mut Vec<Event>) -> bool {
        events.extend(next.transpose().map(event));
        !matches!(events.last(), Some(last) if is_fatal(last))
    }
    let most = match way {
        Way::Frames(most) => {
            let mut frames = decoder.frames(chunk);
            let mut taken = 0;
            while taken < most {
                let before = events.len();
                if !take(frames.next(), events) || events.len() == before {
                    break;
                }
                taken += 1;
            }
            return;
        }
        Way::Space(most) => most,
    };
    decoder.space(chunk.len()).copy_from_slice(chunk);
    decoder.advance(chunk.len());
    for _ in 0..most {
        let before = events.len();
        if !take(decoder.next(), events) || events.len() == before {
            break;
        }
    }
}

/// Streams of frames good and bad, with an end that may be inside a frame or a wrong length.
fn streams() -> impl Strategy<Value = Vec<u8>> {
    let bodies = prop_oneof![3 => 0..20usize, 1 => 0..LIMIT - 2];
    let one = (prop_oneof![5 => Just(0u8), 1 => any::<u8>()], bodies)
        .prop_map(|(flags, len)| flagged(flags, &vec![flags ^ 0x5a; len]));
    let end = prop_oneof![
        2 => Just(Vec::new()),
        1 => collection::vec(any::<u8>(), 0..12),
        1 => Just(frame(&[0; LIMIT - 1])),
        1 => Just(frame(&[1; 100])[..50].to_vec()),
    ];
    (collection::vec(one, 0..20), end).prop_map(|(frames, end)| [frames.concat(), end].concat())
}

fn chunks<'a>(stream: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
    cuts.extend([0, stream.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| &stream[pair[0]..pair[1]]).collect()
}

proptest! {
    #[test]
    fn frames_do_not_depend_on_how_the_bytes_were_chunked(
        stream in streams(),
        cuts in collection::vec(any::<Index>(), 0..30),
        ways in collection::vec(ways(), 32),
    ) {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        let mut events = Vec::new();
        for (chunk, way) in chunks(&stream, &cuts).into_iter().zip(ways) {
            feed(&mut decoder, chunk, way, &mut events);
            if events.last().is_some_and(is_fatal) {
                break;
            }
        }
        if !events.last().is_some_and(is_fatal) {
            feed(&mut decoder, &[], Way::Frames(usize::MAX), &mut events);
        }
        let end = decoder.finish();
        match events.last() {
            Some(last) if is_fatal(last) => prop_assert_eq!(&event(Err(end.unwrap_err())), last),
            _ => events.extend(end.err().map(|error| event(Err(error)))),
        }
        prop_assert_eq!(events, expected(&stream));
    }

    #[test]
    fn chunks_of_one_size(stream in streams(), size in 1..40usize, way in ways()) {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        let mut events = Vec::new();
        for chunk in stream.chunks(size) {
            feed(&mut decoder, chunk, way, &mut events);
            if events.last().is_some_and(is_fatal) {
                break;
            }
        }
        let mut expected = expected(&stream);
        expected.retain(|event| !matches!(event, Event::Error { reason: FrameReason::EofInFrame { .. }, .. }));
        if !events.last().is_some_and(is_fatal) {
            feed(&mut decoder, &[], Way::Space(usize::MAX), &mut events);
        }
        prop_assert_eq!(events, expected);
    }

    #[test]
    fn whole_frames_inside_one_chunk_are_not_copied(
        lengths in collection::vec(0..60usize, 1..30),
        cuts in collection::vec(any::<Index>(), 0..6),
    ) {
        let stream: Vec<u8> = lengths.iter().flat_map(|&len| frame(&vec![7; len])).collect();
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        for chunk in chunks(&stream, &cuts) {
            let start = decoder.offset() + wide(decoder.buffered());
            let mut frames = decoder.frames(chunk);
            while let Some(frame) = frames.next().unwrap() {
                let bytes = frame.bytes().as_ptr_range();
                let chunk = chunk.as_ptr_range();
                let borrowed = chunk.start <= bytes.start && bytes.end <= chunk.end;
                prop_assert_eq!(borrowed, frame.offset() >= start);
            }
        }
        decoder.finish().unwrap();
    }

    #[test]
    fn bytes_are_copied_an_amortised_constant_number_of_times(
        stream in streams(),
        size in 1..500usize,
        way in ways(),
    ) {
        // Once into the buffer; three times, at most, for growth by doubling (zeroed, moved); once to the front.
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        for chunk in stream.chunks(size) {
            feed(&mut decoder, chunk, way, &mut Vec::new());
        }
        prop_assert!(decoder.buffer.copied <= 6 * stream.len() + 64, "{} of {}", decoder.buffer.copied, stream.len());
    }

    #[test]
    fn a_drained_decoder_keeps_at_most_the_limit_and_a_header(
        stream in streams(),
        cuts in collection::vec(any::<Index>(), 0..30),
    ) {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        for chunk in chunks(&stream, &cuts) {
            feed(&mut decoder, chunk, Way::Frames(usize::MAX), &mut Vec::new());
            prop_assert!(decoder.buffered() < LIMIT + PREFIX);
            prop_assert!(decoder.buffer.capacity() <= LIMIT + PREFIX);
        }
    }

    #[test]
    fn nothing_is_consumed_while_a_frame_is_incomplete(first in 0..20usize, body in 0..60usize) {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        feed(&mut decoder, &frame(&vec![0; first]), Way::Frames(usize::MAX), &mut Vec::new());
        let (offset, whole) = (wide(HEADER + first), frame(&vec![1; body]));
        for (have, byte) in whole.iter().enumerate() {
            prop_assert_eq!((decoder.offset(), decoder.buffered()), (offset, have));
            prop_assert_eq!(decoder.missing(), if have < PREFIX { PREFIX - have } else { whole.len() - have });
            prop_assert_eq!(decoder.next(), Ok(None));
            decoder.space(1)[0] = *byte;
            decoder.advance(1);
        }
        prop_assert_eq!((decoder.offset(), decoder.missing()), (offset, 0));
        prop_assert_eq!(decoder.next().unwrap().unwrap().bytes(), &whole[..]);
        prop_assert_eq!((decoder.buffered(), decoder.missing()), (0, PREFIX));
    }

    #[test]
    fn a_wrong_length_is_refused_as_soon_as_its_bytes_are_there(
        length in prop_oneof![0..2u32, u32::try_from(LIMIT).unwrap() + 1..=u32::MAX],
        more in collection::vec(any::<u8>(), 0..20),
        way in prop_oneof![Just(Way::Frames(usize::MAX)), Just(Way::Space(usize::MAX))],
    ) {
        let prefix = length.to_be_bytes();
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        let mut events = Vec::new();
        feed(&mut decoder, &[frame(&[]), prefix[..3].to_vec()].concat(), way, &mut events);
        prop_assert_eq!(events.len(), 1);
        let end = [&prefix[3..], &more[..]].concat();
        feed(&mut decoder, &end, way, &mut events);
        prop_assert!(is_fatal(&events[1]));
        // All that was there of the frame is told, up to 16 bytes, though part stood in the buffer.
        let error = decoder.finish().unwrap_err();
        let front = [&prefix[..], &more[..]].concat();
        prop_assert_eq!(error.head(), &front[..front.len().min(16)]);
        prop_assert_eq!(error.offset(), 6);
    }
}

#[test]
fn the_work_for_a_large_frame_in_single_bytes_is_linear() {
    let body = vec![3; 1 << 20];
    let whole = frame(&body);
    for way in [Way::Frames(1), Way::Space(1)] {
        let mut decoder = FrameDecoder::<Test>::new(Limits::new());
        let mut events = Vec::new();
        for byte in whole.chunks(1) {
            feed(&mut decoder, byte, way, &mut events);
        }
        assert_eq!(events, [Event::Frame(0, whole.clone())]);
        assert!(
            decoder.buffer.copied <= 4 * whole.len(),
            "{way:?}: {} of {}",
            decoder.buffer.copied,
            whole.len()
        );
    }
}

#[test]
fn chunks_that_nobody_reads_are_kept_in_linear_work() {
    let whole = frame(&[9; 94]);
    for way in [Way::Frames(0), Way::Space(0)] {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        let mut events = Vec::new();
        for _ in 0..10_000 {
            feed(&mut decoder, &whole, way, &mut events);
        }
        assert_eq!((events.len(), decoder.buffered()), (0, 1_000_000));
        assert!(decoder.buffer.copied <= 6_000_000, "{way:?}: {}", decoder.buffer.copied);
        feed(&mut decoder, &[], Way::Frames(usize::MAX), &mut events);
        assert_eq!((events.len(), decoder.buffered()), (10_000, 0));
    }
}

#[test]
fn a_declared_length_takes_no_memory() {
    let mut decoder = FrameDecoder::<Test>::new(Limits::new());
    let start = [&16_000_000u32.to_be_bytes()[..], &[1, 0], &[0; 94]].concat();
    feed(&mut decoder, &start, Way::Frames(1), &mut Vec::new());
    assert_eq!((decoder.buffered(), decoder.missing()), (100, 16_000_004 - 100));
    assert!(decoder.buffer.capacity() <= 200);
}

#[test]
fn the_limit_on_frames_bites() {
    for (body, fits) in [(LIMIT - 2, true), (LIMIT - 1, false)] {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        assert_eq!(decoder.frames(&frame(&vec![0; body])).next().is_ok(), fits);
    }
    let mut decoder = FrameDecoder::<Test>::new(LIMITS);
    decoder.set_limits(Limits::new().with_max_frame(2));
    assert_eq!(decoder.limits().max_frame(), 2);
    assert!(decoder.frames(&frame(&[])).next().is_ok());
    assert!(decoder.frames(&frame(&[0])).next().is_err());
}

#[test]
fn after_a_fatal_error_the_stream_is_dead() {
    let mut decoder = FrameDecoder::<Test>::new(LIMITS);
    let chunk = [frame(&[1]), vec![0, 0, 0, 1, 5], frame(&[])].concat();
    let mut frames = decoder.frames(&chunk);
    assert!(frames.next().is_ok());
    let error = frames.next().unwrap_err();
    assert_eq!(error.reason(), FrameReason::LengthTooSmall { length: 1, minimum: 2 });
    assert_eq!(frames.next(), Err(error));
    drop(frames);
    for _ in 0..2 {
        assert_eq!(decoder.frames(&frame(&[])).next(), Err(error));
        let _ = decoder.frames(&frame(&[]));
        decoder.space(12).fill(0);
        decoder.advance(12);
        assert_eq!(decoder.next(), Err(error));
        assert_eq!(decoder.finish(), Err(error));
        assert_eq!((decoder.offset(), decoder.buffered(), decoder.missing()), (7, 0, 0));
    }
    decoder.reset();
    assert_eq!(decoder.offset(), 0);
    assert!(decoder.frames(&frame(&[])).next().unwrap().is_some());
    assert_eq!(decoder.finish(), Ok(()));
}

#[test]
fn an_error_of_one_frame_costs_that_frame_only() {
    let stream = [frame(&[1]), flagged(2, &[2]), frame(&[3])].concat();
    for size in [1, 7, stream.len()] {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        let mut events = Vec::new();
        for chunk in stream.chunks(size) {
            feed(&mut decoder, chunk, Way::Frames(usize::MAX), &mut events);
        }
        let reason = FrameReason::ReservedFlags { flags: 2 };
        let bad = Event::Error { reason, offset: 7, frame_len: Some(7) };
        assert_eq!(events, [Event::Frame(0, frame(&[1])), bad, Event::Frame(14, frame(&[3]))]);
        assert_eq!((decoder.finish(), decoder.offset()), (Ok(()), 21));
    }
}

#[test]
fn the_end_of_input_inside_a_frame_is_an_error_with_counts() {
    for (have, need) in [(1, 3), (3, 1), (4, 7), (10, 1)] {
        let mut decoder = FrameDecoder::<Test>::new(LIMITS);
        let stream = [frame(&[]), frame(&[0; 5])].concat();
        feed(&mut decoder, &stream[..HEADER + have], Way::Frames(usize::MAX), &mut Vec::new());
        let error = decoder.finish().unwrap_err();
        assert_eq!(error.reason(), FrameReason::EofInFrame { have: wide(have), need });
        assert_eq!((error.is_fatal(), error.offset(), error.head().len()), (true, 6, have));
    }
}

#[test]
fn advance_is_cut_to_the_memory_there_is() {
    let mut decoder = FrameDecoder::<Test>::new(LIMITS);
    decoder.advance(5);
    assert_eq!(decoder.buffered(), 0);
    decoder.space(HEADER).copy_from_slice(&frame(&[]));
    decoder.advance(usize::MAX);
    assert_eq!(decoder.buffered(), HEADER);
    assert!(decoder.next().unwrap().is_some());
}

#[test]
fn shrink_keeps_what_is_kept() {
    let mut decoder = FrameDecoder::<Test>::new(LIMITS);
    decoder.space(1000)[..9].copy_from_slice(&[&frame(&[])[..], &[0, 0, 0]].concat());
    decoder.advance(9);
    assert!(decoder.next().unwrap().is_some());
    decoder.shrink();
    assert_eq!((decoder.buffered(), decoder.buffer.capacity()), (3, 3));
    assert!(decoder.frames(&[2, 1, 0]).next().unwrap().is_some());
    decoder.shrink();
    assert_eq!((decoder.buffer.capacity(), decoder.finish()), (0, Ok(())));
}

#[test]
fn a_header_that_gives_less_than_its_prefix_still_moves_on() {
    let mut decoder = FrameDecoder::<Broken>::new(LIMITS);
    let mut frames = decoder.frames(&[0; 9]);
    assert_eq!(frames.next().unwrap().unwrap().bytes().len(), PREFIX);
    assert_eq!(frames.next().unwrap().unwrap().offset(), 4);
    assert_eq!(frames.next(), Ok(None));
}

#[test]
fn debug_shows_no_bytes() {
    let mut decoder = FrameDecoder::<Test>::new(LIMITS);
    let text = alloc::format!("{:?}", decoder.frames(b"secret"));
    assert!(text.starts_with("Frames { chunk: 6, decoder: FrameDecoder { offset: 0, buffered: 0"), "{text}");
}
