//! Batches: the messages that are counted items, and builders that take the items one by one.
//!
//! Counted items can be read in three ways ([`Operation`](crate::Operation)): `decode`, `collect`, `stream`. They
//! can be written in two: as a slice of items in the message itself, or appended to a builder, which writes each
//! at once and puts count and length in at the end.

#[cfg(feature = "alloc")]
mod buffer;
mod writer;

#[cfg(feature = "alloc")]
pub use buffer::{BatchBuffer, FinishedBatch};
pub use writer::BatchWriter;

use crate::PROTOCOL;
use crate::message::*;
use crate::opcode::Opcode;
use crate::types::ErrorCode;
use codec_common::table::Message as Named;
use codec_common::wire::U16;
use codec_common::{At, EncodeError, Field, List, Wire, record};

record! {
    /// Nothing: what follows the items of most batches.
    #[derive(Default)]
    NoTail {}
}

/// A message whose body is a `u32` count of items, and perhaps a tail. Name it without a lifetime:
/// `operation.stream::<Enqueue>()`.
pub trait Batch: 'static {
    /// An item.
    type Item<'v>: Wire<'v> + Copy + 'v;
    /// What follows the items.
    type Tail<'v>: Wire<'v> + Default;
    /// The message's opcode.
    const OPCODE: Opcode;
    /// The list, as errors name it.
    const ITEMS: At;
    /// The tail, as errors name it.
    const TAIL: At;
}

macro_rules! batches {
    ($($name:ident.$list:ident: $item:ident $(<$lt:lifetime>)?, $tail_field:literal: $tail:ty;)*) => {$(
        impl Batch for $name<'static> {
            type Item<'v> = $item $(<$lt>)?;
            type Tail<'v> = $tail;
            const OPCODE: Opcode = Opcode(<$name<'static> as Named<'static>>::CODE);
            const ITEMS: At = &Field::new(PROTOCOL, stringify!($name), stringify!($list));
            const TAIL: At = &Field::new(PROTOCOL, stringify!($name), $tail_field);
        }
    )*};
}

batches! {
    Enqueue.messages: EnqueueMessage<'v>, "": NoTail;
    EnqueueResult.results: EnqueueItemResult, "route_hints": List<'v, RouteHint<'v>, U16>;
    Delivery.messages: DeliveredMessage<'v>, "": NoTail;
    Ack.items: AckItem<'v>, "": NoTail;
    AckResult.results: ErrorCode, "": NoTail;
    Nack.items: NackItem<'v>, "": NoTail;
    NackResult.results: ErrorCode, "": NoTail;
    ExtendLease.items: ExtendLeaseItem<'v>, "": NoTail;
    ExtendLeaseResult.results: ExtendLeaseItemResult, "": NoTail;
}

/// The count of a batch and its place, right behind the frame's header.
const COUNT: usize = 4;

/// Checks that a batch was answered item by item.
///
/// The codec takes any number of results; a client that matches them to its items by position calls this first.
///
/// # Errors
/// [`ResultsMismatch`] with both numbers.
pub const fn check_results(items: usize, results: usize) -> Result<(), ResultsMismatch> {
    if items == results { Ok(()) } else { Err(ResultsMismatch { items, results }) }
}

/// A batch was answered with another number of results than it had items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{results} results for a batch of {items} items")]
pub struct ResultsMismatch {
    /// Items that were sent.
    pub items: usize,
    /// Results that came.
    pub results: usize,
}

/// One more than `count`, if a `u32` can say it.
fn one_more(count: u32, at: At) -> Result<u32, EncodeError> {
    const MAX: usize = <codec_common::wire::U32 as codec_common::wire::Prefix>::MAX;
    count.checked_add(1).ok_or_else(|| EncodeError::too_many_items(MAX.saturating_add(1), MAX, at))
}
