//! MessageX: all frames that are valid.

use super::{Fast, frame};
use crate::protocol::{Protocol, mx::MessageX};
use crate::stats::Stats;
use crate::stats::queue::Extent;
use mx_codec::{Envelope, Message, Outcome};

impl Fast for MessageX {
    fn count(&mut self, bytes: &[u8], stats: &mut Stats) -> bool {
        let Ok(envelope) = Envelope::decode(bytes, &self.limits) else { return false };
        let message = envelope.message();
        let kind = message.kind().name();
        let (name, payload) = match message {
            Message::Command(command) => (command.command.to_cow(), Some(command.payload.raw())),
            Message::Event(event) => (event.event.to_cow(), event.payload),
            Message::Response(response) => match response.outcome {
                Outcome::Success { payload } => ("success".into(), payload),
                Outcome::Failure(failure) => (failure.code.to_cow(), None),
            },
        };
        let mut payloads = Extent::default();
        payload.into_iter().for_each(|payload| payloads.add(payload.as_str().len() as u64));
        stats.frame(&frame(Protocol::Mx, kind, bytes.len(), 1, payloads));
        *stats.kind(Protocol::Mx, kind).names.of(&name) += 1;
        true
    }
}
