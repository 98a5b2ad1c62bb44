//! Oracles: functions that take any bytes and panic, with what was broken, when a law of a codec does not hold.
//!
//! A fuzz target is one oracle and nothing else; tests run the same oracles over fixtures and seeds. A protocol
//! has four:
//!
//! - `<protocol>_decode`: nothing panics or allocates, offsets and spans lie inside, strict implies lenient;
//! - `<protocol>_roundtrip`: what decodes encodes to the same bytes;
//! - `<protocol>_stream`: frames do not depend on how the bytes were cut;
//! - `<protocol>_structured`: what is built decodes to what it was built from.
//!
//! BlazingMQ has more for its schema and for the events between brokers: `bmq_ber`, `bmq_control_json`,
//! `bmq_control_roundtrip`, `bmq_interbroker`. The bridge has its own: `bridge_map_any`, `bridge_amqp_sections`,
//! `bridge_mqtt_publish`. Those of the inspector come with the feature `inspector`.

pub mod bmq;
pub mod bridge;
pub mod fila;
pub mod mx;
#[cfg(feature = "inspector")]
pub mod query;
pub mod spans;
pub mod stream;
#[cfg(feature = "inspector")]
pub mod wirescope;

pub use bmq::{
    bmq_ber, bmq_control_json, bmq_control_roundtrip, bmq_decode, bmq_interbroker, bmq_roundtrip, bmq_stream,
    bmq_structured,
};
pub use bridge::{bridge_amqp_sections, bridge_map_any, bridge_mqtt_publish};
pub use fila::{fila_decode, fila_roundtrip, fila_stream, fila_structured};
pub use mx::{mx_decode, mx_roundtrip, mx_stream, mx_structured};

#[cfg(feature = "inspector")]
pub use query::{wirescope_filter, wirescope_stats};
#[cfg(feature = "inspector")]
pub use wirescope::wirescope_capture;

use core::fmt;

/// An oracle: any bytes, and no panic while the laws hold.
pub type Oracle = fn(&[u8]);

/// Every oracle by the name of its fuzz target.
pub const ALL: &[(&str, Oracle)] = &[
    ("bmq_ber", bmq_ber),
    ("bmq_control_json", bmq_control_json),
    ("bmq_control_roundtrip", bmq_control_roundtrip),
    ("bmq_decode", bmq_decode),
    ("bmq_interbroker", bmq_interbroker),
    ("bmq_roundtrip", bmq_roundtrip),
    ("bmq_stream", bmq_stream),
    ("bmq_structured", bmq_structured),
    ("bridge_amqp_sections", bridge_amqp_sections),
    ("bridge_map_any", bridge_map_any),
    ("bridge_mqtt_publish", bridge_mqtt_publish),
    ("fila_decode", fila_decode),
    ("fila_roundtrip", fila_roundtrip),
    ("fila_stream", fila_stream),
    ("fila_structured", fila_structured),
    ("mx_decode", mx_decode),
    ("mx_roundtrip", mx_roundtrip),
    ("mx_stream", mx_stream),
    ("mx_structured", mx_structured),
    #[cfg(feature = "inspector")]
    ("wirescope_capture", wirescope_capture),
    #[cfg(feature = "inspector")]
    ("wirescope_filter", wirescope_filter),
    #[cfg(feature = "inspector")]
    ("wirescope_stats", wirescope_stats),
];

/// Formats a value without keeping the text, so without allocating.
pub fn show(value: &dyn fmt::Debug) {
    write_nowhere(format_args!("{value:?}"));
}

/// Formats an error, both ways, without keeping the text.
pub fn show_error(error: &dyn core::error::Error) {
    write_nowhere(format_args!("{error} {error:?}"));
}

fn write_nowhere(arguments: fmt::Arguments<'_>) {
    struct Nowhere;
    impl fmt::Write for Nowhere {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            core::hint::black_box(text);
            Ok(())
        }
    }
    assert!(fmt::write(&mut Nowhere, arguments).is_ok(), "formatting failed");
}
