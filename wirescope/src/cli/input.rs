//! Reading an input piece by piece, with progress on long ones.

use super::Failure;
use super::args::InputArgs;
use crate::stats::Stats;
use crate::{Direction, Given, Line, Note, NoteKind, Session};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::time::Duration;

/// Bytes read at a time.
const CHUNK: usize = 256 * 1024;

/// Files from this size on get a progress bar, where it does not mix with the output.
const LONG: u64 = 8 << 20;

/// How often a file that may grow is looked at.
const PAUSE: Duration = Duration::from_millis(100);

/// Opens a file, or standard input for `-`; tells the length of what is a file.
pub(super) fn open(path: &Path) -> Result<(Box<dyn Read>, Option<u64>), Failure> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let unreadable = |error| Failure::Usage(format!("cannot read {}: {error}", path.display()));
    let file = File::open(path).map_err(unreadable)?;
    let meta = file.metadata().map_err(unreadable)?;
    if meta.is_dir() {
        return Err(Failure::Usage(format!("cannot read {}: it is a directory", path.display())));
    }
    Ok((Box::new(file), meta.is_file().then_some(meta.len())))
}

/// An input and the session that reads it.
pub(super) struct Input {
    reader: Box<dyn Read>,
    name: String,
    buffer: Vec<u8>,
    progress: Option<ProgressBar>,
    /// A file that grows: its end is not the end of the input.
    grows: bool,
    session: Session,
    has_ended: bool,
    /// True when the input itself is damaged.
    pub(super) is_damaged: bool,
    lines: VecDeque<Line>,
}

impl Input {
    /// Opens a file that holds anything, or one direction of a connection.
    pub(super) fn open(path: &Path, direction: Option<Direction>, args: &InputArgs) -> Result<Self, Failure> {
        let (reader, len) = open(path)?;
        let progress = progress(len, args.follow);
        let options = args.options();
        let session = match direction {
            None => Session::new(&options),
            Some(direction) => Session::one_direction(&options, direction),
        };
        Ok(Self {
            reader,
            name: path.display().to_string(),
            buffer: vec![0; CHUNK],
            progress,
            grows: args.follow && len.is_some(),
            session,
            has_ended: false,
            is_damaged: false,
            lines: VecDeque::new(),
        })
    }

    /// Reads on, and gives the lines that come of it; false at the end. Notes go to standard error.
    pub(super) fn read_on(&mut self, give: &mut dyn FnMut(Line)) -> Result<bool, Failure> {
        self.step(|session, chunk, note| {
            let mut take = |given| match given {
                Given::Line(line) => give(line),
                Given::Note(told) => note(told),
            };
            match chunk {
                Some(chunk) => session.feed(chunk, &mut take),
                None => session.finish(&mut take),
            }
        })
    }

    /// Reads on, and counts what comes; false at the end. Notes go to standard error.
    pub(super) fn count_on(&mut self, stats: &mut Stats) -> Result<bool, Failure> {
        self.step(|session, chunk, note| match chunk {
            Some(chunk) => session.count(chunk, stats, note),
            None => session.finish_count(stats, note),
        })
    }

    /// Reads on, and has the session do something with the bytes, or with their end.
    fn step(
        &mut self,
        act: impl FnOnce(&mut Session, Option<&[u8]>, &mut dyn FnMut(Note)),
    ) -> Result<bool, Failure> {
        if self.has_ended {
            return Ok(false);
        }
        let len = self.read()?;
        let (name, progress) = (&self.name, &self.progress);
        let mut unrecognised = None;
        let is_damaged = &mut self.is_damaged;
        self.has_ended = len == 0;
        act(&mut self.session, self.buffer.get(..len).filter(|_| len > 0), &mut |note| {
            if note.kind == NoteKind::Unrecognised {
                unrecognised = Some(note);
            } else {
                *is_damaged |= note.kind.is_damage();
                tell(name, &note, progress.as_ref());
            }
        });
        match (&self.progress, len) {
            (Some(progress), 0) => progress.finish_and_clear(),
            (Some(progress), len) => progress.inc(len as u64),
            (None, _) => {}
        }
        match unrecognised {
            Some(note) => Err(Failure::Usage(format!(
                "cannot tell the protocol of {name}: {}; name it with --protocol",
                note.text
            ))),
            None => Ok(true),
        }
    }

    /// The next line; none at the end.
    pub(super) fn next_line(&mut self) -> Result<Option<Line>, Failure> {
        let mut lines = std::mem::take(&mut self.lines);
        while lines.is_empty() && self.read_on(&mut |line| lines.push_back(line))? {}
        let line = lines.pop_front();
        self.lines = lines;
        Ok(line)
    }

    fn read(&mut self) -> Result<usize, Failure> {
        loop {
            match self.reader.read(&mut self.buffer) {
                Ok(0) if self.grows => std::thread::sleep(PAUSE),
                Ok(len) => return Ok(len),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::Usage(format!("cannot read {}: {error}", self.name))),
            }
        }
    }
}

/// A progress bar for a long file, where it does not mix with the output.
fn progress(len: Option<u64>, follow: bool) -> Option<ProgressBar> {
    let quiet = follow || io::stdout().is_terminal() || !io::stderr().is_terminal();
    len.filter(|len| *len >= LONG && !quiet).map(bar)
}

fn tell(name: &str, note: &Note, progress: Option<&ProgressBar>) {
    let tell = || say!("{name}: {note}");
    match progress {
        Some(progress) => progress.suspend(tell),
        None => tell(),
    }
}

fn bar(len: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
    ProgressBar::new(len).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
