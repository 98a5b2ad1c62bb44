//! Settings of queues and of the cluster. All are open: a value that the page does not name keeps its number.

use codec_common::open_enum;

open_enum! {
    /// How a queue orders its messages.
    Ordering: u8 {
        /// Not at all.
        None = 0,
        /// The whole queue is one group.
        Queue = 1,
        /// Grouped by `ordering_key`.
        Grouped = 2,
    }
}

open_enum! {
    /// What a grouped queue does with a message that lacks the ordering key.
    WhenOrderingKeyMissing: u8 {
        /// It is rejected with `OrderingKeyMissing`.
        Reject = 0,
        /// It belongs to no group.
        Unordered = 1,
    }
}

open_enum! {
    /// What happens to a message that `on_enqueue` fails on.
    ScriptFailure: u8 {
        /// It is rejected.
        Reject = 0,
        /// It is parked, to be classified later.
        Park = 1,
    }
}

open_enum! {
    /// How the delays between attempts grow.
    Backoff: u8 {
        /// As the broker is configured.
        ServerDefault = 0,
        /// No delay.
        None = 1,
        /// Always the initial delay.
        Fixed = 2,
        /// Growing, up to the maximum.
        Exponential = 3,
    }
}

open_enum! {
    /// How durable deliveries are. The page names the two kinds and leaves their meaning to another document.
    DeliveryDurability: u8 {
        /// "committed".
        Committed = 0,
        /// "fast": `reclaim_grace_ms` is for these queues.
        Fast = 1,
    }
}

open_enum! {
    /// What an `UpdateQueue` does with a script.
    ScriptChange: u8 {
        /// It stays.
        Unchanged = 0,
        /// It is replaced.
        Set = 1,
        /// It is removed.
        Remove = 2,
    }
}

open_enum! {
    /// Which messages a redrive classifies again.
    Reclassify: u8 {
        /// All.
        All = 0,
        /// Those that were not classified.
        UnclassifiedOnly = 1,
        /// None.
        None = 2,
    }
}

open_enum! {
    /// Whether leaders move by themselves.
    Rebalancing: u8 {
        /// They do.
        Enabled = 0,
        /// Not until the pause ends.
        Paused = 1,
        /// Not until it is enabled again.
        Disabled = 2,
    }
}

open_enum! {
    /// How a node of the cluster is.
    NodeState: u8 {
        /// Up.
        Up = 0,
        /// Not reachable.
        Unreachable = 1,
        /// Giving up its leaderships.
        Draining = 2,
    }
}
