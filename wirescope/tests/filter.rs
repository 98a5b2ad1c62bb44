//! Filters: what they mean, on lines of fixtures, and how they are written.

use codec_testkit::fixtures::testdata;
use proptest::prelude::*;
use serde_json::json;
use wirescope::filter::{Check, Comparison, Expr, Filter, MAX_DEPTH, Path, Pattern, Selection, Step, Value};
use wirescope::protocol::Protocol;
use wirescope::{Given, Line, Options, Session, Stream};

fn lines(name: &str) -> Vec<Line> {
    let bytes = std::fs::read(testdata().join(name)).unwrap();
    let mut lines = Vec::new();
    let mut session = Session::new(&Options::default());
    let mut take = |given| {
        if let Given::Line(line) = given {
            lines.push(line);
        }
    };
    session.feed(&bytes, &mut take);
    session.finish(&mut take);
    assert!(!lines.is_empty());
    lines
}

/// The offsets of the lines that satisfy a filter.
fn offsets(lines: &[Line], filter: &str) -> Vec<u64> {
    let filter = Filter::parse(filter).unwrap_or_else(|error| panic!("{error}"));
    lines
        .iter()
        .filter(|line| filter.matches(line))
        .map(|line| line.json["offset"].as_u64().unwrap())
        .collect()
}

/// A line of these members.
fn line(json: serde_json::Value) -> Line {
    let mut lines = Vec::new();
    let mut stream = Stream::new(Protocol::Bmq, &Options::default());
    stream.feed(&[0, 0, 0, 8, 0x4B, 2, 0, 0], &mut |line| lines.push(line));
    let mut line = lines.remove(0);
    line.json = json.as_object().unwrap().clone();
    line
}

#[track_caller]
fn holds(json: &serde_json::Value, filters: &[&str]) {
    for filter in filters {
        let read = Filter::parse(filter).unwrap_or_else(|error| panic!("{error}"));
        assert!(read.matches(&line(json.clone())), "{filter} of {json}");
    }
}

#[track_caller]
fn fails(json: &serde_json::Value, filters: &[&str]) {
    for filter in filters {
        let read = Filter::parse(filter).unwrap_or_else(|error| panic!("{error}"));
        assert!(!read.matches(&line(json.clone())), "{filter} of {json}");
    }
}

