//! TCP segments out of packets: link layer, IP, TCP.

use super::file::Packet;
use etherparse::{
    EtherType, Ipv6ExtensionSlice, LaxNetSlice, LaxSlicedPacket, TcpHeader, TcpSlice, TransportSlice,
    ether_type, ip_number,
};
use std::net::{IpAddr, SocketAddr};

/// A TCP segment.
#[derive(Debug)]
pub(super) struct Segment<'a> {
    pub(super) from: SocketAddr,
    pub(super) to: SocketAddr,
    pub(super) seq: u32,
    pub(super) ack: Option<u32>,
    pub(super) syn: bool,
    pub(super) fin: bool,
    pub(super) rst: bool,
    /// What was captured of its payload.
    pub(super) payload: &'a [u8],
    /// Bytes of the payload behind it that were not.
    pub(super) cut: usize,
}

/// A part of an IP packet.
#[derive(Debug)]
pub(super) struct Fragment<'a> {
    /// What the parts of one packet have in common.
    pub(super) id: FragmentId,
    /// Where in the packet's payload it stands.
    pub(super) offset: usize,
    pub(super) more: bool,
    pub(super) payload: &'a [u8],
}

/// Source, destination and identification.
pub(super) type FragmentId = (IpAddr, IpAddr, u32);

/// What a packet is.
#[derive(Debug)]
pub(super) enum Content<'a> {
    Segment(Segment<'a>),
    Fragment(Fragment<'a>),
    /// Anything but TCP over IP.
    Other,
    /// TCP, or IP, of which too little was captured or that is malformed.
    Unreadable,
    /// A link layer of an unknown type.
    UnknownLink,
}

/// The types of link layers that are known.
mod link {
    pub(super) const NULL: i32 = 0;
    pub(super) const ETHERNET: i32 = 1;
    /// Raw IP has had several numbers.
    pub(super) const RAW: [i32; 5] = [12, 14, 101, 228, 229];
    pub(super) const LOOP: i32 = 108;
    pub(super) const LINUX_SLL: i32 = 113;
    pub(super) const LINUX_SLL2: i32 = 276;
}

/// Takes the layers off a packet.
pub(super) fn parse<'a>(packet: &Packet<'a>) -> Content<'a> {
    let data = packet.data;
    let sliced = match packet.link {
        link::ETHERNET => LaxSlicedPacket::from_ethernet(data).ok(),
        // A word with the address family, in either byte order, in front of IP.
        link::NULL | link::LOOP => ip(data.get(4..)),
        kind if link::RAW.contains(&kind) => ip(Some(data)),
        link::LINUX_SLL => ether(data.get(14..16), data.get(16..)),
        link::LINUX_SLL2 => ether(data.get(..2), data.get(20..)),
        _ => return Content::UnknownLink,
    };
    let Some(sliced) = sliced else { return Content::Unreadable };
    let Some(net) = &sliced.net else {
        return if sliced.stop_err.is_some() { Content::Unreadable } else { Content::Other };
    };
    let (from, to, declared, captured, fragment) = match net {
        LaxNetSlice::Ipv4(ip) => {
            let header = ip.header();
            let payload = ip.payload().payload;
            let exts = ip.extensions().auth.map_or(0, |auth| auth.slice().len());
            let captured = header.slice().len() + exts + payload.len();
            let part = (
                u32::from(header.identification()),
                usize::from(header.fragments_offset().byte_offset()),
                header.more_fragments(),
            );
            let (from, to) = (header.source_addr().into(), header.destination_addr().into());
            (from, to, usize::from(header.total_len()), captured, Some(part))
        }
        LaxNetSlice::Ipv6(ip) => {
            let header = ip.header();
            let exts = ip.extensions();
            let captured = exts.slice().len() + ip.payload().payload.len();
            let part = exts.clone().into_iter().find_map(|ext| match ext {
                Ipv6ExtensionSlice::Fragment(part) => Some((
                    part.identification(),
                    usize::from(part.fragment_offset().byte_offset()),
                    part.more_fragments(),
                )),
                _ => None,
            });
            let (from, to) = (header.source_addr().into(), header.destination_addr().into());
            (from, to, usize::from(header.payload_length()), captured, part)
        }
        LaxNetSlice::Arp(_) => return Content::Other,
    };
    let Some(payload) = net.ip_payload_ref() else { return Content::Other };
    if payload.ip_number != ip_number::TCP {
        // What ends inside IPv6 extension headers has the number of one of them.
        return if sliced.stop_err.is_some() { Content::Unreadable } else { Content::Other };
    }
    // A length of 0 is that of a packet larger than the field can tell.
    let cut = declared.saturating_sub(captured);
    if payload.fragmented {
        let Some((id, offset, more)) = fragment else { return Content::Unreadable };
        if cut > 0 {
            return Content::Unreadable;
        }
        return Content::Fragment(Fragment { id: (from, to, id), offset, more, payload: payload.payload });
    }
    match &sliced.transport {
        Some(TransportSlice::Tcp(tcp)) => Content::Segment(segment(from, to, tcp, cut)),
        _ => without_options(from, to, payload.payload, cut).map_or(Content::Unreadable, Content::Segment),
    }
}

/// The segment in a whole IP payload.
pub(super) fn in_payload(from: IpAddr, to: IpAddr, payload: &[u8]) -> Option<Segment<'_>> {
    TcpSlice::from_slice(payload).ok().map(|tcp| segment(from, to, &tcp, 0))
}

/// A segment that was cut inside the options of its TCP header, of which `cut` bytes are missing.
fn without_options(from: IpAddr, to: IpAddr, bytes: &[u8], cut: usize) -> Option<Segment<'_>> {
    let mut fixed = *bytes.first_chunk::<{ TcpHeader::MIN_LEN }>()?;
    let header_len = usize::from(fixed[12] >> 4) * 4;
    let missing = header_len.checked_sub(bytes.len())?;
    fixed[12] = 5 << 4;
    let tcp = TcpSlice::from_slice(&fixed).ok()?;
    let segment = segment(from, to, &tcp, cut.checked_sub(missing)?);
    Some(Segment { payload: &[], ..segment })
}

fn segment<'a>(from: IpAddr, to: IpAddr, tcp: &TcpSlice<'a>, cut: usize) -> Segment<'a> {
    Segment {
        from: SocketAddr::new(from, tcp.source_port()),
        to: SocketAddr::new(to, tcp.destination_port()),
        seq: tcp.sequence_number(),
        ack: tcp.ack().then(|| tcp.acknowledgment_number()),
        syn: tcp.syn(),
        fin: tcp.fin(),
        rst: tcp.rst(),
        payload: tcp.payload(),
        cut,
    }
}

fn ip(data: Option<&[u8]>) -> Option<LaxSlicedPacket<'_>> {
    LaxSlicedPacket::from_ip(data?).ok()
}

fn ether<'a>(kind: Option<&[u8]>, data: Option<&'a [u8]>) -> Option<LaxSlicedPacket<'a>> {
    let kind = EtherType(u16::from_be_bytes(*kind?.first_chunk()?));
    let tagged =
        [ether_type::VLAN_TAGGED_FRAME, ether_type::PROVIDER_BRIDGING, ether_type::VLAN_DOUBLE_TAGGED_FRAME];
    let known = [ether_type::IPV4, ether_type::IPV6];
    if known.contains(&kind) || tagged.contains(&kind) {
        Some(LaxSlicedPacket::from_ether_type(kind, data?))
    } else {
        Some(LaxSlicedPacket {
            link: None,
            link_exts: Default::default(),
            net: None,
            transport: None,
            stop_err: None,
        })
    }
}
