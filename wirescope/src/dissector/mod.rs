//! A Wireshark dissector in Lua (feature `dissector`), written from the tables that decode and encode come from.
//!
//! Opcodes, names of enums and flags, Fila's layouts and BlazingMQ's schema are written from the codecs' tables; what
//! walks over them, and BlazingMQ's packed headers, is the Lua beside this file.
//!
//! ```
//! use wirescope::{dissector, protocol::Protocol};
//! let lua = dissector::lua(&[Protocol::Fila]);
//! assert!(lua.contains("[0x10] = \"Enqueue\","));
//! assert!(!lua.contains("BlazingMQ"));
//! ```

mod names;
mod records;
mod schema;

use crate::protocol::Protocol;

const COMMON: &str = include_str!("common.lua");
const BMQ: &str = include_str!("bmq.lua");
const BER: &str = include_str!("ber.lua");
const FILA: &str = include_str!("fila.lua");
const MX: &str = include_str!("mx.lua");

/// The dissectors of these protocols, as one script.
#[must_use]
pub fn lua(protocols: &[Protocol]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut script = format!(
        "-- Written by wirescope {version} from the tables of its codecs; see docs/dissector.md of broker-codecs.\n\n"
    );
    script.push_str(COMMON);
    for protocol in protocols {
        script.push('\n');
        match protocol {
            Protocol::Bmq => {
                names::write(&mut script);
                schema::write(&mut script);
                script.push_str(BER);
                script.push('\n');
                script.push_str(BMQ);
            }
            Protocol::Fila => {
                records::write(&mut script);
                script.push_str(FILA);
            }
            Protocol::Mx => script.push_str(MX),
        }
    }
    script
}

/// A Lua string.
fn quoted(text: &str) -> String {
    debug_assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "names need no escapes");
    format!("\"{text}\"")
}
