//! Reading a stream piece by piece, with progress on long ones.

use super::Failure;
use super::args::InputArgs;
use crate::protocol::Protocol;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

/// Bytes read at a time.
const CHUNK: usize = 256 * 1024;

/// Files from this size on get a progress bar, where it does not mix with the output.
const LONG: u64 = 8 << 20;

/// Opens a file, or standard input for `-`.
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

/// A stream and what it was taken for.
pub(super) struct Input {
    reader: Box<dyn Read>,
    name: String,
    buffer: Vec<u8>,
    /// Bytes of the buffer that detection has read already.
    first: usize,
    progress: Option<ProgressBar>,
}

impl Input {
    /// Opens the input and finds out its protocol where none was named. An input without bytes has any.
    pub(super) fn open(args: &InputArgs) -> Result<(Self, Protocol), Failure> {
        let (reader, len) = open(&args.file)?;
        let quiet = io::stdout().is_terminal() || !io::stderr().is_terminal();
        let progress = len.filter(|len| *len >= LONG && !quiet).map(bar);
        let name = args.file.display().to_string();
        let mut input = Self { reader, name, buffer: vec![0; CHUNK], first: 0, progress };
        input.first = input.read_some()?;
        if let Some(protocol) = args.protocol() {
            return Ok((input, protocol));
        }
        let head = &input.buffer[..input.first];
        match Protocol::detect(head) {
            Some((protocol, why)) => {
                anstream::eprintln!("wirescope: {}: {protocol}: {why}", input.name);
                Ok((input, protocol))
            }
            None if head.is_empty() => Ok((input, Protocol::Bmq)),
            None => Err(Failure::Usage(format!(
                "cannot tell the protocol of {}: its first bytes ({}) begin no known frame; name it with --protocol",
                input.name,
                crate::hex::encode(&head[..head.len().min(8)]),
            ))),
        }
    }

    /// The next bytes; none at the end.
    pub(super) fn chunk(&mut self) -> Result<&[u8], Failure> {
        let len = match std::mem::take(&mut self.first) {
            0 => self.read_some()?,
            first => first,
        };
        if let Some(progress) = &self.progress {
            progress.inc(len as u64);
            if len == 0 {
                progress.finish_and_clear();
            }
        }
        Ok(&self.buffer[..len])
    }

    fn read_some(&mut self) -> Result<usize, Failure> {
        loop {
            match self.reader.read(&mut self.buffer) {
                Ok(len) => return Ok(len),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::Usage(format!("cannot read {}: {error}", self.name))),
            }
        }
    }
}

fn bar(len: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
    ProgressBar::new(len).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
