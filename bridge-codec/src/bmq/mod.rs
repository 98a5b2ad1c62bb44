//! BlazingMQ as a side of the bridge. gobridge has no such side: the tables are this crate's, in the form of the
//! page's.

mod message;
mod receive;
mod send;
#[cfg(feature = "bmq")]
mod wire;

pub use message::{BmqMessage, BmqValue};
pub use receive::bmq_to_envelope;
pub use send::{BmqSender, MAX_NAME, MAX_PROPERTIES, envelope_to_bmq};

/// What the side's own headers begin with.
const PREFIX: &str = "bmq.";
