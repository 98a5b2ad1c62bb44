//! Statistics: what is counted, and that both ways of counting agree.

use assert_cmd::Command;
use codec_testkit::fila::vectors;
use codec_testkit::fixtures::testdata;
use codec_testkit::mx::captures::{self, BadInput};
use serde_json::{Value, json};
use std::fs;
use wirescope::protocol::Protocol;
use wirescope::stats::Stats;
use wirescope::{Format, Given, Line, Options, Session, Stream};

/// Every stream of the fixtures: its name, its protocol, its bytes.
fn streams() -> Vec<(String, Protocol, Vec<u8>)> {
    let mut streams = Vec::new();
    for folder in ["cpp", "node", "tolerance"] {
        for entry in fs::read_dir(testdata().join("bmq").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                streams.push((path.display().to_string(), Protocol::Bmq, fs::read(&path).unwrap()));
            }
        }
    }
    for (file, member) in
        [("good.jsonl", "frame"), ("bad.jsonl", "bytes"), ("bad.jsonl", "frame"), ("stream.jsonl", "bytes")]
    {
        for vector in vectors::lines(file) {
            if let Some(hex) = vector[member].as_str() {
                let bytes = vectors::hex(hex);
                streams.push((format!("{file} {}", vector["name"]), Protocol::Fila, bytes));
            }
        }
    }
    let good = captures::good().into_iter().map(|case| (case.name, case.frame));
    let bad = captures::bad().into_iter().filter_map(|case| match case.input {
        BadInput::Frame(bytes) | BadInput::Stream { bytes, .. } => Some((case.name, bytes)),
        BadInput::Message { .. } => None,
    });
    let whole = captures::streams().into_iter().map(|case| (case.name, case.bytes));
    for (name, bytes) in good.chain(bad).chain(whole) {
        streams.push((name, Protocol::Mx, bytes));
    }
    // One after another: what came before must not matter.
    for protocol in [Protocol::Bmq, Protocol::Fila, Protocol::Mx] {
        let parts = streams.iter().filter(|(_, other, _)| *other == protocol);
        let joined = parts.flat_map(|(_, _, bytes)| bytes.clone()).collect();
        streams.push((format!("all of {protocol}"), protocol, joined));
    }
    assert!(streams.len() > 300, "{}", streams.len());
    streams
}

fn all_options() -> [Options; 3] {
    let mut strict = Options::default();
    strict.strictness = bmq_codec::Strictness::Official;
    let mut official = Options::default();
    official.dialect = Some(bmq_codec::Dialect::Official);
    official.max_message = Some(2000);
    [Options::default(), strict, official]
}

fn lines(protocol: Protocol, bytes: &[u8], options: &Options) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(protocol, options);
    stream.feed(bytes, &mut |line| lines.push(line));
    stream.finish(&mut |line| lines.push(line));
    lines
}

fn count(protocol: Protocol, bytes: &[u8], options: &Options, chunk: usize) -> Stats {
    let mut options = options.clone();
    options.protocol = Some(protocol);
    options.format = Some(Format::Raw);
    let (mut session, mut stats) = (Session::new(&options), Stats::new());
    bytes.chunks(chunk).for_each(|chunk| session.count(chunk, &mut stats, &mut |note| panic!("{note}")));
    session.finish_count(&mut stats, &mut |note| panic!("{note}"));
    stats
}

#[test]
fn counting_without_lines_counts_what_lines_say() {
    for (name, protocol, bytes) in streams() {
        for options in all_options() {
            let mut stats = Stats::new();
            lines(protocol, &bytes, &options).iter().for_each(|line| stats.line(line));
            // Small pieces of large frames take long and show nothing new.
            for chunk in [usize::MAX, if bytes.len() < 10_000 { 7 } else { 4099 }] {
                let counted = count(protocol, &bytes, &options, chunk);
                assert_eq!(counted.json(), stats.json(), "{name} {options:?}");
                assert_eq!((counted.lines(), counted.to_string()), (stats.lines(), stats.to_string()));
            }
        }
    }
}

