//! Answers beside their requests.

use assert_cmd::Command;
use codec_testkit::fixtures::testdata;
use serde_json::{Map, Value, json};
use std::fs;
use wirescope::pairing::{Pairing, Summary};
use wirescope::{Direction, Encoder, Given, Line, Options, Session};

/// The lines of a session, annotated, and what became of its requests.
fn read(mut sessions: Vec<(Session, Vec<u8>)>) -> (Vec<Map<String, Value>>, Vec<Summary>) {
    let (mut pairing, mut lines) = (Pairing::new(), Vec::new());
    for (session, bytes) in &mut sessions {
        let mut take = |given| {
            if let Given::Line(mut line) = given {
                pairing.annotate(&mut line);
                lines.push(line.json);
            }
        };
        session.feed(bytes, &mut take);
        session.finish(&mut take);
    }
    (lines, pairing.summary())
}

fn capture(name: &str) -> (Vec<Map<String, Value>>, Vec<Summary>) {
    let bytes = fs::read(testdata().join("pcap").join(name)).unwrap();
    read(vec![(Session::new(&Options::default()), bytes)])
}

fn direction(direction: Direction, bytes: Vec<u8>) -> (Session, Vec<u8>) {
    (Session::one_direction(&Options::default(), direction), bytes)
}

fn kind<'s>(summary: &'s [Summary], name: &str) -> &'s Summary {
    summary.iter().find(|kind| kind.kind == name).unwrap_or_else(|| panic!("{name}: {summary:?}"))
}

