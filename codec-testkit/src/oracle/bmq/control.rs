//! Messages of the schema, in BER and JSON, and the events between brokers.

use super::super::{show, show_error};
use super::{decode, each_frame};
use crate::alloc_count;
use crate::generate::control;
use bmq_codec::build::{RecoveryBuilder, StorageBuilder, cluster_state_event, replication_receipt_event};
use bmq_codec::interbroker::{NewClusterStateRecord, NewRecovery, NewStorage};
use bmq_codec::schema::{
    AuthenticationMessage, ClusterMessage, ControlMessage, ElectorMessage, NegotiationMessage, Schema, Style,
};
use bmq_codec::{Body, EncodingType, Event, EventHeader, EventType, Features, SchemaMessage};

/// A message keeps the laws: it encodes to its length, in both encodings, and each decodes to it.
macro_rules! laws {
    ($message:expr, $type:ident) => {{
        let message = $message;
        show(message);
        Schema::validate(message, |finding| show(&finding));
        let ber = message.to_ber().expect("BER carries every value");
        assert_eq!(message.encoded_len(EncodingType::BER), Ok(ber.len()));
        let again = $type::from_ber(&ber).expect("what is written is read");
        assert_eq!(again, *message, "from BER");
        match message.to_json() {
            Ok(json) => {
                assert_eq!(message.encoded_len(EncodingType::JSON), Ok(json.len()));
                let again = $type::from_json(&json).expect("what is written is read");
                assert_eq!(again, *message, "from JSON");
                assert_eq!(again.to_ber().as_ref(), Ok(&ber), "BER of JSON");
                let value: serde_json::Value = serde_json::from_slice(&json).expect("it is JSON");
                assert!(value.is_object());
                assert_eq!($type::from_ber(&ber).unwrap().to_json().as_ref(), Ok(&json), "JSON of BER");
            }
            Err(error) => {
                show_error(&error);
                assert_eq!(error.reason().name(), "utf8", "{error}");
            }
        }
        let shown = message.to_json_styled(Style::ShownWithSecrets);
        assert!(std::str::from_utf8(&shown).is_ok(), "inspectors show UTF-8");
        assert_eq!(
            $type::from_json_styled(&shown, Style::ShownWithSecrets),
            Ok(*message),
            "from what is shown"
        );
    }};
}

/// Reads any message, and a part of one, from the bytes.
macro_rules! each_type {
    ($from:ident, $body:expr) => {
        {
            each_type! {
                $from $body;
                ControlMessage NegotiationMessage AuthenticationMessage ElectorMessage ClusterMessage
            }
        }
    };
    ($from:ident $body:expr; $($type:ident)*) => {$(
        match alloc_count::none("decoding a message", || $type::$from($body)) {
            Ok(message) => laws!(&message, $type),
            Err(error) => decode::fault(&error, $body.len()),
        }
    )*};
}

/// All of the bytes, and the body of each event, as a message.
fn bodies(data: &[u8], check: &mut dyn FnMut(&[u8])) {
    check(data);
    each_frame(data, &mut |frame| {
        if let Ok(event) = frame.decode() {
            check(event.body_bytes());
        }
    });
}

/// A message was read from an event; nothing of it may allocate.
pub(super) fn look(message: &SchemaMessage<'_>) {
    show(message);
    message.validate(|finding| show(&finding));
}

/// Any bytes as BER.
///
/// # Panics
/// When a law is broken.
pub fn bmq_ber(data: &[u8]) {
    bodies(data, &mut |body| each_type!(from_ber, body));
}

/// Any bytes as JSON, and as the text of features.
///
/// # Panics
/// When a law is broken.
pub fn bmq_control_json(data: &[u8]) {
    bodies(data, &mut |body| each_type!(from_json, body));
    if let Ok(text) = std::str::from_utf8(data) {
        alloc_count::none("features", || {
            let features = Features::new(text);
            show(&features.encoding());
            for field in features.fields() {
                match field {
                    Ok(field) => {
                        assert!(!field.name().is_empty());
                        assert!(field.values().all(|value| !value.is_empty()));
                    }
                    Err(error) => assert!(error.offset() <= text.len(), "{error}"),
                }
            }
        });
    }
}

