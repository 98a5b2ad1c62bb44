//! "Admin Opcodes (0xFD downward)".
//!
//! Requests have odd opcodes and each answer the even one below; every answer begins with its error code. In
//! `CreateQueue` zero means "the broker's default" for every duration and count, where the field does not say otherwise.

use crate::PROTOCOL;
use crate::types::{
    Backoff, BucketKind, BucketStats, DeliveryDurability, ErrorCode, Key, NodeState, Ordering, Rebalancing,
    Reclassify, ScriptChange, ScriptFailure, ThrottleSummary, WhenOrderingKeyMissing,
};
use codec_common::wire::{U16, U32};
use codec_common::{List, Secret, Str, Text, messages, record};

record! {
    /// What waits under one fairness key ([`GetStatsResult`]): 22 bytes at least.
    FairnessKeyStats<'a> {
        key: Str<'a>,
        pending_count: u64,
        current_deficit: i64,
        weight: u32,
    }
}

record! {
    /// A queue in short ([`ListQueuesResult`]): 30 bytes at least.
    QueueEntry<'a> {
        name: Str<'a>,
        depth: u64,
        in_flight: u64,
        active_consumers: u32,
        /// 0 where there is one node only.
        leader_node_id: u64,
    }
}

record! {
    /// A key of the runtime configuration and its value: 4 bytes at least.
    ConfigEntry<'a> {
        key: Str<'a>,
        value: Str<'a>,
    }
}

record! {
    /// An API key without its secret ([`ListApiKeysResult`]): 21 bytes at least.
    ApiKeyEntry<'a> {
        key_id: Str<'a>,
        name: Str<'a>,
        /// Unix milliseconds.
        created_at_ms: u64,
        /// Unix milliseconds; 0 means never.
        expires_at_ms: u64,
        is_superadmin: bool,
    }
}

record! {
    /// What an API key may do: 4 bytes at least.
    Permission<'a> {
        /// `produce`, `consume` or `admin`; any other text is passed through.
        kind: Str<'a>,
        /// A glob over the names of queues.
        pattern: Str<'a>,
    }
}

record! {
    /// Who leads one shard of a queue: 14 bytes at least.
    ShardRoute<'a> {
        shard_index: u32,
        leader_node_id: u64,
        leader_addr: Str<'a>,
    }
}

record! {
    /// Who leads a queue ([`GetRoutesResult`]): 16 bytes at least.
    RouteEntry<'a> {
        queue: Str<'a>,
        /// 0 when the node does not know.
        leader_node_id: u64,
        /// Empty when the node does not know.
        leader_addr: Str<'a>,
        /// None: the queue is not sharded.
        shards: List<'a, ShardRoute<'a>, U32>,
    }
}

record! {
    /// A node of the cluster ([`GetClusterStatusResult`]): 15 bytes at least.
    ClusterNode<'a> {
        node_id: u64,
        addr: Str<'a>,
        state: NodeState,
        queue_leaderships: u32,
    }
}

