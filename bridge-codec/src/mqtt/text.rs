//! Texts of MQTT.

use alloc::string::String;
use bytes::Bytes;
use core::fmt;

/// The longest key, value, identity, subject, content type, response topic or correlation that a receiver takes.
pub const MAX_TEXT: usize = 256;

/// Whether a text is safe: it has no control characters (C0, DEL, C1).
#[must_use]
pub fn is_safe(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Bytes that ought to be UTF-8, as a peer may send others; cheap to clone.
///
/// ```
/// use bridge_codec::MqttText;
/// assert_eq!(MqttText::from("Malmö").as_str(), Some("Malmö"));
/// assert_eq!(MqttText::from(vec![0xFF]).as_str(), None);
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MqttText(Bytes);

impl MqttText {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, where it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    /// The text, where it is short and safe enough for a header.
    pub(super) fn safe(&self) -> Option<&str> {
        if self.0.len() > MAX_TEXT {
            return None;
        }
        self.as_str().filter(|text| is_safe(text))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<&str> for MqttText {
    fn from(text: &str) -> Self {
        Self(Bytes::copy_from_slice(text.as_bytes()))
    }
}

impl From<String> for MqttText {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<alloc::vec::Vec<u8>> for MqttText {
    fn from(bytes: alloc::vec::Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<Bytes> for MqttText {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for MqttText {
    /// What is not UTF-8 is replaced.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

impl fmt::Debug for MqttText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf8_lossy(&self.0), f)
    }
}
