//! FIFO queues: message group and deduplication id.

use alloc::string::{String, ToString};
use md5::{Digest, Md5};

use super::SqsSender;
use crate::names::{DEDUP_ID, ORDERING_KEY};
use crate::{Code, Envelope, MapError};

/// The deduplication id of a message that brings none: the MD5 of payload, subject and identity, joined.
///
/// Joining without lengths lets different messages collide (`("ab", "c")` and `("a", "bc")`); it is what gobridge
/// does, and kept for that alone.
///
/// ```
/// assert_eq!(bridge_codec::sqs::dedup_id(b"p", "evt.x", "id-1"), "b438e6930fe900a767e879c6ab9e57f5");
/// ```
#[must_use]
pub fn dedup_id(payload: &[u8], subject: &str, id: &str) -> String {
    let hash = Md5::new().chain_update(payload).chain_update(subject).chain_update(id).finalize();
    crate::amqp::hex(&hash)
}

/// Refuses settings that do not go together.
pub(super) fn check(sender: &SqsSender) -> Result<(), MapError> {
    let refused = |part, text| Err(MapError::new(Code::InvalidConfig, part, text));
    let by_url = sender.queue_url.as_deref().is_some_and(|url| url.ends_with(".fifo"));
    if by_url && !sender.fifo && configured_group(sender).is_none() {
        return refused("queue_url", "is of a FIFO queue: that needs message_group_id or fifo");
    }
    if is_fifo(sender) && sender.delay_seconds > 0 {
        return refused("delay_seconds", "is not for FIFO queues");
    }
    Ok(())
}

/// The configured message group; an empty one is none.
fn configured_group(sender: &SqsSender) -> Option<&str> {
    sender.message_group_id.as_deref().filter(|group| !group.is_empty())
}

/// Whether the queue is a FIFO queue.
fn is_fifo(sender: &SqsSender) -> bool {
    sender.fifo || sender.queue_url.as_deref().is_some_and(|url| url.ends_with(".fifo"))
}

/// Group and deduplication id for a message to a FIFO queue, none for another queue.
pub(super) fn fields(
    envelope: &Envelope,
    sender: &SqsSender,
) -> Result<(Option<String>, Option<String>), MapError> {
    if !is_fifo(sender) {
        return Ok((None, None));
    }
    let header = |name| envelope.headers.text(name).filter(|text| !text.is_empty());
    let group = header(ORDERING_KEY).or_else(|| configured_group(sender));
    let Some(group) = group else {
        return Err(MapError::new(
            Code::InvalidPayload,
            "message group",
            "is neither in the message nor configured",
        ));
    };
    let dedup = match header(DEDUP_ID) {
        Some(id) => id.to_string(),
        None => dedup_id(&envelope.payload, envelope.subject().unwrap_or_default(), envelope.id()),
    };
    Ok((Some(group.to_string()), Some(dedup)))
}
