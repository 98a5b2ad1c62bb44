//! What holds of every message: round trip, truncation at every length, corruption of every byte.

use codec_common::generate::Unstructured;
use codec_common::{DecodeError, Reason};
use codec_testkit::fila::vectors::{hex, lines, opcode};
use codec_testkit::oracle::{self, fila::frame};
use codec_testkit::seeds;
use fila_codec::Message;
use proptest::prelude::*;

codec_testkit::count_allocations!();

/// For every opcode of the table bodies of it: the vectors, and some that are generated.
fn bodies() -> Vec<(u8, Vec<u8>)> {
    let vectors = lines("good.jsonl");
    let mut bodies: Vec<_> = vectors
        .iter()
        .filter_map(|vector| Some((opcode(&vector["opcode"]), hex(vector["frame"].as_str()?)[10..].to_vec())))
        .collect();
    let mut state = 1u64;
    for row in Message::ALL {
        assert!(bodies.iter().any(|(code, _)| *code == row.code), "{} has no vector", row.name);
        for _ in 0..8 {
            let noise: Vec<u8> = (0..400).map(|_| next(&mut state)).collect();
            let mut body = Vec::new();
            Message::generate(row.code, &mut Unstructured::new(&noise), &mut body).unwrap();
            bodies.push((row.code, body));
        }
    }
    bodies
}

/// A byte of a fixed sequence without pattern.
fn next(state: &mut u64) -> u8 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.to_be_bytes()[0]
}

#[test]
fn every_message_round_trips() {
    for (code, body) in bodies() {
        oracle::fila_decode(&frame(code, &body));
        oracle::fila_roundtrip(&frame(code, &body));
    }
}

#[test]
fn every_truncation_is_an_error_inside_the_body() {
    for (code, body) in bodies() {
        let (_, trailing) = Message::decode(code, &body, 10).unwrap();
        let layout = body.len() - trailing.len();
        for cut in 0..layout {
            let error: DecodeError = Message::decode(code, &body[..cut], 10).unwrap_err();
            assert!(
                matches!(error.reason(), Reason::Truncated { .. } | Reason::CountTooLarge { .. }),
                "{code:#x} cut at {cut}: {error}"
            );
            assert!((10..=10 + cut).contains(&error.offset()), "{code:#x} cut at {cut}: {error}");
            assert!(!error.field().is_empty(), "{code:#x} cut at {cut}: {error}");
        }
    }
}

#[test]
fn every_corruption_of_a_byte_decodes_or_is_an_error() {
    for (code, body) in bodies() {
        if body.len() > 300 {
            continue;
        }
        let mut data = frame(code, &body);
        for index in 10..data.len() {
            let good = data[index];
            for bad in [good ^ 1, good ^ 0x80, 0, 2, 0xFF] {
                data[index] = bad;
                oracle::fila_decode(&data);
            }
            oracle::fila_roundtrip(&data);
            data[index] = good;
        }
    }
}

#[test]
fn the_least_sizes_are_those_of_the_decisions() {
    use codec_common::Wire;
    use fila_codec::message::*;
    use fila_codec::types::*;
    let sizes = [
        <EnqueueMessage<'_> as Wire>::MIN_LEN,
        <EnqueueItemResult as Wire>::MIN_LEN,
        <RouteHint<'_> as Wire>::MIN_LEN,
        <DeliveredMessage<'_> as Wire>::MIN_LEN,
        <AckItem<'_> as Wire>::MIN_LEN,
        <NackItem<'_> as Wire>::MIN_LEN,
        <ExtendLeaseItem<'_> as Wire>::MIN_LEN,
        <ExtendLeaseItemResult as Wire>::MIN_LEN,
        <Throttle<'_> as Wire>::MIN_LEN,
        <ThrottleLimit as Wire>::MIN_LEN,
        <KeyPart<'_> as Wire>::MIN_LEN,
        <FairnessKeyStats<'_> as Wire>::MIN_LEN,
        <ThrottleSummary<'_> as Wire>::MIN_LEN,
        <QueueEntry<'_> as Wire>::MIN_LEN,
        <ConfigEntry<'_> as Wire>::MIN_LEN,
        <ApiKeyEntry<'_> as Wire>::MIN_LEN,
        <Permission<'_> as Wire>::MIN_LEN,
        <BucketStats<'_> as Wire>::MIN_LEN,
        <RouteEntry<'_> as Wire>::MIN_LEN,
        <ShardRoute<'_> as Wire>::MIN_LEN,
        <ClusterNode<'_> as Wire>::MIN_LEN,
    ];
    assert_eq!(sizes, [12, 18, 12, 62, 18, 21, 26, 9, 7, 16, 3, 22, 11, 30, 4, 21, 4, 21, 16, 14, 15]);
}

#[test]
fn seeds_keep_the_laws() {
    for (target, oracle) in oracle::ALL.iter().filter(|(target, _)| target.starts_with("fila_")) {
        let seeds = seeds::of_target(target).unwrap();
        assert!(seeds.len() > 200, "{target}");
        seeds.iter().for_each(|(_, bytes)| oracle(bytes));
    }
    let seeds = seeds::of_protocol("fila").unwrap();
    for row in Message::ALL {
        assert!(seeds.iter().any(|(_, bytes)| bytes.get(4) == Some(&row.code)), "{} has no seed", row.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_decode_or_are_an_error(code in any::<u8>(), body in proptest::collection::vec(any::<u8>(), 0..200)) {
        oracle::fila_decode(&frame(code, &body));
        oracle::fila_roundtrip(&frame(code, &body));
    }

    #[test]
    fn generated_messages_round_trip_and_split(data in proptest::collection::vec(any::<u8>(), 0..700)) {
        oracle::fila_structured(&data);
    }

    #[test]
    fn streams_do_not_depend_on_how_they_are_cut(
        frames in proptest::collection::vec((0u8..4, any::<bool>(), 0u32..4, 0usize..80), 0..20),
        cuts in any::<[u8; 16]>(),
        cut in 0usize..2_000,
    ) {
        // Mostly frames, so that reassembly is reached.
        let mut data = Vec::new();
        for (opcode, more, id, len) in frames {
            data.extend_from_slice(&(len as u32 + 6).to_be_bytes());
            data.extend_from_slice(&[[0x10, 0x17, 0x42, 0xFE][usize::from(opcode)], u8::from(more)]);
            data.extend_from_slice(&id.to_be_bytes());
            data.resize(data.len() + len, 0);
        }
        data.truncate(data.len().saturating_sub(cut % 50));
        data.extend_from_slice(&cuts);
        oracle::fila_stream(&data);
    }

    #[test]
    fn any_bytes_are_a_stream(data in proptest::collection::vec(any::<u8>(), 0..300)) {
        oracle::fila_stream(&data);
    }
}
