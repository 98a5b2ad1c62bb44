//! The protocol's primitives and shared records, named as the page names them.
//!
//! | the page ("Encoding Primitives") | here |
//! |---|---|
//! | `u8` `u16` `u32` `u64` `i64` `f64` `bool` | the Rust types; a `bool` byte is 0 or 1 |
//! | `uuid` | [`Uuid`](codec_common::Uuid) |
//! | `string` | [`Str`], up to 65,535 bytes |
//! | `text` | [`Text`](codec_common::Text) |
//! | `bytes` | [`Blob`](codec_common::Blob) |
//! | `map<string,string>` | [`StringMap`]: wire order, duplicates kept |
//! | `string[]` | [`StringList`] |
//! | `optional<T>` | `Option<T>`; the presence byte is 0 or 1 |
//! | `key` | [`Key`] |

mod capabilities;
mod error_code;
mod key;
mod queue;
mod throttle;

pub use capabilities::Capabilities;
pub use error_code::ErrorCode;
pub use key::{Key, KeyKind, KeyPart};
pub use queue::{
    Backoff, DeliveryDurability, NodeState, Ordering, Rebalancing, Reclassify, ScriptChange, ScriptFailure,
    WhenOrderingKeyMissing,
};
pub use throttle::{
    BucketKind, BucketStats, Throttle, ThrottleLimit, ThrottleSummary, WhenThrottleKeyMissing,
};

use codec_common::wire::U16;
use codec_common::{List, Map, Str};

/// `map<string,string>`: a `u16` count, then that many pairs of strings.
///
/// Order and duplicates are kept; [`get`](List::get) gives the last value of a key.
pub type StringMap<'a> = Map<'a, Str<'a>, Str<'a>, U16>;

/// `string[]`: a `u16` count, then that many strings.
pub type StringList<'a> = List<'a, Str<'a>, U16>;
