//! TCP streams put together from segments in any order, with any overlaps, and what is missing.

use codec_testkit::packets::{Capture, FIN, Peer, RST, SYN};
use proptest::prelude::*;
use proptest::sample::Index;
use wirescope::protocol::Protocol;
use wirescope::{Given, Line, Note, NoteKind, Options, Session, Stream};

/// A stream of heartbeats with bodies of these lengths.
fn stream(lens: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (index, len) in lens.iter().enumerate() {
        bytes.extend(u32::try_from(8 + len).unwrap().to_be_bytes());
        bytes.extend([0x4B, 2, 0, 0]);
        bytes.extend((0..*len).map(|at| u8::try_from((index * 31 + at * 7 + 1) % 251).unwrap()));
    }
    bytes
}

fn read(capture: &[u8], options: &Options) -> (Vec<Line>, Vec<Note>) {
    let (mut lines, mut notes) = (Vec::new(), Vec::new());
    let mut take = |given| match given {
        Given::Line(line) => lines.push(line),
        Given::Note(note) => notes.push(note),
    };
    let mut session = Session::new(options);
    session.feed(capture, &mut take);
    session.finish(&mut take);
    (lines, notes)
}

/// Offset and bytes of each frame.
fn frames(lines: &[Line]) -> Vec<(u64, Vec<u8>)> {
    lines.iter().filter(|line| !line.is_error).map(|line| (line.offset(), line.bytes.clone())).collect()
}

fn frames_of(bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(Protocol::Bmq, &Options::default());
    stream.feed(bytes, &mut |line| lines.push(line));
    frames(&lines)
}

fn gaps(notes: &[Note]) -> Vec<(u64, u64)> {
    let gaps = notes.iter().filter(|note| note.kind == NoteKind::Gap);
    gaps.map(|note| (note.offset.unwrap(), note.length.unwrap())).collect()
}

