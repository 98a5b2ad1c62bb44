//! The shape that every message passes through; "The envelope has six parts".

mod headers;
mod identity;
mod payload;
mod stored;
mod value;

pub use headers::Headers;
pub use identity::Identity;
pub use payload::Payload;
pub use value::HeaderValue;

use alloc::string::String;
use core::fmt;

use crate::Timestamp;

/// A message between two transports; "The envelope has six parts".
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    id: Identity,
    subject: Option<String>,
    /// The body; no transport changes it.
    pub payload: Payload,
    /// Names and typed values.
    pub headers: Headers,
    /// When the message was created: the send time where the transport has one, else the receive time.
    pub created_at: Timestamp,
    /// When the message is dead-lettered or dropped instead of delivered; it may have passed already.
    pub expires_at: Option<Timestamp>,
}

impl Envelope {
    /// An envelope without subject, headers and expiry.
    #[must_use]
    pub fn new(id: Identity, payload: impl Into<Payload>, created_at: Timestamp) -> Self {
        let payload = payload.into();
        Self { id, subject: None, payload, headers: Headers::new(), created_at, expires_at: None }
    }

    /// The identity: for deduplication and for counting retries. It stays the same.
    #[must_use]
    pub const fn id(&self) -> &Identity {
        &self.id
    }

    /// The logical name of the event, not an address; never empty.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Sets the subject; an empty one is none.
    pub fn set_subject(&mut self, subject: impl Into<String>) {
        self.subject = Some(subject.into()).filter(|subject| !subject.is_empty());
    }

    /// Sets an expiry that is not before the creation.
    ///
    /// # Errors
    /// It is before the creation. A message may arrive expired ([`expires_at`](Self::expires_at)), but is not made so.
    pub fn set_expiry(&mut self, expires_at: Timestamp) -> Result<(), ExpiryBeforeCreation> {
        if expires_at < self.created_at {
            return Err(ExpiryBeforeCreation);
        }
        self.expires_at = Some(expires_at);
        Ok(())
    }

    /// Whether the expiry has passed; at that very time the message is still alive.
    #[must_use]
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|expires_at| now > expires_at)
    }
}

/// An expiry before the creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpiryBeforeCreation;

impl fmt::Display for ExpiryBeforeCreation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the expiry is before the creation")
    }
}

impl core::error::Error for ExpiryBeforeCreation {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expired_is_strictly_after() {
        let at = Timestamp::from_millis;
        let mut envelope = Envelope::new(Identity::new("i").unwrap(), "p", at(10));
        assert!(!envelope.is_expired(at(i64::MAX)));
        assert_eq!(envelope.set_expiry(at(9)), Err(ExpiryBeforeCreation));
        assert_eq!(envelope.set_expiry(at(10)), Ok(()));
        assert!(!envelope.is_expired(at(10)) && envelope.is_expired(at(11)));
    }

    #[test]
    fn an_empty_subject_is_none() {
        let mut envelope = Envelope::new(Identity::new("i").unwrap(), "p", Timestamp::default());
        envelope.set_subject("s");
        envelope.set_subject("");
        assert_eq!(envelope.subject(), None);
    }
}
