//! What an error of SQS means.

use crate::{Code, Failure};

/// Seconds in which a refused access may still be a right that has not spread yet.
const GRACE_SECONDS: u64 = 120;

/// An error of SQS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqsFailure<'a> {
    /// The exception's short name, or the code of a batch entry.
    pub code: &'a str,
    /// Whether it is the answer to one entry of a batch.
    pub batch: bool,
    /// What SQS says about a batch entry: the sender is at fault.
    pub sender_fault: bool,
    /// Seconds since access was first refused.
    pub seconds_since_first: u64,
}

impl SqsFailure<'_> {
    /// The error's code and what it means for the message.
    #[must_use]
    pub fn failure(&self) -> Failure {
        self.code().into()
    }

    fn code(&self) -> Code {
        match self.code {
            "InvalidMessageContents"
            | "EmptyBatchRequest"
            | "TooManyEntriesInBatchRequest"
            | "TooManyEntries"
            | "BatchEntryIdsNotDistinct"
            | "ValidationError"
            | "MissingParameter" => Code::InvalidPayload,
            "BatchRequestTooLong" => Code::PayloadTooLarge,
            "OverLimit" | "RequestLimitExceeded" | "KmsThrottled" => Code::Throttled,
            "KmsAccessDenied" => Code::TemporaryAuthFailure,
            "ReceiptHandleIsInvalid" | "MessageNotInflight" => Code::Unavailable,
            "KmsDisabled" | "KmsInvalidState" | "KmsNotFound" | "KmsOptInRequired" | "KmsInvalidKeyUsage" => {
                Code::NotAuthorized
            }
            "QueueDoesNotExist" => Code::NotFound,
            "UnsupportedOperation" => Code::ProtocolError,
            code if code.starts_with("InvalidParameter") => Code::InvalidPayload,
            code if code.starts_with("Throttl") => Code::Throttled,
            code if code.starts_with("AccessDenied") => {
                if self.seconds_since_first < GRACE_SECONDS {
                    Code::TemporaryAuthFailure
                } else {
                    Code::NotAuthorized
                }
            }
            _ if self.batch && self.sender_fault => Code::InvalidPayload,
            _ => Code::Unavailable,
        }
    }
}
