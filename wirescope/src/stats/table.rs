//! The counts as tables for people.

use super::queue::{Extent, Row};
use super::{Stats, UNREADABLE};
use crate::pairing::{Summary, span};
use std::fmt;

/// Rows of a table of queues, names or connections that are shown; JSON has all.
const SHOWN: usize = 50;

/// Columns: those at the left are text, the others numbers.
struct Table {
    texts: usize,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(texts: usize, head: &[&'static str]) -> Self {
        Self { texts, head: head.to_vec(), rows: Vec::new() }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return Ok(());
        }
        let head: Vec<_> = self.head.iter().map(|name| (*name).to_owned()).collect();
        let shown = || std::iter::once(&head).chain(self.rows.iter().take(SHOWN));
        let len = |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        let widths: Vec<_> =
            (0..head.len()).map(|column| shown().map(|row| len(row, column)).max().unwrap_or(0)).collect();
        writeln!(f)?;
        for row in shown() {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let cell =
                    if column < self.texts { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
                line.push_str(if column == 0 { "" } else { "  " });
                line.push_str(&cell);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        if self.rows.len() > SHOWN {
            writeln!(f, "and {} more, with --json", self.rows.len() - SHOWN)?;
        }
        Ok(())
    }
}

/// Names of a peer must not reach the terminal as they are.
fn safe(name: &str) -> String {
    if name.chars().any(char::is_control) { name.escape_debug().to_string() } else { name.to_owned() }
}

fn decimal(value: f64) -> String {
    if value.fract() == 0.0 || value >= 1e6 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Least, mean and greatest payload; nothing where there is none.
fn extent(payloads: &Extent) -> [String; 3] {
    if payloads.count == 0 {
        return Default::default();
    }
    [payloads.min.to_string(), decimal(payloads.mean()), payloads.max.to_string()]
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.totals(f)?;
        self.type_table().fmt(f)?;
        self.name_table().fmt(f)?;
        self.queue_table().fmt(f)?;
        self.reason_table().fmt(f)?;
        self.connection_table().fmt(f)?;
        pair_table(&self.pairing.summary()).fmt(f)
    }
}

impl Stats {
    fn totals(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frames, bytes, messages, errors, findings, unread, .. } = self;
        write!(
            f,
            "{frames} frames, {bytes} bytes; {messages} messages, {} bytes of payload",
            self.payloads.sum
        )?;
        writeln!(f, "; {errors} malformed, {findings} findings")?;
        if *unread > 0 {
            writeln!(f, "{unread} bytes in no frame")?;
        }
        if let (Some(first), Some(last)) = (self.first, self.last) {
            write!(f, "{first} to {last}")?;
            if let Some((frames, bytes)) = self.rate(*frames, u128::from(*bytes)) {
                write!(f, "; {} frames, {} bytes a second", decimal(frames), decimal(bytes))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn type_table(&self) -> Table {
        let timed = self.rate(0, 0).is_some();
        let mut table = Table::new(
            2,
            &[
                "protocol",
                "type",
                "frames",
                "bytes",
                "share",
                if timed { "bytes/s" } else { "" },
                "min",
                "mean",
                "p50",
                "p99",
                "max",
                "messages",
                "payload min",
                "mean",
                "max",
                "malformed",
                "findings",
            ],
        );
        for (protocol, name, kind) in self.kinds() {
            let sizes = &kind.sizes;
            let share = sizes.sum() as f64 / self.bytes.max(1) as f64 * 100.0;
            let rate = self.rate(0, sizes.sum()).map_or_else(String::new, |(_, bytes)| decimal(bytes));
            let mut row = vec![
                protocol.name().to_owned(),
                safe(name.unwrap_or("other")),
                sizes.count().to_string(),
                sizes.sum().to_string(),
                format!("{share:.1}%"),
                rate,
                sizes.min().to_string(),
                decimal(sizes.mean()),
                sizes.percentile(50.0).to_string(),
                sizes.percentile(99.0).to_string(),
                sizes.max().to_string(),
                kind.messages.to_string(),
            ];
            row.extend(extent(&kind.payloads));
            row.extend([kind.errors.to_string(), kind.findings.to_string()]);
            table.rows.push(row);
        }
        table
    }

    /// What frames and messages say they are.
    fn name_table(&self) -> Table {
        let mut table = Table::new(3, &["protocol", "type", "name", "count"]);
        for (protocol, kind, counts) in self.kinds() {
            for (name, count) in counts.names.sorted() {
                let kind = safe(kind.unwrap_or(UNREADABLE));
                let name = safe(name.unwrap_or("others"));
                table.rows.push(vec![protocol.name().to_owned(), kind, name, count.to_string()]);
            }
        }
        table
    }

    fn queue_table(&self) -> Table {
        let mut table = Table::new(2, &["queue", "type", "messages", "payload bytes", "min", "mean", "max"]);
        for queue in self.sorted_queues() {
            for (kind, messages, payloads) in &queue.types {
                let mut row = vec![label(queue), safe(kind), messages.to_string(), payloads.sum.to_string()];
                row.extend(extent(payloads));
                table.rows.push(row);
            }
        }
        table
    }

    fn reason_table(&self) -> Table {
        let mut table = Table::new(3, &["malformed", "layer", "reason", "count"]);
        for (name, count) in self.reasons[0].sorted() {
            let (layer, reason) = name.and_then(|name| name.split_once(' ')).unwrap_or(("", "others"));
            table.rows.push(vec!["error".into(), safe(layer), safe(reason), count.to_string()]);
        }
        for (name, count) in self.reasons[1].sorted() {
            let reason = safe(name.unwrap_or("others"));
            table.rows.push(vec!["finding".into(), String::new(), reason, count.to_string()]);
        }
        table
    }

    fn connection_table(&self) -> Table {
        let head =
            ["connection", "direction", "protocol", "frames", "bytes", "messages", "malformed", "findings"];
        let mut table = Table::new(3, &head);
        for (conn, dir, counts) in self.connection_list() {
            let protocols: Vec<_> = counts.protocols.iter().map(|protocol| protocol.name()).collect();
            let mut row = vec![
                conn.map_or_else(String::new, |conn| conn.to_string()),
                dir.unwrap_or_default().to_owned(),
                protocols.join(" "),
            ];
            let numbers = [counts.frames, counts.bytes, counts.messages, counts.errors, counts.findings];
            row.extend(numbers.map(|number| number.to_string()));
            table.rows.push(row);
        }
        table
    }
}

fn label(queue: &Row) -> String {
    match (&queue.name, queue.number) {
        (Some(name), _) => safe(name),
        (None, Some((None, number))) => format!("queue {number}"),
        (None, Some((Some(conn), number))) => format!("queue {number} of connection {conn}"),
        (None, None) => "others".into(),
    }
}

fn pair_table(pairs: &[Summary]) -> Table {
    let head =
        ["protocol", "request", "answered", "unanswered", "unasked", "min", "mean", "p50", "p99", "max"];
    let mut table = Table::new(2, &head);
    for pair in pairs {
        let latency = &pair.latency;
        let mut row = vec![pair.protocol.clone(), safe(&pair.kind)];
        row.extend([pair.pairs, pair.unanswered, pair.unasked].map(|count| count.to_string()));
        if latency.count() > 0 {
            let nanos = |value: u64| value as f64;
            let percentile = |percent| nanos(latency.percentile(percent));
            let values = [
                nanos(latency.min()),
                latency.mean(),
                percentile(50.0),
                percentile(99.0),
                nanos(latency.max()),
            ];
            row.extend(values.map(|value| span(value / 1e9)));
        }
        table.rows.push(row);
    }
    table
}
