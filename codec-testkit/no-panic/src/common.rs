//! Entry points of `codec-common`: framing, checksums, padding, and a protocol made by the table macros.

use crate::digest::Digest;
use crate::input;
use codec_common::frame::{FrameHeader, FrameReason, PREFIX, Split, split_frame};
use codec_common::padding::{strip_dword, strip_word, word_padding};
use codec_common::{
    Blob, Limits, List, Map, Reader, Secret, Str, Text, Uuid, crc, messages, open_enum, protocol, record,
    utf8,
};

/// The name that errors show.
const PROTOCOL: &str = "test";

open_enum! {
    /// How it went.
    Outcome: u8 {
        /// Well.
        Fine = 0,
        /// Badly.
        Broken = 9,
    }
}

record! {
    /// An item of a batch: one field of every shape.
    hot Item<'a> {
        queue: Str<'a>,
        id: Uuid,
        headers: Map<'a, Str<'a>, Str<'a>, codec_common::wire::U16>,
        delay: Option<u64>,
        body: Blob<'a>,
    }
}

record! {
    /// No borrowed field.
    Limit { max: u64, window: i32, exact: bool, share: f64 }
}

messages! { $ control;
    /// Opens.
    0x01 => Hello<'a> (ClientToServer) { version: u16, key: Option<Secret<Str<'a>>> }
    /// Nothing in it.
    0x03 => Ping (Either) {}
}

messages! { $ hot;
    /// A batch.
    0x10 => Batch<'a> (ClientToServer) { items: List<'a, Item<'a>>, limits: List<'a, Limit, codec_common::wire::U16> }
    /// How it went, one by one.
    0x11 => BatchResult<'a> (ServerToClient) { results: List<'a, Outcome>, note: Text<'a> }
}

protocol! { Message = control hot }

/// A length that does not count itself, and a kind.
enum Framing {}

impl FrameHeader for Framing {
    const PROTOCOL: &'static str = PROTOCOL;

    fn frame_len(prefix: [u8; PREFIX], limits: &Limits) -> Result<usize, FrameReason> {
        let body = FrameReason::bound(u32::from_be_bytes(prefix), 1, limits.max_frame())?;
        Ok(body.saturating_add(PREFIX))
    }

    fn check(frame: &[u8]) -> Result<(), FrameReason> {
        match frame.get(PREFIX) {
            Some(kind @ 0x80..) => Err(FrameReason::ReservedFlags { flags: u32::from(*kind) }),
            _ => Ok(()),
        }
    }
}

/// The frames of a stream.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn common_frames(data: *const u8, len: usize, max_frame: usize) -> u64 {
    // SAFETY: promised by the caller.
    let mut rest = unsafe { input::bytes(data, len) };
    let limits = Limits::new().with_max_frame(max_frame);
    let mut digest = Digest::default();
    loop {
        match split_frame::<Framing>(rest, &limits) {
            Ok(Split::Frame { frame, rest: behind }) => {
                digest.bytes(frame.bytes());
                rest = behind;
            }
            Ok(Split::NeedMore { at_least }) => {
                digest.len(at_least);
                return digest.0;
            }
            Err(error) => {
                digest.number(error.offset());
                digest.bytes(error.head());
                digest.bytes(error.name().as_bytes());
                match error.frame_len().and_then(|len| rest.get(len..)) {
                    Some(behind) => rest = behind,
                    None => return digest.0,
                }
            }
        }
    }
}

/// A message of the table: decoded, read, encoded again, and walked.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn common_message(
    opcode: u8,
    data: *const u8,
    len: usize,
    out: *mut u8,
    room: usize,
) -> u64 {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, room)) };
    let mut digest = Digest::default();
    if let Some((message, trailing)) = digest.result(Message::decode(opcode, data, 5)) {
        digest.len(trailing.len());
        match &message {
            Message::Batch(batch) => {
                batch.items.iter().for_each(|item| read_item(&item, &mut digest));
                batch.limits.iter().for_each(|limit| digest.number(limit.max));
            }
            Message::BatchResult(result) => {
                result.results.iter().for_each(|outcome| digest.number(outcome.0));
                digest.bytes(result.note.as_bytes());
            }
            _ => {}
        }
        digest.written(message.encode_to_slice(out).map(|bytes| &*bytes));
    }
    let walked = Message::inspect(opcode, data, 5, &mut digest);
    digest.result(walked);
    digest.0
}

/// An item's fields.
fn read_item(item: &Item<'_>, digest: &mut Digest) {
    digest.bytes(item.queue.as_str().as_bytes());
    digest.bytes(item.id.as_bytes());
    digest.bytes(item.body.as_bytes());
    digest.number(item.delay.unwrap_or_default());
    if let Some(value) = item.headers.get("key") {
        digest.bytes(value.as_bytes());
    }
}

/// Items as they come, without a check of the whole.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn common_stream(data: *const u8, len: usize) -> u64 {
    // SAFETY: promised by the caller.
    let data = unsafe { input::bytes(data, len) };
    let mut digest = Digest::default();
    let stream = List::<'_, Item<'_>>::stream(Reader::new(data), Item::AT);
    if let Some(stream) = digest.result(stream) {
        for item in stream {
            if let Some(item) = digest.result(item) {
                read_item(&item, &mut digest);
            }
        }
    }
    digest.0
}

/// Checksums, paddings and the check for UTF-8.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn common_bytes(data: *const u8, len: usize) -> u64 {
    // SAFETY: promised by the caller.
    let data = unsafe { input::bytes(data, len) };
    let mut digest = Digest::default();
    let mut pieces = crc::Crc32c::new();
    data.chunks(7).for_each(|piece| pieces.update(piece));
    digest.number(pieces.finish());
    digest.number(crc::crc32c(data));
    for stripped in [strip_word(data), strip_dword(data)] {
        match stripped.and_then(|stripped| stripped.exact()) {
            Ok(stripped) => digest.bytes(stripped.data),
            Err(error) => digest.bytes(error.name().as_bytes()),
        }
    }
    digest.bytes(word_padding(data.len()));
    digest.len(utf8::check(data).err().unwrap_or_default());
    digest.0
}
