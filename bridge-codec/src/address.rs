//! Destination addresses; "MQTT out of the envelope", row "destination address".

use alloc::string::String;

use crate::{Code, Counter, Headers, MapError};

/// A template of a destination address: each `{name}` stands for the text header of exactly that name.
///
/// What a header holds is not expanded again, and a `}` alone is plain text.
///
/// ```
/// use bridge_codec::{AddressTemplate, Headers};
/// let headers: Headers = [("site", "malmö"), ("dev", "7")].into_iter().collect();
/// assert_eq!(AddressTemplate::new("eu/{site}/dev/{dev}").render(&headers)?.unwrap(), "eu/malmö/dev/7");
/// assert_eq!(AddressTemplate::new("").render(&headers)?, None);
/// # Ok::<(), bridge_codec::MapError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressTemplate<'t>(&'t str);

impl<'t> AddressTemplate<'t> {
    /// A template; it is looked at when it is rendered.
    #[must_use]
    pub const fn new(template: &'t str) -> Self {
        Self(template)
    }

    /// The address for a message with these headers; `None` where the template is empty: no address.
    ///
    /// # Errors
    /// [`Code::AddressTemplate`], counted: a header is missing or not text, `{}`, a `{` that is not closed, an empty
    /// result.
    pub fn render(&self, headers: &Headers) -> Result<Option<String>, MapError> {
        let mut rest = self.0;
        if rest.is_empty() {
            return Ok(None);
        }
        let mut address = String::new();
        while let Some((before, behind)) = rest.split_once('{') {
            address.push_str(before);
            let (name, behind) =
                behind.split_once('}').ok_or_else(|| unfit(self.0, "has a { that is not closed"))?;
            if name.is_empty() {
                return Err(unfit(self.0, "has {} without a name"));
            }
            let value = headers.get(name).ok_or_else(|| unfit(name, "is not among the headers"))?;
            address.push_str(value.as_text().ok_or_else(|| unfit(name, "is not text"))?);
            rest = behind;
        }
        address.push_str(rest);
        if address.is_empty() {
            return Err(unfit(self.0, "gives an empty address"));
        }
        Ok(Some(address))
    }
}

fn unfit(part: &str, text: &'static str) -> MapError {
    MapError::new(Code::AddressTemplate, part, text).counted(Counter::AddressTemplateErrors)
}

/// Whose rules an address must keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Transport {
    /// No one's in particular: no control bytes.
    #[default]
    None,
    /// AWS SQS: the configured address or none.
    Sqs,
    /// MQTT: no wildcards either.
    Mqtt,
    /// AMQP 1.0: the configured address or none.
    Amqp,
}

impl Transport {
    /// Checks an address that was rendered.
    ///
    /// # Errors
    /// [`Code::InvalidTopic`]: a control byte, a wildcard of MQTT, or another address than the one configured.
    pub fn check(self, address: &str, configured: Option<&str>) -> Result<(), MapError> {
        let refused = |text| Err(MapError::new(Code::InvalidTopic, "address", text));
        if address.bytes().any(|byte| byte.is_ascii_control()) {
            return refused("has a control byte");
        }
        match self {
            Self::Mqtt if address.contains(['+', '#']) => refused("has a wildcard"),
            Self::Sqs | Self::Amqp if !address.is_empty() && configured != Some(address) => {
                refused("is not the configured one")
            }
            _ => Ok(()),
        }
    }
}
