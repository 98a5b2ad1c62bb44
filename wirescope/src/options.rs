//! How streams are read.

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
        }
    }
}

impl Options {
    /// `limits` with what these options say.
    pub(crate) fn limit(&self, limits: Limits) -> Limits {
        let limits = self.max_frame.map_or(limits, |max| limits.with_max_frame(max));
        self.max_message.map_or(limits, |max| limits.with_max_message(max))
    }
}
