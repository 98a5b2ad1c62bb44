//! Which frames to show.

use super::Failure;
use crate::Direction;
use crate::filter::{Filter, Selection};
use clap::{Args, ValueEnum};

/// Of one kind any is to hold, and of each kind that is given.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters (docs/filters.md)")]
pub(super) struct FilterArgs {
    /// Frames of a type, in upper or lower case
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// BlazingMQ: frames with messages of a queue, by its number
    #[arg(long = "queue-id", value_name = "NUMBER")]
    queue_ids: Vec<u64>,
    /// Frames about a queue, by its name or URI
    #[arg(long = "queue", value_name = "NAME")]
    queues: Vec<String>,
    /// Captures: frames of a connection, by its number
    #[arg(long = "conn", value_name = "NUMBER")]
    conns: Vec<u64>,
    /// Frames of a direction
    #[arg(long = "dir", value_enum, value_name = "DIRECTION")]
    dirs: Vec<DirectionArg>,
    /// Frames that are malformed; with --findings, either
    #[arg(long)]
    errors: bool,
    /// Frames with findings
    #[arg(long)]
    findings: bool,
    /// Frames that satisfy an expression, such as 'payload contains "x"'; all that are given are to hold
    #[arg(long = "where", value_name = "EXPRESSION")]
    filters: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DirectionArg {
    /// From client to server
    C2s,
    /// From server to client
    S2c,
}

impl FilterArgs {
    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let mut selection = Selection::default();
        selection.types.clone_from(&self.types);
        selection.queue_ids.clone_from(&self.queue_ids);
        selection.queues.clone_from(&self.queues);
        selection.conns.clone_from(&self.conns);
        selection.dirs.extend(self.dirs.iter().map(|dir| match dir {
            DirectionArg::C2s => Direction::ClientToServer,
            DirectionArg::S2c => Direction::ServerToClient,
        }));
        selection.errors = self.errors;
        selection.findings = self.findings;
        for text in &self.filters {
            let filter = Filter::parse(text).map_err(|error| Failure::Usage(format!("--where: {error}")))?;
            selection.filters.push(filter);
        }
        Ok(selection)
    }
}
