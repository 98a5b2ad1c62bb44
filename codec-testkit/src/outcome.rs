//! What reading a stream of BlazingMQ events comes to: the outcome that the tables of the tests name.

use bmq_codec::compression::Inflater;
use bmq_codec::{
    Body, DecodeError, Dialect, Event, FrameError, Kind, MessageOption, Messages, Options, Split, Strictness,
    limits, split_frame,
};

/// What came of a stream, the worst thing first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The error that ended the stream.
    pub fatal: Option<FrameError>,
    /// Bytes left of an event whose end is missing.
    pub cut_short: bool,
    /// Errors of messages.
    pub errors: Vec<DecodeError>,
    /// Deviations that were read.
    pub findings: Vec<DecodeError>,
    /// Payloads of the messages that were read, in order.
    pub payloads: Vec<Vec<u8>>,
    /// How many events there were.
    pub events: usize,
}

impl Outcome {
    /// The outcome in a word: `fatal`, `eof`, `error`, `finding` or `clean`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self { fatal: Some(_), .. } => "fatal",
            Self { cut_short: true, .. } => "eof",
            Self { errors, .. } if !errors.is_empty() => "error",
            Self { findings, .. } if !findings.is_empty() => "finding",
            _ => "clean",
        }
    }
}

/// Reads everything in a stream: official reading takes the official form only, lenient reading finds out.
#[must_use]
pub fn read(mut bytes: &[u8], strictness: Strictness) -> Outcome {
    let mut outcome = Outcome::default();
    loop {
        match split_frame(bytes, &limits::client()) {
            Ok(Split::Frame { frame, rest }) => {
                outcome.events += 1;
                if let Err(error) =
                    frame.decode().and_then(|event| read_event(&event, strictness, &mut outcome))
                {
                    outcome.errors.push(error);
                }
                bytes = rest;
            }
            Ok(Split::NeedMore { .. }) => {
                outcome.cut_short = !bytes.is_empty();
                return outcome;
            }
            Err(error) => {
                outcome.fatal = Some(error);
                return outcome;
            }
        }
    }
}

fn read_event(event: &Event<'_>, strictness: Strictness, outcome: &mut Outcome) -> Result<(), DecodeError> {
    match event.body_with(strictness)? {
        Body::Put(messages) => {
            for message in messages.clone().flatten() {
                outcome.findings.extend(message.crc_fault());
            }
            read_messages(messages, outcome);
        }
        Body::Push(messages) => read_messages(messages, outcome),
        Body::Control(schema) | Body::Authentication(schema) | Body::Elector(schema) => {
            outcome.findings.extend(schema.padding_fault());
        }
        _ => {}
    }
    Ok(())
}

fn read_messages<K: Kind>(messages: Messages<'_, K>, outcome: &mut Outcome) {
    if messages.is_empty_event() {
        outcome.findings.push(messages.empty_event_fault());
    }
    let mut inflater = Inflater::new();
    for message in messages {
        let message = match message {
            Ok(message) => message,
            Err(error) => {
                outcome.errors.push(error);
                continue;
            }
        };
        let Outcome { errors, findings, payloads, .. } = outcome;
        message.framing_findings(&mut |finding| findings.push(finding));
        for option in message.options() {
            match option.and_then(|option| option.value()) {
                Ok(MessageOption::Unknown(view)) => findings.push(Options::unknown_type_fault(&view)),
                Ok(_) => {}
                Err(error) => errors.push(error),
            }
        }
        let dialect = (message.strictness() == Strictness::Official).then_some(Dialect::Official);
        match message.read(dialect, &mut inflater, 1 << 24, &mut |finding| findings.push(finding)) {
            Ok(reading) => payloads.push(reading.contents.payload.to_vec()),
            Err(error) => errors.push(error),
        }
    }
}
