//! The task runner of the workspace: `cargo xtask <task>` is the one entry for checks, fuzzing and benches.
//!
//! What a task needs beyond a stable toolchain (targets, other toolchains, cargo tools) it installs itself.

mod bench;
mod command;
mod core_rules;
mod fuzz;
mod no_panic;
mod peers;
mod readme;
mod record;
mod steps;
mod test;
mod toolchain;
mod tools;
mod wasm;
mod web;
mod workspace;

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

/// How failures are headed.
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Checks, fuzzing and benches of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 110)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    task: Task,
}

/// The tasks.
#[derive(Subcommand)]
enum Task {
    /// Run every check, cheap ones first; stop at the first failure
    Test(test::Args),
    /// Run every check as the CI does: `test` with CI=true, so with a short run of the fuzz targets
    Ci(test::Args),
    /// Run the fuzz targets, each for a while, from the seeds of the test kit
    Fuzz(fuzz::Args),
    /// Run the benches; with --record, keep the medians
    Bench(bench::Args),
    /// Build the npm package broker-codecs and the inspector's page, below the target folder
    Web(web::Args),
    /// Install the Python packages whose servers and clients tests of bridge-codec talk to
    Peers,
}

fn main() -> ExitCode {
    match run(&Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{ERROR}error:{ERROR:#} {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task.
fn run(task: &Task) -> Result<()> {
    let ws = Workspace::open()?;
    match task {
        Task::Test(args) => test::run(&ws, args),
        Task::Ci(args) => test::run(&Workspace { ci: true, ..ws }, args),
        Task::Fuzz(args) => fuzz::run(&ws, args),
        Task::Bench(args) => bench::run(&ws, args),
        Task::Web(args) => web::run(&ws, args),
        Task::Peers => peers::install(&ws),
    }
}
