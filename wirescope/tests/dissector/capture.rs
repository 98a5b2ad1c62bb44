//! Captures made of streams: Ethernet, IPv4 and TCP around what is to be dissected.

use tempfile::NamedTempFile;

/// The first client's port. Neither it nor those behind it are of a protocol that Wireshark knows.
const CLIENT: u16 = 52_000;

/// Most bytes of a segment.
const SEGMENT: usize = 1400;

/// A capture being made; each connection is one direction of one.
pub struct Capture {
    bytes: Vec<u8>,
    connections: u16,
}

impl Capture {
    pub fn new() -> Self {
        let mut bytes = Vec::new();
        for word in [0xA1B2_C3D4, 0x0002_0004, 0, 0, 262_144, 1] {
            bytes.extend_from_slice(&u32::to_be_bytes(word));
        }
        Self { bytes, connections: 0 }
    }

    /// Adds a connection whose client sends `stream`: SYN, data.
    pub fn connection(&mut self, stream: &[u8]) {
        self.connections += 1;
        self.packet(1, 0x02, &[]);
        let mut sequence = 2;
        for part in stream.chunks(SEGMENT) {
            self.packet(sequence, 0x18, part);
            sequence += u32::try_from(part.len()).unwrap();
        }
    }

    fn packet(&mut self, sequence: u32, flags: u8, data: &[u8]) {
        let mut packet = vec![2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0];
        let total = u16::try_from(40 + data.len()).unwrap();
        packet.extend_from_slice(&[0x45, 0]);
        packet.extend_from_slice(&total.to_be_bytes());
        packet.extend_from_slice(&[0, 0, 0x40, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2]);
        packet.extend_from_slice(&(CLIENT + self.connections).to_be_bytes());
        packet.extend_from_slice(&40_001u16.to_be_bytes());
        packet.extend_from_slice(&sequence.to_be_bytes());
        packet.extend_from_slice(&[0, 0, 0, 1, 0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]);
        packet.extend_from_slice(data);
        let len = u32::try_from(packet.len()).unwrap();
        for word in [0, 0, len, len] {
            self.bytes.extend_from_slice(&u32::to_be_bytes(word));
        }
        self.bytes.append(&mut packet);
    }

    pub fn write(&self) -> NamedTempFile {
        let file = tempfile::Builder::new().suffix(".pcap").tempfile().unwrap();
        std::fs::write(file.path(), &self.bytes).unwrap();
        file
    }
}
