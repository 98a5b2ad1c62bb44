//! Characters that SQS takes.

/// Whether SQS takes a character in a body: tab, line feed, carriage return, U+0020 to U+D7FF, U+E000 to U+FFFD, and
/// all above U+FFFF.
#[must_use]
pub const fn is_allowed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Whether SQS takes a text.
pub(super) fn is_text(text: &str) -> bool {
    text.chars().all(is_allowed)
}
