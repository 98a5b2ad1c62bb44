//! The search for frames in the middle of streams: what it shows is in the stream, wherever it begins.

use codec_testkit::fixtures::{read_testdata, testdata};
use serde_json::Value;
use std::collections::BTreeSet;
use wirescope::protocol::Protocol;
use wirescope::{Given, Line, Options, Session, Stream};

/// Streams of all protocols, of some kB each.
fn streams() -> Vec<(Protocol, String, Vec<u8>)> {
    let expected: Value = serde_json::from_slice(&read_testdata("pcap/expected.json")).unwrap();
    let mut streams = Vec::new();
    for (name, stream) in expected["streams"].as_object().unwrap() {
        // One ends inside a frame.
        if stream["bytes"].as_u64().unwrap() > 6000 || stream.get("partial_frame_at_end").is_some() {
            continue;
        }
        let mut bytes = Vec::new();
        for part in stream["made_of"].as_array().unwrap() {
            let part = part.as_str().unwrap();
            let (file, vector) = part.split_once('#').unwrap_or((part, ""));
            let file = std::fs::read(testdata().join("pcap").join(file)).unwrap();
            if vector.is_empty() {
                bytes.extend(file);
                continue;
            }
            let text = String::from_utf8(file).unwrap();
            let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let line = lines.into_iter().find(|line| line["name"] == vector).unwrap();
            let hex = line.get("bytes").or_else(|| line.get("frame")).unwrap();
            bytes.extend(wirescope::hex::decode(hex.as_str().unwrap()).unwrap());
        }
        let protocol = Protocol::from_name(stream["protocol"].as_str().unwrap()).unwrap();
        streams.push((protocol, name.clone(), bytes));
    }
    streams
}

fn read(bytes: &[u8]) -> Vec<Line> {
    let mut options = Options::default();
    options.resync = true;
    let mut lines = Vec::new();
    let mut take = |given| {
        if let Given::Line(line) = given {
            lines.push(line);
        }
    };
    let mut session = Session::new(&options);
    session.feed(bytes, &mut take);
    session.finish(&mut take);
    lines
}

/// Where the frames of a stream begin.
fn borders(protocol: Protocol, bytes: &[u8]) -> BTreeSet<usize> {
    let mut borders = BTreeSet::new();
    let mut stream = Stream::new(protocol, &Options::default());
    stream.feed(bytes, &mut |line| {
        borders.insert(usize::try_from(line.offset()).unwrap());
    });
    borders
}

/// Offsets of the frames that are shown.
fn shown(lines: &[Line]) -> Vec<usize> {
    let frames = lines.iter().filter(|line| line.json.contains_key("length"));
    frames.map(|line| usize::try_from(line.offset()).unwrap()).collect()
}

#[test]
fn from_every_byte_of_a_stream_on_only_its_frames_are_shown() {
    let (mut found, mut possible) = (0, 0);
    for (protocol, name, bytes) in streams() {
        let borders = borders(protocol, &bytes);
        for start in (0..bytes.len()).step_by(37) {
            let lines = read(&bytes[start..]);
            let shown = shown(&lines);
            for at in &shown {
                assert!(borders.contains(&(start + at)), "{name} from {start}: {at}");
            }
            // Once one is found, all that follow are shown.
            if let Some(first) = shown.first() {
                assert_eq!(shown.len(), borders.range(start + first..).count(), "{name} from {start}");
            }
            found += shown.len();
            possible += borders.range(start..).count();
        }
    }
    // Few are passed over.
    assert!(found * 10 > possible * 9, "{found} of {possible}");
}

#[test]
fn behind_damage_only_frames_of_the_stream_are_shown() {
    for (protocol, name, bytes) in streams() {
        let borders = borders(protocol, &bytes);
        for at in borders.iter().copied().skip(1).step_by(9) {
            let mut damaged = bytes.clone();
            // A length that cannot be right.
            damaged[at..at + 4].copy_from_slice(&[0xFF; 4]);
            let lines = read(&damaged);
            let shown = shown(&lines);
            assert!(shown.iter().all(|at| borders.contains(at)), "{name} at {at}: {shown:?}");
            // What was passed over is in the line about the damage, and all bytes are there.
            let errors =
                lines.iter().filter(|line| line.json.get("error").is_some_and(|e| e["layer"] == "frame"));
            assert_eq!(errors.count(), 1, "{name} at {at}");
            let all: Vec<u8> = lines.iter().flat_map(|line| line.bytes.clone()).collect();
            assert!(all == damaged, "{name} at {at}");
        }
    }
}

#[test]
fn a_length_that_is_wrong_but_possible_hides_its_own_frame_only() {
    let bytes = read_testdata("bmq/cpp/cpp-props-new.c2b.bin");
    let frames = shown(&read(&bytes));
    let damaged_at = frames[2];
    let mut damaged = bytes.clone();
    // A megabyte more than the stream has.
    damaged[damaged_at + 1] |= 0x10;
    let lines = read(&damaged);
    let left: Vec<_> = frames.iter().copied().filter(|at| *at != damaged_at).collect();
    assert_eq!(shown(&lines), left);
    let line = lines.iter().find(|line| line.is_error).unwrap();
    assert_eq!(line.json["error"]["reason"], "eof_in_frame");
    assert_eq!(line.bytes, damaged[damaged_at..frames[3]]);
    // Nothing is made up where the stream ends inside its last frame.
    let cut = &bytes[..bytes.len() - 1];
    let lines = read(cut);
    assert_eq!(shown(&lines), frames[..frames.len() - 1]);
    assert!(lines.last().unwrap().is_error);
}

/// Many frames in a frame that never ends, each of which is followed by another such frame: the work is bounded.
#[test]
fn frames_that_never_end_are_looked_into_a_few_times_only() {
    let endless = [0x0F, 0xFF, 0xFF, 0xF8, 0x41, 2, 0, 0];
    let heartbeat = [0, 0, 0, 8, 0x4B, 2, 0, 0];
    let mut bytes = heartbeat.to_vec();
    for _ in 0..100_000 {
        bytes.extend(endless);
        (0..4).for_each(|_| bytes.extend(heartbeat));
    }
    let lines = read(&bytes);
    assert!((60..1000).contains(&shown(&lines).len()), "{}", shown(&lines).len());
    assert!(lines.last().unwrap().is_error);
}
