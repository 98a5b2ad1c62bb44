//! `wirescope decode`.

use super::args::{DecodeArgs, InputArgs};
use super::input::Input;
use super::output::{Lines, Styled, plain, styled};
use super::{Failure, Outcome};
use crate::filter::Selection;
use crate::pairing::Pairing;
use crate::{Direction, Line, tree};
use std::io::{self, Write};
use std::path::Path;

pub(super) fn run(args: &DecodeArgs) -> Result<Outcome, Failure> {
    let selection = args.filter.selection()?;
    let mut pairing = Pairing::new();
    if args.json {
        return frames(&args.input, selection, &mut pairing, plain(), |line, out| {
            serde_json::to_writer(&mut *out, &line.json)?;
            out.write_all(b"\n")
        });
    }
    let write = |line: &Line, out: &mut Styled| tree::write(line, args.hex, out);
    frames(&args.input, selection, &mut pairing, styled(), write)
}

/// Reads the input, pairs its frames, and writes those that are selected to `out` with `write`.
pub(super) fn frames<W: Write>(
    args: &InputArgs,
    selection: Selection,
    pairing: &mut Pairing,
    out: W,
    write: impl FnMut(&Line, &mut W) -> io::Result<()>,
) -> Result<Outcome, Failure> {
    let mut lines = Lines::new(out, args.limit, selection, pairing, write);
    if let Some(file) = &args.file {
        let mut input = Input::open(file, None, args)?;
        one(&mut input, args.follow, &mut lines)?;
        lines.tally.is_damaged |= input.is_damaged;
        return lines.end(args.strict);
    }
    if [&args.c2s, &args.s2c].into_iter().all(|path| path.as_deref() == Some(Path::new("-"))) {
        return Err(Failure::Usage("standard input can be one direction, not both".into()));
    }
    let both = [(&args.c2s, Direction::ClientToServer), (&args.s2c, Direction::ServerToClient)];
    let inputs = both
        .into_iter()
        .filter_map(|(file, direction)| file.as_ref().map(|file| Input::open(file, Some(direction), args)));
    in_turn(inputs.collect::<Result<_, _>>()?, &mut lines)?;
    lines.end(args.strict)
}

/// The frames of one input; while it grows, each is written out as soon as it is there.
fn one<W: Write, F>(input: &mut Input, follow: bool, lines: &mut Lines<'_, W, F>) -> Result<(), Failure>
where
    F: FnMut(&Line, &mut W) -> io::Result<()>,
{
    while !lines.is_full() && input.read_on(&mut |line| lines.give(line))? {
        lines.check()?;
        if follow {
            lines.out.flush()?;
        }
    }
    Ok(())
}

/// The frames of the directions of a connection in turn: nothing tells how they followed each other.
fn in_turn<W: Write, F>(mut inputs: Vec<Input>, lines: &mut Lines<'_, W, F>) -> Result<(), Failure>
where
    F: FnMut(&Line, &mut W) -> io::Result<()>,
{
    while !inputs.is_empty() {
        let mut left = Vec::with_capacity(inputs.len());
        for mut input in inputs {
            if lines.is_full() {
                return Ok(());
            }
            match input.next_line()? {
                Some(line) => {
                    lines.give(line);
                    lines.check()?;
                    left.push(input);
                }
                None => lines.tally.is_damaged |= input.is_damaged,
            }
        }
        inputs = left;
    }
    Ok(())
}
