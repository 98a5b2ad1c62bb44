//! `wirescope man`.

use super::args::Cli;
use super::{Failure, Outcome};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::PathBuf;
use std::{fs, iter};

#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// Write one page a subcommand into that folder, instead of one for all to standard output
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &ManArgs) -> Result<Outcome, Failure> {
    let mut program = Cli::command();
    program.build();
    let Some(folder) = &args.dir else {
        io::stdout().lock().write_all(&whole(&program)?)?;
        return Ok(Outcome::Clean);
    };
    let unwritable = |error| Failure::Usage(format!("cannot write {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(unwritable)?;
    for command in iter::once(&program).chain(commands(&program)) {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let mut page = Vec::new();
        Man::new(command.clone()).render(&mut page)?;
        fs::write(folder.join(format!("{name}.1")), page).map_err(unwritable)?;
    }
    Ok(Outcome::Clean)
}

/// The subcommands that a page tells of.
fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| command.get_name() != "help")
}

/// The program's page, and behind its own options those of each subcommand.
fn whole(program: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(program.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for command in commands(program) {
        writeln!(page, ".SH \"{}\"", format!("wirescope {}", command.get_name()).to_uppercase())?;
        let man = Man::new(command.clone());
        let mut text = Vec::new();
        man.render_synopsis_section(&mut text)?;
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
        if command.get_after_help().is_some() {
            man.render_extra_section(&mut text)?;
        }
        // What are sections of a page of its own are parts of this section here.
        let text = String::from_utf8_lossy(&text).replace(".SH EXTRA", ".SH EXAMPLE").replace(".SH ", ".SS ");
        page.extend(text.into_bytes());
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}
