//! Fila's frames.

use super::{GenerateError, drawn};
use arbitrary::Unstructured;
use fila_codec::{Chunks, Header, MaxFrame, Message, Opcode, RequestId};

/// Bytes of length prefix and header.
const OVERHEAD: usize = 10;

/// Opcodes of the messages whose request id is 0.
const HANDSHAKES: [u8; 2] = [0x01, 0x02];

pub(super) fn types() -> Vec<String> {
    Message::ALL.iter().map(|row| row.name.to_owned()).collect()
}

/// A message of that name in a frame; requests are numbered.
pub(super) fn frame(
    name: &str,
    source: &mut Unstructured<'_>,
    number: u32,
) -> Result<Vec<u8>, GenerateError> {
    let row = Message::ALL.iter().find(|row| row.name == name);
    let code = row.ok_or_else(|| GenerateError::new(format!("no message {name:?}")))?.code;
    let mut body = Vec::new();
    drawn(Message::generate(code, source, &mut body))?;
    let id = if HANDSHAKES.contains(&code) { 0 } else { number & 0x7FFF_FFFF };
    Ok(frames(Header::new(Opcode(code), RequestId(id)), &body, MaxFrame::DEFAULT))
}

fn frames(header: Header, body: &[u8], max: MaxFrame) -> Vec<u8> {
    Chunks::new(header.opcode, header.request_id, body, max)
        .flat_map(|chunk| [&chunk.header[..], chunk.body].concat())
        .collect()
}

/// The operation of a frame in frames of at most `max` bytes behind their length.
pub(super) fn cut(frame: &[u8], max: u32) -> Result<Vec<u8>, GenerateError> {
    let max = MaxFrame::advertised(max).map_err(|error| GenerateError::new(error.to_string()))?;
    let header = Header::of_prefixed(frame).ok_or_else(|| GenerateError::new("no header"))?;
    // A handshake is never cut: its peer knows no maximum yet.
    if HANDSHAKES.contains(&header.opcode.0) {
        return Ok(frame.to_vec());
    }
    Ok(frames(header, frame.get(OVERHEAD..).unwrap_or_default(), max))
}
