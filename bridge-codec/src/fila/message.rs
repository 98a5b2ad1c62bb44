//! Messages of Fila.

use alloc::{string::String, vec::Vec};

use crate::{Payload, Timestamp};

/// A message of a Fila `Delivery`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilaDelivery {
    /// `message_id`: a UUID.
    pub message_id: [u8; 16],
    /// `queue`
    pub queue: String,
    /// `headers`: names may repeat.
    pub headers: Vec<(String, String)>,
    /// `payload`
    pub payload: Payload,
    /// `fairness_key`
    pub fairness_key: String,
    /// `weight`
    pub weight: u32,
    /// `attempt_count`: 1 on the first delivery.
    pub attempt_count: u32,
    /// `redrive_count`
    pub redrive_count: u32,
    /// `enqueued_at`
    pub enqueued_at: Timestamp,
}

/// A message of a Fila `Enqueue`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilaEnqueue {
    /// `queue`
    pub queue: String,
    /// `headers`
    pub headers: Vec<(String, String)>,
    /// `payload`
    pub payload: Payload,
    /// `fairness_key`
    pub fairness_key: Option<String>,
    /// `weight`
    pub weight: Option<u32>,
    /// `delay_ms`
    pub delay_ms: Option<u64>,
    /// `idempotency_key`
    pub idempotency_key: Option<String>,
}
