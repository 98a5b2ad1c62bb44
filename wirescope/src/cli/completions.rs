//! `wirescope completions`.

use super::args::Cli;
use super::{Failure, Outcome};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wirescope", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Clean)
}
