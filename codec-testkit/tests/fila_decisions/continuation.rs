//! Operations of several frames.

use super::*;

#[test]
fn a_poisoned_operation_never_passes_its_tail_for_a_request() {
    // Over the cap: the last chunk alone would be a request.
    let evil = [
        raw(0x10, 1, 7, &[0; 60]),
        raw(0x10, 1, 7, &[0; 60]),
        raw(0x10, 1, 7, &[0; 4]),
        raw(0x10, 0, 7, &[0; 4]),
        raw(0x10, 0, 7, &[0; 4]),
    ]
    .concat();
    let limits = Limits::new().with_max_message(100);
    let got = receive(&evil, limits, Feed::Chunks, WHOLE);
    assert_eq!(short(&got), ["message_too_large", "0x10 7"]);
    // Another opcode in the middle, then the tail.
    let evil = [raw(0x10, 1, 7, &[]), raw(0x17, 0, 7, &[0; 4]), raw(0x10, 0, 7, &[0; 4])].concat();
    assert_eq!(short(&events(&evil)), ["continuation_mismatch"]);
}

#[test]
fn empty_chunks_are_counted() {
    let flood: Vec<u8> = (0..100_000).flat_map(|_| raw(0x10, 1, 7, &[])).collect();
    let bytes = [flood, raw(0x10, 0, 7, &[0; 4]), raw(0x03, 0, 9, &[])].concat();
    assert_eq!(short(&events(&bytes)), ["too_many_fragments", "0x03 9"]);
    let few = [raw(0x10, 1, 7, &[]), raw(0x10, 1, 7, &[0; 4]), raw(0x10, 0, 7, &[])].concat();
    assert_eq!(short(&events(&few)), ["0x10 7"]);
}

#[test]
fn unknown_opcodes_are_drained_without_keeping_a_byte() {
    let mut reassembler = Reassembler::new(Limits::new().with_max_message(50).with_max_buffered(50));
    for (index, more) in (0..100).map(|index| (index, index < 99)) {
        let bytes = raw(0x42, u8::from(more), 7, &[1; 40]);
        let frame = match fila_codec::split_frame(&bytes, &Limits::new()).unwrap() {
            codec_common::frame::Split::Frame { frame, .. } => frame,
            other => panic!("{other:?}"),
        };
        let ended = reassembler.push(frame).unwrap();
        assert_eq!(
            ended.map(|operation| (operation.is_drained(), operation.frames())),
            (index == 99).then_some((true, 100))
        );
        assert_eq!(reassembler.buffered(), 0);
    }
}

#[test]
fn an_error_aborts_an_unfinished_delivery() {
    let error = b"\x05\0\0\0\0";
    let bytes = [
        raw(0x14, 1, 7, &[0; 20]),
        raw(0xFE, 0, 7, error),
        raw(0x14, 0, 7, &[0; 4]),
        raw(0x14, 0, 7, &[0; 4]),
    ]
    .concat();
    assert_eq!(short(&events(&bytes)), ["0xfe 7", "0x14 7"]);
}

#[test]
fn deliveries_that_are_aborted_for_ever_do_not_add_up() {
    let mut bytes: Vec<u8> = Vec::new();
    for id in 1..=3_000 {
        bytes.extend(raw(0x14, 1, id, &[0; 20]));
        bytes.extend(raw(0xFE, 0, id, b"\x05\0\0\0\0"));
    }
    // The last ones are remembered.
    bytes.extend(raw(0x14, 0, 3_000, &[0; 4]));
    bytes.extend(raw(0x14, 0, 3_000, &[0; 4]));
    let got = short(&events(&bytes));
    assert_eq!(got.len(), 3_001);
    assert_eq!(got[2_999..], ["0xfe 3000", "0x14 3000"]);
}

#[test]
fn an_operation_with_a_refused_frame_never_comes_out() {
    let ack = |flags| raw(0x17, flags, 7, &[0; 4]);
    const REFUSED: u8 = 2;
    let next = raw(0x03, 0, 9, &[]);
    let same = ack(0);
    for (frames, outcome) in [
        // Whole, first, middle, last, all.
        (vec![ack(REFUSED)], vec!["reserved_flags"]),
        (vec![ack(REFUSED | 1), ack(1), ack(0)], vec!["reserved_flags"]),
        (vec![ack(1), ack(REFUSED | 1), ack(0)], vec!["reserved_flags"]),
        (vec![ack(1), ack(1), ack(REFUSED)], vec!["reserved_flags"]),
        (vec![ack(REFUSED | 1), ack(REFUSED)], vec!["reserved_flags", "reserved_flags"]),
        // Of another opcode, in the middle; the operation's own final frame is still to come.
        (vec![ack(1), raw(0x19, REFUSED, 7, &[]), ack(0)], vec!["reserved_flags"]),
        (vec![ack(REFUSED | 1), raw(0x19, REFUSED, 7, &[]), ack(0)], vec!["reserved_flags"; 2]),
        // Of an unknown one.
        (
            vec![raw(0x42, 1, 7, &[]), raw(0x42, REFUSED | 1, 7, &[]), raw(0x42, 0, 7, &[])],
            vec!["reserved_flags"],
        ),
    ] {
        let bytes = [frames.concat(), next.clone(), same.clone()].concat();
        let expected = [&outcome[..], &["0x03 9", "0x17 7"]].concat();
        assert_eq!(short(&events(&bytes)), expected, "{frames:02x?}");
    }
    assert_eq!(
        short(&events(&raw(0x01, REFUSED | 1, 0, &[]))),
        ["reserved_flags", "continuation_on_handshake!"]
    );
    // No memory, and not for ever.
    let flood: Vec<u8> = (0..2_000).flat_map(|id| raw(0x10, REFUSED | 1, id, &[])).collect();
    let got = events(&flood);
    assert_eq!(got.len(), Reassembler::MAX_POISONED + 2);
    assert_eq!(short(&got[got.len() - 1..]), ["too_many_streams!"]);
}

