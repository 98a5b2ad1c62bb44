//! The proof that the core cannot panic: a module that would import a function if it could.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::toolchain::{self, WASM};
use crate::wasm::Module;
use crate::workspace::{NO_PANIC, Workspace};

/// The profiles of the module: for speed and for size. Each inlines in its own way.
const PROFILES: [(&str, &str); 2] = [("release", "opt-level 3"), ("small", "opt-level z")];

/// Builds the module with each profile and looks at what it imports.
pub(crate) fn check(ws: &Workspace) -> Result<()> {
    toolchain::ensure_target(ws, WASM)?;
    let target = ws.target.join(NO_PANIC);
    let mut faults = Vec::new();
    for (profile, level) in PROFILES {
        let manifest = format!("{NO_PANIC}/Cargo.toml");
        let cmd = ws.cmd("cargo build --manifest-path").arg(manifest).arg("--profile").arg(profile);
        cmd.arg("--target").arg(WASM).arg("--target-dir").arg(&target).run()?;
        let path = target.join(WASM).join(profile).join("no_panic.wasm");
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let module = Module::parse(&bytes).with_context(|| format!("cannot parse {}", path.display()))?;
        ensure!(!module.exports.is_empty(), "nothing is exported, so nothing is proven");
        println!(
            "{level}: {} exports, {} bytes, {} gzipped",
            module.exports.len(),
            bytes.len(),
            gzipped(&bytes)?
        );
        faults.extend(fault(&module).map(|fault| format!("at {level}, {fault}")));
    }
    if !faults.is_empty() {
        bail!("a panic may be reached\n{}", faults.join("\n"));
    }
    Ok(())
}

/// What is wrong with the module, and where to look.
fn fault(module: &Module) -> Option<String> {
    if module.imports.is_empty() {
        return None;
    }
    let mut text = format!("the module imports {}", module.imports.join(", "));
    for (_, index) in &module.exports {
        if let Some(path) = module.path_to_import(*index) {
            let _ = write!(text, "\n  {}", path.join("\n    -> "));
        }
    }
    let mut suspects: Vec<_> = module.names.values().filter(|name| name.contains("panicking")).collect();
    suspects.sort();
    for name in suspects {
        let _ = write!(text, "\n  linked: {name}");
    }
    Some(text)
}

/// How many bytes are left after gzip.
pub(crate) fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
