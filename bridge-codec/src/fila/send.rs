//! "Fila out of the envelope".

use alloc::string::{String, ToString};

use super::{FilaEnqueue, PREFIX};
use crate::names::IDEMPOTENCY_KEY;
use crate::own::{MESSAGE_ID, SUBJECT, as_text, outgoing, queue};
use crate::{Code, Envelope, MapError, Mapped, Report, Why};

/// The longest string on Fila's wire.
pub const MAX_STRING: usize = 65_535;

/// How a sender writes messages for Fila.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilaSender {
    /// The address that was rendered for the message: its queue.
    pub address: Option<String>,
    /// The queue of messages without an address.
    pub default_queue: Option<String>,
}

/// Fila out of the envelope.
///
/// | envelope | Fila enqueue |
/// |---|---|
/// | identity | header `gobridge.message-id`, the first one; Fila gives the message an id of its own |
/// | payload | `payload` |
/// | subject | header `gobridge.subject`, where there is one |
/// | address, else the sender's default queue | `queue` |
/// | header `x-bridge.idempotency-key`, else identity | `idempotency_key`: a repetition is not enqueued twice |
/// | headers `fila.fairness-key`, `fila.weight`, `fila.delay-ms` | `fairness_key` (text), `weight`, `delay_ms` (whole numbers) |
/// | other headers | `headers` of the same name: text, and numbers, true/false and times as text; not `fila.*` nor the private ones; bytes and nothing are left out |
/// | expiry | not sent: Fila has none for single messages |
///
/// # Errors
/// [`Code::InvalidTopic`]: no queue; [`Code::PayloadTooLarge`]: a string over 65,535 bytes, or more headers than that.
pub fn envelope_to_fila(envelope: &Envelope, options: &FilaSender) -> Result<Mapped<FilaEnqueue>, MapError> {
    let mut report = Report::default();
    let mut made = FilaEnqueue {
        queue: queue(options.address.as_deref(), options.default_queue.as_deref())?,
        payload: envelope.payload.clone(),
        ..FilaEnqueue::default()
    };
    made.headers.push((MESSAGE_ID.to_string(), envelope.id().to_string()));
    if let Some(subject) = envelope.subject() {
        made.headers.push((SUBJECT.to_string(), subject.to_string()));
    }
    for (name, value) in outgoing(envelope, PREFIX, &mut report) {
        match as_text(value) {
            Ok(text) => made.headers.push((name.to_string(), text)),
            Err(why) => report.leave_out(name, why),
        }
    }
    own(envelope, &mut made, &mut report);
    let key = envelope.headers.text(IDEMPOTENCY_KEY).filter(|key| !key.is_empty());
    made.idempotency_key = Some(key.unwrap_or(envelope.id()).to_string());
    check(&made)?;
    Ok(Mapped { value: made, report })
}

/// Headers of Fila's own that have a place; the rest of them stays behind.
fn own(envelope: &Envelope, made: &mut FilaEnqueue, report: &mut Report) {
    for (name, value) in envelope.headers.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        let why = match name {
            "fila.fairness-key" => {
                made.fairness_key = value.as_text().map(String::from);
                made.fairness_key.is_none().then_some(Why::NotText)
            }
            "fila.weight" => {
                made.weight = value.as_whole().and_then(|number| number.try_into().ok());
                made.weight.is_none().then_some(Why::OutOfRange)
            }
            "fila.delay-ms" => {
                made.delay_ms = value.as_whole().and_then(|number| number.try_into().ok());
                made.delay_ms.is_none().then_some(Why::OutOfRange)
            }
            _ => Some(Why::TransportName),
        };
        if let Some(why) = why {
            report.leave_out(name, why);
        }
    }
}

/// Nothing is cut short.
fn check(made: &FilaEnqueue) -> Result<(), MapError> {
    let too_large = |part: &str, text| Err(MapError::new(Code::PayloadTooLarge, part, text));
    if made.headers.len() > MAX_STRING {
        return too_large("headers", "are over 65,535");
    }
    let own = [("queue", Some(&made.queue)), ("fairness_key", made.fairness_key.as_ref())];
    let own = own.into_iter().chain([("idempotency_key", made.idempotency_key.as_ref())]);
    let own = own.filter_map(|(part, text)| Some((part, text?)));
    let headers = made.headers.iter().flat_map(|(name, text)| [("header", name), ("header", text)]);
    for (part, text) in own.chain(headers) {
        if text.len() > MAX_STRING {
            return too_large(part, "is over 65,535 bytes");
        }
    }
    Ok(())
}
