//! How streams are read.

use crate::protocol::Protocol;
use crate::session::Format;
use bmq_codec::{Dialect, Limits, Strictness};

/// How a stream is read. The default is lenient and shows what it finds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How much deviation is read; [`Strictness::Official`] refuses what the official source refuses.
    pub strictness: Strictness,
    /// BlazingMQ's dialect; `None` finds out, message by message.
    pub dialect: Option<Dialect>,
    /// Longest frame, in bytes as the protocol counts them; `None` for the protocol's own.
    pub max_frame: Option<usize>,
    /// Longest message after inflation; `None` for the protocol's own.
    pub max_message: Option<usize>,
    /// Show credentials instead of their length.
    pub show_secrets: bool,
    /// Fila: show enums by name, where they have one, in place of their numbers.
    pub names: bool,
    /// Fila: most frames of a continued operation; `None` for the protocol's own.
    pub max_fragments: Option<usize>,
    /// Fila: most operations unfinished at a time; `None` for the protocol's own.
    pub max_open_streams: Option<usize>,
    /// Fila: most bytes of unfinished operations; `None` for the protocol's own.
    pub max_buffered: Option<usize>,
    /// What the input is; `None` finds out from its first bytes.
    pub format: Option<Format>,
    /// The protocol; `None` finds out. In captures, connections of other protocols are left out.
    pub protocol: Option<Protocol>,
    /// Captures: ports whose connections are of a protocol, whatever they begin with.
    pub ports: Vec<(u16, Protocol)>,
    /// Search for the next frame after damage. In captures this is always done.
    pub resync: bool,
    /// Raw streams: where to begin reading. Captures: lines from that offset of their stream on.
    pub from_offset: u64,
    /// Captures: most connections that are followed at a time; the one that was silent longest makes room.
    pub max_connections: usize,
    /// Captures: most bytes kept, over all connections, for what came out of order and what is not yet recognised.
    pub max_unordered: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strictness: Strictness::Lenient,
            dialect: None,
            max_frame: None,
            max_message: None,
            show_secrets: false,
            names: false,
            max_fragments: None,
            max_open_streams: None,
            max_buffered: None,
            format: None,
            protocol: None,
            ports: Vec::new(),
            resync: false,
            from_offset: 0,
            max_connections: 16_384,
            max_unordered: 64 << 20,
        }
    }
}

impl Options {
    /// `limits` with what these options say.
    pub(crate) fn limit(&self, limits: Limits) -> Limits {
        let limits = self.max_frame.map_or(limits, |max| limits.with_max_frame(max));
        self.max_message.map_or(limits, |max| limits.with_max_message(max))
    }

    /// `limits` with what these options say of continued operations.
    pub(crate) fn limit_reassembly(&self, limits: Limits) -> Limits {
        let limits = self.max_fragments.map_or(limits, |max| limits.with_max_fragments(max));
        let limits = self.max_open_streams.map_or(limits, |max| limits.with_max_open_streams(max));
        self.max_buffered.map_or(limits, |max| limits.with_max_buffered(max))
    }

    /// True unless another protocol was named.
    pub(crate) fn may_be(&self, protocol: Protocol) -> bool {
        self.protocol.is_none_or(|named| named == protocol)
    }
}
