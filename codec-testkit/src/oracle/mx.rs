//! The oracles of `mx-codec`.

use super::spans::Spans;
use crate::alloc_count;
use crate::generate::mx::{self as generate, Draft};
use crate::mx::{fields, frame, payload};
use arbitrary::Unstructured;
use codec_common::Limits;
use mx_codec::json::Raw;
use mx_codec::{Encode, Envelope, LIMITS, MAX_DEPTH, MAX_TEXT, Message, Mx, Split, split_frame};
use serde::de::IgnoredAny;

/// Nothing in the bytes makes decoding panic, allocate, or contradict itself or serde_json.
///
/// # Panics
/// When a law is broken.
pub fn mx_decode(data: &[u8]) {
    each_text(data, |text| {
        if let Ok(text) = std::str::from_utf8(text) {
            json(text);
        }
        text_decodes(text);
    });
}

/// What decodes encodes again: envelopes to the same bytes, messages to the canonical ones.
///
/// # Panics
/// When a law is broken.
pub fn mx_roundtrip(data: &[u8]) {
    each_text(data, |text| {
        let bytes = frame(text);
        if let Ok(envelope) = Envelope::decode(&bytes, &LIMITS) {
            same_bytes(&envelope, &bytes);
            canonical(envelope.message(), envelope.is_canonical().then_some(&bytes));
        }
    });
}

/// Frames do not depend on how the stream was cut; see [`stream`](super::stream::stream) for the input.
///
/// # Panics
/// When a law is broken.
pub fn mx_stream(data: &[u8]) {
    super::stream::stream::<Mx>(data);
}

/// What is built from values, which the bytes choose, decodes to them.
///
/// # Panics
/// When a law is broken.
pub fn mx_structured(data: &[u8]) {
    if let Ok(draft) = generate::draft(&mut Unstructured::new(data)) {
        built(&draft);
    }
}

/// Calls `check` with the text of every frame of a stream, and with all of `data` behind a length as one text: so a
/// changed length does not hide what is behind it.
fn each_text(data: &[u8], check: impl Fn(&[u8])) {
    let mut rest = data;
    let mut whole = false;
    loop {
        match split_frame(rest, &LIMITS) {
            Ok(Split::Frame { frame, rest: behind }) => {
                assert_eq!(frame.bytes().len() + behind.len(), rest.len(), "no byte is lost");
                whole |= frame.bytes().len() == data.len();
                check(&frame.bytes()[4..]);
                rest = behind;
            }
            Ok(Split::NeedMore { at_least }) => {
                assert!(at_least > 0, "nothing more is needed");
                break;
            }
            Err(error) => {
                super::show_error(&error);
                assert!(error.is_fatal(), "a wrong length ends the stream");
                break;
            }
        }
    }
    if !whole {
        check(data.get(4..).unwrap_or_default());
    }
}

/// The scanner and serde_json agree on what JSON is.
fn json(text: &str) {
    let ours = Raw::new_within(text, &Limits::new().with_max_depth(MAX_DEPTH));
    let theirs = serde_json::from_str::<IgnoredAny>(text);
    match ours {
        Ok(raw) => {
            assert!(theirs.is_ok(), "only mx-codec takes {text:?}");
            assert_eq!(raw.as_str(), text.trim_matches([' ', '\t', '\r', '\n']));
        }
        Err(error) if error.reason().name() == "too_deep" => {}
        Err(error) => {
            assert!(theirs.is_err(), "only serde_json takes {text:?}: {error}");
            assert!(error.offset() <= text.len());
        }
    }
}

/// Decoding, with a length and without, comes to the same, and allocates nothing.
fn text_decodes(text: &[u8]) {
    let bytes = frame(text);
    let (decoded, bare) = alloc_count::none("decoding", || {
        (Envelope::decode(&bytes, &LIMITS), Envelope::from_text(text, &LIMITS))
    });
    match (decoded, bare) {
        (Ok(envelope), Ok(bare)) => {
            assert_eq!(envelope, bare);
            alloc_count::none("reading a message", || {
                super::show(&envelope);
                members(&envelope);
                let mut spans = Spans::new(bytes.len());
                envelope.inspect(&mut spans);
                spans.finish();
            });
        }
        (Err(error), Err(bare)) => {
            alloc_count::none("showing an error", || super::show_error(&error));
            let (reason, offset) = (bare.reason(), bare.offset() + 4);
            assert_eq!((error.reason(), error.at(), error.offset()), (reason, bare.at(), offset));
            assert!(offset <= bytes.len(), "{error}");
        }
        (decoded, bare) => panic!("{decoded:?} with a length, {bare:?} without"),
    }
}

/// The members of the envelope are all there, and so are those that its type needs.
fn members(envelope: &Envelope<'_>) {
    let object = envelope.object();
    let known = envelope.message().kind().members();
    let found = known.iter().filter(|name| object.get(name).is_some()).count();
    assert_eq!(object.members().count(), found + envelope.unknown_members().count());
    let mut place = 0;
    for member in object.members() {
        // Each value stands behind the one before it.
        let at = envelope.text()[place..].find(member.value.as_str());
        place += at.expect("a value of the text") + member.value.as_str().len();
    }
}

/// A decoded envelope encodes to the bytes that it came as.
fn same_bytes(envelope: &Envelope<'_>, bytes: &[u8]) {
    let mut out = vec![0; bytes.len()];
    let fits = bytes.len() <= MAX_TEXT + 4;
    assert_eq!(envelope.frame_len(&LIMITS).ok(), fits.then_some(bytes.len()));
    if alloc_count::none("encoding", || envelope.encode_to_slice(&mut out, &LIMITS).is_ok()) {
        assert_eq!(out, bytes);
    }
}

/// The canonical form of a message decodes to an equal message, and is `bytes` if those are canonical.
fn canonical(message: &Message<'_>, bytes: Option<&Vec<u8>>) {
    let mut out = Vec::new();
    let Ok(len) = message.encode_to_vec(&mut out, &LIMITS) else {
        return assert!(out.is_empty(), "nothing is written over the limit");
    };
    assert_eq!((out.len(), message.frame_len(&LIMITS)), (len, Ok(len)));
    let mut slice = vec![0; len];
    let written = alloc_count::none("encoding", || message.encode_to_slice(&mut slice, &LIMITS).is_ok());
    assert!(written && slice == out, "every output gets the same bytes");
    let again = Envelope::decode(&out, &LIMITS).expect("what was encoded can be decoded");
    assert_eq!(again.message(), message);
    assert!(again.is_canonical() && again.unknown_members().next().is_none());
    if let Some(bytes) = bytes {
        assert_eq!(&out, bytes);
    }
}

/// A message encodes, and decodes to what it was built from, here and for serde_json.
///
/// # Panics
/// When a law is broken.
pub fn built(draft: &Draft) {
    let message = draft.message();
    canonical(&message, None);
    let mut bytes = Vec::new();
    if message.encode_to_vec(&mut bytes, &LIMITS).is_err() {
        return;
    }
    let envelope = Envelope::decode(&bytes, &LIMITS).expect("what was encoded can be decoded");
    assert_eq!(payload(envelope.message()), payload(&message));
    assert_eq!(fields(envelope.message()), fields(&message));
    let value: serde_json::Value = serde_json::from_slice(&bytes[4..]).expect("JSON");
    for (name, field) in fields(&message).as_object().expect("an object") {
        assert_eq!(&value[name], field);
    }
}