#[test]
fn a_real_connection_has_all_its_answers_with_their_latency() {
    let (lines, summary) = capture("real-produce-one-any.pcap");
    let answers: Vec<_> = lines
        .iter()
        .filter_map(|line| line.get("requests"))
        .map(|requests| {
            let [request] = &requests.as_array().unwrap()[..] else { panic!("{requests}") };
            (
                request["kind"].as_str().unwrap(),
                request["offset"].as_u64().unwrap(),
                request["latency"].as_f64().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("clientIdentity", 0, 0.000_604),
        ("openQueue", 152, 0.000_346),
        ("PUT", 236, 0.000_195),
        ("closeQueue", 296, 0.000_709),
        ("disconnect", 384, 0.000_305),
    ];
    assert_eq!(answers, expected);
    for kind in &summary {
        assert_eq!((kind.pairs, kind.unanswered, kind.unasked), (1, 0, 0), "{kind:?}");
    }
    assert_eq!(kind(&summary, "openQueue").latency.max(), 346_000);
    let ack = lines.iter().find(|line| line["type"] == "ACK").unwrap();
    assert_eq!(ack["requests"], json!([{"kind": "PUT", "offset": 236, "item": 0, "latency": 0.000_195}]));
}

#[test]
fn deliveries_are_answered_by_their_confirmations() {
    let (lines, summary) = capture("real-consume-new.pcap");
    let push = kind(&summary, "PUSH");
    let confirms = lines.iter().filter(|line| line["type"] == "CONFIRM");
    let confirmed: usize = confirms.map(|line| line["message"]["messages"].as_array().unwrap().len()).sum();
    assert_eq!((push.pairs as usize, push.unanswered, push.unasked), (confirmed, 0, 0));
    assert!(confirmed > 0 && push.latency.min() > 0);
}

#[test]
fn requests_of_all_protocols_find_their_answers() {
    let (lines, summary) = capture("three-protocols.pcap");
    for (name, pairs, unanswered, unasked) in [
        ("clientIdentity", 3, 0, 0),
        ("PUT", 16, 0, 0),
        ("PUSH", 16, 0, 0),
        ("configureQueueStream", 2, 0, 0),
        ("Consume", 1, 0, 1),
        ("Enqueue", 0, 3, 0),
        ("QUEUE_DECLARE", 4, 8, 0),
    ] {
        let kind = kind(&summary, name);
        assert_eq!((kind.pairs, kind.unanswered, kind.unasked), (pairs, unanswered, unasked), "{name}");
    }
    // Each answer stands behind its request, on the same connection and in the other direction.
    for (index, line) in lines.iter().enumerate() {
        for request in line.get("requests").and_then(Value::as_array).into_iter().flatten() {
            let asked = lines[..index].iter().any(|asked| {
                asked["conn"] == line["conn"]
                    && asked["dir"] != line["dir"]
                    && asked["offset"] == request["offset"]
            });
            assert!(asked, "{line:?}");
        }
    }
}

#[test]
fn one_direction_alone_gives_nothing() {
    let (lines, summary) = capture("one-direction-only.pcap");
    assert!(!lines.is_empty());
    assert!(summary.is_empty(), "{summary:?}");
    assert!(lines.iter().all(|line| !line.contains_key("requests")));
    let bytes = fs::read(testdata().join("bmq/cpp/cpp-burst.c2b.bin")).unwrap();
    assert!(read(vec![(Session::new(&Options::default()), bytes)]).1.is_empty());
}

#[test]
fn answers_may_come_first_where_there_are_no_times() {
    let folder = testdata().join("bmq/cpp");
    let [c2s, s2c] = ["cpp-consume-new.c2b.bin", "cpp-consume-new.b2c.bin"]
        .map(|name| fs::read(folder.join(name)).unwrap());
    let server = || direction(Direction::ServerToClient, s2c.clone());
    let client = || direction(Direction::ClientToServer, c2s.clone());
    let (lines, forwards) = read(vec![client(), server()]);
    let (other, backwards) = read(vec![server(), client()]);
    let sorted = |mut summary: Vec<Summary>| {
        summary.sort_by(|a, b| a.kind.cmp(&b.kind));
        summary
    };
    assert_eq!(sorted(forwards.clone()), sorted(backwards));
    assert_eq!(kind(&forwards, "PUSH").pairs, 14);
    let with = |lines: &[Map<String, Value>], member: &str| {
        lines.iter().filter(|line| line.contains_key(member)).count()
    };
    // The broker's answers to five requests and the client's confirmations: which come first depends on the order.
    assert_eq!((with(&lines, "requests"), with(&lines, "answers")), (6, 12));
    assert_eq!((with(&other, "requests"), with(&other, "answers")), (14, 6));
}

#[test]
fn clients_without_guids_are_paired_by_correlation_id() {
    let folder = testdata().join("bmq/node");
    let [c2s, s2c] = ["node-produce-one.c2b.bin", "node-produce-one.b2c.bin"]
        .map(|name| fs::read(folder.join(name)).unwrap());
    let both = vec![direction(Direction::ClientToServer, c2s), direction(Direction::ServerToClient, s2c)];
    let (_, summary) = read(both);
    let put = kind(&summary, "PUT");
    assert_eq!((put.pairs, put.unanswered, put.unasked), (1, 0, 0));
}

#[test]
fn heartbeats_are_answered_in_their_order() {
    let folder = testdata().join("bmq/cpp");
    let [c2s, s2c] =
        ["cpp-heartbeat.c2b.bin", "cpp-heartbeat.b2c.bin"].map(|name| fs::read(folder.join(name)).unwrap());
    let both = vec![direction(Direction::ServerToClient, s2c), direction(Direction::ClientToServer, c2s)];
    let (lines, summary) = read(both);
    let asked = lines.iter().filter(|line| line["type"] == "HEARTBEAT_REQ").count();
    let answered = lines.iter().filter(|line| line["type"] == "HEARTBEAT_RSP");
    let offsets: Vec<_> = answered.map(|line| line["requests"][0]["offset"].as_u64().unwrap()).collect();
    assert!(offsets.is_sorted() && !offsets.is_empty());
    let beat = kind(&summary, "HEARTBEAT_REQ");
    assert_eq!((beat.pairs as usize, beat.unasked), (offsets.len(), 0));
    assert_eq!(beat.unanswered as usize, asked - offsets.len());
}

/// More requests than are remembered: the oldest count as unanswered.
#[test]
fn what_is_remembered_is_bounded() {
    let mut pairing = Pairing::new();
    let frames = [0, 0, 0, 8, 0x4B, 2, 0, 0].repeat(70_000);
    let mut asks = direction(Direction::ServerToClient, frames);
    let mut take = |given| {
        if let Given::Line(line) = given {
            let _: Vec<_> = pairing.line(&line);
        }
    };
    asks.0.feed(&asks.1, &mut take);
    let mut answers = direction(Direction::ClientToServer, vec![0, 0, 0, 8, 0x4C, 2, 0, 0]);
    answers.0.feed(&answers.1, &mut take);
    answers.0.finish(&mut take);
    let [beat] = &pairing.summary()[..] else { panic!() };
    assert_eq!((beat.pairs, beat.unanswered, beat.unasked), (1, 69_999, 0));
}

#[test]
fn lines_with_pairs_encode_as_they_did() {
    let bytes = fs::read(testdata().join("pcap/real-zlib-new.pcapng")).unwrap();
    let (mut pairing, mut session, mut paired) = (Pairing::new(), Session::new(&Options::default()), 0);
    let mut take = |given| {
        let Given::Line(line) = given else { return };
        let mut with: Line = line.clone();
        pairing.annotate(&mut with);
        paired += usize::from(with != line);
        assert_eq!(Encoder::new().encode(&with.json).unwrap(), line.bytes);
    };
    session.feed(&bytes, &mut take);
    session.finish(&mut take);
    assert!(paired > 0);
}

#[test]
fn the_program_shows_the_request_in_the_head_of_its_answer() {
    let file = testdata().join("pcap/real-produce-one-any.pcap");
    let run = |args: &[&str]| {
        let output = Command::cargo_bin("wirescope").unwrap().args(args).arg(&file).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (_, tree, _) = run(&["decode"]);
    assert!(tree.contains(" answers PUT at 236 after 195.0 us\n"), "{tree}");
    // What is not shown is paired all the same, and counts for the status.
    let (status, out, _) =
        run(&["decode", "--json", "--where", "requests.latency > 0.0005 and requests.kind = closeQueue"]);
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &line["offset"]), (Some(0), &json!(284)));
    let (status, out, err) = run(&["decode", "--where", "payload = "]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert_eq!(err, "wirescope: --where: column 11: expected a value\n  payload = \n            ^\n");
    let (_, out, _) = run(&["explain", "--type", "ack", "--dir", "s2c", "--conn", "0", "--queue-id", "0"]);
    assert_eq!(out.matches("frame at ").count(), 1, "{out}");
    let (_, out, _) = run(&["decode", "--json", "--type", "CONTROL", "--limit", "2"]);
    assert_eq!(out.lines().count(), 2);
    assert_eq!(run(&["decode", "--dir", "up"]).0, Some(2));
}
