//! Dated records of the benches: the medians that criterion left, as a table of plain text.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::workspace::Workspace;

/// The result of one bench.
#[derive(Debug, PartialEq)]
struct Row {
    /// Its full name.
    name: String,
    /// The median time of an iteration, in nanoseconds.
    median: f64,
    /// What an iteration gets through, and its unit.
    throughput: Option<(f64, &'static str)>,
}

/// Writes the record of today from the results that are no older than `since`; returns where.
pub(crate) fn write(ws: &Workspace, results: &Path, since: SystemTime) -> Result<PathBuf> {
    let rows = collect(results, since)?;
    ensure!(!rows.is_empty(), "there are no results in {}", results.display());

    let date = ws.cmd("date +%F").output()?.trim().to_owned();
    let compiler = ws.cmd("rustc --version").output()?;
    let processor = processor(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default());
    let text = format!("{date}\n{processor}\n{}\n\n{}", compiler.trim(), table(&rows));

    let folder = ws.root.join("benches/record");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{date}-{}.txt", slug(&processor)));
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The results below a folder, sorted by name.
fn collect(results: &Path, since: SystemTime) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut folders = vec![results.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if !path.ends_with("new") {
                folders.extend(path.is_dir().then_some(path));
            } else if fs::metadata(path.join("estimates.json"))?.modified()? >= since {
                rows.push(read_row(&path).with_context(|| format!("cannot understand {}", path.display()))?);
            }
        }
    }
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rows)
}

/// Reads the two files that criterion keeps of a result.
fn read_row(folder: &Path) -> Result<Row> {
    let read = |name: &str| -> Result<Value> { Ok(serde_json::from_slice(&fs::read(folder.join(name))?)?) };
    row(&read("benchmark.json")?, &read("estimates.json")?).context("a field is missing")
}

/// One result, from the contents of the two files.
fn row(benchmark: &Value, estimates: &Value) -> Option<Row> {
    let amount = |unit: &str| benchmark["throughput"][unit].as_f64();
    let bytes = amount("Bytes").or_else(|| amount("BytesDecimal")).map(|bytes| (bytes, "B"));
    Some(Row {
        name: benchmark["full_id"].as_str()?.to_owned(),
        median: estimates["median"]["point_estimate"].as_f64()?,
        throughput: bytes.or_else(|| amount("Elements").map(|elements| (elements, "elem"))),
    })
}

/// The table, with aligned columns.
fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(4);
    let mut text = format!("{:width$}  {:>10}  {:>14}\n", "name", "median", "throughput");
    for Row { name, median, throughput } in rows {
        let time = scaled(*median, &[(1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns")]);
        let rate = throughput.map(|(amount, unit)| {
            let prefixed = scaled(amount / median * 1e9, &[(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")]);
            format!("{prefixed}{unit}/s")
        });
        let line = format!("{name:width$}  {time:>10}  {:>14}", rate.unwrap_or_default());
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The value in the first unit that it is at least one of, with three digits at the least.
fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let fits = units.iter().find(|(size, _)| value >= *size);
    let (size, unit) = fits.or(units.last()).copied().unwrap_or((1.0, ""));
    let value = value / size;
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

/// The processor's name, from `/proc/cpuinfo`.
fn processor(cpuinfo: &str) -> String {
    let line = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    line.map_or("unknown processor", |rest| rest.trim_start_matches([' ', '\t', ':'])).trim().to_owned()
}

/// The words of a text, for the name of a file.
fn slug(text: &str) -> String {
    let lower = text.to_lowercase().replace("(r)", "").replace("(tm)", "");
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder as criterion leaves it, with two benches.
    fn results() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let benches = [
            ("decode/small", r#"{"full_id":"decode/small","throughput":{"Bytes":100}}"#, 25.8),
            ("crc", r#"{"full_id":"crc","throughput":null}"#, 1_234_567.0),
        ];
        for (path, benchmark, median) in benches {
            let new = folder.path().join(path).join("new");
            fs::create_dir_all(&new).unwrap();
            fs::write(new.join("benchmark.json"), benchmark).unwrap();
            let estimates = format!(r#"{{"median":{{"point_estimate":{median}}}}}"#);
            fs::write(new.join("estimates.json"), estimates).unwrap();
        }
        folder
    }

    #[test]
    fn results_become_a_sorted_table() {
        let folder = results();
        let rows = collect(folder.path(), SystemTime::UNIX_EPOCH).unwrap();
        let expected = "\
name              median      throughput
crc              1.23 ms
decode/small     25.8 ns       3.88 GB/s
";
        assert_eq!(table(&rows), expected);
    }

    #[test]
    fn results_of_earlier_runs_are_left_out() {
        let folder = results();
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert_eq!(collect(folder.path(), later).unwrap(), []);
    }

    #[test]
    fn the_processor_names_the_file() {
        let name = processor("processor\t: 0\nmodel name\t: Intel(R) Xeon(R) CPU @ 2.60GHz\n");
        assert_eq!(name, "Intel(R) Xeon(R) CPU @ 2.60GHz");
        assert_eq!(slug(&name), "intel-xeon-cpu-2-60ghz");
        assert_eq!(processor(""), "unknown processor");
    }
}
