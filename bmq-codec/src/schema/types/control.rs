//! The control message: what peers ask and answer once they have negotiated.

use super::{
    CloseQueue, CloseQueueResponse, ClusterMessage, ConfigureQueueStream, ConfigureQueueStreamResponse,
    ConfigureStream, ConfigureStreamResponse, OpenQueue, OpenQueueResponse, Status,
};
use crate::schema::Text;
use crate::schema::table::*;

schema! {
    /// A control message: a request or an answer, which carry the same `rId`.
    ///
    /// ```text
    /// BER   30 80 | 80 len rId | A1 80 selection 00 00 | 00 00
    /// JSON  {"rId":1,"<selection>":{...}}
    /// ```
    envelope ControlMessage<'a> {
        /// The requester's number for the request, unique among those without an answer; echoed in the answer.
        0 r_id "rId": Option<i32>,
        /// What is asked or answered.
        1 choice "choice": ControlChoice<'a>,
    }

    /// What a control message asks or answers. The ids 3 to 6 are retired.
    untagged ControlChoice<'a> {
        /// The answer to a request that failed.
        0 "status" => Status(Status<'a>),
        /// The client goes.
        1 "disconnect" => Disconnect(Disconnect),
        /// It may go; nothing follows this.
        2 "disconnectResponse" => DisconnectResponse(DisconnectResponse),
        /// A command for the broker.
        7 "adminCommand" => AdminCommand(AdminCommand<'a>),
        /// What the command gave.
        8 "adminCommandResponse" => AdminCommandResponse(AdminCommandResponse<'a>),
        /// Between the nodes of a cluster.
        9 "clusterMessage" => ClusterMessage(ClusterMessage<'a>),
        /// Opens a queue.
        10 "openQueue" => OpenQueue(OpenQueue<'a>),
        /// The queue is open.
        11 "openQueueResponse" => OpenQueueResponse(OpenQueueResponse<'a>),
        /// Closes a queue.
        12 "closeQueue" => CloseQueue(CloseQueue<'a>),
        /// The queue is closed.
        13 "closeQueueResponse" => CloseQueueResponse(CloseQueueResponse),
        /// Sets how much of a queue is delivered; for brokers without `SUBSCRIPTIONS:CONFIGURE_STREAM`.
        14 "configureQueueStream" => ConfigureQueueStream(ConfigureQueueStream<'a>),
        /// It is set.
        15 "configureQueueStreamResponse" => ConfigureQueueStreamResponse(ConfigureQueueStreamResponse<'a>),
        /// Sets what of a queue is delivered, and how much of it.
        16 "configureStream" => ConfigureStream(ConfigureStream<'a>),
        /// It is set.
        17 "configureStreamResponse" => ConfigureStreamResponse(ConfigureStreamResponse<'a>),
    }

    /// The client goes.
    sequence Disconnect {}

    /// The client may go.
    sequence DisconnectResponse {}

    /// A command for the broker.
    sequence AdminCommand<'a> {
        /// The command.
        0 command "command": Text<'a>,
    }

    /// What a command gave.
    sequence AdminCommandResponse<'a> {
        /// The text.
        0 text "text": Text<'a>,
    }

    /// Nothing: stands where a selection is retired.
    sequence DummyType {}
}

impl<'a> ControlMessage<'a> {
    /// A message with a request id.
    #[must_use]
    pub fn new(r_id: i32, choice: impl Into<ControlChoice<'a>>) -> Self {
        Self { r_id: Some(r_id), choice: choice.into() }
    }

    /// The status, where the message is one: the answer to a request that failed.
    #[must_use]
    pub const fn status(&self) -> Option<&Status<'a>> {
        match &self.choice {
            ControlChoice::Status(status) => Some(status),
            _ => None,
        }
    }
}
