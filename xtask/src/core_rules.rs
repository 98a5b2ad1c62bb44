//! The rules of the core crates that no compiler checks: attributes, manifests, and what the sources name.
//!
//! A reading of text, kept simple on purpose: the builds for bare metal are the real proof of `no_std`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use toml::{Table, Value};

use crate::workspace::{Workspace, read_manifest};

/// Lines that the root of every core crate has.
const ATTRIBUTES: [&str; 2] = ["#![no_std]", "#![forbid(unsafe_code)]"];

/// What no core source names: I/O, clocks, threads, globals. `std::{` would hide the rest from this search.
const FORBIDDEN: [&str; 13] = [
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "std::{",
    "static mut ",
    "thread_local!",
    "print!(",
    "println!(",
    "dbg!(",
];

/// What a file of some name may name all the same: the traits of tokio-util have `std::io::Error` in them.
const EXCEPTIONS: [(&str, &str); 1] = [("tokio.rs", "std::io")];

/// Dependencies that build with `std` only, though none of their features says so.
const NEEDS_STD: [&str; 3] = ["arbitrary", "crc32c", "tokio-util"];

/// Checks every core crate and lists all that is wrong.
pub(crate) fn check(ws: &Workspace) -> Result<()> {
    let shared = ws.manifest["workspace"]["dependencies"].as_table().context("no workspace dependencies")?;
    let mut faults = Vec::new();
    for name in ws.core_crates() {
        let folder = ws.root.join(name);
        let manifest = read_manifest(&folder)?;
        let found = manifest_faults(&manifest, shared).into_iter();
        faults.extend(found.map(|fault| format!("{name}/Cargo.toml: {fault}")));
        for path in sources(&folder.join("src"))? {
            let text = fs::read_to_string(&path)?;
            let shown = path.strip_prefix(&ws.root).unwrap_or(&path).display().to_string();
            if path == folder.join("src/lib.rs") {
                faults.extend(attribute_faults(&text).map(|fault| format!("{shown}: {fault}")));
            }
            faults
                .extend(source_faults(&path, &text).map(|(line, fault)| format!("{shown}:{line}: {fault}")));
        }
        println!("{name}");
    }
    if !faults.is_empty() {
        bail!("rules of the core are broken:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// Attributes that the root of a crate lacks.
fn attribute_faults(lib: &str) -> impl Iterator<Item = String> {
    let missing = ATTRIBUTES.into_iter().filter(move |attribute| !lib.lines().any(|line| line == *attribute));
    missing.map(|attribute| format!("lacks {attribute}"))
}

/// Forbidden words outside comments, with their line.
fn source_faults(path: &Path, source: &str) -> impl Iterator<Item = (usize, String)> {
    let excepted =
        move |word: &str| EXCEPTIONS.iter().any(|(file, name)| path.ends_with(file) && *name == word);
    let lines = (1..).zip(source.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines.flat_map(move |(number, line)| {
        let found = FORBIDDEN.into_iter().find(|word| line.contains(word) && !excepted(word));
        found.map(|word| (number, format!("names `{}`", word.trim_end_matches(['(', ' ']))))
    })
}

/// What is wrong with the manifest of a core crate.
fn manifest_faults(manifest: &Table, shared: &Table) -> Vec<String> {
    let mut faults = Vec::new();
    if lookup(manifest, &["lints", "workspace"]).and_then(Value::as_bool) != Some(true) {
        faults.push("lacks `[lints] workspace = true`".to_owned());
    }
    let empty = Table::new();
    let features = manifest.get("features").and_then(Value::as_table).unwrap_or(&empty);
    for (feature, parent) in [("default", "std"), ("std", "alloc")] {
        if !implies(features, feature, parent) {
            faults.push(format!("feature `{feature}` does not imply `{parent}`"));
        }
    }
    let dependencies = manifest.get("dependencies").and_then(Value::as_table).unwrap_or(&empty);
    for (name, entry) in dependencies {
        faults.extend(dependency_faults(name, entry, shared, features));
    }
    for (feature, enables) in strings_of(features) {
        if enables.ends_with("/std") && !implies(features, feature, "std") {
            faults.push(format!("feature `{feature}` enables `{enables}` but does not imply `std`"));
        }
    }
    faults
}

/// What is wrong with one dependency of a core crate.
fn dependency_faults(name: &str, entry: &Value, shared: &Table, features: &Table) -> Vec<String> {
    let mut faults = Vec::new();
    if entry.get("workspace").and_then(Value::as_bool) != Some(true) {
        faults.push(format!("dependency `{name}` is not taken from the workspace"));
    }
    let defaults = shared.get(name).and_then(|shared| shared.get("default-features"));
    if defaults.and_then(Value::as_bool) != Some(false) || entry.get("default-features").is_some() {
        faults.push(format!("dependency `{name}` is not `default-features = false` in the workspace alone"));
    }
    let needs_std =
        NEEDS_STD.contains(&name) || strings(entry.get("features")).any(|feature| feature == "std");
    if !needs_std {
        return faults;
    }
    if entry.get("optional").and_then(Value::as_bool) != Some(true) {
        faults.push(format!("dependency `{name}` needs std but is not optional"));
    }
    let enables = [format!("dep:{name}"), name.to_owned()];
    for (feature, _) in strings_of(features).filter(|(_, enabled)| enables.iter().any(|dep| dep == enabled)) {
        if !implies(features, feature, "std") {
            faults.push(format!("feature `{feature}` enables `{name}`, which needs std, but not `std`"));
        }
    }
    faults
}

/// Whether a feature is the other one or enables it, directly or through others.
fn implies(features: &Table, feature: &str, other: &str) -> bool {
    let mut seen = vec![feature];
    let mut next = 0;
    while let Some(feature) = seen.get(next).copied() {
        next += 1;
        for enabled in strings(features.get(feature)) {
            if !seen.contains(&enabled) {
                seen.push(enabled);
            }
        }
    }
    seen.contains(&other)
}

/// Each feature with each thing that it enables.
fn strings_of(features: &Table) -> impl Iterator<Item = (&str, &str)> {
    features.iter().flat_map(|(name, list)| strings(Some(list)).map(move |enabled| (name.as_str(), enabled)))
}

/// The strings of a list.
fn strings(list: Option<&Value>) -> impl Iterator<Item = &str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// The value at a path of keys.
fn lookup<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

/// All Rust sources below a folder, in order.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a core manifest, beside a workspace with the usual dependencies.
    fn faults(manifest: &str) -> Vec<String> {
        let shared = r#"
            bytes = { version = "1", default-features = false }
            crc32c = { version = "0.6", default-features = false }
            nom = "8"
        "#;
        manifest_faults(&manifest.parse().unwrap(), &shared.parse().unwrap())
    }

    #[test]
    fn a_good_manifest_passes() {
        let good = r#"
            [features]
            default = ["std"]
            std = ["alloc", "other/std"]
            alloc = ["dep:bytes"]
            crc32c = ["std", "dep:crc32c"]
            [dependencies]
            bytes = { workspace = true, optional = true }
            crc32c = { workspace = true, optional = true }
            [lints]
            workspace = true
        "#;
        assert_eq!(faults(good), [""; 0]);
    }

    #[test]
    fn a_bad_manifest_is_told_all_its_faults() {
        let bad = r#"
            [features]
            default = []
            std = ["alloc"]
            alloc = ["dep:bytes", "dep:crc32c", "other/std"]
            [dependencies]
            bytes = { workspace = true, features = ["std"] }
            crc32c = { workspace = true, optional = true }
            nom = { workspace = true }
            winnow = "0.7"
        "#;
        let expected = [
            "lacks `[lints] workspace = true`",
            "feature `default` does not imply `std`",
            "dependency `bytes` needs std but is not optional",
            "feature `alloc` enables `bytes`, which needs std, but not `std`",
            "feature `alloc` enables `crc32c`, which needs std, but not `std`",
            "dependency `nom` is not `default-features = false` in the workspace alone",
            "dependency `winnow` is not taken from the workspace",
            "dependency `winnow` is not `default-features = false` in the workspace alone",
            "feature `alloc` enables `other/std` but does not imply `std`",
        ];
        assert_eq!(faults(bad), expected);
    }

    #[test]
    fn sources_are_searched_outside_comments() {
        let source = "//! println!(\"\")\nuse core::fmt;\nuse std::{io, net};\nfn f() { dbg!(1); }\n";
        let found: Vec<_> = source_faults(Path::new("src/lib.rs"), source).collect();
        assert_eq!(found, [(3, "names `std::{`".to_owned()), (4, "names `dbg!`".to_owned())]);
        assert_eq!(source_faults(Path::new("src/tokio.rs"), "use std::io;\n").next(), None);
        assert_eq!(source_faults(Path::new("src/frame.rs"), "use std::io;\n").count(), 1);
        assert_eq!(
            attribute_faults("//! Docs.\n#![no_std]\n").collect::<Vec<_>>(),
            ["lacks #![forbid(unsafe_code)]"]
        );
    }
}
