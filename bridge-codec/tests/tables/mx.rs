//! MessageX into and out of the envelope: this crate's own tables.

use super::{NOW, bytes, envelope, lost, new_id, no_id, text};
use bridge_codec::{Code, Envelope, HeaderValue, Identity, Mapped, MxSender, envelope_to_mx, mx_to_envelope};
use mx_codec::json::Object;

fn receive(payload: &str) -> Mapped<Envelope> {
    mx_to_envelope(Object::new(payload).unwrap(), NOW, no_id)
}

fn send(envelope: &Envelope) -> (String, Vec<String>) {
    let sender = MxSender { default_queue: Some("q".into()), address: None };
    let sent = envelope_to_mx(envelope, &sender).unwrap();
    (sent.value.as_raw().as_str().to_owned(), lost(&sent))
}

#[test]
fn identity_is_the_message_id_else_new() {
    let got = receive(r#"{"messageId":"m-1"}"#).value;
    assert_eq!((&**got.id(), got.headers.text("mx.message-id")), ("m-1", Some("m-1")));
    let got = mx_to_envelope(Object::new(r#"{"messageId":""}"#).unwrap(), NOW, new_id).value;
    assert_eq!((&**got.id(), got.headers.text("x-bridge.generated-id")), ("fresh", Some("true")));
}

#[test]
fn payload_is_text_bytes_or_json_as_it_stands() {
    let payload = |member: &str| {
        let got = receive(&format!(r#"{{"messageId":"m"{member}}}"#));
        (got.value.payload.to_vec(), lost(&got))
    };
    assert_eq!(payload(""), (vec![], vec![]));
    assert_eq!(payload(r#","payload":"Malm\u00f6""#), ("Malmö".into(), vec![]));
    assert_eq!(payload(r#","payload":"AP8=","payloadEncoding":"base64""#), (vec![0, 255], vec![]));
    assert_eq!(payload(r#","payload":{ "n":1.0 }"#), (b"{ \"n\":1.0 }".to_vec(), vec![]));
    let odd = payload(r#","payload":"?","payloadEncoding":"base64""#);
    assert_eq!(odd, (b"?".to_vec(), vec!["payloadEncoding: undecodable".into()]));
}

#[test]
fn subject_queue_tag_and_times() {
    let got = receive(
        r#"{"messageId":"m","subject":"s","queueName":"orders","deliveryTag":"d","createdAt":"2026-03-01T11:00:00Z","expiresAt":"2026-03-01T13:00:00Z"}"#,
    )
    .value;
    assert_eq!((got.subject(), got.headers.text("mx.queue")), (Some("s"), Some("orders")));
    assert_eq!(got.headers.text("mx.delivery-tag"), Some("d"));
    assert_eq!(
        (got.created_at, got.expires_at),
        (NOW.plus_seconds(0).plus_millis(-3_600_000), Some(NOW.plus_seconds(3600)))
    );
    let got = receive(r#"{"messageId":"m","createdAt":"yesterday"}"#);
    assert_eq!((got.value.created_at, lost(&got)), (NOW, vec!["createdAt: undecodable".to_owned()]));
}

#[test]
fn headers_keep_their_type() {
    let got = receive(
        r#"{"messageId":"m","headers":{"t":"a\n","b":true,"i":-1,"u":18446744073709551615,"f":1.5,"n":null,"l":[1, 2],"huge":1e999,"k":"first","k":"last","mx.queue":"forged","X-Bridge.a":"forged"}}"#,
    );
    for (name, value) in [
        ("t", text("a\n")),
        ("b", HeaderValue::Bool(true)),
        ("i", HeaderValue::Int(-1)),
        ("u", HeaderValue::Uint(u64::MAX)),
        ("f", HeaderValue::Float(1.5)),
        ("n", HeaderValue::Null),
        ("l", text("[1, 2]")),
        ("huge", text("1e999")),
        ("k", text("last")),
    ] {
        assert_eq!(got.value.headers.get(name), Some(&value), "{name}");
    }
    assert_eq!(got.value.headers.get("mx.queue"), None);
    assert_eq!(lost(&got), ["k: superseded", "mx.queue: transport_name", "X-Bridge.a: reserved"]);
}

#[test]
fn the_parts_of_an_envelope_are_members() {
    let mut made = envelope(&[
        ("t", text("\"\\\u{1}å")),
        ("i", HeaderValue::Int(-1)),
        ("f", HeaderValue::Float(1.0)),
        ("nan", HeaderValue::Float(f64::NAN)),
        ("at", HeaderValue::Time(NOW)),
        ("x", bytes(&[0])),
        ("mx.queue", text("elsewhere")),
        ("x-bridge.route-id", text("r")),
    ]);
    made.set_subject("s");
    made.expires_at = Some(NOW.plus_seconds(1));
    let (json, lost) = send(&made);
    assert_eq!(
        json,
        r#"{"queueName":"q","messageId":"id-1","subject":"s","headers":{"at":"2026-03-01T12:00:00Z","f":1.0,"i":-1,"nan":"NaN","t":"\"\\\u0001å"},"createdAt":"2026-03-01T12:00:00Z","expiresAt":"2026-03-01T12:00:01Z","payload":"p"}"#
    );
    assert_eq!(lost, ["mx.queue: transport_name", "x-bridge.route-id: private", "x: unsupported_type"]);
}

#[test]
fn what_was_sent_comes_back() {
    let mut made = Envelope::new(Identity::new("i").unwrap(), vec![0, 255], NOW);
    made.headers =
        [("t", text("v")), ("f", HeaderValue::Float(3.0)), ("n", HeaderValue::Null)].into_iter().collect();
    made.expires_at = Some(NOW.plus_millis(1));
    made.set_subject("s");
    let mut back = receive(&send(&made).0).value;
    assert_eq!(back.headers.remove("mx.message-id"), Some(text("i")));
    assert_eq!(back.headers.remove("mx.queue"), Some(text("q")));
    assert_eq!(back, made);
}

#[test]
fn no_queue_and_over_1_mib_are_refused() {
    assert_eq!(envelope_to_mx(&envelope(&[]), &MxSender::default()).unwrap_err().code(), Code::InvalidTopic);
    let sender = MxSender { address: Some("a".into()), default_queue: None };
    let large = Envelope::new(Identity::new("i").unwrap(), "x".repeat(1_048_576), NOW);
    assert_eq!(envelope_to_mx(&large, &sender).unwrap_err().code(), Code::PayloadTooLarge);
}
