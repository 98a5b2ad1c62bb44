//! The oracles of `bmq-codec`.

mod control;
mod decode;
mod roundtrip;
mod structured;

use bmq_codec::{Event, EventFraming, MessageOption, RawEvent, Split, limits, split_frame};

pub use control::{bmq_ber, bmq_control_json, bmq_control_roundtrip, bmq_interbroker};

/// Nothing in the bytes makes decoding panic, allocate, or contradict itself.
///
/// # Panics
/// When a law is broken.
pub fn bmq_decode(data: &[u8]) {
    each_event(data, decode::event);
    decode::bare(data);
}

/// What decodes encodes again: views to the same bytes, fields to the canonical ones.
///
/// # Panics
/// When a law is broken.
pub fn bmq_roundtrip(data: &[u8]) {
    let (mut again, mut read) = (Vec::new(), 0);
    each_frame(data, &mut |frame| {
        again.extend(roundtrip::views(frame.bytes()));
        read += frame.bytes().len();
    });
    assert_eq!(again, data[..read], "the events encode to the bytes that they were read from");
    each_event(data, roundtrip::fields);
}

/// Events do not depend on how the stream was cut; see [`stream`](super::stream::stream) for the input.
///
/// # Panics
/// When a law is broken.
pub fn bmq_stream(data: &[u8]) {
    super::stream::stream::<EventFraming>(data);
}

/// What is built from values, which the bytes choose, decodes to them.
///
/// # Panics
/// When a law is broken.
pub fn bmq_structured(data: &[u8]) {
    structured::events(data);
}

/// Calls `check` with every event of a stream, and with all of `data` as one event, its length put right: so a
/// changed length does not hide what is behind it.
fn each_event(data: &[u8], check: fn(&[u8])) {
    let mut whole = false;
    each_frame(data, &mut |frame| {
        whole |= frame.bytes().len() == data.len();
        check(frame.bytes());
    });
    if !whole {
        let mut event = data.to_vec();
        let len = u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes();
        event.iter_mut().zip(len).for_each(|(byte, right)| *byte = right);
        check(&event);
    }
}

fn each_frame(data: &[u8], check: &mut dyn FnMut(RawEvent<'_>)) {
    let mut rest = data;
    loop {
        match split_frame(rest, &limits::client()) {
            Ok(Split::Frame { frame, rest: behind }) => {
                assert_eq!(frame.bytes().len() + behind.len(), rest.len(), "no byte is lost");
                check(frame);
                rest = behind;
            }
            Ok(Split::NeedMore { at_least }) => return assert!(at_least > 0, "nothing more is needed"),
            Err(error) => {
                super::show_error(&error);
                return assert!(error.is_fatal(), "a wrong length ends the stream");
            }
        }
    }
}

/// The event, unless its header is refused.
fn decoded(bytes: &[u8]) -> Option<Event<'_>> {
    match Event::decode(bytes) {
        Ok(event) => Some(event),
        Err(error) => {
            decode::fault(&error, bytes.len());
            None
        }
    }
}

/// An option as builders write it: one entry of id 0 is packed.
fn as_written(option: MessageOption<'_>) -> MessageOption<'_> {
    if let MessageOption::SubQueueInfos(infos) = option
        && infos.len() == 1
        && let Some(info) = infos.iter().find(|info| info.id == 0)
    {
        return MessageOption::SubQueueInfosPacked(info.rda);
    }
    option
}
