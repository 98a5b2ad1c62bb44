//! Options as JSON: what JavaScript passes.

use crate::Failure;
use serde_json::{Map, Value};
use wirescope::protocol::Protocol;

/// How to read, and what was said about the input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// How streams are read.
    pub(crate) options: wirescope::Options,
    /// The protocol; `None` finds out.
    pub(crate) protocol: Option<Protocol>,
}

impl Settings {
    /// Reads an object with the members of the TypeScript type `Options`; empty text is the default.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let mut settings = Self::default();
        if text.is_empty() {
            return Ok(settings);
        }
        let members: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| format!("options: {error}"))?;
        for (name, value) in &members {
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), Failure> {
        let options = &mut self.options;
        match name {
            "strict" => {
                if flag(name, value)? {
                    options.strictness = wirescope::Strictness::Official;
                }
            }
            "dialect" => {
                options.dialect = match text(name, value)? {
                    "auto" => None,
                    "official" => Some(wirescope::Dialect::Official),
                    "node-sdk" => Some(wirescope::Dialect::NodeSdk),
                    _ => return Err("options.dialect: must be auto, official or node-sdk".to_owned()),
                };
            }
            "protocol" => {
                self.protocol = match text(name, value)? {
                    "auto" => None,
                    known => Some(protocol(known)?),
                };
            }
            "maxFrame" => options.max_frame = Some(size(name, value)?),
            "maxMessage" => options.max_message = Some(size(name, value)?),
            "showSecrets" => options.show_secrets = flag(name, value)?,
            "names" => options.names = flag(name, value)?,
            _ => return Err(format!("options.{name}: is not known")),
        }
        Ok(())
    }
}

/// The protocol of that name.
pub(crate) fn protocol(name: &str) -> Result<Protocol, Failure> {
    Protocol::from_name(name).ok_or_else(|| format!("protocol {name:?} is not known: must be bmq, fila or mx"))
}

fn flag(name: &str, value: &Value) -> Result<bool, Failure> {
    value.as_bool().ok_or_else(|| format!("options.{name}: must be true or false"))
}

fn text<'v>(name: &str, value: &'v Value) -> Result<&'v str, Failure> {
    value.as_str().ok_or_else(|| format!("options.{name}: must be text"))
}

fn size(name: &str, value: &Value) -> Result<usize, Failure> {
    value
        .as_u64()
        .and_then(|size| usize::try_from(size).ok())
        .ok_or_else(|| format!("options.{name}: must be a number of bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_read() {
        let text = r#"{"strict":true,"dialect":"node-sdk","protocol":"fila","maxFrame":100,"maxMessage":200,
            "showSecrets":true,"names":true}"#;
        let Settings { options, protocol } = Settings::parse(text).unwrap();
        assert_eq!(options.strictness, wirescope::Strictness::Official);
        assert_eq!(options.dialect, Some(wirescope::Dialect::NodeSdk));
        assert_eq!((options.max_frame, options.max_message), (Some(100), Some(200)));
        assert!(options.show_secrets && options.names);
        assert_eq!(protocol, Some(Protocol::Fila));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, says) in [
            ("{", "options: "),
            (r#"{"strikt":true}"#, "options.strikt: is not known"),
            (r#"{"strict":1}"#, "options.strict: must be true or false"),
            (r#"{"maxFrame":-1}"#, "options.maxFrame: must be a number of bytes"),
            (r#"{"dialect":"x"}"#, "options.dialect: must be auto, official or node-sdk"),
            (r#"{"protocol":"amqp"}"#, "protocol \"amqp\" is not known: must be bmq, fila or mx"),
        ] {
            let error = Settings::parse(text).unwrap_err();
            assert!(error.starts_with(says), "{text}: {error}");
        }
    }
}
