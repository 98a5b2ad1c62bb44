use super::super::{NewProperty, area_len, write_area};
use super::*;
use crate::names::put;
use codec_common::Writer;
use std::vec;
use std::vec::Vec;

fn build(properties: &[NewProperty<'_>], style: PropertyStyle) -> Vec<u8> {
    let mut fault = codec_common::Fault::new();
    let len = area_len(properties, &mut fault, &put::PAYLOAD);
    fault.result().unwrap();
    let mut out = vec![0; len];
    write_area(properties, style, &mut Writer::new(&mut out));
    out
}

const OLD: &str = "1b0000080002 1000 0004 0002 1800 0003 0004 6964 00000007 6e616d65 626f62 01";
const NEW: &str = "1b0000080002 1000 0000 0002 1800 0006 0004 6964 00000007 6e616d65 626f62 01";

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|b| *b != b' ').collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

fn fault(bytes: &[u8], style: PropertyStyle) -> (&'static str, &'static str) {
    let error = Properties::decode(bytes, 0, style).unwrap_err();
    (error.reason().name(), error.field())
}

#[test]
fn the_worked_bytes_of_the_reference_decode_and_build() {
    let properties = [
        NewProperty::new("id", PropertyValue::Int32(7)),
        NewProperty::new("name", PropertyValue::String(b"bob")),
    ];
    for (text, style) in [(OLD, PropertyStyle::Old), (NEW, PropertyStyle::New)] {
        let bytes = hex(text);
        let area = Properties::decode(&bytes, 0, style).unwrap();
        assert_eq!(area.get("id"), Some(PropertyValue::Int32(7)));
        assert_eq!(area.get("name"), Some(PropertyValue::String(b"bob")));
        assert_eq!(area.get("none"), None);
        assert_eq!(build(&properties, style), bytes);
    }
}

/// Case D of the problems: lengths where offsets belong.
#[test]
fn the_other_style_is_refused_at_the_first_offset() {
    let error = Properties::decode(&hex(OLD), 0, PropertyStyle::New).unwrap_err();
    assert_eq!(
        (error.reason().name(), error.field(), error.offset()),
        ("bad_length", "propertyValueLength", 6)
    );
    assert!(std::format!("{error}").contains("must have offset 0"));
    assert_eq!(fault(&hex(NEW), PropertyStyle::Old), ("bad_length", "propertyValueLength"));
}

/// Problem 6: empty values, at every place, in both styles.
#[test]
fn empty_values_round_trip_and_differ_from_absent_ones() {
    let empty = [PropertyValue::String(b""), PropertyValue::Binary(b"")];
    let names = ["a", "b", "c"];
    for style in [PropertyStyle::Old, PropertyStyle::New] {
        for value in empty {
            for place in 0..3 {
                let properties: Vec<_> = (0..3)
                    .map(|i| {
                        NewProperty::new(names[i], if i == place { value } else { PropertyValue::Char(1) })
                    })
                    .collect();
                let bytes = build(&properties, style);
                let area = Properties::decode(&bytes, 0, style).unwrap();
                assert_eq!(area.get(names[place]), Some(value));
                assert_eq!(area.get("d"), None);
            }
            let bytes = build(&[NewProperty::new("only", value)], style);
            assert_eq!(Properties::decode(&bytes, 0, style).unwrap().get("only"), Some(value));
        }
    }
}

/// Problem 3: an area of 0 words, of too few, and one word beyond the data.
#[test]
fn area_words_must_hold_the_headers_and_fit_the_data() {
    for words in [0u8, 1, 4, 9, 255] {
        let mut bytes = hex(NEW);
        bytes[3] = words;
        assert_eq!(
            fault(&bytes, PropertyStyle::New),
            ("bad_length", "messagePropertiesAreaWords"),
            "{words}"
        );
    }
}

/// Case E of the problems.
#[test]
fn fixed_size_values_may_not_be_empty() {
    let mut bytes = hex(OLD);
    bytes[9] = 0;
    assert_eq!(fault(&bytes, PropertyStyle::Old), ("bad_length", "propertyValueLength"));
    // The last one of the new style, whose length follows from the area.
    let one = hex("1b0000040001 1000 0000 0002 6964 0202");
    assert_eq!(fault(&one, PropertyStyle::New), ("bad_length", "propertyValueLength"));
}

/// Problem 20: every field of both headers at its extremes.
#[test]
fn extreme_fields_are_errors_and_never_panics() {
    for text in [OLD, NEW] {
        for style in [PropertyStyle::Old, PropertyStyle::New] {
            let good = hex(text);
            for place in 0..18 {
                for value in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] {
                    let mut bytes = good.clone();
                    bytes[place] = value;
                    if let Ok(area) = Properties::decode(&bytes, 0, style) {
                        assert_eq!(area.iter().count(), area.len(), "{place} {value}");
                    }
                }
            }
        }
    }
}

