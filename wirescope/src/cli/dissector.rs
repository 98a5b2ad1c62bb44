//! `wirescope dissector`.

use super::args::ProtocolArg;
use super::{Failure, Outcome};
use crate::dissector;
use crate::protocol::Protocol;
use clap::Args;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct DissectorArgs {
    /// The protocol; auto is all of them
    #[arg(long, value_enum, default_value_t)]
    protocol: ProtocolArg,
}

pub(super) fn run(args: &DissectorArgs) -> Result<Outcome, Failure> {
    let named = args.protocol.protocol();
    let protocols = named.as_ref().map_or(Protocol::ALL, std::slice::from_ref);
    io::stdout().lock().write_all(dissector::lua(protocols).as_bytes())?;
    Ok(Outcome::Clean)
}
