//! The oracles of the inspector, over captures, hex dumps and the streams of all protocols.
#![cfg(feature = "inspector")]

use codec_testkit::{oracle, seeds};
use std::fs;

#[test]
fn seeds_keep_the_laws() {
    let all = seeds::of_target("wirescope_capture").unwrap();
    assert!(all.len() > 40, "{}", all.len());
    for (name, input) in all {
        println!("{name}");
        oracle::wirescope_capture(&input);
    }
}

#[test]
fn streams_keep_the_laws_in_every_format_and_with_every_choice() {
    for path in seeds::fixtures("bmq").unwrap().into_iter().take(20) {
        let bytes = fs::read(&path).unwrap();
        let bytes = &bytes[..bytes.len().min(2000)];
        for choice in 0..40 {
            println!("{} {choice}", path.display());
            oracle::wirescope_capture(&[&[choice, 9], bytes].concat());
        }
    }
}

/// Bytes of some captures are changed: what comes out is still the same however it is cut.
#[test]
fn damaged_captures_keep_the_laws() {
    for (name, input) in seeds::of_target("wirescope_capture").unwrap() {
        if !name.starts_with("simple-packets") && !name.starts_with("half-close") && name != "xxd.txt" {
            continue;
        }
        for index in (2..input.len()).step_by(if name == "xxd.txt" { 1 } else { 7 }) {
            let mut input = input.clone();
            input[index] ^= 1 << (index % 8);
            oracle::wirescope_capture(&input);
        }
    }
}

#[test]
fn seeds_of_filters_and_streams_keep_their_laws() {
    for (target, oracle, least) in [
        ("wirescope_filter", oracle::wirescope_filter as oracle::Oracle, 8),
        ("wirescope_stats", oracle::wirescope_stats, 300),
    ] {
        let all = seeds::of_target(target).unwrap();
        assert!(all.len() >= least, "{target}: {}", all.len());
        for (name, input) in all {
            println!("{target} {name}");
            oracle(&input);
        }
    }
}

/// Any byte of a stream may be wrong.
#[test]
fn damaged_streams_count_as_their_lines_do() {
    for (name, input) in seeds::of_target("wirescope_stats").unwrap() {
        if input.len() > 300 {
            continue;
        }
        println!("{name}");
        for index in 2..input.len() {
            let mut damaged = input.clone();
            damaged[index] ^= 1 << (index % 8);
            oracle::wirescope_stats(&damaged);
        }
        for end in 2..input.len() {
            oracle::wirescope_stats(&input[..end]);
        }
    }
}
