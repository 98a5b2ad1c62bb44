//! Writing JSON, member by member.

use alloc::string::String;
use core::fmt::Write;

/// An object while it is written.
#[derive(Debug)]
pub(crate) struct Members(String);

impl Members {
    pub(crate) fn new() -> Self {
        Self(String::from("{"))
    }

    /// A member whose value is JSON.
    pub(crate) fn json(&mut self, name: &str, value: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        quote(&mut self.0, name);
        self.0.push(':');
        self.0.push_str(value);
    }

    /// A member whose value is a text.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.json(name, &quoted(text));
    }

    pub(crate) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(&mut out, text);
    out
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\0'..='\u{1F}' => {
                // Writing into a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
