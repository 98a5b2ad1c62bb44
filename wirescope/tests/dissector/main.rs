//! The Wireshark dissector: what tshark shows with it is what our own decoder shows.

mod bmq;
mod capture;
mod fila;
mod mx;
mod pdml;
mod schema;
mod tshark;

use capture::Capture;
use pdml::Node;
use std::path::{Path, PathBuf};
use tshark::Tshark;
use wirescope::generate::{Generator, Wanted, types};
use wirescope::protocol::Protocol;
use wirescope::{Line, Options, Stream};

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(name)
}

fn lines(protocol: Protocol, bytes: &[u8]) -> Vec<Line> {
    let mut stream = Stream::new(protocol, &Options::default());
    let mut lines = Vec::new();
    stream.feed(bytes, &mut |line| lines.push(line));
    stream.finish(&mut |line| lines.push(line));
    lines
}

/// Compares every frame of every connection of a capture; gives how many there were.
fn compare(tshark: &Tshark, capture: &Path) -> usize {
    let mut compared = 0;
    for direction in tshark.directions(capture) {
        let Some(protocol) = direction.frames.first().and_then(|frame| Protocol::from_name(&frame.name))
        else {
            continue;
        };
        let lines = lines(protocol, &direction.bytes);
        let context = format!("{} {}", capture.display(), direction.name);
        assert_eq!(direction.frames.len(), lines.len(), "{context}: frames");
        for (frame, line) in direction.frames.iter().zip(&lines) {
            let context = format!("{context}, {protocol} frame at {}", line.json["offset"]);
            same_frame(protocol, frame, line, &context);
            compared += 1;
        }
    }
    compared
}

/// Compares a frame: its bytes where each field stands, and what the fields show.
fn same_frame(protocol: Protocol, frame: &Node, line: &Line, context: &str) {
    assert!(!line.is_error, "{context}: {:?}", line.json);
    assert_eq!(frame.size, line.bytes.len(), "{context}: length");
    let problems: Vec<&Node> = frame.all().filter(|node| node.is_problem()).collect();
    assert!(problems.is_empty(), "{context}: {problems:?}");
    match protocol {
        Protocol::Bmq => bmq::same(frame, line, context),
        Protocol::Fila => fila::same(frame, line, context),
        _ => mx::same(frame, line, context),
    }
}

#[test]
fn captures_are_shown_as_our_decoder_shows_them() {
    let Some(tshark) = Tshark::find() else { return };
    for (name, frames) in [
        ("real-produce-one-any.pcap", 10),
        ("real-props-new.pcap", 32),
        ("real-zlib-new.pcapng", 20),
        ("three-protocols.pcap", 60),
        ("mss-segments.pcap", 30),
        ("out-of-order.pcap", 30),
        ("one-byte-segments.pcap", 10),
    ] {
        let compared = compare(&tshark, &testdata("pcap").join(name));
        assert!(compared >= frames, "{name}: {compared} frames");
    }
}

/// One connection for each protocol and kind of wish, all types one after the other, on ports of no protocol.
#[test]
fn every_type_is_shown_as_our_decoder_shows_it() {
    let Some(tshark) = Tshark::find() else { return };
    let mut json = Wanted::default();
    json.encoding = bmq_codec::EncodingType::JSON;
    let mut node = Wanted::default();
    node.dialect = bmq_codec::Dialect::NodeSdk;
    let mut cut = Wanted::default();
    cut.max_frame = Some(300);
    let mut expected = 0;
    let mut capture = Capture::new();
    for (protocol, wanted) in [
        (Protocol::Bmq, Wanted::default()),
        (Protocol::Bmq, json),
        (Protocol::Bmq, node),
        (Protocol::Fila, Wanted::default()),
        (Protocol::Fila, cut),
        (Protocol::Mx, Wanted::default()),
    ] {
        for seed in 0..2 {
            let mut generator = Generator::new(protocol, "all", seed, &wanted).unwrap();
            let stream: Vec<u8> = (0..generator.turn()).flat_map(|_| generator.frame().unwrap()).collect();
            expected += lines(protocol, &stream).len();
            capture.connection(&stream);
        }
    }
    let file = capture.write();
    assert_eq!(compare(&tshark, file.path()), expected);
}

