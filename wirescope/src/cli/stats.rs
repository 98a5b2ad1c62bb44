//! `wirescope stats`.

use super::args::StatsArgs;
use super::decode::frames;
use super::input::Input;
use super::output::{Tally, plain, styled};
use super::{Failure, Outcome};
use crate::Line;
use crate::pairing::Pairing;
use crate::stats::Stats;
use std::io::{self, Write};
use std::path::Path;

pub(super) fn run(args: &StatsArgs) -> Result<Outcome, Failure> {
    if args.input.follow {
        return Err(Failure::Usage("--follow: counts are there when the input has ended".into()));
    }
    let selection = args.filter.selection()?;
    let all = selection.is_all() && args.input.limit.is_none();
    if let Some(file) = args.input.file.as_ref().filter(|_| all) {
        return whole(file, args);
    }
    let (mut stats, mut pairing) = (Stats::new(), Pairing::new());
    let count = |line: &Line, _: &mut io::Sink| {
        stats.count(line);
        Ok(())
    };
    let outcome = frames(&args.input, selection, &mut pairing, io::sink(), count)?;
    write(&stats.paired(pairing), args.json)?;
    Ok(outcome)
}

/// Counts all of an input, for which no lines are needed.
fn whole(path: &Path, args: &StatsArgs) -> Result<Outcome, Failure> {
    let (mut input, mut stats) = (Input::open(path, None, &args.input)?, Stats::new());
    while input.count_on(&mut stats)? {}
    let (frames, errors, findings) = (stats.lines(), stats.errors(), stats.findings());
    let tally = Tally { frames, errors, findings, is_damaged: input.is_damaged };
    let outcome = tally.outcome(args.input.strict);
    write(&stats, args.json)?;
    Ok(outcome)
}

fn write(stats: &Stats, json: bool) -> io::Result<()> {
    if json {
        let mut out = plain();
        serde_json::to_writer(&mut out, &stats.json())?;
        out.write_all(b"\n")?;
        return out.flush();
    }
    let mut out = styled();
    write!(out, "{stats}")?;
    out.flush()
}
