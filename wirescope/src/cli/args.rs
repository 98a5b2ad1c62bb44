//! Arguments.

use super::completions::CompletionsArgs;
use super::dissector::DissectorArgs;
use super::generate::GenerateArgs;
use super::man::ManArgs;
use super::select::FilterArgs;
use crate::map::Side;
use crate::protocol::Protocol;
use crate::{Format, Options};
use bmq_codec::{Dialect, Strictness};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Inspect, explain and re-encode captures of broker protocols.
///
/// Results go to standard output, everything else to standard error. Exit status: 0 all decoded, 1 something was
/// malformed, 2 bad usage or an unreadable file.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub(super) struct Cli {
    /// Colour: on a terminal by default; NO_COLOR is obeyed
    #[arg(long, value_enum, default_value_t, global = true)]
    pub(super) color: Color,
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show the frames of a stream, as a tree each or as JSON lines
    #[command(after_help = "Example: wirescope decode --json FILE | wirescope encode > COPY")]
    Decode(DecodeArgs),
    /// Show the bytes of each frame beside their fields
    Explain(ExplainArgs),
    /// Count what is in an input: by type, queue, error, connection; requests and their answers
    ///
    /// Counts frames, bytes, messages and sizes; rates where there are times. docs/stats.md says what each number is.
    /// Filters choose what is counted; requests and answers are always those of all that is read.
    #[command(after_help = "Example: wirescope stats --json FILE")]
    Stats(StatsArgs),
    /// Turn the JSON lines of `decode --json` back into bytes
    ///
    /// Lengths, padding and checksums are computed, unless `crc32c` is given as a number. A line that was not edited
    /// gives back the bytes that it was decoded from.
    Encode(EncodeArgs),
    /// Show what a message of one transport becomes on another, through the gobridge envelope
    ///
    /// Reads messages as JSON, one after another, and writes for each one JSON object a line: `message` as the other
    /// side gets it, or `dropped` or `error`; `counters`; and `lost`, what was left out on the way, where and why.
    /// docs/mapping.md has the shapes and the options. Exit status 1: a message does not arrive, or is not of the
    /// shape of its side; with --cases, an expectation is not met.
    #[command(
        after_help = "Example: echo '{\"topic\":\"t\",\"payload\":\"21\"}' | wirescope map --from mqtt --to sqs"
    )]
    Map(MapArgs),
    /// Write fixtures: valid frames of any type of any protocol, from a seed
    ///
    /// Frames follow one another as in a stream of one direction; `decode` reads them without an error. What the options
    /// do not say is drawn from the seed. An option that the type has no use for changes nothing.
    #[command(
        after_help = "Example: wirescope gen --protocol fila --type Enqueue --count 10 --seed 7 -o FILE"
    )]
    Gen(GenerateArgs),
    /// Write a Wireshark dissector in Lua, made from the tables that the decoders are made from
    ///
    /// docs/dissector.md says how to install it.
    #[command(after_help = "Example: wirescope dissector > ~/.local/lib/wireshark/plugins/wirescope.lua")]
    Dissector(DissectorArgs),
    /// Write a script that completes commands and options in a shell
    #[command(
        after_help = "Example: wirescope completions bash > ~/.local/share/bash-completion/completions/wirescope"
    )]
    Completions(CompletionsArgs),
    /// Write the manual as a man page
    #[command(after_help = "Example: wirescope man | man -l -")]
    Man(ManArgs),
    /// Print a JSON Schema of the lines of `decode --json`
    Schema,
}

#[derive(Debug, Args)]
pub(super) struct DecodeArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// One JSON object a line
    #[arg(long, conflicts_with = "hex")]
    pub(super) json: bool,
    /// The bytes below each frame
    #[arg(long)]
    pub(super) hex: bool,
    #[command(flatten)]
    pub(super) filter: FilterArgs,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) filter: FilterArgs,
}

#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// One JSON object, with all that the tables leave out
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) filter: FilterArgs,
}

