//! Rules of the control and hot-path requests.

use super::key::{self, Use};
use super::{Path, Problem, Report, Step, UNKNOWN, Validate, invalid};
use crate::message::{Consume, Handshake};
use crate::types::{ErrorCode, Throttle};
use codec_common::wire::U16;
use codec_common::{List, Str};

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
/// Whether another limit always bites first ("a limit that can never apply") is the server's to judge. Of
/// more than 1,448 declarations, the names behind those are compared with the first 64 only.
impl Validate for Consume<'_> {
    fn problems(&self, report: Report<'_>) {
        let mut names = Names::new(self.throttles);
        for (index, throttle) in self.throttles.iter().enumerate() {
            let path = Path::item("throttles", index);
            declaration(&throttle, path, report);
            if names.has(index, throttle.name) {
                report(Problem {
                    path: path.then(Step::field("name")),
                    rule: "is used twice",
                    code: ErrorCode::InvalidThrottle,
                });
            }
        }
    }
}

/// The names that came before. Each is compared with all of them, up to a bound on the work of hostile requests.
struct Names<'a> {
    throttles: List<'a, Throttle<'a>, U16>,
    /// Comparisons that may still be made.
    left: usize,
}

impl<'a> Names<'a> {
    /// So many comparisons are made: of the names of 1,448 declarations all.
    const MOST: usize = 1 << 20;

    /// And beyond that each is compared with so many.
    const FEW: usize = 64;

    const fn new(throttles: List<'a, Throttle<'a>, U16>) -> Self {
        Self { throttles, left: Self::MOST }
    }

    /// Whether the name of the declaration at `index` came before it.
    fn has(&mut self, index: usize, name: Str<'a>) -> bool {
        let among = if index <= self.left { index } else { Self::FEW };
        self.left = self.left.saturating_sub(index);
        self.throttles.iter().take(among).any(|other| other.name == name)
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
