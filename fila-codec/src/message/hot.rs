//! "Hot-Path Opcodes (0x10-0x1F)".
//!
//! Every operation is a batch. The records that batches are made of are inlined into their loops.

use crate::PROTOCOL;
use crate::types::{ErrorCode, StringMap, Throttle};
use codec_common::wire::{U16, U32};
use codec_common::{Blob, List, Str, Uuid, messages, record};

record! {
    /// A message of an [`Enqueue`]: 12 bytes at least.
    hot EnqueueMessage<'a> {
        /// Where it goes; each message of a batch names its own.
        queue: Str<'a>,
        /// Order and duplicates are kept.
        headers: StringMap<'a>,
        payload: Blob<'a>,
        /// Absent: the queue's default. A queue with an `on_enqueue` hook takes it as a suggestion.
        fairness_key: Option<Str<'a>>,
        /// Absent: the queue's default, 1.
        weight: Option<u32>,
        /// Milliseconds; absent or 0: deliverable at once.
        delay_ms: Option<u64>,
        idempotency_key: Option<Str<'a>>,
    }
}

record! {
    /// What became of one message of an [`Enqueue`]: 18 bytes.
    hot EnqueueItemResult {
        error_code: ErrorCode,
        /// All zero when there is an error; the original's id for a duplicate.
        message_id: Uuid,
        /// It matched a deduplication key that the queue remembers, and nothing was enqueued.
        duplicate: bool,
    }
}

record! {
    /// Who leads a queue of the batch that this node does not lead: 12 bytes at least.
    RouteHint<'a> {
        queue: Str<'a>,
        leader_node_id: u64,
        /// `host:port`.
        leader_addr: Str<'a>,
    }
}

record! {
    /// A message of a [`Delivery`]: 62 bytes at least.
    hot DeliveredMessage<'a> {
        message_id: Uuid,
        queue: Str<'a>,
        /// Order and duplicates are kept.
        headers: StringMap<'a>,
        payload: Blob<'a>,
        fairness_key: Str<'a>,
        weight: u32,
        /// 1 on the first delivery; a redrive resets it.
        attempt_count: u32,
        /// Times that it was redriven from the dead-letter queue.
        redrive_count: u32,
        /// Unix milliseconds.
        enqueued_at: u64,
        /// Unix milliseconds.
        leased_at: u64,
        /// Unix milliseconds; a lower bound, since a new leader may restart the lease.
        lease_expires_at: u64,
    }
}

record! {
    /// A message to acknowledge: 18 bytes at least.
    hot AckItem<'a> {
        queue: Str<'a>,
        message_id: Uuid,
    }
}

record! {
    /// A message that was not handled: 21 bytes at least.
    hot NackItem<'a> {
        queue: Str<'a>,
        message_id: Uuid,
        /// Reaches the `on_failure` hook as `msg.error`. [`cut`](crate::cut) shortens a text that is too long.
        error: Str<'a>,
        /// Milliseconds; absent: the `on_failure` hook decides.
        retry_after_ms: Option<u64>,
    }
}

record! {
    /// A lease to extend: 26 bytes at least.
    hot ExtendLeaseItem<'a> {
        queue: Str<'a>,
        message_id: Uuid,
        /// Milliseconds from now, not from the current expiry.
        extend_by_ms: u64,
    }
}

record! {
    /// What became of one lease: 9 bytes.
    hot ExtendLeaseItemResult {
        /// `MessageNotFound`: the lease has ended and the message was delivered again. Stop the work.
        error_code: ErrorCode,
        /// The new expiry in Unix milliseconds; 0 when there is an error.
        lease_expires_at: u64,
    }
}

messages! { $ hot;
    /// "Enqueue (0x10)": messages for any number of queues.
    0x10 => Enqueue<'a> (ClientToServer) { messages: List<'a, EnqueueMessage<'a>, U32> }

    /// "EnqueueResult (0x11)": what became of each, in the order of the request.
    0x11 => EnqueueResult<'a> (ServerToClient) {
        results: List<'a, EnqueueItemResult, U32>,
        /// Hints are advice: where a batch names more than 65,535 queues that are led elsewhere, the rest may be
        /// left out.
        route_hints: List<'a, RouteHint<'a>, U16>,
    }

    /// "Consume (0x12)": subscribes. Its request id names the subscription from here on.
    0x12 => Consume<'a> (ClientToServer) {
        queue: Str<'a>,
        /// Messages that may be delivered; 0 means without limit. See [`CreditLedger`](crate::CreditLedger).
        credit: u32,
        /// Limits on deliveries that this subscriber declares.
        throttles: List<'a, Throttle<'a>, U16>,
    }

    /// "ConsumeOk (0x13)": comes before any `Delivery`.
    0x13 => ConsumeOk<'a> (ServerToClient) { consumer_id: Str<'a> }

    /// "Delivery (0x14)": messages pushed under the request id of their `Consume`.
    0x14 => Delivery<'a> (ServerToClient) { messages: List<'a, DeliveredMessage<'a>, U32> }

    /// "Credit (0x15)": more messages may be delivered, under the request id of their `Consume`. No answer.
    0x15 => Credit (ClientToServer) {
        /// Added to the balance, which saturates at `u32::MAX`.
        additional_credit: u32,
    }

    /// "CancelConsume (0x16)": ends the subscription with this request id. No answer.
    0x16 => CancelConsume (ClientToServer) {}

    /// "Ack (0x17)": messages that were handled.
    0x17 => Ack<'a> (ClientToServer) { items: List<'a, AckItem<'a>, U32> }

    /// "AckResult (0x18)": `Ok` or `MessageNotFound` for each.
    0x18 => AckResult<'a> (ServerToClient) { results: List<'a, ErrorCode, U32> }

    /// "Nack (0x19)": messages that were not handled.
    0x19 => Nack<'a> (ClientToServer) { items: List<'a, NackItem<'a>, U32> }

    /// "NackResult (0x1A)": `Ok` or `MessageNotFound` for each.
    0x1A => NackResult<'a> (ServerToClient) { results: List<'a, ErrorCode, U32> }

    /// "ExtendLease (0x1B)": keeps messages in flight for longer.
    0x1B => ExtendLease<'a> (ClientToServer) { items: List<'a, ExtendLeaseItem<'a>, U32> }

    /// "ExtendLeaseResult (0x1C)": the new expiry of each.
    0x1C => ExtendLeaseResult<'a> (ServerToClient) { results: List<'a, ExtendLeaseItemResult, U32> }
}
