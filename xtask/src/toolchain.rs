//! What rustup provides: targets and toolchains, installed where they are missing.

use anyhow::Result;

use crate::workspace::Workspace;

/// The toolchain that cargo-fuzz needs.
pub(crate) const NIGHTLY: &str = "nightly";

/// Bare metal without `std`.
pub(crate) const BARE_METAL: &str = "thumbv7em-none-eabi";

/// WebAssembly without an operating system.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that the toolchain in use can build for the target.
pub(crate) fn ensure_target(ws: &Workspace, target: &str) -> Result<()> {
    let installed = ws.cmd("rustup target list --installed").output()?;
    if installed.lines().any(|line| line == target) {
        return Ok(());
    }
    ws.cmd("rustup target add").arg(target).run()
}

/// Makes sure that `cargo +version` works.
pub(crate) fn ensure_toolchain(ws: &Workspace, version: &str) -> Result<()> {
    let installed = ws.cmd("rustup toolchain list").output()?;
    if installed.lines().any(|line| line.strip_prefix(version).is_some_and(|rest| rest.starts_with('-'))) {
        return Ok(());
    }
    ws.cmd("rustup toolchain install --profile minimal --no-self-update").arg(version).run()
}
