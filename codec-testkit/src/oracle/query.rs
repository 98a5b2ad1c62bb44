//! The oracles of the inspector's filters and statistics.

use crate::generate::bmq;
use crate::mx;
use std::sync::OnceLock;
use wirescope::filter::Filter;
use wirescope::protocol::Protocol;
use wirescope::stats::{Counter, Stats};
use wirescope::{Line, Options, Stream};

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

/// Counting a stream without lines counts what its lines say, however it is cut.
///
/// The first byte chooses the protocol and how it is read, the second how it is cut.
///
/// # Panics
/// When a law is broken.
pub fn wirescope_stats(data: &[u8]) {
    let Some(([choice, cut], bytes)) = data.split_first_chunk::<2>() else { return };
    let protocol = Protocol::ALL[usize::from(*choice) % Protocol::ALL.len()];
    let mut options = Options::default();
    options.names = choice & 0x20 != 0;
    if choice & 0x40 != 0 {
        options.strictness = bmq_codec::Strictness::Official;
    }
    if choice & 0x80 != 0 {
        options.max_message = Some(64);
    }
    let mut stats = Stats::new();
    lines(protocol, bytes, &options).iter().for_each(|line| stats.line(line));
    let mut counter = Counter::new(protocol, &options);
    bytes.chunks(usize::from(*cut) + 1).for_each(|chunk| counter.feed(chunk));
    assert_eq!(counter.finish().json(), stats.json(), "{protocol} {options:?}");
}
