//! Frames.

use super::*;

#[test]
fn lengths_below_six_are_refused_with_their_fourth_byte() {
    for length in 0..6u8 {
        assert_eq!(short(&events(&[0, 0, 0, length])), ["length_too_small!"]);
    }
    assert_eq!(short(&events(&[0, 0, 0])), ["eof_in_frame!"]);
}

#[test]
fn the_limit_counts_the_header_and_is_allowed_itself() {
    let limits = Limits::new().with_max_frame(64);
    for (len, outcome) in [(58, "0x42 7"), (59, "frame_too_large!")] {
        assert_eq!(short(&receive(&frame(0x42, &vec![0; len]), limits, Feed::Chunks, WHOLE)), [outcome]);
    }
    assert_eq!(MaxFrame::advertised(0).unwrap().get(), 16_777_216);
    for size in 1..=6 {
        assert!(MaxFrame::advertised(size).is_err());
    }
    assert_eq!(MaxFrame::advertised(u32::MAX).unwrap().get(), u32::MAX);
}

#[test]
fn reserved_flags_cost_their_frame_only_unless_asked_for() {
    let bytes = [raw(0x03, 0xFE, 1, &[]), raw(0x03, 0, 2, &[])].concat();
    assert_eq!(short(&events(&bytes)), ["reserved_flags", "0x03 2"]);
    let mut decoder = codec_common::frame::FrameDecoder::<fila_codec::frame::FilaLenient>::new(Limits::new());
    let mut frames = decoder.frames(&bytes);
    let frame = fila_codec::FrameRef::from(frames.next().unwrap().unwrap());
    assert_eq!(frame.header().flags.unknown(), 0xFE);
}

#[test]
fn bytes_behind_the_handshake_are_not_lost() {
    let ok = raw(0x02, 0, 0, &[0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    let bytes = [ok, raw(0x13, 0, 1, b"\0\x01c"), raw(0x14, 0, 1, &[0; 4])].concat();
    assert_eq!(short(&events(&bytes)), ["0x02 0", "0x13 1", "0x14 1"]);
}
