//! Fila: the batches of messages.

use super::{Fast, frame};
use crate::protocol::{Protocol, fila::Fila};
use crate::stats::Stats;
use crate::stats::queue::{Extent, Queue};
use codec_common::Str;
use fila_codec::message::{Delivery, Enqueue};
use fila_codec::{Batch, Operation};

impl Fast for Fila {
    fn count(&mut self, bytes: &[u8], stats: &mut Stats) -> bool {
        let Some(operation) = self.alone(bytes) else { return false };
        match operation.opcode().0 {
            Enqueue::CODE => {
                batch::<Enqueue>(operation, bytes.len(), |item| (item.queue, item.payload.len()), stats)
            }
            Delivery::CODE => {
                batch::<Delivery>(operation, bytes.len(), |item| (item.queue, item.payload.len()), stats)
            }
            _ => false,
        }
    }
}

/// Counts a batch when all of its items are whole.
fn batch<'a, B: Batch>(
    operation: Operation<'a>,
    length: usize,
    message: impl Fn(B::Item<'a>) -> (Str<'a>, usize),
    stats: &mut Stats,
) -> bool {
    let Some(kind) = operation.opcode().name() else { return false };
    let Ok(items) = operation.stream::<B>() else { return false };
    let items: Result<Vec<_>, _> = items.map(|item| item.map(&message)).collect();
    let Ok(items) = items else { return false };
    let mut payloads = Extent::default();
    for (queue, payload) in &items {
        payloads.add(*payload as u64);
        stats.queues.add(Queue::Name(queue.as_str()), kind, Some(*payload as u64));
    }
    stats.frame(&frame(Protocol::Fila, kind, length, items.len() as u64, payloads));
    true
}
