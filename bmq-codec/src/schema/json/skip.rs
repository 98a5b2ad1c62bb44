//! Skipping values of which nothing is known: they must be JSON all the same.

use super::number;
use super::reader::Reader;
use crate::schema::trace::Trace;
use codec_common::inspect::Value;
use codec_common::{At, DecodeError, Field, Reason, Rule};

static UNKNOWN: Field = Field::new(crate::PROTOCOL, "JSON", "unknown");
static SKIPPED: Rule = Rule("no member that is known");
static BAD_WORD: Rule = Rule("no value of JSON");

/// The brackets that are open: a bit for each, which is set for an object. Nothing recurses, whatever the limit.
#[derive(Default)]
struct Open {
    bits: [u64; 8],
    count: usize,
}

impl Open {
    /// Most brackets: what the official decoder takes (reference 7.7).
    const MAX: usize = 512;

    /// Opens one; false where there are too many.
    fn push(&mut self, is_object: bool) -> bool {
        let bit = Self::bit(self.count);
        let Some(word) = self.bits.get_mut(self.count >> 6) else { return false };
        *word = if is_object { *word | bit } else { *word & !bit };
        self.count = self.count.wrapping_add(1);
        true
    }

    /// Closes the innermost one.
    fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// True where the innermost one is an object; `None` where none is open.
    fn is_object(&self) -> Option<bool> {
        let last = self.count.checked_sub(1)?;
        self.bits.get(last >> 6).map(|word| word & Self::bit(last) != 0)
    }

    fn bit(index: usize) -> u64 {
        1 << (index & 63)
    }
}

impl<T: Trace> Reader<'_, T> {
    /// Skips the value of the member that was come to last, of which nothing is known.
    #[cold]
    #[inline(never)]
    pub(crate) fn skip(&mut self, at: At) -> Result<(), DecodeError> {
        let start = self.key.offset;
        let mut open = Open::default();
        loop {
            let mut first = self.skip_one(&mut open, at)?;
            // Up to the next value within what is open, or to the end of all that is.
            while let Some(is_object) = open.is_object() {
                if self.goes_on(if is_object { b'}' } else { b']' }, first, at)? {
                    if is_object {
                        self.name_of_member(at)?;
                    }
                    break;
                }
                self.shallower();
                open.pop();
                first = false;
            }
            if open.is_object().is_none() {
                break;
            }
        }
        let span = start..self.offset();
        self.trace.value(&UNKNOWN, span, Value::Bytes(self.since(start)));
        self.trace.finding(DecodeError::refused(&SKIPPED, start, at));
        Ok(())
    }

    /// Goes behind a value, or behind the bracket that opens it; true for a bracket.
    fn skip_one(&mut self, open: &mut Open, at: At) -> Result<bool, DecodeError> {
        self.space();
        match self.rest {
            [bracket @ (b'{' | b'['), rest @ ..] => {
                self.deeper(at)?;
                if !open.push(*bracket == b'{') {
                    let limit = u32::try_from(Open::MAX).unwrap_or(u32::MAX);
                    return Err(DecodeError::new(Reason::TooDeep { limit }, self.offset(), at));
                }
                self.rest = rest;
                return Ok(true);
            }
            [b'"', rest @ ..] => {
                self.rest = rest;
                self.string(at)?;
            }
            before => {
                let word = self.word();
                if !matches!(word, b"true" | b"false" | b"null") && !number::is_json(word) {
                    self.rest = before;
                    return Err(self.invalid(&BAD_WORD, at));
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::{CloseQueueResponse, Schema};
    use std::string::String;

    /// The reason for which a message is refused whose unknown member has that value.
    fn refused(value: &str) -> Option<&'static str> {
        let text = std::format!(r#"{{"unknown":{value},"next":null}}"#);
        CloseQueueResponse::from_json(text.as_bytes()).err().map(|error| error.reason().name())
    }

    #[test]
    fn every_value_of_json_is_skipped() {
        for value in [
            "true",
            "false",
            "null",
            "0",
            "-0",
            "10",
            "-1.50",
            "1e9",
            "1E+9",
            "2.5e-10",
            "[]",
            "{}",
            "[ ]",
            "{ }",
            r#""""#,
            r#""\u0041\n""#,
            r#"[1,"]",{"a":[],"b":{"}":[[]]}}]"#,
            "\t[\n1 ,\r2 ]",
            "{\x0C\"a\" : 1 }",
            // Several commas for one, as in what is known.
            "[1,,2,]",
        ] {
            assert_eq!(refused(value), None, "{value}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused_in_what_is_skipped_too() {
        for value in [
            "",
            "{]",
            "[}",
            "[1}",
            r#"{"a":1]"#,
            "{1}",
            r#"{"a"}"#,
            r#"{"a",1}"#,
            r#"{"a":}"#,
            r#"{"a":1 "b":2}"#,
            "[1:2]",
            "[1 2]",
            ":",
            ":1",
            "1 2",
            "tru",
            "nul",
            "x",
            "01",
            "-",
            "+1",
            "1.",
            ".5",
            "1e",
            "1e+",
            "--1",
            "1-2",
            "]",
            "}",
            r#"["a" "b"]"#,
            r#""\x""#,
            "NaN",
            "Infinity",
            "\"a",
        ] {
            assert_eq!(refused(value), Some("invalid_json"), "{value}");
        }
    }

    #[test]
    fn brackets_are_counted_and_kept_apart() {
        let nested = |open: &str, close: &str, depth| open.repeat(depth) + "1" + &close.repeat(depth);
        // One level of 64 is the message's own.
        for (open, close) in [("[", "]"), (r#"{"a":"#, "}"), (r#"[{"a":"#, "}]")] {
            let each = if open.len() > 5 { 2 } else { 1 };
            assert_eq!(refused(&nested(open, close, 62 / each)), None);
            assert_eq!(refused(&nested(open, close, 64 / each)), Some("too_deep"));
        }
        let mixed = |close: &str| -> String { std::format!(r#"{}{{"a":[1{close}"#, "[".repeat(40)) };
        assert_eq!(refused(&mixed(&(String::from("]}") + &"]".repeat(40)))), None);
        assert_eq!(refused(&mixed(&(String::from("}]") + &"]".repeat(40)))), Some("invalid_json"));
        // Those that ended are no longer counted.
        assert_eq!(refused(&std::format!("[{}1]", "[[]],".repeat(100))), None);
    }
}
