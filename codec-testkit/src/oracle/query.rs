//! The oracles of the inspector's filters and statistics.

use crate::generate::bmq;
use crate::mx;
use std::sync::OnceLock;
use wirescope::filter::Filter;
use wirescope::protocol::Protocol;
use wirescope::stats::Stats;
use wirescope::{Direction, Format, Given, Line, Options, Session, Stream};

/// Any text is a filter or an error inside the text; a filter is shown as it would be written, and can be asked
/// about any line.
///
/// # Panics
/// When a law is broken.
pub fn wirescope_filter(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Filter::parse(&text) {
        Ok(filter) => {
            let shown = filter.to_string();
            assert_eq!(Filter::parse(&shown).as_ref(), Ok(&filter), "{shown}");
            for line in samples() {
                std::hint::black_box(filter.matches(line));
            }
        }
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column()), "{error}");
            assert!(!error.expected().is_empty(), "{error}");
        }
    }
}

/// Lines of all protocols: good ones, and one with an error.
fn samples() -> &'static [Line] {
    static SAMPLES: OnceLock<Vec<Line>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let mut samples = Vec::new();
        let mut add = |protocol, bytes: &[u8]| samples.extend(lines(protocol, bytes, &Options::default()));
        bmq::samples().iter().for_each(|(_, event)| add(Protocol::Bmq, event));
        mx::KNOWN.iter().for_each(|known| add(Protocol::Mx, &mx::frame(known.0.as_bytes())));
        add(
            Protocol::Fila,
            b"\0\0\0\x21\x17\0\0\0\0\x06\0\0\0\x01\0\x05mails\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x07",
        );
        add(Protocol::Fila, b"\0\0\0\x08\x17\0\0\0\0\x06\0\0");
        samples
    })
}

fn lines(protocol: Protocol, bytes: &[u8], options: &Options) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(protocol, options);
    stream.feed(bytes, &mut |line| lines.push(line));
    stream.finish(&mut |line| lines.push(line));
    lines
}

/// Counting an input without lines counts what its lines say, however it is cut, and tells the same.
///
/// The first byte chooses the protocol and how it is read, the second what the input is and how it is cut.
///
/// # Panics
/// When a law is broken.
pub fn wirescope_stats(data: &[u8]) {
    let Some(([choice, cut], bytes)) = data.split_first_chunk::<2>() else { return };
    let mut options = Options::default();
    options.protocol = Protocol::ALL.get(usize::from(*choice) % 4).copied();
    options.format = (choice & 4 != 0).then_some(Format::Raw);
    options.resync = choice & 0x10 != 0;
    options.names = choice & 0x20 != 0;
    if choice & 0x40 != 0 {
        options.strictness = bmq_codec::Strictness::Official;
    }
    if choice & 0x80 != 0 {
        options.max_message = Some(64);
    }
    let session = || match choice & 8 {
        0 => Session::new(&options),
        _ => Session::one_direction(&options, Direction::ClientToServer),
    };
    let (mut stats, mut notes) = (Stats::new(), Vec::new());
    let mut give = |given| match given {
        Given::Line(line) => stats.line(&line),
        Given::Note(note) => notes.push(note),
    };
    let mut whole = session();
    whole.feed(bytes, &mut give);
    whole.finish(&mut give);

    let (mut counted, mut told) = (Stats::new(), Vec::new());
    let mut cut_up = session();
    for chunk in bytes.chunks(usize::from(*cut) + 1) {
        cut_up.count(chunk, &mut counted, &mut |note| told.push(note));
    }
    cut_up.finish_count(&mut counted, &mut |note| told.push(note));
    assert_eq!(counted.json(), stats.json(), "{options:?}");
    assert_eq!(told, notes, "{options:?}");
}
