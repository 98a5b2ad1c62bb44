//! Building PUT and PUSH events.

mod draft;
mod new;

pub use new::{NewPush, NewPut};

use super::event::patch_length;
use super::options::{options_len, write_options};
#[cfg(feature = "alloc")]
use crate::compression::Deflater;
use crate::event::{EventHeader, limits};
use crate::message::{CompressionAlgorithmType, Kind, Names, Push, Put, PutFlags};
use crate::properties::{PropertyStyle, area_len, write_area};
use crate::reading::Dialect;
use codec_common::padding::{padding_len, word_padding};
use codec_common::{Buffer, EncodeError, Fault, Rule, SliceBuffer, crc};
use core::marker::PhantomData;
use draft::Draft;

static PAYLOAD_EMPTY: Rule = Rule("the payload must not be empty");

/// Packs PUT or PUSH messages into one event. An event without messages is not written at all.
///
/// ```
/// use bmq_codec::{EventBuilder, NewPut, build::SliceBuffer};
/// let mut space = [0; 128];
/// let mut event = EventBuilder::put(SliceBuffer::new(&mut space));
/// for payload in [&b"one"[..], b"two"] {
///     event.push(&NewPut { payload, ..NewPut::default() })?;
/// }
/// assert_eq!(event.finish().len(), 8 + 2 * 40);
/// # Ok::<(), bmq_codec::EncodeError>(())
/// ```
pub struct EventBuilder<B, K> {
    buffer: B,
    start: usize,
    count: usize,
    limit: usize,
    dialect: Dialect,
    kind: PhantomData<K>,
}

impl<B: Buffer> EventBuilder<B, Put> {
    /// Appends a PUT event to `buffer`, of at most 69,206,016 bytes.
    #[must_use]
    pub fn put(buffer: B) -> Self {
        Self::new(buffer, limits::PUT_EVENT_SOFT_MAX)
    }

    /// Adds a message without compressing it.
    ///
    /// # Errors
    /// What the official builder would refuse, by field: an empty payload, application data over 67,108,864 bytes,
    /// an event over its limit, an ACK without an id, bad options or properties; `buffer_too_small`. The buffer is
    /// then as it was.
    #[inline]
    pub fn push(&mut self, message: &NewPut<'_>) -> Result<(), EncodeError> {
        self.append(&Draft::put(message)?, CompressionAlgorithmType::NONE, message.payload)
    }

    /// Adds a message, compressed if that makes it smaller (from 1024 bytes on).
    ///
    /// # Errors
    /// Those of [`push`](Self::push).
    #[cfg(feature = "alloc")]
    pub fn push_compressed(
        &mut self,
        message: &NewPut<'_>,
        deflater: &mut Deflater,
    ) -> Result<(), EncodeError> {
        self.append_compressed(&Draft::put(message)?, deflater)
    }
}

impl<B: Buffer> EventBuilder<B, Push> {
    /// Appends a PUSH event to `buffer`, of at most 536,870,912 bytes.
    #[must_use]
    pub fn push_event(buffer: B) -> Self {
        Self::new(buffer, limits::EVENT_SOFT_MAX)
    }

    /// Adds a message without compressing it.
    ///
    /// # Errors
    /// What the official builder would refuse, by field: an empty payload, application data over 67,108,864 bytes,
    /// an event over its limit, bad options or properties; `buffer_too_small`. The buffer is then as it was.
    #[inline]
    pub fn push(&mut self, message: &NewPush<'_>) -> Result<(), EncodeError> {
        self.append(&Draft::push(message)?, CompressionAlgorithmType::NONE, message.payload)
    }

    /// Adds a message, compressed if that makes it smaller (from 1024 bytes on).
    ///
    /// # Errors
    /// Those of [`push`](Self::push).
    #[cfg(feature = "alloc")]
    pub fn push_compressed(
        &mut self,
        message: &NewPush<'_>,
        deflater: &mut Deflater,
    ) -> Result<(), EncodeError> {
        self.append_compressed(&Draft::push(message)?, deflater)
    }
}

impl<'w, K: Kind> EventBuilder<SliceBuffer<'w>, K> {
    /// Writes the event's length and gives its bytes, for as long as the slice lives.
    pub fn into_bytes(self) -> &'w mut [u8] {
        self.into_buffer().into_written()
    }
}

impl<B: Buffer, K: Kind> EventBuilder<B, K> {
    fn new(buffer: B, limit: usize) -> Self {
        let start = buffer.written().len();
        Self { buffer, start, count: 0, limit, dialect: Dialect::Official, kind: PhantomData }
    }

