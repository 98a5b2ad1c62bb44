//! `wirescope explain`.

use super::args::ExplainArgs;
use super::decode::frames;
use super::output::{Styled, styled};
use super::{Failure, Outcome};
use crate::pairing::Pairing;
use crate::spans::Span;
use crate::{Line, Options, hex, tree};
use anstyle::{AnsiColor, Style};
use serde_json::Value;
use std::io::{self, Write};

const HEAD: Style = AnsiColor::Cyan.on_default().bold();
const NAME: Style = AnsiColor::Blue.on_default();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Bytes of a field that are shown.
const SHOWN: usize = 12;

pub(super) fn run(args: &ExplainArgs) -> Result<Outcome, Failure> {
    let options = args.input.options();
    let selection = args.filter.selection()?;
    let write = |line: &Line, out: &mut Styled| frame(line, &options, out);
    frames(&args.input, selection, &mut Pairing::new(), styled(), write)
}

fn frame(line: &Line, options: &Options, out: &mut Styled) -> io::Result<()> {
    let member = |name: &str| line.json.get(name);
    write!(out, "{HEAD}frame at {}, {} bytes{HEAD:#}", line.offset(), line.bytes.len())?;
    tree::place(line, out)?;
    writeln!(out)?;
    if member("length").is_some() {
        let (spans, error) = line.spans(options);
        for span in &spans {
            row(span, &line.bytes, out)?;
        }
        if let Some(error) = error {
            writeln!(out, "  {ERROR}error{ERROR:#} {error}")?;
        }
        if let (Some(frames), Some(Value::Object(message))) = (member("frames"), member("message")) {
            writeln!(out, "  {FAINT}it completes a message of {frames} frames:{FAINT:#}")?;
            tree::message(message, 2, out)?;
        }
    } else if let Some(text) = member("error").and_then(|error| error.get("text")).and_then(Value::as_str) {
        writeln!(out, "  {ERROR}error{ERROR:#} {text}")?;
    }
    Ok(())
}

/// Offsets and bytes on the left, the field on the right, nested.
fn row(span: &Span, frame: &[u8], out: &mut Styled) -> io::Result<()> {
    let indent = "  ".repeat(span.depth);
    let (start, end) = (span.range.start, span.range.end);
    if span.value.is_empty() {
        return writeln!(
            out,
            "{FAINT}{start:6}..{end:<6}{FAINT:#} {:25} {indent}{NAME}{}{NAME:#}",
            "", span.name
        );
    }
    let bytes = frame.get(span.range.clone()).unwrap_or_default();
    // What is redacted in the value is not to be shown as bytes.
    let bytes = if span.value.ends_with("redacted>") { &[] } else { bytes };
    let shown = hex::encode(&bytes[..bytes.len().min(SHOWN)]);
    let dots = if bytes.len() > SHOWN { "." } else { "" };
    let value: String = if span.value.chars().count() > 72 {
        span.value.chars().take(69).chain("...".chars()).collect()
    } else {
        span.value.clone()
    };
    let name = &span.name;
    let bytes = format!("{shown}{dots}");
    writeln!(out, "{FAINT}{start:6}..{end:<6} {bytes:25}{FAINT:#} {indent}{NAME}{name}{NAME:#} {value}")
}
