//! Statistics take memory for the longest frame and little more, however long the input and whatever is in it.

use codec_testkit::alloc_count::count;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use wirescope::pairing::Pairing;
use wirescope::protocol::Protocol;
use wirescope::stats::Stats;
use wirescope::{Direction, Given, Options, Session};

codec_testkit::count_allocations!();

/// What statistics may take beyond the longest frame.
const BEYOND: u64 = 64 << 20;

/// Most bytes that counting held at a time, of chunks that `next` gives until there are no more.
fn peak(protocol: Protocol, mut next: impl FnMut(&mut Vec<u8>) -> bool) -> u64 {
    let mut chunk = Vec::new();
    let mut options = Options::default();
    options.protocol = Some(protocol);
    let (mut session, mut stats) = (Session::new(&options), Stats::new());
    let ((), allocated) = count(|| {
        loop {
            chunk.clear();
            if !next(&mut chunk) {
                break;
            }
            session.count(&chunk, &mut stats, &mut |note| panic!("{note}"));
        }
        session.finish_count(&mut stats, &mut |note| panic!("{note}"));
        assert!(stats.frames() > 0 && stats.errors() == 0, "{stats}");
    });
    allocated.peak
}

/// A PUSH event of one message with a payload of `len` bytes, a multiple of 4.
fn push(queue: u32, guid: u128, len: usize) -> Vec<u8> {
    let words = u32::try_from(8 + len / 4 + 1).unwrap();
    let length = 8 + words * 4;
    let mut event = Vec::with_capacity(length as usize);
    event.extend(length.to_be_bytes());
    event.extend([0x44, 2, 0, 0]);
    event.extend(words.to_be_bytes());
    event.extend(8u32.to_be_bytes());
    event.extend(queue.to_be_bytes());
    event.extend(guid.to_be_bytes());
    event.extend([0; 4]);
    event.resize(event.len() + len, b'x');
    event.extend([4; 4]);
    event
}

#[test]
fn a_long_stream_of_short_frames_takes_little() {
    let chunk_of = push(0, 1, 1024).repeat(1000);
    let mut left = 64;
    let peak = peak(Protocol::Bmq, |chunk| {
        // Cut anywhere: a frame is split between most chunks.
        chunk.extend_from_slice(&chunk_of);
        left -= 1;
        left > 0
    });
    assert!(peak < 4 << 20, "{peak}");
}

#[test]
fn a_long_frame_takes_its_length_and_little_more() {
    let frame = push(0, 1, 48 << 20);
    let mut pieces = frame.chunks(1 << 20);
    let peak =
        peak(Protocol::Bmq, |chunk| pieces.next().map(|piece| chunk.extend_from_slice(piece)).is_some());
    assert!(peak < frame.len() as u64 + BEYOND, "{peak}");
}

#[test]
fn ever_new_queues_and_names_take_a_bounded_amount() {
    let mut queue = 0u32;
    let peak_queues = peak(Protocol::Bmq, |chunk| {
        chunk.extend(push(queue, queue.into(), 4));
        queue += 1;
        queue < 50_000
    });
    assert!(peak_queues < BEYOND / 2, "{peak_queues}");
    let mut number = 0;
    let peak_names = peak(Protocol::Mx, |chunk| {
        let name = format!("{number}{}", "n".repeat(4000));
        let text = format!(r#"{{"version":1,"type":"EVENT","event":"{name}"}}"#);
        chunk.extend(codec_testkit::mx::frame(text.as_bytes()));
        number += 1;
        number < 2_000
    });
    assert!(peak_names < BEYOND / 2, "{peak_names}");
}

#[test]
fn ever_new_requests_take_a_bounded_amount() {
    let mut session = Session::one_direction(&Options::default(), Direction::ServerToClient);
    let mut pairing = Pairing::new();
    let ((), allocated) = count(|| {
        for number in 0..70_000u32 {
            session.feed(&push(0, u128::from(number) << 64, 4), &mut |given| {
                if let Given::Line(line) = given {
                    assert!(pairing.line(&line).is_empty());
                }
            });
        }
    });
    assert!(allocated.peak < BEYOND, "{}", allocated.peak);
}

/// The program as a whole, as the system sees it.
#[cfg(target_os = "linux")]
#[test]
fn the_program_stays_small_on_a_long_input() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("wirescope"))
        .args(["stats", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let (frames, times) = (push(3, 7, 1024).repeat(1000), 64);
    (0..times).for_each(|_| input.write_all(&frames).unwrap());
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(input);
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(child.wait().unwrap().success());
    let stats: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(stats["frames"], 1000 * times);
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak * 1024 < BEYOND, "{peak} kB");
}