    /// Writes the form of another dialect: see [`Dialect`].
    #[must_use]
    pub const fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Writes the form of another dialect from the next message on.
    pub const fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// Limits the event to `limit` bytes, if that is less than its own maximum.
    #[must_use]
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = self.limit.min(limit);
        self
    }

    /// How many messages there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// True when there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Writes the event's length and gives its bytes; none when there is no message. More may be added after it.
    pub fn finish(&mut self) -> &[u8] {
        if self.count > 0 {
            patch_length(&mut self.buffer, self.start);
        }
        self.buffer.written().get(self.start..).unwrap_or_default()
    }

    /// Writes the event's length and gives the buffer back.
    pub fn into_buffer(mut self) -> B {
        self.finish();
        self.buffer
    }

    /// The style of the properties on the wire; in the Node SDK's dialect always lengths.
    fn style(&self, draft: &Draft<'_>) -> PropertyStyle {
        if draft.schema_id.0 == 0 || self.dialect == Dialect::NodeSdk {
            PropertyStyle::Old
        } else {
            PropertyStyle::New
        }
    }

    #[cfg(feature = "alloc")]
    fn append_compressed(&mut self, draft: &Draft<'_>, deflater: &mut Deflater) -> Result<(), EncodeError> {
        // What the old style compresses includes the properties: they are written out first.
        if !draft.properties.is_empty() && self.style(draft) == PropertyStyle::Old {
            let mut fault = Fault::new();
            let len = area_len(draft.properties, &mut fault, K::names().app_data);
            fault.result()?;
            let mut area = alloc::vec::Vec::with_capacity(len);
            write_area(draft.properties, PropertyStyle::Old, &mut area);
            if let Some(deflated) = deflater.worthwhile(&[&area, draft.payload]) {
                return self.append(draft, CompressionAlgorithmType::ZLIB, deflated);
            }
        } else if let Some(deflated) = deflater.worthwhile(&[draft.payload]) {
            return self.append(draft, CompressionAlgorithmType::ZLIB, deflated);
        }
        self.append(draft, CompressionAlgorithmType::NONE, draft.payload)
    }

    /// Appends one message; `data` is the payload, or what it (and old style properties) were compressed to.
    #[inline]
    fn append(
        &mut self,
        draft: &Draft<'_>,
        compression: CompressionAlgorithmType,
        data: &[u8],
    ) -> Result<(), EncodeError> {
        let at = K::names();
        let style = self.style(draft);
        let deflated_with_properties =
            compression == CompressionAlgorithmType::ZLIB && style == PropertyStyle::Old;
        let properties = if deflated_with_properties { &[][..] } else { draft.properties };

        let mut fault = Fault::new();
        let options_len = options_len(draft.options, &mut fault, at.options_words);
        let app_len = area_len(properties, &mut fault, at.app_data).saturating_add(data.len());
        if draft.payload.is_empty() && !draft.implicit {
            fault.report(EncodeError::refused(&PAYLOAD_EMPTY, at.payload));
        }
        fault.check_len(app_len, limits::PAYLOAD_SOFT_MAX, at.payload);
        let app_start = K::HEADER_LEN.saturating_add(options_len);
        let message_len = app_start.saturating_add(app_len).saturating_add(padding_len::<4>(app_len));
        self.reserve(message_len, &mut fault, &at)?;

        if self.count == 0 {
            self.buffer.put_array(EventHeader::new(K::EVENT_TYPE, 0).to_bytes());
        }
        let start = self.buffer.written().len();
        let has_properties = !draft.properties.is_empty();
        let flags = draft.flags | if has_properties { PutFlags::MESSAGE_PROPERTIES.0 } else { 0 };
        let first = u32::from(flags).wrapping_shl(28) | words(message_len);
        let header_words = words(K::HEADER_LEN);
        let second =
            words(options_len).wrapping_shl(8) | u32::from(compression.0).wrapping_shl(5) | header_words;
        self.buffer.put_array(first.to_be_bytes());
        self.buffer.put_array(second.to_be_bytes());
        self.buffer.put_array(draft.queue_id.to_be_bytes());
        self.buffer.put_array(draft.id.0);
        if K::HAS_CRC {
            self.buffer.put_array([0; 4]);
        }
        let [s0, s1] = if has_properties { draft.schema_id.0 } else { 0 }.to_be_bytes();
        self.buffer.put_array([s0, s1, 0, 0]);
        write_options(draft.options, &mut self.buffer);
        write_area(properties, style, &mut self.buffer);
        self.buffer.put(data);
        self.buffer.put(word_padding(app_len));
        if K::HAS_CRC {
            self.patch_crc(draft, start, app_start, app_len);
        }
        self.count = self.count.saturating_add(1);
        Ok(())
    }

    /// Makes sure that nothing was reported, that the event stays within its limit, and that there is room.
    #[inline]
    fn reserve(&mut self, message_len: usize, fault: &mut Fault, at: &Names) -> Result<(), EncodeError> {
        let head = if self.count == 0 { EventHeader::LEN } else { 0 };
        let added = message_len.saturating_add(head);
        let event_len = self.buffer.written().len().saturating_sub(self.start).saturating_add(added);
        fault.check_len(event_len, self.limit, at.event);
        fault.result()?;
        self.buffer.reserve(added).map_err(|room| EncodeError::buffer_too_small(added, room, at.event))
    }

    /// The CRC covers the application data as it now stands; in the Node SDK's dialect with its padding.
    #[inline]
    fn patch_crc(&mut self, draft: &Draft<'_>, start: usize, app_start: usize, app_len: usize) {
        let app_start = start.saturating_add(app_start);
        let end = match self.dialect {
            Dialect::Official => app_start.saturating_add(app_len),
            Dialect::NodeSdk => self.buffer.written().len(),
        };
        let crc = match draft.crc32c {
            Some(crc) => crc,
            None => crc::crc32c(self.buffer.written().get(app_start..end).unwrap_or_default()),
        };
        let slot = self.buffer.written_mut().get_mut(start.saturating_add(28)..);
        if let Some(slot) = slot.and_then(<[u8]>::first_chunk_mut::<4>) {
            *slot = crc.to_be_bytes();
        }
    }
}

/// A length in words; lengths were measured against limits far below what 32 bits hold.
#[cfg_attr(not(feature = "small"), inline(always))]
fn words(len: usize) -> u32 {
    u32::try_from(len >> 2).unwrap_or(u32::MAX)
}

// Two attributes: clippy knows a module of tests by the plain one.
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests;
