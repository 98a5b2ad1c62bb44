//! PUT and PUSH messages (reference sections 2 and 3): one shape, two headers.
//!
//! ```text
//! +---------------------------+
//! | PutHeader or PushHeader   |  headerWords
//! +---------------------------+
//! | options                   |  optionsWords
//! +---------------------------+
//! | application data:         |
//! |   properties, if any      |
//! |   payload                 |
//! +---------------------------+
//! | word padding, 1 to 4      |  up to messageWords
//! +---------------------------+
//! ```

mod app_data;
mod decode;
mod fields;
mod iter;
mod kind;

pub use app_data::AppData;
#[cfg(feature = "alloc")]
pub(crate) use app_data::{Form, split_properties};
pub use fields::{CompressionAlgorithmType, CorrelationId, PushFlags, PutFlags, SchemaId};
pub use iter::Messages;
pub use kind::{Kind, Push, Put};

use crate::guid::MessageGuid;
use crate::options::Options;
use crate::{PropertyStyle, Strictness};
use codec_common::{At, DecodeError, Reason};
use core::fmt;
use core::marker::PhantomData;

/// One PUT or PUSH message of an event, as a view of its bytes.
///
/// What is looked at while the event is iterated is what frames the message; options, properties and compressed
/// data are read when asked for, and a message in which they are broken does not end the event.
#[derive(Clone, Copy)]
pub struct Message<'a, K> {
    // Little is kept, and the rest follows from the two words: a view that fits registers is what iterating costs.
    bytes: &'a [u8],
    /// Offset of `bytes` in the event.
    offset: usize,
    first: u32,
    second: u32,
    /// Bytes of padding: 1 to 4; 0 where lenient reading found none. Not looked at in an implicit message.
    padding: u8,
    strictness: Strictness,
    kind: PhantomData<K>,
}

/// A message that a client sends.
pub type PutMessage<'a> = Message<'a, Put>;
/// A message that a broker delivers.
pub type PushMessage<'a> = Message<'a, Push>;

impl<'a, K: Kind> Message<'a, K> {
    /// Bytes of the header.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn header_len(&self) -> usize {
        words(self.second & 0x1F)
    }

    /// Where the application data begins, within `bytes`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn app_start(&self) -> usize {
        self.header_len().wrapping_add(words(self.second >> 8))
    }

    /// Where the padding begins, within `bytes`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn app_end(&self) -> usize {
        if self.is_implicit() {
            return self.app_start();
        }
        self.bytes.len().wrapping_sub(self.padding.into())
    }

    /// All bytes of the message, header to padding: what encodes it again.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Offset of the message in its event.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The four bits in front of `messageWords`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn flags(&self) -> K::Flags {
        K::flags(nibble(self.first))
    }

    /// Length of the message in words, header, options and padding included.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn message_words(&self) -> u32 {
        self.first & 0x0FFF_FFFF
    }

    /// Length of the options in words.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn options_words(&self) -> u32 {
        self.second >> 8
    }

    /// Length of the header in words: 9 for PUT and 8 for PUSH from current peers.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn header_words(&self) -> u32 {
        self.second & 0x1F
    }

    /// How the payload, or the application data as a whole, is compressed.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn compression(&self) -> CompressionAlgorithmType {
        let [.., low] = self.second.to_be_bytes();
        CompressionAlgorithmType((low >> 5) & 7)
    }

    /// Bytes of the header from `start`; zeros where the header is shorter.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn header_bytes<const N: usize>(&self, start: usize) -> [u8; N] {
        self.bytes
            .get(..self.header_len())
            .and_then(|header| header.get(start..))
            .and_then(<[u8]>::first_chunk::<N>)
            .copied()
            .unwrap_or([0; N])
    }

    /// Length of the header in bytes.
    pub(crate) fn header_bytes_len(&self) -> usize {
        self.header_len()
    }

    /// The flags as a number.
    pub(crate) const fn raw_flags(&self) -> u8 {
        nibble(self.first)
    }

    /// The four bytes where a PUT has its CRC.
    pub(crate) fn raw_crc(&self) -> u32 {
        u32::from_be_bytes(self.header_bytes(28))
    }

    /// The queue, as numbered in `openQueue`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn queue_id(&self) -> u32 {
        u32::from_be_bytes(self.header_bytes(8))
    }

    /// Bytes 12 to 27 of the header as a GUID. In a PUT of a client that does not make GUIDs they hold a
    /// correlation id: see [`PutMessage::correlation_id`].
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn guid(&self) -> MessageGuid {
        MessageGuid(self.header_bytes(12))
    }

    /// The schema id as it is on the wire; 0 where the header is too short to have one.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn schema_id(&self) -> SchemaId {
        SchemaId(u16::from_be_bytes(self.header_bytes(K::SCHEMA_OFFSET)))
    }

    /// True when the application data begins with properties.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub const fn has_properties(&self) -> bool {
        self.first & K::PROPERTIES != 0
    }

    /// True for a PUSH without application data (flag IMPLICIT_PAYLOAD).
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn is_implicit(&self) -> bool {
        K::is_implicit(self.first)
    }

    /// The property style that the schema id says: new unless it is 0.
    #[inline]
    #[must_use]
    pub fn property_style(&self) -> PropertyStyle {
        if self.schema_id().0 == 0 { PropertyStyle::Old } else { PropertyStyle::New }
    }

    /// The options, which are read as they are iterated.
    #[inline]
    #[must_use]
    pub fn options(&self) -> Options<'a> {
        let bytes = self.bytes.get(self.header_len()..self.app_start()).unwrap_or_default();
        Options::new(bytes, self.offset.saturating_add(self.header_len()), self.strictness)
    }

    /// The application data as transmitted: properties and payload, perhaps compressed, without the padding. The
    /// CRC covers exactly these bytes.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn app_data(&self) -> &'a [u8] {
        self.bytes.get(self.app_start()..self.app_end()).unwrap_or_default()
    }

    /// Offset of the application data in the event.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn app_data_offset(&self) -> usize {
        self.offset.saturating_add(self.app_start())
    }

    /// The application data with its padding.
    #[inline]
    #[must_use]
    pub fn padded_app_data(&self) -> &'a [u8] {
        self.bytes.get(self.app_start()..).unwrap_or_default()
    }

    /// The padding: 1 to 4 bytes; what follows the options of an implicit message; nothing where lenient reading
    /// kept the data whole.
    #[inline]
    #[must_use]
    pub fn padding(&self) -> &'a [u8] {
        self.bytes.get(self.app_end()..).unwrap_or_default()
    }

    /// How strictly it was read.
    #[inline]
    #[must_use]
    pub const fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// What the framing of the message deviates in, to be told and not refused: padding whose bytes differ, and
    /// under [`Strictness::Lenient`] a last byte that is no padding, empty application data, and a schema id
    /// without properties.
    pub fn framing_findings(&self, found: &mut dyn FnMut(DecodeError)) {
        if self.schema_alone() {
            found(self.schema_alone_fault());
        }
        if self.is_implicit() {
            return;
        }
        match self.padding().last() {
            None => found(self.padding_fault()),
            Some(last) => {
                if let Some(&value) = self.padding().iter().find(|byte| *byte != last) {
                    let offset = self.offset.saturating_add(self.app_end());
                    found(DecodeError::new(Reason::Padding { value }, offset, K::names().app_data));
                }
            }
        }
        if self.app_data().is_empty() {
            found(self.empty_fault());
        }
    }

    /// The payload of a message whose application data is not compressed.
    ///
    /// # Errors
    /// What the properties break. Compressed application data comes out as transmitted; see
    /// [`app`](Self::app) and `contents`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn payload(&self) -> Result<&'a [u8], DecodeError> {
        if self.has_properties() {
            return self.payload_behind_properties();
        }
        Ok(self.app_data())
    }

    #[inline(never)]
    fn payload_behind_properties(self) -> Result<&'a [u8], DecodeError> {
        Ok(self.app()?.payload())
    }
}

