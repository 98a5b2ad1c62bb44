//! PUBLISH packets of MQTT 5, 3.3, through `mqtt-protocol-core`.
//!
//! That crate knows the packet; what it lets through is checked here: U+0000 in a text, fields over 65,535 bytes,
//! packets over the largest length, and how many properties a peer may make it collect.

mod read;
mod scan;
mod write;

use alloc::vec::Vec;
use core::{fmt, num::NonZeroU16};

use super::MqttPublish;
use crate::Poison;

/// The largest Subscription Identifier.
pub const MAX_SUBSCRIPTION_IDENTIFIER: u32 = 268_435_455;

/// A whole PUBLISH packet: a publish, and what belongs to the connection or is not looked into by the bridge.
///
/// ```
/// use bridge_codec::{MqttPacket, MqttPublish};
///
/// let publish = MqttPublish {
///     topic: "t".into(),
///     payload: "x".into(),
///     user_properties: vec![("k".into(), "1".into()), ("k".into(), "2".into())],
///     ..MqttPublish::default()
/// };
/// let bytes = MqttPacket::from(publish.clone()).encode()?;
/// assert_eq!(bytes, b"\x30\x13\0\x01t\x0e\x26\0\x01k\0\x011\x26\0\x01k\0\x012x");
///
/// let read = MqttPacket::decode(&bytes.into())?;
/// assert_eq!(read.publish, publish);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MqttPacket {
    /// Topic Name, QoS, RETAIN, payload and the properties that the bridge carries. The topic is empty where
    /// [`topic_alias`](Self::topic_alias) stands for it.
    pub publish: MqttPublish,
    /// The DUP flag: a delivery that was tried before. Not at QoS 0.
    pub dup: bool,
    /// Packet Identifier: at QoS 1 and 2.
    pub packet_id: Option<NonZeroU16>,
    /// Payload Format Indicator: whether the payload says that it is UTF-8 text.
    pub payload_is_text: Option<bool>,
    /// Topic Alias.
    pub topic_alias: Option<NonZeroU16>,
    /// Subscription Identifiers, 1 to [`MAX_SUBSCRIPTION_IDENTIFIER`]: on packets from a broker only.
    pub subscription_identifiers: Vec<u32>,
}

impl From<MqttPublish> for MqttPacket {
    /// Without a Packet Identifier, which a publish needs at QoS 1 and 2.
    fn from(publish: MqttPublish) -> Self {
        Self { publish, ..Self::default() }
    }
}

/// Why a packet gives no publish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MqttPacketError {
    /// The packet is broken or no PUBLISH: the connection is closed.
    Malformed {
        /// Offset of the byte that is wrong, or of the part that is.
        offset: usize,
        /// What is wrong.
        text: &'static str,
    },
    /// The publish has more properties than are converted: it is dropped and acknowledged.
    Poison {
        /// Its class and counter.
        poison: Poison,
        /// What to acknowledge, at QoS 1 and 2.
        packet_id: Option<NonZeroU16>,
    },
}

impl fmt::Display for MqttPacketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { offset, text } => write!(f, "mqtt PUBLISH at byte {offset}: {text}"),
            Self::Poison { poison, .. } => poison.fmt(f),
        }
    }
}

impl core::error::Error for MqttPacketError {}
