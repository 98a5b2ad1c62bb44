//! "4. Consume Streaming": what comes under the request id of a `Consume`.

use crate::message::{ConsumeOk, Delivery};
use crate::opcode::Opcode;
use codec_common::table::Message as _;

/// One subscription, from the client's side.
///
/// `ConsumeOk` comes before any `Delivery`, often in the same read. Deliveries that were on their way when the
/// subscription was cancelled still come, and are to be ignored. An `Error` ends it.
///
/// ```
/// use fila_codec::Opcode;
/// use fila_codec::connection::{Subscription, SubscriptionEvent as Event};
/// let (consume_ok, delivery) = (Opcode(0x13), Opcode(0x14));
/// let mut subscription = Subscription::new();
/// assert_eq!(subscription.receive(delivery), Event::Unexpected);
/// assert_eq!(subscription.receive(consume_ok), Event::Accepted);
/// assert_eq!(subscription.receive(delivery), Event::Deliver);
/// subscription.cancel();
/// assert_eq!(subscription.receive(delivery), Event::Ignore);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subscription {
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// `Consume` was sent.
    #[default]
    Requested,
    /// `ConsumeOk` has come.
    Active,
    /// It was cancelled or has failed.
    Ended,
}

/// What an operation under the subscription's request id means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubscriptionEvent {
    /// The server has accepted it.
    Accepted,
    /// Messages to handle.
    Deliver,
    /// The server refused or ended it: the `Error` says why.
    Failed,
    /// It comes late.
    Ignore,
    /// It must not come now: a `Delivery` before `ConsumeOk`, a second `ConsumeOk`, another answer.
    Unexpected,
}

impl Subscription {
    /// A subscription whose `Consume` was sent.
    #[must_use]
    pub const fn new() -> Self {
        Self { state: State::Requested }
    }

    /// Takes in the opcode of an operation with its request id.
    pub const fn receive(&mut self, opcode: Opcode) -> SubscriptionEvent {
        match (self.state, opcode.0) {
            (State::Ended, _) => SubscriptionEvent::Ignore,
            (State::Requested, ConsumeOk::CODE) => {
                self.state = State::Active;
                SubscriptionEvent::Accepted
            }
            (State::Active, Delivery::CODE) => SubscriptionEvent::Deliver,
            (_, 0xFE) => {
                self.state = State::Ended;
                SubscriptionEvent::Failed
            }
            _ => SubscriptionEvent::Unexpected,
        }
    }

    /// `CancelConsume` was sent.
    pub const fn cancel(&mut self) {
        self.state = State::Ended;
    }

    /// True when no more will be handled. The request id stays in use as long as late deliveries may come.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }
}