/// Frames with a wrong byte, and those of the fixtures that are bad: whatever is in them, the script itself never fails.
#[test]
fn malformed_frames_are_told_and_break_nothing() {
    let Some(tshark) = Tshark::find() else { return };
    let mut capture = Capture::new();
    let mut bad = Vec::new();
    for protocol in ["bmq", "fila", "mx"] {
        let fixtures = codec_testkit::seeds::of_protocol(protocol).unwrap();
        bad.extend(fixtures.into_iter().map(|(_, bytes)| bytes).filter(|bytes| !bytes.is_empty()));
    }
    let mut place = 0;
    for protocol in Protocol::ALL {
        for name in types(*protocol) {
            let mut generator = Generator::new(*protocol, &name, 11, &Wanted::default()).unwrap();
            for wrong in [0x01, 0x80, 0xFF, 0x55] {
                let mut frame = generator.frame().unwrap();
                // Prefix and header tell which protocol it is.
                let start = if *protocol == Protocol::Mx { 5 } else { 10 }.min(frame.len() - 1);
                place = (place * 31 + 7) % 65_521;
                let at = start + place % (frame.len() - start);
                frame[at] ^= wrong;
                bad.push(frame);
            }
        }
    }
    bad.iter().for_each(|stream| capture.connection(stream));
    for file in
        [capture.write().path(), &testdata("pcap/snaplen-68.pcap"), &testdata("pcap/snaplen-128.pcap")]
    {
        let text = tshark.text(file);
        for line in text.lines() {
            let broken = line.contains("Lua Error") || line.contains("dissector error");
            assert!(!broken, "{}: {line}", file.display());
        }
        assert!(text.contains("Expert Info"), "{}", file.display());
    }
    // What our decoder finds cut short, the dissector does too.
    let mut told = 0;
    for direction in tshark.directions(capture.write().path()) {
        let Some(first) = direction.frames.first() else { continue };
        let Some(protocol) = Protocol::from_name(&first.name) else { continue };
        let lines = lines(protocol, &direction.bytes);
        let cut = lines.first().is_some_and(|line| {
            line.json
                .get("error")
                .is_some_and(|error| error["layer"] == "message" && error["reason"] == "truncated")
        });
        if cut {
            assert!(first.all().any(Node::is_problem), "{:?}", lines[0].json);
            told += 1;
        }
    }
    assert!(told > 50, "{told} frames were cut short");
}

#[test]
fn the_script_is_plain_lua() {
    let script = wirescope::dissector::lua(Protocol::ALL);
    assert!(script.is_ascii());
    assert!(script.lines().count() > 1000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wirescope.lua");
    std::fs::write(&path, &script).unwrap();
    let found = ["luac5.4", "luac"]
        .into_iter()
        .find_map(|program| std::process::Command::new(program).arg("-p").arg(&path).output().ok());
    let Some(output) = found else {
        assert!(std::env::var_os("CI").is_none(), "luac5.4 is not installed");
        eprintln!("skipped: luac5.4 is not installed");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn one_protocol_alone_is_a_whole_script() {
    let Some(_) = Tshark::find() else { return };
    for (protocol, name) in
        [(Protocol::Bmq, "BlazingMQ"), (Protocol::Fila, "Fila"), (Protocol::Mx, "MessageX")]
    {
        let tshark = Tshark::with(&wirescope::dissector::lua(&[protocol]));
        let text = tshark.text(&testdata("pcap/three-protocols.pcap"));
        assert!(text.contains(&format!("\n{name}, ")) || text.contains(&format!("\n{name} ")), "{name}");
        let mut output = assert_cmd::Command::cargo_bin("wirescope").unwrap();
        let output = output.args(["dissector", "--protocol", protocol.name()]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), wirescope::dissector::lua(&[protocol]));
    }
}