#[test]
fn payloads_of_a_real_stream_are_found_as_text_and_as_bytes() {
    let lines = lines("bmq/cpp/cpp-produce-one.c2b.bin");
    for filter in [
        r#"payload contains "lo, w""#,
        r#"message.messages[].payload = "hello, world""#,
        r#"message.messages[0].payload = "hello, world""#,
        r#"message.messages.payload = "hello, world""#,
        "payload = 0x68656c6c6f2c20776f726c64",
        "payload starts with hello",
        "payload ends with 0x6c64",
        r#"payload matches "^h.*d$""#,
        "type = PUT",
        ".type = PUT and queueId = 0 and length = 60",
        "flags = ACK_REQUESTED",
        "guid = 0x4000000000000041CD656D5954B886E9",
        r#"guid starts with "4000""#,
        "crc32c.scope = unpadded and crc32c.value > 1771676702.5",
        "not (control exists or type = CONTROL)",
    ] {
        assert_eq!(offsets(&lines, filter), [236], "{filter}");
    }
    // What the bytes look like in hexadecimal is not what they are.
    assert!(offsets(&lines, r#"payload contains "68""#).is_empty());
    assert_eq!(offsets(&lines, "qId = 0 and uri starts with bmq://bmq.test"), [152, 296]);
    assert_eq!(offsets(&lines, "rId >= 2"), [296, 384]);
    assert_eq!(offsets(&lines, "nanoSecondsFromEpoch = 1796035641829128923"), [0]);
    assert!(offsets(&lines, "nanoSecondsFromEpoch = 1796035641829128924").is_empty());
}

#[test]
fn properties_and_errors_are_found() {
    let lines = lines("bmq/cpp/cpp-props-new.c2b.bin");
    let put = offsets(&lines, "type = PUT");
    assert_eq!(offsets(&lines, "properties.name = b_false and properties.value = false"), put[..1]);
    assert_eq!(offsets(&lines, "properties.value = -70000"), put[..1]);
    let lines = self::lines("bmq/tolerance/props-type-8.b2c.bin");
    assert_eq!(offsets(&lines, "error exists").len(), 1);
    assert_eq!(offsets(&lines, "error.reason = bad_value and not error.fatal = true").len(), 1);
}

#[test]
fn a_first_name_is_the_lines_own_where_it_has_one() {
    let json = json!({"type": "PUT", "message": {"options": [{"type": "MSG_GROUP_ID"}], "deep": [[{"k": 1}], {"k": 2}]}});
    holds(
        &json,
        &["type = PUT", ".type = PUT", "options.type = MSG_GROUP_ID", "k = 1", "k = 2", "deep[][].k = 1"],
    );
    fails(
        &json,
        &[
            "type = MSG_GROUP_ID",
            ".k = 1",
            ".options exists",
            "deep[0].k = 2",
            "deep[7] exists",
            "type.k exists",
        ],
    );
    holds(&json, &["deep.k = 1", "deep[1].k = 2", "message.deep[].k > 1"]);
}

#[test]
fn any_value_of_an_array_suffices() {
    let json = json!({"list": [1, [2, 3], null], "none": [], "null": null});
    holds(&json, &["list = 1", "list = 3", "list != 1", "not list = 4", "list exists", "\"null\" = null"]);
    fails(
        &json,
        &["list = 4", "not list = 1", "none exists", "null exists", "none = 1", "none != 1", "null != null"],
    );
}

#[test]
fn numbers_compare_exactly() {
    let json = json!({"u": u64::MAX, "i": i64::MIN, "f": 0.5, "n": 258, "s": "258", "b": true});
    holds(&json, &["u = 18446744073709551615", "u > 18446744073709551614", "i = -9223372036854775808"]);
    holds(&json, &["i < -9223372036854775807", "f = 0.5", "f < 1", "f >= 5e-1", "u < 1.8446744073709552e19"]);
    holds(&json, &["n = 0x0102", "s = \"258\"", "b = true", "b != false", "n == 258"]);
    fails(
        &json,
        &["u = 18446744073709551614", "u > 1.8446744073709552e19", "f = 0", "n = \"258\"", "s = 258"],
    );
    fails(&json, &["b = 1", "b = false", "n contains \"5\"", "s < 300", "n matches \"2\""]);
    // Values of different kinds are not the same.
    holds(&json, &["s != 258", "b != 1", "n != \"258\""]);
}

#[test]
fn text_and_bytes_are_told_apart() {
    let bmq = json!({"protocol": "bmq", "name": "abcd", "payload": "61626364", "odd": {"hex": "ff00"}});
    holds(
        &bmq,
        &["payload = \"abcd\"", "name = \"abcd\"", "name = 0xabcd", "odd = 0xff00", "odd contains 0x00"],
    );
    fails(&bmq, &["payload = \"61626364\"", "name = \"61626364\"", "name contains 0x62"]);
    let properties =
        json!({"properties": [{"type": "BINARY", "value": "6869"}, {"type": "STRING", "value": "6a6b"}]});
    holds(&properties, &["value = hi", "value = \"6a6b\""]);
    fails(&properties, &["value = jk", "value = \"6869\""]);
    // A payload of MessageX is JSON.
    let mx =
        json!({"protocol": "mx", "message": {"payload": {"payload": "6869", "body": "x"}}, "raw": "6869"});
    holds(&mx, &["payload = \"6869\"", "body = x", "raw = hi", "message.payload.payload = \"6869\""]);
    fails(&mx, &["payload = hi"]);
    let opcode = json!({"opcode": "0x10", "message_id": "019b76da-a865-7e99-8000-0a1b2ca24ec4"});
    holds(&opcode, &["opcode = 0x10", "message_id starts with 0x019b76daa8"]);
}

#[test]
fn words_bind_as_they_should() {
    let json = json!({"a": 1, "b": 2});
    holds(
        &json,
        &["a = 1 or a = 2 and b = 3", "not a = 2 and b = 2", "not not a = 1", "(a = 2 or b = 2) and a = 1"],
    );
    fails(&json, &["(a = 1 or a = 2) and b = 3", "not (a = 1 and b = 2)", "not a = 1 or b = 3"]);
    let keywords = json!({"and": 1, "not": {"or": 2}, "exists": 3, "ünï \"x\"": 4});
    holds(&keywords, &["\"and\" = 1", "\"not\".\"or\" = 2", "exists exists", "\"ünï \\\"x\\\"\" = 4"]);
}

#[test]
fn errors_tell_the_column_and_what_is_expected() {
    let table = [
        ("", 1, "a name, `not` or `(`"),
        ("  ", 3, "a name, `not` or `(`"),
        ("and", 1, "a name, `not` or `(`"),
        ("a", 2, "an operator: = != < <= > >= contains, starts with, ends with, matches or exists"),
        ("a ? 1", 3, "an operator: = != < <= > >= contains, starts with, ends with, matches or exists"),
        ("a =", 4, "a value"),
        ("ä = é", 1, "a name, `not` or `(`"),
        ("a = é", 5, "a value"),
        ("a = 1 b", 7, "`and`, `or` or the end"),
        ("a = 1 and", 10, "a name, `not` or `(`"),
        ("a = 1 or )", 10, "a name, `not` or `(`"),
        ("(a = 1", 7, "`)`, `and` or `or`"),
        ("a = 1)", 6, "`and`, `or` or the end"),
        ("a starts 1", 10, "`with`"),
        ("a contains 1", 12, "text or bytes"),
        ("a = \"x", 7, "a closing quote"),
        ("\"é\" = \"\\x\"", 9, "an escape: \\\" \\\\ \\n \\r \\t \\0 or \\u{…}"),
        ("a = \"\\u{d800}\"", 7, "an escape: \\\" \\\\ \\n \\r \\t \\0 or \\u{…}"),
        ("a = 0x1", 5, "pairs of hexadecimal digits behind 0x"),
        ("a = 0x", 5, "pairs of hexadecimal digits behind 0x"),
        ("a = 18446744073709551616", 5, "a number that fits 64 bits"),
        ("a = 1e999", 5, "a number that fits 64 bits"),
        ("a[99999999999999999999] = 1", 3, "a smaller number"),
        ("a[x] = 1", 3, "a number or `]`"),
        ("a. = 1", 4, "a name"),
        ("a matches x", 11, "a pattern in quotes"),
    ];
    for (text, column, expected) in table {
        let error = Filter::parse(text).unwrap_err();
        assert_eq!((error.column(), error.expected()), (column, expected), "{text:?}");
    }
    let error = Filter::parse("a matches \"(\"").unwrap_err();
    assert_eq!(error.column(), 11);
    assert!(error.expected().starts_with("a regular expression ("), "{error}");
    let shown = Filter::parse("a\t= 1 b").unwrap_err().to_string();
    assert_eq!(shown, "column 7: expected `and`, `or` or the end\n  a = 1 b\n        ^");
}

#[test]
fn nesting_is_limited_and_length_is_not() {
    for open in ["(", "not "] {
        let nested = |depth: usize| {
            let close = if open == "(" { ")".repeat(depth) } else { String::new() };
            Filter::parse(&format!("{}a = 1{close}", open.repeat(depth)))
        };
        assert!(nested(MAX_DEPTH).is_ok());
        assert_eq!(nested(MAX_DEPTH + 1).unwrap_err().expected(), "at most 64 levels of nesting");
        assert!(nested(100_000).is_err());
    }
    let long = vec!["a = 1"; 100_000].join(" or ");
    assert!(Filter::parse(&long).unwrap().matches(&line(json!({"a": 1}))));
}

#[test]
fn selections_hold_of_each_kind_that_is_given() {
    let lines = lines("pcap/three-protocols.pcap");
    let count = |change: &dyn Fn(&mut Selection)| {
        let mut selection = Selection::default();
        change(&mut selection);
        lines.iter().filter(|line| selection.matches(line)).count()
    };
    assert_eq!(count(&|_| {}), lines.len());
    let puts = count(&|it| it.types = vec!["put".into()]);
    assert_eq!(puts, lines.iter().filter(|line| line.json["type"] == "PUT").count());
    assert!(puts > 0);
    assert_eq!(
        count(&|it| it.types = vec!["Put".into(), "ENQUEUE".into()]),
        puts + count(&|it| it.types = vec!["Enqueue".into()])
    );
    let conn = |number: u64| count(&|it| it.conns = vec![number]);
    assert_eq!((0..7).map(conn).sum::<usize>(), lines.len());
    let to_server = count(&|it| it.dirs = vec![wirescope::Direction::ClientToServer]);
    let to_client = count(&|it| it.dirs = vec![wirescope::Direction::ServerToClient]);
    assert_eq!(to_server + to_client, lines.len());
    // Messages by their number are of the queue that was opened with it.
    let uri = "bmq://bmq.test.mem.priority/test-queue";
    let by_name = count(&|it| {
        (it.queues, it.types) =
            (vec![uri.into()], vec!["PUT".into(), "PUSH".into(), "ACK".into(), "CONFIRM".into()])
    });
    let by_number = count(&|it| it.queue_ids = vec![0]);
    assert_eq!(by_name, by_number);
    assert!(by_name > puts);
    assert_eq!(count(&|it| it.queues = vec!["bmq://bmq.test.mem.priority/other".into()]), 0);
    assert!(count(&|it| it.queues = vec!["orders".into()]) > 0);
    assert_eq!(count(&|it| it.errors = true), 0);
    let findings = count(&|it| it.findings = true);
    assert!(findings > 0);
    assert_eq!(count(&|it| (it.errors, it.findings) = (true, true)), findings);
    assert_eq!(count(&|it| it.filters = vec![Filter::parse("findings exists").unwrap()]), findings);
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z_][a-zA-Z0-9_-]{0,8}", "and|or|not|exists|contains", any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(|number| Value::Integer(number.into())),
        any::<u64>().prop_map(|number| Value::Integer(number.into())),
        float().prop_map(Value::Float),
        proptest::collection::vec(any::<u8>(), 1..9).prop_map(Value::Bytes),
        any::<String>().prop_map(Value::Text),
        any::<bool>().prop_map(Value::Bool),
        Just(Value::Null),
    ]
}

