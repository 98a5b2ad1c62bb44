//! Rules of the admin requests.

use super::key::{self, Use};
use super::{Path, Problem, Report, Step, UNKNOWN, Validate, invalid};
use crate::message::{CreateQueue, GetThrottleBucket, Redrive, SetAcl, SetRebalancing, UpdateQueue};
use crate::types::{Backoff, BucketKind, DeliveryDurability, ErrorCode, Ordering, Rebalancing, ScriptChange};
use codec_common::Text;

/// What the names of dead-letter queues end in; reserved for them.
const DLQ: &[u8] = b".dlq";

impl Validate for CreateQueue<'_> {
    fn problems(&self, report: Report<'_>) {
        let mut rule = |broken, field, rule| {
            if broken {
                invalid(report, Path::field(field), rule);
            }
        };
        let grouped = self.ordering == Ordering::Grouped;
        rule(self.ordering.name().is_none(), "ordering", UNKNOWN);
        rule(!grouped && !self.ordering_key.is_empty(), "ordering_key", "must be empty unless ordering = 2");
        rule(grouped && self.ordering_key.is_empty(), "ordering_key", "is empty although ordering = 2");
        let missing = self.when_ordering_key_missing;
        rule(missing.name().is_none(), "when_ordering_key_missing", UNKNOWN);
        let unused = missing.name().is_some() && missing.0 != 0 && !grouped;
        rule(unused, "when_ordering_key_missing", "is for ordering = 2 only");
        rule(self.script_failure.name().is_none(), "script_failure", UNKNOWN);
        rule(self.backoff.name().is_none(), "backoff", UNKNOWN);
        // What the server's default is, is not known here.
        let unlimited = matches!(self.backoff, Backoff::None | Backoff::Fixed);
        rule(unlimited && self.backoff_max_ms != 0, "backoff_max_ms", "is for backoff = 3 only");
        rule(self.delivery_durability.name().is_none(), "delivery_durability", UNKNOWN);
        let committed = self.delivery_durability == DeliveryDurability::Committed;
        rule(
            committed && self.reclaim_grace_ms != 0,
            "reclaim_grace_ms",
            "is for delivery_durability = 1 only",
        );
        key::problems(&self.ordering_key, Use::Grouping, |part| Path::item("ordering_key", part), report);
        key::problems(&self.dedup_key, Use::Deduplication, |part| Path::item("dedup_key", part), report);
        if self.name.as_bytes().ends_with(DLQ) {
            let code = ErrorCode::ReservedQueueName;
            report(Problem { path: Path::field("name"), rule: "ends in .dlq", code });
        }
    }
}

impl Validate for UpdateQueue<'_> {
    fn problems(&self, report: Report<'_>) {
        let mut script = |change: ScriptChange, text: Text<'_>, field, script| {
            if change.name().is_none() {
                invalid(report, Path::field(field), UNKNOWN);
            } else if change != ScriptChange::Set && !text.is_empty() {
                invalid(report, Path::field(script), "must be empty unless the change = 1");
            }
        };
        script(self.on_enqueue_change, self.on_enqueue_script, "on_enqueue_change", "on_enqueue_script");
        script(self.on_failure_change, self.on_failure_script, "on_failure_change", "on_failure_script");
        // Where the setting is absent, the queue's own decides, which is not known here.
        if let Some(backoff) = self.backoff {
            if backoff.name().is_none() {
                invalid(report, Path::field("backoff"), UNKNOWN);
            }
            let unlimited = matches!(backoff, Backoff::None | Backoff::Fixed);
            if unlimited && self.backoff_max_ms.is_some_and(|max| max != 0) {
                invalid(report, Path::field("backoff_max_ms"), "is for backoff = 3 only");
            }
        }
        if let Some(durability) = self.delivery_durability {
            if durability.name().is_none() {
                invalid(report, Path::field("delivery_durability"), UNKNOWN);
            }
            let committed = durability == DeliveryDurability::Committed;
            if committed && self.reclaim_grace_ms.is_some_and(|grace| grace != 0) {
                let rule = "is for delivery_durability = 1 only";
                invalid(report, Path::field("reclaim_grace_ms"), rule);
            }
        }
    }
}

impl Validate for Redrive<'_> {
    fn problems(&self, report: Report<'_>) {
        if self.reclassify.name().is_none() {
            invalid(report, Path::field("reclassify"), UNKNOWN);
        }
    }
}

impl Validate for SetAcl<'_> {
    fn problems(&self, report: Report<'_>) {
        for (index, permission) in self.permissions.iter().enumerate() {
            if !["produce", "consume", "admin"].iter().any(|kind| permission.kind == *kind) {
                report(Problem {
                    path: Path::item("permissions", index).then(Step::field("kind")),
                    rule: "must be produce, consume or admin",
                    code: ErrorCode::InvalidConfigValue,
                });
            }
        }
    }
}

impl Validate for GetThrottleBucket<'_> {
    fn problems(&self, report: Report<'_>) {
        if self.bucket_kind.name().is_none() {
            invalid(report, Path::field("bucket_kind"), UNKNOWN);
        }
        if self.bucket_kind == BucketKind::Shared && !self.values.is_empty() {
            invalid(report, Path::field("values"), "must be empty for bucket_kind = 1");
        }
    }
}

impl Validate for SetRebalancing {
    fn problems(&self, report: Report<'_>) {
        let paused = self.mode == Rebalancing::Paused;
        if self.mode.name().is_none() {
            invalid(report, Path::field("mode"), UNKNOWN);
        } else if paused && self.pause_ms == 0 {
            invalid(report, Path::field("pause_ms"), "is zero although mode = 1");
        } else if !paused && self.pause_ms != 0 {
            invalid(report, Path::field("pause_ms"), "must be zero unless mode = 1");
        }
    }
}
