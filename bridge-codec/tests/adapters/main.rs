//! The adapters: messages as bytes, and bytes as messages.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

#[cfg(feature = "amqp")]
mod amqp;
#[cfg(feature = "amqp")]
mod amqp_hostile;
#[cfg(feature = "amqp")]
mod amqp_values;
#[cfg(feature = "mqtt")]
mod mqtt;
#[cfg(feature = "sqs")]
mod sqs;

/// Bytes of hexadecimal text; spaces are left out.
#[cfg(any(feature = "amqp", feature = "mqtt"))]
fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
}
