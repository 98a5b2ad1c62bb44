//! Keys that a receiver lifts out of application properties.

use alloc::string::String;

use super::AmqpValue;

/// The text of a property: not empty. The exact name goes first, then the variant in other case that is smallest in
/// byte order.
pub(super) fn lifted<'p>(properties: &'p [(String, AmqpValue)], wanted: &str) -> Option<&'p str> {
    let texts = properties.iter().filter_map(|(name, value)| match value {
        AmqpValue::String(text) if !text.is_empty() && name.eq_ignore_ascii_case(wanted) => {
            Some((name != wanted, name.as_str(), text.as_str()))
        }
        _ => None,
    });
    texts.min_by_key(|(variant, name, _)| (*variant, *name)).map(|(_, _, text)| text)
}
