//! Captures of packets whose contents are known: `testdata/pcap/expected.json` says what is in each of them.

use codec_testkit::fixtures::testdata;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use wirescope::protocol::Protocol;
use wirescope::stats::Stats;
use wirescope::{Given, Line, Note, NoteKind, Options, Session};

fn expected() -> Value {
    serde_json::from_slice(&fs::read(testdata().join("pcap/expected.json")).unwrap()).unwrap()
}

fn files(expected: &Value) -> impl Iterator<Item = (&str, &Value)> {
    expected["files"].as_array().unwrap().iter().map(|file| (file["file"].as_str().unwrap(), file))
}

/// The bytes of a stream, put together from the fixtures that it was made of.
fn stream(expected: &Value, name: &str) -> Vec<u8> {
    let about = &expected["streams"][name];
    let mut bytes = Vec::new();
    for part in about["made_of"].as_array().unwrap() {
        let part = part.as_str().unwrap();
        let folder = testdata().join("pcap");
        match part.split_once('#') {
            None => bytes.extend(fs::read(folder.join(part)).unwrap()),
            Some((file, vector)) => {
                let text = fs::read_to_string(folder.join(file)).unwrap();
                let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
                let vector = lines.into_iter().find(|line| line["name"] == vector).unwrap();
                let hex = vector.get("bytes").or_else(|| vector.get("frame")).unwrap();
                bytes.extend(wirescope::hex::decode(hex.as_str().unwrap()).unwrap());
            }
        }
    }
    assert_eq!(bytes.len() as u64, about["bytes"], "{name}");
    bytes
}

/// What a session gives for a file that comes in chunks of `size` bytes.
fn read(file: &[u8], size: usize, options: &Options) -> Vec<Given> {
    let mut given = Vec::new();
    let mut session = Session::new(options);
    for chunk in file.chunks(size) {
        session.feed(chunk, &mut |what| given.push(what));
    }
    session.finish(&mut |what| given.push(what));
    given
}

fn capture(name: &str) -> Vec<u8> {
    fs::read(testdata().join("pcap").join(name)).unwrap()
}

/// The lines and notes of one direction of one connection.
#[derive(Default)]
struct Direction {
    lines: Vec<Line>,
    notes: Vec<Note>,
}

impl Direction {
    fn frames(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.json.contains_key("length"))
    }

    fn has(&self, kind: NoteKind) -> bool {
        self.notes.iter().any(|note| note.kind == kind)
    }
}

#[derive(Default)]
struct Contents {
    directions: BTreeMap<(u64, String), Direction>,
    notes: Vec<Note>,
}

impl Contents {
    fn of(given: Vec<Given>) -> Self {
        let mut contents = Self::default();
        for what in given {
            match what {
                Given::Line(line) => {
                    let conn = line.json["conn"].as_u64().unwrap();
                    let dir = line.json["dir"].as_str().unwrap().to_owned();
                    contents.directions.entry((conn, dir)).or_default().lines.push(line);
                }
                Given::Note(note) => match (note.conn, note.dir) {
                    (Some(conn), Some(dir)) => {
                        contents
                            .directions
                            .entry((conn, dir.name().to_owned()))
                            .or_default()
                            .notes
                            .push(note);
                    }
                    _ => contents.notes.push(note),
                },
            }
        }
        contents
    }

    /// The protocols of the connections, by number.
    fn protocols(&self) -> Vec<(u64, &Note)> {
        let notes = self.notes.iter().filter(|note| note.kind == NoteKind::Protocol);
        let mut protocols: Vec<_> = notes.map(|note| (note.conn.unwrap(), note)).collect();
        protocols.sort_by_key(|(conn, _)| *conn);
        protocols
    }

    fn has(&self, kind: NoteKind) -> bool {
        self.notes.iter().any(|note| note.kind == kind)
            || self.directions.values().any(|direction| direction.has(kind))
    }
}

fn address(end: &Value) -> String {
    let (address, port) = (end["address"].as_str().unwrap(), &end["port"]);
    if address.contains(':') { format!("[{address}]:{port}") } else { format!("{address}:{port}") }
}

/// The type as `expected.json` counts it.
fn kind(line: &Line) -> String {
    let key = if line.json["protocol"] == "fila" { "opcode" } else { "type" };
    line.json.get(key).and_then(Value::as_str).unwrap_or("?").to_owned()
}

