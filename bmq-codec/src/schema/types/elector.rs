//! Leader election: what an ELECTOR event holds, always in BER.

use crate::schema::table::*;

schema! {
    /// A message of the election.
    envelope ElectorMessage {
        /// The term of the election.
        0 term "term": u64,
        /// What is said.
        1 choice "choice": ElectorChoice,
    }

    /// What nodes say to each other in an election.
    untagged ElectorChoice {
        /// "Take me."
        0 "electionProposal" => ElectionProposal(ElectionProposal),
        /// "I take you."
        1 "electionResponse" => ElectionResponse(ElectionResponse),
        /// "I lead."
        2 "leaderHeartbeat" => LeaderHeartbeat(LeaderHeartbeat),
        /// "I am, or am not, here."
        3 "electorNodeStatus" => ElectorNodeStatus(ElectorNodeStatus),
        /// "I heard you."
        4 "heartbeatResponse" => HeartbeatResponse(HeartbeatResponse),
        /// "Would you take me?"
        5 "scoutingRequest" => ScoutingRequest(ScoutingRequest),
        /// "I would, or would not."
        6 "scoutingResponse" => ScoutingResponse(ScoutingResponse),
        /// "I lead no longer."
        7 "leadershipCessionNotification" => LeadershipCessionNotification(LeadershipCessionNotification),
    }

    /// A proposal.
    sequence ElectionProposal {}

    /// The answer to a proposal.
    sequence ElectionResponse {}

    /// The leader lives.
    sequence LeaderHeartbeat {}

    /// Whether a node is there.
    sequence ElectorNodeStatus {
        /// True when it is.
        0 is_available "isAvailable": bool,
    }

    /// The answer to the leader.
    sequence HeartbeatResponse {}

    /// A question before a proposal.
    sequence ScoutingRequest {}

    /// The answer to it.
    sequence ScoutingResponse {
        /// True when the node would support the proposal.
        0 will_vote "willVote": bool,
    }

    /// The leader gives up.
    sequence LeadershipCessionNotification {}
}
