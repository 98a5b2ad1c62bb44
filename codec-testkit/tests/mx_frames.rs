//! The frame layer of MessageX.

use codec_testkit::mx::{KNOWN, chunks, frame, sha256};
use codec_testkit::oracle;
use mx_codec::{
    Encode, Envelope, Frame, FrameDecoder, FrameError, FrameReason, LIMITS, MAX_TEXT, Split, split_frame,
};
use proptest::prelude::*;

/// The texts of the frames, and the error at the end if there is one: why, and the offset of the frame. How many
/// bytes of it the error shows depends on how many had come.
type Outcome = (Vec<Vec<u8>>, Result<(), (FrameReason, u64)>);

/// The frames of chunks that the caller holds.
fn chunked(pieces: &[&[u8]]) -> Outcome {
    let mut decoder = FrameDecoder::new(LIMITS);
    let mut texts = Vec::new();
    for piece in pieces {
        let mut frames = decoder.frames(piece);
        loop {
            match frames.next() {
                Ok(Some(frame)) => texts.push(text(frame)),
                Ok(None) => break,
                Err(error) => return (texts, Err(place(error))),
            }
        }
    }
    let end = decoder.finish().map_err(place);
    (texts, end)
}

/// The frames of chunks that are read into the decoder.
fn read_in(pieces: &[&[u8]]) -> Outcome {
    let mut decoder = FrameDecoder::new(LIMITS);
    let mut texts = Vec::new();
    for piece in pieces {
        decoder.space(piece.len()).copy_from_slice(piece);
        decoder.advance(piece.len());
        loop {
            match decoder.next() {
                Ok(Some(frame)) => texts.push(text(frame)),
                Ok(None) => break,
                Err(error) => return (texts, Err(place(error))),
            }
        }
    }
    let end = decoder.finish().map_err(place);
    (texts, end)
}

fn place(error: FrameError) -> (FrameReason, u64) {
    assert!(error.is_fatal());
    (error.reason(), error.offset())
}

fn text(frame: Frame<'_>) -> Vec<u8> {
    frame.bytes()[4..].to_vec()
}

#[test]
fn known_answers() {
    for (text, hash) in KNOWN {
        let bytes = frame(text.as_bytes());
        assert_eq!(sha256(&bytes), hash);
        let envelope = Envelope::decode(&bytes, &LIMITS).unwrap();
        assert!(envelope.is_canonical());
        let mut built = vec![0; envelope.message().frame_len(&LIMITS).unwrap()];
        envelope.message().encode_to_slice(&mut built, &LIMITS).unwrap();
        assert_eq!(built, bytes);
    }
    assert_eq!(KNOWN.map(|(text, _)| text.len()), [126, 101, 119]);
}

#[test]
fn one_byte_and_one_mebibyte_are_frames() {
    for len in [1, MAX_TEXT] {
        let bytes = frame(&vec![b'1'; len]);
        let Ok(Split::Frame { frame, rest: [] }) = split_frame(&bytes, &LIMITS) else { panic!("{len}") };
        assert_eq!(frame.bytes().len(), len + 4);
        let error = Envelope::decode(frame.bytes(), &LIMITS).unwrap_err();
        assert_eq!(error.reason().name(), "not_object");
    }
}

#[test]
fn wrong_lengths_are_refused_with_their_four_bytes_and_for_ever() {
    for (prefix, name) in [
        (0x0000_0000u32, "length_too_small"),
        (0x0010_0001, "frame_too_large"),
        (0x7fff_ffff, "frame_too_large"),
        (0x8000_0000, "frame_too_large"),
        (0xffff_ffff, "frame_too_large"),
    ] {
        let good = frame(b"{}");
        let mut decoder = FrameDecoder::new(LIMITS);
        let chunk = [&good[..], &prefix.to_be_bytes(), &good].concat();
        let mut frames = decoder.frames(&chunk);
        assert_eq!(frames.next().unwrap().unwrap().bytes(), good);
        let error = frames.next().unwrap_err();
        assert_eq!((error.name(), error.is_fatal(), error.offset()), (name, true, 6));
        assert_eq!(frames.next(), Err(error));
        drop(frames);
        assert_eq!(decoder.frames(&good).next(), Err(error));
        assert_eq!(decoder.next(), Err(error));
        assert_eq!((decoder.finish(), decoder.buffered()), (Err(error), 0));
        assert_eq!(split_frame(&prefix.to_be_bytes(), &LIMITS).unwrap_err().name(), name);
    }
    let small = LIMITS.with_max_frame(10);
    assert_eq!(split_frame(&frame(&[b' '; 11]), &small).unwrap_err().name(), "frame_too_large");
    assert!(split_frame(&frame(&[b' '; 10]), &small).is_ok());
    let large = LIMITS.with_max_frame(usize::MAX);
    assert_eq!(split_frame(&[0, 0x10, 0, 1], &large).unwrap_err().name(), "frame_too_large");
}

