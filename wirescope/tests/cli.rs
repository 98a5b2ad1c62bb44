//! The program as its users run it.

use assert_cmd::Command;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

fn capture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/bmq").join(name)
}

fn wirescope() -> Command {
    let mut command = Command::cargo_bin("wirescope").unwrap();
    command.env_remove("NO_COLOR");
    command
}

/// Runs it and gives status, standard output and standard error.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn decode_shows_a_tree_for_each_frame() {
    let (status, out, err) = run(wirescope().arg("decode").arg(capture("cpp/cpp-props-new.c2b.bin")));
    assert_eq!(status, Some(0));
    // This client is older than the last member of its identity, which a built one has.
    let start = "CONTROL at 0, 152 bytes (not canonical)\n  encoding BER\n  control\n    clientIdentity\n";
    assert!(out.starts_with(start), "{out}");
    assert!(out.contains("      features PROTOCOL_ENCODING:BER,JSON;MPS:MESSAGE_PROPERTIES_EX\n"), "{out}");
    assert!(out.contains("\nCONTROL at 152, 84 bytes\n"), "{out}");
    assert!(out.contains("      INT32 i32 = -70000\n"), "{out}");
    assert!(out.contains("    payload 9 bytes, \"payload-1\"\n"), "{out}");
    assert!(err.contains("bmq: begins with an event header: CONTROL of 152 bytes"), "{err}");
}

#[test]
fn decode_with_hex_shows_the_bytes_below() {
    let (_, out, _) = run(wirescope().args(["decode", "--hex"]).arg(capture("cpp/cpp-heartbeat.c2b.bin")));
    assert!(out.contains("HEARTBEAT_RSP at "), "{out}");
    assert!(out.contains("00 00 00 08  4c 02 00 00"), "{out}");
}

#[test]
fn decode_and_encode_piped_together_give_the_file_back() {
    for name in ["cpp/cpp-zlib-new.c2b.bin", "node/node-zlib.c2b.bin", "cpp/cpp-consume-new.b2c.bin"] {
        let decoded = wirescope().args(["decode", "--json"]).arg(capture(name)).output().unwrap();
        assert_eq!(decoded.status.code(), Some(0));
        let encoded = wirescope().arg("encode").write_stdin(decoded.stdout).output().unwrap();
        assert_eq!(encoded.status.code(), Some(0));
        assert_eq!(encoded.stdout, std::fs::read(capture(name)).unwrap(), "{name}");
    }
}

#[test]
fn json_lines_begin_with_offset_length_protocol_and_type() {
    let (_, out, _) = run(wirescope().args(["decode", "--json"]).arg(capture("cpp/cpp-heartbeat.c2b.bin")));
    let mut offset = 0;
    for line in out.lines() {
        let json: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        let keys: Vec<_> = json.keys().take(4).map(String::as_str).collect();
        assert_eq!(keys, ["offset", "length", "protocol", "type"]);
        assert_eq!(json["offset"], offset);
        offset += json["length"].as_u64().unwrap();
    }
    assert_eq!(offset, 200);
}

#[test]
fn standard_input_is_read_for_a_dash() {
    let bytes = std::fs::read(capture("cpp/cpp-produce-one.c2b.bin")).unwrap();
    let from_file = run(wirescope().args(["decode", "--json"]).arg(capture("cpp/cpp-produce-one.c2b.bin"))).1;
    let (status, out, _) = run(wirescope().args(["decode", "--json", "-"]).write_stdin(bytes));
    assert_eq!((status, out), (Some(0), from_file));
}

#[test]
fn empty_input_is_no_error() {
    assert_eq!(
        run(wirescope().args(["decode", "-"]).write_stdin("")),
        (Some(0), String::new(), String::new())
    );
    assert_eq!(run(wirescope().arg("encode").write_stdin("")), (Some(0), String::new(), String::new()));
}

#[test]
fn malformed_input_ends_with_status_one_after_what_is_good() {
    let good = [0, 0, 0, 8, 0x4B, 2, 0, 0];
    let bad_message = [0, 0, 0, 12, 0x42, 2, 0, 0, 1, 2, 3, 4];
    let bytes = [&good[..], &bad_message, &good, &[0, 0, 0, 2, 9, 9]].concat();
    let (status, out, err) = run(wirescope().args(["decode", "--json", "-"]).write_stdin(bytes.clone()));
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(status, Some(1));
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1]["error"]["reason"], "truncated");
    assert_eq!(lines[1]["bytes"], "0000000c4202000001020304");
    assert_eq!(lines[2]["type"], "HEARTBEAT_REQ");
    assert_eq!(lines[3]["error"]["reason"], "length_too_small");
    assert_eq!(lines[3]["error"]["fatal"], true);
    assert!(err.contains("4 frames, 2 malformed, 0 findings"), "{err}");
    let encoded = wirescope().arg("encode").write_stdin(out).output().unwrap();
    assert_eq!(encoded.stdout, bytes);
}