impl PutMessage<'_> {
    /// The CRC32-C of the application data as the sender gave it.
    #[cfg_attr(not(feature = "small"), inline(always))]
    #[must_use]
    pub fn crc32c(&self) -> u32 {
        u32::from_be_bytes(self.header_bytes(28))
    }

    /// Bytes 13 to 15 as a correlation id, where the rest of the field is zero as a client without GUIDs leaves
    /// it. `None` for a GUID; 0 means that there is no correlation id.
    ///
    /// The header does not say which of the two the field holds: it is agreed on at negotiation
    /// (`guidInfo.clientId`). A client GUID begins with version bits that make its first byte at least 0x40.
    #[inline]
    #[must_use]
    pub fn correlation_id(&self) -> Option<CorrelationId> {
        match self.guid().0 {
            [0, a, b, c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] => {
                Some(CorrelationId(u32::from_be_bytes([0, a, b, c])))
            }
            _ => None,
        }
    }
}

impl<K: Kind> fmt::Debug for Message<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(K::NAME)
            .field("flags", &self.flags())
            .field("queue_id", &self.queue_id())
            .field("guid", &self.guid())
            .field("compression", &self.compression())
            .field("schema_id", &self.schema_id())
            .field("app_data_len", &self.app_data().len())
            .finish_non_exhaustive()
    }
}

impl<K> PartialEq for Message<'_, K> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<K> Eq for Message<'_, K> {}

#[cfg_attr(not(feature = "small"), inline(always))]
fn words(count: u32) -> usize {
    // At most 28 bits, so the product fits 32; on a target with 16-bit usize it is over any slice.
    usize::try_from(count.wrapping_shl(2)).unwrap_or(usize::MAX)
}

#[cfg_attr(not(feature = "small"), inline(always))]
const fn nibble(first: u32) -> u8 {
    let [high, ..] = first.to_be_bytes();
    high >> 4
}

/// The fields of a header, by what they mean.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub(crate) whole: At,
    pub(crate) message_words: At,
    pub(crate) options_words: At,
    pub(crate) cat: At,
    pub(crate) header_words: At,
    pub(crate) schema_id: At,
    pub(crate) app_data: At,
    pub(crate) payload: At,
    pub(crate) event: At,
}
