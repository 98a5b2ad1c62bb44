//! Fila as a side of the bridge. gobridge has no such side: the tables are this crate's, in the form of the page's.

mod message;
mod receive;
mod send;
#[cfg(feature = "fila")]
mod wire;

pub use message::{FilaDelivery, FilaEnqueue};
pub use receive::fila_to_envelope;
pub use send::{FilaSender, MAX_STRING, envelope_to_fila};

/// What the side's own headers begin with.
const PREFIX: &str = "fila.";
