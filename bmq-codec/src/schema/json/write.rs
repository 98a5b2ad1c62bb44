//! Texts and octets as JSON strings.

use super::Style;
use super::string::{Scan, escaped, scan};
use crate::schema::base64;
use crate::schema::octets::Octets;
use codec_common::{At, EncodeError, EncodeReason, Fault, Sink, utf8};

/// How a byte is written that does not stand for itself.
enum Escape {
    /// A backslash and this letter.
    Letter(u8),
    /// `\u00xx`.
    Unicode,
}

const fn escape_of(byte: u8) -> Escape {
    match byte {
        0x08 => Escape::Letter(b'b'),
        0x0C => Escape::Letter(b'f'),
        b'\n' => Escape::Letter(b'n'),
        b'\r' => Escape::Letter(b'r'),
        b'\t' => Escape::Letter(b't'),
        0..=0x1F => Escape::Unicode,
        letter => Escape::Letter(letter),
    }
}

#[inline]
fn run_len(run: &[u8], scan: Scan) -> usize {
    if scan.control {
        return run.iter().fold(0, |len, byte| len.saturating_add(escaped_len(*byte)));
    }
    run.len().saturating_add(scan.escapes)
}

const fn escaped_len(byte: u8) -> usize {
    match byte {
        0..=0x1F | b'"' | b'\\' | b'/' => match escape_of(byte) {
            Escape::Letter(_) => 2,
            Escape::Unicode => 6,
        },
        _ => 1,
    }
}

#[inline]
fn put_run<'a, S: Sink<'a>>(run: &[u8], sink: &mut S) {
    let (words, tail) = run.as_chunks::<8>();
    for word in words {
        if escaped(*word) {
            put_bytes(word, sink);
        } else {
            sink.put_array(*word);
        }
    }
    put_bytes(tail, sink);
}

/// Byte by byte, with their escapes.
#[inline]
fn put_bytes<'a, S: Sink<'a>>(bytes: &[u8], sink: &mut S) {
    for byte in bytes {
        match byte {
            0..=0x1F | b'"' | b'\\' | b'/' => match escape_of(*byte) {
                Escape::Letter(letter) => sink.put_array([b'\\', letter]),
                Escape::Unicode => {
                    let [high, low] = hex(*byte);
                    sink.put_array([b'\\', b'u', b'0', b'0', high, low]);
                }
            },
            byte => sink.put_array([*byte]),
        }
    }
}

fn hex(byte: u8) -> [u8; 2] {
    [byte >> 4, byte & 0x0F].map(|digit| match digit {
        0..=9 => digit | b'0',
        _ => digit.wrapping_add(b'a' - 10),
    })
}

fn is_utf8(octets: &Octets<'_>) -> bool {
    octets.pieces().all(|piece| utf8::check(piece.as_bytes()).is_ok())
}

/// The length of `octets` as a text. JSON on the wire can only carry UTF-8.
#[inline]
pub(crate) fn text_len(octets: &Octets<'_>, style: Style, fault: &mut Fault, at: At) -> usize {
    if let Some(bytes) = octets.as_raw() {
        let scan = scan(bytes);
        if !scan.high {
            return run_len(bytes, scan).saturating_add(2);
        }
    }
    text_len_slow(octets, style, fault, at)
}

fn text_len_slow(octets: &Octets<'_>, style: Style, fault: &mut Fault, at: At) -> usize {
    if !is_utf8(octets) {
        if style.is_wire() {
            fault.report(EncodeError::new(EncodeReason::Utf8, at));
        }
        return octets.len().saturating_mul(2).saturating_add(HEX_HEAD.len()).saturating_add(2);
    }
    octets.pieces().fold(2, |len, piece| {
        let run = piece.as_bytes();
        len.saturating_add(run_len(run, scan(run)))
    })
}

const HEX_HEAD: &[u8; 8] = b"{\"hex\":\"";

