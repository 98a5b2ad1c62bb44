//! The rules on sending.

use super::{DeliveryMode, RetryHeaders, Route, TraceContext};
use crate::names::{RETRY_COUNTS, TRACEPARENT, TRACESTATE, is_reserved};
use crate::{Code, Envelope, Headers, MapError, Report, Timestamp, Why};

impl Route {
    /// Applies the rules on sending: gives the outbound copy.
    ///
    /// # Errors
    /// [`Code::MessageExpired`]: the expiry has passed.
    pub fn depart(
        &self,
        mut envelope: Envelope,
        send_now: Timestamp,
        report: &mut Report,
    ) -> Result<Envelope, MapError> {
        if envelope.is_expired(send_now) {
            return Err(MapError::new(Code::MessageExpired, "expiry", "has passed"));
        }
        let headers = &mut envelope.headers;
        merge(headers, &self.binding_headers, report);
        if let Some(tracing) = &self.tracing {
            replace_trace(headers, tracing, report);
        }
        if self.retry_headers == RetryHeaders::Strip {
            for name in RETRY_COUNTS {
                if headers.remove(name).is_some() {
                    report.leave_out(name, Why::OtherRetryCount);
                }
            }
        }
        Ok(match self.delivery_mode {
            DeliveryMode::DirectHold => envelope,
            DeliveryMode::SharedOutbox => envelope.stored(),
        })
    }
}

/// Headers of the binding win, except that a reserved one does not replace one of the same name in any case.
fn merge(headers: &mut Headers, binding: &Headers, report: &mut Report) {
    for (name, value) in binding.iter() {
        let stays = is_reserved(name) && headers.contains_folded(name);
        if stays || headers.insert(name, value.clone()).is_some() {
            report.leave_out(name, Why::Superseded);
        }
    }
}

fn replace_trace(headers: &mut Headers, tracing: &TraceContext, report: &mut Report) {
    for (name, own) in [(TRACEPARENT, &tracing.traceparent), (TRACESTATE, &tracing.tracestate)] {
        if headers.remove(name).is_some() {
            report.leave_out(name, Why::Superseded);
        }
        if let Some(own) = own {
            headers.insert(name, own.clone());
        }
    }
}
