//! The oracles of the fuzz targets over the captures: whole, cut short, and with single bytes changed.

use codec_testkit::oracle::{self, Oracle};
use codec_testkit::{alloc_count, seeds};

codec_testkit::count_allocations!();

fn oracles() -> impl Iterator<Item = (&'static str, Oracle)> {
    oracle::ALL.iter().copied().filter(|(name, _)| name.starts_with("mx_"))
}

#[test]
fn seeds_keep_the_laws() {
    assert!(alloc_count::is_counting());
    for (target, oracle) in oracles() {
        let all = seeds::of_target(target).unwrap();
        assert!(all.len() > 40, "{target}");
        for (_, bytes) in all {
            oracle(&bytes);
        }
    }
}

#[test]
fn seeds_that_are_cut_short_keep_the_laws() {
    for (_, bytes) in seeds::of_protocol("mx").unwrap() {
        for (_, oracle) in oracles() {
            for len in (0..bytes.len()).step_by(1 + bytes.len() / 80) {
                oracle(&bytes[..len]);
            }
        }
    }
}

#[test]
fn seeds_with_a_byte_changed_keep_the_laws() {
    for (_, bytes) in seeds::of_protocol("mx").unwrap() {
        for (_, oracle) in oracles() {
            let mut changed = bytes.clone();
            for place in (0..bytes.len()).step_by(1 + bytes.len() / 80) {
                for flip in [0x01, 0x02, 0x80] {
                    changed[place] ^= flip;
                    oracle(&changed);
                    changed[place] = bytes[place];
                }
            }
        }
    }
}
