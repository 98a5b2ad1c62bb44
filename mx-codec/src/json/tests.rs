//! The grammar, by hand. Beside other parsers it is tested in the test kit.

use alloc::{format, string::String, vec::Vec};

use codec_common::{Limits, Writer};
use proptest::prelude::*;

use super::*;

/// The reason and the offset of what is wrong with a text.
fn wrong(text: &str) -> (&'static str, usize) {
    Raw::new(text).map_or_else(|error| (error.reason().name(), error.offset()), |_| ("nothing", 0))
}

#[test]
fn values_of_every_kind() {
    for (text, kind) in [
        ("null", Kind::Null),
        ("true", Kind::Bool),
        ("false", Kind::Bool),
        ("0", Kind::Number),
        ("-0", Kind::Number),
        ("-120.050e+10", Kind::Number),
        ("1E400", Kind::Number),
        ("\"\"", Kind::String),
        ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E5\u{7f}\u{2028}å\"", Kind::String),
        ("[]", Kind::Array),
        ("[ ]", Kind::Array),
        ("[1, [2 ,[]],{} , \"]\"]", Kind::Array),
        ("{}", Kind::Object),
        ("{ \"a\" : 1 ,\"a\":{\"}\":[{}]}\n}", Kind::Object),
    ] {
        let raw = Raw::new(text).unwrap();
        assert_eq!((raw.kind(), raw.as_str()), (kind, text));
        let spaced = format!(" \t\r\n{text}\n");
        assert_eq!(Raw::new(&spaced), Ok(raw));
        assert_eq!(raw.is_null(), text == "null");
        assert_eq!(raw.as_bool(), text.parse().ok());
        assert_eq!(
            (raw.as_object().is_some(), raw.as_text().is_some()),
            (kind == Kind::Object, kind == Kind::String)
        );
    }
}

#[test]
fn what_is_not_json_is_refused_where_it_goes_wrong() {
    for (text, offset) in [
        ("", 0),
        (" \n", 2),
        ("\u{feff}{}", 0),
        ("nul", 0),
        ("True", 0),
        ("NaN", 0),
        ("-Infinity", 1),
        ("+1", 0),
        (".5", 0),
        ("01", 1),
        ("-", 1),
        ("1.", 2),
        ("1.e5", 2),
        ("1e", 2),
        ("1e+", 3),
        ("0x1", 1),
        ("1 2", 2),
        ("{}{}", 2),
        ("{}\0", 2),
        ("'a'", 0),
        ("\"a", 2),
        ("\"a\nb\"", 2),
        ("\"\\", 1),
        ("\"\\x41\"", 1),
        ("\"\\u12G4\"", 1),
        ("\"\\u12", 1),
        ("[", 1),
        ("[1", 2),
        ("[1,", 3),
        ("[1,]", 3),
        ("[,1]", 1),
        ("[1 2]", 3),
        ("[1}", 2),
        ("{", 1),
        ("{]", 1),
        ("{,}", 1),
        ("{1:2}", 1),
        ("{a:1}", 1),
        ("{\"a\"}", 4),
        ("{\"a\" 1}", 5),
        ("{\"a\":}", 5),
        ("{\"a\":1,}", 7),
        ("{\"a\":1]", 6),
        ("{\"a\":1", 6),
        ("/**/1", 0),
        ("[{\"a\":[1}]", 8),
    ] {
        assert_eq!(wrong(text), ("invalid_json", offset), "{text}");
    }
}

#[test]
fn depth_is_bounded_and_counts_the_envelope() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(wrong(&nested(126)), ("nothing", 0));
    assert_eq!(wrong(&nested(127)), ("too_deep", 126));
    let mixed = "{\"a\":[".repeat(63) + "1" + &"]}".repeat(63);
    assert_eq!(wrong(&mixed), ("nothing", 0));
    let limits = |depth| Limits::new().with_max_depth(depth);
    assert!(Raw::new_within(&nested(127), &limits(128)).is_ok());
    assert!(Raw::new_within(&nested(128), &limits(usize::MAX)).is_err());
    assert!(Raw::new_within("1", &limits(0)).is_ok());
    assert!(Raw::new_within("[]", &limits(1)).is_err());
    assert!(Raw::new_within("[]", &limits(2)).is_ok());
    // Closed containers do not count.
    assert_eq!(wrong(&format!("[{}1]", "[[]],".repeat(10_000))), ("nothing", 0));
}

