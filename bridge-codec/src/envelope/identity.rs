//! Identities.

use alloc::string::String;
use core::{fmt, ops::Deref};

/// A message id: text that is not empty. "Used for deduplication and for counting retries."
///
/// ```
/// use bridge_codec::Identity;
/// assert_eq!(Identity::new("ordrar-åäö-🌍").unwrap(), *"ordrar-åäö-🌍");
/// assert_eq!(Identity::new(""), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(String);

impl Identity {
    /// `None` for an empty text.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Option<Self> {
        Some(id.into()).filter(|id| !id.is_empty()).map(Self)
    }

    /// Of a text that is not empty.
    pub(crate) fn of_text(id: String) -> Self {
        debug_assert!(!id.is_empty(), "an identity is never empty");
        Self(id)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Deref for Identity {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Identity {
    fn eq(&self, other: &str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
