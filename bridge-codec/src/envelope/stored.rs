//! What an envelope becomes in an outbox.

use alloc::string::ToString;
use base64::{Engine, engine::general_purpose::STANDARD};

use super::{Envelope, HeaderValue};

impl Envelope {
    /// The envelope as it comes back out of a shared outbox, whose JSON has fewer types: whole numbers become
    /// fractions, bytes become padded base64 text, times become text. Nothing else changes.
    #[must_use]
    pub fn stored(mut self) -> Self {
        for value in self.headers.values_mut() {
            let stored = match &*value {
                #[allow(
                    clippy::as_conversions,
                    reason = "JSON's numbers: the nearest float is what is stored"
                )]
                HeaderValue::Int(number) => HeaderValue::Float(*number as f64),
                #[allow(
                    clippy::as_conversions,
                    reason = "JSON's numbers: the nearest float is what is stored"
                )]
                HeaderValue::Uint(number) => HeaderValue::Float(*number as f64),
                HeaderValue::Bytes(bytes) => HeaderValue::Text(STANDARD.encode(&**bytes)),
                HeaderValue::Time(time) => HeaderValue::Text(time.to_string()),
                _ => continue,
            };
            *value = stored;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Timestamp};
    use alloc::vec;

    #[test]
    fn types_that_json_does_not_have_are_lost() {
        let mut envelope = Envelope::new(Identity::new("i").unwrap(), "p", Timestamp::default());
        envelope.headers.insert("int", 1_000_000_i64);
        envelope.headers.insert("uint", 7_u64);
        envelope.headers.insert("bytes", HeaderValue::Bytes(vec![0, 0xFF].into()));
        envelope.headers.insert("time", Timestamp::from_millis(500));
        envelope.headers.insert("text", "t");
        envelope.headers.insert("bool", true);
        envelope.headers.insert("null", HeaderValue::Null);
        let stored = envelope.stored();
        assert_eq!(stored.headers.get("int"), Some(&HeaderValue::Float(1e6)));
        assert_eq!(stored.headers.get("uint"), Some(&HeaderValue::Float(7.0)));
        assert_eq!(stored.headers.text("bytes"), Some("AP8="));
        assert_eq!(stored.headers.text("time"), Some("1970-01-01T00:00:00.5Z"));
        assert_eq!(stored.headers.text("text"), Some("t"));
        assert_eq!(stored.headers.get("bool"), Some(&HeaderValue::Bool(true)));
        assert_eq!(stored.headers.get("null"), Some(&HeaderValue::Null));
        assert_eq!(stored.clone().stored(), stored);
    }
}
