//! `cargo xtask bench`: runs the benches, and keeps their medians if asked to.

use std::time::SystemTime;

use anyhow::Result;

use crate::record;
use crate::workspace::Workspace;

/// Options of `bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run the benches whose name matches this regular expression
    filter: Option<String>,
    /// Write the medians to a file in benches/record, named by date and processor
    #[arg(long, conflicts_with = "filter")]
    record: bool,
    /// Record what the last runs left, without a new run
    #[arg(long, requires = "record")]
    no_run: bool,
}

/// Runs the benches.
pub(crate) fn run(ws: &Workspace, args: &Args) -> Result<()> {
    let mut since = SystemTime::now();
    if args.no_run {
        since = SystemTime::UNIX_EPOCH;
    } else {
        let cmd = ws.cmd("cargo bench -p benches");
        args.filter.iter().fold(cmd, |cmd, filter| cmd.arg("--").arg(filter)).run()?;
    }
    if args.record {
        let path = record::write(ws, &ws.target.join("criterion"), since)?;
        println!("recorded in {}", path.strip_prefix(&ws.root).unwrap_or(&path).display());
    }
    Ok(())
}
