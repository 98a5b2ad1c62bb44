//! The module, the package around it, and the page.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::FOLDER;
use super::node::Node;
use crate::no_panic::gzipped;
use crate::toolchain::{self, WASM};
use crate::workspace::Workspace;

/// Most bytes of the module after gzip.
const MAX_GZIPPED: usize = 350 * 1024;

/// What a browser of 2022 has, and rustc uses.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Compiles the crate. Panics name their place in a source: not where it lies on this machine.
pub(super) fn module(ws: &Workspace) -> Result<PathBuf> {
    toolchain::ensure_target(ws, WASM)?;
    let cmd = ws.cmd("cargo build -p wirescope-web --lib --profile web --target").arg(WASM);
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let flags = home.map_or_else(String::new, |home| {
        format!("--remap-path-prefix={}=", home.join("registry/src").display())
    });
    cmd.hidden_env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags).run()?;
    Ok(ws.target.join(WASM).join("web/wirescope_web.wasm"))
}

/// Makes the package's `wasm` and `dist` folders from the module and the TypeScript sources.
pub(super) fn package(ws: &Workspace, node: &Node, module: &Path) -> Result<()> {
    let package = ws.root.join(FOLDER).join("npm");
    let folder = package.join("wasm");
    for made in [&folder, &package.join("dist")] {
        if made.exists() {
            fs::remove_dir_all(made).with_context(|| format!("cannot remove {}", made.display()))?;
        }
    }
    ws.cmd("cargo run --quiet -p web-bindgen --").arg(module).arg(&folder).run()?;
    let wasm = folder.join("broker_codecs_bg.wasm");
    optimise(ws, node, &wasm)?;
    let bytes = fs::read(&wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let size = gzipped(&bytes)?;
    println!("the module has {} bytes, {size} gzipped, of at most {MAX_GZIPPED}", bytes.len());
    ensure!(size <= MAX_GZIPPED, "the module is too large; `cargo xtask web --sizes` shows what is in it");
    node.cmd(ws, "tsc --project npm").run()?;
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let from = if name == "README.md" { ws.root.join(FOLDER).join(name) } else { ws.root.join(name) };
        fs::copy(&from, package.join(name)).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// Makes the module smaller as it is sent. What makes it smaller as it is, like -Oz, makes its gzip a sixth larger: code
/// that the compiler wrote in one way is then written in many. Functions in the order of their names stand beside those
/// that they resemble, which gains a twentieth.
fn optimise(ws: &Workspace, node: &Node, wasm: &Path) -> Result<()> {
    let passes = [
        "-g --duplicate-function-elimination --precompute --remove-unused-brs --merge-blocks \
         --simplify-locals-nostructure --rse --code-folding --remove-unused-names --vacuum \
         --reorder-functions-by-name",
        "--duplicate-function-elimination --remove-unused-module-elements --optimize-instructions --dce \
         --remove-unused-brs --vacuum --merge-blocks --vacuum --strip-debug --strip-producers \
         --duplicate-function-elimination --remove-unused-module-elements --reorder-locals",
    ];
    for passes in passes {
        let cmd = node.cmd(ws, &format!("wasm-opt {passes} {}", FEATURES.join(" ")));
        cmd.arg(wasm).arg("-o").arg(wasm).run()?;
    }
    Ok(())
}

/// Packs the package as npm publishes it.
pub(super) fn archive(ws: &Workspace, node: &Node) -> Result<PathBuf> {
    let folder = ws.target.join("web");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let cmd = node.cmd(ws, "npm pack --silent --workspace npm --pack-destination").arg(&folder);
    let name = cmd.output()?;
    Ok(folder.join(name.trim()))
}

/// Builds the page.
pub(super) fn page(ws: &Workspace, node: &Node) -> Result<PathBuf> {
    let page = ws.target.join("web/page");
    node.cmd(ws, "tsc --project page").run()?;
    node.cmd(ws, "vite build page --emptyOutDir --outDir").arg(&page).run()?;
    Ok(page)
}
