//! The oracles of the bridge's fuzz targets over their seeds: whole, cut short, and with single bytes changed; and over
//! any bytes.

use codec_testkit::oracle::{self, Oracle};
use codec_testkit::{alloc_count, seeds};
use proptest::prelude::*;

codec_testkit::count_allocations!();

fn oracles() -> impl Iterator<Item = (&'static str, Oracle)> {
    oracle::ALL.iter().copied().filter(|(name, _)| name.starts_with("bridge_"))
}

#[test]
fn seeds_keep_the_laws() {
    assert!(alloc_count::is_counting());
    assert_eq!(oracles().count(), 3);
    for (target, oracle) in oracles() {
        for (_, bytes) in seeds::of_target(target).unwrap() {
            oracle(&bytes);
        }
    }
}

/// The seeds are what they are called: they are read, and are not all errors.
#[test]
fn seeds_are_messages() {
    for (name, bytes) in seeds::of_protocol("bridge").unwrap() {
        let bytes = bytes.into();
        let read = match name.starts_with("built-amqp") {
            true => bridge_codec::AmqpSections::decode(&bytes, &Default::default())
                .map(drop)
                .map_err(|e| e.to_string()),
            false => bridge_codec::MqttPacket::decode(&bytes).map(drop).map_err(|e| e.to_string()),
        };
        assert_eq!(read, Ok(()), "{name}");
    }
}

#[test]
fn seeds_that_are_cut_short_or_changed_keep_the_laws() {
    for (_, bytes) in seeds::of_protocol("bridge").unwrap() {
        for (_, oracle) in oracles() {
            for len in 0..bytes.len() {
                oracle(&bytes[..len]);
            }
            let mut changed = bytes.clone();
            for place in 0..bytes.len() {
                for flip in [0x01, 0x02, 0x10, 0x80, 0xFF] {
                    changed[place] ^= flip;
                    oracle(&changed);
                    changed[place] = bytes[place];
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes_keep_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        for (_, oracle) in oracles() {
            oracle(&bytes);
        }
    }
}
