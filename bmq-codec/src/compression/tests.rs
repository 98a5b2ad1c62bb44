//! Streams of every level, at every limit, whole and broken.

use super::*;
use codec_common::Field;
use std::vec;

static AT: Field = Field::new("test", "Data", "payload");

fn deflated(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Deflater::default().deflate(data, &mut out);
    out
}

fn noise(len: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn streams_of_every_level_and_strategy_inflate_to_what_they_were_made_from() {
    let mut inflater = Inflater::new();
    let text = b"all work and no play ".repeat(300);
    for level in 0..=9 {
        for strategy in [Strategy::Filtered, Strategy::Default, Strategy::HuffmanOnly, Strategy::Rle] {
            let mut deflater = Deflater::with_strategy(Level::new(level), strategy);
            for data in [&text[..], &noise(5000), &[], &[1]] {
                let mut out = vec![0xEE];
                deflater.deflate(data, &mut out);
                assert_eq!(out[0], 0xEE);
                assert_eq!(inflater.inflate(&out[1..], data.len(), 0, &AT).unwrap(), data);
            }
        }
    }
}

/// Problem 2: the cap, one below and one above.
#[test]
fn the_limit_on_inflated_data_bites_and_bounds_memory() {
    let len = 8 << 20;
    let stream = deflated(&vec![0; len]);
    assert!(stream.len() < 20_000);
    let mut inflater = Inflater::new();
    let error = inflater.inflate(&stream, len - 1, 7, &AT).unwrap_err();
    assert_eq!((error.reason().name(), error.offset()), ("too_long", 7));
    for limit in [len, len + 1] {
        assert_eq!(inflater.inflate(&stream, limit, 0, &AT).unwrap().len(), len);
    }
    let mut small = Inflater::new();
    small.inflate(&stream, 1000, 0, &AT).unwrap_err();
    assert!(small.out.capacity() <= 2048, "{}", small.out.capacity());
}

/// Case A of the problems: bytes behind the stream.
#[test]
fn bytes_behind_the_stream_and_streams_without_an_end_are_refused() {
    let stream = deflated(&noise(3000));
    let mut inflater = Inflater::new();
    for extra in 1..=5 {
        let mut bytes = stream.clone();
        bytes.resize(stream.len() + extra, 0x55);
        let error = inflater.inflate(&bytes, 10_000, 0, &AT).unwrap_err();
        assert_eq!(error.reason(), Reason::Inflate { rule: &TRAILING });
    }
    for cut in 0..stream.len() {
        let error = inflater.inflate(&stream[..cut], 10_000, 0, &AT).unwrap_err();
        assert_eq!(error.reason(), Reason::Inflate { rule: &TRUNCATED }, "{cut}");
    }
    let error = inflater.inflate(b"no zlib at all", 10_000, 0, &AT).unwrap_err();
    assert_eq!(error.reason(), Reason::Inflate { rule: &CORRUPT });
    assert_eq!(inflater.inflate(&stream, 3000, 0, &AT).unwrap(), noise(3000));
}

#[test]
fn compression_is_kept_only_where_it_helps() {
    let mut deflater = Deflater::default();
    assert!(deflater.worthwhile(&[&[7; 1023]]).is_none());
    assert!(deflater.worthwhile(&[&[7; 1024]]).is_some());
    assert!(deflater.worthwhile(&[&[7; 24], &[7; 1000]]).is_some());
    assert!(deflater.worthwhile(&[&noise(2000)]).is_none());
}
