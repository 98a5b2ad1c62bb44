//! JSON (feature `serde`): every type of the tables as its specification spells it, in both directions.
//!
//! | on the wire | in JSON |
//! |---|---|
//! | record, message | an object; the field names of the table |
//! | integers, floats, bools | numbers (floats that JSON lacks: their bits as hex), `true` and `false` |
//! | open enums, flags | the number; enums by name with [`Style::names`] |
//! | text | a string |
//! | bytes, byte arrays | a string of lowercase hex |
//! | UUID | its canonical text |
//! | optional | the value, or `null` |
//! | list | an array; of pairs for a map, in wire order |
//! | secret | `{"redacted": <bytes>}`, or the value with [`Style::secrets`] |
//!
//! **Out** is [`Serialize`](serde::Serialize) of the views; [`Shown`] gives it a [`Style`]. **In** there is no second
//! family of types: JSON is transcoded to wire bytes ([`FromJson`]), which [`Owned`](crate::Owned) then holds. Members may come in
//! any order; one that is missing counts as `null` where it is optional and is an error elsewhere, as are unknown
//! and repeated ones. Enums are read by number or name, hex in either case.
//!
//! ```
//! use codec_common::{Owned, Secret, Str, record, json::{Shown, Style}};
//! const PROTOCOL: &str = "demo";
//!
//! record! {
//!     /// Who is there.
//!     Greeting<'a> { version: u16, name: Option<Str<'a>>, key: Secret<Str<'a>> }
//! }
//!
//! let owned: Owned<Greeting<'static>> = serde_json::from_str(r#"{"key":"hunter2","version":7}"#)?;
//! assert_eq!(&owned.bytes()[..], b"\0\x07\0\0\x07hunter2");
//! assert_eq!(serde_json::to_string(&owned)?, r#"{"version":7,"name":null,"key":{"redacted":7}}"#);
//! let shown = Shown(owned.view()?, Style::new().secrets());
//! assert_eq!(serde_json::to_string(&shown)?, r#"{"version":7,"name":null,"key":"hunter2"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod hex;
mod read;
mod read_record;
mod show;
#[cfg(test)]
mod tests;

pub use hex::Hex;
pub use read::{FromJson, Transcode, named, number, raw_hex};
pub use read_record::{Members, record};
pub use show::{Shown, Style, ToJson};

#[doc(hidden)]
pub use serde;
