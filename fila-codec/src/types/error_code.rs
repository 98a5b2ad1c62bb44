//! "Error Codes".

use codec_common::open_enum;

open_enum! {
    /// Why a request or an item of a batch failed ("Error Codes").
    ///
    /// Open: a code that the page does not name keeps its number.
    ErrorCode: u8 {
        /// Success; in per-item results only.
        Ok = 0x00,
        /// The queue does not exist.
        QueueNotFound = 0x01,
        /// No message has this id, or its lease has ended.
        MessageNotFound = 0x02,
        /// The queue's name is taken.
        QueueAlreadyExists = 0x03,
        /// The script does not compile.
        LuaCompilationError = 0x04,
        /// The storage engine failed.
        StorageError = 0x05,
        /// The queue is not a dead-letter queue.
        NotADLQ = 0x06,
        /// The queue that the dead-letter queue belongs to is missing.
        ParentQueueNotFound = 0x07,
        /// The value was rejected. `GetConfig` answers it for a key that is not set, `SetAcl` for a bad kind.
        InvalidConfigValue = 0x08,
        /// The server is overloaded: back off, by [`retry_after_ms`](crate::metadata::RETRY_AFTER_MS) where given.
        ChannelFull = 0x09,
        /// The credential is missing, invalid, expired or revoked.
        Unauthorized = 0x0A,
        /// Authenticated, but the permissions deny this.
        Forbidden = 0x0B,
        /// Not the queue's leader; [`leader_addr`](crate::metadata::LEADER_ADDR) tells who is.
        NotLeader = 0x0C,
        /// The protocol version is not supported; [`max_version`](crate::metadata::MAX_VERSION) is.
        UnsupportedVersion = 0x0D,
        /// The frame is malformed, too large or cannot be read.
        InvalidFrame = 0x0E,
        /// No API key has this id.
        ApiKeyNotFound = 0x0F,
        /// No leader has been elected yet.
        NodeNotReady = 0x10,
        /// The client's account of delivery credit differs from the server's. Never sent for a balance of zero.
        CreditExhausted = 0x11,
        /// Other subscribers declare a throttle of this name with another key.
        ThrottleConflict = 0x12,
        /// The `on_enqueue` script failed on this message; trying again will not help.
        ScriptError = 0x13,
        /// The `on_enqueue` script timed out on this message; trying again may help.
        ScriptTimeout = 0x14,
        /// The message has no value for the queue's ordering key, and the queue rejects such messages.
        OrderingKeyMissing = 0x15,
        /// Names that end in `.dlq` are reserved for dead-letter queues.
        ReservedQueueName = 0x16,
        /// A throttle declaration is malformed.
        InvalidThrottle = 0x17,
        /// No current subscriber declares a throttle of this name.
        ThrottleNotFound = 0x18,
        /// The node cannot confirm that its API keys and permissions are current: try another one.
        AuthStateStale = 0x19,
        /// A setting that is fixed when the queue is created.
        ImmutableSetting = 0x1A,
        /// No node of the cluster has this id.
        NodeNotFound = 0x1B,
        /// The server failed in a way that it did not expect.
        InternalError = 0xFF,
    }
}

impl ErrorCode {
    /// True for [`Ok`](Self::Ok).
    #[inline]
    #[must_use]
    pub const fn is_ok(self) -> bool {
        self.0 == 0
    }
}
