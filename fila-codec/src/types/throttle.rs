//! Throttles: declarations, summaries, buckets.

use super::Key;
use crate::PROTOCOL;
use codec_common::wire::U16;
use codec_common::{List, Str, open_enum, record};

open_enum! {
    /// What a throttle does with a message that lacks its key.
    WhenThrottleKeyMissing: u8 {
        /// All such messages share one bucket.
        SharedBucket = 0,
        /// They are not throttled.
        Unthrottled = 1,
    }
}

open_enum! {
    /// Which messages a bucket counts.
    BucketKind: u8 {
        /// Those of one value of the key, or all where there is no key.
        Keyed = 0,
        /// Those that lack the key.
        Shared = 1,
    }
}

record! {
    /// At most `max_deliveries` in any sliding window of `window_ms`.
    ThrottleLimit {
        /// Deliveries; a limit of zero is invalid.
        max_deliveries: u64,
        /// Milliseconds; a window of zero is invalid.
        window_ms: u64,
    }
}

record! {
    /// A throttle that a subscription declares ("Throttle declarations").
    Throttle<'a> {
        /// Unique within the subscription, not empty.
        name: Str<'a>,
        /// At least one. A declaration without limits decodes; a server answers it with `InvalidThrottle`.
        limits: List<'a, ThrottleLimit, U16>,
        /// No parts: one bucket for all messages.
        key: Key<'a>,
        /// For messages without a value of the key.
        when_key_missing: WhenThrottleKeyMissing,
    }
}

record! {
    /// `throttle_summary`: a throttle as it is in force ("GetStats").
    ///
    /// In a reply that says `ThrottleNotFound` all of it is empty or zero.
    ThrottleSummary<'a> {
        /// Its name.
        name: Str<'a>,
        /// The effective limits.
        limits: List<'a, ThrottleLimit, U16>,
        /// No parts: one bucket for all messages.
        key: Key<'a>,
        /// For messages without a value of the key.
        when_key_missing: WhenThrottleKeyMissing,
        /// Subscribers that declare it.
        declaring_subscribers: u32,
    }
}

record! {
    /// `bucket_stats`: the state of one bucket of a throttle ("GetThrottleStats").
    BucketStats<'a> {
        /// Which messages it counts.
        bucket_kind: BucketKind,
        /// One value for each part of the key; none for an unkeyed or shared bucket.
        values: List<'a, Str<'a>, U16>,
        /// The page's `counted` of each effective limit, in the order of the summary: deliveries and unexpired
        /// grants inside the window.
        limits: List<'a, u64, U16>,
        /// Messages that wait for room.
        waiting: u64,
        /// Unix milliseconds when a delivery next fits every limit; 0 means now.
        next_room_at: u64,
    }
}
