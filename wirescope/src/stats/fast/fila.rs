//! Fila: the batches of messages.

use super::{Fast, frame};
use crate::protocol::{Protocol, fila::Fila};
use crate::stats::Stats;
use crate::stats::queue::{Extent, Queue};
use codec_common::Str;
use codec_common::table::Message as _;
use fila_codec::message::{Delivery, Enqueue};
use fila_codec::{Batch, Opcode, Operation};

impl Fast for Fila {
    fn count(&mut self, bytes: &[u8], stats: &mut Stats) -> bool {
        let operation = match self.alone(bytes) {
            Some(Some(operation)) => operation,
            // The last frame of an operation that was given up: it shows no message.
            Some(None) => return ignored(bytes, stats),
            None => return false,
        };
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

/// Counts a frame of which reassembly takes no notice.
fn ignored(bytes: &[u8], stats: &mut Stats) -> bool {
    let opcode = bytes.get(4).map(|opcode| Opcode(*opcode));
    let number = opcode.map_or_else(String::new, |opcode| opcode.0.to_string());
    let kind = opcode.and_then(Opcode::name).unwrap_or(&number);
    stats.frame(&frame(Protocol::Fila, kind, bytes.len(), 0, Extent::default()));
    true
}
