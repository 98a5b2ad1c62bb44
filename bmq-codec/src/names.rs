//! The names of fields, as errors show them.

use codec_common::Field;

macro_rules! names {
    ($($(#[$doc:meta])* $module:ident = $message:literal { $($name:ident = $field:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        pub(crate) mod $module {
            use super::Field;
            $(pub(crate) static $name: Field = Field::new(crate::PROTOCOL, $message, $field);)*
        }
    )*};
}

names! {
    event_header = "EventHeader" {
        WHOLE = "",
        LENGTH = "length",
        TYPE = "type",
        HEADER_WORDS = "headerWords",
    }
    put = "PutHeader" {
        WHOLE = "",
        MESSAGE_WORDS = "messageWords",
        OPTIONS_WORDS = "optionsWords",
        CAT = "compressionAlgorithmType",
        HEADER_WORDS = "headerWords",
        FLAGS = "flags",
        GUID = "guid",
        CRC = "crc32c",
        SCHEMA_ID = "schemaId",
        APP_DATA = "applicationData",
        PAYLOAD = "payload",
        EVENT = "event",
    }
    push = "PushHeader" {
        WHOLE = "",
        MESSAGE_WORDS = "messageWords",
        OPTIONS_WORDS = "optionsWords",
        CAT = "compressionAlgorithmType",
        HEADER_WORDS = "headerWords",
        FLAGS = "flags",
        SCHEMA_ID = "schemaId",
        APP_DATA = "applicationData",
        PAYLOAD = "payload",
        EVENT = "event",
    }
    option = "OptionHeader" {
        WHOLE = "",
        TYPE = "type",
        WORDS = "words",
        TYPE_SPECIFIC = "typeSpecific",
        PAYLOAD = "payload",
        GROUP_ID = "msgGroupId",
    }
    properties = "MessagePropertiesHeader" {
        WHOLE = "",
        HEADER_SIZE = "headerSize",
        PROPERTY_SIZE = "messagePropertyHeaderSize",
        AREA_WORDS = "messagePropertiesAreaWords",
        COUNT = "numProperties",
        PADDING = "padding",
    }
    property = "MessagePropertyHeader" {
        TYPE = "propertyType",
        VALUE = "propertyValueLength",
        NAME = "name",
    }
    ack = "AckHeader" {
        HEADER_WORDS = "headerWords",
        PER_MESSAGE_WORDS = "perMessageWords",
        MESSAGE = "ackMessage",
        EVENT = "event",
    }
    confirm = "ConfirmHeader" {
        HEADER_WORDS = "headerWords",
        PER_MESSAGE_WORDS = "perMessageWords",
        MESSAGE = "confirmMessage",
        EVENT = "event",
    }
    reject = "RejectHeader" {
        HEADER_WORDS = "headerWords",
        PER_MESSAGE_WORDS = "perMessageWords",
        MESSAGE = "rejectMessage",
        EVENT = "event",
    }
    ack_message = "AckMessage" {
        RESERVED = "reserved",
        STATUS = "status",
        CORRELATION_ID = "correlationId",
        GUID = "guid",
        QUEUE_ID = "queueId",
    }
    confirm_message = "ConfirmMessage" {
        QUEUE_ID = "queueId",
        GUID = "guid",
        SUB_QUEUE_ID = "subQueueId",
    }
    schema_event = "SchemaEvent" {
        ENCODING = "encoding",
        BODY = "body",
        TRAILING = "trailing",
        PADDING = "padding",
    }
    storage = "StorageHeader" {
        WHOLE = "",
        FLAGS = "flags",
        MESSAGE_WORDS = "messageWords",
        HEADER_WORDS = "headerWords",
        PAYLOAD = "payload",
        EVENT = "event",
    }
    recovery = "RecoveryHeader" {
        WHOLE = "",
        MESSAGE_WORDS = "messageWords",
        HEADER_WORDS = "headerWords",
        CHUNK_TYPE = "chunkType",
        CHUNK = "chunk",
        EVENT = "event",
    }
    receipt = "ReplicationReceipt" {
        WHOLE = "",
        PARTITION_ID = "partitionId",
        SEQUENCE_NUMBER = "sequenceNumber",
        PRIMARY_LEASE_ID = "primaryLeaseId",
    }
    cluster_state = "ClusterStateRecordHeader" {
        WHOLE = "",
        HEADER_WORDS = "headerWords",
        TYPE = "recordType",
        LEADER_ADVISORY_WORDS = "leaderAdvisoryWords",
        TRAILING = "trailing",
        PADDING = "padding",
        CRC = "crc32c",
    }
}