#[test]
fn every_capture_comes_out_as_expected() {
    let expected = expected();
    let mut connections = 0;
    for (name, file) in files(&expected) {
        let mut options = Options::default();
        if name == "snaplen-68.pcap" {
            // Two bytes of each packet do not tell the protocol.
            options.ports.push((30114, Protocol::Bmq));
        }
        let contents = Contents::of(read(&capture(name), usize::MAX, &options));
        let wanted = file["connections"].as_array().unwrap();
        let protocols = contents.protocols();
        assert_eq!(protocols.len(), wanted.len(), "{name}: {:?}", contents.notes);
        for ((conn, note), wanted) in protocols.into_iter().zip(wanted) {
            connections += 1;
            let about = format!("{name}, connection {conn}");
            let ends = format!("{} > {}: ", address(&wanted["client"]), address(&wanted["server"]));
            let protocol = wanted["protocol"].as_str().unwrap();
            assert!(note.text.starts_with(&format!("{ends}{protocol}: ")), "{about}: {note}");
            let mid_stream =
                contents.notes.iter().any(|n| n.kind == NoteKind::MidStream && n.conn == Some(conn));
            assert_eq!(mid_stream, wanted["start"] == "mid-stream", "{about}");
            let reset = contents.notes.iter().any(|n| n.kind == NoteKind::Reset && n.conn == Some(conn));
            assert_eq!(reset, wanted["end"] == "rst", "{about}");
            for (dir, key) in [("c2s", "client_to_server"), ("s2c", "server_to_client")] {
                let empty = Direction::default();
                let direction = contents.directions.get(&(conn, dir.to_owned())).unwrap_or(&empty);
                let wanted = &wanted["directions"][key];
                let stream = stream(&expected, wanted["stream"].as_str().unwrap());
                check(&format!("{about} {dir}"), direction, wanted, &stream);
            }
        }
        let reports: Vec<_> =
            file["must_report"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        for report in &reports {
            let kind = match *report {
                report if report.starts_with("gap") => NoteKind::Gap,
                report if report.starts_with("no SYN") => NoteKind::MidStream,
                report if report.contains("starts inside a frame") => NoteKind::Resync,
                report if report.contains("missing as a whole") => NoteKind::Gap,
                report if report.starts_with("file ends") => NoteKind::Truncated,
                report if report.starts_with("packets cut") => NoteKind::Snaplen,
                "no times" => NoteKind::NoTimes,
                "rst" => NoteKind::Reset,
                report if report.starts_with("unfinished frame") => {
                    // A line, which `check` compares with `partial_frame_at_end`.
                    continue;
                }
                report if report.starts_with("fragments") => continue,
                report => panic!("{name}: {report}"),
            };
            assert!(contents.has(kind), "{name}: {report}");
        }
        if reports.is_empty() {
            let told =
                [NoteKind::Gap, NoteKind::Lost, NoteKind::Resync, NoteKind::Truncated, NoteKind::Fragments];
            assert!(!told.into_iter().any(|kind| contents.has(kind)), "{name}: {:?}", contents.notes);
        }
    }
    assert_eq!(connections, 65);
}

/// Compares one direction with what is expected of it.
fn check(about: &str, direction: &Direction, wanted: &Value, stream: &[u8]) {
    // Without the start of a connection, offsets count from the first byte captured.
    let base = wanted["mid_stream"]["first_byte"].as_u64().unwrap_or(0);
    // Nothing is shown that is not in the stream.
    for line in &direction.lines {
        let start = usize::try_from(base + line.offset()).unwrap();
        assert_eq!(stream.get(start..start + line.bytes.len()), Some(&line.bytes[..]), "{about}: {line:?}");
    }
    let whole: Vec<_> = direction.frames().collect();
    let mut types = BTreeMap::new();
    for line in &whole {
        *types.entry(kind(line)).or_insert(0_u64) += 1;
    }
    let wanted_types: BTreeMap<String, u64> = wanted["frame_types"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(kind, count)| (kind.clone(), count.as_u64().unwrap()))
        .collect();
    assert_eq!(types, wanted_types, "{about}");
    assert_eq!(whole.len() as u64, wanted["frames"], "{about}");
    if let Some(messages) = wanted["messages"].as_u64() {
        let count = whole.iter().filter(|line| line.json.contains_key("message")).count();
        assert_eq!(count as u64, messages, "{about}");
    }
    let gaps: Vec<_> = direction.notes.iter().filter(|note| note.kind == NoteKind::Gap).collect();
    let no_gaps = Vec::new();
    let wanted_gaps = wanted["gaps"].as_array().unwrap_or(&no_gaps);
    assert_eq!(
        gaps.iter().map(|gap| (gap.offset.unwrap(), gap.length.unwrap())).collect::<Vec<_>>(),
        wanted_gaps
            .iter()
            .map(|g| (g["offset"].as_u64().unwrap(), g["length"].as_u64().unwrap()))
            .collect::<Vec<_>>(),
        "{about}"
    );
    // Where two bytes of each packet were captured, no length was seen.
    let counted = wanted_gaps.iter().filter(|gap| gap["kind"] == "inside-one-frame" && wanted["frames"] != 0);
    for gap in counted {
        if let Some(next) = gap["next_frame_at"].as_u64() {
            // Counted, not searched for: the frame there is shown or, where it is cut too, told of.
            let found = direction.lines.iter().any(|line| base + line.offset() == next);
            assert!(found, "{about}: {gap}");
        }
    }
    if let Some(mid_stream) = wanted.get("mid_stream") {
        let first = whole.first().map(|line| base + line.offset());
        assert_eq!(first, mid_stream["first_whole_frame_at"].as_u64(), "{about}");
    }
    let last = direction
        .lines
        .last()
        .filter(|line| line.json.get("error").is_some_and(|e| e["reason"] == "eof_in_frame"));
    match wanted.get("partial_frame_at_end") {
        None => assert_eq!(last, None, "{about}"),
        Some(partial) => {
            let last = last.unwrap_or_else(|| panic!("{about}"));
            assert_eq!(last.offset(), partial["at"], "{about}");
            assert_eq!(last.bytes.len() as u64, partial["have"], "{about}");
            assert!(
                last.json["error"]["text"].as_str().unwrap().contains(&format!("{} more", partial["need"])),
                "{about}"
            );
        }
    }
    for line in &direction.lines {
        let keys: Vec<_> = line.json.keys().map(String::as_str).collect();
        let at = keys.iter().position(|key| *key == "conn").unwrap();
        assert_eq!(at, if line.json.contains_key("length") { 2 } else { 1 }, "{about}: {keys:?}");
        assert_eq!(keys[at + 1], "dir");
    }
}

#[test]
fn captures_come_out_the_same_however_they_are_cut() {
    let expected = expected();
    for (name, file) in files(&expected) {
        let bytes = capture(name);
        let whole = read(&bytes, usize::MAX, &Options::default());
        let sizes: &[usize] =
            if file["bytes_in_file"].as_u64().unwrap() < 6000 { &[1, 7, 1000] } else { &[4096] };
        for size in sizes {
            assert_eq!(read(&bytes, *size, &Options::default()), whole, "{name} in chunks of {size}");
        }
    }
}

#[test]
fn counting_a_capture_counts_what_its_lines_say() {
    let expected = expected();
    let mut resync = Options::default();
    resync.resync = true;
    for (name, _) in files(&expected) {
        let bytes = capture(name);
        for options in [Options::default(), resync.clone()] {
            let (mut stats, mut notes) = (Stats::new(), Vec::new());
            for given in read(&bytes, usize::MAX, &options) {
                match given {
                    Given::Line(line) => stats.line(&line),
                    Given::Note(note) => notes.push(note),
                }
            }
            let (mut session, mut counted, mut told) = (Session::new(&options), Stats::new(), Vec::new());
            for chunk in bytes.chunks(4096) {
                session.count(chunk, &mut counted, &mut |note| told.push(note));
            }
            session.finish_count(&mut counted, &mut |note| told.push(note));
            assert_eq!(counted.json(), stats.json(), "{name} {}", options.resync);
            assert_eq!(counted.to_string(), stats.to_string(), "{name} {}", options.resync);
            assert_eq!(told, notes, "{name} {}", options.resync);
        }
    }
}
