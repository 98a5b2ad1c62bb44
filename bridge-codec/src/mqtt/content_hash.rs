//! Identities of MQTT 3.1.1 publishes, made of what is in them.

use alloc::{format, string::String};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// An identity for a publish that has none: a redelivery gets the same one, and so does a repetition.
///
/// ```
/// use bridge_codec::mqtt::content_hash;
/// assert_eq!(
///     content_hash("c", &["tcp://broker:1883"], "t", b"p"),
///     "mqtt-sha256:J9sTAITCmYSboGvwPskEehxc2_vzajBMr1WEj0MBI1k",
/// );
/// ```
#[must_use]
pub fn content_hash(client_id: &str, broker_urls: &[impl AsRef<str>], topic: &str, payload: &[u8]) -> String {
    let mut urls = String::new();
    for (index, url) in broker_urls.iter().enumerate() {
        if index > 0 {
            urls.push('\n');
        }
        urls.push_str(url.as_ref());
    }
    let mut hash = Sha256::new();
    for part in [client_id, &urls, topic] {
        // A length of 64 bits holds every length.
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hash.update(payload);
    format!("mqtt-sha256:{}", URL_SAFE_NO_PAD.encode(hash.finalize()))
}
