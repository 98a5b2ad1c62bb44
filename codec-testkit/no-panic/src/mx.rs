//! Entry points of `mx-codec`.

use mx_codec::{
    Command, Encode, Envelope, Event, Failure, LIMITS, Message, Outcome, Response, Split,
    json::{Object, Raw, Text},
    split_frame,
};

use crate::input;

/// Splits a stream and decodes its frames; reads all that a message gives, and every member.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_decode(data: *const u8, len: usize) -> usize {
    // SAFETY: promised by the caller.
    let mut rest = unsafe { input::bytes(data, len) };
    let mut sum = 0usize;
    while let Ok(Split::Frame { frame, rest: behind }) = split_frame(rest, &LIMITS) {
        rest = behind;
        sum = sum.wrapping_add(match Envelope::decode(frame.bytes(), &LIMITS) {
            Ok(envelope) => read(&envelope),
            Err(error) => error.offset().wrapping_add(error.field().len()),
        });
    }
    sum
}

/// Something that depends on all that an envelope gives.
fn read(envelope: &Envelope<'_>) -> usize {
    let members = envelope.object().members().chain(envelope.unknown_members());
    let names = members.fold(0usize, |sum, member| {
        let text = member.value.as_text().unwrap_or_default();
        let chars = member.name.chars().chain(text.chars());
        chars.fold(sum, |sum, char| sum.wrapping_add(char.len_utf8()))
    });
    let payload = envelope.object().get("payload").map_or(0, |payload| payload.as_str().len());
    names.wrapping_add(payload).wrapping_add(usize::from(envelope.is_canonical()))
}

/// Decodes a frame and encodes it into the caller's buffer: as it came, then in canonical form behind that.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_encode(data: *const u8, len: usize, out: *mut u8, out_len: usize) -> usize {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, out_len)) };
    let Ok(envelope) = Envelope::decode(data, &LIMITS) else { return 0 };
    let Ok(first) = envelope.encode_to_slice(out, &LIMITS).map(|frame| frame.len()) else { return 0 };
    let rest = out.get_mut(first..).unwrap_or_default();
    let second = envelope.message().encode_to_slice(rest, &LIMITS).map_or(0, |frame| frame.len());
    first.wrapping_add(second)
}

/// Encodes one message of each kind, with the caller's text wherever one may stand.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_build(data: *const u8, len: usize, out: *mut u8, out_len: usize) -> usize {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, out_len)) };
    let text = Text::new(core::str::from_utf8(data).unwrap_or_default());
    let payload = text.as_plain().and_then(|text| Raw::new(text).ok());
    let object = payload.and_then(|payload| payload.as_object()).unwrap_or(Object::EMPTY);
    let response = |outcome| Message::Response(Response { request_id: text, outcome });
    let messages = [
        Message::Command(Command { command: text, request_id: text, payload: object }),
        response(Outcome::Success { payload }),
        response(Outcome::Failure(Failure { code: text, message: text })),
        Message::Event(Event { event: text, payload }),
    ];
    messages.iter().fold(0, |sum, message| {
        let written = message.encode_to_slice(out, &LIMITS).map_or(0, |frame| frame.len());
        sum.wrapping_add(written)
    })
}
