//! What the broker's answer means; "The broker's answer decides what happens next."

use crate::{Code, Failure, Kind};

/// The outcome of a delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AmqpOutcome<'a> {
    /// `accepted`, `released`, `modified`, `rejected`, or one that is not known.
    pub state: &'a str,
    /// The condition of the error of a rejection, such as `amqp:not-found`.
    pub condition: Option<&'a str>,
}

/// Whether a rejection may be temporary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RejectedRule {
    /// The condition decides: the page's rule.
    #[default]
    ByCondition,
    /// No rejected message is tried again: older documents of gobridge.
    Permanent,
}

impl AmqpOutcome<'_> {
    /// Success, or what went wrong.
    ///
    /// # Errors
    /// All but `accepted`.
    pub fn check(&self, rule: RejectedRule) -> Result<(), Failure> {
        match self.state {
            "accepted" => Ok(()),
            "rejected" => {
                let mut failure = Failure::from(condition(self.condition));
                if rule == RejectedRule::Permanent && failure.kind.retry() {
                    failure.kind = Kind::Permanent;
                }
                Err(failure)
            }
            _ => Err(Code::Unavailable.into()),
        }
    }
}

fn condition(condition: Option<&str>) -> Code {
    let Some(condition) = condition else { return Code::InvalidPayload };
    match condition.strip_prefix("amqp:").unwrap_or(condition) {
        "not-found" | "resource-deleted" => Code::NotFound,
        "unauthorized-access" => Code::NotAuthorized,
        "not-allowed" | "link:stolen" => Code::Forbidden,
        "resource-limit-exceeded" | "link:transfer-limit-exceeded" => Code::Throttled,
        "connection:forced" | "link:detach-forced" => Code::ConnectionLost,
        "connection:framing-error" | "decode-error" => Code::ProtocolError,
        "link:message-size-exceeded" => Code::PayloadTooLarge,
        "not-implemented" => Code::NotSupported,
        "invalid-field" => Code::InvalidPayload,
        _ => Code::Unavailable,
    }
}