/// The counts beside those that a reader of the JSON lines would make.
#[test]
fn totals_types_and_reasons_are_those_of_the_lines() {
    for (name, protocol, bytes) in streams() {
        let lines = lines(protocol, &bytes, &Options::default());
        let stats = count(protocol, &bytes, &Options::default(), 4096).json();
        let framed = || lines.iter().filter(|line| line.json.contains_key("length"));
        assert_eq!(stats["frames"], framed().count(), "{name}");
        assert_eq!(stats["bytes"], framed().map(|line| line.json["length"].as_u64().unwrap()).sum::<u64>());
        assert_eq!(stats["unread"].as_u64().unwrap() + stats["bytes"].as_u64().unwrap(), bytes.len() as u64);
        assert_eq!(stats["errors"], lines.iter().filter(|line| line.is_error).count(), "{name}");
        assert_eq!(stats["findings"], lines.iter().map(|line| line.findings).sum::<usize>(), "{name}");
        for kind in stats["types"].as_array().unwrap() {
            let is_it = |line: &&Line| match line.json.get("type") {
                Some(Value::String(name)) => kind["type"] == **name,
                Some(number) => kind["type"].as_str() == Some(&number.to_string()),
                None => kind["type"] == "unreadable",
            };
            let of_it: Vec<_> = framed().filter(is_it).collect();
            assert_eq!(kind["frames"], of_it.len(), "{name} {kind}");
            assert_eq!(kind["errors"], of_it.iter().filter(|line| line.is_error).count(), "{name} {kind}");
            let messages = |line: &&&Line| {
                let message = line.json.get("message");
                let list =
                    message.and_then(|message| message.get("messages").or_else(|| message.get("items")));
                let items = list.and_then(Value::as_array).into_iter().flatten();
                let broken = |item: &&Value| protocol == Protocol::Bmq && item.get("error").is_some();
                let items = items.filter(|item| !broken(item)).count();
                if protocol == Protocol::Mx { usize::from(message.is_some()) } else { items }
            };
            assert_eq!(
                kind["messages"],
                of_it.iter().map(|line| messages(&line)).sum::<usize>(),
                "{name} {kind}"
            );
        }
        for reason in stats["reasons"].as_array().unwrap() {
            let found = if reason["kind"] == "error" {
                let error = |line: &&Line| {
                    line.json.get("error").is_some_and(|error| {
                        (&error["reason"], &error["layer"]) == (&reason["reason"], &reason["layer"])
                    })
                };
                lines.iter().filter(error).count()
            } else {
                let findings = |line: &Line| {
                    let list = line.json.get("findings").and_then(Value::as_array).into_iter().flatten();
                    list.filter(|finding| finding["reason"] == reason["reason"]).count()
                };
                lines.iter().map(findings).sum()
            };
            assert_eq!(reason["count"], found, "{name} {reason}");
        }
    }
}

fn of_capture(name: &str) -> Value {
    let bytes = fs::read(testdata().join(name)).unwrap();
    let mut stats = Stats::new();
    let mut session = Session::new(&Options::default());
    let mut take = |given| {
        if let Given::Line(line) = given {
            stats.line(&line);
        }
    };
    session.feed(&bytes, &mut take);
    session.finish(&mut take);
    stats.json()
}

