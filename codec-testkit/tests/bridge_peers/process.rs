//! Starting other programs, and ending them.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

/// A server may take long to start where everything else is being built.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that is ended when this goes.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")))
    }

    /// The lines that it prints.
    pub(crate) fn lines(&mut self) -> BufReader<ChildStdout> {
        BufReader::new(self.0.stdout.take().unwrap())
    }

    /// Waits until the program listens on a port.
    pub(crate) fn wait_for_port(&mut self, port: u16) {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Some(status) = self.0.try_wait().unwrap() {
                panic!("it ended with {status} before it listened on {port}");
            }
            assert!(start.elapsed() < PATIENCE, "nothing listens on {port}");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// A port that nothing listens on.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// Says that something is missing: the caller skips.
///
/// # Panics
/// In the CI, where nothing may be missing.
fn missing(what: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "{what} is missing, which the CI must have");
    eprintln!("SKIPPED: {what} is missing");
}

/// Python that has a module; `None` where there is none.
pub(crate) fn python(module: &str) -> Option<PathBuf> {
    let python = env::var_os("PEERS_PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let mut probe = Command::new(&python);
    probe.args(["-c", &format!("import {module}")]).stderr(Stdio::null());
    if probe.status().is_ok_and(|status| status.success()) {
        return Some(python);
    }
    missing(&format!("Python's {module}"));
    None
}

/// A program of `PATH`, or of the folder for those of the system.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        missing(name);
    }
    found
}

/// A command that runs one of the scripts beside this file.
pub(crate) fn script(python: &Path, name: &str, args: &[&str]) -> Command {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bridge_peers");
    let mut command = Command::new(python);
    command.arg(folder.join(name)).args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    // Nothing here is for a proxy.
    command.env("NO_PROXY", "127.0.0.1").env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Runs a script to its end; gives the objects that it printed.
pub(crate) fn run(mut command: Command, input: &[Value]) -> Vec<Value> {
    let mut running = Running::start(&mut command);
    let mut stdin = running.0.stdin.take().unwrap();
    for line in input {
        writeln!(stdin, "{line}").unwrap();
    }
    drop(stdin);
    let lines = running.lines().lines();
    let objects = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    let start = Instant::now();
    loop {
        match running.0.try_wait().unwrap() {
            Some(status) => {
                assert!(status.success(), "{command:?} ended with {status}");
                return objects;
            }
            None => assert!(start.elapsed() < PATIENCE, "{command:?} does not end"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}
