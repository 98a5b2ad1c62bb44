//! moto's server of SQS, with boto3 at the other end.

use super::process::{Running, free_port, python, run, script};
use super::{NOW, envelope, new_id};
use bridge_codec::sqs::api::{
    SqsBackstop, SqsDestination, read_receive_message, read_send_message, read_send_message_batch,
    receive_message, send_message, send_message_batch,
};
use bridge_codec::{HeaderValue, SqsMessage, SqsReceiver, SqsSender, envelope_to_sqs, sqs_to_envelope};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Server {
    port: u16,
    python: PathBuf,
    plain: String,
    fifo: String,
    _running: Running,
}

fn server() -> Option<Server> {
    let python = python("boto3, moto.server")?;
    let port = free_port();
    let mut command = Command::new(&python);
    command.args(["-m", "moto.server", "-H", "127.0.0.1", "-p", &port.to_string()]);
    let mut running = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    running.wait_for_port(port);
    let urls = run(script(&python, "sqs_peer.py", &["create", &port.to_string()]), &[]).remove(0);
    let url = |index: usize| urls[index].as_str().unwrap().to_owned();
    Some(Server { port, python, plain: url(0), fifo: url(1), _running: running })
}

impl Server {
    /// One of boto3's actions.
    fn boto3(&self, action: &str, args: &[&str], input: &[Value]) -> Vec<Value> {
        let port = self.port.to_string();
        run(script(&self.python, "sqs_peer.py", &[&[action, &port][..], args].concat()), input)
    }

    /// Posts a request of our own; gives the body of the response.
    fn post(&self, action: &str, body: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let credential = "AWS4-HMAC-SHA256 Credential=test/20260301/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0";
        write!(
            stream,
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/x-amz-json-1.0\r\n\
             X-Amz-Target: AmazonSQS.{action}\r\nAuthorization: {credential}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len(),
        )
        .unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let end = response.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        let head = String::from_utf8_lossy(&response[..end]).into_owned();
        let body = response.split_off(end);
        assert!(head.split(' ').nth(1) == Some("200"), "{head}{}", String::from_utf8_lossy(&body));
        body
    }
}

fn text(value: &str) -> Value {
    json!({ "DataType": "String", "StringValue": value })
}

/// An envelope, sent by our JSON, arrives at boto3 as the table "SQS out of the envelope" says; all sums agree.
#[test]
fn our_messages_arrive() {
    let Some(server) = server() else { return };
    let to = SqsDestination { queue_url: &server.plain, ..SqsDestination::default() };
    let message = envelope_to_sqs(&envelope(), &SqsSender::default()).unwrap().value;
    let sent = read_send_message(&server.post("SendMessage", &send_message(&message, &to))).unwrap();
    assert!(sent.is_of(&message));

    let got = server.boto3("receive", &[&server.plain, "1"], &[]).remove(0);
    assert_eq!((&got["MessageId"], &got["Body"]), (&json!(sent.message_id), &json!("21.5 °C")));
    assert_eq!(
        got["MessageAttributes"],
        json!({
            "Subject": text("order.created"),
            "amqp10.group-id": text("g"),
            "bin": {"DataType": "Binary", "BinaryValue": "00ff"},
            "count": {"DataType": "Number", "StringValue": "-42"},
            "flag": text("true"),
            "mqtt.response-topic": text("back/here"),
            "ratio": {"DataType": "Number", "StringValue": "1.5"},
            "town": text("Malmö"),
            "traceparent": text("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
            "when": text("2026-03-01T12:00:00Z"),
        }),
        "ten attributes: the correlation id goes overboard",
    );

    // A batch, to a FIFO queue, with all that JSON escapes.
    let to = SqsDestination { queue_url: &server.fifo, ..SqsDestination::default() };
    let batch: Vec<_> = ["one\n\t\r\"\\/", "two \u{1F30D} \u{FFFD}"]
        .into_iter()
        .enumerate()
        .map(|(number, body)| SqsMessage {
            body: body.into(),
            message_group_id: Some("g".into()),
            message_deduplication_id: Some(format!("d{number}")),
            ..SqsMessage::default()
        })
        .collect();
    let response = server.post("SendMessageBatch", &send_message_batch(&batch, &to));
    let fates = read_send_message_batch(&response, batch.len()).unwrap();
    let got = server.boto3("receive", &[&server.fifo, "2"], &[]);
    for ((message, fate), got) in batch.iter().zip(fates).zip(got) {
        let sent = fate.unwrap();
        assert!(sent.is_of(message));
        assert_eq!((&got["MessageId"], &got["Body"]), (&json!(sent.message_id), &json!(message.body)));
        assert_eq!(got["Attributes"]["MessageGroupId"], "g");
        assert_eq!(got["Attributes"]["MessageDeduplicationId"], json!(message.message_deduplication_id));
    }
}

/// What boto3 sends is read from the server's JSON, and becomes what "SQS into the envelope" says.
#[test]
fn their_messages_are_read() {
    let Some(server) = server() else { return };
    let sent = json!({
        "MessageBody": "hello \"å\" \n",
        "MessageAttributes": {
            "Subject": text("order.created"),
            "count": {"DataType": "Number", "StringValue": "42"},
            "labelled": {"DataType": "String.kind", "StringValue": "x"},
            "sig": {"DataType": "Binary", "BinaryValue": "00ff"},
            "x-bridge.tenant-id": text("forged"),
        },
    });
    let ids = server.boto3("send", &[&server.plain], &[sent]);
    let response = server.post("ReceiveMessage", &receive_message(&server.plain, 10, 0));
    let mut received = read_receive_message(&response, &SqsBackstop::default()).unwrap().messages;
    assert_eq!(received.len(), 1);
    let received = received.remove(0);
    assert!(received.receipt_handle.is_some());
    let got = sqs_to_envelope(received.message.unwrap(), &SqsReceiver::default(), NOW, new_id).value;
    assert_eq!((json!(got.id().as_str()), &*got.payload), (ids[0].clone(), "hello \"å\" \n".as_bytes()));
    assert_eq!(got.subject(), Some("order.created"));
    assert_eq!(got.headers.get("sqs.SentTimestamp"), Some(&HeaderValue::Time(got.created_at)));
    assert_eq!(got.headers.get("sqs.ApproximateReceiveCount"), Some(&HeaderValue::Int(1)));
    let own = [
        ("Subject", HeaderValue::from("order.created")),
        ("count", "42".into()),
        ("labelled", "x".into()),
        ("sig", HeaderValue::Bytes(vec![0, 255].into())),
    ];
    let rest = got.headers.iter().filter(|(name, _)| !name.starts_with("sqs."));
    assert_eq!(
        rest.map(|(name, value)| (name, value.clone())).collect::<Vec<_>>(),
        own.into_iter().collect::<Vec<_>>()
    );
    let empty = server.post("ReceiveMessage", &receive_message(&server.fifo, 1, 0));
    assert_eq!(read_receive_message(&empty, &SqsBackstop::default()).unwrap().messages, []);
}
