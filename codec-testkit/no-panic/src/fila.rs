//! Entry points of `fila-codec`.

use crate::digest::Digest;
use crate::input;
use codec_common::frame::Split;
use codec_common::{Limits, Wire};
use fila_codec::connection::{Phase, Role, Rules};
use fila_codec::frame::OVERHEAD;
use fila_codec::message::*;
use fila_codec::{
    Batch, BatchWriter, Chunks, CreditLedger, FrameEncoder, FrameRef, Header, MaxFrame, Operation,
    RequestIds, Validate, cut, split_frame,
};

/// Every frame of a stream: messages, spans, batches item by item, rules.
///
/// # Safety
/// See [`input::bytes`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fila_read(data: *const u8, len: usize, server: bool) -> u64 {
    // SAFETY: promised by the caller.
    let mut rest = unsafe { input::bytes(data, len) };
    let mut digest = Digest::default();
    loop {
        match split_frame(rest, &Limits::new()) {
            Ok(Split::Frame { frame, rest: behind }) => {
                read_frame(&frame, server, &mut digest);
                rest = behind;
            }
            Ok(Split::NeedMore { at_least }) => {
                digest.len(at_least);
                return digest.0;
            }
            Err(error) => {
                digest.number(error.offset());
                digest.bytes(error.name().as_bytes());
                digest.number(Header::of_error(&error).map_or(0, |header| header.request_id.0));
                return digest.0;
            }
        }
    }
}

/// All that can be asked of a frame.
fn read_frame(frame: &FrameRef<'_>, server: bool, digest: &mut Digest) {
    let operation = frame.operation();
    if let Some((message, trailing)) = digest.result(operation.decode()) {
        digest.bytes(trailing);
        message.problems(&mut |problem| digest.bytes(problem.rule.as_bytes()));
        if let Message::Error(error) = message {
            digest.number(error.retry_after_ms().unwrap_or_default());
            digest.number(error.max_version().unwrap_or_default());
            digest.bytes(error.leader_addr().unwrap_or_default().as_bytes());
        }
    }
    let walked = Message::inspect(operation.opcode().0, operation.body(), OVERHEAD, digest);
    digest.result(walked);
    stream::<Enqueue>(&operation, digest);
    stream::<Delivery>(&operation, digest);
    stream::<Ack>(&operation, digest);
    let (role, phase) =
        if server { (Role::Server, Phase::Ready) } else { (Role::Client, Phase::Handshaking) };
    if let Err(violation) = Rules::new(role, phase).check(&operation) {
        digest.bytes(violation.reason().name().as_bytes());
    }
}

/// The items of a batch.
fn stream<B: Batch>(operation: &Operation<'_>, digest: &mut Digest) {
    if let Some(items) = digest.result(operation.stream::<B>()) {
        for item in items {
            if let Some(item) = digest.result(item) {
                digest.len(item.encoded_len(B::ITEMS).unwrap_or_default());
            }
        }
    }
}

/// A body read as a message and written again, in frames of any length.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`]; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fila_write(
    data: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    opcode: u8,
    max_frame: u32,
) -> u64 {
    // SAFETY: promised by the caller.
    let (body, out) = unsafe { (input::bytes(data, len), input::buffer(out, out_len)) };
    let mut digest = Digest::default();
    let max_frame = MaxFrame::advertised(max_frame).unwrap_or_default();
    let mut ids = RequestIds::client();
    let id = ids.next_free(|id| id.0 == max_frame.get()).unwrap_or_default();
    if let Some((message, _)) = digest.result(Message::decode(opcode, body, OVERHEAD)) {
        let written = FrameEncoder::new(max_frame).encode_to_slice(&message, id, out);
        digest.written(written.map(|bytes| &*bytes));
        if let Message::Ack(ack) = message {
            let written = batch(ack, out, max_frame);
            digest.written(written.map(|bytes| &*bytes));
        }
    }
    for chunk in Chunks::new(fila_codec::Opcode(opcode), id, body, max_frame) {
        digest.bytes(&chunk.header);
        digest.len(chunk.body.len());
    }
    digest.len(CreditLedger::new(max_frame.get(), true).take(len));
    if let Ok(text) = core::str::from_utf8(body) {
        digest.len(cut(text).len());
    }
    digest.0
}

/// Items appended one by one.
fn batch<'o>(
    ack: Ack<'_>,
    out: &'o mut [u8],
    max_frame: MaxFrame,
) -> Result<&'o mut [u8], codec_common::EncodeError> {
    let mut batch = BatchWriter::<Ack>::new(out, fila_codec::RequestId(1), max_frame)?;
    for item in ack.items {
        batch.push(&item)?;
    }
    batch.finish()
}
