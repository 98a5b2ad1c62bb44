//! Lines for people: a tree for each frame.

use crate::{Line, hex, pairing};
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value};
use std::io::{self, Write};

const HEAD: Style = AnsiColor::Cyan.on_default().bold();
const NAME: Style = AnsiColor::Blue.on_default();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const FINDING: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();

/// Longest hexadecimal text that is shown whole, in digits.
const HEX_SHOWN: usize = 64;

/// Members of a line that have a place of their own in the tree, or none.
const SHOWN_ELSEWHERE: [&str; 16] = [
    "offset", "length", "conn", "dir", "time", "protocol", "type", "raw", "header", "message", "findings",
    "error", "bytes", "omitted", "requests", "answers",
];

/// What a payload is in a line.
#[derive(Clone, Copy)]
enum Payloads {
    /// Bytes in hexadecimal.
    Bytes,
    /// A JSON value.
    Json,
}

/// Writes a frame as a tree, with its bytes below it when `dump` says so. Styles are for `anstream` to keep or drop.
///
/// # Errors
/// Those of `out`.
pub fn write(line: &Line, dump: bool, out: &mut impl Write) -> io::Result<()> {
    let json = &line.json;
    let offset = json.get("offset").and_then(Value::as_u64).unwrap_or(0);
    let kind = json.get("type").map_or_else(|| "unreadable".into(), plain);
    write!(out, "{HEAD}{kind}{HEAD:#} {FAINT}at {offset}, {} bytes{FAINT:#}", line.bytes.len())?;
    place(line, out)?;
    if json.contains_key("raw") {
        write!(out, " {FAINT}(not canonical){FAINT:#}")?;
    }
    if let Some(pairs) = pairing::suffix(json) {
        write!(out, " {FAINT}{pairs}{FAINT:#}")?;
    }
    writeln!(out)?;
    // Only MessageX has JSON as payload; others have bytes.
    let payloads = if json.get("protocol").is_some_and(|protocol| protocol == "mx") {
        Payloads::Json
    } else {
        Payloads::Bytes
    };
    let other = |name: &str| !SHOWN_ELSEWHERE.contains(&name);
    for (name, value) in json.iter().filter(|(name, _)| other(name)) {
        field(name, value, 1, payloads, out)?;
    }
    for part in ["header", "message"] {
        match json.get(part) {
            Some(Value::Object(fields)) if part == "header" => {
                writeln!(out, "  {NAME}header{NAME:#}")?;
                object(fields, 2, payloads, out)?;
            }
            Some(Value::Object(fields)) => object(fields, 1, payloads, out)?,
            _ => {}
        }
    }
    for finding in json.get("findings").and_then(Value::as_array).into_iter().flatten() {
        writeln!(out, "  {FINDING}finding{FINDING:#} {}", text_of(finding))?;
    }
    if let Some(error) = json.get("error") {
        writeln!(out, "  {ERROR}error{ERROR:#} {}", text_of(error))?;
    }
    if dump && line.is_redacted() {
        writeln!(out, "  {FAINT}bytes redacted{FAINT:#}")?;
    } else if dump {
        hex::dump(&line.bytes, offset)
            .lines()
            .try_for_each(|row| writeln!(out, "  {FAINT}{row}{FAINT:#}"))?;
    }
    Ok(())
}

/// Writes the fields of a message whose payloads are bytes.
pub(crate) fn message(fields: &Map<String, Value>, depth: usize, out: &mut impl Write) -> io::Result<()> {
    object(fields, depth, Payloads::Bytes, out)
}

/// Writes the connection, the direction and the time of a line, where it has them.
pub(crate) fn place(line: &Line, out: &mut impl Write) -> io::Result<()> {
    if let Some(conn) = line.json.get("conn") {
        write!(out, " {FAINT}connection {conn}{FAINT:#}")?;
    }
    for name in ["dir", "time"] {
        if let Some(value) = line.json.get(name) {
            write!(out, " {FAINT}{}{FAINT:#}", plain(value))?;
        }
    }
    Ok(())
}

fn text_of(object: &Value) -> String {
    object.get("text").map_or_else(|| object.to_string(), plain)
}

