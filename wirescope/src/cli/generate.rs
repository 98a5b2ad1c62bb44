//! `wirescope gen`.

use super::args::ProtocolArg;
use super::output::plain;
use super::{Failure, Outcome};
use crate::generate::{GenerateError, Generator, Wanted, types};
use crate::protocol::Protocol;
use crate::{Options, Stream};
use bmq_codec::{Dialect, EncodingType};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    /// The protocol
    #[arg(long, value_enum, required_unless_present = "list")]
    protocol: Option<ProtocolArg>,
    /// The type by name: PUT, CONTROL.openQueue, Enqueue, COMMAND; all for each in turn
    #[arg(long = "type", value_name = "TYPE", default_value = "all")]
    name: String,
    /// How many frames [default: 1, and with all types one of each]
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// What the frames are drawn from: the same seed gives the same bytes everywhere
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Lines as `decode --json --show-secrets` writes them, instead of bytes
    #[arg(long)]
    json: bool,
    /// Where to write [default: standard output, which must not be a terminal for bytes]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// List the types, of all protocols or of one
    #[arg(long, conflicts_with_all = ["json", "output", "count"])]
    list: bool,
    /// Bytes of each payload, where the type has one; of MessageX: of its JSON, 11 at least
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=16 << 20))]
    payload_size: Option<u32>,
    /// Items in each list of a Fila message; messages in a BlazingMQ event
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    items: Option<u32>,
    /// BlazingMQ: properties of each message
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8))]
    properties: Option<u8>,
    /// BlazingMQ: how payloads are compressed
    #[arg(long, value_enum)]
    compression: Option<CompressionArg>,
    /// BlazingMQ: whose form PUT and PUSH have
    #[arg(long, value_enum, default_value_t)]
    dialect: GenerateDialect,
    /// BlazingMQ: the encoding of control, negotiation and authentication messages
    #[arg(long, value_enum, default_value_t)]
    encoding: EncodingArg,
    /// Fila: longest frame in bytes behind its length; longer operations are continued
    #[arg(long, value_name = "BYTES")]
    max_frame: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CompressionArg {
    /// Not at all
    None,
    /// With zlib
    Zlib,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum GenerateDialect {
    /// The official wire
    #[default]
    Official,
    /// The third-party Node SDK
    NodeSdk,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EncodingArg {
    /// BER
    #[default]
    Ber,
    /// JSON
    Json,
}

impl GenerateArgs {
    fn wanted(&self) -> Wanted {
        let size = |number: Option<u32>| number.and_then(|number| usize::try_from(number).ok());
        Wanted {
            payload: size(self.payload_size),
            items: size(self.items),
            properties: self.properties.map(usize::from),
            compressed: self.compression.map(|kind| matches!(kind, CompressionArg::Zlib)),
            dialect: match self.dialect {
                GenerateDialect::Official => Dialect::Official,
                GenerateDialect::NodeSdk => Dialect::NodeSdk,
            },
            encoding: match self.encoding {
                EncodingArg::Ber => EncodingType::BER,
                EncodingArg::Json => EncodingType::JSON,
            },
            max_frame: self.max_frame,
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Usage(error.to_string())
    }
}

pub(super) fn run(args: &GenerateArgs) -> Result<Outcome, Failure> {
    let named = args.protocol.and_then(ProtocolArg::protocol);
    if args.list {
        return list(named);
    }
    let protocol = named.ok_or_else(|| Failure::Usage("gen needs a protocol: bmq, fila or mx".into()))?;
    let mut generator = Generator::new(protocol, &args.name, args.seed, &args.wanted())?;
    let mut out: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(BufWriter::new(
            File::create(path)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?,
        )),
        None if !args.json && io::stdout().is_terminal() => {
            return Err(Failure::Usage("bytes are not for a terminal: use -o FILE, a pipe or --json".into()));
        }
        None => Box::new(plain()),
    };
    let options = Options { show_secrets: true, ..Options::default() };
    let mut stream = Stream::new(protocol, &options);
    for _ in 0..args.count.unwrap_or_else(|| generator.turn()) {
        let frame = generator.frame()?;
        if !args.json {
            out.write_all(&frame)?;
            continue;
        }
        let mut written = Ok(());
        stream.feed(&frame, &mut |line| {
            if written.is_ok() {
                written = serde_json::to_writer(&mut out, &line.json)
                    .map_err(io::Error::from)
                    .and_then(|()| out.write_all(b"\n"));
            }
        });
        written?;
    }
    out.flush()?;
    Ok(Outcome::Clean)
}

/// A line for each type: protocol and name.
fn list(named: Option<Protocol>) -> Result<Outcome, Failure> {
    let mut out = plain();
    for protocol in Protocol::ALL.iter().filter(|protocol| named.is_none_or(|named| named == **protocol)) {
        for name in types(*protocol) {
            writeln!(out, "{protocol} {name}")?;
        }
    }
    out.flush()?;
    Ok(Outcome::Clean)
}
