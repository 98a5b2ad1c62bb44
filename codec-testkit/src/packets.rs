//! Captures made for tests: TCP over raw IP.

/// A TCP flag: of the last segment.
pub const FIN: u8 = 1;
/// Of the first segment.
pub const SYN: u8 = 2;
/// Of a reset.
pub const RST: u8 = 4;
const ACK: u8 = 16;

/// One end of a connection, and where its stream stands.
#[derive(Debug)]
pub struct Peer {
    from: ([u8; 4], u16),
    to: ([u8; 4], u16),
    /// The sequence number of offset 0, or of the SYN.
    seq: u32,
}

const SERVER: ([u8; 4], u16) = ([192, 0, 2, 200], 30114);

impl Peer {
    /// The client of a connection, whose SYN has the number `first`.
    #[must_use]
    pub fn client(number: u16, first: u32) -> Self {
        Self { from: ([192, 0, 2, 1], 40_000 + number), to: SERVER, seq: first }
    }

    /// Its server.
    #[must_use]
    pub fn server(number: u16, first: u32) -> Self {
        Self { from: SERVER, to: ([192, 0, 2, 1], 40_000 + number), seq: first }
    }

    /// Offsets count from behind the SYN from now on.
    pub fn begin(&mut self) {
        self.seq = self.seq.wrapping_add(1);
    }
}

/// A file in the format of libpcap.
#[derive(Debug)]
pub struct Capture {
    /// The file.
    pub bytes: Vec<u8>,
    packets: u32,
    /// What stands in front of each IP packet.
    link: Vec<u8>,
}

impl Capture {
    /// A capture without a link layer.
    #[must_use]
    pub fn new() -> Self {
        Self::of_link(101, &[])
    }

    /// A capture of another link layer, with its header.
    #[must_use]
    pub fn of_link(kind: u32, link: &[u8]) -> Self {
        let words: [u32; 6] = [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65_535, kind];
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Self { bytes, packets: 0, link: link.to_vec() }
    }

    /// A segment with what stands at `offset` of the sender's stream.
    ///
    /// # Panics
    /// When it does not fit a packet.
    pub fn push(&mut self, peer: &Peer, offset: usize, flags: u8, payload: &[u8]) {
        self.segment(
            peer,
            peer.seq.wrapping_add(u32::try_from(offset).expect("is short")),
            0,
            flags,
            payload,
        );
    }

    /// An acknowledgement of the first `offset` bytes of the other stream.
    ///
    /// # Panics
    /// When it does not fit a packet.
    pub fn acknowledge(&mut self, peer: &Peer, other: &Peer, offset: usize) {
        self.segment(
            peer,
            peer.seq,
            other.seq.wrapping_add(u32::try_from(offset).expect("is short")),
            ACK,
            &[],
        );
    }

    fn segment(&mut self, peer: &Peer, seq: u32, ack: u32, flags: u8, payload: &[u8]) {
        let len = u32::try_from(40 + payload.len()).expect("is short");
        self.packets += 1;
        let captured = len + u32::try_from(self.link.len()).expect("is short");
        for word in [1_767_225_600 + self.packets / 1_000_000, self.packets % 1_000_000, captured, captured] {
            self.bytes.extend(word.to_le_bytes());
        }
        self.bytes.extend(&self.link);
        self.bytes.extend([0x45, 0]);
        self.bytes.extend(u16::try_from(len).expect("is short").to_be_bytes());
        self.bytes.extend([0, 0, 0, 0, 64, 6, 0, 0]);
        self.bytes.extend(peer.from.0);
        self.bytes.extend(peer.to.0);
        self.bytes.extend(peer.from.1.to_be_bytes());
        self.bytes.extend(peer.to.1.to_be_bytes());
        self.bytes.extend(seq.to_be_bytes());
        self.bytes.extend(ack.to_be_bytes());
        self.bytes.extend([0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]);
        self.bytes.extend(payload);
    }
}

impl Default for Capture {
    fn default() -> Self {
        Self::new()
    }
}