/// Messages that the bytes choose, in events of both encodings.
///
/// # Panics
/// When a law is broken.
pub fn bmq_control_roundtrip(data: &[u8]) {
    control::each_message(data, &mut |message| {
        match message {
            SchemaMessage::Control(message) => laws!(message, ControlMessage),
            SchemaMessage::Negotiation(message) => laws!(message, NegotiationMessage),
            SchemaMessage::Authentication(message) => laws!(message, AuthenticationMessage),
            SchemaMessage::Elector(message) => laws!(message, ElectorMessage),
        }
        for encoding in [EncodingType::BER, EncodingType::JSON] {
            let mut out = Vec::new();
            if message.build(&mut out, encoding).is_err() {
                assert!(encoding == EncodingType::JSON && message.event_type() == EventType::ELECTOR);
                assert!(out.is_empty());
                continue;
            }
            let event = Event::decode(&out).expect("what is built is an event");
            match event.body() {
                Ok(Body::Control(schema) | Body::Authentication(schema) | Body::Elector(schema)) => {
                    assert_eq!(schema.encoding(), encoding);
                    assert_eq!(schema.padding_fault(), None);
                    let none = &mut |finding| panic!("{finding}");
                    assert_eq!(schema.message_with_findings(none), Ok(*message));
                }
                other => panic!("{other:?}"),
            }
        }
    });
}

/// The types of events between brokers.
const BETWEEN: [EventType; 5] = [
    EventType::CLUSTER_STATE,
    EventType::STORAGE,
    EventType::RECOVERY,
    EventType::PARTITION_SYNC,
    EventType::REPLICATION_RECEIPT,
];

/// The bytes, but for the first one, as the body of an event between brokers.
///
/// # Panics
/// When a law is broken.
pub fn bmq_interbroker(data: &[u8]) {
    each_frame(data, &mut |frame| rebuild(frame.bytes()));
    let Some((first, body)) = data.split_first() else { return };
    let kind = BETWEEN[usize::from(*first) % BETWEEN.len()];
    let Ok(length) = u32::try_from(body.len() + EventHeader::LEN) else { return };
    let event = [&EventHeader::new(kind, length).to_bytes()[..], body].concat();
    decode::event(&event);
    rebuild(&event);
}

/// What was read builds an event that reads the same.
fn rebuild(bytes: &[u8]) {
    let Ok(Ok(body)) = Event::decode(bytes).map(|event| event.body()) else { return };
    let mut out = Vec::new();
    match body {
        Body::Storage(messages) => {
            let mut event = StorageBuilder::new(&mut out);
            for message in messages.map_while(Result::ok) {
                let new = NewStorage {
                    flags: message.flags(),
                    message_type: message.message_type(),
                    partition_id: message.partition_id(),
                    journal_offset_words: message.journal_offset_words(),
                    payload: message.payload(),
                };
                event.push(&new).expect("what was read fits");
            }
            event.finish();
        }
        Body::Recovery(messages) => {
            let mut event = RecoveryBuilder::new(&mut out);
            for message in messages.map_while(Result::ok) {
                let new = NewRecovery {
                    is_final_chunk: message.is_final_chunk(),
                    chunk_type: message.chunk_type(),
                    partition_id: message.partition_id(),
                    chunk_sequence_number: message.chunk_sequence_number(),
                    md5: message.md5().copied(),
                    chunk: message.chunk(),
                };
                event.push(&new).expect("what was read fits");
            }
            event.finish();
        }
        Body::ReplicationReceipt(receipt) => {
            replication_receipt_event(&mut out, &receipt).unwrap();
            assert_eq!(out[8..], bytes[Event::decode(bytes).unwrap().body_offset()..]);
        }
        Body::ClusterState(record) => {
            let Ok(message) = record.message() else { return };
            laws!(&message, ClusterMessage);
            let new = NewClusterStateRecord {
                record_type: record.record_type(),
                elector_term: record.elector_term(),
                sequence_number: record.sequence_number(),
                timestamp: record.timestamp(),
                message,
            };
            cluster_state_event(&mut out, &new).expect("what was read fits");
            let event = Event::decode(&out).unwrap();
            let Ok(Body::ClusterState(again)) = event.body() else { panic!("a record is read") };
            assert_eq!(again.message(), Ok(message));
            assert_eq!(again.crc_fault(), None);
            assert_eq!(
                (again.elector_term(), again.timestamp()),
                (record.elector_term(), record.timestamp())
            );
        }
        _ => return,
    }
    if !out.is_empty() {
        decode::event(&out);
    }
}
