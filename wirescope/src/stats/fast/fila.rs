//! Fila: the hot path.

use super::{Contents, Counting};
use crate::pairing::Event as Asked;
use crate::protocol::{Protocol, fila::Fila};
use crate::stats::queue::Queue;
use codec_common::Str;
use codec_common::table::Message as Named;
use fila_codec::message::{
    Ack, AckResult, Delivery, Enqueue, EnqueueResult, ExtendLease, ExtendLeaseResult, Nack, NackResult,
};
use fila_codec::types::ErrorCode;
use fila_codec::{Opcode, Operation, RequestId};

/// Counts a batch, or its results, if all of it is whole.
pub(crate) fn count(fila: &mut Fila, bytes: &[u8], counting: &mut Counting<'_>) -> bool {
    let operation = match fila.alone(bytes) {
        Some(Some(operation)) => operation,
        // The last frame of an operation that was given up: it shows no message.
        Some(None) => return ignored(bytes, counting),
        None => return false,
    };
    let Some(kind) = operation.opcode().name() else { return false };
    let batch = Batch { kind, operation, length: bytes.len(), counting };
    match operation.opcode().0 {
        Enqueue::CODE => batch.messages::<Enqueue<'_>, _>(|enqueue| {
            enqueue.messages.iter().map(|item| (item.queue, Some(item.payload.len())))
        }),
        Delivery::CODE => batch.messages::<Delivery<'_>, _>(|delivery| {
            delivery.messages.iter().map(|item| (item.queue, Some(item.payload.len())))
        }),
        Ack::CODE => batch.messages::<Ack<'_>, _>(|ack| ack.items.iter().map(|item| (item.queue, None))),
        Nack::CODE => batch.messages::<Nack<'_>, _>(|nack| nack.items.iter().map(|item| (item.queue, None))),
        ExtendLease::CODE => {
            batch.messages::<ExtendLease<'_>, _>(|extend| extend.items.iter().map(|item| (item.queue, None)))
        }
        EnqueueResult::CODE => batch
            .results::<EnqueueResult<'_>, _>(|answer| answer.results.iter().map(|result| result.error_code)),
        AckResult::CODE => batch.results::<AckResult<'_>, _>(|answer| answer.results.iter()),
        NackResult::CODE => batch.results::<NackResult<'_>, _>(|answer| answer.results.iter()),
        ExtendLeaseResult::CODE => batch.results::<ExtendLeaseResult<'_>, _>(|answer| {
            answer.results.iter().map(|result| result.error_code)
        }),
        _ => false,
    }
}

/// A batch that is to be counted.
struct Batch<'b, 'c, 's> {
    kind: &'static str,
    operation: Operation<'b>,
    length: usize,
    counting: &'c mut Counting<'s>,
}

impl<'b> Batch<'b, '_, '_> {
    /// Counts messages: the queue of each and, where there is one, the length of its payload.
    fn messages<T, I>(self, items: impl FnOnce(T) -> I) -> bool
    where
        T: Named<'b>,
        I: Iterator<Item = (Str<'b>, Option<usize>)>,
    {
        let Ok((message, _)) = self.operation.decode_as::<T>() else { return false };
        let mut contents = Contents::default();
        for (queue, payload) in items(message) {
            let payload = payload.map(|payload| payload as u64);
            contents.messages += 1;
            payload.iter().for_each(|payload| contents.payloads.add(*payload));
            self.counting.stats.queues.add(Queue::Name(queue.as_str()), self.kind, payload);
        }
        self.finish(contents)
    }

    /// Counts results.
    fn results<T: Named<'b>, I: Iterator<Item = ErrorCode>>(self, items: impl FnOnce(T) -> I) -> bool {
        let Ok((message, _)) = self.operation.decode_as::<T>() else { return false };
        let names = &mut self.counting.stats.kind(Protocol::Fila, self.kind).names;
        for code in items(message) {
            *match code.name() {
                Some(name) => names.of(name),
                None => names.of(&code.0.to_string()),
            } += 1;
        }
        self.finish(Contents::default())
    }

    fn finish(self, contents: Contents) -> bool {
        let RequestId(id) = self.operation.request_id();
        self.counting.pair(Protocol::Fila, || Asked::fila(self.kind, id.into()));
        self.counting.frame(Protocol::Fila, self.kind, self.length, contents);
        true
    }
}

/// Counts a frame of which reassembly takes no notice.
fn ignored(bytes: &[u8], counting: &mut Counting<'_>) -> bool {
    let opcode = bytes.get(4).map(|opcode| Opcode(*opcode));
    let number = opcode.map_or_else(String::new, |opcode| opcode.0.to_string());
    let kind = opcode.and_then(Opcode::name).unwrap_or(&number);
    counting.frame(Protocol::Fila, kind, bytes.len(), Contents::default());
    true
}
