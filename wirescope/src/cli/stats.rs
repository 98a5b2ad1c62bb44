//! `wirescope stats`.

use super::args::{InputArgs, StatsArgs};
use super::decode::{frames, frames_of};
use super::input::{Input, open, progress, tell};
use super::output::{Tally, plain, styled};
use super::{Failure, Outcome};
use crate::Line;
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
    let (mut stats, mut pairing) = (Stats::new(), Pairing::new());
    let count = |line: &Line, _: &mut io::Sink| {
        stats.count(line);
        Ok(())
    };
    let input = &args.input;
    let all = selection.is_all() && input.limit.is_none();
    let outcome = match input.file.as_ref().filter(|_| all).map(|file| quickly(file, input)).transpose()? {
        Some(Quickly::Counted(stats, outcome)) => {
            write(&stats, args.json)?;
            return Ok(outcome);
        }
        Some(Quickly::Open(mut open)) => {
            frames_of(&mut open, input, selection, &mut pairing, io::sink(), count)?
        }
        None => frames(input, selection, &mut pairing, io::sink(), count)?,
    };
    write(&stats.paired(pairing), args.json)?;
    Ok(outcome)
}

/// What came of an input.
enum Quickly {
    /// It is a raw stream, and was counted.
    Counted(Box<Stats>, Outcome),
    /// It is something else, to be read from its start.
    Open(Box<Input>),
}

/// Counts an input, if it is a raw stream.
fn quickly(path: &Path, args: &InputArgs) -> Result<Quickly, Failure> {
    let (mut reader, len) = open(path)?;
    let name = path.display().to_string();
    let mut buffer = vec![0; CHUNK];
    let mut have = 0;
    while have < HEAD {
        match read(&mut *reader, &mut buffer[have..], &name)? {
            0 => break,
            len => have += len,
        }
    }
    let Some((mut counter, note)) = Counter::of_raw(&buffer[..have], have < HEAD, &args.options()) else {
        buffer.truncate(have);
        let reader = Box::new(io::Cursor::new(buffer).chain(reader));
        return Ok(Quickly::Open(Box::new(Input::of_reader(reader, len, path, None, args))));
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
    let (frames, errors, findings) = (stats.lines(), stats.errors(), stats.findings());
    let tally = Tally { frames, errors, findings, is_damaged: false };
    let outcome = tally.outcome(args.strict);
    Ok(Quickly::Counted(Box::new(stats), outcome))
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
