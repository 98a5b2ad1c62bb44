//! "Continuation Frames": operations longer than a frame.
//!
//! The body of an operation is cut at any byte into chunks, each in a frame of its own with the same opcode and
//! request id. All but the last have the CONTINUATION flag: it says that **more follows**. (The page's frame
//! header has it as "this frame continues the previous frame"; its section on continuation decides.)

#[cfg(feature = "alloc")]
mod error;
#[cfg(feature = "alloc")]
mod reassemble;
mod split;
#[cfg(feature = "alloc")]
mod streams;

#[cfg(feature = "alloc")]
pub use error::{ReassemblyError, ReassemblyReason};
#[cfg(feature = "alloc")]
pub use reassemble::Reassembler;
pub use split::{Chunk, Chunks, FrameSink};
