//! `cargo xtask web`: the npm package `broker-codecs` and the page, and their tests.

mod build;
mod node;
mod sizes;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::command::Cmd;
use crate::workspace::Workspace;
use node::Node;

/// The folder of the crate, the package and the page.
const FOLDER: &str = "wirescope-web";

/// What Debian and others call the browser.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Options of `web`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print the functions that make up most of the module
    #[arg(long)]
    sizes: bool,
}

/// Builds the package and the page, and says where they are.
pub(crate) fn run(ws: &Workspace, args: &Args) -> Result<()> {
    let node = Node::ensure(ws)?;
    let module = build::module(ws)?;
    if args.sizes {
        sizes::print(&module)?;
    }
    build::package(ws, &node, &module)?;
    let page = build::page(ws, &node)?;
    let archive = build::archive(ws, &node)?;
    println!("the package: {}\nthe page:    {}", archive.display(), page.display());
    Ok(())
}

/// The step `web`: builds both and runs their tests, in Node and in a browser.
pub(crate) fn check(ws: &Workspace) -> Result<()> {
    if !ws.ci && !Node::is_there(ws) {
        println!("skipped: Node.js is not there, or is older than {}", node::OLDEST);
        return Ok(());
    }
    let node = Node::ensure(ws)?;
    let module = build::module(ws)?;
    build::package(ws, &node, &module)?;
    ws.cmd("cargo build -p wirescope").run()?;
    let test = |folder: &str| -> Result<Cmd> {
        let cmd = node.cmd(ws, "node --test --test-reporter=spec");
        let cmd = cmd.hidden_env("WIRESCOPE", ws.target.join("debug/wirescope"));
        Ok(tests(&ws.root.join(FOLDER).join(folder))?.into_iter().fold(cmd, |cmd, file| cmd.arg(file)))
    };
    test("npm/test")?.run()?;
    let page = build::page(ws, &node)?;
    let browser = BROWSERS.into_iter().find(|name| ws.cmd(&format!("{name} --version")).succeeds());
    ensure!(browser.is_some() || !ws.ci, "there is no Chromium");
    let Some(browser) = browser else {
        println!("skipped: the page's tests, as there is no Chromium");
        return Ok(());
    };
    let shots = ws.target.join("web-screenshots");
    fs::create_dir_all(&shots).with_context(|| format!("cannot make {}", shots.display()))?;
    println!("pictures go to {}", shots.display());
    test("page/test")?
        .hidden_env("BROWSER", browser)
        .hidden_env("PAGE", &page)
        .hidden_env("SCREENSHOTS", &shots)
        .run()
}

/// The test files of a folder.
fn tests(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    ensure!(!files.is_empty(), "no tests in {}", folder.display());
    Ok(files)
}