fn check() -> impl Strategy<Value = Check> {
    let ordered = [
        Comparison::Equal,
        Comparison::Differs,
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Greater,
        Comparison::AtLeast,
    ];
    let part = [Comparison::Contains, Comparison::StartsWith, Comparison::EndsWith];
    let text = prop_oneof![
        any::<String>().prop_map(Value::Text),
        proptest::collection::vec(any::<u8>(), 1..9).prop_map(Value::Bytes)
    ];
    prop_oneof![
        Just(Check::Exists),
        "[a-z.]{0,5}[\"\\PC]?"
            .prop_filter_map("a pattern", |text| Pattern::new(&text).ok().map(Check::Matches)),
        (proptest::sample::select(ordered.to_vec()), value())
            .prop_map(|(how, value)| Check::Compare(how, value)),
        (proptest::sample::select(part.to_vec()), text).prop_map(|(how, value)| Check::Compare(how, value)),
    ]
}

fn path() -> impl Strategy<Value = Path> {
    let step =
        prop_oneof![name().prop_map(Step::Name), Just(Step::Each), any::<usize>().prop_map(Step::Item)];
    (any::<bool>(), name(), proptest::collection::vec(step, 0..4)).prop_map(|(anchored, first, steps)| Path {
        anchored,
        first,
        steps,
    })
}

