//! The JSON of SQS's API: AWS JSON 1.0, actions `SendMessage`, `SendMessageBatch`, `ReceiveMessage`.
//!
//! What is here is the body of requests and responses. HTTP, and the headers `Content-Type:
//! application/x-amz-json-1.0` and `X-Amz-Target: AmazonSQS.<action>`, and the signature are the client's.

mod backstop;
mod digest;
mod receive;
mod send;
mod value;

pub use backstop::SqsBackstop;
pub use digest::{attributes_md5, body_md5};
pub use receive::{SqsReceived, SqsResponse, read_receive_message, receive_message};
pub use send::{
    BatchFailure, MAX_BATCH, SentMessage, SqsDestination, read_send_message, read_send_message_batch,
    send_message, send_message_batch,
};

use core::fmt;

/// A response that is not of the shape of its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqsResponseError {
    member: &'static str,
    text: &'static str,
}

impl SqsResponseError {
    const fn new(member: &'static str, text: &'static str) -> Self {
        Self { member, text }
    }

    /// The member that is wrong; empty where the whole response is.
    #[must_use]
    pub const fn member(&self) -> &'static str {
        self.member
    }
}

impl fmt::Display for SqsResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member {
            "" => write!(f, "SQS response: {}", self.text),
            member => write!(f, "SQS response: {member} {}", self.text),
        }
    }
}

impl core::error::Error for SqsResponseError {}
