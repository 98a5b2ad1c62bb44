//! Options as JSON: what JavaScript passes.

use crate::Failure;
use serde_json::{Map, Value};
use wirescope::protocol::Protocol;
use wirescope::{Dialect, Format, Options, Strictness};

/// The options in an object with the members of the TypeScript type `CaptureOptions`; empty text is the default.
pub(crate) fn parse(text: &str) -> Result<Options, Failure> {
    let mut options = Options::default();
    if text.is_empty() {
        return Ok(options);
    }
    let members: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| format!("options: {error}"))?;
    for (name, value) in &members {
        set(&mut options, name, value)?;
    }
    Ok(options)
}

fn set(options: &mut Options, name: &str, value: &Value) -> Result<(), Failure> {
    match name {
        "strict" => {
            options.strictness = if flag(name, value)? { Strictness::Official } else { Strictness::Lenient };
        }
        "dialect" => {
            options.dialect = match text(name, value)? {
                "auto" => None,
                "official" => Some(Dialect::Official),
                "node-sdk" => Some(Dialect::NodeSdk),
                _ => return Err("options.dialect: must be auto, official or node-sdk".to_owned()),
            };
        }
        "protocol" => {
            options.protocol = match text(name, value)? {
                "auto" => None,
                known => Some(protocol(known)?),
            };
        }
        "format" => {
            options.format = match text(name, value)? {
                "auto" => None,
                "raw" => Some(Format::Raw),
                "pcap" => Some(Format::Pcap),
                "pcapng" => Some(Format::PcapNg),
                "hexdump" => Some(Format::HexDump),
                _ => return Err("options.format: must be auto, raw, pcap, pcapng or hexdump".to_owned()),
            };
        }
        "maxFrame" => options.max_frame = Some(size(name, value)?),
        "maxMessage" => options.max_message = Some(size(name, value)?),
        "showSecrets" => options.show_secrets = flag(name, value)?,
        "names" => options.names = flag(name, value)?,
        "resync" => options.resync = flag(name, value)?,
        _ => return Err(format!("options.{name}: is not known")),
    }
    Ok(())
}

/// The protocol of that name.
pub(crate) fn protocol(name: &str) -> Result<Protocol, Failure> {
    Protocol::from_name(name)
        .ok_or_else(|| format!("protocol {name:?} is not known: must be bmq, fila or mx"))
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
            "showSecrets":true,"names":true,"format":"pcapng","resync":true}"#;
        let options = parse(text).unwrap();
        assert_eq!(options.strictness, Strictness::Official);
        assert_eq!(options.dialect, Some(Dialect::NodeSdk));
        assert_eq!((options.max_frame, options.max_message), (Some(100), Some(200)));
        assert!(options.show_secrets && options.names && options.resync);
        assert_eq!((options.protocol, options.format), (Some(Protocol::Fila), Some(Format::PcapNg)));
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
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(says), "{text}: {error}");
        }
    }
}
