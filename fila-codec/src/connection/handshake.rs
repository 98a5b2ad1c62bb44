//! "2. Handshake" and "Protocol Versioning": what the two sides agree on.

use crate::frame::{MaxFrame, MaxFrameTooSmall};
use crate::message::{Error, Handshake, HandshakeOk};
use crate::metadata::MAX_VERSION;
use crate::types::{Capabilities, ErrorCode};
use codec_common::{List, Str};

/// The version of the protocol that these tables are: 1, as the page has it. (Servers of spring 2026 also said 1, with other
/// layouts.)
pub const VERSION: u16 = 1;

/// What a server offers to every client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerOffer {
    /// Its node id; 0 where there is one node only.
    pub node_id: u64,
    /// The longest frame that it takes.
    pub max_frame: MaxFrame,
    /// Its capabilities.
    pub capabilities: Capabilities,
}

/// The refusal of a version, with the metadata that the page asks for.
const REFUSAL: [(Str<'static>, Str<'static>); 1] = [(Str::new(MAX_VERSION), Str::new("1"))];

/// A server's answer to a `Handshake`: the highest version that both speak. Whether the API key is good must have
/// been found out before.
///
/// ```
/// use fila_codec::{Capabilities, MaxFrame, connection::{ServerOffer, accept}, message::Handshake};
/// let offer = ServerOffer { node_id: 1, max_frame: MaxFrame::DEFAULT, capabilities: Capabilities::empty() };
/// let hello = Handshake { protocol_version: 2, api_key: None, client_capabilities: Capabilities::empty() };
/// assert_eq!(accept(&hello, &offer).unwrap().negotiated_version, 1);
/// let refusal = accept(&Handshake { protocol_version: 0, ..hello }, &offer).unwrap_err();
/// assert_eq!(refusal.max_version(), Some(1));
/// ```
///
/// # Errors
/// Version 0: the `UnsupportedVersion` to answer with before closing.
pub const fn accept(hello: &Handshake<'_>, offer: &ServerOffer) -> Result<HandshakeOk, Error<'static>> {
    if hello.protocol_version == 0 {
        return Err(Error {
            error_code: ErrorCode::UnsupportedVersion,
            message: Str::new("versions begin with 1"),
            metadata: List::new(&REFUSAL),
        });
    }
    Ok(HandshakeOk {
        negotiated_version: VERSION,
        node_id: offer.node_id,
        max_frame_size: offer.max_frame.get(),
        server_capabilities: offer.capabilities,
    })
}

/// What a connection has agreed on, from the client's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handshaken {
    /// The longest frame to send.
    pub max_frame: MaxFrame,
    /// What both sides offer and these tables know.
    pub capabilities: Capabilities,
}

impl Handshaken {
    /// What a client that offered `ours` has agreed on. [`Rules`](super::Rules) judge the rest of the answer.
    ///
    /// # Errors
    /// A maximum frame size of 1 to 6: the handshake has failed.
    pub fn from_answer(answer: &HandshakeOk, ours: Capabilities) -> Result<Self, MaxFrameTooSmall> {
        Ok(Self {
            max_frame: MaxFrame::advertised(answer.max_frame_size)?,
            capabilities: ours.active_with(answer.server_capabilities),
        })
    }
}
