//! What the module is made of.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::wasm::Module;

/// How many functions are shown.
const SHOWN: usize = 60;

/// Prints the largest functions, before wasm-opt, which shares and inlines.
pub(super) fn print(module: &Path) -> Result<()> {
    let bytes = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let module = Module::parse(&bytes)?;
    let mut functions: Vec<_> = module.sizes().collect();
    functions.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let total: usize = functions.iter().map(|(_, size)| size).sum();
    println!("{total:9}  {} functions, of {} bytes", functions.len(), bytes.len());
    for (name, size) in functions.into_iter().take(SHOWN) {
        println!("{size:9}  {name}");
    }
    Ok(())
}
