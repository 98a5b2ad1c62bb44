//! "Control Opcodes (0x00-0x0F)" and "Error Opcode (0xFE)".

use crate::PROTOCOL;
use crate::types::{Capabilities, ErrorCode, StringMap};
use codec_common::{Secret, Str, messages};

messages! { $ control;
    /// "2. Handshake": the client's first frame, with request id 0.
    ///
    /// Frozen: it is sent before a version is agreed on, so it never gains a field.
    0x01 => Handshake<'a> (ClientToServer) {
        /// The highest version that the client speaks; from 1.
        protocol_version: u16,
        /// Who it is; `Debug` does not show it.
        api_key: Option<Secret<Str<'a>>>,
        /// What it offers.
        client_capabilities: Capabilities,
    }

    /// "2. Handshake": the server's answer, with request id 0. An [`Error`](struct@Error) may come in its place.
    0x02 => HandshakeOk (ServerToClient) {
        /// The highest version that both speak.
        negotiated_version: u16,
        /// 0 where there is one node only.
        node_id: u64,
        /// Longest frame that the server takes, in bytes after the length prefix; 0 means 16 MiB. See
        /// [`MaxFrame`](crate::MaxFrame).
        max_frame_size: u32,
        /// What the server offers.
        server_capabilities: Capabilities,
    }

    /// "5. Keepalive": is the peer there? Whoever asks uses an id of its own range.
    0x03 => Ping (Either) {}

    /// "5. Keepalive": it is. Echoes the request id.
    0x04 => Pong (Either) {}

    /// "6. Disconnect": the sender closes after this.
    0x05 => Disconnect (Either) {}
}

messages! { $ error;
    /// "Error Frame (0xFE)": the request with this request id failed.
    ///
    /// On the id of a live subscription it ends the subscription.
    0xFE => Error<'a> (ServerToClient) {
        /// Why.
        error_code: ErrorCode,
        /// For people.
        message: Str<'a>,
        /// For programs: the standard keys are in [`metadata`](crate::metadata), unknown keys are kept.
        metadata: StringMap<'a>,
    }
}
