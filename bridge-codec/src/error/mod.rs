//! What can go wrong, and whether to try again.

mod code;
mod counter;
#[cfg(feature = "alloc")]
mod map_error;
#[cfg(feature = "alloc")]
mod poison;

pub use code::{Code, Failure, Kind};
pub use counter::Counter;
#[cfg(feature = "alloc")]
pub use map_error::MapError;
#[cfg(feature = "alloc")]
pub use poison::{Poison, PoisonClass, Settle};