messages! { $ admin;
    /// "CreateQueue (0xFD)": creates a queue and its dead-letter queue, `<name>.dlq`.
    0xFD => CreateQueue<'a> (ClientToServer) {
        /// A name that ends in `.dlq` is answered with `ReservedQueueName`.
        name: Str<'a>,
        on_enqueue_script: Option<Text<'a>>,
        on_failure_script: Option<Text<'a>>,
        visibility_timeout_ms: u64,
        ordering: Ordering,
        /// No parts unless `ordering` is grouped.
        ordering_key: Key<'a>,
        /// Only where `ordering` is grouped.
        when_ordering_key_missing: WhenOrderingKeyMissing,
        /// No parts: the queue defines no key.
        dedup_key: Key<'a>,
        dedup_window_ms: u64,
        script_failure: ScriptFailure,
        /// Attempts to classify a parked message before it is dead-lettered; 0 means never.
        park_dead_letter_after: u32,
        max_attempts: u32,
        backoff: Backoff,
        backoff_initial_ms: u64,
        /// Only where `backoff` is exponential.
        backoff_max_ms: u64,
        delivery_durability: DeliveryDurability,
        /// Only where `delivery_durability` is fast.
        reclaim_grace_ms: u64,
    }

    /// "CreateQueueResult (0xFC)".
    0xFC => CreateQueueResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        /// Empty when there is an error.
        queue_id: Str<'a>,
    }

    /// "DeleteQueue (0xFB)".
    0xFB => DeleteQueue<'a> (ClientToServer) { queue: Str<'a> }

    /// "DeleteQueueResult (0xFA)".
    0xFA => DeleteQueueResult (ServerToClient) { error_code: ErrorCode }

    /// "GetStats (0xF9)".
    0xF9 => GetStats<'a> (ClientToServer) { queue: Str<'a> }

    /// "GetStatsResult (0xF8)".
    0xF8 => GetStatsResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        depth: u64,
        in_flight: u64,
        /// Enqueued but not yet eligible.
        delayed: u64,
        /// Parked after a script failed.
        unclassified: u64,
        /// Unix milliseconds; 0 if there is none.
        oldest_unclassified_at: u64,
        /// Pending because a bucket of a throttle has no room.
        throttled: u64,
        active_fairness_keys: u64,
        active_consumers: u32,
        quantum: u32,
        /// 0 where there is one node only.
        leader_node_id: u64,
        /// 0 where there is one node only.
        replication_count: u32,
        per_key_stats: List<'a, FairnessKeyStats<'a>, U32>,
        active_throttles: List<'a, ThrottleSummary<'a>, U32>,
    }

    /// "ListQueues (0xF7)".
    0xF7 => ListQueues (ClientToServer) {}

    /// "ListQueuesResult (0xF6)".
    0xF6 => ListQueuesResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        /// 0 where there is one node only.
        cluster_node_count: u32,
        queues: List<'a, QueueEntry<'a>, U32>,
    }

    /// "SetConfig (0xF5)".
    0xF5 => SetConfig<'a> (ClientToServer) { key: Str<'a>, value: Str<'a> }

    /// "SetConfigResult (0xF4)".
    0xF4 => SetConfigResult (ServerToClient) { error_code: ErrorCode }

    /// "GetConfig (0xF3)".
    0xF3 => GetConfig<'a> (ClientToServer) { key: Str<'a> }

    /// "GetConfigResult (0xF2)".
    0xF2 => GetConfigResult<'a> (ServerToClient) {
        /// `InvalidConfigValue` when the key is not set.
        error_code: ErrorCode,
        /// Empty when there is an error.
        value: Str<'a>,
    }

    /// "ListConfig (0xF1)".
    0xF1 => ListConfig<'a> (ClientToServer) {
        /// Empty: all entries.
        prefix: Str<'a>,
    }

    /// "ListConfigResult (0xF0)".
    0xF0 => ListConfigResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        entries: List<'a, ConfigEntry<'a>, U32>,
    }

    /// "Redrive (0xEF)": moves messages of a dead-letter queue back.
    0xEF => Redrive<'a> (ClientToServer) {
        dlq_queue: Str<'a>,
        /// 0: all.
        count: u64,
        reclassify: Reclassify,
    }

    /// "RedriveResult (0xEE)".
    0xEE => RedriveResult (ServerToClient) {
        error_code: ErrorCode,
        redriven: u64,
        /// Not classified, and the request asked for no classification: they stayed.
        left_unclassified: u64,
        /// Their script failed on a queue that rejects such messages: they stayed.
        rejected_by_script: u64,
    }

    /// "CreateApiKey (0xED)".
    0xED => CreateApiKey<'a> (ClientToServer) {
        name: Str<'a>,
        /// Unix milliseconds; 0 means never.
        expires_at_ms: u64,
        is_superadmin: bool,
    }

    /// "CreateApiKeyResult (0xEC)".
    0xEC => CreateApiKeyResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        key_id: Str<'a>,
        /// The secret, told this once; `Debug` does not show it.
        key: Secret<Str<'a>>,
        is_superadmin: bool,
    }

    /// "RevokeApiKey (0xEB)".
    0xEB => RevokeApiKey<'a> (ClientToServer) { key_id: Str<'a> }

    /// "RevokeApiKeyResult (0xEA)".
    0xEA => RevokeApiKeyResult (ServerToClient) {
        /// `ApiKeyNotFound`.
        error_code: ErrorCode,
    }

    /// "ListApiKeys (0xE9)".
    0xE9 => ListApiKeys (ClientToServer) {}

    /// "ListApiKeysResult (0xE8)".
    0xE8 => ListApiKeysResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        keys: List<'a, ApiKeyEntry<'a>, U32>,
    }

    /// "SetAcl (0xE7)": replaces the permissions of a key; they are not merged.
    0xE7 => SetAcl<'a> (ClientToServer) {
        key_id: Str<'a>,
        permissions: List<'a, Permission<'a>, U32>,
    }

    /// "SetAclResult (0xE6)".
    0xE6 => SetAclResult (ServerToClient) {
        /// `ApiKeyNotFound`; `InvalidConfigValue` for a permission of a bad kind.
        error_code: ErrorCode,
    }

    /// "GetAcl (0xE5)".
    0xE5 => GetAcl<'a> (ClientToServer) { key_id: Str<'a> }

    /// "GetAclResult (0xE4)".
    0xE4 => GetAclResult<'a> (ServerToClient) {
        /// `ApiKeyNotFound`.
        error_code: ErrorCode,
        key_id: Str<'a>,
        is_superadmin: bool,
        permissions: List<'a, Permission<'a>, U32>,
    }

    /// "GetThrottleStats (0xE3)".
    0xE3 => GetThrottleStats<'a> (ClientToServer) {
        name: Str<'a>,
        /// How many of the buckets that most messages wait for to include.
        top_buckets: u32,
    }

    /// "GetThrottleStatsResult (0xE2)".
    0xE2 => GetThrottleStatsResult<'a> (ServerToClient) {
        /// `ThrottleNotFound`.
        error_code: ErrorCode,
        /// Its `declaring_subscribers` counts those of every queue.
        throttle_summary: ThrottleSummary<'a>,
        /// Where the throttle is active.
        queues: List<'a, Str<'a>, U32>,
        /// Buckets with deliveries inside the window.
        active_buckets: u64,
        /// Buckets with no room now.
        buckets_at_limit: u64,
        /// Messages that this throttle holds, in all queues.
        waiting: u64,
        /// Those that most messages wait for come first.
        buckets: List<'a, BucketStats<'a>, U32>,
    }

    /// "GetThrottleBucket (0xE1)".
    0xE1 => GetThrottleBucket<'a> (ClientToServer) {
        name: Str<'a>,
        bucket_kind: BucketKind,
        /// One value for each part of the throttle's key.
        values: List<'a, Str<'a>, U16>,
    }

    /// "GetThrottleBucketResult (0xE0)".
    0xE0 => GetThrottleBucketResult<'a> (ServerToClient) {
        /// `ThrottleNotFound`.
        error_code: ErrorCode,
        bucket_stats: BucketStats<'a>,
    }

    /// "UpdateQueue (0xDF)": what is absent stays as it is.
    0xDF => UpdateQueue<'a> (ClientToServer) {
        queue: Str<'a>,
        on_enqueue_change: ScriptChange,
        /// Empty unless the change is to set it.
        on_enqueue_script: Text<'a>,
        on_failure_change: ScriptChange,
        /// Empty unless the change is to set it.
        on_failure_script: Text<'a>,
        visibility_timeout_ms: Option<u64>,
        dedup_window_ms: Option<u64>,
        max_attempts: Option<u32>,
        backoff: Option<Backoff>,
        backoff_initial_ms: Option<u64>,
        backoff_max_ms: Option<u64>,
        delivery_durability: Option<DeliveryDurability>,
        reclaim_grace_ms: Option<u64>,
        park_dead_letter_after: Option<u32>,
    }

    /// "UpdateQueueResult (0xDE)".
    0xDE => UpdateQueueResult (ServerToClient) {
        /// `QueueNotFound`, `LuaCompilationError`, `ImmutableSetting`.
        error_code: ErrorCode,
    }

    /// "GetRoutes (0xDD)": who leads these queues?
    0xDD => GetRoutes<'a> (ClientToServer) {
        /// None: every queue.
        queues: List<'a, Str<'a>, U32>,
    }

    /// "GetRoutesResult (0xDC)": from the node's own copy, so it may be slightly stale.
    0xDC => GetRoutesResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        entries: List<'a, RouteEntry<'a>, U32>,
    }

    /// "DrainNode (0xDB)": moves every leader off a node.
    0xDB => DrainNode (ClientToServer) {
        node_id: u64,
        /// False cancels a drain that is going on.
        drain: bool,
    }

    /// "DrainNodeResult (0xDA)".
    0xDA => DrainNodeResult (ServerToClient) {
        /// `NodeNotFound`.
        error_code: ErrorCode,
    }

    /// "MoveQueueLeader (0xD9)".
    0xD9 => MoveQueueLeader<'a> (ClientToServer) {
        queue: Str<'a>,
        /// A member of the queue's group.
        target_node_id: u64,
    }

    /// "MoveQueueLeaderResult (0xD8)".
    0xD8 => MoveQueueLeaderResult (ServerToClient) {
        /// `QueueNotFound`; `NodeNotFound`: unknown, or no member of the queue's group.
        error_code: ErrorCode,
    }

    /// "SetRebalancing (0xD7)".
    0xD7 => SetRebalancing (ClientToServer) {
        mode: Rebalancing,
        /// Milliseconds that the pause lasts; only where `mode` is paused.
        pause_ms: u64,
    }

    /// "SetRebalancingResult (0xD6)".
    0xD6 => SetRebalancingResult (ServerToClient) { error_code: ErrorCode }

    /// "GetClusterStatus (0xD5)".
    0xD5 => GetClusterStatus (ClientToServer) {}

    /// "GetClusterStatusResult (0xD4)".
    0xD4 => GetClusterStatusResult<'a> (ServerToClient) {
        error_code: ErrorCode,
        meta_leader_node_id: u64,
        rebalancing: Rebalancing,
        /// Unix milliseconds; 0 unless paused.
        rebalancing_pause_ends_at: u64,
        nodes: List<'a, ClusterNode<'a>, U32>,
    }
}
