//! "Fila into the envelope".

use super::{FilaDelivery, PREFIX};
use crate::names::FILA_ATTEMPT_COUNT;
use crate::own::Incoming;
use crate::{Envelope, HeaderValue, Identity, Mapped, Report, amqp};

/// Fila into the envelope.
///
/// | Fila delivery | envelope |
/// |---|---|
/// | header `gobridge.message-id` | identity |
/// | `message_id`, where there is no such header | identity: the UUID in its usual form |
/// | `message_id` | header `fila.message-id` |
/// | `payload` | payload |
/// | header `gobridge.subject` | subject, no header |
/// | other `headers` | headers of the same name, the last of a name; names beginning with `x-bridge.` or `fila.` are dropped |
/// | `queue`, `fairness_key` where it is not empty | headers `fila.queue`, `fila.fairness-key`; the queue is not the subject |
/// | `weight`, `redrive_count` | headers `fila.weight`, `fila.redrive-count` (numbers) |
/// | `attempt_count` | header `fila.attempt-count` (number), used to count retries |
/// | `enqueued_at` | creation time, and header `fila.enqueued-at` |
/// | `leased_at`, `lease_expires_at` | not carried |
#[must_use]
pub fn fila_to_envelope(delivery: FilaDelivery) -> Mapped<Envelope> {
    let mut report = Report::default();
    let mut incoming = Incoming::default();
    for (name, text) in delivery.headers {
        incoming.take(&name, HeaderValue::Text(text), PREFIX, &mut report);
    }
    let Incoming { mut headers, id, subject } = incoming;
    let uuid = amqp::uuid(delivery.message_id);
    headers.insert("fila.message-id", uuid.as_str());
    headers.insert("fila.queue", delivery.queue);
    if !delivery.fairness_key.is_empty() {
        headers.insert("fila.fairness-key", delivery.fairness_key);
    }
    headers.insert("fila.weight", u64::from(delivery.weight));
    headers.insert("fila.redrive-count", u64::from(delivery.redrive_count));
    headers.insert(FILA_ATTEMPT_COUNT, u64::from(delivery.attempt_count));
    headers.insert("fila.enqueued-at", delivery.enqueued_at);
    let id = id.unwrap_or_else(|| Identity::of_text(uuid));
    let mut envelope = Envelope::new(id, delivery.payload, delivery.enqueued_at);
    envelope.set_subject(subject);
    envelope.headers = headers;
    Mapped { value: envelope, report }
}
