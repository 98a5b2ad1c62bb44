//! The first command of the README, run as a reader would.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;

/// What the README must show.
const COMMAND: &str = "cargo run --release -p wirescope -- decode";

/// Runs the command; it must succeed and print something.
pub(crate) fn check(ws: &Workspace) -> Result<()> {
    let text = fs::read_to_string(ws.root.join("README.md")).context("cannot read README.md")?;
    let command = find(&text).with_context(|| format!("README.md does not show `{COMMAND}`"))?;
    println!("$ {command}");
    let stdout = ws.cmd("bash -euo pipefail -c").arg(command).output()?;
    ensure!(!stdout.trim().is_empty(), "printed nothing: {command}");
    println!("{} lines of output", stdout.lines().count());
    Ok(())
}

/// The line of the command, without a prompt.
fn find(readme: &str) -> Option<&str> {
    let line = readme.lines().find(|line| line.contains(COMMAND))?.trim();
    Some(line.strip_prefix("$ ").unwrap_or(line).trim_matches('`'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_command() {
        let readme = "# Title\n\n```sh\n$ cargo run --release -p wirescope -- decode a.bin | head\n```\n";
        assert_eq!(find(readme), Some("cargo run --release -p wirescope -- decode a.bin | head"));
        assert_eq!(
            find("    cargo run --release -p wirescope -- decode -\n"),
            Some(&*format!("{COMMAND} -"))
        );
        assert_eq!(find("cargo run -p wirescope"), None);
    }
}