#[test]
fn a_real_capture_has_rates_queues_names_connections_and_pairs() {
    let stats = of_capture("pcap/real-produce-one-any.pcap");
    assert_eq!((&stats["frames"], &stats["errors"]), (&json!(10), &json!(0)));
    assert_eq!(stats["time"]["first"], "2026-11-30T12:22:35.347047000Z");
    assert_eq!(stats["time"]["seconds"], 0.025_911);
    let rate = stats["rate"]["frames"].as_f64().unwrap();
    assert!((rate - 10.0 / 0.025_911).abs() < 0.01, "{rate}");
    let queue = json!({
        "protocol": "bmq",
        "queue": "bmq://bmq.test.mem.priority/test-queue",
        "types": [
            {"type": "PUT", "messages": 1, "payload": {"count": 1, "bytes": 12, "min": 12, "mean": 12, "max": 12}},
            {"type": "ACK", "messages": 1, "payload": {"count": 0, "bytes": 0, "min": 0, "mean": 0, "max": 0}},
        ],
    });
    assert_eq!(stats["queues"], json!([queue]));
    let connections = stats["connections"].as_array().unwrap();
    assert_eq!((&connections[0]["dir"], &connections[0]["frames"]), (&json!("c2s"), &json!(5)));
    let control = stats["types"].as_array().unwrap().iter().find(|kind| kind["type"] == "CONTROL").unwrap();
    assert!(control["names"].as_array().unwrap().contains(&json!({"name": "openQueue", "count": 1})));
    let pairs = stats["pairs"].as_array().unwrap();
    let open = pairs.iter().find(|pair| pair["kind"] == "openQueue").unwrap();
    assert_eq!((&open["pairs"], &open["latency"]["max"]), (&json!(1), &json!(0.000_346)));
}

/// The number of a queue stands for its URI within its own connection and from its opening on.
#[test]
fn queues_of_different_connections_do_not_mix() {
    let stats = of_capture("pcap/three-protocols.pcap");
    let queues = stats["queues"].as_array().unwrap();
    let names: Vec<_> = queues.iter().map(|queue| queue["queue"].as_str().unwrap()).collect();
    assert_eq!(names, ["bmq://bmq.test.mem.priority/test-queue", "orders", "mail"]);
    let stats = of_capture("bmq/tolerance/no-options.b2c.bin");
    let unknown = stats["queues"].as_array().unwrap().iter().any(|queue| queue.get("queue").is_none());
    assert!(unknown || stats["queues"][0]["queue"].is_string());
}

/// A stream with ever new queues, names and requests.
#[test]
fn distinct_names_are_bounded() {
    let mut bytes = Vec::new();
    for number in 0..30_000u32 {
        let event =
            [&[0, 0, 0, 36, 0x43, 2, 0, 0, 0x16, 0, 0, 0][..], &number.to_be_bytes(), &[1; 20]].concat();
        bytes.extend(event);
    }
    let stats = count(Protocol::Bmq, &bytes, &Options::default(), 1 << 16).json();
    assert_eq!((&stats["frames"], &stats["errors"]), (&json!(30_000), &json!(0)), "{stats:.500}");
    let queues = stats["queues"].as_array().unwrap();
    assert_eq!(queues.len(), 10_001);
    assert_eq!(
        (&queues[10_000]["others"], &queues[10_000]["types"][0]["messages"]),
        (&json!(true), &json!(20_000))
    );

    let named = |number| format!(r#"{{"version":1,"type":"EVENT","event":"e{number}{}"}}"#, "x".repeat(1000));
    let bytes: Vec<u8> =
        (0..3_000).flat_map(|number| codec_testkit::mx::frame(named(number).as_bytes())).collect();
    let stats = count(Protocol::Mx, &bytes, &Options::default(), 1 << 16).json();
    let names = stats["types"][0]["names"].as_array().unwrap();
    assert_eq!((names.len(), &names[1000]), (1001, &json!({"name": "other", "count": 2000})));
    assert!(names.iter().all(|name| name["name"].as_str().unwrap().len() <= 256));
}

fn wirescope(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("wirescope").unwrap();
    command.args(args);
    command
}

fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_program_shows_tables_or_json() {
    let file = testdata().join("bmq/cpp/cpp-burst.c2b.bin");
    let (status, out, err) = run(wirescope(&["stats"]).arg(&file));
    assert_eq!(status, Some(0));
    assert!(
        out.starts_with(
            "54 frames, 3148 bytes; 50 messages, 400 bytes of payload; 0 malformed, 0 findings\n"
        ),
        "{out}"
    );
    let row =
        |text: &str| out.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") == text);
    assert!(row("bmq PUT 50 2800 88.9% 56 56 56 56 56 50 8 8 8 0 0"), "{out}");
    assert!(row("bmq://bmq.test.mem.priority/test-queue PUT 50 400 8 8 8"), "{out}");
    assert!(row("bmq CONTROL openQueue 1"), "{out}");
    assert!(err.contains("bmq: begins with an event header: CONTROL of 152 bytes"), "{err}");
    // By way of lines it is the same.
    let (_, quick, _) = run(wirescope(&["stats", "--json"]).arg(&file));
    for args in [&["stats", "--json", "--where", "offset >= 0"][..], &["stats", "--json", "--resync"]] {
        assert_eq!(run(wirescope(args).arg(&file)), (Some(0), quick.clone(), err.clone()));
    }
    let (status, piped, _) = run(wirescope(&["stats", "--json", "-"]).write_stdin(fs::read(&file).unwrap()));
    assert_eq!((status, piped), (Some(0), quick));
}

#[test]
fn the_program_counts_what_is_selected_and_pairs_all() {
    let folder = testdata().join("bmq/cpp");
    let (c2s, s2c) = (folder.join("cpp-consume-new.c2b.bin"), folder.join("cpp-consume-new.b2c.bin"));
    let mut command = wirescope(&["stats", "--json", "--type", "push", "--c2s"]);
    let (status, out, _) = run(command.arg(&c2s).arg("--s2c").arg(&s2c));
    let stats: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &stats["frames"], &stats["messages"]), (Some(0), &json!(12), &json!(14)));
    let pairs = stats["pairs"].as_array().unwrap();
    let push = pairs.iter().find(|pair| pair["kind"] == "PUSH").unwrap();
    assert_eq!(*push, json!({"protocol": "bmq", "kind": "PUSH", "pairs": 14, "unanswered": 0, "unasked": 0}));
    // Of one direction alone nothing is said.
    let (_, out, _) = run(wirescope(&["stats", "--json", "--c2s"]).arg(&c2s));
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["pairs"], json!([]));
}

