//! The oracles of the fuzz targets over fixtures and seeds, whole, cut short, and with single bytes changed.

use codec_testkit::oracle::{self, Oracle};
use codec_testkit::{alloc_count, seeds};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::{env, fs};

codec_testkit::count_allocations!();

/// Runs an oracle; a failure is told with the input.
fn run(oracle: Oracle, name: &str, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| oracle(input))) {
        let hex: String = input.iter().take(400).map(|byte| format!("{byte:02x}")).collect();
        eprintln!("{name}, {} bytes: {hex}", input.len());
        resume_unwind(panic);
    }
}

fn bmq_oracles() -> impl Iterator<Item = (&'static str, Oracle)> {
    oracle::ALL.iter().copied().filter(|(name, _)| name.starts_with("bmq_"))
}

#[test]
fn allocations_are_counted_here() {
    assert!(alloc_count::is_counting());
    let (vec, made) = alloc_count::count(|| vec![0u8; 100]);
    assert_eq!((made.count, made.bytes, made.peak), (1, 100, 100));
    let ((), made) = alloc_count::count(|| drop(vec));
    assert_eq!((made.count, made.peak), (0, 0));
    let (_, outer) = alloc_count::count(|| {
        let kept = vec![0u8; 10];
        alloc_count::count(|| drop(vec![0u8; 50]));
        kept
    });
    assert_eq!((outer.count, outer.bytes, outer.peak), (2, 60, 60));
}

#[test]
fn every_fuzz_target_has_an_oracle_that_is_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fuzz_targets");
    let targets: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|target| cfg!(feature = "inspector") || !target.starts_with("wirescope_"))
        .collect();
    let oracles: BTreeSet<String> = oracle::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(targets, oracles);
}

#[test]
fn fixtures_keep_the_laws() {
    for path in seeds::fixtures("bmq").unwrap() {
        let bytes = fs::read(&path).unwrap();
        for (name, oracle) in bmq_oracles() {
            run(oracle, &format!("{name} on {}", path.display()), &bytes);
        }
    }
}

#[test]
fn seeds_keep_the_laws() {
    for (target, oracle) in bmq_oracles() {
        let all = seeds::of_target(target).unwrap();
        assert!(all.len() > 20, "{target}");
        for (seed, bytes) in all {
            run(oracle, &format!("{target} on {seed}"), &bytes);
        }
    }
}

/// Built events: those of the fixtures are of the same kinds, and many.
fn built() -> Vec<seeds::Seed> {
    let mut built = seeds::of_protocol("bmq").unwrap();
    built.retain(|(name, _)| name.starts_with("built-"));
    built
}

#[test]
fn seeds_that_are_cut_short_keep_the_laws() {
    for (seed, bytes) in built() {
        for (target, oracle) in bmq_oracles() {
            for len in (0..bytes.len()).step_by(1 + bytes.len() / 80) {
                run(oracle, &format!("{target} on {seed}, cut to {len}"), &bytes[..len]);
            }
        }
    }
}

#[test]
fn seeds_with_a_byte_changed_keep_the_laws() {
    for (seed, bytes) in built() {
        for (target, oracle) in bmq_oracles() {
            let mut changed = bytes.clone();
            // All in front; of the long payloads behind, which are alike all the way, some.
            for place in (0..bytes.len()).filter(|place| *place < 200 || place % 101 == 0) {
                let flip = [0x01, 0x80, 0xFF][place % 3];
                changed[place] ^= flip;
                run(oracle, &format!("{target} on {seed}, byte {place} ^ {flip:#x}"), &changed);
                changed[place] = bytes[place];
            }
        }
    }
}
