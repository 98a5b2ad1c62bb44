//! Authentication.

use super::Status;
use crate::schema::table::*;
use crate::schema::{Binary, Text};
use codec_common::Secret;

schema! {
    /// What an AUTHENTICATION event holds.
    choice AuthenticationMessage<'a> {
        /// From the client, before it negotiates and again before its time ends.
        0 "authenticationRequest" => AuthenticationRequest(AuthenticationRequest<'a>),
        /// From the broker.
        1 "authenticationResponse" => AuthenticationResponse(AuthenticationResponse<'a>),
    }

    /// Who the client says it is.
    sequence AuthenticationRequest<'a> {
        /// How it shows it.
        0 mechanism "mechanism": Text<'a>,
        /// What shows it; `Debug` does not.
        1 data "data": Option<Secret<Binary<'a>>>,
    }

    /// Whether the broker believes it.
    sequence AuthenticationResponse<'a> {
        /// The outcome.
        0 status "status": Status<'a>,
        /// For how many milliseconds; absent for ever. Peers of before June 2026 have 31 bits.
        1 lifetime_ms "lifetimeMs": Option<u64>,
    }
}
