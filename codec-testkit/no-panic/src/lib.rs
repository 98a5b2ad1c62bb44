//! Proof that the core codecs cannot panic: `cargo xtask test --only no-panic`.
//!
//! The exports below call every entry point of the codecs on arbitrary bytes. The only way for this module
//! to panic is [`panic`], which calls a function that the module would have to import. The check builds the
//! module for `wasm32-unknown-unknown`, at `opt-level` 3 and `z`, and fails when it imports any function:
//! the optimiser was not able to show that some panic is unreachable.
//!
//! To add to the proof, write an export in the module of its crate. An export takes what it needs as a raw
//! pointer and a length, so that nothing is known about the input at compile time, and returns something
//! that depends on every result, so that nothing is optimised away.

#![no_std]

// One module per codec crate.
mod bmq;
mod bmq_build;
mod bmq_control;
mod common;
mod fila;
mod mx;

mod digest;
mod input;

use core::panic::PanicInfo;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Exists nowhere: that it is imported at all is what the check looks for.
    safe fn panic_was_linked() -> !;
}

/// Every panic ends here.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    panic_was_linked()
}
