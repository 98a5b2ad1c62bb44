//! Messages about partitions and their storage (reference 7.6).

use super::Status;
use crate::schema::table::*;

schema! {
    /// The order of a primary's messages.
    sequence PartitionSequenceNumber {
        /// The primary's lease by number.
        0 primary_lease_id "primaryLeaseId": u32,
        /// Its messages by number.
        1 sequence_number "sequenceNumber": u64,
    }

    /// A point to which a partition was synchronised.
    sequence SyncPoint {
        /// The primary's lease by number.
        0 primary_lease_id "primaryLeaseId": u32,
        /// Its message by number.
        1 sequence_num "sequenceNum": u64,
        /// Offset in the data file, in units of 8 bytes.
        2 data_file_offset_dwords "dataFileOffsetDwords": u32,
        /// Offset in the queue list file, in units of 4 bytes.
        3 qlist_file_offset_words "qlistFileOffsetWords": u32,
    }

    /// A sync point and where it stands.
    sequence SyncPointOffsetPair {
        /// The point.
        0 sync_point "syncPoint": SyncPoint,
        /// Its offset in the journal.
        1 offset "offset": u64,
    }

    /// Asks for a partition's files.
    sequence StorageSyncRequest {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// From where.
        1 begin_sync_point_offset_pair "beginSyncPointOffsetPair": Option<SyncPointOffsetPair>,
        /// To where.
        2 end_sync_point_offset_pair "endSyncPointOffsetPair": Option<SyncPointOffsetPair>,
    }

    /// What of a partition's files follows.
    sequence StorageSyncResponse {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// What follows.
        1 storage_sync_response_type "storageSyncResponseType": StorageSyncResponseType,
        /// From where.
        2 begin_sync_point "beginSyncPoint": SyncPoint,
        /// To where.
        3 end_sync_point "endSyncPoint": SyncPoint,
    }

    /// What follows a storage sync request.
    enumeration StorageSyncResponseType {
        /// Not known.
        E_UNDEFINED = 0,
        /// The part that is missing.
        E_PATCH = 1,
        /// The whole file.
        E_FILE = 2,
        /// Nothing is missing.
        E_IN_SYNC = 3,
        /// There is nothing.
        E_EMPTY = 4,
    }

    /// Asks for a partition's state.
    sequence PartitionSyncStateQuery {
        /// The partition.
        0 partition_id "partitionId": i32 = -1,
    }

    /// A partition's state.
    sequence PartitionSyncStateQueryResponse {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// Its last message by number.
        2 sequence_num "sequenceNum": u64,
        /// The last point to which the partition was synchronised.
        3 last_sync_point_offset_pair "lastSyncPointOffsetPair": SyncPointOffsetPair,
    }

    /// Asks for a partition's data.
    sequence PartitionSyncDataQuery {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The last lease that is known.
        1 last_primary_lease_id "lastPrimaryLeaseId": u32,
        /// The last message that is known.
        2 last_sequence_num "lastSequenceNum": u64,
        /// Up to which lease.
        3 upto_primary_lease_id "uptoPrimaryLeaseId": u32,
        /// Up to which message.
        4 upto_sequence_num "uptoSequenceNum": u64,
        /// The last sync point that is known.
        5 last_sync_point_offset_pair "lastSyncPointOffsetPair": SyncPointOffsetPair,
    }

    /// Where a partition's data will end.
    sequence PartitionSyncDataQueryResponse {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The last lease.
        1 end_primary_lease_id "endPrimaryLeaseId": u32,
        /// The last message.
        2 end_sequence_num "endSequenceNum": u64,
    }

    /// How sending a partition's data went.
    sequence PartitionSyncDataQueryStatus<'a> {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The outcome.
        1 status "status": Status<'a>,
    }

    /// A primary's status.
    sequence PrimaryStatusAdvisory {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// The status.
        2 status "status": PrimaryStatus,
    }

    /// What a primary does.
    enumeration PrimaryStatus {
        /// Not known.
        E_UNDEFINED = 0,
        /// It does not serve yet.
        E_PASSIVE = 1,
        /// It serves.
        E_ACTIVE = 5,
    }

    /// Between the state machines of a partition. The place of `primaryLeaseId` in them changed in June and July
    /// 2026; this is the later one.
    holder PartitionMessage {
        /// Asks a replica for its state.
        0 "replicaStateRequest" => ReplicaStateRequest(ReplicaStateRequest),
        /// Its state.
        1 "replicaStateResponse" => ReplicaStateResponse(ReplicaStateResponse),
        /// Asks a primary for its state.
        2 "primaryStateRequest" => PrimaryStateRequest(PrimaryStateRequest),
        /// Its state.
        3 "primaryStateResponse" => PrimaryStateResponse(PrimaryStateResponse),
        /// Asks for, sends, or drops a replica's data.
        4 "replicaDataRequest" => ReplicaDataRequest(ReplicaDataRequest),
        /// How that went.
        5 "replicaDataResponse" => ReplicaDataResponse(ReplicaDataResponse),
    }

    /// Asks a replica for its state.
    sequence ReplicaStateRequest {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// The last message of the sender.
        2 latest_sequence_number "latestSequenceNumber": PartitionSequenceNumber,
        /// The first sync point after the files were begun anew.
        3 first_sync_point_after_rollover_sequence_number "firstSyncPointAfterRolloverSequenceNumber": PartitionSequenceNumber,
    }

    /// A replica's state.
    sequence ReplicaStateResponse {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// The last message of the sender.
        2 latest_sequence_number "latestSequenceNumber": PartitionSequenceNumber,
        /// The first sync point after the files were begun anew.
        3 first_sync_point_after_rollover_sequence_number "firstSyncPointAfterRolloverSequenceNumber": PartitionSequenceNumber,
    }

    /// Asks a primary for its state.
    sequence PrimaryStateRequest {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// The last message of the sender.
        2 latest_sequence_number "latestSequenceNumber": PartitionSequenceNumber,
        /// The first sync point after the files were begun anew.
        3 first_sync_point_after_rollover_sequence_number "firstSyncPointAfterRolloverSequenceNumber": PartitionSequenceNumber,
    }

    /// A primary's state.
    sequence PrimaryStateResponse {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// The last message of the sender.
        2 latest_sequence_number "latestSequenceNumber": PartitionSequenceNumber,
        /// The first sync point after the files were begun anew.
        3 first_sync_point_after_rollover_sequence_number "firstSyncPointAfterRolloverSequenceNumber": PartitionSequenceNumber,
    }

    /// Asks for, sends, or drops a replica's data.
    sequence ReplicaDataRequest {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// Which of the three.
        2 replica_data_type "replicaDataType": ReplicaDataType,
        /// From where.
        3 begin_sequence_number "beginSequenceNumber": PartitionSequenceNumber,
        /// To where.
        4 end_sequence_number "endSequenceNumber": PartitionSequenceNumber,
    }

    /// How that went.
    sequence ReplicaDataResponse {
        /// The partition.
        0 partition_id "partitionId": i32,
        /// The primary's lease by number.
        1 primary_lease_id "primaryLeaseId": u32,
        /// Which of the three.
        2 replica_data_type "replicaDataType": ReplicaDataType,
        /// From where.
        3 begin_sequence_number "beginSequenceNumber": PartitionSequenceNumber,
        /// To where.
        4 end_sequence_number "endSequenceNumber": PartitionSequenceNumber,
    }

    /// What is done with a replica's data.
    enumeration ReplicaDataType {
        /// Not known.
        E_UNKNOWN = 0,
        /// The replica sends it.
        E_PULL = 10,
        /// The replica gets it.
        E_PUSH = 20,
        /// The replica drops it.
        E_DROP = 30,
    }
}
