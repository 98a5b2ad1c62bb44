//! The rules on arrival.

use alloc::string::String;

use super::{Lifted, Route, retry};
use crate::names::{
    CORRELATION_ID, LIFTED, RETRY_COUNTS, ROUTE_ID, ROUTE_OVERRIDE, SOURCE_ID, is_internal_only, is_reserved,
};
use crate::{Envelope, HeaderValue, Identity, Report, Why};

impl Route {
    /// Applies the rules on arrival; `new_id` is asked only where a correlation id is missing.
    pub fn arrive(&self, envelope: &mut Envelope, new_id: impl FnOnce() -> Identity) -> Report {
        let mut report = Report::default();
        let own = self.source.as_deref().map(str::trim).filter(|source| !source.is_empty());
        let own = own.map(retry::count_of_source);
        let headers = &mut envelope.headers;
        headers.retain(|name, _| {
            let why = if is_internal_only(name) {
                Some(Why::Private)
            } else if is_reserved(name) && !self.believes(name) {
                Some(Why::Reserved)
            } else {
                // A source without a name keeps them all.
                let others = own.is_some_and(|own| RETRY_COUNTS.contains(&name) && own != Some(name));
                others.then_some(Why::OtherRetryCount)
            };
            if let Some(why) = why {
                report.leave_out(name, why);
            }
            why.is_none()
        });
        if headers.get(CORRELATION_ID).is_none() {
            headers.insert(CORRELATION_ID, new_id().into_string());
        }
        let mut stamp = |name: &str, value: &String| {
            if !value.is_empty() {
                headers.insert(name, HeaderValue::Text(value.clone()));
            }
        };
        stamp(ROUTE_ID, &self.route_id);
        stamp(SOURCE_ID, &self.instance_id);
        if let Some(route) = &self.route_override {
            stamp(ROUTE_OVERRIDE, route);
        }
        report
    }

    /// Whether a reserved name that is not private stays.
    fn believes(&self, name: &str) -> bool {
        self.trust_bridge_headers || (self.lifted == Lifted::Keep && LIFTED.contains(&name))
    }
}
