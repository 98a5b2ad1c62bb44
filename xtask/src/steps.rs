//! The checks, in the order in which they run: cheap ones first.

use anyhow::{Result, bail};

use crate::toolchain::{self, BARE_METAL, WASM};
use crate::workspace::{NO_PANIC, SECTIONS, Workspace};
use crate::{core_rules, fuzz, no_panic, peers, readme, tools, web};

/// One check.
pub(crate) struct Step {
    /// What `--only` takes.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) about: &'static str,
    /// Checks it.
    pub(crate) run: fn(&Workspace) -> Result<()>,
    /// If set, the step runs in the CI or when asked for by name only, and this is why.
    pub(crate) ci_only: Option<&'static str>,
}

impl Step {
    /// A step that is always run.
    const fn new(name: &'static str, about: &'static str, run: fn(&Workspace) -> Result<()>) -> Self {
        Self { name, about, run, ci_only: None }
    }
}

/// All of them.
pub(crate) const STEPS: &[Step] = &[
    Step::new("fmt", "sources are formatted", fmt),
    Step::new("core-rules", "core crates keep the rules that no compiler checks", core_rules::check),
    Step::new("clippy", "no lint speaks, whatever the features", clippy),
    Step::new("tests", "tests pass with no features, with alloc, and with all", tests),
    Step::new("docs", "the documentation builds without a warning", docs),
    Step::new("features", "every feature of the core crates compiles on its own", features),
    Step::new("targets", "core crates build for bare metal and WebAssembly", targets),
    Step::new("no-panic", "no panic is linked into the core crates", no_panic::check),
    Step::new("msrv", "the oldest supported Rust compiles the published crates", msrv),
    Step::new("deny", "dependencies have fit licences and sources", deny),
    Step::new("readme", "the first command of the README works", readme::check),
    Step::new("web", "the npm package and the page build, and their tests pass", web::check),
    Step::new("benches", "each bench runs once, unmeasured, with its checks", benches),
    Step {
        ci_only: Some("it takes minutes"),
        ..Step::new("fuzz-smoke", "every fuzz target survives 20 seconds", fuzz::smoke)
    },
];

/// Formatting, of the other workspaces too.
fn fmt(ws: &Workspace) -> Result<()> {
    ws.cmd("cargo fmt --all --check").run()?;
    for folder in ws.other_workspaces() {
        ws.cmd("cargo fmt --check --manifest-path").arg(format!("{folder}/Cargo.toml")).run()?;
    }
    Ok(())
}

/// Lints: everything at once, then the core with fewer features.
fn clippy(ws: &Workspace) -> Result<()> {
    ws.cmd("cargo clippy --workspace --all-targets --all-features -- -D warnings").run()?;
    for name in ws.core_crates() {
        for features in ["", "--features alloc"] {
            let line =
                format!("cargo clippy -p {name} --lib --no-default-features {features} -- -D warnings");
            ws.cmd(&line).run()?;
        }
    }
    for folder in ws.other_workspaces() {
        let mut cmd = ws.cmd("cargo clippy --manifest-path").arg(format!("{folder}/Cargo.toml"));
        cmd = cmd.arg("--target-dir").arg(ws.target.join(folder));
        if folder == NO_PANIC {
            toolchain::ensure_target(ws, WASM)?;
            cmd = cmd.arg("--target").arg(WASM);
        }
        cmd.arg("--").arg("-D").arg("warnings").run()?;
    }
    Ok(())
}

/// Unit, integration and documentation tests.
fn tests(ws: &Workspace) -> Result<()> {
    for name in ws.core_crates() {
        for features in ["", "--features alloc"] {
            ws.cmd(&format!("cargo test -p {name} --no-default-features {features}")).run()?;
        }
    }
    let all = ws.cmd("cargo test --workspace --all-features");
    match peers::python(ws)? {
        Some(python) => all.hidden_env("PEERS_PYTHON", python).run()?,
        None => all.run()?,
    }
    // All features have `small` among them: the proofs once more with the code that most people use.
    ws.cmd("cargo test -p codec-testkit --test bmq_* --test fila_* --test mx_*").run()
}

/// The documentation.
fn docs(ws: &Workspace) -> Result<()> {
    ws.cmd("cargo doc --workspace --no-deps --all-features").env("RUSTDOCFLAGS", "-D warnings").run()
}

/// Each feature of the core crates alone.
fn features(ws: &Workspace) -> Result<()> {
    tools::ensure_tool(ws, &tools::HACK)?;
    for name in ws.core_crates() {
        ws.cmd(&format!("cargo hack clippy -p {name} --lib --each-feature -- -D warnings")).run()?;
    }
    Ok(())
}

/// The core without an operating system.
fn targets(ws: &Workspace) -> Result<()> {
    toolchain::ensure_target(ws, BARE_METAL)?;
    toolchain::ensure_target(ws, WASM)?;
    let builds = [
        (BARE_METAL, "--no-default-features"),
        (BARE_METAL, "--no-default-features --features alloc"),
        (WASM, "--no-default-features --features alloc"),
        (WASM, ""),
    ];
    for name in ws.core_crates() {
        for (target, features) in builds {
            ws.cmd(&format!("cargo build -p {name} --target {target} {features}")).run()?;
        }
    }
    Ok(())
}

/// The oldest supported Rust.
fn msrv(ws: &Workspace) -> Result<()> {
    let version = ws.rust_version()?;
    toolchain::ensure_toolchain(ws, version)?;
    let crates = ws.core_crates().chain(["wirescope"]);
    crates.fold(ws.cmd(&format!("cargo +{version} check")), |cmd, name| cmd.arg("-p").arg(name)).run()
}

/// Dependencies. Advisories are left out: their list is not a package, so it cannot be had everywhere.
fn deny(ws: &Workspace) -> Result<()> {
    tools::ensure_tool(ws, &tools::DENY)?;
    ws.cmd("cargo deny check licenses bans sources").run()
}

/// Runs each bench once in the test profile: its assertions (no allocation on decode paths) hold. Measuring is
/// `cargo xtask bench`.
fn benches(ws: &Workspace) -> Result<()> {
    ws.cmd("cargo test --package benches --benches").run()?;
    // The sections whose code size is compared.
    let manifest = format!("{SECTIONS}/Cargo.toml");
    ws.cmd("cargo test --manifest-path").arg(manifest).arg("--target-dir").arg(ws.target.join(SECTIONS)).run()
}

/// The steps with these names, in their usual order; all of them if there are no names.
pub(crate) fn select(names: &[String]) -> Result<Vec<&'static Step>> {
    if let Some(name) = names.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        bail!("no step is called `{name}`; `cargo xtask test --list` shows them");
    }
    let chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    Ok(STEPS.iter().filter(chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_selected_in_their_order() {
        let chosen = select(&["docs".to_owned(), "fmt".to_owned()]).unwrap();
        assert_eq!(chosen.iter().map(|step| step.name).collect::<Vec<_>>(), ["fmt", "docs"]);
        assert_eq!(select(&[]).unwrap().len(), STEPS.len());
        assert!(select(&["doc".to_owned()]).is_err());
    }
}
