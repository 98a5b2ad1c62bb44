//! The shapes of lines, for programs.

/// A JSON Schema (draft 2020-12) of the lines. Its version is in its `$id`; a line that gains a member keeps it, one
/// that loses or changes a member raises it.
pub const LINES: &str = include_str!("../schema/lines-1.json");
