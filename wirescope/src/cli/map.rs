//! `wirescope map`.

use super::args::MapArgs;
use super::input::open;
use super::{Failure, Outcome};
use crate::map::{Settings, Side, case, expand, map};
use bridge_codec::Timestamp;
use serde_json::{Deserializer, Value, json};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::SystemTime;

pub(super) fn run(args: &MapArgs) -> Result<Outcome, Failure> {
    match (&args.cases, args.from, args.to) {
        (Some(cases), ..) => run_cases(cases, args),
        (None, Some(from), Some(to)) => run_messages(from.into(), to.into(), args),
        _ => Err(Failure::Usage("--from and --to are needed".into())),
    }
}

/// Messages, one after another.
fn run_messages(from: Side, to: Side, args: &MapArgs) -> Result<Outcome, Failure> {
    let options =
        serde_json::from_str(&args.options).map_err(|error| Failure::Usage(format!("--options: {error}")))?;
    let settings =
        Settings::read(&options, now()).map_err(|error| Failure::Usage(format!("--options: {error}")))?;
    let (reader, _) = open(&args.file)?;
    let mut out = Out::new(args);
    let mut outcome = Outcome::Clean;
    let messages = Deserializer::from_reader(BufReader::new(reader)).into_iter::<Value>();
    for (number, message) in (1..).zip(messages) {
        let message = match message {
            Err(error) if error.is_io() => {
                return Err(Failure::Usage(format!("cannot read {}: {error}", args.file.display())));
            }
            // Where the next message begins is not known then.
            Err(error) => {
                return Err(Failure::Usage(format!(
                    "message {number} of {}: {error}; what follows was not read",
                    args.file.display()
                )));
            }
            Ok(message) => message,
        };
        match map(from, to, &message, &settings) {
            Ok(mapping) => {
                if !mapping.arrives() {
                    outcome = Outcome::Malformed;
                }
                out.write(&mapping.to_json())?;
            }
            Err(error) => {
                say!("message {number}: {error}");
                outcome = Outcome::Malformed;
                out.write(&json!({ "invalid": error.to_string() }))?;
            }
        }
    }
    out.finish()?;
    Ok(outcome)
}

/// Cases, one a line: writes the result of each, and says which expectations are not met.
fn run_cases(path: &Path, args: &MapArgs) -> Result<Outcome, Failure> {
    let (reader, _) = open(path)?;
    let mut out = Out::new(args);
    let (mut run, mut failed) = (0_u64, 0_u64);
    for (number, line) in (1_u64..).zip(BufReader::new(reader).lines()) {
        let line =
            line.map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
        if line.trim().is_empty() {
            continue;
        }
        run += 1;
        let case = serde_json::from_str::<Value>(&line)
            .map_err(|error| (format!("line {number}"), error.to_string()));
        let differences = match case.and_then(|case| check(&case, number)) {
            Ok((result, differences)) => {
                out.write(&result)?;
                differences
            }
            Err((name, error)) => {
                out.write(&json!({ "invalid": error }))?;
                vec![format!("{name}: {error}")]
            }
        };
        failed += u64::from(!differences.is_empty());
        for difference in differences {
            say!("{difference}");
        }
    }
    out.finish()?;
    if failed == 0 {
        return Ok(Outcome::Clean);
    }
    say!("{failed} of {run} cases are not as expected");
    Ok(Outcome::Malformed)
}

/// The result of a case, and how it differs from what is expected, if anything is; or the case's name and why it
/// cannot be run.
fn check(case: &Value, line: u64) -> Result<(Value, Vec<String>), (String, String)> {
    let name = case.get("name").and_then(Value::as_str).map_or_else(|| format!("line {line}"), str::to_owned);
    let named = |error: crate::map::InputError| (name.clone(), error.to_string());
    let result = case::run(case).map_err(named)?;
    let expected =
        case.get("expect").filter(|expected| !expected.is_null()).map(expand).transpose().map_err(named)?;
    let differences = expected.map(|expected| case::differences(&expected, &result)).unwrap_or_default();
    Ok((result, differences.into_iter().map(|difference| format!("{name}: {difference}")).collect()))
}

/// Standard output, for JSON.
struct Out {
    out: BufWriter<io::StdoutLock<'static>>,
    pretty: bool,
}

impl Out {
    fn new(args: &MapArgs) -> Self {
        Self { out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()), pretty: args.pretty }
    }

    fn write(&mut self, value: &Value) -> io::Result<()> {
        if self.pretty {
            serde_json::to_writer_pretty(&mut self.out, value)?;
        } else {
            serde_json::to_writer(&mut self.out, value)?;
        }
        self.out.write_all(b"\n")
    }

    fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The time, for messages whose options name none.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
