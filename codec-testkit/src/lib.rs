//! codec-testkit

pub mod mx;