fn object(
    fields: &Map<String, Value>,
    depth: usize,
    payloads: Payloads,
    out: &mut impl Write,
) -> io::Result<()> {
    for (name, value) in fields {
        field(name, value, depth, payloads, out)?;
    }
    Ok(())
}

fn field(
    name: &str,
    value: &Value,
    depth: usize,
    payloads: Payloads,
    out: &mut impl Write,
) -> io::Result<()> {
    let indent = "  ".repeat(depth);
    match value {
        value if name == "payload" && matches!(payloads, Payloads::Json) => {
            writeln!(out, "{indent}{NAME}payload{NAME:#} {}", safe(value.to_string()))
        }
        Value::Object(error) if name == "error" && error.contains_key("text") => {
            writeln!(out, "{indent}{ERROR}error{ERROR:#} {}", text_of(value))
        }
        Value::Object(fields) if fields.values().any(|value| value.is_object() || value.is_array()) => {
            writeln!(out, "{indent}{NAME}{name}{NAME:#}")?;
            object(fields, depth + 1, payloads, out)
        }
        Value::Object(_) => writeln!(out, "{indent}{NAME}{name}{NAME:#} {}", inline(value)),
        Value::Array(items) if items.is_empty() => Ok(()),
        Value::Array(items) if items.iter().any(is_large) => {
            for (index, item) in items.iter().enumerate() {
                let name = format!("{name}[{index}]");
                match item {
                    Value::Object(fields) => {
                        writeln!(out, "{indent}{NAME}{name}{NAME:#}")?;
                        object(fields, depth + 1, payloads, out)?;
                    }
                    item => field(&name, item, depth, payloads, out)?,
                }
            }
            Ok(())
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            writeln!(out, "{indent}{NAME}{name}{NAME:#}")?;
            items.iter().try_for_each(|item| writeln!(out, "{indent}  {}", inline(item)))
        }
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(plain).collect();
            writeln!(out, "{indent}{NAME}{name}{NAME:#} {}", items.join(" | "))
        }
        Value::String(text) if matches!(name, "payload" | "body") => {
            writeln!(out, "{indent}{NAME}{name}{NAME:#} {}", bytes(text))
        }
        value => writeln!(out, "{indent}{NAME}{name}{NAME:#} {}", plain(value)),
    }
}

/// Messages take lines of their own; properties and options one each.
fn is_large(item: &Value) -> bool {
    item.as_object().is_some_and(|fields| fields.len() > 4 || fields.contains_key("error"))
}

/// A small object on one line: a property, a checksum.
fn inline(value: &Value) -> String {
    let Some(fields) = value.as_object() else { return plain(value) };
    if let (Some(name), Some(kind), Some(value)) =
        (fields.get("name"), fields.get("type"), fields.get("value"))
    {
        return format!("{} {} = {}", plain(kind), plain(name), value);
    }
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| match value {
            Value::Array(items) => {
                format!("{name} [{}]", items.iter().map(inline).collect::<Vec<_>>().join("; "))
            }
            Value::Object(_) => format!("{name} ({})", inline(value)),
            value => format!("{name} {}", plain(value)),
        })
        .collect();
    fields.join(", ")
}

/// Bytes that a line has in hexadecimal: how many, what they are as text where they are text, and their start.
fn bytes(digits: &str) -> String {
    let len = digits.len() / 2;
    let shown = digits.get(..HEX_SHOWN).unwrap_or(digits);
    let dots = if shown.len() < digits.len() { "..." } else { "" };
    let start = hex::decode(shown).unwrap_or_default();
    let readable = !start.is_empty() && start.iter().all(|byte| (b' '..=b'~').contains(byte));
    if readable {
        let text: String = start.iter().map(|byte| char::from(*byte)).collect();
        format!("{len} bytes, \"{}\"{dots}", text.escape_debug())
    } else {
        format!("{len} bytes, {shown}{dots}")
    }
}

/// A value without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => safe(text.clone()),
        value => safe(value.to_string()),
    }
}

/// Control characters of a peer, and those that turn the direction of text, must not reach the terminal: text with any is
/// escaped.
fn safe(text: String) -> String {
    let moves = |char: char| {
        char.is_control()
            || matches!(char, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    if !text.chars().any(moves) {
        return text;
    }
    let escape = |char: char| if moves(char) { char.escape_unicode().to_string() } else { char.to_string() };
    text.chars().map(escape).collect()
}
