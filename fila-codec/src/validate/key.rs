//! Rules of keys.

use super::{Path, Report, Step, UNKNOWN, invalid};
use crate::types::{Key, KeyPart};

/// Where a key stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It compares messages.
    Deduplication,
    /// It orders or throttles them.
    Grouping,
}

/// Tells of all problems of a key; `part` gives the path of a part by its index.
pub(super) fn problems(key: &Key<'_>, used: Use, part: impl Fn(usize) -> Path, report: Report<'_>) {
    for (index, KeyPart { kind, name }) in key.iter().enumerate() {
        let at = |field| part(index).then(Step::field(field));
        if kind.name().is_none() {
            invalid(report, at("kind"), UNKNOWN);
        } else if kind.is_for_deduplication() && used == Use::Grouping {
            invalid(report, at("kind"), "is for deduplication keys only");
        }
        if kind.name().is_some() && !kind.is_named() && !name.is_empty() {
            invalid(report, at("name"), "must be empty");
        }
    }
}
