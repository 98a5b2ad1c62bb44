//! Payloads from and to Rust types, by serde.

use alloc::string::ToString;

use serde::{Deserialize, Serialize};

use super::{Raw, RawBuf};

/// Why a value and its JSON text could not be turned into each other; of serde_json.
pub use serde_json::Error;

impl<'a> Raw<'a> {
    /// Reads the value as a Rust type, which may borrow from the text.
    ///
    /// ```
    /// use mx_codec::json::Raw;
    /// let (name, durable): (&str, bool) = Raw::new(r#"["orders", true]"#)?.deserialize()?;
    /// assert_eq!((name, durable), ("orders", true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What the type does not take.
    pub fn deserialize<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        serde_json::from_str(self.as_str())
    }
}

impl RawBuf {
    /// Writes any value as compact JSON.
    ///
    /// ```
    /// use mx_codec::json::RawBuf;
    /// let payload = RawBuf::serialize(&std::collections::BTreeMap::from([("durable", true)]))?;
    /// assert_eq!(payload.as_raw().as_str(), r#"{"durable":true}"#);
    /// # Ok::<(), mx_codec::json::Error>(())
    /// ```
    ///
    /// NaN and the infinities become `null`, as serde_json has it.
    ///
    /// # Errors
    /// What JSON cannot say (a map whose keys are no texts), or nesting beyond what [`Raw::new`] takes.
    pub fn serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        Self::new(serde_json::to_string(value)?).map_err(|error| serde::ser::Error::custom(error.to_string()))
    }
}
