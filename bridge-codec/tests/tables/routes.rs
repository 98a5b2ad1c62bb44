//! "What every route does"

use super::{NOW, envelope, new_id, no_id, text};
use bridge_codec::{
    Carried, Code, DeliveryMode, Envelope, HeaderValue, Headers, Lifted, RetryCount, RetryHeaders, Route,
    TraceContext,
};

fn carry(route: &Route, envelope: Envelope) -> Carried {
    route.carry(envelope, NOW, new_id).unwrap()
}

fn names(carried: &Carried) -> Vec<&str> {
    carried.envelope.headers.iter().map(|(name, _)| name).collect()
}

fn named(source: &str) -> Route {
    Route { source: Some(source.into()), ..Route::default() }
}

#[test]
fn an_untrusted_route_strips_every_reserved_name() {
    let made = envelope(&[
        ("x-bridge.tenant-id", text("t")),
        ("X-Bridge.Unknown", text("u")),
        ("x-bridge.route-id", text("forged")),
        ("traceparent", text("00-x")),
        ("mqtt.topic", text("t")),
        ("x-bridge", text("kept")),
    ]);
    let carried = carry(&Route { route_id: "r".into(), instance_id: "b".into(), ..Route::default() }, made);
    assert_eq!(
        names(&carried),
        [
            "mqtt.topic",
            "traceparent",
            "x-bridge",
            "x-bridge.correlation-id",
            "x-bridge.route-id",
            "x-bridge.source-id"
        ]
    );
    assert_eq!(carried.envelope.headers.text("x-bridge.correlation-id"), Some("fresh"));
    assert_eq!(carried.envelope.headers.text("x-bridge.route-id"), Some("r"));
    assert_eq!(carried.envelope.headers.text("x-bridge.source-id"), Some("b"));
}

#[test]
fn a_trusted_route_strips_the_private_names_only() {
    let private =
        ["route-id", "route-override", "source-id", "content-type", "generated-id", "correlation-data"];
    let full: Vec<_> = private.iter().map(|name| format!("X-Bridge.{name}")).collect();
    let mut headers: Vec<_> = full.iter().map(|name| (name.as_str(), text("v"))).collect();
    headers.extend([("x-bridge.correlation-id", text("c")), ("x-bridge.any", text("a"))]);
    let route = Route { trust_bridge_headers: true, ..Route::default() };
    let carried = route.carry(envelope(&headers), NOW, no_id).unwrap();
    assert_eq!(names(&carried), ["x-bridge.any", "x-bridge.correlation-id"]);
}

#[test]
fn lifted_keys_go_or_stay() {
    let made = envelope(&[
        ("x-bridge.idempotency-key", text("k")),
        ("x-bridge.dedup-id", text("d")),
        ("x-bridge.ordering-key", text("g")),
        ("x-bridge.tenant-id", text("t")),
    ]);
    assert_eq!(names(&carry(&Route::default(), made.clone())), ["x-bridge.correlation-id"]);
    let keep = Route { lifted: Lifted::Keep, ..Route::default() };
    assert_eq!(carry(&keep, made).envelope.headers.len(), 4);
}

#[test]
fn a_source_keeps_its_own_retry_count_only() {
    let made = envelope(&[
        ("sqs.ApproximateReceiveCount", HeaderValue::Int(3)),
        ("asb.delivery-count", HeaderValue::Int(5)),
        ("amqp10.delivery-count", HeaderValue::Uint(7)),
    ]);
    for (source, count, kept) in [
        ("sqs", 3, 1),
        (" AWS.SQS ", 3, 1),
        ("asb", 5, 1),
        ("servicebus", 5, 1),
        ("azure.servicebus", 5, 1),
        ("amqp10", 8, 1),
        ("AMQP1.0", 8, 1),
        ("amqp.amqp10", 8, 1),
        ("mqtt", 0, 0),
        ("amqp091", 0, 0),
        ("http", 0, 0),
        ("", 3, 3),
    ] {
        let carried = carry(&named(source), made.clone());
        assert_eq!(carried.retry_count, RetryCount { count, unreadable: false }, "{source}");
        assert_eq!(carried.envelope.headers.len(), kept + 1, "{source}");
    }
    assert_eq!(carry(&Route::default(), made).envelope.headers.len(), 4);
}

