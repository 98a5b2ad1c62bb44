//! Where the fixtures are, and reading them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder `testdata` of the workspace.
#[must_use]
pub fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

/// A file that must be there.
///
/// # Panics
/// When it cannot be read, with its path.
#[must_use]
pub fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of `testdata` that must be there.
///
/// # Panics
/// When it cannot be read, with its path.
#[must_use]
pub fn read_testdata(name: &str) -> Vec<u8> {
    read(&testdata().join(name))
}

/// The `.bin` files of a folder and below it, in the order of their paths.
///
/// # Panics
/// When the folder cannot be read.
#[must_use]
pub fn bins(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries
        .flat_map(|entry| {
            let path = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
            if path.is_dir() { bins(&path) } else { vec![path] }
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "bin"))
        .collect();
    paths.sort();
    paths
}

/// A folder of captures beside the project that may not be part of it. Where it is missing, says so on standard error,
/// of tests that pass too, and gives `None`: the caller skips, in the CI too. What belongs to the project is read by
/// [`read_testdata`], which fails.
#[must_use]
pub fn beside(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/captures").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Not `eprintln!`, which the test runner keeps to itself where a test passes. Where nothing can be said, nothing is.
    let _ = writeln!(
        std::io::stderr(),
        "SKIPPED: {test}: {name} is not beside the project (looked in {})",
        folder.display()
    );
    None
}

/// Bytes of hexadecimal text; spaces and line ends are left out.
///
/// # Panics
/// When the text is no hexadecimal.
#[must_use]
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    assert!(digits.len().is_multiple_of(2), "odd number of digits");
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).unwrap_or_default();
        u8::from_str_radix(pair, 16).unwrap_or_else(|error| panic!("{pair:?}: {error}"))
    };
    digits.chunks(2).map(byte).collect()
}

/// Lowercase hexadecimal text of bytes.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    const MISSING: &str = "no-such-captures";

    #[test]
    fn what_is_skipped_is_said_aloud_though_the_test_passes() {
        let this = std::env::current_exe().expect("a test has a program");
        let skips = concat!(module_path!(), "::skips");
        let name = skips.split_once("::").map_or(skips, |(_, name)| name);
        let run = Command::new(this).args(["--exact", name]).output().expect("it can be run again");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success());
        assert!(said.contains(&format!("SKIPPED: {name}: {MISSING} is not beside the project")), "{said}");
    }

    /// Run by the other test as well.
    #[test]
    fn skips() {
        assert_eq!(super::beside(MISSING), None);
    }
}
