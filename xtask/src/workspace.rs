//! Where things are, and what the manifests say.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::Table;

use crate::command::Cmd;

/// The crates that keep the rules of the core: `no_std`, no unsafe code, no panic. Those not written yet are
/// skipped.
const CORE_CRATES: [&str; 5] = ["codec-common", "fila-codec", "bmq-codec", "mx-codec", "bridge-codec"];

/// Folders that are workspaces of their own, which `--workspace` does not reach.
const OTHER_WORKSPACES: [&str; 3] = [FUZZ, NO_PANIC, SECTIONS];

/// The fuzz targets: built by cargo-fuzz on nightly.
pub(crate) const FUZZ: &str = "fuzz";

/// The proof that the core cannot panic: built for wasm.
pub(crate) const NO_PANIC: &str = "codec-testkit/no-panic";

/// Sections of AMQP beside those of another crate, for the size of the code.
pub(crate) const SECTIONS: &str = "benches/sections";

/// The workspace that this program belongs to.
pub(crate) struct Workspace {
    /// The folder of the root manifest.
    pub(crate) root: PathBuf,
    /// Where cargo builds, and where tools are installed.
    pub(crate) target: PathBuf,
    /// The root manifest.
    pub(crate) manifest: Table,
    /// Whether this is a run of the CI.
    pub(crate) ci: bool,
}

impl Workspace {
    /// Finds the workspace from where this program was compiled.
    pub(crate) fn open() -> Result<Self> {
        let xtask = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&xtask).parent().context("xtask is not inside a workspace")?.to_owned();
        let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let ci = env::var("CI").is_ok_and(|value| value == "true");
        let manifest = read_manifest(&root)?;
        Ok(Self { target: root.join(target), root, manifest, ci })
    }

    /// The core crates that exist.
    pub(crate) fn core_crates(&self) -> impl Iterator<Item = &'static str> {
        CORE_CRATES.into_iter().filter(|name| self.has_crate(name))
    }

    /// The workspaces beside this one that exist.
    pub(crate) fn other_workspaces(&self) -> impl Iterator<Item = &'static str> {
        OTHER_WORKSPACES.into_iter().filter(|folder| self.has_crate(folder))
    }

    /// Whether there is a crate in that folder.
    pub(crate) fn has_crate(&self, folder: &str) -> bool {
        self.root.join(folder).join("Cargo.toml").is_file()
    }

    /// The minimum supported Rust version.
    pub(crate) fn rust_version(&self) -> Result<&str> {
        self.manifest["workspace"]["package"]["rust-version"].as_str().context("no workspace rust-version")
    }

    /// A command to run in the root, given as a line whose words are separated by spaces. It finds installed
    /// cargo tools.
    pub(crate) fn cmd(&self, line: &str) -> Cmd {
        let cmd = Cmd::new(line).dir(&self.root).search(&crate::tools::bin(self));
        if self.ci { cmd.hidden_env("CI", "true") } else { cmd }
    }
}

/// Reads the `Cargo.toml` of a folder.
pub(crate) fn read_manifest(folder: &Path) -> Result<Table> {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    text.parse().with_context(|| format!("cannot parse {}", path.display()))
}
