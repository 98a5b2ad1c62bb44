//! Events without messages of their own: heartbeats, and those that hold one schema message.

use crate::event::{EncodingType, EventHeader, EventType, limits};
use crate::names::schema_event as at;
use codec_common::padding::{padding_len, word_padding};
use codec_common::{Buffer, EncodeError};

/// A heartbeat request, whole.
pub const HEARTBEAT_REQ: [u8; 8] = EventHeader::new(EventType::HEARTBEAT_REQ, 8).to_bytes();
/// The answer to a heartbeat request, whole.
pub const HEARTBEAT_RSP: [u8; 8] = EventHeader::new(EventType::HEARTBEAT_RSP, 8).to_bytes();

/// Appends an event that holds one encoded schema message (CONTROL, AUTHENTICATION, ELECTOR), with its padding.
///
/// The encoding is written for CONTROL and AUTHENTICATION; an ELECTOR event is BER without saying so.
///
/// ```
/// use bmq_codec::{EncodingType, EventType, build::{Buffer, SliceBuffer, schema_event}};
/// let mut space = [0; 64];
/// let mut out = SliceBuffer::new(&mut space);
/// schema_event(&mut out, EventType::CONTROL, EncodingType::JSON, br#"{"rId":4,"disconnect":{}}"#)?;
/// assert_eq!(out.written()[..8], [0, 0, 0, 0x24, 0x41, 2, 0x20, 0]);
/// assert_eq!(out.written()[33..], [3, 3, 3]);
/// # Ok::<(), bmq_codec::EncodeError>(())
/// ```
///
/// # Errors
/// `too_long` beyond the soft maximum of an event, `buffer_too_small`; the buffer is then as it was.
pub fn schema_event(
    buffer: &mut impl Buffer,
    event_type: EventType,
    encoding: EncodingType,
    body: &[u8],
) -> Result<(), EncodeError> {
    let padded = body.len().saturating_add(padding_len::<4>(body.len()));
    let len = padded.saturating_add(EventHeader::LEN);
    if len > limits::EVENT_SOFT_MAX {
        return Err(EncodeError::too_long(len, limits::EVENT_SOFT_MAX, &at::BODY));
    }
    buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, &at::BODY))?;
    let mut header = EventHeader::new(event_type, u32::try_from(len).unwrap_or(u32::MAX));
    if event_type != EventType::ELECTOR {
        header = header.with_encoding(encoding);
    }
    buffer.put_array(header.to_bytes());
    buffer.put(body);
    buffer.put(word_padding(body.len()));
    Ok(())
}

/// Writes the length of the event that begins at `start` into its header.
pub(super) fn patch_length(buffer: &mut impl Buffer, start: usize) {
    let len = buffer.written().len().saturating_sub(start);
    let bytes = u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes();
    if let Some(slot) = buffer.written_mut().get_mut(start..).and_then(<[u8]>::first_chunk_mut::<4>) {
        *slot = bytes;
    }
}
