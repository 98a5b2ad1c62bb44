//! A test for each row of each table of the page "Message mapping between transports", in the page's order.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod amqp_in;
mod amqp_out;
mod answers;
mod bmq;
mod crossing;
mod fila;
mod mqtt_in;
mod mqtt_out;
mod mx;
mod routes;
mod sqs_in;
mod sqs_out;

use bridge_codec::{Envelope, HeaderValue, Identity, Mapped, Timestamp};

/// When everything here happens.
const NOW: Timestamp = Timestamp::from_millis(1_772_366_400_000);

fn at(text: &str) -> Timestamp {
    Timestamp::from_rfc3339(text).unwrap()
}

/// The id that is drawn where one is made up.
fn new_id() -> Identity {
    Identity::new("fresh").unwrap()
}

/// Where no id may be drawn.
fn no_id() -> Identity {
    panic!("an id was drawn")
}

fn envelope(headers: &[(&str, HeaderValue)]) -> Envelope {
    let mut envelope = Envelope::new(Identity::new("id-1").unwrap(), "p", NOW);
    envelope.headers = headers.iter().map(|(name, value)| (*name, value.clone())).collect();
    envelope
}

fn text(text: &str) -> HeaderValue {
    HeaderValue::Text(text.into())
}

fn bytes(bytes: &[u8]) -> HeaderValue {
    HeaderValue::Bytes(bytes.to_vec().into())
}

/// Names and reasons of what was left out, with `+` in front of what counts.
fn lost<T>(mapped: &Mapped<T>) -> Vec<String> {
    let show = |lost: &bridge_codec::Lost| {
        format!("{}{}: {}", if lost.counter.is_some() { "+" } else { "" }, lost.name, lost.why.name())
    };
    mapped.report.lost().iter().map(show).collect()
}
