//! Fila into and out of the envelope: this crate's own tables.

use super::{NOW, bytes, envelope, lost, text};
use bridge_codec::{
    Code, Envelope, FilaDelivery, FilaEnqueue, FilaSender, HeaderValue, Mapped, RetryCount, envelope_to_fila,
    fila_to_envelope,
};

const UUID: &str = "abababab-abab-abab-abab-abababababab";

fn delivery(headers: &[(&str, &str)]) -> FilaDelivery {
    FilaDelivery {
        message_id: [0xAB; 16],
        queue: "orders".into(),
        headers: headers.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect(),
        payload: "p".into(),
        fairness_key: "f".into(),
        weight: 2,
        attempt_count: 3,
        redrive_count: 1,
        enqueued_at: NOW,
    }
}

fn send(envelope: &Envelope) -> Mapped<FilaEnqueue> {
    envelope_to_fila(envelope, &FilaSender { default_queue: Some("q".into()), address: None }).unwrap()
}

fn header<'m>(message: &'m FilaEnqueue, name: &str) -> Option<&'m str> {
    message.headers.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
}

#[test]
fn identity_is_the_header_else_the_message_id() {
    let got = fila_to_envelope(delivery(&[])).value;
    assert_eq!((&**got.id(), got.headers.text("fila.message-id")), (UUID, Some(UUID)));
    let got =
        fila_to_envelope(delivery(&[("gobridge.message-id", "m-1"), ("gobridge.message-id", "")])).value;
    assert_eq!((&**got.id(), got.headers.text("fila.message-id")), ("m-1", Some(UUID)));
    assert_eq!(got.headers.get("gobridge.message-id"), None);
}

#[test]
fn payload_subject_and_times() {
    let got = fila_to_envelope(delivery(&[("gobridge.subject", "s")])).value;
    assert_eq!(
        (&*got.payload, got.subject(), got.created_at, got.expires_at),
        (&b"p"[..], Some("s"), NOW, None)
    );
    assert_eq!(got.headers.get("fila.enqueued-at"), Some(&HeaderValue::Time(NOW)));
}

#[test]
fn headers_are_headers_and_the_last_of_a_name_counts() {
    let got = fila_to_envelope(delivery(&[
        ("k", "first"),
        ("k", "last"),
        ("fila.queue", "forged"),
        ("X-Bridge.tenant-id", "forged"),
        ("traceparent", "00-x"),
    ]));
    assert_eq!(got.value.headers.text("k"), Some("last"));
    assert_eq!(got.value.headers.text("fila.queue"), Some("orders"));
    assert_eq!(got.value.headers.text("traceparent"), Some("00-x"));
    assert_eq!(lost(&got), ["k: superseded", "fila.queue: transport_name", "X-Bridge.tenant-id: reserved"]);
}

#[test]
fn the_other_fields_are_headers() {
    let got = fila_to_envelope(delivery(&[])).value;
    assert_eq!(got.headers.text("fila.fairness-key"), Some("f"));
    for (name, number) in [("fila.weight", 2), ("fila.redrive-count", 1), ("fila.attempt-count", 3)] {
        assert_eq!(got.headers.get(name), Some(&HeaderValue::Uint(number)));
    }
    assert_eq!(RetryCount::read(&got.headers).count, 3);
    let got = fila_to_envelope(FilaDelivery { fairness_key: String::new(), ..delivery(&[]) }).value;
    assert_eq!(got.headers.get("fila.fairness-key"), None);
}

#[test]
fn identity_goes_as_header_and_idempotency_key() {
    let sent = send(&envelope(&[("gobridge.message-id", text("forged"))])).value;
    assert_eq!(sent.headers, [("gobridge.message-id".to_owned(), "id-1".to_owned())]);
    assert_eq!(sent.idempotency_key.as_deref(), Some("id-1"));
    let sent = send(&envelope(&[("x-bridge.idempotency-key", text("k"))])).value;
    assert_eq!(sent.idempotency_key.as_deref(), Some("k"));
}

