//! Packets out of the bytes of a file.

use crate::time::Time;
use pcap_parser::nom;
use pcap_parser::pcapng::Block;
use pcap_parser::traits::PcapNGPacketBlock;
use pcap_parser::{InterfaceDescriptionBlock, OptionCode, PcapHeader};

/// Longest record or block with a packet, in bytes: far more than any packet has.
const LONGEST: usize = 16 << 20;

/// Most interfaces of a section.
const MAX_INTERFACES: usize = 4096;

/// A packet as it was captured.
#[derive(Debug)]
pub(super) struct Packet<'a> {
    /// When, where the capture says so.
    pub(super) time: Option<Time>,
    /// The type of its link layer, by number.
    pub(super) link: i32,
    /// What was captured of it.
    pub(super) data: &'a [u8],
    /// True when that is not all of it.
    pub(super) is_cut: bool,
}

/// What is next in the file.
pub(super) enum Step<'a> {
    NeedMore,
    /// A packet; so many bytes hold it.
    Packet(usize, Packet<'a>),
    /// So many bytes without a packet.
    Other(usize),
    /// The same, which need not be there yet.
    Skip(u64),
    /// Nothing that follows can be read.
    Unreadable(String),
}

/// Reads a file step by step.
pub(super) enum Reader {
    Pcap(Option<PcapHeader>),
    PcapNg(PcapNg),
}

impl Reader {
    pub(super) const fn pcap() -> Self {
        Self::Pcap(None)
    }

    pub(super) const fn pcapng() -> Self {
        Self::PcapNg(PcapNg { big_endian: false, begun: false, interfaces: Vec::new() })
    }

    /// What the file is made of.
    pub(super) const fn unit(&self) -> &'static str {
        match self {
            Self::Pcap(None) => "its header",
            Self::Pcap(Some(_)) => "a packet record",
            Self::PcapNg(_) => "a block",
        }
    }

    /// The first thing in `bytes`, which begin where the last step ended.
    pub(super) fn step<'a>(&mut self, bytes: &'a [u8]) -> Step<'a> {
        match self {
            Self::Pcap(Some(header)) => record(header, bytes),
            Self::Pcap(header) => match pcap_parser::parse_pcap_header(bytes) {
                Ok((rest, found)) => {
                    *header = Some(found);
                    Step::Other(bytes.len() - rest.len())
                }
                Err(nom::Err::Incomplete(_)) => Step::NeedMore,
                Err(_) => Step::Unreadable("the header of the capture is not that of a pcap file".into()),
            },
            Self::PcapNg(reader) => reader.step(bytes),
        }
    }
}

/// A packet record of a pcap file.
fn record<'a>(header: &PcapHeader, bytes: &'a [u8]) -> Step<'a> {
    let Some(length) = word(bytes, 8, header.is_bigendian()) else { return Step::NeedMore };
    if length as usize > LONGEST {
        return Step::Unreadable(format!(
            "a packet record of {length} bytes cannot be right; the file is read up to there"
        ));
    }
    let parsed = if header.is_modified_format() {
        pcap_parser::parse_pcap_frame_modified(bytes)
    } else if header.is_bigendian() {
        pcap_parser::parse_pcap_frame_be(bytes)
    } else {
        pcap_parser::parse_pcap_frame(bytes)
    };
    let Ok((rest, block)) = parsed else { return Step::NeedMore };
    let unit = if header.is_nanosecond_precision() { 1 } else { 1000 };
    let nanos = u64::from(block.ts_sec) * 1_000_000_000 + u64::from(block.ts_usec) * unit;
    let packet = Packet {
        time: Some(Time(nanos)),
        // The bits above tell of checksums at the end of packets.
        link: header.network.0 & 0x03FF_FFFF,
        data: block.data,
        is_cut: block.origlen > block.caplen,
    };
    Step::Packet(bytes.len() - rest.len(), packet)
}

/// A packet of an interface that was not described: it counts as one that cannot be read.
const UNDECLARED: Packet<'_> = Packet { time: None, link: ETHERNET, data: &[], is_cut: false };

/// The link type of Ethernet.
const ETHERNET: i32 = 1;

/// The word at `at`, when all of the first 16 bytes are there.
fn word(bytes: &[u8], at: usize, big_endian: bool) -> Option<u32> {
    let bytes = bytes.first_chunk::<16>()?.get(at..)?.first_chunk()?;
    Some(if big_endian { u32::from_be_bytes(*bytes) } else { u32::from_le_bytes(*bytes) })
}

/// The state of a pcapng file: a section and its interfaces.
pub(super) struct PcapNg {
    big_endian: bool,
    begun: bool,
    interfaces: Vec<Interface>,
}

struct Interface {
    link: i32,
    snaplen: u32,
    /// Units of time in a second, and seconds to add.
    resolution: Resolution,
    offset: i64,
}

#[derive(Clone, Copy)]
enum Resolution {
    /// 10 to the power of -n seconds.
    Decimal(u32),
    /// 2 to the power of -n seconds.
    Binary(u32),
}

