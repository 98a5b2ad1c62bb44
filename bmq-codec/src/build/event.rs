//! Events without messages of their own: heartbeats, and those that hold one schema message.

use crate::event::{EncodingType, EventHeader, EventType, limits};
use crate::names::schema_event as at;
use crate::schema::{AuthenticationMessage, ControlMessage, ElectorMessage, NegotiationMessage, Schema};
use codec_common::padding::{padding_len, word_padding};
use codec_common::{Buffer, EncodeError, Rule};

/// A heartbeat request, whole.
pub const HEARTBEAT_REQ: [u8; 8] = EventHeader::new(EventType::HEARTBEAT_REQ, 8).to_bytes();
/// The answer to a heartbeat request, whole.
pub const HEARTBEAT_RSP: [u8; 8] = EventHeader::new(EventType::HEARTBEAT_RSP, 8).to_bytes();

/// Appends an event that holds one encoded schema message (CONTROL, AUTHENTICATION, ELECTOR), with its padding.
///
/// The encoding is written but for ELECTOR, which is in BER without saying so.
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
/// `bad_value` for an encoding that has no name, or an ELECTOR event that is not in BER; `too_long` beyond the soft
/// maximum of an event; `buffer_too_small`. The buffer is then as it was.
pub fn schema_event(
    buffer: &mut impl Buffer,
    event_type: EventType,
    encoding: EncodingType,
    body: &[u8],
) -> Result<(), EncodeError> {
    check_encoding(event_type, encoding)?;
    event_around(buffer, event_type, encoding, body.len(), |buffer| buffer.put(body))
}

static ELECTOR: Rule = Rule("an ELECTOR event is always in BER");
static UNKNOWN: Rule = Rule("the encoding is 0 (BER) or 1 (JSON)");

/// Refuses what the header could not say, or would say of other bytes.
fn check_encoding(event_type: EventType, encoding: EncodingType) -> Result<(), EncodeError> {
    let rule = if encoding.name().is_none() {
        &UNKNOWN
    } else if event_type == EventType::ELECTOR && encoding != EncodingType::BER {
        &ELECTOR
    } else {
        return Ok(());
    };
    Err(EncodeError::bad_value(encoding.0.into(), rule, &at::ENCODING))
}

/// Header, `len` bytes that `put` writes, and their padding.
fn event_around<B: Buffer>(
    buffer: &mut B,
    event_type: EventType,
    encoding: EncodingType,
    body_len: usize,
    put: impl FnOnce(&mut B),
) -> Result<(), EncodeError> {
    let len = body_len.saturating_add(padding_len::<4>(body_len)).saturating_add(EventHeader::LEN);
    if len > limits::EVENT_SOFT_MAX {
        return Err(EncodeError::too_long(len, limits::EVENT_SOFT_MAX, &at::BODY));
    }
    buffer.reserve(len).map_err(|room| EncodeError::buffer_too_small(len, room, &at::BODY))?;
    let mut header = EventHeader::new(event_type, u32::try_from(len).unwrap_or(u32::MAX));
    if event_type != EventType::ELECTOR {
        header = header.with_encoding(encoding);
    }
    buffer.put_array(header.to_bytes());
    put(buffer);
    buffer.put(word_padding(body_len));
    Ok(())
}

/// Appends an event that holds `message`, with its padding. The functions below know which type of event is right.
///
/// # Errors
/// What cannot be written in that encoding; `bad_value` for an ELECTOR event that is not in BER; `too_long` beyond
/// the soft maximum of an event; `buffer_too_small`. The buffer is then as it was.
pub fn message_event<'a>(
    buffer: &mut impl Buffer,
    event_type: EventType,
    encoding: EncodingType,
    message: &impl Schema<'a>,
) -> Result<(), EncodeError> {
    check_encoding(event_type, encoding)?;
    let len = message.encoded_len(encoding)?;
    event_around(buffer, event_type, encoding, len, |buffer| message.put(encoding, buffer))
}

macro_rules! events {
    ($($(#[$doc:meta])* $name:ident $message:ty, $event_type:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Those of [`message_event`].
        pub fn $name(
            buffer: &mut impl Buffer,
            encoding: EncodingType,
            message: &$message,
        ) -> Result<(), EncodeError> {
            message_event(buffer, EventType::$event_type, encoding, message)
        }
    )*};
}

events! {
    /// Appends a CONTROL event with a control message.
    ///
    /// ```
    /// use bmq_codec::EncodingType;
    /// use bmq_codec::build::{Buffer, SliceBuffer, control_event};
    /// use bmq_codec::schema::{ControlMessage, Disconnect};
    /// let mut space = [0; 64];
    /// let mut out = SliceBuffer::new(&mut space);
    /// control_event(&mut out, EncodingType::BER, &ControlMessage::new(4, Disconnect {}))?;
    /// assert_eq!(out.written()[..8], [0, 0, 0, 0x18, 0x41, 2, 0, 0]);
    /// # Ok::<(), bmq_codec::EncodeError>(())
    /// ```
    control_event ControlMessage<'_>, CONTROL;
    /// Appends a CONTROL event with a negotiation message: the first one of a connection in its direction.
    negotiation_event NegotiationMessage<'_>, CONTROL;
    /// Appends an AUTHENTICATION event.
    authentication_event AuthenticationMessage<'_>, AUTHENTICATION;
}

/// Appends an ELECTOR event, which is in BER.
///
/// # Errors
/// Those of [`message_event`].
pub fn elector_event(buffer: &mut impl Buffer, message: &ElectorMessage) -> Result<(), EncodeError> {
    message_event(buffer, EventType::ELECTOR, EncodingType::BER, message)
}

/// Writes the length of the event that begins at `start` into its header.
pub(super) fn patch_length(buffer: &mut impl Buffer, start: usize) {
    let len = buffer.written().len().saturating_sub(start);
    let bytes = u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes();
    if let Some(slot) = buffer.written_mut().get_mut(start..).and_then(<[u8]>::first_chunk_mut::<4>) {
        *slot = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Disconnect;
    use codec_common::SliceBuffer;

    #[test]
    fn an_encoding_that_an_event_cannot_say_is_refused() {
        let message = ControlMessage::new(1, Disconnect {});
        for (event_type, encoding) in [
            (EventType::CONTROL, EncodingType(2)),
            (EventType::CONTROL, EncodingType(9)),
            (EventType::AUTHENTICATION, EncodingType(0xFF)),
            (EventType::ELECTOR, EncodingType(8)),
            (EventType::ELECTOR, EncodingType::JSON),
        ] {
            let mut space = [0; 64];
            let mut out = SliceBuffer::new(&mut space);
            let encoded = schema_event(&mut out, event_type, encoding, b"{}").unwrap_err();
            let built = message_event(&mut out, event_type, encoding, &message).unwrap_err();
            for error in [encoded, built] {
                assert_eq!((error.reason().name(), error.field()), ("bad_value", "encoding"));
            }
            assert_eq!(out.written(), []);
            // The message alone: nothing is written, rather than another encoding.
            message.put(EncodingType(encoding.0.max(2)), &mut out);
            assert_eq!(out.written(), []);
        }
    }
}