#[test]
fn queue_is_the_address_else_the_senders() {
    let sender = FilaSender { address: Some("a".into()), default_queue: Some("q".into()) };
    assert_eq!(envelope_to_fila(&envelope(&[]), &sender).unwrap().value.queue, "a");
    assert_eq!(send(&envelope(&[])).value.queue, "q");
    let error = envelope_to_fila(&envelope(&[]), &FilaSender::default()).unwrap_err();
    assert_eq!(error.code(), Code::InvalidTopic);
}

#[test]
fn headers_of_filas_own_have_their_places() {
    let sent = send(&envelope(&[
        ("fila.fairness-key", text("f")),
        ("fila.weight", HeaderValue::Float(3.0)),
        ("fila.delay-ms", HeaderValue::Int(50)),
        ("fila.queue", text("elsewhere")),
    ]));
    assert_eq!(sent.value.fairness_key.as_deref(), Some("f"));
    assert_eq!((sent.value.weight, sent.value.delay_ms), (Some(3), Some(50)));
    assert_eq!(lost(&sent), ["fila.queue: transport_name"]);
    let sent = send(&envelope(&[("fila.weight", HeaderValue::Int(-1)), ("fila.delay-ms", text("5"))]));
    assert_eq!((sent.value.weight, sent.value.delay_ms), (None, None));
    assert_eq!(lost(&sent), ["fila.delay-ms: out_of_range", "fila.weight: out_of_range"]);
}

#[test]
fn other_headers_are_text() {
    let mut made = envelope(&[
        ("t", text("Malmö")),
        ("i", HeaderValue::Int(-5)),
        ("f", HeaderValue::Float(1e6)),
        ("b", HeaderValue::Bool(true)),
        ("at", HeaderValue::Time(NOW)),
        ("x", bytes(&[0])),
        ("n", HeaderValue::Null),
        ("x-bridge.route-id", text("r")),
        ("x-bridge.correlation-id", text("c")),
    ]);
    made.set_subject("s");
    let sent = send(&made);
    for (name, value) in [
        ("t", "Malmö"),
        ("i", "-5"),
        ("f", "1e+06"),
        ("b", "true"),
        ("at", "2026-03-01T12:00:00Z"),
        ("x-bridge.correlation-id", "c"),
        ("gobridge.subject", "s"),
    ] {
        assert_eq!(header(&sent.value, name), Some(value));
    }
    assert_eq!(sent.value.headers.len(), 8);
    assert_eq!(lost(&sent), ["x-bridge.route-id: private", "n: unsupported_type", "x: unsupported_type"]);
}

#[test]
fn strings_over_65535_bytes_are_refused() {
    let long = "v".repeat(65_536);
    let failed = |made: &Envelope| {
        envelope_to_fila(made, &FilaSender { default_queue: Some("q".into()), address: None })
            .map_err(|e| e.code())
    };
    assert!(failed(&envelope(&[("k", text(&long[1..]))])).is_ok());
    for name in ["k", "fila.fairness-key", "x-bridge.idempotency-key", &long] {
        assert_eq!(failed(&envelope(&[(name, text(&long))])), Err(Code::PayloadTooLarge));
    }
}

#[cfg(feature = "fila")]
#[test]
fn on_the_wire_and_back() {
    let mut made = envelope(&[("k", text("v")), ("fila.weight", HeaderValue::Int(3))]);
    made.set_subject("s");
    let sent = send(&made).value;
    sent.with_view(|view| {
        assert_eq!((view.queue.as_str(), view.weight), ("q", Some(3)));
        assert_eq!(view.headers.len(), 3);
        let delivered = fila_codec::message::DeliveredMessage {
            message_id: fila_codec_uuid(),
            queue: view.queue,
            headers: view.headers,
            payload: view.payload,
            fairness_key: "".into(),
            weight: 3,
            attempt_count: 1,
            redrive_count: 0,
            enqueued_at: 1_772_366_400_000,
            leased_at: 0,
            lease_expires_at: 0,
        };
        let back = fila_to_envelope(delivered.into()).value;
        assert_eq!((back.id(), back.subject(), &back.payload), (made.id(), Some("s"), &made.payload));
        assert_eq!((back.headers.text("k"), back.created_at), (Some("v"), NOW));
    });
}

#[cfg(feature = "fila")]
fn fila_codec_uuid() -> codec_common::Uuid {
    codec_common::Uuid::from_bytes([0xAB; 16])
}
