//! `web-bindgen MODULE FOLDER`: writes `broker_codecs_bg.wasm` and the JavaScript and types that call it into the folder.
//!
//! The program `wasm-bindgen` is the same library with a test runner and a client of the network around it. As a member of the
//! workspace it has the version of the lock file, which must be that of the crate `wasm-bindgen`.

use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let module = args.next().context("usage: web-bindgen MODULE FOLDER")?;
    let folder = args.next().context("usage: web-bindgen MODULE FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("broker_codecs").typescript(true).web(true)?;
    bindgen.generate(folder)
}
