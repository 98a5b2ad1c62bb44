//! What reason codes of MQTT mean.

use crate::Code;

/// The reason code of a PUBACK or PUBREC: success, or what went wrong.
///
/// # Errors
/// All but 0x00 (success) and 0x10 (no subscribers).
pub const fn publish_reason(reason: u8) -> Result<(), Code> {
    Err(match reason {
        0x00 | 0x10 => return Ok(()),
        0x83 | 0x91 => Code::ProtocolError,
        0x87 => Code::Forbidden,
        0x90 => Code::InvalidTopic,
        0x97 => Code::Throttled,
        0x99 => Code::InvalidPayload,
        _ => Code::Unavailable,
    })
}

/// The reason code of a DISCONNECT from the broker. What is not known is a connection that broke.
#[must_use]
pub const fn disconnect_reason(reason: u8) -> Code {
    match reason {
        0x86 | 0x87 => Code::NotAuthorized,
        0x88 | 0x9C => Code::Unavailable,
        0x89 => Code::BrokerBusy,
        0x8D => Code::Timeout,
        0x8F => Code::InvalidTopic,
        0x91 => Code::ProtocolError,
        0x95 => Code::PayloadTooLarge,
        0x97 => Code::Throttled,
        _ => Code::ConnectionLost,
    }
}
