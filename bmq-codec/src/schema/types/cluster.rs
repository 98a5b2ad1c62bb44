//! Messages between the nodes of a cluster (reference 7.6).

use super::{
    PartitionMessage, PartitionSyncDataQuery, PartitionSyncDataQueryResponse, PartitionSyncDataQueryStatus,
    PartitionSyncStateQuery, PartitionSyncStateQueryResponse, PrimaryStatusAdvisory, StorageSyncRequest,
    StorageSyncResponse,
};
use crate::schema::table::*;
use crate::schema::{Array, Binary, Text};

schema! {
    /// A message between nodes.
    holder ClusterMessage<'a> {
        /// Which node is the primary of which partition.
        0 "partitionPrimaryAdvisory" => PartitionPrimaryAdvisory(PartitionPrimaryAdvisory<'a>),
        /// The state of the cluster, from its leader.
        1 "leaderAdvisory" => LeaderAdvisory(LeaderAdvisory<'a>),
        /// Queues that were assigned.
        2 "queueAssignmentAdvisory" => QueueAssignmentAdvisory(QueueAssignmentAdvisory<'a>),
        /// A node's status.
        3 "nodeStatusAdvisory" => NodeStatusAdvisory(NodeStatusAdvisory),
        /// Asks for a node's state.
        4 "leaderSyncStateQuery" => LeaderSyncStateQuery(LeaderSyncStateQuery),
        /// The state.
        5 "leaderSyncStateQueryResponse" => LeaderSyncStateQueryResponse(LeaderSyncStateQueryResponse),
        /// Asks for a node's data.
        6 "leaderSyncDataQuery" => LeaderSyncDataQuery(LeaderSyncDataQuery),
        /// The data.
        7 "leaderSyncDataQueryResponse" => LeaderSyncDataQueryResponse(LeaderSyncDataQueryResponse<'a>),
        /// Asks the leader to assign a queue.
        8 "queueAssignmentRequest" => QueueAssignmentRequest(QueueAssignmentRequest<'a>),
        /// Asks for a partition's files.
        9 "storageSyncRequest" => StorageSyncRequest(StorageSyncRequest),
        /// What of them follows.
        10 "storageSyncResponse" => StorageSyncResponse(StorageSyncResponse),
        /// Asks for a partition's state.
        11 "partitionSyncStateQuery" => PartitionSyncStateQuery(PartitionSyncStateQuery),
        /// The state.
        12 "partitionSyncStateQueryResponse" => PartitionSyncStateQueryResponse(PartitionSyncStateQueryResponse),
        /// Asks for a partition's data.
        13 "partitionSyncDataQuery" => PartitionSyncDataQuery(PartitionSyncDataQuery),
        /// Where the data will end.
        14 "partitionSyncDataQueryResponse" => PartitionSyncDataQueryResponse(PartitionSyncDataQueryResponse),
        /// How sending the data went.
        15 "partitionSyncDataQueryStatus" => PartitionSyncDataQueryStatus(PartitionSyncDataQueryStatus<'a>),
        /// A primary's status.
        16 "primaryStatusAdvisory" => PrimaryStatusAdvisory(PrimaryStatusAdvisory),
        /// Not used.
        17 "clusterSyncRequest" => ClusterSyncRequest(ClusterSyncRequest),
        /// Not used.
        18 "clusterSyncResponse" => ClusterSyncResponse(ClusterSyncResponse),
        /// Not used.
        19 "queueUnassignedAdvisory" => QueueUnassignedAdvisory(QueueUnassignedAdvisory),
        /// Queues that are assigned no longer.
        20 "queueUnAssignmentAdvisory" => QueueUnAssignmentAdvisory(QueueUnAssignmentAdvisory<'a>),
        /// An advisory arrived.
        21 "leaderAdvisoryAck" => LeaderAdvisoryAck(LeaderAdvisoryAck),
        /// An advisory holds.
        22 "leaderAdvisoryCommit" => LeaderAdvisoryCommit(LeaderAdvisoryCommit),
        /// A node's state.
        23 "stateNotification" => StateNotification(StateNotification),
        /// A node stops.
        24 "stopRequest" => StopRequest(StopRequest<'a>),
        /// It may.
        25 "stopResponse" => StopResponse(StopResponse<'a>),
        /// Asks the leader to unassign a queue.
        26 "queueUnassignmentRequest" => QueueUnassignmentRequest(QueueUnassignmentRequest<'a>),
        /// Applications of queues changed.
        27 "queueUpdateAdvisory" => QueueUpdateAdvisory(QueueUpdateAdvisory<'a>),
        /// Between the state machines of the cluster's state.
        28 "clusterStateFSMMessage" => ClusterStateFSMMessage(ClusterStateFSMMessage<'a>),
        /// Between the state machines of a partition.
        29 "partitionMessage" => PartitionMessage(PartitionMessage),
    }

    /// Not used; the schema's DummyType.
    sequence ClusterSyncRequest {}

    /// Not used; the schema's DummyType.
    sequence ClusterSyncResponse {}

    /// Not used; the schema's DummyType.
    sequence QueueUnassignedAdvisory {}

    /// The order of the leader's messages.
    sequence LeaderMessageSequence {
        /// The term in which the leader was elected.
        0 elector_term "electorTerm": u64,
        /// Its messages by number.
        1 sequence_number "sequenceNumber": u64,
    }

    /// The primary of a partition.
    sequence PartitionPrimaryInfo {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's number in the cluster.
        1 primary_node_id "primaryNodeId": i32,
        /// Its lease by number.
        2 primary_lease_id "primaryLeaseId": u32,
    }

    /// An application of a queue.
    sequence AppIdInfo<'a> {
        /// Its name.
        0 app_id "appId": Text<'a>,
        /// Its key.
        1 app_key "appKey": Binary<'a>,
    }

    /// A queue that is assigned.
    sequence QueueInfo<'a> {
        /// The queue's URI.
        0 uri "uri": Text<'a>,
        /// Its key.
        1 key "key": Binary<'a>,
        /// The partition that it is assigned to.
        2 partition_id "partitionId": i32,
        /// Its applications.
        3 app_ids "appIds": Array<'a, AppIdInfo<'a>>,
    }

    /// What changed of a queue.
    sequence QueueInfoUpdate<'a> {
        /// The queue's URI.
        0 uri "uri": Text<'a>,
        /// Its key.
        1 key "key": Binary<'a>,
        /// The partition that it is assigned to.
        2 partition_id "partitionId": i32,
        /// Applications that came.
        3 added_app_ids "addedAppIds": Array<'a, AppIdInfo<'a>>,
        /// Applications that went.
        4 removed_app_ids "removedAppIds": Array<'a, AppIdInfo<'a>>,
        /// The queue's domain.
        5 domain "domain": Text<'a>,
    }

    /// Which node is the primary of which partition.
    sequence PartitionPrimaryAdvisory<'a> {
        /// Its place among the leader's messages.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
        /// The primaries.
        1 partitions "partitions": Array<'a, PartitionPrimaryInfo>,
    }

    /// The state of the cluster.
    sequence LeaderAdvisory<'a> {
        /// Its place among the leader's messages.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
        /// The primaries.
        1 partitions "partitions": Array<'a, PartitionPrimaryInfo>,
        /// The queues.
        2 queues "queues": Array<'a, QueueInfo<'a>>,
    }

    /// Queues that were assigned.
    sequence QueueAssignmentAdvisory<'a> {
        /// Its place among the leader's messages.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
        /// The queues.
        1 queues "queues": Array<'a, QueueInfo<'a>>,
    }

    /// Applications of queues changed.
    sequence QueueUpdateAdvisory<'a> {
        /// Its place among the leader's messages.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
        /// What changed.
        1 queue_updates "queueUpdates": Array<'a, QueueInfoUpdate<'a>>,
    }

    /// Queues that are assigned no longer.
    sequence QueueUnAssignmentAdvisory<'a> {
        /// Its place among the leader's messages.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
        /// The partition.
        1 partition_id "partitionId": i32,
        /// The primary's lease by number.
        2 primary_lease_id "primaryLeaseId": u32,
        /// The primary's number in the cluster.
        3 primary_node_id "primaryNodeId": i32,
        /// The queues.
        4 queues "queues": Array<'a, QueueInfo<'a>>,
    }

    /// An advisory arrived.
    sequence LeaderAdvisoryAck {
        /// Which one.
        0 sequence_number_acked "sequenceNumberAcked": LeaderMessageSequence,
    }

    /// An advisory holds.
    sequence LeaderAdvisoryCommit {
        /// The commit's own place among the leader's messages.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
        /// Which advisory.
        1 sequence_number_committed "sequenceNumberCommitted": LeaderMessageSequence,
    }

    /// A node's state.
    holder StateNotification {
        /// The leader is passive.
        0 "leaderPassive" => LeaderPassive(LeaderPassive),
    }

    /// The leader is passive.
    sequence LeaderPassive {}

    /// A node's status.
    sequence NodeStatusAdvisory {
        /// The status.
        0 status "status": NodeStatus,
    }

    /// What a node does.
    enumeration NodeStatus {
        /// Not known.
        E_UNKNOWN = 0,
        /// It starts.
        E_STARTING = 10,
        /// It serves.
        E_AVAILABLE = 20,
        /// It stops.
        E_STOPPING = 30,
        /// It does not serve.
        E_UNAVAILABLE = 40,
    }

    /// Asks for a node's state.
    sequence LeaderSyncStateQuery {}

    /// Asks for a node's data.
    sequence LeaderSyncDataQuery {}

    /// A node's state.
    sequence LeaderSyncStateQueryResponse {
        /// The last of the leader's messages that it has.
        0 leader_message_sequence "leaderMessageSequence": LeaderMessageSequence,
    }

    /// A node's data.
    sequence LeaderSyncDataQueryResponse<'a> {
        /// The state of the cluster that it has.
        0 leader_sync_data "leaderSyncData": LeaderAdvisory<'a>,
    }

    /// Asks the leader to assign a queue.
    sequence QueueAssignmentRequest<'a> {
        /// The queue's URI.
        0 queue_uri "queueUri": Text<'a>,
    }

    /// Asks the leader to unassign a queue.
    sequence QueueUnassignmentRequest<'a> {
        /// The queue's URI.
        0 queue_uri "queueUri": Text<'a>,
        /// The partition that it is assigned to.
        1 partition_id "partitionId": i32,
        /// Its key.
        2 queue_key "queueKey": Binary<'a>,
    }

    /// A node stops.
    sequence StopRequest<'a> {
        /// The cluster's name.
        0 cluster_name "clusterName": Text<'a>,
        /// The version of the way in which it stops.
        1 version "version": i32 = 1,
    }

    /// A node may stop.
    sequence StopResponse<'a> {
        /// The cluster's name.
        0 cluster_name "clusterName": Text<'a>,
    }

    /// Between the state machines of the cluster's state.
    holder ClusterStateFSMMessage<'a> {
        /// Asks a follower how far it is.
        0 "followerLSNRequest" => FollowerLsnRequest(FollowerLsnRequest),
        /// How far it is.
        1 "followerLSNResponse" => FollowerLsnResponse(FollowerLsnResponse),
        /// A follower registers.
        2 "registrationRequest" => RegistrationRequest(RegistrationRequest),
        /// It is registered.
        3 "registrationResponse" => RegistrationResponse(RegistrationResponse),
        /// Asks a follower for its state.
        4 "followerClusterStateRequest" => FollowerClusterStateRequest(FollowerClusterStateRequest),
        /// Its state.
        5 "followerClusterStateResponse" => FollowerClusterStateResponse(FollowerClusterStateResponse<'a>),
    }

    /// Asks a follower how far it is.
    sequence FollowerLsnRequest {}

    /// How far a follower is.
    sequence FollowerLsnResponse {
        /// The last of the leader's messages that it has.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
    }

    /// A follower registers.
    sequence RegistrationRequest {
        /// The last of the leader's messages that it has.
        0 sequence_number "sequenceNumber": LeaderMessageSequence,
    }

    /// A follower is registered.
    sequence RegistrationResponse {}

    /// Asks a follower for its state.
    sequence FollowerClusterStateRequest {}

    /// A follower's state.
    sequence FollowerClusterStateResponse<'a> {
        /// The state of the cluster that it has.
        0 cluster_state_snapshot "clusterStateSnapshot": LeaderAdvisory<'a>,
    }
}
