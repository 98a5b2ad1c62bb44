//! `wirescope gen`: every type decodes, the same everywhere.

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeSet;
use wirescope::generate::{Generator, Wanted, types};
use wirescope::protocol::Protocol;
use wirescope::{Line, Options, Stream};

fn wirescope(args: &[&str]) -> std::process::Output {
    Command::cargo_bin("wirescope").unwrap().args(args).output().unwrap()
}

/// The lines of a stream, none of which may be an error.
fn lines(protocol: Protocol, bytes: &[u8], context: &str) -> Vec<Line> {
    let mut options = Options::default();
    options.show_secrets = true;
    let mut stream = Stream::new(protocol, &options);
    let mut lines = Vec::new();
    stream.feed(bytes, &mut |line| lines.push(line));
    stream.finish(&mut |line| lines.push(line));
    for line in &lines {
        assert!(!line.is_error, "{context}: {:?}", line.json);
    }
    lines
}

fn stream(protocol: Protocol, name: &str, seed: u64, count: usize, wanted: &Wanted) -> Vec<u8> {
    let mut generator = Generator::new(protocol, name, seed, wanted).unwrap();
    (0..count).flat_map(|_| generator.frame().unwrap()).collect()
}

#[test]
fn every_type_of_every_protocol_decodes_as_what_it_is() {
    for protocol in Protocol::ALL {
        for name in types(*protocol) {
            for seed in 0..8 {
                let context = format!("{protocol} {name} {seed}");
                let bytes = stream(*protocol, &name, seed, 4, &Wanted::default());
                let lines = lines(*protocol, &bytes, &context);
                assert_eq!(lines.len(), 4, "{context}");
                for line in lines {
                    let mut path = name.split('.');
                    assert_eq!(line.json["type"], path.next().unwrap(), "{context}");
                    // What is selected stands where the path leads.
                    let mut selected = &line.json["message"];
                    for step in path {
                        selected = selected.get("control").unwrap_or(selected).get(step).expect(&context);
                    }
                    assert!(!line.json.contains_key("raw"), "{context}: it is canonical");
                }
            }
        }
    }
}

