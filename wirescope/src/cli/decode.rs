//! `wirescope decode`.

use super::args::{DecodeArgs, InputArgs};
use super::input::Input;
use super::output::{Lines, plain, styled};
use super::{Failure, Outcome};
use crate::{Line, Stream, tree};
use std::io::{self, Write};

pub(super) fn run(args: &DecodeArgs) -> Result<Outcome, Failure> {
    if args.json {
        return frames(&args.input, plain(), |line, out| {
            serde_json::to_writer(&mut *out, &line.json)?;
            out.write_all(b"\n")
        });
    }
    frames(&args.input, styled(), |line, out| tree::write(line, args.hex, out))
}

/// Reads the input and writes each of its frames to `out` with `write`.
pub(super) fn frames<W: Write>(
    args: &InputArgs,
    out: W,
    write: impl FnMut(&Line, &mut W) -> io::Result<()>,
) -> Result<Outcome, Failure> {
    let (mut input, protocol) = Input::open(args)?;
    let mut stream = Stream::new(protocol, &args.options());
    let mut lines = Lines::new(out, write);
    loop {
        let chunk = input.chunk()?;
        if chunk.is_empty() {
            break;
        }
        stream.feed(chunk, &mut |line| lines.give(&line));
        lines.check()?;
    }
    stream.finish(&mut |line| lines.give(&line));
    lines.check()?;
    lines.out.flush()?;
    Ok(lines.tally.outcome(args.strict))
}
