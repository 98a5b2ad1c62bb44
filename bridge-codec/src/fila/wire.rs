//! Messages of `fila-codec`.

use alloc::{string::ToString, vec::Vec};
use codec_common::Str;
use fila_codec::message::{DeliveredMessage, EnqueueMessage};

use super::{FilaDelivery, FilaEnqueue};
use crate::Timestamp;

impl From<DeliveredMessage<'_>> for FilaDelivery {
    fn from(message: DeliveredMessage<'_>) -> Self {
        let headers = message.headers.iter();
        Self {
            message_id: message.message_id.into_bytes(),
            queue: message.queue.as_str().to_string(),
            headers: headers
                .map(|(name, text)| (name.as_str().to_string(), text.as_str().to_string()))
                .collect(),
            payload: message.payload.as_bytes().to_vec().into(),
            fairness_key: message.fairness_key.as_str().to_string(),
            weight: message.weight,
            attempt_count: message.attempt_count,
            redrive_count: message.redrive_count,
            enqueued_at: Timestamp::from_millis(i64::try_from(message.enqueued_at).unwrap_or(i64::MAX)),
        }
    }
}

impl FilaEnqueue {
    /// Gives `use_it` the message as `fila-codec` encodes it.
    pub fn with_view<R>(&self, use_it: impl FnOnce(EnqueueMessage<'_>) -> R) -> R {
        let headers = self.headers.iter().map(|(name, text)| (Str::new(name), Str::new(text)));
        let headers: Vec<_> = headers.collect();
        use_it(EnqueueMessage {
            queue: Str::new(&self.queue),
            headers: headers.as_slice().into(),
            payload: (&*self.payload).into(),
            fairness_key: self.fairness_key.as_deref().map(Str::new),
            weight: self.weight,
            delay_ms: self.delay_ms,
            idempotency_key: self.idempotency_key.as_deref().map(Str::new),
        })
    }
}
