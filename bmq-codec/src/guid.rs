//! Message GUIDs (reference 8.1).

use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError, Fault, Inspect, Reader, Sink, Wire};
use core::fmt;
use core::str::FromStr;

/// A message GUID: 16 bytes, opaque to a codec.
///
/// Its text is 32 upper-case hexadecimal digits.
///
/// ```text
/// +--+----------------------+------------------------+----------------+
/// |v |     counter (22)     |     timer tick (56)    | client id (48) |
/// +--+----------------------+------------------------+----------------+
/// ```
///
/// ```
/// use bmq_codec::MessageGuid;
/// let guid: MessageGuid = "40000000000000412FF2FEE126E09F06".parse()?;
/// assert_eq!((guid.version(), guid.counter(), guid.timer_tick()), (1, 0, 0x412FF2));
/// assert_eq!(guid.to_string(), "40000000000000412FF2FEE126E09F06");
/// # Ok::<(), bmq_codec::GuidError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageGuid(pub [u8; 16]);

impl MessageGuid {
    /// The GUID that is not set: zeros.
    pub const UNSET: Self = Self([0; 16]);

    /// True when it is not set.
    #[must_use]
    pub fn is_unset(&self) -> bool {
        self.0 == [0; 16]
    }

    /// Version: 1 for current generators, 0 for old brokers.
    #[must_use]
    pub const fn version(&self) -> u8 {
        self.0[0] >> 6
    }

    /// Counter of the generator, 22 bits, which wraps.
    #[must_use]
    pub const fn counter(&self) -> u32 {
        let [a, b, c, ..] = self.0;
        u32::from_be_bytes([0, a & 0x3F, b, c])
    }

    /// Nanoseconds since the generator was made, the low 56 bits.
    #[must_use]
    pub const fn timer_tick(&self) -> u64 {
        let [_, _, _, a, b, c, d, e, f, g, ..] = self.0;
        u64::from_be_bytes([0, a, b, c, d, e, f, g])
    }

    /// The client: `guidInfo.clientId` of the negotiation, in binary.
    #[must_use]
    pub const fn client_id(&self) -> [u8; 6] {
        let [.., a, b, c, d, e, f] = self.0;
        [a, b, c, d, e, f]
    }

    /// Puts a version 1 GUID together from its fields; bits that do not fit are dropped.
    #[must_use]
    pub const fn from_fields(counter: u32, timer_tick: u64, client_id: [u8; 6]) -> Self {
        let [_, a, b, c] = counter.to_be_bytes();
        let [_, t0, t1, t2, t3, t4, t5, t6] = timer_tick.to_be_bytes();
        let [c0, c1, c2, c3, c4, c5] = client_id;
        Self([0x40 | (a & 0x3F), b, c, t0, t1, t2, t3, t4, t5, t6, c0, c1, c2, c3, c4, c5])
    }
}

/// 32 upper-case hexadecimal digits.
impl fmt::Display for MessageGuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
    }
}

impl fmt::Debug for MessageGuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no GUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuidError {
    /// It is not 32 characters long.
    #[error("a GUID has 32 hexadecimal digits, not {length}")]
    Length {
        /// Its length in bytes.
        length: usize,
    },
    /// It has a character that is not 0-9 or A-F. Lower case is invalid, as in the official library.
    #[error("character {at} of a GUID must be 0-9 or A-F")]
    Digit {
        /// Which character, from 0.
        at: usize,
    },
}

impl FromStr for MessageGuid {
    type Err = GuidError;

    fn from_str(text: &str) -> Result<Self, GuidError> {
        let digits: &[u8; 32] =
            text.as_bytes().try_into().map_err(|_| GuidError::Length { length: text.len() })?;
        let mut guid = [0; 16];
        for (index, (byte, pair)) in guid.iter_mut().zip(digits.chunks_exact(2)).enumerate() {
            let at = index.saturating_mul(2);
            let &[high, low] = pair else { continue };
            let high = digit(high).ok_or(GuidError::Digit { at })?;
            let low = digit(low).ok_or(GuidError::Digit { at: at.saturating_add(1) })?;
            *byte = (high << 4) | low;
        }
        Ok(Self(guid))
    }
}

const fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character.wrapping_sub(b'0')),
        b'A'..=b'F' => Some(character.wrapping_sub(b'A').wrapping_add(10)),
        _ => None,
    }
}

impl<'a> Wire<'a> for MessageGuid {
    const MIN_LEN: usize = 16;
    const FIXED: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
        reader.array::<16>(at).map(|&bytes| Self(bytes))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn measure(&self, _: &mut Fault, _: At) -> usize {
        16
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn encode<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put_array(self.0);
    }
}

impl<'a> Inspect<'a> for MessageGuid {
    fn inspect(reader: &mut Reader<'a>, at: At, visitor: &mut dyn Visitor) -> Result<(), DecodeError> {
        let start = reader.offset();
        let bytes = reader.array::<16>(at)?;
        visitor.value(at, start..reader.offset(), Value::Bytes(bytes));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn text_and_fields_round_trip() {
        let guid = MessageGuid::from_fields(0x3F_FFFE, 0x00FF_EEDD_CCBB_AA99, [1, 2, 3, 4, 5, 6]);
        assert_eq!(guid.to_string().parse(), Ok(guid));
        assert_eq!((guid.version(), guid.counter()), (1, 0x3F_FFFE));
        assert_eq!((guid.timer_tick(), guid.client_id()), (0x00FF_EEDD_CCBB_AA99, [1, 2, 3, 4, 5, 6]));
        assert!(MessageGuid::UNSET.is_unset() && !guid.is_unset());
    }

    #[test]
    fn lower_case_and_other_lengths_are_refused() {
        let lower = "40000000000000412ff2FEE126E09F06";
        assert_eq!(lower.parse::<MessageGuid>(), Err(GuidError::Digit { at: 17 }));
        assert_eq!("4000".parse::<MessageGuid>(), Err(GuidError::Length { length: 4 }));
        let accent = "4000000000000041 FF2FEE126E09F06";
        assert_eq!(accent.parse::<MessageGuid>(), Err(GuidError::Digit { at: 16 }));
    }
}
