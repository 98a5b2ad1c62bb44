//! BlazingMQ's control messages in BER and JSON, beside serde_json with types of the same members.

use benches::consume;
use bmq_codec::EncodingType;
use bmq_codec::schema::{
    BrokerResponse, ClientIdentity, ClientType, ControlMessage, NegotiationMessage, OpenQueue,
    QueueHandleParameters, Schema,
};
use codec_testkit::alloc_count;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::hint::black_box;

codec_testkit::count_allocations!();

/// What serde_json is given: the same members, borrowed where the text has no escapes.
mod peer {
    use super::{Cow, Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Control<'a> {
        pub r_id: Option<i32>,
        #[serde(borrow)]
        pub open_queue: OpenQueue<'a>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct OpenQueue<'a> {
        #[serde(borrow)]
        pub handle_parameters: Parameters<'a>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Parameters<'a> {
        #[serde(borrow)]
        pub uri: Cow<'a, str>,
        pub q_id: u32,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        pub sub_id_info: Option<SubId<'a>>,
        pub flags: u64,
        pub read_count: i32,
        pub write_count: i32,
        pub admin_count: i32,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct SubId<'a> {
        pub sub_id: u32,
        #[serde(borrow)]
        pub app_id: Cow<'a, str>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Negotiation<'a> {
        #[serde(borrow)]
        pub broker_response: Response<'a>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Response<'a> {
        #[serde(borrow)]
        pub result: Status<'a>,
        pub protocol_version: i32,
        pub broker_version: i32,
        pub is_deprecated_sdk: bool,
        #[serde(borrow)]
        pub broker_identity: Identity<'a>,
        pub heartbeat_interval_ms: i32,
        pub max_missed_heartbeats: i32,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Status<'a> {
        pub category: Category,
        pub code: i32,
        #[serde(borrow)]
        pub message: Cow<'a, str>,
    }

    #[derive(Serialize, Deserialize)]
    #[expect(non_camel_case_types, reason = "the schema's names")]
    pub enum Category {
        E_SUCCESS,
        E_UNKNOWN,
        E_REFUSED,
    }

    #[derive(Serialize, Deserialize)]
    #[expect(non_camel_case_types, reason = "the schema's names")]
    pub enum Kind {
        E_UNKNOWN,
        E_TCPCLIENT,
        E_TCPBROKER,
        E_CPP,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Identity<'a> {
        pub protocol_version: i32,
        pub sdk_version: i32,
        pub client_type: Kind,
        #[serde(borrow)]
        pub process_name: Cow<'a, str>,
        pub pid: i32,
        pub session_id: i32,
        #[serde(borrow)]
        pub host_name: Cow<'a, str>,
        #[serde(borrow)]
        pub features: Cow<'a, str>,
        #[serde(borrow)]
        pub cluster_name: Cow<'a, str>,
        pub cluster_node_id: i32,
        pub sdk_language: Kind,
        #[serde(borrow)]
        pub guid_info: Guid<'a>,
        #[serde(borrow)]
        pub user_agent: Cow<'a, str>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Guid<'a> {
        #[serde(borrow)]
        pub client_id: Cow<'a, str>,
        pub nano_seconds_from_epoch: i64,
    }
}

fn open_queue() -> ControlMessage<'static> {
    let handle_parameters = QueueHandleParameters {
        uri: "bmq://bmq.test.persistent.priority/q1".into(),
        q_id: 5,
        flags: 6,
        read_count: 1,
        write_count: 1,
        ..QueueHandleParameters::default()
    };
    ControlMessage::new(1, OpenQueue { handle_parameters })
}

fn broker_response() -> NegotiationMessage<'static> {
    let broker_identity = ClientIdentity {
        protocol_version: 1,
        client_type: ClientType::E_TCPBROKER,
        process_name: "bmqbrkr.tsk".into(),
        pid: 54_321,
        host_name: "broker-1".into(),
        features: "PROTOCOL_ENCODING:BER,JSON;HA:BROADCAST_TO_PROXIES;MPS:MESSAGE_PROPERTIES_EX".into(),
        cluster_name: "local".into(),
        cluster_node_id: 3,
        ..ClientIdentity::default()
    };
    let response = BrokerResponse {
        protocol_version: 1,
        broker_version: 999_999,
        broker_identity,
        ..Default::default()
    };
    response.into()
}

/// Measures `work`, which must not allocate once it has run.
fn bench(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut()) {
    work();
    alloc_count::none(name, &mut work);
    group.bench_function(name, |bencher| bencher.iter(&mut work));
}

macro_rules! rows {
    ($c:expr, $name:literal, $message:expr, $type:ident, $peer:ident) => {{
        let message = $message;
        let (ber, json) = (message.to_ber().unwrap(), message.to_json().unwrap());
        let text = std::str::from_utf8(&json).unwrap();
        let mut group = $c.benchmark_group(concat!("decode/bmq/", $name));
        bench(&mut group, "ber", || consume($type::from_ber(black_box(&ber)).unwrap()));
        bench(&mut group, "json", || consume($type::from_json(black_box(&json)).unwrap()));
        group.bench_function("json-serde_json", |bencher| {
            bencher.iter(|| consume(serde_json::from_str::<peer::$peer<'_>>(black_box(text)).unwrap()));
        });
        group.finish();
        let mut group = $c.benchmark_group(concat!("encode/bmq/", $name));
        let mut space = [0; 1024];
        for (name, encoding) in [("ber", EncodingType::BER), ("json", EncodingType::JSON)] {
            bench(&mut group, name, || {
                consume(black_box(&message).encode(encoding, black_box(&mut space)).unwrap().len());
            });
        }
        group.bench_function("json-to_json", |bencher| {
            bencher.iter(|| consume(black_box(&message).to_json().unwrap()));
        });
        let peer: peer::$peer<'_> = serde_json::from_str(text).unwrap();
        group.bench_function("json-serde_json", |bencher| {
            bencher.iter(|| consume(serde_json::to_vec(black_box(&peer)).unwrap()));
        });
        group.finish();
    }};
}

fn control(c: &mut Criterion) {
    assert!(alloc_count::is_counting());
    rows!(c, "openQueue", open_queue(), ControlMessage, Control);
    rows!(c, "brokerResponse", broker_response(), NegotiationMessage, Negotiation);
}

criterion_group! {
    name = all;
    config = benches::short();
    targets = control
}
criterion_main!(all);
