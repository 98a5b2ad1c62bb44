//! Status codes (reference 4.4).

use codec_common::{named_integer, open_enum};

open_enum! {
    /// How a PUT went: four bits of an ACK message.
    ///
    /// The names and numbers are those of the official wire. 3, 4 and 8 to 15 name nothing and count as UNKNOWN;
    /// the Node SDK's page gives 3 and 15 other meanings ([`AckStatus::node_sdk_name`]), which no broker sends.
    AckStatus: u8 {
        /// The message is accepted.
        SUCCESS = 0,
        /// The queue's limit of messages is reached.
        LIMIT_MESSAGES = 1,
        /// The queue's limit of bytes is reached.
        LIMIT_BYTES = 2,
        /// Any other failure.
        UNKNOWN = 5,
        /// The storage failed.
        STORAGE_FAILURE = 6,
        /// The broker is not ready. Java peers take it as UNKNOWN.
        NOT_READY = 7,
    }
}

impl AckStatus {
    /// The result that the official client's API gives.
    #[must_use]
    pub const fn result(self) -> AckResult {
        match self {
            Self::SUCCESS => AckResult::SUCCESS,
            Self::LIMIT_MESSAGES => AckResult::LIMIT_MESSAGES,
            Self::LIMIT_BYTES => AckResult::LIMIT_BYTES,
            Self::STORAGE_FAILURE => AckResult::STORAGE_FAILURE,
            Self::NOT_READY => AckResult::NOT_READY,
            _ => AckResult::UNKNOWN,
        }
    }

    /// The name that the Node SDK's page gives to the number.
    #[must_use]
    pub const fn node_sdk_name(self) -> Option<&'static str> {
        match self.0 {
            0 => Some("SUCCESS"),
            1 => Some("LIMIT_MESSAGES"),
            2 => Some("LIMIT_BYTES"),
            3 => Some("STORAGE_FAILURE"),
            15 => Some("NOT_READY"),
            _ => None,
        }
    }
}

named_integer! {
    /// Results that any operation may have; `StatusCategory` of the schema has the same numbers.
    GenericResult: i32 {
        /// It worked.
        SUCCESS = 0,
        /// It failed for a reason that has no number.
        UNKNOWN = -1,
        /// No answer in time.
        TIMEOUT = -2,
        /// There is no connection.
        NOT_CONNECTED = -3,
        /// It was cancelled.
        CANCELED = -4,
        /// It is not supported.
        NOT_SUPPORTED = -5,
        /// It was refused.
        REFUSED = -6,
        /// An argument is invalid.
        INVALID_ARGUMENT = -7,
        /// The peer is not ready.
        NOT_READY = -8,
    }
}

named_integer! {
    /// Results of a PUT, as the official client's API gives them.
    AckResult: i32 {
        /// The message is accepted.
        SUCCESS = 0,
        /// Any other failure.
        UNKNOWN = -1,
        /// No answer in time; of the client itself.
        TIMEOUT = -2,
        /// There is no connection; of the client itself.
        NOT_CONNECTED = -3,
        /// It was cancelled; of the client itself.
        CANCELED = -4,
        /// It is not supported; of the client itself.
        NOT_SUPPORTED = -5,
        /// It was refused; of the client itself.
        REFUSED = -6,
        /// An argument is invalid; of the client itself.
        INVALID_ARGUMENT = -7,
        /// The broker is not ready.
        NOT_READY = -8,
        /// The queue's limit of messages is reached.
        LIMIT_MESSAGES = -100,
        /// The queue's limit of bytes is reached.
        LIMIT_BYTES = -101,
        /// The queue's own limit of messages is reached; never on the wire.
        LIMIT_QUEUE_MESSAGES = -102,
        /// The queue's own limit of bytes is reached; never on the wire.
        LIMIT_QUEUE_BYTES = -103,
        /// The storage failed.
        STORAGE_FAILURE = -104,
    }
}

