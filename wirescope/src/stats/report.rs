//! The counts as JSON: `docs/stats.md` has the shape.

use super::queue::{Extent, Row};
use super::{Connection, Kind, Stats};
use crate::pairing::{Summary, seconds};
use crate::protocol::Protocol;
use serde_json::{Map, Value, json};

impl Stats {
    /// All counts as one JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut json = json!({
            "frames": self.frames,
            "bytes": self.bytes,
            "unread": self.unread,
            "messages": self.messages,
            "payload": extent(&self.payloads),
            "errors": self.errors,
            "findings": self.findings,
            "sizes": self.sizes.json(number),
        });
        if let (Some(first), Some(last)) = (self.first, self.last) {
            json["time"] = json!({
                "first": first.to_string(),
                "last": last.to_string(),
                "seconds": seconds(last.since(first)),
            });
        }
        if let Some((frames, bytes)) = self.rate(self.frames, self.bytes.into()) {
            json["rate"] = json!({ "frames": frames, "bytes": bytes });
        }
        json["types"] =
            self.kinds().map(|(protocol, name, kind)| self.kind_json(protocol, name, kind)).collect();
        json["queues"] = self.sorted_queues().into_iter().map(queue).collect();
        json["reasons"] = self.reason_list().collect();
        json["connections"] = self.connection_list().map(connection).collect();
        json["pairs"] = self.pairing.summary().iter().map(pairs).collect();
        json
    }

    /// Frames and bytes a second, where more than one time is known.
    pub(super) fn rate(&self, frames: u64, bytes: u128) -> Option<(f64, f64)> {
        let nanos = self.last?.since(self.first?);
        let rate = |count: u128| count as f64 / (nanos as f64 / 1e9);
        (nanos > 0).then(|| (rate(frames.into()), rate(bytes)))
    }

    /// The types by protocol, those with most bytes first.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (Protocol, Option<&str>, &Kind)> {
        Protocol::ALL.iter().zip(&self.types).flat_map(|(protocol, kinds)| {
            let mut kinds = kinds.sorted();
            kinds.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.sizes.sum()));
            kinds.into_iter().map(|(name, kind)| (*protocol, name, kind))
        })
    }

    /// The queues with messages, those with most first.
    pub(super) fn sorted_queues(&self) -> Vec<&Row> {
        let mut rows: Vec<_> = self.queues.rows.iter().filter(|row| !row.types.is_empty()).collect();
        rows.sort_by_key(|row| {
            std::cmp::Reverse(row.types.iter().map(|(_, messages, _)| messages).sum::<u64>())
        });
        rows.extend(self.queues.other.as_deref());
        rows
    }

    /// Directions of connections, where there are any.
    pub(super) fn connection_list(
        &self,
    ) -> impl Iterator<Item = (Option<u64>, Option<&'static str>, &Connection)> {
        let any = self.connections.keys().any(|place| *place != (None, None));
        let all = self.connections.iter().filter(move |_| any);
        all.map(|((conn, dir), counts)| (*conn, dir.map(crate::Direction::name), counts))
    }

    fn reason_list(&self) -> impl Iterator<Item = Value> {
        let errors = self.reasons[0].sorted().into_iter().map(|(name, count)| {
            let (layer, reason) = name.and_then(|name| name.split_once(' ')).unwrap_or(("other", "other"));
            json!({ "kind": "error", "layer": layer, "reason": reason, "count": count })
        });
        let findings = self.reasons[1].sorted().into_iter().map(
            |(name, count)| json!({ "kind": "finding", "reason": name.unwrap_or("other"), "count": count }),
        );
        errors.chain(findings)
    }

    fn kind_json(&self, protocol: Protocol, name: Option<&str>, kind: &Kind) -> Value {
        let mut json = json!({
            "protocol": protocol.name(),
            "type": name.unwrap_or("other"),
            "frames": kind.sizes.count(),
            "bytes": u64::try_from(kind.sizes.sum()).unwrap_or(u64::MAX),
            "sizes": kind.sizes.json(number),
            "messages": kind.messages,
            "payload": extent(&kind.payloads),
            "errors": kind.errors,
            "findings": kind.findings,
        });
        if let Some((frames, bytes)) = self.rate(kind.sizes.count(), kind.sizes.sum()) {
            json["rate"] = json!({ "frames": frames, "bytes": bytes });
        }
        let names = kind.names.sorted();
        if !names.is_empty() {
            let names = names.into_iter();
            let names = names.map(|(name, count)| json!({ "name": name.unwrap_or("other"), "count": count }));
            json["names"] = names.collect();
        }
        json
    }
}

/// A number, as an integer where it is one.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && (0.0..9e15).contains(&value) { json!(value as u64) } else { json!(value) }
}

impl Extent {
    /// The mean; 0 where there is none.
    pub(super) fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }
}

fn extent(extent: &Extent) -> Value {
    let Extent { count, sum, min, max } = extent;
    json!({ "count": count, "bytes": sum, "min": min, "mean": number(extent.mean()), "max": max })
}

fn queue(row: &Row) -> Value {
    let mut json = Map::new();
    if !row.protocol.is_empty() {
        json.insert("protocol".into(), row.protocol.into());
    }
    match (&row.name, row.number) {
        (Some(name), _) => drop(json.insert("queue".into(), (&**name).into())),
        (None, Some((conn, number))) => {
            if let Some(conn) = conn {
                json.insert("conn".into(), conn.into());
            }
            json.insert("queueId".into(), number.into());
        }
        (None, None) => drop(json.insert("others".into(), true.into())),
    }
    let types = row.types.iter().map(|(kind, messages, payloads)| {
        json!({ "type": **kind, "messages": messages, "payload": extent(payloads) })
    });
    json.insert("types".into(), types.collect());
    Value::Object(json)
}

fn connection((conn, dir, counts): (Option<u64>, Option<&'static str>, &Connection)) -> Value {
    let mut json = Map::new();
    if let Some(conn) = conn {
        json.insert("conn".into(), conn.into());
    }
    if let Some(dir) = dir {
        json.insert("dir".into(), dir.into());
    }
    let protocols = counts.protocols.iter().map(|protocol| Value::from(protocol.name()));
    json.insert("protocols".into(), protocols.collect());
    for (name, count) in [
        ("frames", counts.frames),
        ("bytes", counts.bytes),
        ("messages", counts.messages),
        ("errors", counts.errors),
        ("findings", counts.findings),
    ] {
        json.insert(name.into(), count.into());
    }
    Value::Object(json)
}

fn pairs(summary: &Summary) -> Value {
    let mut json = json!({
        "protocol": summary.protocol,
        "kind": summary.kind,
        "pairs": summary.pairs,
        "unanswered": summary.unanswered,
        "unasked": summary.unasked,
    });
    if summary.latency.count() > 0 {
        json["latency"] = summary.latency.json(|nanos| json!(nanos / 1e9));
    }
    json
}
