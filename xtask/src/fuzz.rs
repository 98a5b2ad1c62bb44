//! `cargo xtask fuzz`: every fuzz target for a while, from the seeds of the test kit.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail, ensure};

use crate::toolchain::{self, NIGHTLY};
use crate::tools;
use crate::workspace::{FUZZ, Workspace};

/// How much of a failed target's log is shown.
const SHOWN_LINES: usize = 40;

/// Options of `fuzz`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How long each target runs
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// Run this target alone; may be given more than once
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
    /// How many targets run at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Seed of the random choices, for a run that can be repeated; 0 takes another one each time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
}

/// How the run of one target went.
struct Run {
    /// The target.
    target: String,
    /// Inputs tried.
    executions: u64,
    /// Inputs tried a second.
    rate: u64,
    /// What went wrong, if anything did.
    failure: Option<String>,
}

/// A short run of every target, with a seed of its own, so that what it finds can be found again.
pub(crate) fn smoke(ws: &Workspace) -> Result<()> {
    let jobs = thread::available_parallelism()?.get();
    run(ws, &Args { seconds: 20, target: Vec::new(), jobs, seed: 1 })
}

/// Runs the targets, and fails if one of them does.
pub(crate) fn run(ws: &Workspace, args: &Args) -> Result<()> {
    let targets = chosen(discover(&ws.root.join(FUZZ).join("fuzz_targets"))?, &args.target)?;
    toolchain::ensure_toolchain(ws, NIGHTLY)?;
    tools::ensure_tool(ws, &tools::FUZZ)?;
    if ws.root.join("codec-testkit/src/bin/seeds.rs").is_file() {
        ws.cmd("cargo run --quiet -p codec-testkit --features inspector --bin seeds -- fuzz/corpus").run()?;
    }
    ws.cmd(&format!("cargo +{NIGHTLY} fuzz build")).run()?;

    let logs = ws.target.join("fuzz-logs");
    fs::create_dir_all(&logs)?;
    let queue = Mutex::new(VecDeque::from(targets));
    let next = || queue.lock().ok()?.pop_front();
    let runs = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                while let Some(target) = next() {
                    let run = run_target(ws, &target, args, &logs);
                    if let Ok(mut runs) = runs.lock() {
                        runs.push(run);
                    }
                }
            });
        }
    });
    summarise(runs.into_inner().unwrap_or_default(), &logs)
}

/// The targets: the sources in their folder, in order.
fn discover(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            targets.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    ensure!(!targets.is_empty(), "there are no fuzz targets in {}", folder.display());
    targets.sort();
    Ok(targets)
}

/// Those that were asked for; all of them if none were.
fn chosen(targets: Vec<String>, asked: &[String]) -> Result<Vec<String>> {
    if let Some(unknown) = asked.iter().find(|target| !targets.contains(target)) {
        bail!("no fuzz target is called `{unknown}`; there are: {}", targets.join(", "));
    }
    Ok(targets.into_iter().filter(|target| asked.is_empty() || asked.contains(target)).collect())
}

/// Runs one target for a while.
fn run_target(ws: &Workspace, target: &str, args: &Args, logs: &Path) -> Run {
    let (log, success) = match fuzz_to_log(ws, target, args, &logs.join(format!("{target}.log"))) {
        Ok(outcome) => outcome,
        Err(error) => {
            let failure = Some(format!("{error:#}"));
            return Run { target: target.to_owned(), executions: 0, rate: 0, failure };
        }
    };
    let failure = (!success).then(|| {
        println!("{}", excerpt(&log));
        artifact(&log).map_or("failed without an artifact".to_owned(), |path| format!("failed on {path}"))
    });
    let executions = statistic(&log, "number_of_executed_units").unwrap_or(0);
    let rate = statistic(&log, "average_exec_per_sec").unwrap_or(0);
    Run { target: target.to_owned(), executions, rate, failure }
}

/// Runs cargo-fuzz; returns what it printed and whether it found nothing.
fn fuzz_to_log(ws: &Workspace, target: &str, args: &Args, path: &Path) -> Result<(String, bool)> {
    let file = File::create(path)?;
    let Args { seconds, seed, .. } = args;
    let options = format!("-max_total_time={seconds} -seed={seed} -rss_limit_mb=2048 -print_final_stats=1");
    let status = ws.cmd(&format!("cargo +{NIGHTLY} fuzz run {target} -- {options}")).log(&file)?;
    Ok((String::from_utf8_lossy(&fs::read(path)?).into_owned(), status.success()))
}

