//! Names of headers that mean something to the bridge; "What every route does".
//!
//! Reserved names are compared without regard to the case of ASCII letters; every other name is exact.

/// What every reserved name begins with, in any case.
pub const RESERVED_PREFIX: &str = "x-bridge.";
/// Ties messages together that belong together; every route adds one.
pub const CORRELATION_ID: &str = "x-bridge.correlation-id";
/// MQTT Correlation Data that is not text, as unpadded URL-safe base64.
pub const CORRELATION_DATA: &str = "x-bridge.correlation-data";
/// MQTT Content Type on its way through a receiver.
pub const CONTENT_TYPE: &str = "x-bridge.content-type";
/// `true` where the receiver had to make the identity up.
pub const GENERATED_ID: &str = "x-bridge.generated-id";
/// The route that carries the message.
pub const ROUTE_ID: &str = "x-bridge.route-id";
/// Another route that was asked for.
pub const ROUTE_OVERRIDE: &str = "x-bridge.route-override";
/// The bridge that carries the message.
pub const SOURCE_ID: &str = "x-bridge.source-id";
/// The sender's key for recognising repetitions.
pub const IDEMPOTENCY_KEY: &str = "x-bridge.idempotency-key";
/// The deduplication id of an SQS FIFO queue.
pub const DEDUP_ID: &str = "x-bridge.dedup-id";
/// The message group of an SQS FIFO queue.
pub const ORDERING_KEY: &str = "x-bridge.ordering-key";
/// W3C trace context; not under the prefix, so no route strips it.
pub const TRACEPARENT: &str = "traceparent";
/// W3C trace context; not under the prefix, so no route strips it.
pub const TRACESTATE: &str = "tracestate";
/// How often SQS delivered the message: 1 on the first delivery.
pub const SQS_RECEIVE_COUNT: &str = "sqs.ApproximateReceiveCount";
/// When the message was sent to SQS.
pub const SQS_SENT_TIMESTAMP: &str = "sqs.SentTimestamp";
/// How often Azure Service Bus delivered the message: 1 on the first delivery.
pub const ASB_DELIVERY_COUNT: &str = "asb.delivery-count";
/// How often AMQP 1.0 delivered the message before: 0 on the first delivery.
pub const AMQP_DELIVERY_COUNT: &str = "amqp10.delivery-count";

/// How often Fila delivered the message: 1 on the first delivery. This crate's own, as Fila is no side of gobridge.
pub const FILA_ATTEMPT_COUNT: &str = "fila.attempt-count";

/// Private bookkeeping: never sent under its own name, and removed on arrival even from trusted peers.
pub const INTERNAL_ONLY: [&str; 6] =
    [ROUTE_ID, ROUTE_OVERRIDE, SOURCE_ID, CONTENT_TYPE, GENERATED_ID, CORRELATION_DATA];

/// What bridges tell each other.
pub const BRIDGE_TO_BRIDGE: [&str; 10] = [
    CORRELATION_ID,
    "x-bridge.causation-id",
    IDEMPOTENCY_KEY,
    DEDUP_ID,
    ORDERING_KEY,
    "x-bridge.tenant-id",
    "x-bridge.forwarded-from",
    "x-bridge.forwarded-hop",
    TRACEPARENT,
    TRACESTATE,
];

/// The headers that count deliveries, in the order in which they are read.
pub const RETRY_COUNTS: [&str; 4] =
    [SQS_RECEIVE_COUNT, ASB_DELIVERY_COUNT, AMQP_DELIVERY_COUNT, FILA_ATTEMPT_COUNT];

/// What a receiver lifts out of a message for the route.
pub const LIFTED: [&str; 3] = [IDEMPOTENCY_KEY, DEDUP_ID, ORDERING_KEY];

/// Whether a name begins with `x-bridge.`, in any case.
///
/// ```
/// use bridge_codec::names::is_reserved;
/// assert!(is_reserved("X-Bridge.anything") && !is_reserved("x-bridge") && !is_reserved("traceparent"));
/// ```
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    is_reserved_bytes(name.as_bytes())
}

pub(crate) fn is_reserved_bytes(name: &[u8]) -> bool {
    name.get(..RESERVED_PREFIX.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(RESERVED_PREFIX.as_bytes()))
}

/// Whether a name is one of [`INTERNAL_ONLY`], in any case.
#[must_use]
pub fn is_internal_only(name: &str) -> bool {
    among(&INTERNAL_ONLY, name)
}

/// Whether a name is one of [`BRIDGE_TO_BRIDGE`], in any case.
#[must_use]
pub fn is_bridge_to_bridge(name: &str) -> bool {
    among(&BRIDGE_TO_BRIDGE, name)
}

/// Whether a text is a W3C `traceparent` of version 00: trace id, parent id and flags in lowercase hexadecimal, the
/// ids not all zero.
///
/// ```
/// use bridge_codec::names::is_traceparent;
/// assert!(is_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
/// assert!(!is_traceparent("00-00000000000000000000000000000000-00f067aa0ba902b7-01"));
/// ```
#[must_use]
pub fn is_traceparent(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut hex = |digits| parts.next().filter(|part| part.len() == digits && part.bytes().all(is_lower_hex));
    let version = hex(2) == Some("00");
    let ids = [32, 16].map(|digits| hex(digits).is_some_and(|id| id.bytes().any(|digit| digit != b'0')));
    let flags = hex(2).is_some();
    version && ids == [true, true] && flags && parts.next().is_none()
}

const fn is_lower_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

fn among(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_classes_are_disjoint_and_hold_all_lifted_names() {
        assert!(INTERNAL_ONLY.iter().all(|name| is_reserved(name) && !is_bridge_to_bridge(name)));
        assert!(BRIDGE_TO_BRIDGE.iter().all(|name| !is_internal_only(name)));
        assert!(LIFTED.iter().all(|name| is_bridge_to_bridge(name)));
    }

    #[test]
    fn reserved_names_fold_ascii_case_only() {
        assert!(is_reserved("X-BRIDGE.x") && is_internal_only("X-Bridge.Route-ID"));
        assert!(!is_reserved("x-brıdge.x") && !is_reserved("x-bridged.x") && !is_reserved(""));
    }
}
