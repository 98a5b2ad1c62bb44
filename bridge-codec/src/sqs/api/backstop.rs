//! What becomes of messages that cannot be converted.

use crate::{Code, Counter, MapError, Poison, PoisonClass, Settle};

/// When a message that cannot be converted is deleted. Before that it is kept, so that SQS delivers it again and moves it
/// to its dead-letter queue in the end: the backstop is for queues that have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqsBackstop {
    /// `poison_max_receives`: deleted when it was received so often; 0 is never.
    pub poison_max_receives: u32,
    /// `poison_drop_without_dlq`: whether 1, which deletes a message at once, is allowed.
    pub poison_drop_without_dlq: bool,
    /// The queue's own `maxReceiveCount`, where it has a dead-letter queue.
    pub max_receive_count: Option<u32>,
}

impl SqsBackstop {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Code::InvalidConfig`]: `poison_max_receives` is 1, unless that is allowed, or not above the queue's own count,
    /// so that nothing would reach its dead-letter queue.
    pub fn check(&self) -> Result<(), MapError> {
        let refused = |text| Err(MapError::new(Code::InvalidConfig, "poison_max_receives", text));
        match self.poison_max_receives {
            0 => Ok(()),
            1 if !self.poison_drop_without_dlq => refused("is below 2"),
            receives if self.max_receive_count.is_some_and(|count| receives <= count) => {
                refused("is not above the queue's maxReceiveCount")
            }
            _ => Ok(()),
        }
    }

    /// What becomes of a message that was received so often; `None` where SQS did not say.
    #[must_use]
    pub fn poison(&self, receives: Option<u32>) -> Poison {
        let drop = self.poison_max_receives > 0
            && receives.is_some_and(|receives| receives >= self.poison_max_receives);
        let (settle, counter) = if drop {
            (Settle::Deleted, Counter::SqsPoisonDropped)
        } else {
            (Settle::Kept, Counter::SqsMalformedMessages)
        };
        Poison { class: PoisonClass::Malformed, settle, counter }
    }
}
