//! What lies between receiving and sending; "What every route does".

mod arrive;
mod depart;
mod retry;

pub use retry::RetryCount;

use alloc::string::String;

use crate::{Envelope, Headers, Identity, MapError, Report, Timestamp};

/// A route and its rules for headers; "What every route does".
///
/// [`carry`](Self::carry) is both steps in a row. The rules on arrival, in this order:
///
/// 1. Reserved names are stripped: all of them, or only the six private ones from a trusted peer.
/// 2. Retry counts of transports other than the source's are removed.
/// 3. A correlation id is added where there is none, route id and source id are set.
///
/// And on sending: the expiry is checked, binding headers are merged, trace context is replaced where tracing is on,
/// retry counts may go, and an outbox leaves its mark on types.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// Whether reserved headers of the message are believed; the six private ones never are.
    pub trust_bridge_headers: bool,
    /// The kind of the source, such as `sqs`, `mqtt` or `amqp10`; decides which retry count is its own.
    pub source: Option<String>,
    /// Becomes `x-bridge.route-id`, where it is not empty.
    pub route_id: String,
    /// The bridge's instance; becomes `x-bridge.source-id`, where it is not empty.
    pub instance_id: String,
    /// A route override that came out of band; stamped behind the strip.
    pub route_override: Option<String>,
    /// Headers of the binding, merged over those of the message on sending.
    pub binding_headers: Headers,
    /// The bridge's own trace context where tracing is on.
    pub tracing: Option<TraceContext>,
    /// How the message waits.
    pub delivery_mode: DeliveryMode,
    /// What becomes of retry counts on sending.
    pub retry_headers: RetryHeaders,
    /// What becomes of lifted keys on an untrusted route.
    pub lifted: Lifted,
}

/// The trace context that a bridge with tracing puts in place of the message's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceContext {
    /// `traceparent`.
    pub traceparent: Option<String>,
    /// `tracestate`.
    pub tracestate: Option<String>,
}

/// How a message waits between arrival and sending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeliveryMode {
    /// In memory: header types stay.
    #[default]
    DirectHold,
    /// In an outbox of JSON: see [`Envelope::stored`].
    SharedOutbox,
}

/// What becomes of retry counts on sending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RetryHeaders {
    /// They may be forwarded: the page's rule.
    #[default]
    Keep,
    /// They leave the outbound copy: gobridge's present sources. The send time stays.
    Strip,
}

/// What becomes of the keys that a receiver lifts, on an untrusted route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lifted {
    /// They are stripped with the other reserved names: the page's rule.
    #[default]
    Strip,
    /// They stay, as a decision record of gobridge has it.
    Keep,
}

/// A message on its way out of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// The outbound copy.
    pub envelope: Envelope,
    /// How often the source delivered it.
    pub retry_count: RetryCount,
    /// What the route left out.
    pub report: Report,
}

impl Route {
    /// From arrival to sending.
    ///
    /// # Errors
    /// [`Code::MessageExpired`](crate::Code::MessageExpired).
    pub fn carry(
        &self,
        mut envelope: Envelope,
        send_now: Timestamp,
        new_id: impl FnOnce() -> Identity,
    ) -> Result<Carried, MapError> {
        let mut report = self.arrive(&mut envelope, new_id);
        let retry_count = RetryCount::read(&envelope.headers);
        let envelope = self.depart(envelope, send_now, &mut report)?;
        Ok(Carried { envelope, retry_count, report })
    }
}
