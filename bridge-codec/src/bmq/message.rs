//! Messages of BlazingMQ.

use alloc::{string::String, vec::Vec};

use crate::{MqttText, Payload};

/// A message of BlazingMQ: what a PUSH brings, or a PUT takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BmqMessage {
    /// The URI of the queue, as the client opened it; the wire has a number in its place.
    pub queue: Option<String>,
    /// The GUID of a PUSH.
    pub guid: Option<[u8; 16]>,
    /// Properties, in order; names ought to be UTF-8.
    pub properties: Vec<(MqttText, BmqValue)>,
    /// The payload.
    pub payload: Payload,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BmqValue {
    /// `BOOL`
    Bool(bool),
    /// `CHAR`: a byte.
    Char(u8),
    /// `SHORT`
    Short(i16),
    /// `INT32`
    Int32(i32),
    /// `INT64`
    Int64(i64),
    /// `STRING`: bytes that ought to be UTF-8.
    String(MqttText),
    /// `BINARY`
    Binary(Payload),
}
