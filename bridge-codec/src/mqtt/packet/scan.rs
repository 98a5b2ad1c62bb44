//! Where the parts of a packet are, before anything is collected.

use super::MqttPacketError;
use crate::mqtt::user::MAX_USER_PROPERTIES;

/// The parts of a packet; all offsets count from its first byte.
#[derive(Debug)]
pub(super) struct Parts {
    /// The low half of the first byte.
    pub(super) flags: u8,
    /// Behind the fixed header.
    pub(super) start: usize,
    /// Behind the properties: the payload begins.
    pub(super) payload: usize,
    /// The Packet Identifier's bytes; 0 where there is none.
    pub(super) packet_id: u16,
    /// Bytes of topic and properties.
    pub(super) metadata: usize,
    /// Whether there are more than can be converted.
    pub(super) too_many: bool,
}

/// A cursor over a packet.
struct Cursor<'p> {
    packet: &'p [u8],
    offset: usize,
}

/// Finds the parts of a packet, and walks its properties without keeping them.
pub(super) fn scan(packet: &[u8]) -> Result<Parts, MqttPacketError> {
    let mut cursor = Cursor { packet, offset: 0 };
    let first = cursor.byte()?;
    if first >> 4 != 3 {
        return Err(malformed(0, "is no PUBLISH packet"));
    }
    let flags = first & 0x0F;
    let qos = (flags >> 1) & 3;
    if qos == 3 {
        return Err(malformed(0, "QoS is 3"));
    }
    if flags & 8 != 0 && qos == 0 {
        return Err(malformed(0, "DUP is set at QoS 0"));
    }
    let length = cursor.integer()?;
    let start = cursor.offset;
    if length != packet.len().saturating_sub(start) {
        return Err(malformed(1, "the remaining length is not that of the packet"));
    }
    let topic = cursor.run(Text::Yes)?;
    let id_offset = cursor.offset;
    let packet_id = if qos == 0 { 0 } else { cursor.short()? };
    if qos != 0 && packet_id == 0 {
        return Err(malformed(id_offset, "the Packet Identifier is 0"));
    }
    let length_offset = cursor.offset;
    let properties = cursor.integer()?;
    let end = cursor.offset.saturating_add(properties);
    if end > packet.len() {
        return Err(malformed(length_offset, "the properties are longer than the packet"));
    }
    let mut inside = Cursor { packet: packet.get(..end).unwrap_or_default(), offset: cursor.offset };
    let mut users = 0_usize;
    let mut metadata = topic.saturating_add(properties).saturating_add(13);
    while inside.offset < end {
        let start = inside.offset;
        match inside.property()? {
            Property::User => users = users.saturating_add(1),
            // Each counts five bytes, however short it is.
            Property::SubscriptionIdentifier => {
                metadata = metadata.saturating_add(5).saturating_sub(inside.offset.saturating_sub(start));
            }
            Property::Other => {}
        }
    }
    Ok(Parts { flags, start, payload: end, packet_id, metadata, too_many: users > MAX_USER_PROPERTIES })
}

/// Whether a run of bytes is a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Yes,
    No,
}

/// A property, as far as it is counted.
enum Property {
    User,
    SubscriptionIdentifier,
    Other,
}

impl Cursor<'_> {
    fn byte(&mut self) -> Result<u8, MqttPacketError> {
        let byte = self.packet.get(self.offset).ok_or(malformed(self.offset, "the packet ends early"))?;
        self.offset = self.offset.saturating_add(1);
        Ok(*byte)
    }

    fn short(&mut self) -> Result<u16, MqttPacketError> {
        Ok(u16::from_be_bytes([self.byte()?, self.byte()?]))
    }

    /// A variable byte integer.
    fn integer(&mut self) -> Result<usize, MqttPacketError> {
        let start = self.offset;
        let mut number = 0_usize;
        for shift in [0_u32, 7, 14, 21] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7F).wrapping_shl(shift);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(malformed(start, "a length has more than four bytes"))
    }

    /// Bytes behind their length; gives how many.
    fn run(&mut self, text: Text) -> Result<usize, MqttPacketError> {
        let length = usize::from(self.short()?);
        let start = self.offset;
        let end = start.saturating_add(length);
        let bytes = self.packet.get(start..end).ok_or(malformed(start, "the packet ends early"))?;
        if text == Text::Yes {
            if let Err(error) = core::str::from_utf8(bytes) {
                return Err(malformed(start.saturating_add(error.valid_up_to()), "is not UTF-8"));
            }
            if let Some(zero) = bytes.iter().position(|byte| *byte == 0) {
                return Err(malformed(start.saturating_add(zero), "has U+0000"));
            }
        }
        self.offset = end;
        Ok(length)
    }

    /// A property of PUBLISH.
    fn property(&mut self) -> Result<Property, MqttPacketError> {
        let start = self.offset;
        let fixed = match self.byte()? {
            0x01 => 1,
            0x02 => 4,
            0x23 => 2,
            0x03 | 0x08 => {
                self.run(Text::Yes)?;
                0
            }
            0x09 => {
                self.run(Text::No)?;
                0
            }
            0x0B => {
                self.integer()?;
                return Ok(Property::SubscriptionIdentifier);
            }
            0x26 => {
                self.run(Text::Yes)?;
                self.run(Text::Yes)?;
                return Ok(Property::User);
            }
            _ => return Err(malformed(start, "is no property of a PUBLISH")),
        };
        for _ in 0..fixed {
            self.byte()?;
        }
        Ok(Property::Other)
    }
}

pub(super) const fn malformed(offset: usize, text: &'static str) -> MqttPacketError {
    MqttPacketError::Malformed { offset, text }
}
