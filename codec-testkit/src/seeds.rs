//! Inputs that fuzzing and the tests of the oracles begin with.

use crate::fila::vectors;
use crate::generate::bmq::samples;
use crate::mx::captures;
use crate::oracle::stream;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A seed: its name and its bytes.
pub type Seed = (String, Vec<u8>);

/// Longer fixtures are left out: libFuzzer would make all its inputs as long.
const MAX_SEED: u64 = 16 << 10;

/// Ways to cut a stream: bytes one by one, a few at a time, and much at once; each by every way of feeding.
const CUTS: [[u8; stream::CUTS]; 3] = [
    [2, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5],
    [1, 30, 50, 13, 44, 61, 90, 29, 30, 50, 13, 44, 61, 90, 29, 30],
    [3, 250, 251, 249, 248, 7, 250, 251, 249, 248, 7, 250, 251, 249, 248, 7],
];

/// The seeds of a fuzz target.
///
/// # Errors
/// A fixture cannot be read.
pub fn of_target(target: &str) -> io::Result<Vec<Seed>> {
    match target {
        "wirescope_filter" => return Ok(filters()),
        "wirescope_stats" => return streams(),
        _ => {}
    }
    let protocol = target.split('_').next().unwrap_or(target);
    let seeds = of_protocol(protocol)?;
    Ok(if target.ends_with("_stream") { seeds.iter().flat_map(cut).collect() } else { seeds })
}

/// Filters with all that can be in one.
fn filters() -> Vec<Seed> {
    const FILTERS: [&str; 8] = [
        "payload contains \"x\"",
        "message.messages[].payload = 0xdeadbeef",
        ".type != PUT and not (queueId = 3 or rId >= -1.5e3)",
        "flags = ACK_REQUESTED or \"a \\u{e9}\\n\"[0].b exists",
        "uri starts with bmq://d/q and guid ends with 0x01",
        "error.reason matches \"^bad_(value|length)$\"",
        "a < 18446744073709551615 and b > -9223372036854775808",
        "x = null or y == true or z <= false",
    ];
    let seed = |(index, text): (usize, &&str)| (format!("filter-{index}"), text.as_bytes().to_vec());
    FILTERS.iter().enumerate().map(seed).collect()
}

/// The streams of all protocols, behind the bytes that say how they are read and cut; captures and dumps.
fn streams() -> io::Result<Vec<Seed>> {
    /// A raw stream, and one of a direction.
    const RAW: u8 = 4;
    const DIRECTION: u8 = 8;
    let mut streams = Vec::new();
    for (choice, protocol) in (0u8..).zip(["bmq", "fila", "mx"]) {
        for (name, bytes) in of_protocol(protocol)? {
            streams
                .push((format!("{protocol}-{name}"), [&[choice | RAW | DIRECTION, 99], &bytes[..]].concat()));
        }
    }
    for (name, bytes) in of_protocol("wirescope")? {
        let [_, cut, bytes @ ..] = &bytes[..] else { continue };
        streams.push((format!("input-{name}"), [&[3, *cut], bytes].concat()));
    }
    Ok(streams)
}

/// The seeds of a protocol: frames and streams as they stand on the wire.
///
/// # Errors
/// A fixture cannot be read.
pub fn of_protocol(protocol: &str) -> io::Result<Vec<Seed>> {
    let mut seeds = built(protocol);
    for path in fixtures(protocol)? {
        if fs::metadata(&path)?.len() <= MAX_SEED {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            seeds.push((name, fs::read(&path)?));
        }
    }
    Ok(seeds)
}

/// The files of `testdata/<protocol>` that hold bytes; none where there is no such folder.
///
/// # Errors
/// A folder cannot be read.
pub fn fixtures(protocol: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(protocol)];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "bin") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// One of every kind of frame; for Fila, the vectors.
fn built(protocol: &str) -> Vec<Seed> {
    match protocol {
        "bmq" => samples().into_iter().map(|(name, bytes)| (format!("built-{name}"), bytes)).collect(),
        // Names of the vectors are paths.
        "fila" => vectors::all_bytes()
            .into_iter()
            .filter(|(_, bytes)| bytes.len() as u64 <= MAX_SEED)
            .map(|(name, bytes)| (name.replace('/', "-"), bytes))
            .collect(),
        "bridge" => bridge(),
        "mx" => mx(),
        "wirescope" => inputs(),
        _ => Vec::new(),
    }
}

/// Messages of AMQP and packets of MQTT, the input of the bridge's mappings too.
fn bridge() -> Vec<Seed> {
    let seeds = [
        (
            "amqp-full",
            "005370c00803414070 0000afc8 005371c10602a301785201 005372c10100 005373c0190ca1016d4040a101734040404040 \
             83000000000000000140 43 005374c10c04a10161a10162a1016e55ff 005375a00378797a 005375a000 005378c10502a3016840",
        ),
        (
            "amqp-values",
            "005377c04409 e007020053095001 02 c105 02a3016b45 00a301645301 7300 01f30d 8200000000000000 00 94 \
             02020202020202020202020202020202 5601 f00000000600000001 5601 40",
        ),
        ("amqp-sequence", "00a317616d71703a616d71702d73657175656e63653a6c697374c004025205 42 00537645"),
        (
            "amqp-symbols",
            "00a310616d71703a6865616465723a6c697374d00000000600000001 5601 00800000000000000075b00000000178",
        ),
        ("mqtt-known", "321f0001740001180200000000 0900020 0ff 2600016b000131 2600016b000132 78"),
        (
            "mqtt-full",
            "3d3b0004c3a52f62ffff320101 02ffffffff 03000163 08000172 090000 0b01 0bffffff7f 0b8001 230007 \
             2600000000 2600016200013126000161000132",
        ),
        ("mqtt-alias", "30070000 03 230001 78"),
    ];
    seeds.into_iter().map(|(name, text)| (format!("built-{name}"), crate::fixtures::hex(text))).collect()
}

/// The captures, good and bad, which are lines of text and no files of their own.
fn mx() -> Vec<Seed> {
    let good = captures::good().into_iter().map(|case| (case.name, case.frame));
    let bad = captures::bad().into_iter().filter_map(|case| match case.input {
        captures::BadInput::Frame(bytes) | captures::BadInput::Stream { bytes, .. } => {
            Some((case.name, bytes))
        }
        captures::BadInput::Message { .. } => None,
    });
    let short = |(_, bytes): &Seed| bytes.len() as u64 <= MAX_SEED;
    good.chain(bad)
        .filter(short)
        .map(|(name, bytes)| (format!("built-{}", name.replace('/', "-")), bytes))
        .collect()
}

/// Captures and hex dumps, behind the bytes that choose how they are read.
fn inputs() -> Vec<Seed> {
    let folders =
        ["pcap", "hexdump"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(name));
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let mut seeds: Vec<_> = files
        .filter(|file| file.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_SEED))
        .filter_map(|file| {
            let bytes = fs::read(file.path()).ok()?;
            Some((file.file_name().to_string_lossy().into_owned(), [&[0, 6], &bytes[..]].concat()))
        })
        .collect();
    seeds.sort();
    seeds
}

/// The stream with each of the ways to cut it behind it.
fn cut((name, bytes): &Seed) -> Vec<Seed> {
    CUTS.iter()
        .enumerate()
        .map(|(index, cuts)| (format!("{name}-{index}"), [bytes, &cuts[..]].concat()))
        .collect()
}
