//! All 61 messages, declared in the page's order and split by its chapters.
//!
//! Each declaration is the whole truth about its message: opcode, name, direction, layout, and from them the
//! struct, its codec, its row in [`Message::ALL`] and its names in errors.

mod admin;
mod control;
mod hot;

pub use admin::*;
pub use control::*;
pub use hot::*;

use crate::PROTOCOL;
use codec_common::protocol;

protocol! { Message = control hot error admin }
