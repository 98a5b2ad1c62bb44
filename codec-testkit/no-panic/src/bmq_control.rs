//! Entry points of `bmq-codec`: messages of the schema, in BER and JSON.

use crate::digest::Digest;
use crate::input;
use bmq_codec::EncodingType;
use bmq_codec::schema::{AuthenticationMessage, ControlMessage, ElectorMessage, NegotiationMessage, Schema};
use codec_common::DecodeError;

/// Each kind of message, decoded from either encoding and encoded in both.
///
/// # Safety
/// See [`input::bytes`] and [`input::buffer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bmq_schema(
    data: *const u8,
    len: usize,
    json: bool,
    out: *mut u8,
    room: usize,
) -> u64 {
    // SAFETY: promised by the caller.
    let (data, out) = unsafe { (input::bytes(data, len), input::buffer(out, room)) };
    let mut digest = Digest::default();
    again::<ControlMessage<'_>>(read(data, json), out, &mut digest);
    again::<NegotiationMessage<'_>>(read(data, json), out, &mut digest);
    again::<AuthenticationMessage<'_>>(read(data, json), out, &mut digest);
    again::<ElectorMessage>(read(data, json), out, &mut digest);
    digest.0
}

/// A message.
fn read<'a, M: Schema<'a>>(data: &'a [u8], json: bool) -> Result<M, DecodeError> {
    if json { M::from_json(data) } else { M::from_ber(data) }
}

/// What was read, written again.
fn again<'a, M: Schema<'a>>(read: Result<M, DecodeError>, out: &mut [u8], digest: &mut Digest) {
    let Some(message) = digest.result(read) else { return };
    for encoding in [EncodingType::BER, EncodingType::JSON] {
        digest.written(message.encode(encoding, out).map(|bytes| &*bytes));
    }
}