/// Writes `octets` as a text.
pub(crate) fn put_text<'a, S: Sink<'a>>(octets: &Octets<'_>, style: Style, sink: &mut S) {
    if !style.is_wire() && !is_utf8(octets) {
        sink.put_array(*HEX_HEAD);
        octets.iter().for_each(|byte| sink.put_array(hex(byte)));
        return sink.put_array(*b"\"}");
    }
    sink.put_array([b'"']);
    match octets.as_raw() {
        Some(bytes) => put_run(bytes, sink),
        None => octets.pieces().for_each(|piece| put_run(piece.as_bytes(), sink)),
    }
    sink.put_array([b'"']);
}

/// The length of `octets` as base64 or hexadecimal digits.
pub(crate) fn binary_len(octets: &Octets<'_>, style: Style) -> usize {
    if !style.is_wire() {
        return octets.len().saturating_mul(2).saturating_add(2);
    }
    let mut slashes = 0usize;
    each_quartet(octets, &mut |chars| {
        slashes = slashes.saturating_add(chars.iter().filter(|char| **char == b'/').count());
    });
    base64::encoded_len(octets.len()).saturating_add(slashes).saturating_add(2)
}

/// Writes `octets` as base64, whose slashes are escaped as in any string, or as hexadecimal digits.
pub(crate) fn put_binary<'a, S: Sink<'a>>(octets: &Octets<'_>, style: Style, sink: &mut S) {
    sink.put_array([b'"']);
    if style.is_wire() {
        each_quartet(octets, &mut |chars| put_run(&chars, sink));
    } else {
        octets.iter().for_each(|byte| sink.put_array(hex(byte)));
    }
    sink.put_array([b'"']);
}

fn each_quartet(octets: &Octets<'_>, quartet: &mut dyn FnMut([u8; 4])) {
    let mut bytes = octets.iter();
    while let Some(first) = bytes.next() {
        match (bytes.next(), bytes.next()) {
            (Some(second), Some(third)) => quartet(base64::encode(&[first, second, third])),
            (Some(second), None) => quartet(base64::encode(&[first, second])),
            _ => quartet(base64::encode(&[first])),
        }
    }
}

// What is written is collected in a `Vec`.
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use codec_common::Field;

    static FIELD: Field = Field::new("test", "Thing", "field");

    fn text(octets: Octets<'_>, style: Style) -> Vec<u8> {
        let (mut out, mut fault) = (Vec::new(), Fault::new());
        put_text(&octets, style, &mut out);
        assert_eq!(text_len(&octets, style, &mut fault, &FIELD), out.len());
        fault.result().unwrap();
        out
    }

    #[test]
    fn texts_are_escaped_as_the_official_writer_escapes_them() {
        assert_eq!(
            text(Octets::raw("\"\\/\x08\x0C\n\r\t\0\x1F\x7Fé😀'<".as_bytes()), Style::Wire),
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7Fé😀'<\"".as_bytes()
        );
        assert_eq!(text(Octets::json(br"a\u003d\u002fb\u00e9", true), Style::Wire), "\"a=\\/bé\"".as_bytes());
        assert_eq!(text(Octets::raw(b"a\xFF"), Style::Shown), br#"{"hex":"61ff"}"#);
    }

    #[test]
    fn text_that_is_not_utf8_is_refused_on_the_wire() {
        let mut fault = Fault::new();
        text_len(&Octets::raw(b"a\xFF"), Style::Wire, &mut fault, &FIELD);
        assert_eq!(fault.result().unwrap_err().reason().name(), "utf8");
    }

    #[test]
    fn octets_are_base64_or_digits() {
        let octets = Octets::raw(&[0xFF, 0xFF, 0xFF, 0xA0]);
        for (style, expected) in [(Style::Wire, &br#""\/\/\/\/oA==""#[..]), (Style::Shown, br#""ffffffa0""#)]
        {
            let mut out = Vec::new();
            put_binary(&octets, style, &mut out);
            assert_eq!(out, expected);
            assert_eq!(binary_len(&octets, style), out.len());
        }
    }
}