#[test]
fn each_bad_header_names_its_field() {
    let change = |place: usize, value: u8| {
        let mut bytes = hex(NEW);
        bytes[place] = value;
        fault(&bytes, PropertyStyle::New)
    };
    assert_eq!(change(0, 0x18), ("bad_length", "headerSize"));
    assert_eq!(change(0, 0x1A), ("bad_length", "headerSize"));
    assert_eq!(change(0, 0x03), ("bad_length", "messagePropertyHeaderSize"));
    assert_eq!(change(0, 0x13), ("bad_length", "messagePropertyHeaderSize"));
    assert_eq!(change(5, 0), ("bad_value", "numProperties"));
    assert_eq!(change(6, 0x00), ("bad_value", "propertyType"));
    assert_eq!(change(6, 0x20), ("bad_value", "propertyType"));
    assert_eq!(change(31, 0), ("padding", "padding"));
    assert_eq!(change(31, 5), ("padding", "padding"));
    assert_eq!(fault(&hex(NEW)[..5], PropertyStyle::New), ("truncated", ""));
}

#[test]
fn names_that_occur_twice_are_refused() {
    for style in [PropertyStyle::Old, PropertyStyle::New] {
        let mut bytes = build(
            &[
                NewProperty::new("aa", PropertyValue::Char(1)),
                NewProperty::new("bb", PropertyValue::Char(2)),
                NewProperty::new("ab", PropertyValue::Char(3)),
            ],
            style,
        );
        let last = bytes.windows(2).rposition(|pair| pair == b"ab").unwrap();
        bytes[last..last + 2].copy_from_slice(b"aa");
        assert_eq!(fault(&bytes, style), ("duplicate", "name"));
    }
}

#[test]
fn the_most_properties_with_names_alike_are_read() {
    let names: Vec<_> =
        (0..255).map(|n| std::format!("a-name-that-is-mostly-alike-{n:03}-at-both-ends")).collect();
    let properties: Vec<_> = names.iter().map(|n| NewProperty::new(n, PropertyValue::Int64(1))).collect();
    for style in [PropertyStyle::Old, PropertyStyle::New] {
        let bytes = build(&properties, style);
        assert_eq!(Properties::decode(&bytes, 0, style).unwrap().len(), 255);
    }
}

#[test]
fn longer_headers_are_read_and_the_rest_of_them_skipped() {
    // Two bytes more in each header than are known.
    let bytes = hex("24000006 0001 0000 1000 0000 0002 ffff 6964 00000007 02 02");
    let area = Properties::decode(&bytes, 0, PropertyStyle::New).unwrap();
    assert_eq!((area.len(), area.get("id")), (1, Some(PropertyValue::Int32(7))));
}

#[test]
fn odd_values_are_findings() {
    let bytes = hex("1b0000040001 0400 0000 0001 6b 02 0302");
    let area = Properties::decode(&bytes, 0, PropertyStyle::New).unwrap();
    assert_eq!(area.get("k"), Some(PropertyValue::Bool(false)));
    let mut found = Vec::new();
    area.findings(&mut |finding| found.push((finding.reason().name(), finding.offset())));
    assert_eq!(found, [("padding", 14), ("bad_bool", 13)]);
    let empty = hex("1b0000040001 1800 0000 0000 78 030303");
    let area = Properties::decode(&empty, 0, PropertyStyle::New).unwrap();
    assert!(area.iter().next().unwrap().is_system());
    let mut found = Vec::new();
    area.findings(&mut |finding| found.push(finding.field()));
    assert_eq!(found, ["name"]);
}

#[test]
fn debug_shows_no_payload() {
    let bytes = hex(NEW);
    let area = Properties::decode(&bytes, 0, PropertyStyle::New).unwrap();
    assert_eq!(std::format!("{area:?}"), "[id: INT32 7, name: STRING <3 bytes>]");
}

/// What errors say is what is so: the number that stands there, and what it breaks.
#[test]
fn texts_of_errors_are_true() {
    let text = |hex_text: &str, style| Properties::decode(&hex(hex_text), 0, style).unwrap_err();
    // The second offset, 1, lies inside the first name.
    let back = text(
        "1b000008 0002 1000 0000 0002 1800 0001 0004 6964 00000007 6e616d65 626f62 01",
        PropertyStyle::New,
    );
    assert_eq!((back.field(), back.offset()), ("propertyValueLength", 12));
    assert!(
        std::format!("{back}")
            .ends_with("length 1: an offset must not lie in front of the end of the name before it")
    );
    // The last name ends behind the area.
    let name = text("1b000004 0001 1800 0000 0009 6e 030303", PropertyStyle::New);
    assert_eq!(name.field(), "messagePropertiesAreaWords");
    assert!(
        std::format!("{name}").ends_with("length 21: headers, names and values must fill the area exactly")
    );
    // The byte that is no padding, which need not be the first or the last one.
    let bytes = hex("1b000004 0001 1800 0000 0001 6e 030903");
    let area = Properties::decode(&bytes, 0, PropertyStyle::New).unwrap();
    let mut found = std::string::String::new();
    area.findings(&mut |finding| found = std::format!("{finding}"));
    assert!(found.contains("padding byte 9: must be 1 to 4 bytes"), "{found}");
}
