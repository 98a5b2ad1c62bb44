//! Valid values from any bytes: what the structured oracles, the seeds and property tests build frames from.

pub mod bmq;
pub mod bridge;
pub mod control;
pub mod mx;
