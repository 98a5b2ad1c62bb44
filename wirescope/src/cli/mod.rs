//! The command line: arguments, input and output, exit status.

#[macro_use]
mod say;
mod args;
mod completions;
mod decode;
mod dissector;
mod encode;
mod explain;
mod generate;
mod input;
mod man;
mod map;
mod output;
mod select;
mod stats;

use args::{Cli, Command};
use clap::Parser;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// How a run ends that does not break off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All was decoded or encoded.
    Clean,
    /// Something was malformed.
    Malformed,
}

/// Why a run breaks off.
#[derive(Debug)]
enum Failure {
    /// A file that cannot be read, or arguments that do not go together.
    Usage(String),
    /// Standard output cannot be written; not an error when its reader has gone.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => f.write_str(text),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Runs the program: 0 when all was decoded, 1 when something was malformed, 2 for bad usage or an unreadable file.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    let result = match &cli.command {
        Command::Decode(args) => decode::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Map(args) => map::run(args),
        Command::Gen(args) => generate::run(args),
        Command::Dissector(args) => dissector::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
        Command::Schema => schema(),
    };
    match result {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Malformed) => ExitCode::from(1),
        // Whoever read the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            say!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// `wirescope schema`.
fn schema() -> Result<Outcome, Failure> {
    io::stdout().lock().write_all(crate::schema::LINES.as_bytes())?;
    Ok(Outcome::Clean)
}
