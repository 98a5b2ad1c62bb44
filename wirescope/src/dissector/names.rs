//! BlazingMQ's enums and flags as Lua tables.

use super::quoted;
use bmq_codec::interbroker::{ClusterStateRecordType, RecoveryFileChunkType, StorageMessageType};
use bmq_codec::{
    AckStatus, CompressionAlgorithmType, EncodingType, EventType, OptionType, PropertyType, PushFlags,
    PutFlags,
};
use codec_common::shape::{Described as _, Shape};

/// Enums of headers, by number.
const ENUMS: [&Shape; 9] = [
    EventType::SHAPE,
    EncodingType::SHAPE,
    CompressionAlgorithmType::SHAPE,
    OptionType::SHAPE,
    PropertyType::SHAPE,
    AckStatus::SHAPE,
    StorageMessageType::SHAPE,
    RecoveryFileChunkType::SHAPE,
    ClusterStateRecordType::SHAPE,
];

pub(super) fn write(script: &mut String) {
    script.push_str("local bmq_names = {\n");
    for shape in ENUMS {
        if let Shape::Enum { name, values, .. } = shape {
            script.push_str(&format!("    {name} = {},\n", by_number(values)));
        }
    }
    script.push_str("}\nlocal bmq_flags = {\n");
    let put = PutFlags::ALL.iter().map(|(name, flag)| (*name, u64::from(flag.0)));
    let push = PushFlags::ALL.iter().map(|(name, flag)| (*name, u64::from(flag.0)));
    script.push_str(&format!("    PutFlags = {},\n", in_order(put)));
    script.push_str(&format!("    PushFlags = {},\n}}\n", in_order(push)));
}

/// A table of names by number.
pub(super) fn by_number(values: &[(&str, u64)]) -> String {
    let rows: Vec<String> =
        values.iter().map(|(name, number)| format!("[{number}] = {}", quoted(name))).collect();
    format!("{{ {} }}", rows.join(", "))
}

/// A list of names with their bits.
pub(super) fn in_order<'n>(values: impl Iterator<Item = (&'n str, u64)>) -> String {
    let rows: Vec<String> =
        values.map(|(name, number)| format!("{{ {}, {number} }}", quoted(name))).collect();
    format!("{{ {} }}", rows.join(", "))
}
