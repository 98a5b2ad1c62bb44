//! "Error Frame": the standard keys of an error's metadata, and views of their values.
//!
//! The map itself stays whole in [`Error::metadata`](struct@crate::message::Error): SDKs should show it to their
//! callers, and unknown keys must be kept.

use crate::message::Error;
use crate::types::ErrorCode;
use codec_common::Str;

/// `NotLeader`: `host:port` of the current leader.
pub const LEADER_ADDR: &str = "leader_addr";
/// `ChannelFull`: milliseconds to wait before the next attempt.
pub const RETRY_AFTER_MS: &str = "retry_after_ms";
/// `UnsupportedVersion`: the highest version that the server supports.
pub const MAX_VERSION: &str = "max_version";
/// `CreditExhausted`: the server's view of the balance.
pub const SERVER_CREDIT: &str = "server_credit";

/// Each standard key with the error code that it comes with, in the page's order.
pub const STANDARD: [(ErrorCode, &str); 4] = [
    (ErrorCode::NotLeader, LEADER_ADDR),
    (ErrorCode::ChannelFull, RETRY_AFTER_MS),
    (ErrorCode::UnsupportedVersion, MAX_VERSION),
    (ErrorCode::CreditExhausted, SERVER_CREDIT),
];

/// What a client may do about an [`Error`](struct@Error).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advice<'a> {
    /// `NotLeader`: ask the leader. Its address is a text to be judged by the caller, for a redirect must not drop
    /// TLS or send credentials elsewhere; `None` when the server did not tell.
    Redirect {
        /// `host:port`.
        leader_addr: Option<Str<'a>>,
    },
    /// Try again here, later: `ChannelFull`, `NodeNotReady`, `ScriptTimeout`.
    RetryAfter {
        /// Milliseconds to wait at least, where the server told; back off exponentially in any case.
        ms: Option<u64>,
    },
    /// `AuthStateStale`: try another node.
    TryAnotherNode,
    /// The page gives no way on for this code, or an unknown one: the same request is likely to fail again.
    GiveUp,
}

impl<'a> Error<'a> {
    /// The leader to ask instead; whatever the code.
    #[must_use]
    pub fn leader_addr(&self) -> Option<Str<'a>> {
        self.metadata.get(LEADER_ADDR)
    }

    /// Milliseconds to wait; `None` also where the text is no number.
    #[must_use]
    pub fn retry_after_ms(&self) -> Option<u64> {
        self.number(RETRY_AFTER_MS)
    }

    /// The highest version that the server supports.
    #[must_use]
    pub fn max_version(&self) -> Option<u16> {
        self.number(MAX_VERSION)
    }

    /// The server's view of the credit balance.
    #[must_use]
    pub fn server_credit(&self) -> Option<u32> {
        self.number(SERVER_CREDIT)
    }

    fn number<N: core::str::FromStr>(&self, key: &str) -> Option<N> {
        self.metadata.get(key)?.as_str().parse().ok()
    }

    /// What a client may do about it. Codes that the page gives no advice on, unknown ones included, are
    /// [`GiveUp`](Advice::GiveUp).
    #[must_use]
    pub fn advice(&self) -> Advice<'a> {
        match self.error_code {
            ErrorCode::NotLeader => Advice::Redirect { leader_addr: self.leader_addr() },
            ErrorCode::ChannelFull | ErrorCode::NodeNotReady | ErrorCode::ScriptTimeout => {
                Advice::RetryAfter { ms: self.retry_after_ms() }
            }
            ErrorCode::AuthStateStale => Advice::TryAnotherNode,
            _ => Advice::GiveUp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use codec_common::List;

    fn error<'a>(error_code: ErrorCode, metadata: &'a [(Str<'a>, Str<'a>)]) -> Error<'a> {
        Error { error_code, message: "".into(), metadata: List::new(metadata) }
    }

    #[test]
    fn the_last_value_of_a_key_counts_and_unknown_keys_stay() {
        let pairs = [
            (LEADER_ADDR.into(), "old:1".into()),
            ("x-cause".into(), "split".into()),
            (LEADER_ADDR.into(), "new:2".into()),
        ];
        let error = error(ErrorCode::NotLeader, &pairs);
        assert_eq!(error.advice(), Advice::Redirect { leader_addr: Some("new:2".into()) });
        assert_eq!(error.metadata.get("x-cause").unwrap(), "split");
    }

    #[test]
    fn numbers_that_are_none_are_absent() {
        let pairs = [
            (RETRY_AFTER_MS.into(), "100".into()),
            (MAX_VERSION.into(), "70000".into()),
            (SERVER_CREDIT.into(), "-1".into()),
        ];
        let error = error(ErrorCode::ChannelFull, &pairs);
        assert_eq!(error.advice(), Advice::RetryAfter { ms: Some(100) });
        assert_eq!((error.max_version(), error.server_credit()), (None, None));
        assert_eq!(Error { error_code: ErrorCode(0x42), ..error }.advice(), Advice::GiveUp);
    }
}
