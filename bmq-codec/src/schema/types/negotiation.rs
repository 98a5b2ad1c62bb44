//! Negotiation: the first control event of a connection in each direction.

use super::identity::printable;
use super::{DummyType, Status};
use crate::schema::Text;
use crate::schema::table::*;

schema! {
    /// Who the peers are and what they can do.
    choice NegotiationMessage<'a> {
        /// The client, which speaks first.
        0 "clientIdentity" => ClientIdentity(ClientIdentity<'a>),
        /// The broker's answer.
        1 "brokerResponse" => BrokerResponse(BrokerResponse<'a>),
        /// Retired.
        2 "placeHolder" => PlaceHolder(DummyType),
    }

    /// A peer.
    sequence ClientIdentity<'a> check printable {
        /// The version of the protocol: 1.
        0 protocol_version "protocolVersion": i32,
        /// The version of the library.
        1 sdk_version "sdkVersion": i32 = 999_999,
        /// What kind of peer it is.
        2 client_type "clientType": ClientType,
        /// The process's name.
        3 process_name "processName": Text<'a>,
        /// The process's number.
        4 pid "pid": i32,
        /// The number of the session in the process.
        5 session_id "sessionId": i32 = 1,
        /// The host's name.
        6 host_name "hostName": Text<'a>,
        /// What it can do; see [`Features`](crate::Features).
        7 features "features": Text<'a>,
        /// The name of the cluster that it belongs to.
        8 cluster_name "clusterName": Text<'a>,
        /// Its number in the cluster.
        9 cluster_node_id "clusterNodeId": i32 = -1,
        /// The library's language.
        10 sdk_language "sdkLanguage": ClientLanguage = ClientLanguage::E_CPP,
        /// How it generates GUIDs.
        11 guid_info "guidInfo": GuidInfo<'a>,
        /// A text about the library.
        12 user_agent "userAgent": Text<'a>,
    }

    /// The kinds of peer.
    enumeration ClientType {
        /// Not known.
        E_UNKNOWN = 0,
        /// A client.
        E_TCPCLIENT = 1,
        /// A broker.
        E_TCPBROKER = 2,
        /// An administrator.
        E_TCPADMIN = 3,
    }

    /// The languages of libraries.
    enumeration ClientLanguage {
        /// Not known.
        E_UNKNOWN = 0,
        /// C++.
        E_CPP = 1,
        /// Java.
        E_JAVA = 2,
    }

    /// How a peer generates GUIDs (reference 8.1); one without a client id does not.
    sequence GuidInfo<'a> {
        /// The last six bytes of its GUIDs in upper-case hexadecimal digits.
        0 client_id "clientId": Text<'a>,
        /// The time at which its ticks begin.
        1 nano_seconds_from_epoch "nanoSecondsFromEpoch": i64,
    }

    /// The broker's answer to a client.
    sequence BrokerResponse<'a> {
        /// Whether the client is taken.
        0 result "result": Status<'a>,
        /// The version of the protocol: 1.
        1 protocol_version "protocolVersion": i32,
        /// The broker's version.
        2 broker_version "brokerVersion": i32,
        /// True when the client's library is out of date.
        3 is_deprecated_sdk "isDeprecatedSdk": bool,
        /// The broker.
        4 broker_identity "brokerIdentity": ClientIdentity<'a>,
        /// After how many milliseconds of silence to ask for a heartbeat; 0 and less: never.
        5 heartbeat_interval_ms "heartbeatIntervalMs": i32 = 3_000,
        /// After how many silent intervals, and one more, to close.
        6 max_missed_heartbeats "maxMissedHeartbeats": i32 = 10,
    }
}

impl<'a> NegotiationMessage<'a> {
    /// The client, where the message is of one.
    #[must_use]
    pub const fn client_identity(&self) -> Option<&ClientIdentity<'a>> {
        match self {
            Self::ClientIdentity(identity) => Some(identity),
            _ => None,
        }
    }

    /// The broker's answer, where the message is one.
    #[must_use]
    pub const fn broker_response(&self) -> Option<&BrokerResponse<'a>> {
        match self {
            Self::BrokerResponse(response) => Some(response),
            _ => None,
        }
    }
}