/// A figure among the final statistics of libFuzzer.
fn statistic(log: &str, name: &str) -> Option<u64> {
    let value = log.lines().rev().find_map(|line| line.strip_prefix("stat::")?.strip_prefix(name))?;
    value.strip_prefix(':')?.trim().parse().ok()
}

/// The file with the input that failed, as libFuzzer names it.
fn artifact(log: &str) -> Option<&str> {
    log.lines().find_map(|line| line.split_once("Test unit written to ")).map(|(_, path)| path.trim())
}

/// The lines that tell why a target failed, and the input that made it fail.
fn excerpt(log: &str) -> String {
    let lines: Vec<_> = log.lines().collect();
    let tells = |line: &&str| line.contains("panicked at ") || line.contains("ERROR: ");
    let start = lines.iter().position(tells).unwrap_or(lines.len().saturating_sub(SHOWN_LINES));
    let input = lines.iter().skip(start + SHOWN_LINES).filter(|line| line.starts_with("Base64: "));
    lines.iter().skip(start).take(SHOWN_LINES).chain(input).copied().collect::<Vec<_>>().join("\n")
}

/// Prints the table of targets; an error if one failed.
fn summarise(mut runs: Vec<Run>, logs: &Path) -> Result<()> {
    runs.sort_by(|a, b| a.target.cmp(&b.target));
    let width = runs.iter().map(|run| run.target.len()).max().unwrap_or(0).max(6);
    println!("\n{:width$} {:>12} {:>10}  result", "target", "executions", "exec/s");
    for Run { target, executions, rate, failure } in &runs {
        let result = failure.as_deref().unwrap_or("nothing found");
        println!("{target:width$} {executions:>12} {rate:>10}  {result}");
    }
    let failed: Vec<_> = runs.iter().filter(|run| run.failure.is_some()).map(|run| &*run.target).collect();
    if !failed.is_empty() {
        bail!("fuzzing found something in {}; logs: {}", failed.join(", "), logs.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of a log of libFuzzer.
    const LOG: &str = "\
==7== ERROR: libFuzzer: deadly signal
artifact_prefix='fuzz/artifacts/t/'; Test unit written to fuzz/artifacts/t/crash-0a1b
Base64: AA==
stat::number_of_executed_units: 81920
stat::average_exec_per_sec:     40960
stat::new_units_added:          3
";

    #[test]
    fn reads_the_statistics() {
        assert_eq!(statistic(LOG, "number_of_executed_units"), Some(81_920));
        assert_eq!(statistic(LOG, "average_exec_per_sec"), Some(40_960));
        assert_eq!(statistic(LOG, "peak_rss_mb"), None);
        assert_eq!(artifact(LOG), Some("fuzz/artifacts/t/crash-0a1b"));
        assert_eq!(artifact("Done 7 runs in 1 second(s)"), None);
    }

    #[test]
    fn an_excerpt_has_the_error_and_the_input() {
        let long = format!("INFO: Seed: 1\n{}{LOG}", "at panicked at src/lib.rs\n".repeat(SHOWN_LINES));
        assert!(excerpt(LOG).starts_with("==7== ERROR: libFuzzer"));
        assert!(excerpt(&long).starts_with("at panicked at"));
        assert!(excerpt(&long).ends_with("src/lib.rs\nBase64: AA=="));
        assert_eq!(excerpt("a\nb"), "a\nb");
    }

    #[test]
    fn finds_and_chooses_targets() {
        let folder = tempfile::tempdir().unwrap();
        assert!(discover(folder.path()).is_err());
        for name in ["b.rs", "a.rs", "notes.md"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let targets = discover(folder.path()).unwrap();
        assert_eq!(targets, ["a", "b"]);
        assert_eq!(chosen(targets.clone(), &[]).unwrap(), ["a", "b"]);
        assert_eq!(chosen(targets.clone(), &["b".to_owned()]).unwrap(), ["b"]);
        assert!(chosen(targets, &["c".to_owned()]).is_err());
    }
}
