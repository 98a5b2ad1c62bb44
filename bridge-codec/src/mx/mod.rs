//! MessageX as a side of the bridge. gobridge has no such side, and the page of MessageX shows of a message's payload no
//! more than `queueName` and `deliveryTag`: members and tables are this crate's.
//!
//! ```json
//! {"queueName": "orders", "deliveryTag": "d-1", "messageId": "m-1", "subject": "order.created",
//!  "headers": {"region": "eu", "n": 42}, "createdAt": "2026-03-01T12:00:00Z", "expiresAt": "2026-03-01T13:00:00Z",
//!  "payload": "AP8=", "payloadEncoding": "base64"}
//! ```

mod receive;
mod send;

pub use receive::mx_to_envelope;
pub use send::{MAX_PAYLOAD_TEXT, MxSender, envelope_to_mx};

/// What the side's own headers begin with.
const PREFIX: &str = "mx.";