#[test]
fn the_types_are_those_of_the_tables() {
    let names: BTreeSet<String> = types(Protocol::Bmq).into_iter().collect();
    assert_eq!(names.len(), types(Protocol::Bmq).len(), "each is there once");
    let expected = [
        "PUT",
        "REPLICATION_RECEIPT",
        "CONTROL.clientIdentity",
        "CONTROL.configureStreamResponse",
        "CONTROL.clusterMessage.clusterStateFSMMessage.followerClusterStateResponse",
        "AUTHENTICATION.authenticationRequest",
        "ELECTOR.leadershipCessionNotification",
        "CLUSTER_STATE.queueUpdateAdvisory",
    ];
    for name in expected {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    let heads: BTreeSet<&str> = names.iter().filter_map(|name| name.split('.').next()).collect();
    assert_eq!(heads.len(), bmq_codec::EventType::ALL.len());
    assert_eq!(types(Protocol::Fila).len(), 61);
    assert_eq!(types(Protocol::Mx), ["COMMAND", "RESPONSE", "EVENT"]);
}

/// CRC32-C of streams: if one changes, fixtures that people keep would change too.
#[test]
fn the_same_seed_gives_the_same_bytes_everywhere() {
    let crc = |protocol, wanted: &Wanted| {
        let count = Generator::new(protocol, "all", 7, wanted).unwrap().turn();
        codec_common::crc::crc32c(&stream(protocol, "all", 7, count, wanted))
    };
    let plain = Wanted::default();
    let mut zlib = Wanted::default();
    (zlib.compressed, zlib.payload) = (Some(true), Some(3000));
    let found = [
        crc(Protocol::Bmq, &plain),
        crc(Protocol::Fila, &plain),
        crc(Protocol::Mx, &plain),
        crc(Protocol::Bmq, &zlib),
    ];
    assert_eq!(found, [0x8A01_303D, 0xBA99_8504, 0x8E26_896D, 0x620A_AA8E], "{found:#X?}");
    assert_ne!(
        stream(Protocol::Fila, "Enqueue", 1, 3, &plain),
        stream(Protocol::Fila, "Enqueue", 2, 3, &plain)
    );
}

#[test]
fn sizes_and_counts_are_as_they_are_wanted() {
    let mut wanted = Wanted::default();
    (wanted.payload, wanted.items, wanted.properties) = (Some(100), Some(5), Some(3));
    for name in ["PUT", "PUSH"] {
        for line in lines(Protocol::Bmq, &stream(Protocol::Bmq, name, 3, 5, &wanted), name) {
            let messages = line.json["message"]["messages"].as_array().unwrap();
            assert_eq!(messages.len(), 5);
            for message in messages.iter().filter(|message| !message["payload"].is_null()) {
                assert_eq!(message["payload"].as_str().unwrap().len(), 200, "{message}");
                assert_eq!(message["properties"].as_array().unwrap().len(), 3);
            }
        }
    }
    (wanted.properties, wanted.compressed) = (Some(0), Some(true));
    for line in lines(Protocol::Bmq, &stream(Protocol::Bmq, "PUT", 3, 5, &wanted), "zlib") {
        assert_eq!(line.json["message"]["messages"][0]["properties"], serde_json::json!([]));
    }
    let mut wanted = Wanted::default();
    (wanted.payload, wanted.items) = (Some(33), Some(2));
    for name in ["Enqueue", "Delivery", "AckResult", "ListQueuesResult"] {
        for line in lines(Protocol::Fila, &stream(Protocol::Fila, name, 3, 5, &wanted), name) {
            let list = line.json["message"].as_object().unwrap().values().find_map(Value::as_array).unwrap();
            assert_eq!(list.len(), 2, "{name}");
            if let Some(payload) = list[0].get("payload") {
                assert_eq!(payload.as_str().unwrap().len(), 66);
            }
        }
    }
    let mut wanted = Wanted::default();
    wanted.payload = Some(64);
    for line in lines(Protocol::Mx, &stream(Protocol::Mx, "COMMAND", 3, 5, &wanted), "mx") {
        assert_eq!(line.json["message"]["payload"].to_string().len(), 64);
    }
}

#[test]
fn dialect_encoding_and_continuation_are_as_they_are_wanted() {
    let mut wanted = Wanted::default();
    wanted.dialect = bmq_codec::Dialect::NodeSdk;
    let found: BTreeSet<String> = lines(Protocol::Bmq, &stream(Protocol::Bmq, "PUT", 1, 20, &wanted), "node")
        .iter()
        .flat_map(|line| line.json["message"]["messages"].as_array().unwrap().clone())
        .map(|message| message["dialect"].as_str().unwrap().to_owned())
        .collect();
    assert!(found.contains("node-sdk") && !found.contains("official"), "{found:?}");

    let mut wanted = Wanted::default();
    wanted.encoding = bmq_codec::EncodingType::JSON;
    for name in
        types(Protocol::Bmq).iter().filter(|name| name.starts_with("CONTROL.") || name.starts_with("AUTH"))
    {
        for line in lines(Protocol::Bmq, &stream(Protocol::Bmq, name, 1, 2, &wanted), name) {
            assert_eq!(line.json["message"]["encoding"], "JSON", "{name}");
        }
    }

    let mut wanted = Wanted::default();
    wanted.max_frame = Some(40);
    let lines = lines(Protocol::Fila, &stream(Protocol::Fila, "GetStatsResult", 1, 3, &wanted), "cut");
    assert!(lines.len() > 6);
    assert!(lines.iter().all(|line| line.json["length"].as_u64().unwrap() <= 44));
    assert_eq!(lines.iter().filter(|line| line.json.contains_key("message")).count(), 3);
}

#[test]
fn what_is_written_is_read_by_decode_and_by_encode() {
    for protocol in ["bmq", "fila", "mx"] {
        let gen_args = ["gen", "--protocol", protocol, "--seed", "9"];
        let bytes = wirescope(&gen_args);
        assert_eq!(bytes.status.code(), Some(0), "{protocol}");
        let mut decode = Command::cargo_bin("wirescope").unwrap();
        let decoded = decode
            .args(["decode", "--json", "--show-secrets", "--protocol", protocol, "-"])
            .write_stdin(bytes.stdout.clone())
            .output()
            .unwrap();
        assert_eq!(decoded.status.code(), Some(0), "{}", String::from_utf8_lossy(&decoded.stderr));
        let json = wirescope(&[&gen_args[..], &["--json"]].concat());
        assert_eq!(String::from_utf8_lossy(&json.stdout), String::from_utf8_lossy(&decoded.stdout));
        let mut encode = Command::cargo_bin("wirescope").unwrap();
        let encoded = encode.arg("encode").write_stdin(json.stdout).output().unwrap();
        assert_eq!(encoded.stdout, bytes.stdout, "{protocol}");
    }
}

#[test]
fn each_type_alone_is_recognised_and_decodes_with_status_zero() {
    let listed = String::from_utf8(wirescope(&["gen", "--list"]).stdout).unwrap();
    let expected: usize = Protocol::ALL.iter().map(|protocol| types(*protocol).len()).sum();
    assert_eq!(listed.lines().count(), expected);
    for line in listed.lines() {
        let (protocol, name) = line.split_once(' ').unwrap();
        let bytes = wirescope(&["gen", "--protocol", protocol, "--type", name, "--count", "2"]);
        assert_eq!(bytes.status.code(), Some(0), "{line}");
        let mut decode = Command::cargo_bin("wirescope").unwrap();
        let decoded = decode.args(["decode", "-"]).write_stdin(bytes.stdout).output().unwrap();
        let stderr = String::from_utf8_lossy(&decoded.stderr);
        assert_eq!(decoded.status.code(), Some(0), "{line}: {stderr}");
        assert!(stderr.starts_with(&format!("wirescope: -: {protocol}: ")), "{line}: {stderr}");
    }
}

#[test]
fn files_are_written_and_bad_usage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("frames");
    let name = file.to_str().unwrap();
    let args = ["gen", "--protocol", "mx", "--type", "EVENT", "--count", "3"];
    assert_eq!(wirescope(&[&args[..], &["-o", name]].concat()).status.code(), Some(0));
    assert_eq!(std::fs::read(&file).unwrap(), wirescope(&args).stdout);
    for (args, text) in [
        (&["gen", "--protocol", "fila", "--type", "Nothing"][..], "fila has no type \"Nothing\""),
        (&["gen", "--protocol", "auto"], "gen needs a protocol"),
        (&["gen", "--protocol", "mx", "--items", "3"], "mx has no items"),
        (&["gen", "--protocol", "bmq", "--max-frame", "100"], "bmq has no frames that are continued"),
        (&["gen", "--protocol", "fila", "--max-frame", "6"], "leaves no room for a body"),
        (&["gen", "--protocol", "mx", "-o", "/no/such/folder/file"], "cannot write"),
        (&["gen"], "--protocol"),
    ] {
        let output = wirescope(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr.contains(text), "{stderr}");
    }
}

#[test]
fn large_messages_are_read_by_default_or_refused() {
    let generate = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("wirescope").unwrap();
        command.args(["gen", "--protocol", "fila", "--type", "Enqueue", "--count", "1"]).args(arguments);
        command.output().unwrap()
    };
    // Longer than a frame may be.
    let made = generate(&["--items", "1", "--payload-size", "16777216"]);
    let mut session = wirescope::Session::new(&wirescope::Options::default());
    let mut lines = Vec::new();
    let mut take = |given| {
        if let wirescope::Given::Line(line) = given {
            lines.push(line);
        }
    };
    session.feed(&made.stdout, &mut take);
    session.finish(&mut take);
    assert!(lines.len() > 1 && lines.iter().all(|line| !line.is_error));
    assert!(lines.last().unwrap().json.contains_key("message"));
    let refused = generate(&["--items", "1000", "--payload-size", "16000000"]);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text.contains("16000000000 bytes; 62914560 are read by default"), "{text}");
}
