//! Values of AMQP 1.0.

use alloc::{boxed::Box, string::String, vec::Vec};

use crate::{Payload, Timestamp};

/// A value of AMQP 1.0: the types of its chapter "Types".
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
    /// `decimal32`: the bytes of IEEE 754, which this crate does not look into
    Decimal32([u8; 4]),
    /// `decimal64`
    Decimal64([u8; 8]),
    /// `decimal128`
    Decimal128([u8; 16]),
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
    /// `symbol`: ASCII
    Symbol(String),
    /// `list`
    List(Vec<AmqpValue>),
    /// `map`
    Map(Vec<(AmqpValue, AmqpValue)>),
    /// `array`
    Array(Box<AmqpArray>),
    /// A described type: descriptor and value
    Described(Box<(AmqpValue, AmqpValue)>),
}

/// An `array`: items of one type, which the wire names once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AmqpArray {
    /// Descriptors that all items share, the outermost first; none for items that are not described.
    pub descriptors: Vec<AmqpValue>,
    /// The items, without those descriptors. The type of an empty array is not kept.
    pub items: Vec<AmqpValue>,
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
