//! How often a source delivered a message.

use crate::names::{
    AMQP_DELIVERY_COUNT, ASB_DELIVERY_COUNT, FILA_ATTEMPT_COUNT, RETRY_COUNTS, SQS_RECEIVE_COUNT,
};
use crate::{HeaderValue, Headers};

/// How often the source delivered the message, whatever the source calls it: 1 is the first delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RetryCount {
    /// The count; 0 where no header has one.
    pub count: u64,
    /// Whether there is a header that cannot be read. The count is 0 then: a message is not given up for that.
    pub unreadable: bool,
}

impl RetryCount {
    /// Reads the count: from the header of SQS, else of Azure Service Bus, else of AMQP 1.0,
    /// whose count begins at 0, else of Fila.
    ///
    /// ```
    /// use bridge_codec::{Headers, RetryCount};
    /// let headers: Headers = [("amqp10.delivery-count", 3_u64)].into_iter().collect();
    /// assert_eq!(RetryCount::read(&headers).count, 4);
    /// ```
    #[must_use]
    pub fn read(headers: &Headers) -> Self {
        let found = RETRY_COUNTS.into_iter().find_map(|name| Some((name, headers.get(name)?)));
        let Some((name, value)) = found else { return Self::default() };
        let before = u64::from(name == AMQP_DELIVERY_COUNT);
        match number(value) {
            Some(count) => Self { count: count.saturating_add(before), unreadable: false },
            None => Self { count: 0, unreadable: true },
        }
    }
}

fn number(value: &HeaderValue) -> Option<u64> {
    match value.as_text() {
        Some(text) => text.parse().ok(),
        None => value.as_whole()?.try_into().ok(),
    }
}

/// The retry count header of a kind of source.
pub(super) fn count_of_source(source: &str) -> Option<&'static str> {
    const KINDS: [(&str, &str); 9] = [
        ("sqs", SQS_RECEIVE_COUNT),
        ("aws.sqs", SQS_RECEIVE_COUNT),
        ("asb", ASB_DELIVERY_COUNT),
        ("servicebus", ASB_DELIVERY_COUNT),
        ("azure.servicebus", ASB_DELIVERY_COUNT),
        ("amqp10", AMQP_DELIVERY_COUNT),
        ("amqp1.0", AMQP_DELIVERY_COUNT),
        ("amqp.amqp10", AMQP_DELIVERY_COUNT),
        ("fila", FILA_ATTEMPT_COUNT),
    ];
    KINDS.into_iter().find(|(kind, _)| kind.eq_ignore_ascii_case(source)).map(|(_, name)| name)
}
