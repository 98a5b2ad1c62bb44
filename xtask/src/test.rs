//! `cargo xtask test`: runs the steps and says how each went.

use std::time::{Duration, Instant};

use anstyle::Style;
use anyhow::{Result, bail};

use crate::ERROR;
use crate::steps::{self, STEPS, Step};
use crate::workspace::Workspace;

/// Options of `test` and `ci`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run this step alone; may be given more than once
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Go on after a failure
    #[arg(long)]
    keep_going: bool,
    /// List the steps and run none
    #[arg(long)]
    list: bool,
}

/// How a step ended.
enum Outcome {
    /// It found nothing wrong.
    Passed,
    /// It found something wrong.
    Failed,
    /// It was not run, for this reason.
    Skipped(&'static str),
}

/// A step that is over.
struct Report {
    /// Its name.
    name: &'static str,
    /// How it ended.
    outcome: Outcome,
    /// How long it took.
    time: Duration,
}

/// Runs the steps.
pub(crate) fn run(ws: &Workspace, args: &Args) -> Result<()> {
    let steps = steps::select(&args.only)?;
    if args.list {
        for step in steps {
            println!("{:14} {}", step.name, step.about);
        }
        return Ok(());
    }
    let started = Instant::now();
    let mut reports = Vec::new();
    for step in steps {
        let report = run_step(ws, step, !args.only.is_empty(), started);
        let failed = matches!(report.outcome, Outcome::Failed);
        reports.push(report);
        if failed && !args.keep_going {
            break;
        }
    }
    summarise(&reports, args.only.is_empty())
}

/// Runs one step and prints what there is to say about it.
fn run_step(ws: &Workspace, step: &Step, asked: bool, started: Instant) -> Report {
    let bold = Style::new().bold();
    anstream::println!("\n{bold}== {} == {}{bold:#} [{}]", step.name, step.about, time(started.elapsed()));
    if let Some(why) = step.ci_only.filter(|_| !asked && !ws.ci) {
        println!("skipped outside the CI, as {why}; to run it: cargo xtask test --only {}", step.name);
        return Report { name: step.name, outcome: Outcome::Skipped(why), time: Duration::ZERO };
    }
    let began = Instant::now();
    let outcome = match (step.run)(ws) {
        Ok(()) => Outcome::Passed,
        Err(error) => {
            anstream::println!("{ERROR}{} failed:{ERROR:#} {error:#}", step.name);
            println!("to repeat it: cargo xtask test --only {}", step.name);
            Outcome::Failed
        }
    };
    Report { name: step.name, outcome, time: began.elapsed() }
}

/// Prints the table of steps; an error if one failed.
fn summarise(reports: &[Report], all: bool) -> Result<()> {
    println!("\n{:14} {:>10}  result", "step", "time");
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for report in reports {
        let result = match report.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed => "FAILED".to_owned(),
            Outcome::Skipped(why) => format!("skipped: {why}"),
        };
        match report.outcome {
            Outcome::Passed => passed += 1,
            Outcome::Failed => failed += 1,
            Outcome::Skipped(_) => skipped += 1,
        }
        println!("{:14} {:>10}  {result}", report.name, time(report.time));
    }
    if all && reports.len() < STEPS.len() {
        println!("{} steps were not reached", STEPS.len() - reports.len());
    }
    println!("{:14} {:>10}", "total", time(reports.iter().map(|report| report.time).sum()));
    println!("steps: {passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 {
        bail!("{failed} of {} steps failed", reports.len());
    }
    Ok(())
}

/// A duration for people.
fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02.0} s", duration.as_secs() / 60, seconds % 60.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        assert_eq!(time(Duration::from_millis(340)), "0.3 s");
        assert_eq!(time(Duration::from_millis(62_400)), "1 min 02 s");
    }
}