#[test]
fn malformed_empty_and_unreadable_inputs_are_told_by_the_status() {
    let bytes = [0, 0, 0, 8, 0x4B, 2, 0, 0, 0, 0, 0, 12, 0x42, 2, 0, 0, 1, 2, 3, 4, 0, 0, 0, 2, 9, 9];
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    for command in
        [wirescope(&["stats"]).arg(file.path()), wirescope(&["stats", "-"]).write_stdin(&bytes[..])]
    {
        let (status, out, err) = run(command);
        assert_eq!(status, Some(1));
        assert!(out.starts_with("2 frames, 20 bytes; 0 messages, 0 bytes of payload; 2 malformed"), "{out}");
        assert!(out.contains("\n6 bytes in no frame\n"), "{out}");
        assert!(err.contains("wirescope: 3 frames, 2 malformed, 0 findings"), "{err}");
    }
    fs::write(file.path(), "").unwrap();
    let (status, out, err) = run(wirescope(&["stats"]).arg(file.path()));
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("0 frames, 0 bytes; "), "{out}");
    fs::write(file.path(), "GET / HTTP/1.1\r\n").unwrap();
    let (status, out, err) = run(wirescope(&["stats"]).arg(file.path()));
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("cannot tell the protocol of "), "{err}");
    assert_eq!(run(&mut wirescope(&["stats", "no such file"])).0, Some(2));
    assert_eq!(run(wirescope(&["stats", "--follow"]).arg(file.path())).0, Some(2));
    let node = testdata().join("bmq/node/node-produce-one.c2b.bin");
    assert_eq!(run(wirescope(&["stats"]).arg(&node)).0, Some(0));
    assert_eq!(run(wirescope(&["stats", "--strict"]).arg(&node)).0, Some(1));
}

#[test]
fn names_of_a_peer_do_not_reach_the_terminal_as_they_are() {
    let frame = codec_testkit::mx::frame(br#"{"version":1,"type":"EVENT","event":"a\u001b[31m"}"#);
    let (_, out, _) = run(wirescope(&["stats", "--protocol", "mx", "-"]).write_stdin(frame));
    assert!(!out.contains('\x1B') && out.contains(r"a\u{1b}[31m"), "{out}");
}