/// Any finite number; with the feature `small`, which reads others less exactly, one of few digits.
fn float() -> impl Strategy<Value = f64> {
    let few = (-1_000_000_000i32..1_000_000_000, 0i32..10).prop_map(|(digits, shift)| {
        let text = format!("{digits}e-{shift}");
        text.parse().unwrap_or(0.5)
    });
    let any = any::<f64>().prop_filter("finite", |number| number.is_finite());
    if cfg!(feature = "small") { few.boxed() } else { any.boxed() }
}

fn expr() -> impl Strategy<Value = Expr> {
    let test = (path(), check()).prop_map(|(path, check)| Expr::Test(path, check));
    test.prop_recursive(5, 40, 4, |inner| {
        let parts = proptest::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            parts.clone().prop_map(Expr::Or),
            parts.prop_map(Expr::And),
            inner.prop_map(|part| Expr::Not(Box::new(part))),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_shown_reads_as_the_same_filter(expr in expr()) {
        let filter = Filter::from(expr);
        let text = filter.to_string();
        prop_assert_eq!(Filter::parse(&text).map_err(|error| error.to_string()), Ok(filter), "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = Filter::parse(&text).map_err(|error| error.to_string());
    }

    #[test]
    fn no_text_of_its_words_makes_it_panic(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "a", "payload", ".", "[", "]", "1", "-", "0x", "ff", "\"", "\\", "u{", "}", "(", ")", "and", "or", "not",
                "=", "!", "<", ">", "contains", "starts", "with", "matches", "exists", " ", "é", "1e9", "null", "true",
            ]),
            0..20,
        ),
        spaced: bool,
    ) {
        let text = words.join(if spaced { " " } else { "" });
        let sample = line(json!({"a": [1, "x", null, {"payload": "ff"}], "payload": "6869"}));
        match Filter::parse(&text) {
            Ok(filter) => drop(filter.matches(&sample)),
            Err(error) => {
                prop_assert!(error.column() <= text.chars().count() + 1);
                prop_assert!(!error.expected().is_empty());
            }
        }
    }
}
