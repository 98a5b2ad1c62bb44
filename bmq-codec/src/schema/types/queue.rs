//! Opening and closing queues.

use crate::schema::table::*;
use crate::schema::{Finding, Text};
use codec_common::{Rule, open_flags};

schema! {
    /// Opens a queue.
    sequence OpenQueue<'a> {
        /// The queue and what is to be done with it.
        0 handle_parameters "handleParameters": QueueHandleParameters<'a>,
    }

    /// A queue is open.
    sequence OpenQueueResponse<'a> {
        /// The request, as it came.
        0 original_request "originalRequest": OpenQueue<'a>,
        /// How its messages are routed.
        1 routing_configuration "routingConfiguration": RoutingConfiguration,
        /// How long the broker knows a message again, in milliseconds.
        2 deduplication_time_ms "deduplicationTimeMs": i32 = 300_000,
    }

    /// Closes a queue: flags and counts as it was opened with.
    sequence CloseQueue<'a> {
        /// The queue and what is given up.
        0 handle_parameters "handleParameters": QueueHandleParameters<'a>,
        /// True when nothing of the queue is kept.
        1 is_final "isFinal": bool,
    }

    /// A queue is closed.
    sequence CloseQueueResponse {}

    /// A queue and what a client does with it.
    sequence QueueHandleParameters<'a> check queue_flags {
        /// The queue's URI; see [`QueueUri`](crate::QueueUri).
        0 uri "uri": Text<'a>,
        /// The client's number for the queue, unique on the connection.
        1 q_id "qId": u32,
        /// The application of a fan-out queue.
        2 sub_id_info "subIdInfo": Option<SubQueueIdInfo<'a>>,
        /// What is done with the queue; see [`queue_flags`](Self::queue_flags).
        3 flags "flags": u64,
        /// How many readers.
        4 read_count "readCount": i32,
        /// How many writers.
        5 write_count "writeCount": i32,
        /// Reserved: 0.
        6 admin_count "adminCount": i32,
    }

    /// An application of a fan-out queue.
    sequence SubQueueIdInfo<'a> {
        /// The client's number for it; 0 outside fan-out.
        0 sub_id "subId": u32,
        /// The application's name.
        1 app_id "appId": Text<'a> = Text::new("__default"),
    }

    /// How a queue's messages are routed.
    sequence RoutingConfiguration {
        /// Bit k stands for the value k of [`RoutingConfigurationFlags`].
        0 flags "flags": u64,
    }

    /// Bits of [`RoutingConfiguration::flags`], by number.
    enumeration RoutingConfigurationFlags {
        /// Messages are not delivered again.
        E_AT_MOST_ONCE = 0,
        /// Consumers of the highest priority get all messages.
        E_DELIVER_CONSUMER_PRIORITY = 1,
        /// Every consumer gets all messages.
        E_DELIVER_ALL = 2,
        /// The queue has applications.
        E_HAS_MULTIPLE_SUB_STREAMS = 3,
    }
}

open_flags! {
    /// What a client does with a queue (reference 8.3).
    QueueFlags: u64 {
        /// Reserved; the broker refuses it.
        ADMIN = 1,
        /// It consumes.
        READ = 2,
        /// It produces.
        WRITE = 4,
        /// It wants acknowledgements of what it produces.
        ACK = 8,
    }
}

impl QueueHandleParameters<'_> {
    /// The flags by name.
    #[must_use]
    pub const fn queue_flags(&self) -> QueueFlags {
        QueueFlags(self.flags)
    }
}

impl RoutingConfiguration {
    /// True when the bit of that flag is set.
    #[must_use]
    pub fn has(&self, flag: RoutingConfigurationFlags) -> bool {
        u32::try_from(flag.0).is_ok_and(|bit| self.flags.checked_shr(bit).is_some_and(|bits| bits & 1 == 1))
    }
}

static READ: Rule = Rule("READ must be set just when readCount is more than 0");
static WRITE: Rule = Rule("WRITE must be set just when writeCount is more than 0");
static ADMIN: Rule = Rule("ADMIN is refused");
static ADMIN_COUNT: Rule = Rule("must be 0");
static NEGATIVE: Rule = Rule("a count is not negative");

/// Flags and counts must agree both ways (reference 8.3).
fn queue_flags(parameters: &QueueHandleParameters<'_>, found: &mut dyn FnMut(Finding)) {
    let flags = parameters.queue_flags();
    let mut count = |flag, count: i32, rule, at| {
        if count < 0 {
            found(Finding::new(count.into(), &NEGATIVE, at));
        } else if flags.contains(flag) != (count > 0) {
            found(Finding::new(count.into(), rule, at));
        }
    };
    count(QueueFlags::READ, parameters.read_count, &READ, at!(QueueHandleParameters "readCount"));
    count(QueueFlags::WRITE, parameters.write_count, &WRITE, at!(QueueHandleParameters "writeCount"));
    if parameters.admin_count != 0 {
        let at = at!(QueueHandleParameters "adminCount");
        found(Finding::new(parameters.admin_count.into(), &ADMIN_COUNT, at));
    }
    if flags.contains(QueueFlags::ADMIN) {
        found(Finding::new(parameters.flags.into(), &ADMIN, at!(QueueHandleParameters "flags")));
    }
}
