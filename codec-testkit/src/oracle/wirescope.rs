//! The oracle of the inspector's input.

use wirescope::protocol::Protocol;
use wirescope::{Encoder, Format, Given, Line, Options, Session};

/// Any input is read to its end in any format; what comes out does not depend on how it was cut, and lines that are
/// no errors encode to the bytes that they show.
///
/// The first byte chooses format, protocol and whether to search, the second how the rest is cut.
///
/// # Panics
/// When a law is broken.
pub fn wirescope_capture(data: &[u8]) {
    let Some(([choice, cut], input)) = data.split_first_chunk::<2>() else { return };
    let formats = [None, Some(Format::Raw), Some(Format::Pcap), Some(Format::PcapNg), Some(Format::HexDump)];
    let protocols = [None, Some(Protocol::Bmq), Some(Protocol::Fila), Some(Protocol::Mx)];
    let choice = usize::from(*choice);
    let mut options = Options::default();
    options.format = formats[choice % formats.len()];
    options.protocol = protocols[choice / 5 % protocols.len()];
    options.resync = choice / 20 % 2 == 1;
    // Small bounds, so that they are hit.
    options.max_connections = 8;
    options.max_unordered = 4096;
    let whole = read(input, input.len().max(1), &options);
    let parts = read(input, usize::from(*cut) + 1, &options);
    assert_eq!(whole, parts, "what comes out depends on the cuts");
    let mut encoder = Encoder::new();
    for given in &whole {
        if let Given::Line(line) = given {
            encodes(line, &mut encoder);
        }
    }
}

fn read(input: &[u8], size: usize, options: &Options) -> Vec<Given> {
    let mut given = Vec::new();
    let mut session = Session::new(options);
    input.chunks(size).for_each(|chunk| session.feed(chunk, &mut |what| given.push(what)));
    session.finish(&mut |what| given.push(what));
    given
}

fn encodes(line: &Line, encoder: &mut Encoder) {
    let encoded = encoder.encode(&line.json);
    if !line.is_error && !line.is_redacted() {
        assert_eq!(encoded.as_deref(), Ok(&line.bytes[..]), "{:?}", line.json);
    }
}