#[test]
fn retry_counts_are_read_from_any_number() {
    let read =
        |value| RetryCount::read(&[("sqs.ApproximateReceiveCount", value)].into_iter().collect::<Headers>());
    for value in [HeaderValue::Int(3), HeaderValue::Uint(3), HeaderValue::Float(3.0), text("3")] {
        assert_eq!(read(value), RetryCount { count: 3, unreadable: false });
    }
    for value in [
        text("many"),
        text(""),
        HeaderValue::Int(-1),
        HeaderValue::Float(1.5),
        HeaderValue::Bool(true),
        HeaderValue::Null,
    ] {
        assert_eq!(read(value), RetryCount { count: 0, unreadable: true });
    }
    assert_eq!(RetryCount::read(&Headers::new()), RetryCount::default());
}

#[test]
fn retry_counts_may_be_forwarded_or_not() {
    let made = envelope(&[
        ("sqs.ApproximateReceiveCount", HeaderValue::Int(3)),
        ("sqs.SentTimestamp", HeaderValue::Time(NOW)),
    ]);
    assert_eq!(names(&carry(&named("sqs"), made.clone())).len(), 3);
    let strip = Route { retry_headers: RetryHeaders::Strip, ..named("sqs") };
    let carried = carry(&strip, made);
    assert_eq!(names(&carried), ["sqs.SentTimestamp", "x-bridge.correlation-id"]);
    assert_eq!(carried.retry_count.count, 3);
}

#[test]
fn a_route_override_is_stamped_behind_the_strip() {
    let made = envelope(&[("x-bridge.route-override", text("forged"))]);
    let route = Route { route_override: Some("own".into()), ..Route::default() };
    assert_eq!(carry(&route, made).envelope.headers.text("x-bridge.route-override"), Some("own"));
}

#[test]
fn binding_headers_win_except_over_reserved_ones() {
    let route = Route {
        trust_bridge_headers: true,
        binding_headers: [
            ("a", "own"),
            ("traceparent", "own"),
            ("X-BRIDGE.tenant-id", "own"),
            ("x-bridge.new", "own"),
        ]
        .into_iter()
        .collect(),
        ..Route::default()
    };
    let made =
        envelope(&[("a", text("sent")), ("traceparent", text("sent")), ("x-bridge.tenant-id", text("sent"))]);
    let headers = carry(&route, made).envelope.headers;
    assert_eq!(headers.text("a"), Some("own"));
    assert_eq!(headers.text("traceparent"), Some("own"));
    assert_eq!(headers.text("x-bridge.tenant-id"), Some("sent"));
    assert_eq!(headers.text("X-BRIDGE.tenant-id"), None);
    assert_eq!(headers.text("x-bridge.new"), Some("own"));
}

#[test]
fn tracing_replaces_both_trace_headers() {
    let made = envelope(&[("traceparent", text("00-up")), ("tracestate", text("up=1"))]);
    assert_eq!(carry(&Route::default(), made.clone()).envelope.headers.text("tracestate"), Some("up=1"));
    let tracing = TraceContext { traceparent: Some("00-own".into()), tracestate: None };
    let carried = carry(&Route { tracing: Some(tracing), ..Route::default() }, made);
    assert_eq!(carried.envelope.headers.text("traceparent"), Some("00-own"));
    assert_eq!(carried.envelope.headers.text("tracestate"), None);
}

#[test]
fn an_expired_message_is_not_sent() {
    let mut made = envelope(&[]);
    made.expires_at = Some(NOW);
    assert!(Route::default().carry(made.clone(), NOW, new_id).is_ok(), "equal is still alive");
    let error = Route::default().carry(made, NOW.plus_millis(1), new_id).unwrap_err();
    assert_eq!((error.code(), error.code().retry()), (Code::MessageExpired, false));
}

#[test]
fn an_outbox_changes_types() {
    let route = Route {
        delivery_mode: DeliveryMode::SharedOutbox,
        binding_headers: [("limit", 1_000_000_i64)].into_iter().collect(),
        ..Route::default()
    };
    let headers = carry(&route, envelope(&[("t", HeaderValue::Time(NOW))])).envelope.headers;
    assert_eq!(headers.get("limit"), Some(&HeaderValue::Float(1e6)));
    assert_eq!(headers.text("t"), Some("2026-03-01T12:00:00Z"));
}