#[derive(Debug, Args)]
pub(super) struct EncodeArgs {
    /// The file of JSON lines; - for standard input
    #[arg(default_value = "-")]
    pub(super) file: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct MapArgs {
    /// The file of messages; - for standard input
    #[arg(default_value = "-", conflicts_with = "cases")]
    pub(super) file: PathBuf,
    /// The side that the messages come from
    #[arg(long, value_enum, required_unless_present = "cases")]
    pub(super) from: Option<SideArg>,
    /// The side that they go to
    #[arg(long, value_enum, required_unless_present = "cases")]
    pub(super) to: Option<SideArg>,
    /// Options of receiver, route and sender, as a JSON object
    #[arg(long, value_name = "JSON", default_value = "{}", hide_default_value = true)]
    pub(super) options: String,
    /// Indent what is written
    #[arg(long)]
    pub(super) pretty: bool,
    /// Run a file of cases instead: one JSON object a line with op, input, options and expect; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "options"])]
    pub(super) cases: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SideArg {
    /// AWS SQS
    Sqs,
    /// MQTT 5
    Mqtt,
    /// AMQP 1.0
    Amqp,
    /// Fila, by tables of our own
    Fila,
    /// BlazingMQ, by tables of our own
    Bmq,
    /// MessageX, by tables of our own
    Mx,
    /// The envelope itself: no route lies between it and the other side
    Envelope,
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::Sqs => Self::Sqs,
            SideArg::Mqtt => Self::Mqtt,
            SideArg::Amqp => Self::Amqp,
            SideArg::Fila => Self::Fila,
            SideArg::Bmq => Self::Bmq,
            SideArg::Mx => Self::Mx,
            SideArg::Envelope => Self::Envelope,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// A capture of packets, the bytes of one direction of a connection, or a hex dump of either; - for standard input
    #[arg(required_unless_present_any = ["c2s", "s2c"], conflicts_with_all = ["c2s", "s2c"])]
    pub(super) file: Option<PathBuf>,
    /// What the client of a connection sent; with --s2c, frames of both are shown in turn
    #[arg(long, value_name = "FILE")]
    pub(super) c2s: Option<PathBuf>,
    /// What its server sent
    #[arg(long, value_name = "FILE")]
    pub(super) s2c: Option<PathBuf>,
    /// What the file is; auto finds out
    #[arg(long, value_enum, default_value_t)]
    format: FormatArg,
    /// The protocol; auto finds out and says why on standard error. In captures, connections of others are left out
    #[arg(long, value_enum, default_value_t)]
    protocol: ProtocolArg,
    /// Captures: the protocol of the connections to or from a port, whatever they begin with; may be given more than once
    #[arg(long, value_name = "PORT=PROTOCOL", value_parser = port)]
    port: Vec<(u16, Protocol)>,
    /// Search for the next frame after damage, in place of ending there; captures always do
    #[arg(long)]
    resync: bool,
    /// Keep reading: a file as it grows, standard input until it closes; each frame is written at once
    #[arg(long, conflicts_with_all = ["c2s", "s2c"])]
    pub(super) follow: bool,
    /// Stop after so many frames
    #[arg(long, value_name = "FRAMES")]
    pub(super) limit: Option<u64>,
    /// Begin at this byte of the stream; in captures, show what begins there or behind in its stream
    #[arg(long, value_name = "BYTES", default_value_t = 0, hide_default_value = true)]
    from_offset: u64,
    /// BlazingMQ: whose form of the protocol to read; auto finds out, message by message
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArg,
    /// Refuse what the official source refuses, and count every finding as malformed
    #[arg(long)]
    pub(super) strict: bool,
    /// Longest frame in bytes; MessageX never has more than 1 MiB [default: the protocol's own]
    #[arg(long, value_name = "BYTES")]
    limit_frame: Option<usize>,
    /// Longest message in bytes after inflation [default: the protocol's own]
    #[arg(long, value_name = "BYTES")]
    limit_message: Option<usize>,
    /// Fila: most frames of a continued operation [default: the protocol's own]
    #[arg(long, value_name = "FRAMES")]
    max_fragments: Option<usize>,
    /// Fila: most operations unfinished at a time [default: the protocol's own]
    #[arg(long, value_name = "OPERATIONS")]
    max_open_streams: Option<usize>,
    /// Fila: most bytes of unfinished operations [default: the protocol's own]
    #[arg(long, value_name = "BYTES")]
    max_buffered: Option<usize>,
    /// Captures: most connections followed at a time [default: 16384]
    #[arg(long, value_name = "CONNECTIONS")]
    max_connections: Option<usize>,
    /// Captures: most bytes kept for what came out of order or is not recognised yet [default: 67108864]
    #[arg(long, value_name = "BYTES")]
    max_unordered: Option<usize>,
    /// Show credentials instead of their length
    #[arg(long)]
    show_secrets: bool,
    /// Fila: show error codes and other enums by name
    #[arg(long)]
    names: bool,
}

impl InputArgs {
    /// How to read the stream.
    pub(super) fn options(&self) -> Options {
        let defaults = Options::default();
        Options {
            strictness: if self.strict { Strictness::Official } else { Strictness::Lenient },
            dialect: match self.dialect {
                DialectArg::Auto => None,
                DialectArg::Official => Some(Dialect::Official),
                DialectArg::NodeSdk => Some(Dialect::NodeSdk),
            },
            max_frame: self.limit_frame,
            max_message: self.limit_message,
            show_secrets: self.show_secrets,
            names: self.names,
            max_fragments: self.max_fragments,
            max_open_streams: self.max_open_streams,
            max_buffered: self.max_buffered,
            format: self.format.format(),
            protocol: self.protocol(),
            ports: self.port.clone(),
            resync: self.resync,
            from_offset: self.from_offset,
            max_connections: self.max_connections.unwrap_or(defaults.max_connections),
            max_unordered: self.max_unordered.unwrap_or(defaults.max_unordered),
        }
    }

    /// The protocol that was named.
    fn protocol(&self) -> Option<Protocol> {
        self.protocol.protocol()
    }
}

/// Reads `40001=bmq`.
fn port(text: &str) -> Result<(u16, Protocol), String> {
    let (port, protocol) = text.split_once('=').ok_or("must be like 40001=bmq")?;
    let port = port.parse().map_err(|_| format!("{port:?} is no port"))?;
    let protocol = Protocol::from_name(protocol).ok_or_else(|| format!("{protocol:?} is no protocol"))?;
    Ok((port, protocol))
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FormatArg {
    /// Find out from the first bytes
    #[default]
    Auto,
    /// The bytes of one direction of a connection
    Raw,
    /// A capture of packets in the format of libpcap
    Pcap,
    /// A capture of packets in the format pcapng
    Pcapng,
    /// What xxd or hexdump write
    Hexdump,
}

impl FormatArg {
    fn format(self) -> Option<Format> {
        match self {
            Self::Auto => None,
            Self::Raw => Some(Format::Raw),
            Self::Pcap => Some(Format::Pcap),
            Self::Pcapng => Some(Format::PcapNg),
            Self::Hexdump => Some(Format::HexDump),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum ProtocolArg {
    /// Find out from the first bytes
    #[default]
    Auto,
    /// BlazingMQ
    Bmq,
    /// Fila
    Fila,
    /// MessageX
    Mx,
}

impl ProtocolArg {
    /// The protocol, where one is named.
    pub(super) const fn protocol(self) -> Option<Protocol> {
        match self {
            Self::Auto => None,
            Self::Bmq => Some(Protocol::Bmq),
            Self::Fila => Some(Protocol::Fila),
            Self::Mx => Some(Protocol::Mx),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DialectArg {
    /// Find out, message by message
    #[default]
    Auto,
    /// The official wire
    Official,
    /// The third-party Node SDK
    NodeSdk,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    pub(super) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
