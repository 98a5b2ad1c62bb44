//! `wirescope encode`.

use super::args::EncodeArgs;
use super::input::open;
use super::{Failure, Outcome};
use crate::Encoder;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

pub(super) fn run(args: &EncodeArgs) -> Result<Outcome, Failure> {
    let (reader, _) = open(&args.file)?;
    let unreadable = |error| Failure::Usage(format!("cannot read {}: {error}", args.file.display()));
    let mut reader = BufReader::with_capacity(256 * 1024, reader);
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    let mut encoder = Encoder::new();
    let mut outcome = Outcome::Clean;
    let mut text = String::new();
    for number in 1.. {
        text.clear();
        if reader.read_line(&mut text).map_err(unreadable)? == 0 {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        let bytes = serde_json::from_str(&text)
            .map_err(|error| error.to_string())
            .and_then(|line| encoder.encode(&line).map_err(|error| error.to_string()));
        match bytes {
            Ok(bytes) => out.write_all(&bytes)?,
            Err(error) => {
                say!("line {number}: {error}");
                outcome = Outcome::Malformed;
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}
