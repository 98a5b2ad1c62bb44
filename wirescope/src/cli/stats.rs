//! `wirescope stats`.

use super::args::StatsArgs;
use super::decode::frames;
use super::input::{open, progress, tell};
use super::output::{Tally, plain, styled};
use super::{Failure, Outcome};
use crate::filter::Selection;
use crate::pairing::Pairing;
use crate::stats::{Counter, Stats};
use std::io::{self, Read, Write};
use std::path::Path;

/// Bytes read at a time.
const CHUNK: usize = 1 << 20;

/// Bytes that tell whether an input is a raw stream, and of which protocol.
const HEAD: usize = 64;

pub(super) fn run(args: &StatsArgs) -> Result<Outcome, Failure> {
    if args.input.follow {
        return Err(Failure::Usage("--follow: counts are there when the input has ended".into()));
    }
    let selection = args.filter.selection()?;
    let (stats, outcome) = match quickly(args, &selection)? {
        Some(counted) => counted,
        None => by_lines(args, selection)?,
    };
    write(&stats, args.json)?;
    Ok(outcome)
}

/// Makes a line of each frame and counts it.
fn by_lines(args: &StatsArgs, selection: Selection) -> Result<(Stats, Outcome), Failure> {
    let (mut stats, mut pairing) = (Stats::new(), Pairing::new());
    let count = |line: &crate::Line, _: &mut io::Sink| {
        stats.count(line);
        Ok(())
    };
    let outcome = frames(&args.input, selection, &mut pairing, io::sink(), count)?;
    Ok((stats.paired(pairing), outcome))
}

/// Counts a file that is a raw stream all of which is wanted; `None` for any other, of which nothing was read.
fn quickly(args: &StatsArgs, selection: &Selection) -> Result<Option<(Stats, Outcome)>, Failure> {
    let Some(path) = &args.input.file else { return Ok(None) };
    // What was read of standard input could not be read again.
    if path == Path::new("-") || !selection.is_all() || args.input.limit.is_some() {
        return Ok(None);
    }
    let (mut reader, len) = open(path)?;
    if len.is_none() {
        return Ok(None);
    }
    let name = path.display().to_string();
    let mut buffer = vec![0; CHUNK];
    let mut have = 0;
    while have < HEAD {
        match read(&mut *reader, &mut buffer[have..], &name)? {
            0 => break,
            len => have += len,
        }
    }
    let options = args.input.options();
    let Some((mut counter, note)) = Counter::of_raw(&buffer[..have], have < HEAD, &options) else {
        return Ok(None);
    };
    let progress = progress(len, false);
    note.iter().for_each(|note| tell(&name, note, progress.as_ref()));
    while have > 0 {
        counter.feed(&buffer[..have]);
        progress.iter().for_each(|progress| progress.inc(have as u64));
        have = read(&mut *reader, &mut buffer, &name)?;
    }
    progress.iter().for_each(indicatif::ProgressBar::finish_and_clear);
    let stats = counter.finish();
    let tally = Tally { frames: stats.lines(), errors: stats.errors(), findings: stats.findings() };
    Ok(Some((stats, tally.outcome(args.input.strict))))
}

fn read(reader: &mut dyn Read, buffer: &mut [u8], name: &str) -> Result<usize, Failure> {
    loop {
        match reader.read(buffer) {
            Ok(len) => return Ok(len),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failure::Usage(format!("cannot read {name}: {error}"))),
        }
    }
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
