//! MessageX: all frames that are valid.

use super::{Contents, Counting};
use crate::pairing::Event as Asked;
use crate::protocol::{Protocol, mx::MessageX};
use mx_codec::{Envelope, Message, Outcome};

/// Counts a frame that is valid.
pub(crate) fn count(mx: &mut MessageX, bytes: &[u8], counting: &mut Counting<'_>) -> bool {
    let Ok(envelope) = Envelope::decode(bytes, &mx.limits) else { return false };
    let message = envelope.message();
    let kind = message.kind().name();
    let (name, payload) = match message {
        Message::Command(command) => {
            let name = command.command.to_cow();
            counting.pair(Protocol::Mx, || Asked::mx(&command.request_id.to_cow(), Some(&name)));
            (name, Some(command.payload.raw()))
        }
        Message::Event(event) => (event.event.to_cow(), event.payload),
        Message::Response(response) => {
            counting.pair(Protocol::Mx, || Asked::mx(&response.request_id.to_cow(), None));
            match response.outcome {
                Outcome::Success { payload } => ("success".into(), payload),
                Outcome::Failure(failure) => (failure.code.to_cow(), None),
            }
        }
    };
    let mut contents = Contents { messages: 1, ..Contents::default() };
    payload.into_iter().for_each(|payload| contents.payloads.add(payload.as_str().len() as u64));
    counting.frame(Protocol::Mx, kind, bytes.len(), contents);
    *counting.stats.kind(Protocol::Mx, kind).names.of(&name) += 1;
    true
}
