//! What an input is, by its first bytes.

use super::Direction;
use crate::{Options, hexdump};

/// The form of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The bytes of one direction of a connection.
    Raw,
    /// A capture of packets in the format of libpcap.
    Pcap,
    /// A capture of packets in the format pcapng.
    PcapNg,
    /// The text that `xxd`, `hexdump` or `hexdump -C` make of a raw stream or a capture.
    HexDump,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Raw, Self::Pcap, Self::PcapNg, Self::HexDump];

    /// The short name: what `--format` takes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Pcap => "pcap",
            Self::PcapNg => "pcapng",
            Self::HexDump => "hexdump",
        }
    }

    /// The format of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// A format, and what to say of it.
pub(super) struct Detected {
    pub(super) format: Format,
    pub(super) why: Option<&'static str>,
}

impl Detected {
    /// Raw streams are the usual thing: nothing is said.
    pub(super) const RAW: Self = Self { format: Format::Raw, why: None };
}

const PCAPNG: [u8; 4] = [0x0A, 0x0D, 0x0D, 0x0A];

/// The first bytes of a pcap file in either byte order: microseconds, nanoseconds, and a variant with longer records.
const PCAP: [u32; 3] = [0xA1B2_C3D4, 0xA1B2_3C4D, 0xA1B2_CD34];

/// The format of an input that begins with `head`; `None` when more bytes are needed. With `end` there are no more.
pub(super) fn detect(
    head: &[u8],
    options: &Options,
    direction: Option<Direction>,
    end: bool,
) -> Option<Detected> {
    if let Some(format) = options.format {
        return Some(Detected { format, why: None });
    }
    let found = |format, why| Some(Detected { format, why: Some(why) });
    if direction.is_none() {
        let Some(magic) = head.first_chunk::<4>() else {
            return end.then(|| dump_or_raw(hexdump::recognise(head, true)));
        };
        if *magic == PCAPNG {
            return found(Format::PcapNg, "a capture of packets (pcapng)");
        }
        if PCAP.contains(&u32::from_be_bytes(*magic)) || PCAP.contains(&u32::from_le_bytes(*magic)) {
            return found(Format::Pcap, "a capture of packets (pcap)");
        }
    }
    let dump = hexdump::recognise(head, end)?;
    Some(dump_or_raw(Some(dump)))
}

fn dump_or_raw(dump: Option<bool>) -> Detected {
    match dump {
        Some(true) => Detected { format: Format::HexDump, why: Some("a hex dump") },
        _ => Detected::RAW,
    }
}