#[test]
fn findings_count_when_reading_strictly() {
    let file = capture("node/node-produce-one.c2b.bin");
    assert_eq!(run(wirescope().arg("decode").arg(&file)).0, Some(0));
    let (status, out, _) = run(wirescope().args(["decode", "--strict"]).arg(&file));
    assert_eq!(status, Some(1));
    assert!(out.contains("finding bmq PutHeader.crc32c at byte 36: checksum"), "{out}");
    let (status, out, _) =
        run(wirescope().args(["decode", "--dialect", "official"]).arg(capture("node/node-props.c2b.bin")));
    assert_eq!(status, Some(1));
    assert!(out.contains("must have offset 0"), "{out}");
}

#[test]
fn what_cannot_be_read_ends_with_status_two() {
    for file in ["no such file", env!("CARGO_MANIFEST_DIR")] {
        let (status, out, err) = run(wirescope().args(["decode", file]));
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert!(err.starts_with("wirescope: cannot read "), "{err}");
    }
    let (status, _, err) = run(wirescope().args(["decode", "-"]).write_stdin("GET / HTTP/1.1\r\n"));
    assert_eq!(status, Some(2));
    assert!(err.contains("cannot tell the protocol of -"), "{err}");
    assert_eq!(run(wirescope().arg("unknown")).0, Some(2));
}

#[test]
fn limits_bite() {
    let file = capture("cpp/cpp-produce-sizes.c2b.bin");
    let (status, out, _) = run(wirescope().args(["decode", "--limit-frame", "2000"]).arg(&file));
    assert_eq!(status, Some(1));
    assert!(out.contains("over the limit of 2000"), "{out}");
    let file = capture("cpp/cpp-zlib-new.c2b.bin");
    let (status, out, _) = run(wirescope().args(["decode", "--limit-message", "9999"]).arg(file));
    assert_eq!(status, Some(1));
    assert!(out.contains("at most 9999"), "{out}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("wirescope"))
        .args(["decode", "--protocol", "bmq", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let heartbeats = [0, 0, 0, 8, 0x4B, 2, 0, 0].repeat(100_000);
        // The program stops reading when nobody reads its output.
        while input.write_all(&heartbeats).is_ok() {}
    });
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    assert!(child.wait().unwrap().success());
    feeder.join().unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, "");
}

#[test]
fn encode_names_the_line_that_it_cannot_encode() {
    let good = r#"{"protocol":"bmq","type":"HEARTBEAT_REQ","message":{}}"#;
    let input = format!("{good}\n\n{{\n{good}\n{{\"protocol\":\"bmq\",\"type\":\"ACK\"}}\n");
    let output = wirescope().arg("encode").write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, [0, 0, 0, 8, 0x4B, 2, 0, 0].repeat(2));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.contains("wirescope: line 3: ") && err.contains("wirescope: line 5: message: is missing"),
        "{err}"
    );
}

#[test]
fn explain_shows_byte_ranges_beside_fields() {
    let (status, out, _) = run(wirescope().arg("explain").arg(capture("cpp/cpp-consume-new.b2c.bin")));
    assert_eq!(status, Some(0));
    let row =
        |text: &str| out.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") == text);
    assert!(row("4..5 44 type PUSH (4)"), "{out}");
    assert!(row("20..36 400000000000000011223344. guid 40000000000000001122334455660001"), "{out}");
    assert!(row("40..52 options"), "{out}");
}

#[test]
fn colour_is_for_terminals_or_on_request() {
    let file = capture("cpp/cpp-heartbeat.c2b.bin");
    assert!(!run(wirescope().arg("decode").arg(&file)).1.contains('\x1B'));
    assert!(run(wirescope().args(["decode", "--color", "always"]).arg(&file)).1.contains("\x1B[1m"));
}

#[test]
fn help_names_every_command_and_version_prints() {
    let (status, out, _) = run(wirescope().arg("--help"));
    assert_eq!(status, Some(0));
    for command in ["decode", "explain", "encode"] {
        assert!(out.contains(command), "{out}");
        assert_eq!(run(wirescope().args([command, "--help"])).0, Some(0));
    }
    assert!(run(wirescope().arg("--version")).1.starts_with("wirescope "));
}

/// Control characters in texts of a peer: JSON keeps each byte, the tree shows them escaped.
#[test]
fn control_characters_survive_json_and_do_not_reach_the_terminal() {
    // An escape sequence as JSON escapes it, and a DEL as it is.
    let command = "a\\u001b[31mb\x7F";
    let text =
        format!(r#"{{"version":1,"type":"COMMAND","command":"{command}","requestId":"r","payload":{{}}}}"#);
    let bytes = [&u32::try_from(text.len()).unwrap().to_be_bytes()[..], text.as_bytes()].concat();
    let decoded = wirescope().args(["decode", "--json", "-"]).write_stdin(bytes.clone()).output().unwrap();
    let encoded = wirescope().arg("encode").write_stdin(decoded.stdout).output().unwrap();
    assert_eq!(encoded.stdout, bytes);
    for color in ["always", "never"] {
        let tree =
            wirescope().args(["decode", "--color", color, "-"]).write_stdin(bytes.clone()).output().unwrap();
        let tree = String::from_utf8(tree.stdout).unwrap();
        assert!(tree.contains(r"a\u{1b}[31mb\u{7f}"), "{tree}");
    }
}
