//! What helps in a shell: completions and the manual.

use assert_cmd::Command;
use std::process::Stdio;

fn wirescope(args: &[&str]) -> String {
    let output = Command::cargo_bin("wirescope").unwrap().args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Sets a page as plain text, with all warnings.
const GROFF: [&str; 7] = ["-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-o", "-P-u"];

/// The subcommands by the help.
fn commands() -> Vec<String> {
    let help = wirescope(&["--help"]);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names: Vec<String> = names.map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert!(names.len() >= 9 && names.contains(&"completions".to_owned()), "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

/// The long options of a subcommand by its help.
fn options(command: &str) -> Vec<String> {
    let help = wirescope(&[command, "--help"]);
    let lines = help.lines().map(str::trim_start);
    let options = lines.filter(|line| line.starts_with("--") || line.starts_with("-o, --"));
    let name = |line: &str| {
        let long = &line[line.find("--").unwrap()..];
        long.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
    };
    options.map(name).collect()
}

/// Runs a program over a text; `None` when it is not installed, which is said, and fails in the CI.
fn run(program: &str, args: &[&str], text: &str) -> Option<String> {
    let mut command = std::process::Command::new(program);
    let found =
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = found else {
        assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
        eprintln!("skipped: {program} is not installed");
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let feeder = std::thread::spawn(move || std::io::Write::write_all(&mut input, text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && stderr.is_empty(), "{program} {args:?}: {stderr}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn completions_have_every_command_and_option() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = wirescope(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
            for option in options(&command) {
                // Fish names options without their dashes.
                let option = if shell == "fish" { option.trim_start_matches('-') } else { &option };
                assert!(script.contains(option), "{shell}: {command} {option}");
            }
        }
    }
}

#[test]
fn shells_take_the_completions() {
    run("bash", &["-n"], &wirescope(&["completions", "bash"]));
    run("zsh", &["-n"], &wirescope(&["completions", "zsh"]));
    run("fish", &["--no-execute"], &wirescope(&["completions", "fish"]));
}

#[test]
fn the_manual_has_every_command_and_option() {
    let page = wirescope(&["man"]);
    for command in commands() {
        assert!(page.contains(&format!(".SH \"WIRESCOPE {}\"", command.to_uppercase())), "{command}");
        for option in options(&command) {
            assert!(page.contains(&option.replace('-', "\\-")), "{command} {option}");
        }
    }
    // Warnings would go to standard error.
    let Some(shown) = run("groff", &GROFF, &page) else { return };
    assert!(shown.contains("WIRESCOPE GEN"), "{shown}");
}

#[test]
fn a_folder_gets_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert_eq!(wirescope(&["man", "--dir", pages.to_str().unwrap()]), "");
    for command in commands() {
        let page = std::fs::read_to_string(pages.join(format!("wirescope-{command}.1"))).unwrap();
        assert!(page.contains(&format!("wirescope\\-{command}")), "{page}");
        for option in options(&command) {
            assert!(page.contains(&option.replace('-', "\\-")), "{command} {option}");
        }
        run("groff", &GROFF, &page);
    }
    assert!(std::fs::read_to_string(pages.join("wirescope.1")).unwrap().contains("completions"));
}