#[test]
fn texts_unescape_only_when_asked() {
    let text = |json| Raw::new(json).unwrap().as_text().unwrap();
    for (json, expected) in [
        (r#""\"\\\/\b\f\n\r\t\u0041""#, "\"\\/\u{8}\u{c}\n\r\tA"),
        (r#""\uD83C\udf0d\u00e5x\u20ac""#, "🌍åx€"),
        (r#""\udbff\udfff""#, "\u{10ffff}"),
        (r#""\ud800\udc00""#, "\u{10000}"),
        (r#""a\u0000""#, "a\0"),
    ] {
        let text = text(json);
        assert_eq!((text, text.as_plain(), text.is_escaped()), (Text::new(expected), None, true));
        assert_eq!(format!("{text}"), expected);
        assert_eq!(format!("{text:?}"), format!("{expected:?}"));
        assert!(!text.has_lone_surrogate() && !text.is_empty());
        #[cfg(feature = "alloc")]
        assert_eq!(text.to_cow(), expected);
    }
    let plain = text("\"orders\"");
    assert_eq!((plain.as_plain(), plain.is_escaped()), (Some("orders"), false));
    assert!(plain != "order" && plain != text(r#""order\n""#));
    assert_eq!(format!("{:>8}|", Text::new("x")), "       x|");
}

#[test]
fn lone_surrogates_are_found() {
    for json in [
        r#""\ud800""#,
        r#""\ud800x""#,
        r#""\ud800\n""#,
        r#""\ud800\u0041""#,
        r#""\ud83c\ud83c\udf0d""#,
        r#""\udf0d""#,
        r#""\udf0d\ud83c""#,
        r#""\\\ud800""#,
    ] {
        let text = Raw::new(json).unwrap().as_text().unwrap();
        assert!(text.has_lone_surrogate(), "{json}");
        assert_eq!(
            text.chars().filter(|char| *char == '\u{fffd}').count(),
            1 + usize::from(json.contains("f0d\\u"))
        );
    }
    let backslash = Raw::new(r#""\\ud800""#).unwrap().as_text().unwrap();
    assert!(!backslash.has_lone_surrogate());
    assert_eq!(backslash, "\\ud800");
}

#[test]
fn members_come_in_order_and_the_last_of_a_name_counts() {
    let object = Object::new(r#"{"a":1,"b":{"a":2},"\u0061":[3],"":null}"#).unwrap();
    let members: Vec<_> = object.members().map(|m| format!("{}={}", m.name, m.value)).collect();
    assert_eq!(members, ["a=1", "b={\"a\":2}", "a=[3]", "=null"]);
    assert_eq!(object.get("a").unwrap().as_str(), "[3]");
    assert_eq!((object.get("c"), Object::EMPTY.get("a")), (None, None));
    let mut members = object.members();
    assert_eq!(members.by_ref().count(), 4);
    assert_eq!(members.next(), None);
}

#[test]
fn debug_shows_no_payload() {
    let object = Object::new(r#"{"password":"secret"}"#).unwrap();
    assert_eq!(format!("{object:?}"), "<Object of 21 bytes>");
    assert!(!format!("{:?}", object.members()).contains("secret"));
}

/// The canonical form of a text, with quotes.
fn canonical(text: Text<'_>) -> String {
    let mut out = alloc::vec![0; text.measure()];
    let mut writer = Writer::new(&mut out);
    text.write(&mut writer);
    assert!(!writer.overflowed() && writer.written() == text.measure());
    format!("\"{}\"", String::from_utf8(out).unwrap())
}

#[test]
fn escapes_are_the_shortest() {
    let text = "\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f} å\u{2028}🌍";
    let expected = "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u{7f} å\u{2028}🌍\"";
    assert_eq!(canonical(Text::new(text)), expected);
    let written_long =
        r#""\u0022\u005C\/\u0008\u000C\u000a\u000D\u0009\u0001\u001F\u007f\u0020\u00E5\u2028\ud83c\udf0d""#;
    assert_eq!(canonical(Raw::new(written_long).unwrap().as_text().unwrap()), expected);
}

proptest! {
    #[test]
    fn any_text_round_trips(text in any::<String>(), control in "[\u{0}-\u{30}\"\\\\a-c]{0,80}") {
        for text in [text, control] {
            let json = canonical(Text::new(&text));
            let read = Raw::new(&json).unwrap().as_text().unwrap();
            prop_assert_eq!(read, text.as_str());
            prop_assert_eq!(canonical(read), json);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), tokens in "[\\[\\]{},:\"\\\\ utrefalsn0-9.eE+-]{0,60}") {
        for text in [text, tokens] {
            if let Ok(raw) = Raw::new(&text) {
                prop_assert_eq!(raw.as_str(), text.trim_matches([' ', '\n', '\r', '\t']));
            }
        }
    }
}
