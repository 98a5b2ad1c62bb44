//! `wirescope map`, as its users run it.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;

/// Runs it with that input and gives status, standard output and standard error.
fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("wirescope").unwrap();
    let output = command.arg("map").args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const PUBLISH: &str = r#"{"topic":"plant/7/temp","qos":1,"retain":false,"payload":"32312e35","user_properties":[["k","v"],["x-bridge.tenant-id","forged"]]}"#;

#[test]
fn a_publish_becomes_a_message_of_sqs_with_a_report() {
    let (status, out, err) = run(&["--from", "mqtt", "--to", "sqs"], PUBLISH);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let [line] = &lines(&out)[..] else { panic!("{out}") };
    assert_eq!(line["message"]["body"], "21.5");
    assert_eq!(line["message"]["attributes"][0], json!(["k", {"type": "String", "value": "v"}]));
    assert_eq!(line["counters"], json!({}));
    assert_eq!(line["retry_count"], 0);
    assert_eq!(line["lost"][0], json!({"step": "receive", "name": "x-bridge.tenant-id", "why": "reserved"}));
}

#[test]
fn the_same_input_and_options_give_the_same_output() {
    let args = ["--from", "mqtt", "--to", "amqp", "--options", r#"{"now":"2026-03-01T12:00:00.000Z"}"#];
    let first = run(&args, PUBLISH);
    assert_eq!(first, run(&args, PUBLISH));
    assert!(first.1.contains("00000000000000000000000000000001"), "new ids are numbered: {}", first.1);
}

#[test]
fn one_message_after_another_and_one_bad_one() {
    let input = format!("{PUBLISH}\n{{\"topic\": 5}}\n{PUBLISH}");
    let (status, out, err) = run(&["--from", "mqtt", "--to", "envelope"], &input);
    let lines = lines(&out);
    assert_eq!((status, lines.len()), (Some(1), 3));
    assert_eq!(lines[1], json!({"invalid": "topic: must be text"}));
    assert_eq!(err, "wirescope: message 2: topic: must be text\n");
    // Behind what is no JSON nothing can be read, and that is said.
    let input = format!("{PUBLISH}\n{{\"topic\"\n{PUBLISH}");
    let (status, out, err) = run(&["--from", "mqtt", "--to", "envelope"], &input);
    assert_eq!((status, out.lines().count()), (Some(2), 1));
    assert!(
        err.starts_with("wirescope: message 2 of -: expected `:`")
            && err.ends_with("; what follows was not read\n"),
        "{err}"
    );
}

#[test]
fn a_message_that_does_not_arrive_is_status_1() {
    let (status, out, _) = run(&["--from", "mqtt", "--to", "mqtt"], PUBLISH);
    assert_eq!(status, Some(1));
    assert_eq!(
        lines(&out)[0]["error"],
        json!({"code": "INVALID_TOPIC", "kind": "rejected", "retry": false, "text": "INVALID_TOPIC: topic is missing"}),
    );
    let body = r#"{"body":{"value":{"long":5}}}"#;
    let (status, out, _) = run(&["--from", "amqp", "--to", "sqs"], body);
    assert_eq!(status, Some(1));
    assert_eq!(lines(&out)[0]["dropped"], json!({"class": "body", "settle": "rejected"}));
    assert_eq!(lines(&out)[0]["counters"], json!({"AMQP10IngressRejected": 1}));
}

#[test]
fn pretty_is_the_same_with_indentation() {
    let args = ["--from", "mqtt", "--to", "sqs", "--options", r#"{"now":"2026-03-01T12:00:00.000Z"}"#];
    let (_, plain, _) = run(&args, PUBLISH);
    let (_, pretty, _) = run(&[&args[..], &["--pretty"]].concat(), PUBLISH);
    assert!(pretty.lines().count() > 10);
    assert_eq!(serde_json::from_str::<Value>(&pretty).unwrap(), lines(&plain)[0]);
}

#[test]
fn fila_and_blazingmq_are_sides_too() {
    let delivery = json!({
        "message_id": "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "queue": "orders", "payload": "01",
        "headers": [["k", "v"], ["x-bridge.route-id", "forged"]], "attempt_count": 3,
        "enqueued_at": "2026-03-01T12:00:00.000Z",
    });
    let options = r#"{"default_queue":"bmq://bmq.test.mem.priority/q"}"#;
    let (status, out, err) =
        run(&["--from", "fila", "--to", "bmq", "--options", options], &delivery.to_string());
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let line = &lines(&out)[0];
    assert_eq!(line["retry_count"], 3);
    let properties = line["message"]["properties"].as_array().unwrap();
    assert_eq!(
        properties[0],
        json!(["gobridge.message-id", {"STRING": "6f9619ff-8b86-d011-b42d-00cf4fc964ff"}])
    );
    assert!(properties.contains(&json!(["fila.attempt-count", {"INT64": 3}])), "{out}");
    // And on: BlazingMQ to Fila.
    let options = r#"{"default_queue":"orders"}"#;
    let push = line["message"].to_string();
    let (status, out, _) = run(&["--from", "bmq", "--to", "fila", "--options", options], &push);
    assert_eq!(status, Some(0));
    let line = &lines(&out)[0];
    assert_eq!(line["message"]["payload"], "01");
    assert_eq!(line["message"]["idempotency_key"], "6f9619ff-8b86-d011-b42d-00cf4fc964ff");
    assert_eq!(line["retry_count"], 0);
    assert!(
        line["lost"]
            .as_array()
            .unwrap()
            .contains(&json!({"step": "route", "name": "fila.attempt-count", "why": "other_retry_count"}))
    );
}

#[test]
fn messagex_is_a_side_too() {
    let options = r#"{"default_queue":"orders","now":"2026-03-01T12:00:00.000Z"}"#;
    let (status, out, _) = run(&["--from", "mqtt", "--to", "mx", "--options", options], PUBLISH);
    assert_eq!(status, Some(0));
    let line = &lines(&out)[0];
    assert_eq!(line["message"]["queueName"], "orders");
    assert_eq!(line["message"]["payload"], "21.5");
    assert_eq!(line["message"]["headers"]["mqtt.qos"], 1);
    let (status, out, _) = run(&["--from", "mx", "--to", "envelope"], &line["message"].to_string());
    assert_eq!(status, Some(0));
    assert_eq!(lines(&out)[0]["message"]["payload"], "32312e35");
}

#[test]
fn usage_is_status_2() {
    for (args, text) in [
        (&["--from", "mqtt"][..], "--to"),
        (&["--from", "carrier-pigeon", "--to", "sqs"], "carrier-pigeon"),
        (&["--from", "mqtt", "--to", "sqs", "--options", "{"], "--options"),
        (&["--from", "mqtt", "--to", "sqs", "--options", r#"{"nwo":1}"#], "nwo: there is no such option"),
        (&["--from", "mqtt", "--to", "sqs", "--options", r#"{"fifo":"yes"}"#], "fifo: must be true or false"),
        (&["--cases", "no-such-file"], "no-such-file"),
    ] {
        let (status, out, err) = run(args, PUBLISH);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(text), "{args:?}: {err}");
    }
}

#[test]
fn cases_print_their_results_and_all_are_met() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/gobridge/cases.jsonl");
    let (status, out, err) = run(&["--cases", path.to_str().unwrap()], "");
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out.lines().count(), 132);
    let first = &lines(&out)[0];
    assert_eq!(first["envelope"]["id"], "7c1d2a3e-44b5-4e0f-9f11-0a2b3c4d5e6f");
}

#[test]
fn a_case_that_is_not_met_is_named_with_the_difference() {
    let case = json!({
        "name": "address/mine", "op": "address",
        "input": {"template": "a/{b}", "headers": [["b", {"text": "c"}]]},
        "expect": {"address": "a/d", "counters": {}},
    });
    let mut silent = case.clone();
    silent.as_object_mut().unwrap().remove("expect");
    let (status, out, err) =
        run(&["--cases", "-"], &format!("{case}\n\n{silent}\n{{\"op\":\"walk\",\"input\":{{}}}}\n"));
    assert_eq!(status, Some(1));
    assert_eq!(
        lines(&out)[..2],
        [json!({"address": "a/c", "counters": {}}), json!({"address": "a/c", "counters": {}})]
    );
    assert_eq!(
        err.lines().collect::<Vec<_>>(),
        [
            r#"wirescope: address/mine: address: expected "a/d", got "a/c""#,
            "wirescope: line 4: op: there is no such operation",
            "wirescope: 2 of 3 cases are not as expected",
        ]
    );
}

/// Types of AMQP that headers have none for become printed text.
#[test]
fn every_type_of_amqp_can_be_written_down() {
    let input = r#"{"application_properties":[["a",{"array":[{"uint":1},{"uint":2}]}],["c",{"char":"å"}],
        ["d",{"decimal32":"01020304"}],["e",{"described":[{"symbol":"x"},{"long":5}]}],
        ["f",{"array":{"descriptors":[{"ulong":9}],"items":[{"ubyte":7}]}}]]}"#;
    let (status, out, err) = run(&["--from", "amqp", "--to", "envelope"], input);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let headers = lines(&out)[0]["message"]["headers"].clone();
    let text = |name: &str, text: &str| json!([name, { "text": text }]);
    for expected in
        [text("a", "[1 2]"), text("c", "å"), text("d", "01020304"), text("e", "5"), text("f", "[7]")]
    {
        assert!(headers.as_array().unwrap().contains(&expected), "{expected} in {headers}");
    }
    for (wrong, error) in [
        (r#"{"char":"ab"}"#, "must be one character"),
        (r#"{"decimal64":"00"}"#, "must be 8 bytes"),
        (r#"{"array":{"other":1}}"#, "there is no such member"),
    ] {
        let input = format!(r#"{{"body":{{"value":{wrong}}}}}"#);
        let (status, _, err) = run(&["--from", "amqp", "--to", "envelope"], &input);
        assert_eq!(status, Some(1));
        assert!(err.contains(error), "{err}");
    }
}
