//! Writes seeds for fuzzing: `cargo run -p codec-testkit --bin seeds -- fuzz/corpus` makes `<folder>/<target>/<name>`
//! from the fixtures and from one built event of every kind.

use codec_testkit::oracle;
use codec_testkit::seeds;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("usage: seeds FOLDER");
        return ExitCode::from(2);
    };
    match write_all(Path::new(&folder)) {
        Ok(count) => {
            println!("{count} seeds");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", Path::new(&folder).display());
            ExitCode::FAILURE
        }
    }
}

fn write_all(folder: &Path) -> io::Result<usize> {
    let mut count = 0;
    for (target, _) in oracle::ALL {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in seeds::of_target(target)? {
            fs::write(folder.join(name), bytes)?;
            count += 1;
        }
    }
    Ok(count)
}
