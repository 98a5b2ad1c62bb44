//! What the official decoders were seen to take and refuse (`bmq-decoder-leniency.txt`), and the problems that users
//! and developers of BlazingMQ met (`bmq-problems.md`), for the control plane and the events between brokers.

mod ber;
mod between_brokers;
mod json;
mod problems;

use bmq_codec::build::{cluster_state_event, control_event, elector_event, replication_receipt_event};
use bmq_codec::interbroker::{ClusterStateRecordType, NewClusterStateRecord, ReplicationReceipt};
use bmq_codec::schema::{
    AuthenticationMessage, AuthenticationResponse, BrokerResponse, ClusterMessage, ClusterStateFSMMessage,
    ConfigureStream, ControlChoice, ControlMessage, Disconnect, ElectorMessage, FollowerLsnRequest,
    LeaderMessageSequence, LeaderPassive, NegotiationMessage, OpenQueue, PartitionMessage, QueueFlags,
    QueueHandleParameters, Schema, ScoutingResponse, StateNotification, Status, StatusCategory,
};
use bmq_codec::{Body, DecodeError, EncodingType, Event, EventType, Limits};
use codec_testkit::alloc_count;
use codec_testkit::fixtures::{beside, hex, read};

codec_testkit::count_allocations!();

type Outcome<T> = Result<T, &'static str>;

fn named<T>(result: Result<T, DecodeError>) -> Outcome<T> {
    result.map_err(|error| error.reason().name())
}

fn ber(text: &str) -> Outcome<(Option<i32>, String)> {
    let bytes = hex(text);
    named(ControlMessage::from_ber(&bytes)).map(|message| (message.r_id, format!("{:?}", message.choice)))
}

fn json(text: &str) -> Outcome<(Option<i32>, String)> {
    json_bytes(text.as_bytes())
}

fn json_bytes(text: &[u8]) -> Outcome<(Option<i32>, String)> {
    named(ControlMessage::from_json(text)).map(|message| (message.r_id, format!("{:?}", message.choice)))
}

fn disconnect(r_id: i32) -> Outcome<(Option<i32>, String)> {
    Ok((Some(r_id), "Disconnect(Disconnect)".into()))
}

/// The handle parameters of an openQueue with rId 5 whose own contents are `parameters`.
fn open(parameters: &str) -> Outcome<QueueHandleParametersOwned> {
    let bytes = hex(&format!("3080 800105 a180 aa80 a080 {parameters} 0000 0000 0000 0000"));
    named(ControlMessage::from_ber(&bytes)).map(|message| match message.choice {
        ControlChoice::OpenQueue(open) => {
            let parameters = open.handle_parameters;
            QueueHandleParametersOwned {
                uri: parameters.uri.to_string(),
                q_id: parameters.q_id,
                flags: parameters.flags,
            }
        }
        other => panic!("{other:?}"),
    })
}

#[derive(Debug, PartialEq)]
struct QueueHandleParametersOwned {
    uri: String,
    q_id: u32,
    flags: u64,
}

fn parameters(uri: &str, q_id: u32, flags: u64) -> Outcome<QueueHandleParametersOwned> {
    Ok(QueueHandleParametersOwned { uri: uri.into(), q_id, flags })
}
