//! The inspector on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    wirescope::cli::run()
}
