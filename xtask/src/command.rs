//! External commands: shown as a line that can be pasted into a shell, checked for their exit status.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anstyle::Style;
use anyhow::{Context, Result, bail};

/// A command that is being put together.
pub(crate) struct Cmd {
    /// What is run.
    inner: Command,
    /// What is shown.
    line: String,
}

impl Cmd {
    /// A command given as a line whose words are separated by spaces, without any quoting.
    pub(crate) fn new(line: &str) -> Self {
        let words: Vec<_> = line.split_whitespace().collect();
        let (program, args) = words.split_first().unwrap_or((&"", &[]));
        let mut inner = Command::new(program);
        inner.args(args);
        Self { inner, line: words.join(" ") }
    }

    /// A command given as the path of a program.
    pub(crate) fn program(path: &Path) -> Self {
        Self { inner: Command::new(path), line: quoted(&path.to_string_lossy()) }
    }

    /// Adds one argument, which may hold spaces.
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        let arg = arg.as_ref();
        self.line = format!("{} {}", self.line, quoted(&arg.to_string_lossy()));
        self.inner.arg(arg);
        self
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.line = format!("{name}={} {}", quoted(value), self.line);
        self.hidden_env(name, value)
    }

    /// Sets an environment variable that is not worth showing.
    pub(crate) fn hidden_env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.inner.env(name, value);
        self
    }

    /// Runs in this folder.
    pub(crate) fn dir(mut self, dir: &Path) -> Self {
        self.inner.current_dir(dir);
        self
    }

    /// Looks for programs in this folder too, after those of `PATH`.
    pub(crate) fn search(self, bin: &Path) -> Self {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = env::split_paths(&path).chain([bin.to_owned()]);
        match env::join_paths(folders) {
            Ok(path) => self.hidden_env("PATH", path),
            Err(_) => self,
        }
    }

    /// Shows the command, runs it on this terminal, and fails if it does.
    pub(crate) fn run(mut self) -> Result<()> {
        self.show();
        let status = self.inner.status();
        self.check(status)
    }

    /// Runs the command silently and returns what it printed on standard output.
    pub(crate) fn output(mut self) -> Result<String> {
        let output = self.inner.stderr(Stdio::inherit()).output();
        let (status, stdout) = match output {
            Ok(output) => (Ok(output.status), output.stdout),
            Err(error) => (Err(error), Vec::new()),
        };
        self.check(status)?;
        Ok(String::from_utf8_lossy(&stdout).into_owned())
    }

    /// Shows the command and runs it with all that it prints going to a file. Its failure is not an error.
    pub(crate) fn log(mut self, log: &File) -> Result<ExitStatus> {
        self.show();
        self.inner.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log.try_clone()?);
        self.inner.status().with_context(|| format!("cannot start: {}", self.line))
    }

    /// Whether the command can be started and succeeds; what it prints is dropped.
    pub(crate) fn succeeds(mut self) -> bool {
        let status = self.inner.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    /// Prints the line.
    fn show(&self) {
        let dim = Style::new().dimmed();
        anstream::println!("{dim}$ {}{dim:#}", self.line);
    }

    /// Turns a failure into an error that names the command.
    fn check(&self, status: std::io::Result<ExitStatus>) -> Result<()> {
        let status = status.with_context(|| format!("cannot start: {}", self.line))?;
        if !status.success() {
            bail!("failed ({status}): {}", self.line);
        }
        Ok(())
    }
}

/// The word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_can_be_pasted() {
        let cmd = Cmd::new("cargo doc  --workspace ").arg("a b").env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(cmd.line, "RUSTDOCFLAGS='-D warnings' cargo doc --workspace 'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = Cmd::new("false now").run().unwrap_err().to_string();
        assert_eq!(error, "failed (exit status: 1): false now");
        let error = Cmd::new("no-such-program").run().unwrap_err().to_string();
        assert_eq!(error, "cannot start: no-such-program");
    }

    #[test]
    fn output_is_what_was_printed() {
        assert_eq!(Cmd::new("echo a b").output().unwrap(), "a b\n");
    }
}
