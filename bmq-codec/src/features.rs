//! The features string of an identity (reference 7.2).

use crate::EncodingType;
use core::fmt;
use nom::bytes::complete::take_while1;
use nom::character::complete::char;
use nom::{IResult, Parser};

/// What a peer can do: the text of [`ClientIdentity::features`](crate::schema::ClientIdentity::features).
///
/// ```text
/// features = [ field *( ";" field ) ]
/// field    = name [ ":" value *( "," value ) ]
/// ```
///
/// Names and values are case-sensitive and are not empty. Nothing is checked in advance: [`fields`](Self::fields)
/// tells of the first thing that is malformed, and [`has`](Self::has) looks no further than that, as the official
/// library does.
///
/// ```
/// use bmq_codec::{EncodingType, Features};
/// let features = Features::new("PROTOCOL_ENCODING:BER,JSON;MPS:MESSAGE_PROPERTIES_EX");
/// assert!(features.has("MPS", Features::MESSAGE_PROPERTIES_EX));
/// assert!(!features.has("HA", Features::GRACEFUL_SHUTDOWN));
/// assert_eq!(features.encoding(), EncodingType::BER);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features<'a>(&'a str);

/// A field: a name and its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature<'a> {
    name: &'a str,
    /// Separated by commas; none of them empty.
    values: &'a str,
}

/// Where a features string is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("features at byte {offset}: {kind}")]
pub struct FeaturesError {
    offset: usize,
    kind: FeaturesErrorKind,
}

/// What is malformed in a features string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FeaturesErrorKind {
    /// A field without a name.
    MissingName,
    /// A colon or comma without a value behind it.
    MissingValue,
    /// Something other than `;` behind a field.
    UnexpectedChar,
}

impl fmt::Display for FeaturesErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissingName => "MISSING_NAME",
            Self::MissingValue => "MISSING_VALUE",
            Self::UnexpectedChar => "UNEXPECTED_CHAR",
        })
    }
}

impl FeaturesError {
    /// Offset of the byte.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// What is malformed.
    #[must_use]
    pub const fn kind(&self) -> FeaturesErrorKind {
        self.kind
    }
}

impl<'a> Features<'a> {
    /// The field of encodings: `BER`, `JSON`.
    pub const PROTOCOL_ENCODING: &'static str = "PROTOCOL_ENCODING";
    /// The field of message properties: [`MESSAGE_PROPERTIES_EX`](Self::MESSAGE_PROPERTIES_EX).
    pub const MPS: &'static str = "MPS";
    /// The field of high availability.
    pub const HA: &'static str = "HA";
    /// The field of subscriptions: [`CONFIGURE_STREAM`](Self::CONFIGURE_STREAM).
    pub const SUBSCRIPTIONS: &'static str = "SUBSCRIPTIONS";
    /// MPS: properties of the new style.
    pub const MESSAGE_PROPERTIES_EX: &'static str = "MESSAGE_PROPERTIES_EX";
    /// HA: messages go to all proxies.
    pub const BROADCAST_TO_PROXIES: &'static str = "BROADCAST_TO_PROXIES";
    /// HA: stops without loss.
    pub const GRACEFUL_SHUTDOWN: &'static str = "GRACEFUL_SHUTDOWN";
    /// HA: stops without loss, the second way.
    pub const GRACEFUL_SHUTDOWN_V2: &'static str = "GRACEFUL_SHUTDOWN_V2";
    /// SUBSCRIPTIONS: clients use `configureStream` rather than `configureQueueStream`.
    pub const CONFIGURE_STREAM: &'static str = "CONFIGURE_STREAM";

    /// The features of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &'a str {
        self.0
    }

    /// The fields, in order; an error ends them.
    #[must_use]
    pub const fn fields(&self) -> Fields<'a> {
        Fields { text: self.0, rest: self.0, done: self.0.is_empty() }
    }

    /// True when the first field of that name has that value, and nothing in front of it is malformed.
    #[must_use]
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.field(name).is_some_and(|field| field.values().any(|known| known == value))
    }

    /// The first field of that name, if nothing in front of it is malformed.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Feature<'a>> {
        self.fields().map_while(Result::ok).find(|field| field.name == name)
    }

    /// The encoding in which a broker answers such a peer: BER if it is listed, else JSON if that is, else BER
    /// (reference 7.1).
    #[must_use]
    pub fn encoding(&self) -> EncodingType {
        let listed = |name| self.has(Self::PROTOCOL_ENCODING, name);
        if !listed("BER") && listed("JSON") { EncodingType::JSON } else { EncodingType::BER }
    }
}

