//! Values of AMQP 1.0.

use alloc::{string::String, vec::Vec};

use crate::{Payload, Timestamp};

/// A value of AMQP 1.0: the types that messages are made of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AmqpValue {
    /// `null`
    Null,
    /// `boolean`
    Boolean(bool),
    /// `ubyte`
    Ubyte(u8),
    /// `ushort`
    Ushort(u16),
    /// `uint`
    Uint(u32),
    /// `ulong`
    Ulong(u64),
    /// `byte`
    Byte(i8),
    /// `short`
    Short(i16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// `char`
    Char(char),
    /// `timestamp`
    Timestamp(Timestamp),
    /// `uuid`
    Uuid([u8; 16]),
    /// `binary`
    Binary(Payload),
    /// `string`
    String(String),
    /// `symbol`
    Symbol(String),
    /// `list`
    List(Vec<AmqpValue>),
    /// `map`
    Map(Vec<(AmqpValue, AmqpValue)>),
}

/// A `message-id` or `correlation-id`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AmqpId {
    /// `message-id-string`
    String(String),
    /// `message-id-uuid`
    Uuid([u8; 16]),
    /// `message-id-ulong`
    Ulong(u64),
    /// `message-id-binary`
    Binary(Payload),
}
