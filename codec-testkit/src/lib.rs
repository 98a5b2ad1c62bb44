//! What tests, fuzz targets and benches of the broker codecs share: generators of valid values, oracles that hold
//! any bytes against the laws, seeds for them, and a counter of allocations.

pub mod alloc_count;
pub mod fila;
pub mod fixtures;
pub mod generate;
pub mod mx;
pub mod oracle;
pub mod outcome;
pub mod packets;
pub mod seeds;

/// The examples of the project's README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