impl<'a> Feature<'a> {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Its values, in order; none where there is no colon.
    pub fn values(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.values.split(',').filter(|value| !value.is_empty())
    }
}

/// The fields of [`Features`].
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    text: &'a str,
    rest: &'a str,
    done: bool,
}

fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|char| !matches!(char, ';' | ':' | ',')).parse(input)
}

fn literal(wanted: char, input: &str) -> Option<&str> {
    let parsed: IResult<&str, char> = char(wanted).parse(input);
    parsed.ok().map(|(rest, _)| rest)
}

impl<'a> Fields<'a> {
    fn fail<T>(&mut self, kind: FeaturesErrorKind, rest: &str) -> Result<T, FeaturesError> {
        self.done = true;
        Err(FeaturesError { offset: self.text.len().saturating_sub(rest.len()), kind })
    }

    fn field(&mut self) -> Result<Feature<'a>, FeaturesError> {
        let Ok((mut rest, name)) = word(self.rest) else {
            return self.fail(FeaturesErrorKind::MissingName, self.rest);
        };
        let mut values = "";
        if let Some(start) = literal(':', rest) {
            rest = start;
            loop {
                let Ok((behind, _)) = word(rest) else {
                    return self.fail(FeaturesErrorKind::MissingValue, rest);
                };
                rest = behind;
                match literal(',', rest) {
                    Some(next) => rest = next,
                    None => break,
                }
            }
            let len = start.len().saturating_sub(rest.len());
            values = start.get(..len).unwrap_or_default();
        }
        match literal(';', rest) {
            Some(next) => self.rest = next,
            None if rest.is_empty() => self.done = true,
            None => return self.fail(FeaturesErrorKind::UnexpectedChar, rest),
        }
        Ok(Feature { name, values })
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Feature<'a>, FeaturesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done { None } else { Some(self.field()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn fields_and_values_come_in_order() {
        let features = Features::new("PROTOCOL_ENCODING:BER,JSON;HA;MPS:MESSAGE_PROPERTIES_EX");
        let fields: Vec<_> = features
            .fields()
            .map(|field| field.map(|field| (field.name(), field.values().collect::<Vec<_>>())).unwrap())
            .collect();
        assert_eq!(
            fields,
            [
                ("PROTOCOL_ENCODING", alloc::vec!["BER", "JSON"]),
                ("HA", alloc::vec![]),
                ("MPS", alloc::vec!["MESSAGE_PROPERTIES_EX"]),
            ]
        );
        assert_eq!(Features::new("").fields().count(), 0);
    }

    #[test]
    fn what_is_malformed_hides_what_is_behind_it() {
        use FeaturesErrorKind::*;
        for (text, offset, kind) in [
            ("A:;MPS:X", 2, MissingValue),
            ("A:b,;MPS:X", 4, MissingValue),
            (";MPS:X", 0, MissingName),
            ("A:b;", 4, MissingName),
            ("A,b", 1, UnexpectedChar),
            ("A:b:c", 3, UnexpectedChar),
        ] {
            let error = Features::new(text).fields().find_map(Result::err).unwrap();
            assert_eq!((error.offset(), error.kind()), (offset, kind), "{text}");
            assert!(!Features::new(text).has("MPS", "X"), "{text}");
        }
        assert!(Features::new("MPS:X;A:").has("MPS", "X"));
    }

    #[test]
    fn the_best_encoding_is_ber_unless_only_json_is_listed() {
        for (text, encoding) in [
            ("", EncodingType::BER),
            ("PROTOCOL_ENCODING:JSON", EncodingType::JSON),
            ("PROTOCOL_ENCODING:JSON,BER", EncodingType::BER),
            ("PROTOCOL_ENCODING:XML", EncodingType::BER),
            ("protocol_encoding:JSON", EncodingType::BER),
        ] {
            assert_eq!(Features::new(text).encoding(), encoding, "{text}");
        }
    }
}