/// The ends of segments that cover `len` bytes.
fn cuts(len: usize, cuts: &[Index]) -> Vec<(usize, usize)> {
    let mut ends: Vec<_> = cuts.iter().map(|cut| cut.index(len + 1)).chain([0, len]).collect();
    ends.sort_unstable();
    ends.dedup();
    ends.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

proptest! {
    /// Any split, order, overlap and duplication of a stream gives the stream.
    #[test]
    fn any_order_of_segments_gives_the_stream(
        lens in proptest::collection::vec(0_usize..300, 1..12),
        first in any::<u32>(),
        split in proptest::collection::vec(any::<Index>(), 0..20),
        again in proptest::collection::vec((any::<Index>(), any::<Index>()), 0..20),
        keys in proptest::collection::vec(any::<u64>(), 64),
    ) {
        let bytes = stream(&lens);
        let mut segments = cuts(bytes.len(), &split);
        for (start, end) in again {
            let (start, end) = (start.index(bytes.len()), end.index(bytes.len()));
            segments.push((start.min(end), start.max(end)));
        }
        let mut keyed: Vec<_> = keys.iter().cycle().zip(segments).enumerate().collect();
        keyed.sort_by_key(|(index, (key, _))| key.wrapping_mul(*index as u64 | 1));
        let mut capture = Capture::new();
        let mut client = Peer::client(1, first);
        capture.push(&client, 0, SYN, &[]);
        client.begin();
        for (_, (_, (start, end))) in keyed {
            let fin = if end == bytes.len() { FIN } else { 0 };
            capture.push(&client, start, fin, &bytes[start..end]);
        }
        let (lines, notes) = read(&capture.bytes, &Options::default());
        prop_assert_eq!(frames(&lines), frames_of(&bytes));
        prop_assert!(lines.iter().all(|line| !line.is_error));
        prop_assert_eq!(gaps(&notes), vec![]);
    }

    /// Without some segments, the frames that are shown are those of the stream, and the gaps are what is missing.
    #[test]
    fn what_is_missing_is_told_and_nothing_else_is_shown(
        lens in proptest::collection::vec(0_usize..300, 1..12),
        first in any::<u32>(),
        split in proptest::collection::vec(any::<Index>(), 0..20),
        missing in proptest::collection::vec(any::<bool>(), 24),
        acknowledged in any::<bool>(),
    ) {
        let bytes = stream(&lens);
        let mut capture = Capture::new();
        let mut client = Peer::client(1, first);
        let mut server = Peer::server(1, 77);
        capture.push(&client, 0, SYN, &[]);
        client.begin();
        server.begin();
        let mut expected: Vec<(u64, u64)> = Vec::new();
        for (index, (start, end)) in cuts(bytes.len(), &split).into_iter().enumerate() {
            if missing[index] {
                match expected.last_mut() {
                    Some((at, len)) if *at + *len == start as u64 => *len += (end - start) as u64,
                    _ => expected.push((start as u64, (end - start) as u64)),
                }
            } else {
                capture.push(&client, start, 0, &bytes[start..end]);
            }
            if acknowledged {
                capture.acknowledge(&server, &client, end);
            }
        }
        capture.push(&client, bytes.len(), FIN, &[]);
        let mut options = Options::default();
        options.ports.push((30114, Protocol::Bmq));
        let (lines, notes) = read(&capture.bytes, &options);
        let all = frames_of(&bytes);
        let shown = frames(&lines);
        prop_assert!(shown.iter().all(|frame| all.contains(frame)), "{:?}", shown);
        prop_assert_eq!(gaps(&notes), &expected[..]);
        // All frames in front of the first gap are shown.
        let before = expected.first().map_or(u64::MAX, |(at, _)| *at);
        let whole = all.iter().filter(|(at, frame)| at + frame.len() as u64 <= before);
        prop_assert!(whole.clone().all(|frame| shown.contains(frame)));
    }
}

#[test]
fn a_gap_that_was_acknowledged_is_given_up_while_the_connection_goes_on() {
    let bytes = stream(&[100; 200]);
    let (mut client, mut server) = (Peer::client(1, 5), Peer::server(1, 77));
    let mut capture = Capture::new();
    capture.push(&client, 0, SYN, &[]);
    client.begin();
    server.begin();
    for (index, frame) in bytes.chunks(108).enumerate() {
        if index != 10 {
            capture.push(&client, index * 108, 0, frame);
        }
        capture.acknowledge(&server, &client, (index + 1) * 108);
    }
    // No end of the capture is needed.
    let mut lines = Vec::new();
    let mut notes = Vec::new();
    let mut session = Session::new(&Options::default());
    session.feed(&capture.bytes, &mut |given| match given {
        Given::Line(line) => lines.push(line),
        Given::Note(note) => notes.push(note),
    });
    assert_eq!(gaps(&notes), [(1080, 108)]);
    assert!(lines.len() > 150, "{}", lines.len());
    session.finish(&mut |given| {
        if let Given::Line(line) = given {
            lines.push(line)
        }
    });
    assert_eq!(lines.len(), 199);
}

#[test]
fn memory_is_bounded_and_the_bound_is_told() {
    let bytes = stream(&[1000; 400]);
    let mut client = Peer::client(1, 5);
    let mut capture = Capture::new();
    capture.push(&client, 0, SYN, &[]);
    client.begin();
    // The second segment is missing, and nothing is acknowledged: all that follows would be kept.
    for (index, frame) in bytes.chunks(1008).enumerate().filter(|(index, _)| *index != 1) {
        capture.push(&client, index * 1008, 0, frame);
    }
    let mut options = Options::default();
    options.max_unordered = 50_000;
    let mut lines = 0;
    let mut notes = Vec::new();
    let mut session = Session::new(&options);
    session.feed(&capture.bytes, &mut |given| match given {
        Given::Line(_) => lines += 1,
        Given::Note(note) => notes.push(note),
    });
    assert!(notes.iter().any(|note| note.kind == NoteKind::Limit && note.conn == Some(0)), "{notes:?}");
    assert_eq!(gaps(&notes), [(1008, 1008)]);
    assert!(lines > 300, "{lines}");
}

#[test]
fn connections_make_room_for_others_and_that_is_told() {
    let mut capture = Capture::new();
    let heartbeat = stream(&[0]);
    for number in 0..1000 {
        let mut client = Peer::client(number, 5);
        capture.push(&client, 0, SYN, &[]);
        client.begin();
        capture.push(&client, 0, 0, &heartbeat);
    }
    let mut options = Options::default();
    options.max_connections = 10;
    let (lines, notes) = read(&capture.bytes, &options);
    assert_eq!(lines.len(), 1000);
    let told = notes.iter().find(|note| note.kind == NoteKind::Limit).unwrap();
    assert_eq!(told.text, "the bound on connections was hit: 990 were ended to make room");
}

#[test]
fn a_reset_ends_both_directions_and_new_connections_have_numbers_of_their_own() {
    let mut capture = Capture::new();
    for first in [5, 500_000] {
        let mut client = Peer::client(1, first);
        let mut server = Peer::server(1, first + 7);
        capture.push(&client, 0, SYN, &[]);
        capture.push(&server, 0, SYN, &[]);
        client.begin();
        server.begin();
        capture.push(&client, 0, 0, &stream(&[0, 20])[..20]);
        capture.push(&server, 0, RST, &[]);
    }
    let (lines, notes) = read(&capture.bytes, &Options::default());
    assert_eq!(lines.len(), 4);
    let conns: Vec<_> = lines.iter().map(|line| line.json["conn"].as_u64().unwrap()).collect();
    assert_eq!(conns, [0, 0, 1, 1]);
    assert_eq!(lines[1].json["error"]["reason"], "eof_in_frame");
    let resets: Vec<_> =
        notes.iter().filter(|note| note.kind == NoteKind::Reset).map(|note| note.conn).collect();
    assert_eq!(resets, [Some(0), Some(1)]);
}

#[test]
fn a_port_names_the_protocol_and_a_named_protocol_leaves_others_out() {
    let mut capture = Capture::new();
    let mut client = Peer::client(1, 5);
    capture.push(&client, 0, SYN, &[]);
    client.begin();
    capture.push(&client, 0, 0, b"GET / HTTP/1.1\r\n\r\n");
    let (lines, notes) = read(&capture.bytes, &Options::default());
    assert_eq!(lines.len(), 0);
    assert!(notes.iter().any(|note| note.text == "1 other TCP connections, with 18 bytes"), "{notes:?}");

    let mut options = Options::default();
    options.ports.push((30114, Protocol::Mx));
    let (lines, notes) = read(&capture.bytes, &options);
    assert_eq!(lines[0].json["error"]["reason"], "frame_too_large");
    assert!(notes.iter().any(|note| note.text.ends_with("mx: by its port 30114")), "{notes:?}");

    let mut options = Options::default();
    options.protocol = Some(Protocol::Fila);
    let file = std::fs::read(codec_testkit::fixtures::testdata().join("pcap/three-protocols.pcap")).unwrap();
    let (lines, _) = read(&file, &options);
    assert!(!lines.is_empty() && lines.iter().all(|line| line.json["protocol"] == "fila"));
}

#[test]
fn every_link_layer_is_taken_off() {
    let ether = [&[2; 12][..], &[8, 0]].concat();
    let tagged = [&[2; 12][..], &[0x88, 0xA8, 0, 1, 0x81, 0, 0, 2, 8, 0]].concat();
    let cooked = [&[0; 14][..], &[8, 0]].concat();
    let cooked_2 = [&[8, 0][..], &[0; 18]].concat();
    for (kind, link) in [
        (0, &[2, 0, 0, 0][..]),
        (0, &[0, 0, 0, 2]),
        (108, &[0, 0, 0, 2]),
        (1, &ether),
        (1, &tagged),
        (12, &[]),
        (14, &[]),
        (101, &[]),
        (228, &[]),
        (113, &cooked),
        (276, &cooked_2),
    ] {
        let mut capture = Capture::of_link(kind, link);
        let mut client = Peer::client(1, 5);
        capture.push(&client, 0, SYN, &[]);
        client.begin();
        capture.push(&client, 0, FIN, &stream(&[3, 4]));
        let (lines, notes) = read(&capture.bytes, &Options::default());
        assert_eq!(frames(&lines), frames_of(&stream(&[3, 4])), "{kind}: {notes:?}");
    }
    let mut capture = Capture::of_link(147, &[]);
    capture.push(&Peer::client(1, 5), 0, SYN, &[]);
    let (lines, notes) = read(&capture.bytes, &Options::default());
    assert!(lines.is_empty());
    assert_eq!(notes[1].text, "1 of 1 packets have a link layer that is not known (147)");
}
