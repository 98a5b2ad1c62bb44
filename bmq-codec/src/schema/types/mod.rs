//! The types, by what they are for (reference 7.4 to 7.6).

mod authentication;
mod cluster;
mod control;
mod dump;
mod elector;
mod identity;
mod negotiation;
mod partition;
mod queue;
mod status;
mod stream;

pub use authentication::*;
pub use cluster::*;
pub use control::*;
pub use dump::*;
pub use elector::*;
pub use negotiation::*;
pub use partition::*;
pub use queue::*;
pub use status::*;
pub use stream::*;
