//! "Connection Lifecycle" and "Request ID Space": what a peer may send, judged by the receiver.
//!
//! None of this is part of decoding: such frames decode. A session layer asks here what to do with them.

mod handshake;
mod rules;
mod subscription;
mod violation;

pub use handshake::{Handshaken, ServerOffer, VERSION, accept};
pub use rules::{Phase, Role, Rules, UnknownOpcode};
pub use subscription::{Subscription, SubscriptionEvent};
pub use violation::{Violation, ViolationReason};
