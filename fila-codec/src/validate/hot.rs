//! Rules of the control and hot-path requests.

use super::key::{self, Use};
use super::{Path, Problem, Report, Step, UNKNOWN, Validate, invalid};
use crate::message::{Consume, Handshake};
use crate::types::{ErrorCode, Throttle};

impl Validate for Handshake<'_> {
    fn problems(&self, report: Report<'_>) {
        if self.protocol_version == 0 {
            report(Problem {
                path: Path::field("protocol_version"),
                rule: "must be at least 1",
                code: ErrorCode::UnsupportedVersion,
            });
        }
    }
}

/// "Throttle declarations": a malformed one fails the whole `Consume` with `InvalidThrottle`.
///
/// Whether another limit always bites first ("a limit that can never apply") is the server's to judge.
impl Validate for Consume<'_> {
    fn problems(&self, report: Report<'_>) {
        for (index, throttle) in self.throttles.iter().enumerate() {
            let path = Path::item("throttles", index);
            // Declarations are few; a hostile number of them is not worth comparing in full.
            let repeated =
                || self.throttles.iter().take(index.min(64)).any(|other| other.name == throttle.name);
            declaration(&throttle, path, report);
            if repeated() {
                report(Problem {
                    path: path.then(Step::field("name")),
                    rule: "is used twice",
                    code: ErrorCode::InvalidThrottle,
                });
            }
        }
    }
}

fn declaration(throttle: &Throttle<'_>, path: Path, report: Report<'_>) {
    let mut problem = |path, rule| report(Problem { path, rule, code: ErrorCode::InvalidThrottle });
    if throttle.name.is_empty() {
        problem(path.then(Step::field("name")), "is empty");
    }
    if throttle.limits.is_empty() {
        problem(path.then(Step::field("limits")), "needs at least 1");
    }
    for (index, limit) in throttle.limits.iter().enumerate() {
        let path = path.then(Step::item("limits", index));
        if limit.max_deliveries == 0 {
            problem(path.then(Step::field("max_deliveries")), "is zero");
        }
        if limit.window_ms == 0 {
            problem(path.then(Step::field("window_ms")), "is zero");
        }
    }
    key::problems(&throttle.key, Use::Grouping, |part| path.then(Step::item("key", part)), report);
    if throttle.when_key_missing.name().is_none() {
        invalid(report, path.then(Step::field("when_key_missing")), UNKNOWN);
    }
}