impl Resolution {
    /// `ticks` as nanoseconds.
    fn nanos(self, ticks: u64) -> i128 {
        let ticks = i128::from(ticks);
        match self {
            Self::Decimal(power) if power <= 9 => ticks * 10_i128.pow(9 - power),
            // 38 digits are the most that fit.
            Self::Decimal(power) => ticks / 10_i128.pow((power - 9).min(38)),
            Self::Binary(power) => (ticks * 1_000_000_000) >> power.min(126),
        }
    }
}

impl Interface {
    fn new(block: &InterfaceDescriptionBlock<'_>, big_endian: bool) -> Self {
        let value = |code: OptionCode| block.options.iter().find(|o| o.code == code).map(|o| &*o.value);
        let resolution = match value(OptionCode::IfTsresol).and_then(|value| value.first()) {
            Some(binary @ 0x80..) => Resolution::Binary(u32::from(binary & 0x7F)),
            Some(decimal) => Resolution::Decimal(u32::from(*decimal)),
            None => Resolution::Decimal(6),
        };
        let offset = value(OptionCode::IfTsoffset).and_then(|value| value.first_chunk());
        let offset = offset.map_or(0, |bytes| {
            if big_endian { i64::from_be_bytes(*bytes) } else { i64::from_le_bytes(*bytes) }
        });
        Self { link: block.linktype.0, snaplen: block.snaplen, resolution, offset }
    }

    /// The time of so many ticks; none outside 1970 to 2554.
    fn time(&self, ticks: u64) -> Option<Time> {
        let nanos = self.resolution.nanos(ticks) + i128::from(self.offset) * 1_000_000_000;
        u64::try_from(nanos).ok().map(Time)
    }
}

const SECTION: u32 = 0x0A0D_0D0A;
const INTERFACE: u32 = 1;
const SIMPLE_PACKET: u32 = 3;
const ENHANCED_PACKET: u32 = 6;

impl PcapNg {
    fn step<'a>(&mut self, bytes: &'a [u8]) -> Step<'a> {
        // No block is shorter than 12 bytes; the section header needs 16 to tell its byte order.
        let Some(head) = bytes.first_chunk::<12>() else { return Step::NeedMore };
        let number = |at: usize, big: bool| {
            let part = head.get(at..).and_then(|part| part.first_chunk()).copied().unwrap_or_default();
            if big { u32::from_be_bytes(part) } else { u32::from_le_bytes(part) }
        };
        // The type of a section header reads the same in both orders.
        if number(0, false) == SECTION {
            match number(8, false) {
                0x1A2B_3C4D => self.big_endian = false,
                0x4D3C_2B1A => self.big_endian = true,
                _ => return Step::Unreadable("a section of the capture has no byte order".into()),
            }
            self.begun = true;
            self.interfaces.clear();
        } else if !self.begun {
            return Step::Unreadable("the capture does not begin with a section".into());
        }
        let (kind, length) = (number(0, self.big_endian), number(4, self.big_endian));
        if length < 12 || !length.is_multiple_of(4) {
            let text = format!("a block of {length} bytes cannot be right; the file is read up to there");
            return Step::Unreadable(text);
        }
        if !matches!(kind, INTERFACE | SIMPLE_PACKET | ENHANCED_PACKET) {
            return Step::Skip(u64::from(length));
        }
        let length = length as usize;
        if length > LONGEST {
            let text =
                format!("a packet block of {length} bytes cannot be right; the file is read up to there");
            return Step::Unreadable(text);
        }
        let Some(block) = bytes.get(..length) else { return Step::NeedMore };
        let parsed = if self.big_endian {
            pcap_parser::pcapng::parse_block_be(block)
        } else {
            pcap_parser::pcapng::parse_block_le(block)
        };
        match parsed {
            Ok((_, Block::InterfaceDescription(block))) => {
                if self.interfaces.len() < MAX_INTERFACES {
                    self.interfaces.push(Interface::new(&block, self.big_endian));
                }
                Step::Other(length)
            }
            Ok((_, Block::EnhancedPacket(packet))) => {
                let Some(interface) = self.interfaces.get(packet.if_id as usize) else {
                    return Step::Packet(length, UNDECLARED);
                };
                let ticks = u64::from(packet.ts_high) << 32 | u64::from(packet.ts_low);
                let data = packet.data.get(..packet.caplen as usize).unwrap_or(packet.data);
                let is_cut = packet.origlen > packet.caplen;
                Step::Packet(
                    length,
                    Packet { time: interface.time(ticks), link: interface.link, data, is_cut },
                )
            }
            Ok((_, Block::SimplePacket(packet))) => {
                let Some(interface) = self.interfaces.first() else {
                    return Step::Packet(length, UNDECLARED);
                };
                let whole = packet.orig_len() as usize;
                let snaplen = if interface.snaplen == 0 { usize::MAX } else { interface.snaplen as usize };
                let captured = whole.min(snaplen).min(packet.data.len());
                let data = packet.data.get(..captured).unwrap_or_default();
                Step::Packet(
                    length,
                    Packet { time: None, link: interface.link, data, is_cut: captured < whole },
                )
            }
            Ok(_) => Step::Other(length),
            Err(_) => {
                Step::Unreadable("a block of the capture is malformed; the file is read up to there".into())
            }
        }
    }
}
