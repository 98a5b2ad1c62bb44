//! The program's inputs: captures, hex dumps, two files, growing files, damage.

use assert_cmd::Command;
use codec_testkit::fixtures::{read_testdata, testdata};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const HEARTBEAT: [u8; 8] = [0, 0, 0, 8, 0x4B, 2, 0, 0];

fn file(name: &str) -> PathBuf {
    testdata().join(name)
}

/// Runs it with these arguments and gives status, standard output and standard error.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn decode(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("wirescope").unwrap();
    command.args(["decode", "--json"]).args(arguments);
    command
}

fn lines(out: &str) -> Vec<Map<String, Value>> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lines_of_a_capture_say_where_they_are_from_and_encode_to_their_streams() {
    let (status, out, err) = run(decode(&[]).arg(file("pcap/three-protocols.pcap")));
    assert_eq!(status, Some(0), "{err}");
    assert!(
        err.contains("connection 3: 192.0.2.37:49560 > 192.0.2.127:5555: fila: c2s begins with"),
        "{err}"
    );
    let lines = lines(&out);
    let mut streams = std::collections::BTreeMap::<_, Vec<u8>>::new();
    let mut encoder = wirescope::Encoder::new();
    for line in &lines {
        let keys: Vec<_> = line.keys().take(6).map(String::as_str).collect();
        assert_eq!(keys, ["offset", "length", "conn", "dir", "time", "protocol"]);
        assert!(wirescope::time::Time::parse(line["time"].as_str().unwrap()).is_some());
        let stream = (line["conn"].as_u64().unwrap(), line["dir"].as_str().unwrap().to_owned());
        let stream = streams.entry(stream).or_default();
        assert_eq!(line["offset"], stream.len());
        // Handshakes hide their keys.
        if line["type"] == "Handshake" {
            stream.resize(stream.len() + usize::try_from(line["length"].as_u64().unwrap()).unwrap(), 0);
        } else {
            stream.extend(encoder.encode(line).unwrap());
        }
    }
    assert_eq!(streams.len(), 14);
    assert_eq!(streams[&(2, "c2s".to_owned())], read_testdata("bmq/node/node-zlib.c2b.bin"));
}

#[test]
fn the_tree_and_explain_say_where_frames_are_from() {
    let capture = file("pcap/real-produce-one-any.pcap");
    let (_, out, _) = run(Command::cargo_bin("wirescope").unwrap().arg("decode").arg(&capture));
    assert!(out.starts_with("CONTROL at 0, 152 bytes connection 0 c2s 20"), "{out}");
    let (_, out, _) = run(Command::cargo_bin("wirescope").unwrap().arg("explain").arg(&capture));
    assert!(out.starts_with("frame at 0, 152 bytes connection 0 c2s 20"), "{out}");
}

#[test]
fn broken_captures_end_without_a_panic() {
    let bytes = read_testdata("pcap/real-zlib-new.pcapng");
    for len in [0, 1, 3, 4, 11, 30, 200, 1000, bytes.len() - 1] {
        let (status, _, err) = run(decode(&["-"]).write_stdin(&bytes[..len]));
        // Fewer than four bytes tell nothing.
        let expected = match len {
            0 => 0,
            1..4 => 2,
            _ => 1,
        };
        assert_eq!(status, Some(expected), "{len}: {err}");
        if len >= 4 {
            assert!(err.contains("the file ends inside a block"), "{len}: {err}");
        }
    }
    let (status, out, err) =
        run(decode(&["--format", "pcap", "-"]).write_stdin("no capture, but long enough"));
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("is not that of a pcap file"), "{err}");
    let (status, out, _) = run(decode(&[]).arg(file("pcap/empty.pcap")));
    assert_eq!((status, out.as_str()), (Some(0), ""));
}

#[test]
fn a_closed_pipe_is_no_error_with_captures() {
    let mut child = spawn(&[file("pcap/real-props-new.pcap").to_str().unwrap()]);
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn two_files_are_shown_in_turn() {
    let (c2s, s2c) = (file("bmq/cpp/cpp-produce-one.c2b.bin"), file("bmq/cpp/cpp-produce-one.b2c.bin"));
    let (status, out, err) = run(decode(&["--c2s"]).arg(&c2s).arg("--s2c").arg(&s2c));
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("c2s: bmq: begins with"), "{err}");
    let both = lines(&out);
    let dirs: Vec<_> = both.iter().map(|line| line["dir"].as_str().unwrap()).collect();
    assert_eq!(dirs, ["c2s", "s2c"].repeat(5));
    assert_eq!(both[0].keys().nth(2).unwrap(), "dir");
    let (_, alone, _) = run(decode(&["--c2s"]).arg(&c2s));
    assert_eq!(lines(&alone).len(), 5);
    let (status, _, err) = run(decode(&["--c2s"]).arg(&c2s).arg(&s2c));
    assert_eq!(status, Some(2), "{err}");
    assert_eq!(run(&mut decode(&[])).0, Some(2));
}