named_integer! {
    /// Results of `openQueue` beyond the generic ones.
    OpenQueueResult: i32 {
        /// The queue is open already.
        ALREADY_OPENED = 100,
        /// It is being opened.
        ALREADY_IN_PROGRESS = 101,
        /// The URI is invalid.
        INVALID_URI = -100,
        /// The flags are invalid.
        INVALID_FLAGS = -101,
        /// The correlation id is in use.
        CORRELATIONID_NOT_UNIQUE = -102,
    }
}

named_integer! {
    /// Results of `closeQueue` beyond the generic ones.
    CloseQueueResult: i32 {
        /// The queue is closed already.
        ALREADY_CLOSED = 100,
        /// It is being closed.
        ALREADY_IN_PROGRESS = 101,
        /// The queue is not known.
        UNKNOWN_QUEUE = -100,
        /// The queue is invalid.
        INVALID_QUEUE = -101,
    }
}

named_integer! {
    /// Results of `configureStream` beyond the generic ones.
    ConfigureQueueResult: i32 {
        /// It is being configured.
        ALREADY_IN_PROGRESS = 100,
        /// The queue is invalid.
        INVALID_QUEUE = -101,
    }
}

named_integer! {
    /// Results of putting messages into an event.
    EventBuilderResult: i32 {
        /// The queue is not open.
        QUEUE_INVALID = -100,
        /// The queue is open for reading only.
        QUEUE_READONLY = -101,
        /// An ACK is wanted and there is no correlation id.
        MISSING_CORRELATION_ID = -102,
        /// The event would be too long.
        EVENT_TOO_BIG = -103,
        /// The payload is too long.
        PAYLOAD_TOO_BIG = -104,
        /// The payload is empty.
        PAYLOAD_EMPTY = -105,
        /// An option is too long.
        OPTION_TOO_BIG = -106,
        /// The queue is suspended.
        QUEUE_SUSPENDED = -108,
    }
}

impl AckResult {
    /// The status that stands for the result on the wire (reference 4.4). Those that only a client gives become UNKNOWN.
    /// LIMIT_QUEUE_MESSAGES and LIMIT_QUEUE_BYTES, which no broker writes, become the wider limits LIMIT_MESSAGES and
    /// LIMIT_BYTES: the reference does not say, and these are the nearest that the wire has.
    #[must_use]
    pub const fn status(self) -> AckStatus {
        match self {
            Self::SUCCESS => AckStatus::SUCCESS,
            Self::LIMIT_MESSAGES | Self::LIMIT_QUEUE_MESSAGES => AckStatus::LIMIT_MESSAGES,
            Self::LIMIT_BYTES | Self::LIMIT_QUEUE_BYTES => AckStatus::LIMIT_BYTES,
            Self::STORAGE_FAILURE => AckStatus::STORAGE_FAILURE,
            Self::NOT_READY => AckStatus::NOT_READY,
            _ => AckStatus::UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_map_to_results_and_back() {
        for status in AckStatus::ALL {
            assert_eq!(status.result().status(), *status);
        }
        for raw in [3, 4, 8, 9, 15] {
            assert_eq!(AckStatus(raw).result(), AckResult::UNKNOWN);
            assert_eq!(std::format!("{:?}", AckStatus(raw)), std::format!("AckStatus({raw})"));
        }
        assert_eq!(AckResult::TIMEOUT.status(), AckStatus::UNKNOWN);
        assert_eq!(AckResult::LIMIT_QUEUE_MESSAGES.status(), AckStatus::LIMIT_MESSAGES);
        assert_eq!(AckResult::LIMIT_QUEUE_BYTES.status(), AckStatus::LIMIT_BYTES);
        assert_eq!(AckStatus(15).node_sdk_name(), Some("NOT_READY"));
        assert_eq!(GenericResult(-6).name(), Some("REFUSED"));
    }
}