#[test]
fn a_body_is_taken_from_its_own_operation_only() {
    let mut reassembler = Reassembler::new(Limits::new());
    let bytes = [raw(0x17, 1, 7, &[0; 3]), raw(0x17, 0, 7, &[0; 1]), raw(0x03, 0, 9, &[])];
    let frames = bytes.each_ref().map(|bytes| {
        let split = fila_codec::split_frame(bytes, &Limits::new()).unwrap();
        let codec_common::frame::Split::Frame { frame, .. } = split else { panic!() };
        frame
    });
    assert!(reassembler.push(frames[0]).unwrap().is_none());
    assert_eq!(reassembler.take_body(), None);
    assert!(reassembler.push(frames[1]).unwrap().is_some());
    assert_eq!(reassembler.take_body(), Some(vec![0; 4]));
    assert_eq!(reassembler.take_body(), None);
    assert!(reassembler.push(frames[0]).unwrap().is_none());
    assert!(reassembler.push(frames[1]).unwrap().is_some());
    // Not asked for; the next operation is one frame.
    assert!(reassembler.push(frames[2]).unwrap().is_some());
    assert_eq!(reassembler.take_body(), None);
}

#[test]
fn a_body_that_is_not_as_long_as_announced_is_an_error() {
    let written = |len: usize| {
        let mut out = Vec::new();
        let mut frames =
            FrameSink::new(&mut out, Opcode(0x42), RequestId(7), 20, MaxFrame::advertised(16).unwrap());
        (0..len).for_each(|_| frames.put(&[7]));
        (frames.finish(), out.len())
    };
    assert_eq!(written(20), (Ok(()), 40));
    let (short, _) = written(19);
    assert_eq!(short.unwrap_err().to_string(), "fila frame.body: 19 bytes, 20 were announced");
    // Nothing beyond the announced bytes is written.
    let (long, len) = written(25);
    assert_eq!((long.unwrap_err().reason(), len), (EncodeReason::TooLong { length: 25, maximum: 20 }, 40));
    let (none, _) = written(0);
    assert_eq!(none.unwrap_err().reason(), EncodeReason::TooShort { length: 0, expected: 20 });
}

#[test]
fn unfinished_operations_are_bounded_and_those_that_are_open_go_on() {
    let limits = Limits::new().with_max_open_streams(2);
    let bytes = [
        raw(0x10, 1, 1, &[0; 2]),
        raw(0x10, 1, 2, &[0; 2]),
        raw(0x10, 1, 3, &[0; 2]),
        raw(0x10, 0, 1, &[0; 2]),
        raw(0x10, 0, 3, &[0; 2]),
        raw(0x10, 0, 2, &[0; 2]),
        raw(0x10, 0, 3, &[0; 4]),
    ]
    .concat();
    let got = receive(&bytes, limits, Feed::Chunks, WHOLE);
    assert_eq!(short(&got), ["too_many_streams", "0x10 1", "0x10 2", "0x10 3"]);
}

#[test]
fn refused_operations_are_bounded_as_well() {
    let limits = Limits::new().with_max_open_streams(0);
    let flood: Vec<u8> = (0..2_000).flat_map(|id| raw(0x10, 1, id, &[])).collect();
    let got = receive(&flood, limits, Feed::Chunks, WHOLE);
    assert_eq!(got.len(), Reassembler::MAX_POISONED + 1);
    assert_eq!(short(&got[Reassembler::MAX_POISONED..]), ["too_many_streams!"]);
}

#[test]
fn a_handshake_is_one_frame_both_ways() {
    assert_eq!(short(&events(&raw(0x01, 1, 0, &[]))), ["continuation_on_handshake!"]);
    assert_eq!(short(&events(&raw(0x02, 1, 0, &[]))), ["continuation_on_handshake!"]);
    let hello = Handshake { protocol_version: 1, api_key: None, client_capabilities: Capabilities::empty() };
    let small = FrameEncoder::new(MaxFrame::LEAST);
    let error = small.encoded_len(&hello).unwrap_err();
    assert_eq!(error.reason(), EncodeReason::TooLong { length: 7, maximum: 1 });
}

#[test]
fn the_end_of_input_in_an_operation_is_an_error() {
    assert_eq!(short(&events(&raw(0x10, 1, 7, &[0; 4]))), ["eof_in_continuation!"]);
    assert_eq!(short(&events(&raw(0x10, 0, 7, &[0; 4])[..9])), ["eof_in_frame!"]);
}

#[test]
fn every_chunk_size_comes_together_again() {
    let items = [AckItem { queue: "orders".into(), message_id: Uuid::from_u128(9) }; 3];
    let ack = Ack { items: items[..].into() };
    let one = encoded(ack);
    for max in 7..one.len() as u32 {
        let mut frames = Vec::new();
        let encoder = FrameEncoder::new(MaxFrame::advertised(max).unwrap());
        encoder.encode_to_vec(&ack, RequestId(7), &mut frames).unwrap();
        assert_eq!(events(&frames), events(&one), "{max}");
    }
}
