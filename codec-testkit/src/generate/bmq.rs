//! One BlazingMQ event of every kind, with all that it can hold: seeds for fuzzing.

use bmq_codec::build;
pub use bmq_codec::generate::{AnyEvent, AnyMessage, AnyOption, AnyValue};
use bmq_codec::interbroker::{
    ClusterStateRecordType, NewClusterStateRecord, NewRecovery, NewStorage, StorageFlags, StorageMessageType,
};
use bmq_codec::schema::{Binary, QueueAssignmentAdvisory, QueueInfo};

use bmq_codec::{
    AckMessage, AckStatus, ConfirmMessage, CorrelationId, Dialect, EncodingType, EventHeader, EventType,
    MessageGuid, PushFlags, Rda, RejectMessage, SchemaId, SubQueueInfo,
};

/// The bytes of a sample of every kind.
///
/// # Panics
/// When a builder refuses one.
#[must_use]
pub fn samples() -> Vec<(&'static str, Vec<u8>)> {
    all().into_iter().map(|(name, event)| (name, event.bytes().expect("it is valid"))).collect()
}

fn all() -> Vec<(&'static str, AnyEvent)> {
    let guid = MessageGuid::from_fields(7, 0x0102_0304_0506, *b"client");
    let infos =
        |count: u32| (1..=count).map(|id| SubQueueInfo { id, rda: Rda::limited(5, id % 2 == 0) }).collect();
    let schema = |kind, encoding, body: &[u8]| AnyEvent::Schema(kind, encoding, body.to_vec());
    let plain = AnyMessage {
        queue_id: 3,
        id: guid,
        flags: 0,
        schema_id: SchemaId::NO_SCHEMA,
        options: Vec::new(),
        properties: Vec::new(),
        payload: b"hello".to_vec(),
        compress: false,
    };
    let with = |change: &dyn Fn(&mut AnyMessage)| {
        let mut message = plain.clone();
        change(&mut message);
        message
    };
    let styles = |compress: bool| {
        let styled = |schema: u16| {
            with(&|message| {
                message.schema_id = SchemaId(schema);
                message.properties = every_property();
                message.payload = b"all work and no play ".repeat(if compress { 60 } else { 2 });
                message.compress = compress;
            })
        };
        vec![styled(0), styled(1), styled(5)]
    };
    let optioned = vec![
        with(&|message| message.options = vec![AnyOption::Packed(Rda::UNLIMITED)]),
        with(&|message| {
            message.flags = PushFlags::OUT_OF_ORDER.0;
            message.options = vec![AnyOption::Infos(infos(3)), AnyOption::GroupId(b"group".to_vec())];
        }),
        with(&|message| {
            message.options =
                vec![AnyOption::Ids((1..=2).map(|id| SubQueueInfo { id, rda: Rda::UNLIMITED }).collect())];
        }),
        with(&|message| {
            message.flags = PushFlags::IMPLICIT_PAYLOAD.0;
            message.payload.clear();
        }),
    ];
    let (official, node) = (Dialect::Official, Dialect::NodeSdk);
    let confirm = ConfirmMessage { queue_id: 3, guid, sub_queue_id: 2 };
    let reject = RejectMessage { queue_id: 3, guid, sub_queue_id: 2 };
    vec![
        ("put", AnyEvent::Put(official, vec![plain.clone()])),
        ("put-ack", AnyEvent::Put(official, vec![with(&|message| message.flags = 1)])),
        ("put-many", AnyEvent::Put(official, vec![plain.clone(); 9])),
        ("put-properties", AnyEvent::Put(official, styles(false))),
        ("put-zlib", AnyEvent::Put(official, styles(true))),
        ("put-node", AnyEvent::Put(node, styles(false))),
        ("put-node-zlib", AnyEvent::Put(node, styles(true))),
        ("push", AnyEvent::Push(official, vec![plain.clone()])),
        ("push-options", AnyEvent::Push(official, optioned)),
        ("push-properties", AnyEvent::Push(official, styles(false))),
        ("push-zlib", AnyEvent::Push(official, styles(true))),
        ("push-node", AnyEvent::Push(node, styles(false))),
        ("ack", AnyEvent::Ack(acks(guid))),
        ("confirm", AnyEvent::Confirm(vec![confirm; 3])),
        ("reject", AnyEvent::Reject(vec![reject; 2])),
        ("control-ber", schema(EventType::CONTROL, EncodingType::BER, OPEN_QUEUE)),
        ("control-json", schema(EventType::CONTROL, EncodingType::JSON, br#"{"rId":1,"disconnect":{}}"#)),
        ("authentication", schema(EventType::AUTHENTICATION, EncodingType::JSON, AUTHENTICATE)),
        ("elector", schema(EventType::ELECTOR, EncodingType::BER, VOTE)),
        ("heartbeat-req", AnyEvent::Heartbeat(true)),
        ("heartbeat-rsp", AnyEvent::Heartbeat(false)),
        ("storage", AnyEvent::Carried(EventType::STORAGE, storage())),
        ("cluster-state", AnyEvent::Carried(EventType::CLUSTER_STATE, cluster_state())),
        ("recovery", AnyEvent::Carried(EventType::RECOVERY, recovery())),
        ("partition-sync", AnyEvent::Carried(EventType::PARTITION_SYNC, storage())),
        ("receipt", AnyEvent::Carried(EventType::REPLICATION_RECEIPT, (0..16).collect())),
        ("unassigned", AnyEvent::Carried(EventType(20), vec![1, 2, 3])),
    ]
}

fn acks(guid: MessageGuid) -> Vec<AckMessage> {
    AckStatus::ALL.iter().map(|status| AckMessage::new(*status, CorrelationId(42), guid, 3)).collect()
}

fn every_property() -> Vec<(Vec<u8>, AnyValue)> {
    let values = [
        ("bool", AnyValue::Bool(true)),
        ("char", AnyValue::Char(b'x')),
        ("short", AnyValue::Short(-2)),
        ("int32", AnyValue::Int32(i32::MIN)),
        ("int64", AnyValue::Int64(i64::MAX)),
        ("string", AnyValue::String(b"text".to_vec())),
        ("binary", AnyValue::Binary(vec![0, 255])),
    ];
    values.map(|(name, value)| (name.as_bytes().to_vec(), value)).into()
}

/// The body of a STORAGE or PARTITION_SYNC event.
fn storage() -> Vec<u8> {
    let mut event = build::StorageBuilder::new(Vec::new());
    let data =
        NewStorage { partition_id: 3, journal_offset_words: 0x1234, payload: &[7; 64], ..Default::default() };
    let confirm = NewStorage { message_type: StorageMessageType::CONFIRM, payload: &[8; 60], ..data };
    let flags = StorageFlags::RECEIPT_REQUESTED;
    for message in [data, confirm, NewStorage { flags, payload: &[], ..confirm }] {
        event.push(&message).expect("it is valid");
    }
    event.finish()[EventHeader::LEN..].to_vec()
}

/// The body of a RECOVERY event.
fn recovery() -> Vec<u8> {
    let mut event = build::RecoveryBuilder::new(Vec::new());
    let chunk = NewRecovery { partition_id: 1, md5: Some([5; 16]), chunk: &[1; 16], ..Default::default() };
    for message in
        [chunk, NewRecovery { is_final_chunk: true, chunk_sequence_number: 1, chunk: &[], ..chunk }]
    {
        event.push(&message).expect("it is valid");
    }
    event.finish()[EventHeader::LEN..].to_vec()
}

/// The body of a CLUSTER_STATE event.
fn cluster_state() -> Vec<u8> {
    let mut out = Vec::new();
    let queues =
        [QueueInfo { uri: "bmq://d/q".into(), key: Binary::new(&[1, 2, 3, 4, 5]), ..Default::default() }];
    let record = NewClusterStateRecord {
        record_type: ClusterStateRecordType::UPDATE,
        elector_term: 3,
        sequence_number: 129,
        timestamp: 1_700_000_000,
        message: QueueAssignmentAdvisory { queues: queues[..].into(), ..Default::default() }.into(),
    };
    build::cluster_state_event(&mut out, &record).expect("it is valid");
    out.split_off(EventHeader::LEN)
}

/// rId 1, openQueue of `bmq://d/q`, in BER.
const OPEN_QUEUE: &[u8] =
    b"\x30\x80\x80\x01\x01\xA1\x80\xAA\x80\xA0\x80\x80\x09bmq://d/q\x81\x01\x05\x83\x01\x06\
\x84\x01\x01\x85\x01\x01\x86\x01\0\0\0\0\0\0\0\0\0";
/// Term 1, scoutingResponse.
const VOTE: &[u8] = b"\x30\x80\x80\x01\x01\xA1\x80\xA6\x80\x80\x01\x01\0\0\0\0\0\0";
const AUTHENTICATE: &[u8] = br#"{"authenticationRequest":{"mechanism":"BASIC","data":"dXNlcjpwdw=="}}"#;