#[test]
fn ten_thousand_tiny_frames_in_one_chunk() {
    let chunk = frame(b"{}").repeat(10_000);
    let mut decoder = FrameDecoder::new(LIMITS);
    let mut frames = decoder.frames(&chunk);
    let mut place = 0;
    while let Some(frame) = frames.next().unwrap() {
        // Borrowed from the chunk, in order.
        assert!(std::ptr::eq(frame.bytes(), &chunk[place..place + 6]));
        place += 6;
    }
    drop(frames);
    assert_eq!((place, decoder.buffered(), decoder.finish()), (chunk.len(), 0, Ok(())));
}

#[test]
fn a_frame_of_one_mebibyte_byte_by_byte() {
    let bytes = frame(&vec![b' '; MAX_TEXT]);
    let mut decoder = FrameDecoder::new(LIMITS);
    for (index, byte) in bytes.iter().enumerate() {
        let mut frames = decoder.frames(std::slice::from_ref(byte));
        let whole = frames.next().unwrap().is_some();
        assert_eq!(whole, index + 1 == bytes.len());
        drop(frames);
        assert!(decoder.buffered() <= MAX_TEXT + 4);
    }
    assert_eq!(decoder.finish(), Ok(()));
}

#[test]
fn every_split_of_two_known_frames() {
    let bytes = [frame(KNOWN[0].0.as_bytes()), frame(KNOWN[2].0.as_bytes())].concat();
    let expected = [KNOWN[0].0.as_bytes().to_vec(), KNOWN[2].0.as_bytes().to_vec()];
    chunks::each_split_point(&bytes, |pieces| {
        assert_eq!(chunked(pieces), (expected.to_vec(), Ok(())));
        assert_eq!(read_in(pieces), (expected.to_vec(), Ok(())));
    });
}

#[test]
fn every_way_to_cut_small_streams() {
    for texts in [&[&b"1"[..]][..], &[b"{}", b"[]"], &["å".as_bytes(), b"12"]] {
        let bytes: Vec<u8> = texts.iter().flat_map(|text| frame(text)).collect();
        assert!(bytes.len() <= 12);
        chunks::every_way(&bytes, |pieces| {
            let expected = texts.iter().map(|text| text.to_vec()).collect();
            assert_eq!(chunked(pieces), (expected, Ok(())));
        });
    }
}

#[test]
fn the_end_inside_a_frame_is_told_with_counts() {
    let bytes = frame(b"{}");
    for have in 0..bytes.len() {
        let (texts, end) = chunked(&[&bytes[..have]]);
        assert!(texts.is_empty());
        let need = if have < 4 { 4 - have } else { 6 - have };
        let expected = match have {
            0 => Ok(()),
            _ => Err(FrameReason::EofInFrame { have: have as u64, need: need as u64 }),
        };
        assert_eq!(end.map_err(|(reason, _)| reason), expected);
    }
}

#[test]
fn a_length_in_characters_would_be_wrong() {
    let text = r#"{"version":1,"type":"EVENT","event":"åäö"}"#;
    let bytes = frame(text.as_bytes());
    assert_eq!(usize::from(bytes[3]), text.chars().count() + 3);
    assert!(Envelope::decode(&bytes, &LIMITS).unwrap().is_canonical());
    // A length that cuts a character is an error of the message, and no U+FFFD.
    let end = text.find('å').unwrap() + 1;
    let cut = frame(&text.as_bytes()[..end]);
    let error = Envelope::decode(&cut, &LIMITS).unwrap_err();
    assert_eq!((error.reason().name(), error.offset()), ("invalid_utf8", end + 3));
}

proptest! {
    #[test]
    fn frames_do_not_depend_on_chunks(
        texts in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..300), 0..20),
        tail in prop::collection::vec(any::<u8>(), 0..8),
        sizes in prop::collection::vec(0..400usize, 0..40),
    ) {
        let mut bytes: Vec<u8> = texts.iter().flat_map(|text| frame(text)).collect();
        bytes.extend(tail);
        let pieces = chunks::by_sizes(&bytes, sizes);
        let whole = chunked(&[&bytes]);
        prop_assert!(whole.0.starts_with(&texts));
        prop_assert_eq!(&chunked(&pieces), &whole);
        prop_assert_eq!(&read_in(&pieces), &whole);
    }

    #[test]
    fn any_stream(data: Vec<u8>) {
        oracle::mx_stream(&data);
    }
}
