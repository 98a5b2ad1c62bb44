//! What must hold for any input: the fuzz targets and property tests call these.

use arbitrary::Unstructured;
use codec_common::Limits;
use mx_codec::{
    Encode, Envelope, Frame, FrameDecoder, FrameError, FrameReason, LIMITS, MAX_DEPTH, Message, Split,
    json::Raw, split_frame,
};
use serde::de::IgnoredAny;

use super::{frame, generate};

/// Any bytes as the text of a frame: nothing panics, JSON is what serde_json takes as JSON, and what was decoded
/// encodes to the same bytes.
///
/// # Panics
/// If it does not hold.
pub fn decode(text: &[u8]) {
    if let Ok(text) = std::str::from_utf8(text) {
        json(text);
    }
    let bytes = frame(text);
    let decoded = Envelope::decode(&bytes, &LIMITS);
    let bare = Envelope::from_text(text, &LIMITS);
    match (decoded, bare) {
        (Ok(envelope), Ok(bare)) => {
            assert_eq!(envelope, bare);
            same_bytes(&envelope, &bytes);
            canonical(envelope.message(), envelope.is_canonical().then_some(&bytes));
            members(&envelope);
        }
        (Err(error), Err(bare)) => {
            assert_eq!(
                (error.reason(), error.at(), error.offset()),
                (bare.reason(), bare.at(), bare.offset() + 4)
            );
            assert!(error.offset() <= bytes.len(), "{error}");
        }
        (decoded, bare) => panic!("{decoded:?} with a length, {bare:?} without"),
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

/// A decoded envelope encodes to the bytes it came as.
fn same_bytes(envelope: &Envelope<'_>, bytes: &[u8]) {
    let mut out = vec![0; bytes.len()];
    assert_eq!(
        envelope.frame_len(&LIMITS).ok(),
        (bytes.len() <= mx_codec::MAX_TEXT + 4).then_some(bytes.len())
    );
    if envelope.encode_to_slice(&mut out, &LIMITS).is_ok() {
        assert_eq!(out, bytes);
    }
}

/// The canonical form of a message decodes to an equal message, and is `bytes` if those are canonical.
fn canonical(message: &Message<'_>, bytes: Option<&Vec<u8>>) {
    let mut out = Vec::new();
    let Ok(len) = message.encode_to_vec(&mut out, &LIMITS) else {
        return assert!(out.is_empty());
    };
    assert_eq!((out.len(), message.frame_len(&LIMITS)), (len, Ok(len)));
    let again = Envelope::decode(&out, &LIMITS).expect("what was encoded can be decoded");
    assert_eq!(again.message(), message);
    assert!(again.is_canonical());
    assert_eq!(again.unknown_members().count(), 0);
    if let Some(bytes) = bytes {
        assert_eq!(&out, bytes);
    }
}

/// The members of the envelope are all there, and so are those that its type needs.
fn members(envelope: &Envelope<'_>) {
    let object = envelope.object();
    let known = envelope.message().kind().members();
    let found = known.iter().filter(|name| object.get(name).is_some()).count();
    assert_eq!(object.members().count(), found + envelope.unknown_members().count());
    for member in object.members() {
        assert!(envelope.text().contains(member.value.as_str()));
    }
}

/// Any bytes as a stream: what comes out does not depend on how it was cut, and every frame goes to [`decode`].
///
/// The first bytes say how to cut, up to the first that is 0.
///
/// # Panics
/// If it does not hold.
pub fn stream(data: &[u8]) {
    let cuts = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let (cuts, bytes) = data.split_at(cuts);
    let bytes = bytes.get(1..).unwrap_or_default();
    let limits = LIMITS.with_max_frame(usize::from(cuts.first().copied().unwrap_or(255)) * 8);
    let expected = chunked(&[bytes], &limits);
    let (texts, wrong_length) = split(bytes, &limits);
    assert_eq!(expected.0, texts);
    if let Some(reason) = wrong_length {
        assert_eq!(expected.1.map_err(|(reason, _)| reason), Err(reason));
    }
    let sizes = cuts.iter().map(|size| usize::from(*size)).cycle().take(if cuts.is_empty() {
        0
    } else {
        bytes.len()
    });
    let pieces = super::chunks::by_sizes(bytes, sizes);
    assert_eq!(chunked(&pieces, &limits), expected);
    assert_eq!(read_in(&pieces, &limits), expected);
    for text in &expected.0 {
        decode(text);
    }
}

/// The texts of the frames, and the error at the end if there is one: why, and the offset of the frame. How many
/// bytes of it the error shows depends on how many had come.
pub type Outcome = (Vec<Vec<u8>>, Result<(), (FrameReason, u64)>);

/// The texts of the frames of a stream that is there as a whole, by the stateless primitive, and what is wrong with
/// the length behind them.
pub fn split(bytes: &[u8], limits: &Limits) -> (Vec<Vec<u8>>, Option<FrameReason>) {
    let mut rest = bytes;
    let mut texts = Vec::new();
    loop {
        match split_frame(rest, limits) {
            Ok(Split::Frame { frame, rest: behind }) => {
                texts.push(text(frame));
                rest = behind;
            }
            Ok(Split::NeedMore { .. }) => return (texts, None),
            Err(error) => return (texts, Some(error.reason())),
        }
    }
}

/// The frames of chunks that the caller holds.
pub fn chunked(pieces: &[&[u8]], limits: &Limits) -> Outcome {
    let mut decoder = FrameDecoder::new(*limits);
    let mut texts = Vec::new();
    for piece in pieces {
        let mut frames = decoder.frames(piece);
        loop {
            match frames.next() {
                Ok(Some(frame)) => texts.push(text(frame)),
                Ok(None) => break,
                Err(error) => return (texts, Err(place(error))),
            }
        }
        drop(frames);
        assert!(decoder.buffered() <= limits.max_frame() + 4);
    }
    let end = decoder.finish().map_err(place);
    (texts, end)
}

/// The frames of chunks that are read into the decoder.
pub fn read_in(pieces: &[&[u8]], limits: &Limits) -> Outcome {
    let mut decoder = FrameDecoder::new(*limits);
    let mut texts = Vec::new();
    for piece in pieces {
        decoder.space(piece.len()).copy_from_slice(piece);
        decoder.advance(piece.len());
        loop {
            match decoder.next() {
                Ok(Some(frame)) => texts.push(text(frame)),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(decoder.next(), Err(error));
                    return (texts, Err(place(error)));
                }
            }
        }
    }
    let end = decoder.finish().map_err(place);
    (texts, end)
}

fn place(error: FrameError) -> (FrameReason, u64) {
    assert!(error.is_fatal());
    (error.reason(), error.offset())
}

fn text(frame: Frame<'_>) -> Vec<u8> {
    frame.bytes()[4..].to_vec()
}

/// A message made of the bytes: it encodes, and decodes to an equal message.
///
/// # Panics
/// If it does not hold.
pub fn round_trip(data: &[u8]) {
    if let Ok(draft) = generate::draft(&mut Unstructured::new(data)) {
        round_trip_of(&draft);
    }
}

/// [`round_trip`] of a message.
///
/// # Panics
/// If it does not hold.
pub fn round_trip_of(draft: &generate::Draft) {
    let message = draft.message();
    canonical(&message, None);
    let mut bytes = Vec::new();
    if message.encode_to_vec(&mut bytes, &LIMITS).is_err() {
        return;
    }
    let envelope = Envelope::decode(&bytes, &LIMITS).expect("what was encoded can be decoded");
    assert_eq!(super::payload(envelope.message()), super::payload(&message));
    assert_eq!(super::fields(envelope.message()), super::fields(&message));
    // serde_json reads the same.
    let value: serde_json::Value = serde_json::from_slice(&bytes[4..]).expect("JSON");
    let serde_json::Value::Object(fields) = super::fields(&message) else { unreachable!("it is an object") };
    for (name, field) in fields {
        assert_eq!(value[&name], field);
    }
}
