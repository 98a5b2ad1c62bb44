//! Codes of errors and their kinds.

use core::fmt;

/// What an error means for the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A temporary failure: the message is tried again.
    Transient,
    /// The destination cannot be used: not tried again.
    Permanent,
    /// This message can never pass: not tried again.
    Rejected,
    /// The message's time is over: not tried again.
    Expired,
    /// The sender's settings are refused, before any message.
    Config,
}

impl Kind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transient => "transient",
            Self::Permanent => "permanent",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
            Self::Config => "config",
        }
    }

    /// Whether the message is tried again.
    #[must_use]
    pub const fn retry(self) -> bool {
        matches!(self, Self::Transient)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $kind:ident;)+) => {
        /// What went wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code { $($(#[$doc])* $variant,)+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// What it means for the message.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind,)+ }
            }
        }
    };
}

codes! {
    /// No answer in time.
    Timeout "TIMEOUT" Transient;
    /// The connection broke.
    ConnectionLost "CONNECTION_LOST" Transient;
    /// The destination does not answer as it should; also for answers that are not known.
    Unavailable "UNAVAILABLE" Transient;
    /// Too many requests.
    Throttled "THROTTLED" Transient;
    /// The broker has too much to do.
    BrokerBusy "BROKER_BUSY" Transient;
    /// A right that is missing now, and may come.
    TemporaryAuthFailure "TEMPORARY_AUTH_FAILURE" Transient;
    /// A tenant used up its share.
    TenantQuotaExceeded "TENANT_QUOTA_EXCEEDED" Transient;
    /// A right is missing.
    NotAuthorized "NOT_AUTHORIZED" Permanent;
    /// Forbidden there.
    Forbidden "FORBIDDEN" Permanent;
    /// No such queue or address.
    NotFound "NOT_FOUND" Permanent;
    /// The protocol was broken.
    ProtocolError "PROTOCOL_ERROR" Permanent;
    /// The broker does not have this quality of service.
    QosNotSupported "QOS_NOT_SUPPORTED" Permanent;
    /// The broker cannot do that.
    NotSupported "NOT_SUPPORTED" Permanent;
    /// The destination does not take this payload.
    InvalidPayload "INVALID_PAYLOAD" Rejected;
    /// The message is too large for the destination.
    PayloadTooLarge "PAYLOAD_TOO_LARGE" Rejected;
    /// The address is not allowed, or there is none.
    InvalidTopic "INVALID_TOPIC" Rejected;
    /// The message does not follow its schema.
    SchemaViolation "SCHEMA_VIOLATION" Rejected;
    /// A filter stopped the message.
    MessageFiltered "MESSAGE_FILTERED" Rejected;
    /// The address template cannot be filled in from this message.
    AddressTemplate "ADDRESS_TEMPLATE" Rejected;
    /// The message's expiry has passed.
    MessageExpired "MESSAGE_EXPIRED" Expired;
    /// The sender's settings do not go together.
    InvalidConfig "INVALID_CONFIG" Config;
}

impl Code {
    /// Whether the message is tried again.
    #[must_use]
    pub const fn retry(self) -> bool {
        self.kind().retry()
    }

    /// The code of a name.
    ///
    /// ```
    /// use bridge_codec::Code;
    /// assert_eq!(Code::from_name("THROTTLED"), Some(Code::Throttled));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a broker's answer means when it is no success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// What went wrong.
    pub code: Code,
    /// What it means for the message; [`Code::kind`] unless a rule says otherwise.
    pub kind: Kind,
}

impl From<Code> for Failure {
    fn from(code: Code) -> Self {
        Self { code, kind: code.kind() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.code, self.kind.name())
    }
}

impl core::error::Error for Failure {}