#[test]
fn resync_goes_on_behind_damage_and_nothing_is_lost() {
    let mut bytes = HEARTBEAT.repeat(3);
    bytes.extend([0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    bytes.extend(HEARTBEAT.repeat(3));
    let (status, out, _) = run(decode(&["-"]).write_stdin(bytes.clone()));
    assert_eq!((status, lines(&out).len()), (Some(1), 4));

    let (status, out, err) = run(decode(&["--resync", "-"]).write_stdin(bytes.clone()));
    let shown = lines(&out);
    assert_eq!((status, shown.len()), (Some(1), 7));
    assert_eq!(shown[3]["error"]["fatal"], false);
    assert_eq!(shown[4]["offset"], 33);
    assert!(
        err.contains("searched after the damage at 24: the next frame begins at 33, behind 9 bytes"),
        "{err}"
    );
    let encoded = Command::cargo_bin("wirescope").unwrap().arg("encode").write_stdin(out).output().unwrap();
    assert_eq!(encoded.stdout, bytes);

    // A stream from its middle on.
    let (status, out, err) = run(decode(&["--resync", "-"]).write_stdin(&bytes[60 - 33 + 1..]));
    assert_eq!((status, lines(&out).len()), (Some(0), 3), "{err}");
    assert!(err.contains("bmq: a frame was found at byte 5"), "{err}");
}

#[test]
fn limit_and_from_offset_choose_frames() {
    let stream = file("bmq/cpp/cpp-burst.c2b.bin");
    let all = lines(&run(decode(&[]).arg(&stream)).1);
    let (status, out, _) = run(decode(&["--limit", "3"]).arg(&stream));
    assert_eq!((status, lines(&out)), (Some(0), all[..3].to_vec()));
    let offset = all[10]["offset"].to_string();
    let (_, out, _) = run(decode(&["--from-offset", &offset]).arg(&stream));
    assert_eq!(lines(&out), all[10..]);
    assert_eq!(lines(&run(decode(&["--limit", "0"]).arg(&stream)).1).len(), 0);

    let capture = file("pcap/one-direction-only.pcap");
    let all = lines(&run(decode(&[]).arg(&capture)).1);
    let (_, out, _) = run(decode(&["--from-offset", "300"]).arg(&capture));
    let rest: Vec<_> = all.into_iter().filter(|line| line["offset"].as_u64().unwrap() >= 300).collect();
    assert!(!rest.is_empty());
    assert_eq!(lines(&out), rest);
}

#[test]
fn a_port_may_name_the_protocol() {
    let capture = file("pcap/snaplen-68.pcap");
    let (_, out, err) = run(decode(&[]).arg(&capture));
    assert_eq!(out, "", "{err}");
    let (_, out, err) = run(decode(&["--port", "30114=bmq"]).arg(&capture));
    assert!(!out.is_empty() && err.contains("bmq: by its port 30114"), "{err}");
    for wrong in ["30114", "x=bmq", "1=http"] {
        assert_eq!(run(decode(&["--port", wrong]).arg(&capture)).0, Some(2));
    }
}

#[test]
fn a_format_may_be_named() {
    let dump = read_testdata("hexdump/xxd-p.txt");
    let (status, _, _) = run(decode(&["--format", "raw", "-"]).write_stdin(dump.clone()));
    assert_eq!(status, Some(2));
    let (status, out, _) = run(decode(&["--format", "hexdump", "-"]).write_stdin(dump));
    assert_eq!((status, lines(&out).len()), (Some(0), 3));
}

#[test]
fn limits_of_continued_operations_bite() {
    let text = String::from_utf8(read_testdata("fila/stream.jsonl")).unwrap();
    let vector = text.lines().find(|line| line.contains("\"forty-open-at-once\"")).unwrap();
    let vector: Value = serde_json::from_str(vector).unwrap();
    let bytes = wirescope::hex::decode(vector["bytes"].as_str().unwrap()).unwrap();
    let run = |arguments: &[&str]| {
        run(decode(arguments).args(["--protocol", "fila", "-"]).write_stdin(bytes.clone()))
    };
    assert_eq!(run(&["--max-open-streams", "64"]).0, Some(0));
    let (status, out, _) = run(&["--max-open-streams", "39"]);
    assert_eq!(status, Some(1));
    assert!(out.contains("too_many_streams"), "{out}");
    assert!(run(&["--max-fragments", "1"]).1.contains("too_many_fragments"));
    assert!(run(&["--max-buffered", "5"]).1.contains("buffer_full"));
}

/// The program as a process of its own, which writes JSON.
fn spawn(arguments: &[&str]) -> Child {
    std::process::Command::new(assert_cmd::cargo::cargo_bin!("wirescope"))
        .args(["decode", "--json"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn follow_writes_each_frame_at_once_until_a_pipe_closes() {
    let mut child = spawn(&["--follow", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for index in 0..3 {
        input.write_all(&HEARTBEAT).unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"offset\":{}", index * 8)), "{line}");
    }
    drop(input);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn follow_reads_a_file_as_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("growing.pcap");
    let capture = read_testdata("pcap/no-end.pcap");
    let mut growing = File::create(&path).unwrap();
    growing.write_all(&capture[..2000]).unwrap();
    let mut child = spawn(&["--follow", path.to_str().unwrap()]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let started = Instant::now();
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"offset\":0"), "{line}");
    growing.write_all(&capture[2000..]).unwrap();
    growing.flush().unwrap();
    let all = lines(&run(decode(&[]).arg(file("pcap/no-end.pcap"))).1).len();
    for _ in 1..all {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0);
    }
    assert!(started.elapsed() < Duration::from_secs(60));
    // It goes on until it is stopped.
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn keys_in_frames_that_broke_are_hidden() {
    let key = b"s3cret-key";
    let body = [&[0, 1, 1, 0, 10][..], key, &[0, 0, 0, 0]].concat();
    let handshake = [&[0, 0, 0, 25, 1, 0, 0, 0, 0, 0][..], &body].concat();
    let hidden = wirescope::hex::encode(key);
    for (bytes, more) in [
        (handshake[..28].to_vec(), &[][..]),
        // A length that is too great, and one that is impossible.
        ([&[0, 1], &handshake[2..]].concat(), &["--resync"][..]),
        ([&[0xFF, 0xFF], &handshake[2..]].concat(), &["--resync"]),
        ([&[0xFF, 0xFF], &handshake[2..]].concat(), &[]),
    ] {
        for hex in [false, true] {
            let mut command = Command::cargo_bin("wirescope").unwrap();
            command.arg("decode").arg(if hex { "--hex" } else { "--json" });
            command.args(["--protocol", "fila", "-"]).args(more).write_stdin(bytes.clone());
            let (_, out, err) = run(&mut command);
            assert!(out.contains("eof_in_frame") || out.contains("too_large") || hex, "{out}{err}");
            let plain = out.replace([' ', '\n'], "");
            assert!(!plain.contains(&hidden) && !out.contains("s3cret"), "{more:?} {out}");
        }
    }
    let (_, out, _) =
        run(decode(&["--show-secrets", "--protocol", "fila", "-"]).write_stdin(&handshake[..28]));
    assert!(out.contains(&hidden));
    // BlazingMQ: credentials are in AUTHENTICATION events.
    let (_, out, _) =
        run(decode(&["--protocol", "bmq", "-"]).write_stdin([0, 0, 0, 99, 0x4F, 2, 0, 0, 0x30, 0x80]));
    assert!(out.contains(r#""bytes":{"redacted":10}"#), "{out}");
}

#[test]
fn standard_input_is_one_direction_only() {
    let (status, _, err) = run(&mut decode(&["--c2s", "-", "--s2c", "-"]));
    assert_eq!(
        (status, err.as_str()),
        (Some(2), "wirescope: standard input can be one direction, not both\n")
    );
}

#[test]
fn what_is_said_beside_the_output_is_of_no_account_to_it() {
    if cfg!(target_os = "linux") {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("wirescope"))
            .args(["decode", "--json"])
            .arg(file("pcap/mixed-traffic.pcap"))
            .stdout(Stdio::piped())
            .stderr(File::options().write(true).open("/dev/full").unwrap())
            .spawn()
            .unwrap();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(child.wait().unwrap().code().is_some_and(|code| code < 2) && out.lines().count() > 10);
    }
}

#[test]
fn checksums_behind_packets_and_undeclared_interfaces_are_told_from_packets() {
    let mut bytes = read_testdata("pcap/real-produce-one-any.pcap");
    let (_, expected, _) = run(decode(&["-"]).write_stdin(bytes.clone()));
    // The header's last word: a checksum of four bytes, its length known.
    let word = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) | 0x4400_0000;
    bytes[20..24].copy_from_slice(&word.to_le_bytes());
    let (_, out, err) = run(decode(&["-"]).write_stdin(bytes));
    assert_eq!(out, expected, "{err}");

    let header = [0x0A0D_0D0A, 28, 0x1A2B_3C4D, 1, u32::MAX, u32::MAX, 28];
    let packet = [6, 36, 5, 0, 0, 4, 4, 0, 36];
    let file: Vec<u8> = header.into_iter().chain(packet).flat_map(u32::to_le_bytes).collect();
    let (_, out, err) = run(decode(&["-"]).write_stdin(file));
    assert!(out.is_empty() && err.contains("1 of 1 packets cannot be read"), "{out}{err}");
}
